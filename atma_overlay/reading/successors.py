"""What took a retired record's place in another slot: a judge's verdict links across slots."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Act, DecisionState, Held, Slot, Statement, Status
from atma_overlay.scope import Scope
from atma_overlay.state.folds.narrowing import narrowed
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.state.present import as_known

HOPS = 4
"""How often a successor may itself have given way."""


def successors(
    slots: Mapping[Slot, Sequence[Held]], *, reader: LedgerReader, scope: Scope, linker: Linker,
    known_at: datetime | None,
) -> dict[str, list[Held]]:  # fmt: skip
    """By retired record, what stands in its place in another slot, as the scope sees it.

    Only a statement that says so (`Act.GIVE_WAY`) leads out of a slot; other changes stay within theirs.

    Args:
        slots: all statements of the slots at hand.
        reader: where transitions and other slots are.
        scope: only what it may see leads on.
        linker: folds a slot anew where the scope is narrow.
        known_at: as it was known then.
    """
    if not any(h.statement.act is Act.GIVE_WAY for members in slots.values() for h in members):
        return {}
    led_away = [members for members in slots.values() if any(h.statement.act is Act.GIVE_WAY for h in members)]
    wanted = {h.statement.id: h.statement.id for members in led_away for h in members if _gave_way(h)}
    home = {h.statement.id: slot for slot, members in slots.items() for h in members} if wanted else {}
    out: dict[str, list[Held]] = {}
    for _ in range(HOPS):
        if not wanted:
            break
        named = _named(_moves(reader, wanted, known_at), reader, known_at)
        moves = [(wanted[from_id], to) for from_id, to in named if home.get(wanted[from_id]) != to.statement.slot]
        met = _met({to.statement for _, to in moves}, reader, scope, linker, known_at)
        following: dict[str, str] = {}
        for root, to in moves:
            to_id = to.statement.id
            held = met.get(to_id)
            if held is None:
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


def _named(moves: Sequence[tuple[str, str]], reader: LedgerReader, known_at: datetime | None) -> list[tuple[str, Held]]:
    held = {h.statement.id: h for h in reader.held({to_id for _, to_id in moves}, known_at=known_at)}
    return [(from_id, held[to_id]) for from_id, to_id in moves if to_id in held]


def _met(
    wanted: Collection[Statement], reader: LedgerReader, scope: Scope, linker: Linker, known_at: datetime | None
) -> dict[str, Held]:
    """Those of the statements that the scope sees, as they stand for it."""
    if not wanted:
        return {}
    members = reader.in_slots({s.slot for s in wanted}, known_at=known_at)
    seen = narrowed(members, scope, reader=reader, linker=linker, known_at=known_at)
    return {h.statement.id: h for h in seen if h.statement in wanted}
