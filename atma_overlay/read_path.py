"""The read path: search host and ledger, infer view, link and label, select, check premises. No writes."""

from __future__ import annotations

import logging
from dataclasses import replace

from atma_overlay.effects import Compute, Flow, HostSearchCall, LedgerRead, Stage, Steps
from atma_overlay.errors import HostError, in_a_log, kind_told
from atma_overlay.language.dates.zones import WallClock
from atma_overlay.language.queries.view import ViewRequest, infer_view
from atma_overlay.packing import ask_ahead, assemble, searched
from atma_overlay.ports.host import HostSearch
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.archived import note_recall
from atma_overlay.reading.query import Query, Reader
from atma_overlay.reading.rank import rank
from atma_overlay.readout.flow import Reading, readout_flow
from atma_overlay.readout.question import ReadQuestion, read_question
from atma_overlay.state.days_to_come import up_to_now
from atma_overlay.state.folds.narrowing import narrowed
from atma_overlay.views import Label, Packet, Row, View

_LOG = logging.getLogger("atma_overlay.recall")


def recall_flow(reader: Reader, query: Query) -> Flow[Packet]:
    """The packet for a query, see `_recalled`, which tells its days in the asker's time zone."""
    packet = yield from _recalled(reader, query)
    packet.told_in(query.zone)
    return packet


def _recalled(reader: Reader, query: Query) -> Flow[Packet]:
    """Labelled evidence for a query; in shadow mode the host's own answer, with the packet that would have been.

    What was known at an earlier instant is read from the ledger alone: the host keeps no past (law 6).
    """
    shadow = reader.mode == "shadow"
    answer, failed = HostSearch(()), None
    yield Stage("search")
    if shadow or query.known_at is None:
        fetched = query.limit if shadow else query.limit * reader.over_fetch
        try:
            answer = yield HostSearchCall(query.scope, query.text, fetched)
        except Exception as error:  # whatever the host raises is reported, or raised as asked
            if reader.on_error == "raise":
                raise
            failed = kind_told(error)
            answer = HostSearch((), native=error.native if isinstance(error, HostError) else None)
            _LOG.warning("recall goes on without the host: %s", in_a_log(error))
    yield Stage("infer_view")
    hits = answer if query.known_at is None else HostSearch((), answer.native)
    try:
        request: ViewRequest = yield Compute(lambda: _request(query))
        reading = yield from _read(reader, query, hits)
        yield Stage("link")
        packet: Packet = yield LedgerRead(
            query.scope, lambda ledger: _made(ledger, reader, query, request, hits, reading)
        )
    except Exception as error:  # likewise: the host's answer reaches the agent
        if reader.on_error == "raise":
            raise
        _LOG.warning("recall goes on without the ledger: %s", in_a_log(error))
        yield Stage(None)
        return _passed_through(query, answer, reader.mode, degraded=kind_told(error))
    yield Stage(None)
    if shadow:
        would_be = packet.model_copy(update={"native": None})
        return _passed_through(query, answer, "shadow", degraded=failed, shadow=would_be)
    if reader.touches is not None:
        note_recall(reader.touches, packet, query.scope)
    return packet.model_copy(update={"degraded": failed}) if failed else packet


def _request(query: Query) -> ViewRequest:
    clock = WallClock(query.now, query.zone)
    request = clock.request(infer_view(query.text, clock.reading))
    if query.view is not None:
        request = replace(request, view=query.view)
    if query.valid_at is not None:
        view = View.HISTORICAL if query.view is None else query.view
        request = replace(request, view=view, as_of=query.valid_at, period=None)
    return request


def _read(reader: Reader, query: Query, hits: HostSearch) -> Flow[Reading | None]:
    """What a judge makes of the query; what was known earlier is read by the rules alone, for good (law 6)."""
    if reader.judge is None or reader.judge.reads == "off" or query.known_at is not None:
        return None
    limit = reader.judge.budget.records
    return (
        yield from readout_flow(
            reader.judge, query.scope, lambda ledger: _asked(ledger, reader, query, hits, limit=limit)
        )
    )


def _asked(
    ledger: LedgerReader, reader: Reader, query: Query, hits: HostSearch, *, limit: int
) -> tuple[ReadQuestion, tuple[str, ...]]:
    ask_ahead(ledger, reader, query, hits)
    query = query.on(ledger)
    both = searched(ledger, reader, query, hits)
    seen = narrowed(ledger.all_held(), query.scope, reader=ledger, linker=reader.linker)
    held = up_to_now(seen, at=query.now, zone=query.zone)
    return read_question(
        held, both.gathered, rank(both.gathered, query.asked, both.subjects), query=query.asked, at=query.now,
        lexicon=reader.lexicon, limit=limit,
    )  # fmt: skip


def _made(
    ledger: LedgerReader, reader: Reader, query: Query, request: ViewRequest, hits: HostSearch, reading: Reading | None
) -> Steps[Packet]:
    """The rules' packet, or the one that a readout makes of it; in its shadow the rules', with the other beside."""
    if reading is None:
        return (yield from assemble(ledger, reader, query, request, hits))
    report, guided = reading.report, None
    if reading.plan is not None:
        try:
            guided = yield from assemble(ledger, reader, query, request, hits, reading=reading)
        except Exception as error:  # the rules' packet stands, and says so
            report = report.model_copy(update={"error": type(error).__name__})
    if guided is not None and report.mode == "on":
        return guided
    packet = yield from assemble(ledger, reader, query, request, hits)
    would_be = guided.model_copy(update={"native": None}) if guided is not None else None
    return packet.model_copy(update={"readout": report.model_copy(update={"would_be": would_be})})


def _passed_through(
    query: Query, answer: HostSearch, mode: str, *, degraded: str | None, shadow: Packet | None = None
) -> Packet:
    rows = tuple(
        Row(
            label=Label.UNTRACKED, text=m.text, value=m.text, observed_at=m.created_at, host_ids=(m.id,),
            score=m.score or 0.0, packet=n,
        )
        for n, m in enumerate(answer.memories[: query.limit])
    )  # fmt: skip
    view, as_of = (shadow.view, shadow.as_of) if shadow else (query.view or View.NEUTRAL, query.valid_at)
    return Packet(
        query=query.text, view=view, as_of=as_of, known_at=query.known_at, rows=rows, mode=mode, degraded=degraded,
        shadow=shadow, native=answer.native,
    )  # fmt: skip
