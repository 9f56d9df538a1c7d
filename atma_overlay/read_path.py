"""The read path: search host and ledger, infer view, link and label, select, check premises. No writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from atma_overlay.effects import Compute, Flow, HostSearchCall, LedgerRead, Source, Sources, Stage, Steps
from atma_overlay.judge.settings import Judge
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.language.view import ViewRequest, infer_view
from atma_overlay.language.zones import WallClock
from atma_overlay.lifecycle.recalling import archived_of, leave_out, note_recall, unarchived
from atma_overlay.lifecycle.touches import TouchQueue
from atma_overlay.ports.host import HostSearch
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.reading.basis import with_basis
from atma_overlay.reading.gather import Gathered, gather
from atma_overlay.reading.premises import check_premises
from atma_overlay.reading.rank import asks_theme, asks_verbatim, rank
from atma_overlay.reading.select import select
from atma_overlay.reading.selection import Question, within_budget
from atma_overlay.reading.subjects import subjects_of
from atma_overlay.reading.unresolved import lookup
from atma_overlay.readout.flow import Reading, readout_flow
from atma_overlay.readout.guide import Guide
from atma_overlay.readout.question import ReadQuestion, read_question
from atma_overlay.records import LinkState
from atma_overlay.render import estimate_tokens
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker
from atma_overlay.state.narrowing import narrowed
from atma_overlay.state.present import visible
from atma_overlay.views import Label, Packet, Row, View


@dataclass(frozen=True, slots=True)
class Query:
    """A recall as asked. `now` is its clock; `valid_at` and `known_at` read the past on either clock."""

    text: str
    scope: Scope
    now: datetime
    limit: int
    asker: str
    valid_at: datetime | None = None
    known_at: datetime | None = None
    view: View | None = None
    max_tokens: int | None = None
    zone: tzinfo = UTC


@dataclass(frozen=True, slots=True)
class Reader:
    """What the read flow needs."""

    lexicon: Lexicon
    linker: Linker
    over_fetch: int
    on_error: str
    mode: str
    touches: TouchQueue | None = None
    """Where recalls wait for the next write to reinforce what they showed; None without a lifecycle."""
    judge: Judge | None = None
    """Reads queries too, where its `reads` says so."""


def recall_flow(reader: Reader, query: Query) -> Flow[Packet]:
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
            failed = type(error).__name__
    yield Stage("infer_view")
    hits = answer if query.known_at is None else HostSearch((), answer.native)
    try:
        request: ViewRequest = yield Compute(lambda: _request(query))
        reading = yield from _read(reader, query, request, hits)
        yield Stage("link")
        packet: Packet = yield LedgerRead(
            query.scope, lambda ledger: _made(ledger, reader, query, request, hits, reading)
        )
    except Exception as error:  # likewise: the host's answer reaches the agent
        if reader.on_error == "raise":
            raise
        yield Stage(None)
        return _passed_through(query, answer, reader.mode, degraded=type(error).__name__)
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


def _read(reader: Reader, query: Query, request: ViewRequest, hits: HostSearch) -> Flow[Reading | None]:
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
    found = _found(ledger, reader, query, hits)
    held = narrowed(ledger.all_held(), query.scope, reader=ledger, linker=reader.linker)
    return read_question(
        held, found.gathered, rank(found.gathered, query.text, found.subjects), query=query.text, at=query.now,
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


@dataclass(frozen=True, slots=True)
class _Found:
    subjects: frozenset[str]
    gathered: Gathered


def _found(ledger: LedgerReader, reader: Reader, query: Query, answer: HostSearch) -> _Found:
    known_at = query.known_at
    subjects = subjects_of(query.text, asker=query.asker, scope=query.scope, ledger=ledger, known_at=known_at)
    gathered = gather(
        ledger, query=query.text, scope=query.scope, memories=answer.memories, lexicon=reader.lexicon,
        linker=reader.linker, known_at=known_at, subjects=sorted(subjects) or [query.asker],
        themed=asks_theme(query.text),
    )  # fmt: skip
    return _Found(subjects, gathered)


def assemble(
    ledger: LedgerReader, reader: Reader, query: Query, request: ViewRequest, answer: HostSearch, *,
    reading: Reading | None = None,
) -> Steps[Packet]:  # fmt: skip
    """Link, label, select and check premises on one snapshot."""
    known_at = query.known_at
    guide = Guide(reading.plan) if reading is not None and reading.plan is not None else None
    found = _found(ledger, reader, query, answer)
    subjects, gathered = found.subjects, found.gathered
    yield Stage("build_packet")
    ranked = rank(gathered, query.text, subjects)
    if guide is not None:
        request = guide.request(request, forced=query.view is not None or query.valid_at is not None)
        guide.reach(gathered, reader=ledger, scope=query.scope, linker=reader.linker)
    gathered.archived = archived_of(
        ledger, gathered, query.scope, view=request.view, known_at=known_at, lifecycle=reader.touches is not None
    )
    question = Question(
        request, query.now, query.limit, lambda ids: _transitions(ledger, ids, query), lookup(ledger),
        verbatim=asks_verbatim(query.text), theme=asks_theme(query.text),
    )  # fmt: skip
    selection = select(gathered, unarchived(ranked, gathered), question)
    if request.view is View.CURRENT:
        selection.groups = with_basis(
            selection.groups, gathered, question, query=query.text, subjects=subjects, lexicon=reader.lexicon
        )
    if gathered.archived:
        leave_out(selection, ranked, gathered)
    readout = None
    if guide is not None and reading is not None:
        grounded = guide.select(selection, gathered, question)
        readout = reading.report.model_copy(update={"applied": True, "grounded": grounded})
    rows, suppressed = within_budget(
        selection, limit=query.limit, max_tokens=query.max_tokens, estimate=estimate_tokens
    )
    yield Stage("check_premises")
    premises = check_premises(
        gathered.slots, query=query.text, view=request.view, at=query.now, subjects=subjects,
        after=gathered.after,
    )  # fmt: skip
    if guide is not None:
        premises = guide.premises(premises, gathered, view=request.view, at=query.now, subjects=subjects)
    shown = [*(i for r in rows for i in r.record_ids), *(i for p in premises for i in p.record_ids)]
    yield Sources(lambda: _sources(ledger, shown))
    return Packet(
        query=query.text, view=request.view, as_of=request.as_of, known_at=known_at,
        rows=_with_hosts(rows, ledger) if known_at is None else rows, premises=tuple(premises), suppressed=suppressed,
        revision=ledger.revision(), mode=reader.mode, native=answer.native, readout=readout,
    )  # fmt: skip


def _sources(ledger: LedgerReader, record_ids: Sequence[str]) -> list[Source]:
    """The writes behind some records, in their order: what stated them, and what caused their transitions."""
    ids = dict.fromkeys(record_ids)
    stated = {h.statement.id: h.statement.observation_id for h in ledger.held(ids)}
    records: dict[str, list[str]] = {stated[i]: [] for i in ids if i in stated}
    for i in ids:
        if i in stated:
            records[stated[i]].append(i)
    caused: dict[str, list[str]] = {}
    for judged in ledger.transitions(ids):
        caused.setdefault(judged.transition.cause, []).append(judged.transition.id)
    said = {o.id: o for o in ledger.observations({*records, *caused})}
    found = (said[i] for i in dict.fromkeys((*records, *caused)) if i in said)
    return [
        Source(o.trace_id, o.span_id, o.id, tuple(records.get(o.id, ())), tuple(caused.get(o.id, ())))
        for o in found
        if o.trace_id is not None and o.span_id is not None
    ]


def _transitions(ledger: LedgerReader, ids: Sequence[str], query: Query) -> list[Judged]:
    return visible(ledger.transitions(ids), query.scope, reader=ledger, known_at=query.known_at)


def _with_hosts(rows: tuple[Row, ...], ledger: LedgerReader) -> tuple[Row, ...]:
    ids = {i for r in rows for i in r.record_ids if not r.host_ids}
    held = {h.statement.id: h.statement.observation_id for h in ledger.held(ids)}
    links: dict[str, list[str]] = {}
    for link in ledger.links(observation_ids=set(held.values())):
        if link.state is LinkState.LIVE:
            links.setdefault(link.observation_id, []).append(link.host_id)
    return tuple(r if r.host_ids else r.model_copy(update={"host_ids": _carriers(r, held, links)}) for r in rows)


def _carriers(row: Row, held: Mapping[str, str], links: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    found = (host_id for i in row.record_ids if i in held for host_id in links.get(held[i], ()))
    return tuple(dict.fromkeys(found))


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
