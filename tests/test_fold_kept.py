"""A fold that goes on, and what is kept of it, say what a fold of everything says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.kept import forget_texts
from atma_overlay.records import Act, Basis, Cardinality, Change, Origin, Ruling, Slot, Statement
from atma_overlay.state.folds.fold import Fold, fold_slot
from atma_overlay.state.folds.fold_run import MANY
from atma_overlay.state.folds.kept_folds import FEW, LONG, SHORT, KeptFolds, kept_of
from atma_overlay.state.open_ones import OpenOnes, content_order
from atma_overlay.state.pairs.adjudication import Answer, RulesLinker, pair_key
from tests.test_fold import closed

START = datetime(2024, 1, 1, tzinfo=UTC)
LINKER = RulesLinker()
VALUES = ("oslo", "old oslo", "rome", "york", "lima", "bern", "kyiv", "baku", "doha", "male", "suva", "lome")


def said(number: int, value: str, *, at: int, **fields: object) -> Statement:
    """The statement of a number, which tells it from others."""
    statement = Statement(
        f"s{number:04}", f"o{number}", Slot("user", "haunt"), Cardinality.MULTI, Act.ASSERT, value, value, "name", None,
        True, (0, len(value)), START + timedelta(days=at), None, False, None, Change.NONE, 0.9, Basis.SAID, Origin.USER,
        "rules/1", START + timedelta(days=at), 0, f"d{number}", f"I go to {value}.",
    )  # fmt: skip
    return replace(statement, **fields)  # type: ignore[arg-type]  # fields of a statement


@st.composite
def utterances(draw: st.DrawFn) -> list[Statement]:
    """Statements of one slot: of one value or of several, ended, retracted, corrected, bounded, by whomever."""
    made = []
    for number in range(draw(st.integers(1, 2 * MANY))):
        act = draw(st.sampled_from([Act.ASSERT] * 4 + [Act.CORRECT, Act.END, Act.RETRACT, Act.GIVE_WAY]))
        value = draw(st.sampled_from((*VALUES[:2] * 6, *VALUES, *([""] * 9 if act in (Act.END, Act.RETRACT) else []))))
        statement = said(
            number, value, at=3 * number + draw(st.sampled_from((0, 0, 0, 0, -10))), act=act,
            cardinality=draw(st.sampled_from((Cardinality.MULTI, Cardinality.MULTI, Cardinality.SINGLE))),
            replaces=draw(st.none() | st.sampled_from(VALUES)), change=draw(st.sampled_from(tuple(Change))),
            origin=draw(st.sampled_from((Origin.USER, Origin.USER, Origin.AGENT))),
            affirmed=draw(st.sampled_from((True, True, True, False))),
            confidence=draw(st.sampled_from((0.9, 0.5))), lineage=(f"s{number:04}x",) if act is Act.GIVE_WAY else (),
        )  # fmt: skip
        if draw(st.integers(0, 5)) == 0:
            statement = replace(statement, valid_to=statement.valid_from + timedelta(days=draw(st.integers(0, 9))))
        made.append(statement)
    return made


@given(said=utterances(), parts=st.lists(st.integers(1, 3), min_size=1, max_size=9), ruled=st.booleans())
def test_a_fold_that_goes_on_says_what_a_fold_of_everything_says(
    said: list[Statement],
    parts: list[int],
    ruled: bool,
) -> None:
    rulings = {}
    if ruled:
        rulings[pair_key(said[0], said[-1])] = Answer(Ruling.KEEP, "person:ada", "undone", 1.0)
    fold = Fold(linker=LINKER, rulings=rulings, closures={})
    statements: dict[str, Statement] = {}
    known: OpenOnes | None = None
    rest = list(said)
    for size in [*parts, *[1] * len(said)]:
        some, rest = rest[:size], rest[size:]
        statements |= {s.id: s for s in some}
        folded = fold.with_statements(some)
        anew = fold_slot(list(statements.values()), linker=LINKER, rulings=rulings, closures={})
        assert folded == anew
        changed = None if fold.changed is None else {i: statements.get(i) for i in fold.changed}
        if known is None or changed is None or not known.update(changed, folded.standings):
            known = OpenOnes(statements, folded.standings)
        fresh = OpenOnes(statements, anew.standings)
        assert list(known.by_id.items()) == list(fresh.by_id.items())
        for count in (1, 3, 50):
            assert known.latest(count) == fresh.latest(count)


@given(said=utterances(), count=st.integers(1, 5))
def test_the_latest_of_the_open_records_are_the_last_in_the_order_of_saying(said: list[Statement], count: int) -> None:
    folded = fold_slot(said, linker=LINKER, rulings={}, closures={})
    found = OpenOnes({s.id: s for s in said}, folded.standings)
    if len(found.by_id) > count:
        assert found.latest(count) == sorted(found.by_id.values(), key=content_order)[-count:]


def long_fold(count: int, *, first: int = 0) -> Fold:
    """A fold of so many statements of as many values."""
    fold = Fold(linker=LINKER, rulings={}, closures={})
    fold.with_statements([said(n, f"place {n}", at=n) for n in range(first, first + count)])
    return fold


def ids(count: int, *, first: int = 0) -> list[str]:
    return [f"s{n:04}" for n in range(first, first + count)]


class TestKeptFolds:
    def test_a_fold_is_handed_out_once_and_only_for_what_it_has_taken(self) -> None:
        kept, fold = KeptFolds(), long_fold(LONG)
        kept.put(fold)
        assert kept.take(ids(LONG), LINKER, {}) is fold
        assert kept.take(ids(LONG), LINKER, {}) is None

    def test_a_fold_of_other_statements_is_dropped(self) -> None:
        kept = KeptFolds()
        for asked in (ids(LONG + FEW + 1), [*ids(LONG - 1), "s9999"]):
            kept.put(long_fold(LONG))
            assert kept.take(asked, LINKER, {}) is None
            assert kept.take(ids(LONG), LINKER, {}) is None

    def test_a_fold_that_lacks_a_few_is_handed_out_to_take_them(self) -> None:
        kept, fold = KeptFolds(), long_fold(LONG)
        kept.put(fold)
        assert kept.take(ids(LONG + FEW), LINKER, {}) is fold

    def test_a_fold_by_another_linker_is_not_gone_on_with(self) -> None:
        kept = KeptFolds()
        kept.put(long_fold(LONG))
        assert kept.take(ids(LONG), RulesLinker(), {}) is None

    def test_neither_a_short_fold_nor_one_with_closures_is_kept(self) -> None:
        kept = KeptFolds()
        kept.put(long_fold(LONG - 1))
        fold = Fold(linker=LINKER, rulings={}, closures=closed(said(1, "place 1", at=1), START))
        fold.with_statements([said(n, f"place {n}", at=n) for n in range(LONG)])
        kept.put(fold)
        assert kept.take(ids(LONG), LINKER, {}) is None

    def test_a_fold_with_rulings_is_gone_on_with_by_the_same_ones_only(self) -> None:
        rulings = {"x": Answer(Ruling.KEEP, "person:ada", "", 1.0)}
        for asked in (rulings, {}, {"x": Answer(Ruling.SAME, "person:ada", "", 1.0)}):
            kept, ruled = KeptFolds(), Fold(linker=LINKER, rulings=rulings, closures={})
            ruled.with_statements([said(n, f"place {n}", at=n) for n in range(LONG)])
            kept.put(ruled)
            assert (kept.take(ids(LONG), LINKER, asked) is ruled) == (asked == rulings)

    def test_the_fold_that_was_used_longest_ago_goes_first(self) -> None:
        kept = KeptFolds(limit=2 * LONG)
        for first in (0, 1000, 2000):
            kept.put(long_fold(LONG, first=first))
        assert kept.take(ids(LONG), LINKER, {}) is None
        assert kept.take(ids(LONG, first=1000), LINKER, {}) is not None
        assert kept.take(ids(LONG, first=2000), LINKER, {}) is not None

    def test_the_fold_that_was_used_last_is_kept_however_long_it_is(self) -> None:
        kept, fold = KeptFolds(limit=LONG), long_fold(2 * LONG)
        kept.put(long_fold(LONG, first=1000))
        kept.put(fold)
        assert kept.take(ids(LONG, first=1000), LINKER, {}) is None
        assert kept.take(ids(2 * LONG), LINKER, {}) is fold

    def test_a_fold_that_went_on_is_found_by_what_comes_first_in_it_now(self) -> None:
        kept, fold = KeptFolds(), long_fold(LONG)
        assert fold.first == "s0000"
        fold.with_statements([said(5000, "elsewhere", at=-9)])
        kept.put(fold)
        assert kept.take(["s5000", *ids(LONG)], LINKER, {}) is fold

    def test_an_erasure_drops_what_is_kept(self) -> None:
        for length in (SHORT, LONG):
            kept_of(length).put(long_fold(length))
            forget_texts()
            assert kept_of(length).take(ids(length), LINKER, {}) is None

    def test_short_folds_drive_no_long_one_out(self) -> None:
        kept_of(LONG).put(long_fold(LONG, first=9000))
        for first in range(0, 9000, SHORT):
            kept_of(SHORT).put(long_fold(SHORT, first=first))
        assert kept_of(LONG).take(ids(LONG, first=9000), LINKER, {}) is not None
        assert kept_of(SHORT).take(ids(SHORT), LINKER, {}) is None
