"""Adopting a store that was filled without the overlay; nothing in the host changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import ceil

from atma_overlay.adoption.claims import claim, claims_flow
from atma_overlay.adoption.drift import Comparison, Drift
from atma_overlay.adoption.hearing import Heard, hearing_flow, retired_flow
from atma_overlay.adoption.intake import Intake, Reading, Voice, Wanted, says_who_spoke
from atma_overlay.adoption.reports import BackfillReport
from atma_overlay.adoption.taking import Progress, Taken, earlier_flow, take_flow
from atma_overlay.effects import Flow, LedgerRead, Stage
from atma_overlay.hosts.pages import pages_flow
from atma_overlay.judge.estimate import estimated
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import promised
from atma_overlay.records import LinkState, Origin
from atma_overlay.render import estimate_tokens
from atma_overlay.scope import Scope
from atma_overlay.writing.writer import Writer

BATCH = 200
"""Texts a ledger transaction, unless the caller says otherwise."""
MAX_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class Backfill:
    """How a store is adopted.

    Attributes:
        dry_run: only say what would be done.
        voice: whose words are memories that do not say so.
        batch: texts a ledger transaction; a kill loses no batch before it.
        on_progress: told after each batch.
    """

    dry_run: bool
    voice: Voice
    batch: int
    on_progress: Progress | None


def backfill_flow(writer: Writer, scope: Scope, backfill: Backfill) -> Flow[BackfillReport]:
    """Observe every memory that the ledger does not know, in the order of saying, linked to where it is.

    Only memories without a link are taken in, so that a run after a kill goes on where that one stopped.
    """
    yield Stage("search")
    memories: tuple[HostMemory, ...] = yield from pages_flow(scope, host=writer.host_name)
    comparison = Comparison(writer.host_name, writer.powers.rewrites)
    drift: Drift = yield LedgerRead(scope, lambda reader: comparison.drift(reader, memories, ()))
    unsaid = {m.id for m in memories if not says_who_spoke(m) and promised(m.key) is None}
    named = unsaid if backfill.voice.trusted != Origin.AGENT else ()
    late: int = yield LedgerRead(scope, lambda reader: _as_the_agents(reader, named, writer.host_name))
    earlier = yield from earlier_flow(scope, drift.added, recovers=writer.powers.recovers)
    retired = yield from retired_flow(writer, scope)
    reading = Reading(scope, backfill.voice, writer.host_name, writer.clock, writer.redact)
    intake = reading.intake(memories, Wanted(frozenset(m.id for m in drift.added), {}, earlier))
    taken, heard = Taken(), Heard()
    if not backfill.dry_run:
        yield Stage("commit")
        yield from claims_flow(scope, claim(drift, writer.host_name))
        taken = yield from take_flow(
            writer, scope, intake.entries, batch=backfill.batch, on_progress=backfill.on_progress
        )
        heard = yield from hearing_flow(writer, scope, retired)
    yield Stage(None)
    return _report(writer, scope, backfill, _Found(len(memories), drift, intake, taken, len(retired), heard, late))


@dataclass(frozen=True, slots=True)
class _Found:
    memories: int
    drift: Drift
    intake: Intake
    taken: Taken
    retired: int
    heard: Heard
    late: int
    """Memories that are in the ledger as the agent's, and whose speaker is named only now."""


def _report(writer: Writer, scope: Scope, backfill: Backfill, found: _Found) -> BackfillReport:
    drift, intake, taken = found.drift, found.intake, found.taken
    read = [e.observation for e in intake.entries if e.observation.origin is not Origin.AGENT]
    estimate = estimated(writer.judge, [o.text for o in read]) if writer.judge is not None else None
    current = sum(e.state is LinkState.LIVE for e in intake.entries)
    return BackfillReport(
        host=writer.host_name, scope=scope, dry_run=backfill.dry_run, memories=found.memories,
        already_linked=found.memories - len(drift.added) - len(drift.promised), unconfirmed=len(drift.promised),
        dated=current - intake.undated, undated=intake.undated, order=intake.ordered.order,
        texts=len(intake.entries), overwritten=len(intake.entries) - current, to_read=len(read),
        batches=ceil(len(intake.entries) / backfill.batch),
        estimated_tokens=sum(estimate_tokens(o.text) for o in read), model_calls=estimate.calls if estimate else 0,
        estimate=estimate, taken=taken.observations,
        records=taken.records, applied=taken.applied, proposed=taken.proposed + found.heard.proposed,
        host_retired=found.retired, heard=dict(found.heard.counts), unread=intake.unread,
        notes=(*notes(intake, backfill.voice), *_drifted(drift), *_late(found.late)),
    )  # fmt: skip


def notes(intake: Intake, voice: Voice) -> Iterator[str]:
    """What a reader has to know about how memories were read."""
    if intake.undated and intake.ordered.order == "page":
        yield "no memory of this store has a date: they were read in the order of the host's pages"
    if intake.entries and intake.ordered.same_instant:
        count = intake.ordered.same_instant
        yield f"{count} memories share an instant with another: the host's pages say which came first"
    if intake.without_role:
        yield voice.note(intake.without_role)
    if intake.unread:
        yield f"{len(intake.unread)} memories were left out, see `unread`"


def _as_the_agents(reader: LedgerReader, host_ids: Collection[str], host: str) -> int:
    """How many of the memories are in the ledger as the agent's words."""
    found = reader.links(host_ids=host_ids) if host_ids else []
    links = [x for x in found if x.host == host and x.state is LinkState.LIVE]
    said = {o.id for o in reader.observations({x.observation_id for x in links}) if o.origin is Origin.AGENT}
    return len({x.host_id for x in links if x.observation_id in said})


def _late(count: int) -> Iterator[str]:
    if count:
        yield (
            f"{count} memories are in the ledger as the agent's already, and a role or an origin named now changes "
            "none of them: to read them anew, adopt the store with a new ledger"
        )


def _drifted(drift: Drift) -> Iterator[str]:
    if drift.edited:
        yield f"{len(drift.edited)} linked memories were edited since: reconcile"
    if drift.leftover:
        yield f"{len(drift.leftover)} memories were erased here and are still at the host: reconcile"
