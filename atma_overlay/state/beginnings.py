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
    statements, and is known only where that shift is resolved anew. Nor does it lie behind the first record that stays
    closed without what closed it: what is said later may open it again for what was said in between.

    Args:
        reader: the ledger as it is.
        changes: when what changes was observed.
    """
    rules = (c.observed_at for c in reader.contingencies())
    return min((*changes, *rules, *_closed_at(reader)), default=None)


def _closed_at(reader: LedgerReader) -> set[datetime]:
    """From when records are told of by transitions whose other side, or whose cause, was erased or withdrawn.

    Whatever became of those transitions: what was resolved while one of them closed its record may resolve otherwise
    now that it does not, and is stored as it was.
    """
    held = reader.all_held()
    by_id = {h.statement.id: h for h in held}
    told = [j.transition for j in reader.transitions(list(by_id))]
    causes = {t.cause for t in told if t.to_id is None and t.cause.startswith("obs_")}
    gone = causes - {o.id for o in reader.observations(causes)} if causes else set()
    shaken = [t for t in told if t.cause in gone or not {t.from_id, t.to_id} - {None} <= by_id.keys()]
    since = _first_said(held) if shaken else {}
    there = {i for t in shaken for i in (t.from_id, t.to_id) if i in by_id}
    return {since[by_id[i].standing.record_id] for i in there}


def ruled_at(earlier: Statement, later: Statement) -> datetime:
    """From when a ruling on a pair can tell: before that, one of the two is not there."""
    return max(earlier.observed_at, later.observed_at)


def erased_at(
    reader: LedgerReader, held: Sequence[Held], lost: Collection[str], gone: Collection[str]
) -> set[datetime]:
    """From when an erasure can tell: by what is lost, and by the records that stay closed without their cause.

    A closure closes its record from the record's first statement on, see `state.narrowing.closures`.

    Args:
        reader: the ledger as it is.
        held: every statement of the partition.
        lost: the statements that go.
        gone: the observations that go.
    """
    by_id = {h.statement.id: h for h in held}
    said = {o.observed_at for o in reader.observations(gone)}  # one that states nothing may have named somebody
    said |= {by_id[i].statement.observed_at for i in lost}
    return said | _since_closed(reader, held, lost, gone)


def _since_closed(
    reader: LedgerReader, held: Sequence[Held], lost: Collection[str], gone: Collection[str]
) -> set[datetime]:
    """When the first statements of the records were observed that a transition closes whose side or cause goes."""
    since = _first_said(held)
    by_id = {h.statement.id: h for h in held}
    known = {j.transition.id: j for j in reader.transitions(list(by_id))}
    applied = [j.transition for j in known.values() if j.latest.state is DecisionState.APPLIED]
    closed = {t.from_id for t in applied if t.from_id in by_id and _shaken(t, known, lost, gone)}
    return {since[by_id[i].standing.record_id] for i in closed}


def _first_said(held: Sequence[Held]) -> dict[str, datetime]:
    """When the first statement of each record was observed."""
    since: dict[str, datetime] = {}
    for h in held:
        record, at = h.standing.record_id, h.statement.observed_at
        since[record] = min(at, since.get(record, at))
    return since


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
