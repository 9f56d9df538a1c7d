"""A slot in doubt for long: the proposals grow with its records, and whoever was contested still is."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_overlay import Turn
from atma_overlay.records import Act, Cardinality, Origin, Statement, Status
from atma_overlay.state.folds import notes
from atma_overlay.state.folds.fold import Fold, fold_slot
from atma_overlay.state.folds.folded import Folded
from atma_overlay.state.folds.notes import RIVALS
from atma_overlay.state.pairs.adjudication import RulesLinker
from tests.dated_worlds import FIRST, ME, opened
from tests.test_fold import says

VALUES = ("oslo", "rome", "york", "lima", "bern", "kyiv", "baku", "doha", "suva", "lome")


@st.composite
def doubtful(draw: st.DrawFn) -> list[Statement]:
    """Statements of one slot, most of them not sure enough to retire what was said before."""
    made = []
    for at in range(draw(st.integers(3, 18))):
        act = draw(st.sampled_from([Act.ASSERT] * 5 + [Act.CORRECT, Act.END, Act.END, Act.RETRACT]))
        statement = says(
            draw(st.sampled_from(VALUES)), at, act=act,
            confidence=draw(st.sampled_from((0.4, 0.4, 0.4, 0.9))),
            origin=draw(st.sampled_from((Origin.USER, Origin.USER, Origin.TOOL))),
            cardinality=draw(st.sampled_from((Cardinality.SINGLE, Cardinality.SINGLE, Cardinality.MULTI))),
            replaces=draw(st.sampled_from((None, None, None, *VALUES))),
        )  # fmt: skip
        made.append(replace(statement, id=f"{at}:{statement.id}"))
    return made


def whole(said: list[Statement]) -> Folded:
    return fold_slot(said, linker=RulesLinker(), rulings={}, closures={})


@settings(max_examples=300, deadline=None)
@given(said=doubtful(), most=st.integers(1, 3), order=st.randoms(use_true_random=False))
def test_with_few_rivals_the_same_records_are_contested(said: list[Statement], most: int, order: object) -> None:
    every = whole(said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notes, "RIVALS", most)
        few = whole(said)
        handed = list(said)
        order.shuffle(handed)  # type: ignore[attr-defined]  # a random.Random
        fold = Fold(linker=RulesLinker(), rulings={}, closures={})
        for statement in handed:
            folded = fold.with_statements([statement])
    assert folded == few
    assert {d.id for d in few.drafts} <= {d.id for d in every.drafts}
    assert [d for d in few.drafts if d.applied] == [d for d in every.drafts if d.applied]
    for i, standing in every.standings.items():
        found = few.standings[i]
        assert bool(found.contested_with) == bool(standing.contested_with)
        assert set(found.contested_with) <= set(standing.contested_with)
        assert replace(found, contested_with=()) == replace(standing, contested_with=())


def test_what_was_passed_over_and_ended_is_contested_with_nothing() -> None:
    said = in_doubt(RIVALS + 6)
    gone, last = said[1], said[-1]
    end = says(gone.value, 100, act=Act.END)
    fold = Fold(linker=RulesLinker(), rulings={}, closures={})
    for statement in (*said, end):
        folded = fold.with_statements([statement])
    assert folded == whole([*said, end])
    assert not folded.standings[gone.id].contested_with
    assert gone.id not in folded.standings[last.id].contested_with
    assert all(gone.id not in (d.from_id, d.to_id) for d in folded.drafts if not d.applied)


def in_doubt(count: int) -> list[Statement]:
    return [says(f"value{at:05}x", at, confidence=0.4) for at in range(count)]


def test_the_proposals_grow_with_the_records_not_with_their_square() -> None:
    folded = whole(in_doubt(200))
    assert len(folded.drafts) <= 200 * (RIVALS + 1)
    assert not any(d.applied for d in folded.drafts)
    assert all(s.contested_with for s in folded.standings.values())


def test_what_the_user_said_stays_a_rival_however_much_a_tool_says_after_it() -> None:
    first, mine, new = says("york", 0), says("oslo", 1, confidence=0.4), says("rome", 100, confidence=0.4)
    floods = [replace(s, origin=Origin.TOOL) for s in in_doubt(60)[2:]]
    standings = whole([first, mine, *floods, new]).standings
    assert standings[mine.id].contested_with == tuple(sorted((first.id, new.id)))
    assert mine.id in standings[new.id].contested_with


def test_what_was_passed_over_is_proposed_once_nearer_rivals_are_taken_back() -> None:
    said = in_doubt(3 * RIVALS)
    last = said[-1]
    assert said[RIVALS].id not in whole(said).standings[last.id].contested_with
    gone = [says(s.value, 100 + n, act=Act.RETRACT) for n, s in enumerate(said[RIVALS + 1 : -1])]
    assert said[RIVALS].id in whole([*said, *gone]).standings[last.id].contested_with


def test_a_plain_change_retires_all_that_was_in_doubt() -> None:
    told = says("oslo", 99, replaces="value00059x")
    standings = whole([*in_doubt(60), told]).standings
    assert [i for i, s in standings.items() if s.status is Status.ACTIVE] == [told.id]
    assert not standings[told.id].contested_with


def test_a_slot_in_doubt_for_long_is_written_and_reviewed_in_proportion() -> None:
    with opened("memory://") as world:
        turns = [
            Turn(text=f"I'm moving to {a}{b}ville next month.", observed_at=FIRST + timedelta(minutes=n))
            for n, (a, b) in enumerate((a, b) for a in "BCDFGHKLMN" for b in "aeiou")
        ]
        world.overlay.remember(turns, scope=ME)
        assert 0 < len(world.overlay.review(scope=ME)) <= 50 * (RIVALS + 1)


@pytest.mark.parametrize("query", ["Where do I live?", "Since I live in Bagville, which gym is near me?"])
def test_a_packet_shows_each_record_of_a_slot_in_doubt_once(query: str) -> None:
    towns = [f"{a}{b}gville" for a in "BCDFGH" for b in "aeiou"]
    with opened("memory://") as world:
        turns = [
            Turn(text=f"For now I live in {t}.", observed_at=FIRST + timedelta(hours=n)) for n, t in enumerate(towns)
        ]
        world.overlay.remember([Turn(text="I live in Oslo.", observed_at=FIRST - timedelta(days=1)), *turns], scope=ME)
        rows = world.overlay.recall(query, scope=ME, limit=60).rows
    shown = [i for row in rows for i in row.record_ids]
    assert len(shown) > RIVALS
    assert len(shown) == len(set(shown))
