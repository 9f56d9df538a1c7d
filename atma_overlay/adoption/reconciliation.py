"""Making host and ledger agree again, after a crash or after somebody wrote around the overlay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from atma_overlay.adoption.backfill import BATCH, notes
from atma_overlay.adoption.claims import confirmed
from atma_overlay.adoption.drift import Comparison, Drift, Linked
from atma_overlay.adoption.hearing import Heard, hearing_flow, retired_flow
from atma_overlay.adoption.intake import Intake, Reading, Voice, Wanted
from atma_overlay.adoption.reports import Difference, DifferenceKind, ReconcileReport
from atma_overlay.adoption.taking import Taken, earlier_flow, take_flow
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Flow, HostChanges, HostGet, LedgerRead, LedgerWrite, Stage
from atma_overlay.hosts.pages import pages_flow
from atma_overlay.outbox import Drained, drain_flow
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.host_powers import ChangeKind, EarlierText, HostChange
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import promise
from atma_overlay.records import HostLink, LinkState, Observation, owed_deletion
from atma_overlay.scope import Scope
from atma_overlay.writing.writer import Writer

_NOTICED = 100_000


@dataclass(slots=True)
class Noticed:
    """What a host's change feed told, kept for whichever scope asks: a feed is read once and names no scopes.

    Attributes:
        at: when each memory was last changed.
        certain: whether the feed told of everything since the start of this process.
    """

    at: dict[str, datetime] = field(default_factory=dict)
    certain: bool = True

    def note(self, changes: Iterable[HostChange]) -> None:
        """Keep what the feed told."""
        for change in changes:
            self.certain &= change.kind is not ChangeKind.UNKNOWN
            if change.id:
                self.at[change.id] = change.at
        if len(self.at) > _NOTICED:
            self.certain = False
            self.at.clear()


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """How host and ledger are brought together.

    Attributes:
        dry_run: only say what differs.
        full: read the whole scope; otherwise only what the host's change feed named, where that is certain.
        refill: give the host every text of the ledger that it does not hold.
        voice: whose words are memories that do not say so.
        noticed: what the change feed told before.
    """

    dry_run: bool
    full: bool
    refill: bool
    voice: Voice
    noticed: Noticed


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read at the host, and whether that is all of the scope."""

    memories: tuple[HostMemory, ...]
    full: bool


def reconcile_flow(writer: Writer, scope: Scope, asked: Reconciliation) -> Flow[ReconcileReport]:
    """Compare by id and digest, then repair the ledger; the host is written to only where the ledger owes it."""
    yield Stage("search")
    comparison = Comparison(writer.host_name, writer.powers.rewrites)
    before: list[HostLink] = yield LedgerRead(scope, lambda reader: comparison.known_before(reader, scope))
    seen: _Seen = yield from _look(writer, scope, asked)
    if not seen.full:
        before = [link for link in before if link.host_id in asked.noticed.at]
    found: _Found = yield LedgerRead(scope, lambda reader: _found(reader, comparison, seen, before))
    missing: list[Observation] = []
    if asked.refill:
        missing = yield LedgerRead(scope, lambda reader: comparison.missing(reader, scope, found.drift))
    intake = yield from _intake(writer, scope, asked, found)
    retired = yield from retired_flow(writer, scope)
    if asked.dry_run:
        heard = yield from hearing_flow(writer, scope, retired, dry_run=True)
        yield Stage(None)
        return _report(writer, scope, asked, found, _Repair(intake, heard, refilled=len(missing)))
    yield Stage("commit")
    again = Changeset(outbox=tuple(promise(o, host=writer.host_name) for o in missing))
    yield LedgerWrite(scope, lambda reader: (_mended(reader, found.drift, writer.host_name) + again, None))
    yield Stage("host")
    drained = yield from _drain(writer, scope)
    yield Stage("commit")
    taken = yield from take_flow(writer, scope, intake.entries, batch=BATCH, on_progress=None)
    heard = yield from hearing_flow(writer, scope, retired)
    yield Stage(None)
    for host_id in (*(m.id for m in seen.memories), *(link.host_id for link in before)):
        asked.noticed.at.pop(host_id, None)
    return _report(writer, scope, asked, found, _Repair(intake, heard, drained, taken, refilled=len(missing)))


def _look(writer: Writer, scope: Scope, asked: Reconciliation) -> Flow[_Seen]:
    if writer.powers.watches:
        asked.noticed.note((yield HostChanges()))
    if asked.full or asked.refill or not writer.powers.watches or not asked.noticed.certain:
        memories = yield from pages_flow(scope, host=writer.host_name)
        return _Seen(memories, full=True)
    changed: list[HostMemory] = yield HostGet(scope, list(asked.noticed.at))
    return _Seen(tuple(changed), full=False)


@dataclass(frozen=True, slots=True)
class _Found:
    """The drift, with what the ledger holds of the memories concerned."""

    seen: _Seen
    drift: Drift
    texts: Mapping[str, str]
    """By observation."""
    digests: Mapping[str, frozenset[str]]
    """Of all that an edited memory is known to have said, by host id."""


def _found(reader: LedgerReader, comparison: Comparison, seen: _Seen, before: Sequence[HostLink]) -> _Found:
    drift = comparison.drift(reader, seen.memories, before)
    links = [*drift.gone, *(link for _, found in (*drift.edited, *drift.returned) for link in found)]
    ids = {link.observation_id for link in links} | {i for _, i in drift.promised}
    texts = {o.id: o.text for o in reader.observations(ids)}
    digests: dict[str, set[str]] = {}
    for link in reader.links(host_ids=[m.id for m, _ in drift.edited]):
        digests.setdefault(link.host_id, set()).update(h for h in (link.text_hash, link.seen_hash) if h)
    return _Found(seen, drift, texts, {i: frozenset(found) for i, found in digests.items()})


