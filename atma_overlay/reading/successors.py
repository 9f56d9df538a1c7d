"""What took a retired record's place in another slot: a judge's verdict links across slots."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import DecisionState, Held, Slot, Status
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker
from atma_overlay.state.narrowing import narrowed
from atma_overlay.state.present import as_known

HOPS = 4
"""How often a successor may itself have given way."""


def successors(
    slots: Mapping[Slot, Sequence[Held]], *, reader: LedgerReader, scope: Scope, linker: Linker,
    known_at: datetime | None,
) -> dict[str, list[Held]]:  # fmt: skip
    """By retired record, what stands in its place in another slot, as the scope sees it.

    Args:
        slots: all statements of the slots at hand.
        reader: where transitions and other slots are.
        scope: only what it may see leads on.
        linker: folds a slot anew where the scope is narrow.
        known_at: as it was known then.
    """
    wanted = {h.statement.id: h.statement.id for members in slots.values() for h in members if _gave_way(h)}
    home = {h.statement.id: slot for slot, members in slots.items() for h in members}
    out: dict[str, list[Held]] = {}
    for _ in range(HOPS):
        if not wanted:
            break
        moves = _moves(reader, wanted, known_at)
        met = _met({to_id for _, to_id in moves}, reader, scope, linker, known_at)
        following: dict[str, str] = {}
        for from_id, to_id in moves:
            root, held = wanted[from_id], met.get(to_id)
            if held is None or home.get(root) == held.statement.slot:
                continue
            if held.standing.status is Status.ACTIVE:
                out.setdefault(root, []).append(held)
            else:
                following[to_id] = root
        wanted = following
    return out


def _gave_way(held: Held) -> bool:
    return held.is_record and held.standing.status is Status.SUPERSEDED


def _moves(reader: LedgerReader, ids: Collection[str], known_at: datetime | None) -> list[tuple[str, str]]:
    found = (as_known(j, known_at) for j in reader.transitions(ids))
    applied = (j.transition for j in found if j is not None and j.latest.state is DecisionState.APPLIED)
    return [(t.from_id, t.to_id) for t in applied if t.from_id in ids and t.to_id is not None]


def _met(
    ids: Collection[str], reader: LedgerReader, scope: Scope, linker: Linker, known_at: datetime | None
) -> dict[str, Held]:
    named = reader.held(ids, known_at=known_at)
    members = reader.in_slots({h.statement.slot for h in named}, known_at=known_at)
    seen = narrowed(members, scope, reader=reader, linker=linker, known_at=known_at)
    return {h.statement.id: h for h in seen if h.statement.id in ids}
