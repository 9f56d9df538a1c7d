"""A fold that is taken up from the ledger goes on as the one that made what the ledger holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from atma_overlay.ports.ledger import Judged
from atma_overlay.records import (
    Act,
    Cardinality,
    Decision,
    DecisionState,
    Held,
    Ruling,
    Statement,
    Status,
    Transition,
    Version,
)
from atma_overlay.state.folds.fold import Fold, fold_slot
from atma_overlay.state.folds.fold_run import MANY
from atma_overlay.state.folds.folded import Draft, Folded
from atma_overlay.state.folds.notes import RIVALS
from atma_overlay.state.folds.resuming import Resumed
from atma_overlay.state.pairs.adjudication import Answer, pair_key
from tests.test_fold_kept import LINKER, START, said, utterances


def stored(statements: Iterable[Statement], folded: Folded) -> tuple[list[Held], list[Judged]]:
    """What a ledger holds after a write of these statements."""
    held = [Held(s, Version(folded.standings[s.id], START, 1)) for s in statements]
    return held, [_judged(draft) for draft in folded.drafts]


def _judged(draft: Draft) -> Judged:
    d = draft
    moved = Transition(
        d.id, d.slot, d.from_id, d.to_id, d.kind, d.cause, d.decider, d.reason, d.confidence, d.valid_at, START
    )
    state = DecisionState.APPLIED if d.applied else DecisionState.PROPOSED
    return Judged(moved, (Decision(d.id, state, d.decider, START, 1),))


def resumed(
    statements: Sequence[Statement],
    folded: Folded,
    *,
    rulings: dict[str, Answer] | None = None,
) -> Fold | None:
    """The fold taken up from what a ledger holds."""
    parts = Resumed.of(*stored(statements, folded))
    return None if parts is None else Fold.resumed(parts, linker=LINKER, rulings=rulings or {})


def alike(folded: Folded) -> tuple[object, ...]:
    """An outcome but for the order in which its transitions are told."""
    return dict(folded.standings), sorted(folded.drafts, key=lambda d: d.id)


@settings(deadline=None)
@given(said=utterances(), first=st.integers(1, 2 * MANY), ruled=st.booleans())
def test_a_fold_that_is_taken_up_goes_on_as_one_that_was_kept(said: list[Statement], first: int, ruled: bool) -> None:
    rulings = {}
    if ruled:
        rulings[pair_key(said[0], said[-1])] = Answer(Ruling.KEEP, "person:ada", "undone", 1.0)
    before, rest = said[:first], said[first:]
    made = fold_slot(before, linker=LINKER, rulings=rulings, closures={})
    fold = resumed(before, made, rulings=rulings)
    event(f"taken up: {fold is not None}")
    if fold is None:
        assert _is_much_in_doubt(made)
        return
    assert alike(fold.folded()) == alike(made)
    for number, statement in enumerate(rest, 1):
        anew = fold_slot([*before, *rest[:number]], linker=LINKER, rulings=rulings, closures={})
        known = dict(fold.standings)
        assert alike(fold.with_statements([statement])) == alike(anew)
        if fold.changed is not None:
            assert fold.changed >= {i for i, s in anew.standings.items() if known.get(i) != s}


def _is_much_in_doubt(folded: Folded) -> bool:
    doubts = [d.to_id for d in folded.drafts if not d.applied]
    return max((doubts.count(i) for i in doubts), default=0) >= RIVALS


class TestWhatIsTakenUp:
    def test_what_was_decided_is_not_decided_again(self, pairs_asked: Callable[[], int]) -> None:
        told = [said(n, f"place {n}x", at=n, cardinality=Cardinality.SINGLE) for n in range(50)]
        fold = resumed(told[:-1], fold_slot(told[:-1], linker=LINKER, rulings={}, closures={}))
        assert fold is not None
        before = pairs_asked()
        went_on = fold.with_statements(told[-1:])
        assert pairs_asked() - before <= 1
        assert alike(went_on) == alike(fold_slot(told, linker=LINKER, rulings={}, closures={}))

    def test_much_doubt_is_folded_anew_since_not_all_of_it_is_stored(self) -> None:
        doubted = [
            said(n, f"place{n}", at=n, cardinality=Cardinality.SINGLE, confidence=0.5) for n in range(RIVALS + 3)
        ]
        assert (
            resumed(doubted[:RIVALS], fold_slot(doubted[:RIVALS], linker=LINKER, rulings={}, closures={})) is not None
        )
        assert resumed(doubted, fold_slot(doubted, linker=LINKER, rulings={}, closures={})) is None

    @pytest.mark.parametrize(
        "changed",
        [
            {"record_id": "s0001"},
            {"status": Status.SUPERSEDED},
            {"valid_from": START - timedelta(days=1)},
            {"contested_with": ("s0001",)},
        ],
    )
    def test_a_statement_that_stands_as_no_fold_has_it_is_folded_anew(self, changed: dict[str, object]) -> None:
        told = [said(0, "oslo", at=0), said(1, "rome", at=1), said(2, "oslo", at=2), said(3, "rome", at=3, act=Act.END)]
        folded = fold_slot(told, linker=LINKER, rulings={}, closures={})
        assert resumed(told, folded) is not None
        for i in ("s0002", "s0003"):
            standing = replace(folded.standings[i], **changed)  # type: ignore[arg-type]  # fields of a standing
            assert resumed(told, replace(folded, standings=folded.standings | {i: standing})) is None

    def test_what_was_called_off_before_it_began_is_so_wherever_the_fold_begins(self) -> None:
        told = [said(0, "oslo", at=0), said(1, "rome", at=1), said(2, "lima", at=5, act=Act.END)]
        planned = said(3, "lima", at=3, valid_from=START + timedelta(days=9))
        fold = resumed(told, fold_slot(told, linker=LINKER, rulings={}, closures={}))
        assert fold is not None
        anew = fold_slot([*told, planned], linker=LINKER, rulings={}, closures={})
        assert alike(fold.with_statements([planned])) == alike(anew)
        assert anew.standings[planned.id].status is Status.ENDED

    def test_a_transition_of_what_is_no_record_is_folded_anew(self) -> None:
        told = [said(0, "oslo", at=0), said(1, "oslo", at=1), said(2, "oslo", at=2, act=Act.END)]
        folded = fold_slot(told, linker=LINKER, rulings={}, closures={})
        (ended,) = folded.drafts
        assert resumed(told, replace(folded, drafts=(replace(ended, from_id="s0001"),))) is None

    def test_nothing_is_taken_up_of_nothing(self) -> None:
        assert resumed([], Folded({}, ())) is None
