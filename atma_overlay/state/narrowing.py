"""A slot as a narrower scope sees it: folded anew over what was said to that agent or in that session."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from atma_overlay.errors import NotFoundError
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import DecisionState, Held, Kind, Slot, Transition, Verdict, Version
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Answer, Linker, slot_key
from atma_overlay.state.fold import fold_slot
from atma_overlay.state.folded import Closure


def narrowed(
    held: Sequence[Held], scope: Scope, *, reader: LedgerReader, linker: Linker, known_at: datetime | None = None
) -> list[Held]:
    """Statements as they stand for a scope; one with an agent or a session sees only what was said there."""
    if scope.agent is None and scope.session is None:
        return list(held)
    by_slot: dict[Slot, list[Held]] = {}
    for h in held:
        by_slot.setdefault(h.statement.slot, []).append(h)
    return [h for members in by_slot.values() for h in _narrowed_slot(members, scope, reader, linker, known_at)]


def spell_of(record_id: str, scope: Scope, *, reader: LedgerReader, linker: Linker) -> list[Held]:
    """The statements of a record, as the scope sees it; any of them names it.

    Raises:
        NotFoundError: the scope holds no such record.
    """
    found = [h for h in reader.held([record_id]) if scope.admits(h.statement.agent, h.statement.session)]
    if not found:
        raise NotFoundError("record", record_id)
    members = narrowed(reader.in_slots([found[0].statement.slot]), scope, reader=reader, linker=linker)
    named = next((h.standing.record_id for h in members if h.statement.id == record_id), None)
    return [h for h in members if h.standing.record_id == named]


def _narrowed_slot(
    members: Sequence[Held], scope: Scope, reader: LedgerReader, linker: Linker, known_at: datetime | None
) -> list[Held]:
    mine = [h for h in members if scope.admits(h.statement.agent, h.statement.session)]
    if not mine or len(mine) == len(members):
        return mine
    folded = fold_slot(
        [h.statement for h in mine],
        linker=linker,
        rulings=rulings(reader, mine[0].statement.slot, known_at=known_at),
        closures=closures(reader, {h.statement.id: h for h in mine}, erased=lambda i: not reader.history([i])),
    )
    standings = ((h, folded.standings.get(h.statement.id)) for h in mine)
    return [Held(h.statement, Version(s, h.version.recorded_from, h.version.revision)) for h, s in standings if s]


def rulings(reader: LedgerReader, slot: Slot, *, known_at: datetime | None = None) -> dict[str, Answer]:
    """The kept answers about the pairs of a slot, as far as they were known; the latest of a pair counts."""
    kept = (v for v in reader.verdicts([slot_key(slot)]) if known_at is None or v.recorded_at <= known_at)
    return {v.pair: answer_of(v) for v in kept}


def by_slot_key(verdicts: Iterable[Verdict]) -> dict[str, dict[str, Answer]]:
    """Kept answers by what the pairs of a slot share and by pair, oldest first; the latest of a pair counts."""
    found: dict[str, dict[str, Answer]] = {}
    for v in verdicts:
        found.setdefault(v.pair.partition(":")[0], {})[v.pair] = answer_of(v)
    return found


def answer_of(verdict: Verdict) -> Answer:
    """A kept answer as the fold takes it."""
    return Answer(verdict.ruling, verdict.decider, verdict.reason, verdict.confidence)


Erased = Callable[[str], bool]


def closures(
    reader: LedgerReader, held: Mapping[str, Held], *, erased: Erased, gone: Collection[str] = ()
) -> dict[str, Closure]:
    """By record, the applied transition whose successor or whose cause was erased (law 7).

    Args:
        reader: where the transitions are.
        held: the statements of one slot as they are stored, by id.
        erased: whether a statement is gone for good.
        gone: observations that are being erased.
    """
    if not held:
        return {}
    applied = (j for j in reader.transitions(held.keys()) if j.latest.state is DecisionState.APPLIED)
    orphans = [
        j.transition for j in applied if j.transition.from_id in held and _orphan(j.transition, reader, erased, gone)
    ]
    members = {t.from_id: frozenset(_members(held[t.from_id], held)) for t in orphans}
    return {t.from_id: Closure(t.id, t.valid_at, t.kind, members[t.from_id]) for t in orphans}


def _members(record: Held, held: Mapping[str, Held]) -> Iterator[str]:
    return (i for i, h in held.items() if h.standing.record_id == record.standing.record_id)


def _orphan(t: Transition, reader: LedgerReader, erased: Erased, gone: Collection[str]) -> bool:
    """Whether what stands behind a transition was erased: its successor, or its cause where it has none.

    What a rule made of a change stands on that change.
    """
    if t.to_id is not None:
        return erased(t.to_id)
    if t.kind is Kind.INVALIDATED and t.cause.startswith("tr_"):
        parent = reader.transition(t.cause)
        return parent is not None and (
            erased(parent.transition.from_id) or _orphan(parent.transition, reader, erased, gone)
        )
    said = t.kind in (
        Kind.ENDED,
        Kind.RETRACTED,
    )  # by an observation; other kinds without a successor follow from rules, but for a judge's doubt
    said = said or (t.kind is Kind.INVALIDATED and t.cause.startswith("obs_"))
    return said and (t.cause in gone or not reader.observations([t.cause]))
