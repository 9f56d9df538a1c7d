"""Running an audit: the store is read once into a scratch ledger, and nothing is written anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo

from opentelemetry.trace import TracerProvider

from atma_overlay import telemetry
from atma_overlay.arguments import utc_now, voice_of
from atma_overlay.audit.corpus import Corpus, corpus
from atma_overlay.audit.findings import Facts, counted
from atma_overlay.audit.inquiry import Inquiry, inquiry
from atma_overlay.audit.report import AuditReport
from atma_overlay.audit.store import ReadOnlyHost
from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.drivers import run
from atma_overlay.effects import Flow, HostSearchCall, Stage
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.pages import pages_flow
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.ledger import MemoryLedger
from atma_overlay.overlay import Overlay
from atma_overlay.ports.host import Host, HostMemory, HostSearch
from atma_overlay.records import DecisionState
from atma_overlay.release import __version__
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_overlay.state.pairs.adjudication import Linker

Progress = Callable[[int, int], None]
"""Told how many memories of how many have been read."""


@typed
def audit(  # noqa: PLR0913 - one option a line
    host: Host, *, scope: Scope, queries: Sequence[str] = (), limit: int = 5, role: str | None = None,
    lexicon: Lexicon | None = None, linker: Linker | None = None, timezone: str | tzinfo | None = None,
    clock: Callable[[], datetime] = utc_now, on_progress: Progress | None = None,
    tracer_provider: TracerProvider | None = None,
) -> AuditReport:  # fmt: skip
    """What the overlay would retire, propose and block in an existing store. The store is only read.

    Args:
        host: the store, open; it stays open.
        scope: whose memories.
        queries: to be asked of the host alone and of the overlay, side by side.
        limit: how many rows an answer may have.
        role: whose words are memories that do not say so; nobody's by default, as for `Overlay.backfill`.
        lexicon: attributes of your own; see `Lexicon.load`.
        linker: answers whether two statements of one slot conflict; rules by default.
        timezone: where the user is; see `Overlay`.
        clock: the system clock, aware UTC.
        on_progress: told after each batch.
        tracer_provider: where spans go; see `Overlay`.

    Raises:
        InvalidInputError: a query is empty, the limit out of range, or the role none.
        HostError: the host cannot be read.
    """
    if any(not query.strip() for query in queries):
        raise InvalidInputError("queries", "one is empty: pass what the agent would be asked")
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInputError("limit", f"{limit} is not between 1 and {MAX_LIMIT}: pass how many groups")
    voice = voice_of(role, None)
    view = ReadOnlyHost(host)
    ledger = MemoryLedger(clock=clock)
    with Overlay(
        view, ledger=ledger, on_error="raise", lexicon=lexicon, linker=linker, timezone=timezone, clock=clock,
        tracer_provider=tracer_provider,
    ) as overlay:  # fmt: skip
        memories = run(_memories_flow(scope, host.name), overlay.executor, root=telemetry.AUDIT)
        read = corpus(memories, scope=scope, voice=voice, clock=clock)
        view.expect(read.said)
        _take_in(overlay, read, scope=scope, on_progress=on_progress)
        facts = _facts(overlay, memories, scope=scope)
        asked = tuple(_asked(overlay, query, scope=scope, limit=limit, facts=facts) for query in queries)
    return _report(read, facts, asked, host=host.name, scope=scope, at=clock(), memories=len(memories))


def _memories_flow(scope: Scope, host: str) -> Flow[tuple[HostMemory, ...]]:
    yield Stage("search")
    found = yield from pages_flow(scope, host=host)
    yield Stage(None)
    return found


def _take_in(overlay: Overlay, read: Corpus, *, scope: Scope, on_progress: Progress | None) -> None:
    """Through the write path as it is; what one round of host writes leaves waiting is linked at the end."""
    done = 0
    for batch in read.batches():
        overlay.remember(batch, scope=scope)
        done += len(batch)
        if on_progress is not None:
            on_progress(done, len(read.said))
    overlay.flush(scope=scope)


def _facts(overlay: Overlay, memories: Sequence[HostMemory], *, scope: Scope) -> Facts:
    by_id = {m.id: m for m in memories}
    links = overlay.ledger.read(
        scope, lambda reader: reader.links(observation_ids={o.id for o in reader.observed_after(None)})
    )
    carried = {link.observation_id: by_id[link.host_id] for link in links}
    return Facts(overlay.timeline(scope=scope), carried)


def _asked(overlay: Overlay, query: str, *, scope: Scope, limit: int, facts: Facts) -> Inquiry:
    alone = run(_search_flow(query, scope, limit), overlay.executor, root=telemetry.AUDIT)
    return inquiry(overlay.recall(query, scope=scope, limit=limit), alone.memories, facts=facts)


def _search_flow(query: str, scope: Scope, limit: int) -> Flow[HostSearch]:
    yield Stage("search")
    answer: HostSearch = yield HostSearchCall(scope, query, limit)
    yield Stage(None)
    return answer


def _report(
    read: Corpus, facts: Facts, asked: tuple[Inquiry, ...], *, host: str, scope: Scope, at: datetime, memories: int
) -> AuditReport:
    retired = facts.findings(DecisionState.APPLIED)
    return AuditReport(
        host=host, scope=scope, audited_at=at, version=__version__, memories=memories, read=len(read.said),
        order=read.order, notes=tuple(read.notes()), records=len(facts.timeline.records), retired=retired,
        proposed=facts.findings(DecisionState.PROPOSED), contested=tuple(facts.contests()), by_kind=counted(retired),
        contingencies=facts.timeline.contingencies, inquiries=asked, unread=read.unread,
    )  # fmt: skip