def _intake(writer: Writer, scope: Scope, asked: Reconciliation, found: _Found) -> Flow[Intake]:
    """Added and edited memories as observations; an edit is as old as the host says, or was made just now."""
    edited = [m for m, _ in found.drift.edited]
    earlier = yield from earlier_flow(scope, [*found.drift.added, *edited], recovers=writer.powers.recovers)
    now = writer.clock()
    edits: dict[str, datetime] = {}
    for memory in edited:
        past: tuple[EarlierText, ...] = earlier.get(memory.id, ())
        edits[memory.id] = asked.noticed.at.get(memory.id) or (min(past[-1].until, now) if past else now)
        known = found.digests.get(memory.id, frozenset())
        earlier[memory.id] = tuple(text for text in past if digest(text.text) not in known)
    added = frozenset(m.id for m in found.drift.added)
    reading = Reading(scope, asked.voice, writer.host_name, writer.clock, writer.redact)
    return reading.intake(found.seen.memories, Wanted(added, edits, earlier))


def _mended(reader: LedgerReader, drift: Drift, host: str) -> Changeset:
    """Everything that needs no reading of texts, in one transaction."""
    gone = [replace(link, state=LinkState.GONE) for link in drift.gone]
    seen = [replace(link, seen_hash=digest(m.text)) for m, links in drift.unseen for link in links]
    back = [
        replace(link, state=LinkState.LIVE, seen_hash=link.seen_hash or digest(m.text))
        for m, links in drift.returned
        for link in links
    ]
    owed = [owed_deletion(host, m.id, links[0].observation_id) for m, links in drift.leftover]
    claimed = confirmed(reader, drift.promised, host=host)
    return claimed + Changeset(links=(*gone, *seen, *back), outbox=tuple(owed))


def _drain(writer: Writer, scope: Scope) -> Flow[Drained]:
    """Round after round while the host takes something: one round is bounded."""
    total, retry_failed = Drained((), settled=0, waiting=0), True
    while True:
        round_ = yield from drain_flow(writer, scope, retry_failed=retry_failed)
        retry_failed = False
        total = Drained(
            total.carried + round_.carried, total.settled + round_.settled, round_.waiting,
            tuple(dict.fromkeys(total.not_erased + round_.not_erased)),
        )  # fmt: skip
        if not round_.settled:
            return total


@dataclass(frozen=True, slots=True)
class _Repair:
    """What a repair took in and handed over; of a dry run only what it would take in."""

    intake: Intake
    heard: Heard
    drained: Drained | None = None
    taken: Taken = field(default_factory=Taken)
    refilled: int = 0


def _report(writer: Writer, scope: Scope, asked: Reconciliation, found: _Found, repair: _Repair) -> ReconcileReport:
    drift, taken, drained = found.drift, repair.taken, repair.drained
    differences = tuple(_differences(found))
    remarks = (*notes(repair.intake, asked.voice), *_emptied(found, asked))
    return ReconcileReport(
        host=writer.host_name, scope=scope, dry_run=asked.dry_run, full=found.seen.full,
        memories=len(found.seen.memories), agreed=drift.same, first_seen=len(drift.unseen), differences=differences,
        counts=dict(Counter(d.kind for d in differences)),
        pending=len(drift.pending) if drained is None else drained.waiting,
        drained=0 if drained is None else drained.settled, refilled=repair.refilled,
        taken=taken.observations, records=taken.records, applied=taken.applied,
        proposed=taken.proposed + (0 if asked.dry_run else repair.heard.proposed),
        heard=dict(repair.heard.counts), unread=repair.intake.unread,
        not_erased=() if drained is None else drained.not_erased, notes=remarks,
    )  # fmt: skip


def _emptied(found: _Found, asked: Reconciliation) -> Iterator[str]:
    """A host without anything that it was given was lost more likely than somebody deleted all of it."""
    drift = found.drift
    kept = drift.same or drift.unseen or drift.edited or drift.returned
    if drift.gone and not kept and found.seen.full and not asked.refill:
        yield f"the host holds none of {len(drift.gone)} memories that it was given: refill puts their texts back"


def _differences(found: _Found) -> Iterator[Difference]:
    drift, kind = found.drift, DifferenceKind
    for memory in drift.added:
        yield Difference(kind=kind.ADDED, host_id=memory.id, text=memory.text)
    yield from _of(kind.EDITED, drift.edited, found.texts)
    yield from _of(kind.RETURNED, drift.returned, found.texts)
    for memory, observation_id in drift.promised:
        was = found.texts.get(observation_id)
        ids = (observation_id,)
        yield Difference(kind=kind.UNCONFIRMED, host_id=memory.id, observation_ids=ids, text=memory.text, was=was)
    for link in drift.gone:
        was, ids = found.texts.get(link.observation_id), (link.observation_id,)
        yield Difference(kind=kind.DELETED, host_id=link.host_id, observation_ids=ids, was=was)
    yield from _of(kind.LEFTOVER, drift.leftover, {})
    for alike in drift.doubled.values():
        for memory in alike[1:]:
            yield Difference(kind=kind.DOUBLED, host_id=memory.id, text=memory.text)


def _of(kind: DifferenceKind, linked: Sequence[Linked], texts: Mapping[str, str]) -> Iterator[Difference]:
    for memory, links in linked:
        ids = tuple(link.observation_id for link in links)
        was = next((texts[i] for i in reversed(ids) if i in texts), None)
        yield Difference(kind=kind, host_id=memory.id, observation_ids=ids, text=memory.text, was=was)
