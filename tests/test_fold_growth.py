"""A slot of many values: the fold looks at what may change, and goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import Act, Cardinality, Kind, Statement
from atma_overlay.state.folds.fold import Fold, fold_slot
from atma_overlay.state.folds.folded import Closure, Words
from atma_overlay.state.pairs.adjudication import Answer, RulesLinker
from tests.test_fold import closed, day, says

ME = Scope(tenant="acme", user="u-1")


class Keyless:
    """The rules without their keys: every pair is asked."""

    def rule(self, earlier: Statement, later: Statement) -> Answer:
        return RulesLinker().rule(earlier, later)


VALUES = ("oak", "red oak", "red", "elm", "elms", "2 elms", "3 elms", "the", "of the")


@st.composite
def slots(draw: st.DrawFn) -> list[Statement]:
    """Statements of one slot, of either cardinality, some denied, some ended, some with what they replace."""
    said = []
    for at in range(draw(st.integers(2, 9))):
        value = draw(st.sampled_from(VALUES))
        act = draw(st.sampled_from([Act.ASSERT, Act.ASSERT, Act.ASSERT, Act.END, Act.CORRECT]))
        replaces = draw(st.sampled_from([None, None, *VALUES])) if act is not Act.END else None
        lone = draw(st.sampled_from([Cardinality.SINGLE, Cardinality.MULTI]))
        affirmed = draw(st.booleans()) or act is Act.END
        said.append(says(value, at, act=act, cardinality=lone, affirmed=affirmed, replaces=replaces))
    return said


@settings(max_examples=300, deadline=None)
@given(said=slots())
def test_what_the_keys_leave_out_changes_nothing(said: list[Statement]) -> None:
    keyed = fold_slot(said, linker=RulesLinker(), rulings={}, closures={})
    assert keyed == fold_slot(said, linker=Keyless(), rulings={}, closures={})


@settings(max_examples=150, deadline=None)
@given(said=slots(), cut=st.integers(0, 9), order=st.randoms(use_true_random=False))
def test_a_fold_that_goes_on_is_the_fold_of_all(said: list[Statement], cut: int, order: object) -> None:
    whole = fold_slot(said, linker=RulesLinker(), rulings={}, closures={})
    handed = list(said)
    order.shuffle(handed)  # type: ignore[attr-defined]  # a random.Random
    fold = Fold(linker=RulesLinker(), rulings={}, closures={})
    fold.with_statements(handed[:cut])
    assert fold.with_statements(handed[cut:]) == whole


@settings(max_examples=300, deadline=None)
@given(data=st.data(), said=slots(), ordered=st.booleans())
def test_a_fold_with_closures_that_goes_on_is_the_fold_of_all(
    data: st.DataObject, said: list[Statement], ordered: bool
) -> None:
    closures = dict[Words, tuple[Closure, ...]]()
    for head in data.draw(st.lists(st.sampled_from(said), max_size=3, unique_by=lambda s: s.id)):
        members = data.draw(st.lists(st.sampled_from(said), max_size=2))
        kind = data.draw(st.sampled_from([Kind.REPLACED, Kind.RETRACTED, Kind.CORRECTED]))
        at = head.valid_from + timedelta(days=data.draw(st.integers(0, 8)))
        closures |= closed(head, at, *members, kind=kind)
    whole = fold_slot(said, linker=RulesLinker(), rulings={}, closures=closures)
    fold = Fold(linker=RulesLinker(), rulings={}, closures=closures)
    handed = said if ordered else data.draw(st.permutations(said))
    for statement in handed:
        folded = fold.with_statements([statement])
    assert folded == whole
    assert folded.standings == whole.standings


@pytest.mark.parametrize("cardinality", list(Cardinality))
def test_the_pairs_that_are_asked_grow_with_the_statements_not_with_their_square(
    cardinality: Cardinality, pairs_asked: Callable[[], int]
) -> None:
    fold = Fold(linker=RulesLinker(), rulings={}, closures={})
    for at in range(400):
        fold.with_statements([says(f"value{at:05}x", at, cardinality=cardinality)])
    assert pairs_asked() <= 400


def told(facts: Sequence[str]) -> Collection[str]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for number, fact in enumerate(facts):
            overlay.remember(fact, scope=ME, observed_at=datetime(2024, 1, 1, tzinfo=UTC) + timedelta(hours=number))
        return [t.from_value for t in overlay.timeline(scope=ME).transitions]


def test_facts_about_different_things_retire_nothing_of_one_another() -> None:
    lands = ("Marenia", "Oltava", "Sundmark", "Quellara", "Bravia")
    towns = ("Port Ester", "Velm", "Hask", "Ondine", "Tarrow")
    facts = [f"The capital of {land} is {town}." for land, town in zip(lands, towns, strict=True)]
    facts += [f"The head of state in {land} is Ada {land[:3]}." for land in lands]
    assert told(facts) == []
    assert told([*facts, "The capital of Oltava is Hask."]) == ["Velm"]


def test_a_slot_with_a_closure_asks_no_more_pairs_for_each_statement(pairs_asked: Callable[[], int]) -> None:
    fold = Fold(linker=RulesLinker(), rulings={}, closures=closed(says("value00000x", 0), day(1)))
    fold.with_statements([says(f"value{at:05}x", at) for at in (0, 2)])
    before = pairs_asked()
    for at in range(3, 60):
        fold.with_statements([says(f"value{at:05}x", at)])
    assert [d.from_id for d in fold.folded().closed] == ["value00000x@0"]
    assert pairs_asked() - before <= 4 * 57
