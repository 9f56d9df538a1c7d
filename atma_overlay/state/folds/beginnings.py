"""Beginnings: how far back a replay has to reach.

An utterance is resolved in the light of what was observed before it, and of nothing else. So what was observed before
the first thing that changes is resolved to what is stored already, and a replay takes it from there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import DecisionState, Held, Statement, Transition


def beginning(reader: LedgerReader, changes: Iterable[datetime]) -> datetime | None:
    """The instant from which everything is resolved anew; None means from the first observation.

    It lies not behind the first stated rule: what an earlier shift set off and has lost since is not stored with the
    statements, and is known only where that shift is resolved anew.

    Args:
        reader: the ledger as it is.
        changes: when what changes was observed.
    """
    rules = (c.observed_at for c in reader.contingencies())
    return min((*changes, *rules), default=None)


def ruled_at(earlier: Statement, later: Statement) -> datetime:
    """From when a ruling on a pair can tell: before that, one of the two is not there."""
    return max(earlier.observed_at, later.observed_at)


def erased_at(
    reader: LedgerReader, held: Sequence[Held], lost: Collection[str], gone: Collection[str]
) -> set[datetime]:
    """From when an erasure can tell: by what is lost, and by the records that stay closed without their cause.

    A closure counts from when it took effect, which may be before what closed the record was said (*since May*).

    Args:
        reader: the ledger as it is.
        held: every statement of the partition.
        lost: the statements that go.
        gone: the observations that go.
    """
    by_id = {h.statement.id: h for h in held}
    said = {o.observed_at for o in reader.observations(gone)}  # one that states nothing may have named somebody
    said |= {by_id[i].statement.observed_at for i in lost}
    return said | _closed_at(reader, by_id, lost, gone)


def _closed_at(
    reader: LedgerReader, held: Mapping[str, Held], lost: Collection[str], gone: Collection[str]
) -> set[datetime]:
    """When the transitions took effect whose record stays while a side, or the cause, goes."""
    known = {j.transition.id: j for j in reader.transitions(held.keys())}
    applied = (j.dated for j in known.values() if j.latest.state is DecisionState.APPLIED)
    return {t.valid_at for t in applied if t.from_id in held and _shaken(t, known, lost, gone)}


def _shaken(t: Transition, known: Mapping[str, Judged], lost: Collection[str], gone: Collection[str]) -> bool:
    """Whether a transition, or one that it follows from, has a side or a cause that goes."""
    seen: set[str] = set()
    while t.id not in seen:
        if t.to_id in lost or t.from_id in lost or t.cause in gone:
            return True
        seen.add(t.id)
        t = known[t.cause].transition if t.cause in known else t
    return False


def lost_with(statements: Sequence[Statement], gone: Collection[str]) -> frozenset[str]:
    """The statements that go with the observations that are being erased, and what derives from them."""
    if not gone:
        return frozenset()
    going = frozenset(gone)
    lost = {s.id for s in statements if s.observation_id in going}
    derived = [s for s in statements if s.lineage and s.id not in lost]
    while more := [s for s in derived if not lost.isdisjoint(s.lineage) or not going.isdisjoint(s.lineage)]:
        lost |= {s.id for s in more}
        derived = [s for s in derived if s.id not in lost]
    return frozenset(lost)
