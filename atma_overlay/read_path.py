"""The read path: infer view, search host and ledger, link and label, select, check premises. One direction, no writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.effects import Compute, Flow, HostSearchCall, LedgerRead, Stage
from atma_overlay.errors import AtmaError
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.language.view import ViewRequest, infer_view
from atma_overlay.ports.host import HostSearch
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.gather import gather
from atma_overlay.reading.premises import check_premises
from atma_overlay.reading.rank import rank
from atma_overlay.reading.select import Question, select, within_budget
from atma_overlay.render import estimate_tokens
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker
from atma_overlay.state.terms import terms
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


@dataclass(frozen=True, slots=True)
class Reader:
    """What the read flow needs."""

    lexicon: Lexicon
    linker: Linker
    over_fetch: int
    on_error: str
    mode: str


def recall_flow(reader: Reader, query: Query) -> Flow[Packet]:
    """Labelled evidence for a query; in shadow mode the host's own answer, with the packet that would have been."""
    yield Stage("infer_view")
    request = yield Compute(lambda: _request(query))
    yield Stage("search")
    fetched = query.limit if reader.mode == "shadow" else query.limit * reader.over_fetch
    answer, failed = HostSearch(()), None
    try:
        answer = yield HostSearchCall(query.scope, query.text, fetched)
    except Exception as error:  # noqa: BLE001 - the host's failure is reported, or raised as asked
        if reader.on_error == "raise":
            raise
        failed = type(error).__name__
    yield Stage("build_packet")
    try:
        packet = yield LedgerRead(query.scope, lambda ledger: assemble(ledger, reader, query, request, answer))
    except AtmaError as error:
        if reader.on_error == "raise":
            raise
        yield Stage(None)
        return _passed_through(query, request, answer, type(error).__name__, reader.mode)
    yield Stage(None)
    if failed is not None:
        packet = packet.model_copy(update={"degraded": failed})
    if reader.mode == "shadow":
        return _passed_through(query, request, answer, failed, "shadow").model_copy(update={"shadow": packet})
    return packet  # type: ignore[no-any-return] - a packet


def _request(query: Query) -> ViewRequest:
    request = infer_view(query.text, query.now)
    if query.view is not None:
        request = replace(request, view=query.view)
    if query.valid_at is not None:
        view = View.HISTORICAL if query.view is None else query.view
        request = replace(request, view=view, as_of=query.valid_at, period=None)
    return request


def assemble(ledger: LedgerReader, reader: Reader, query: Query, request: ViewRequest, answer: HostSearch) -> Packet:
    """Link, label, select and check premises on one snapshot."""
    subjects = subjects_of(query, ledger)
    gathered = gather(
        ledger, query=query.text, scope=query.scope, memories=answer.memories, lexicon=reader.lexicon,
        linker=reader.linker, known_at=query.known_at, subjects=sorted(subjects),
    )  # fmt: skip
    ranked = rank(gathered, query.text, subjects)
    premises = check_premises(gathered.slots, query=query.text, view=request.view, at=query.now, subjects=subjects)
    question = Question(request, query.now, query.limit, lambda ids: ledger.transitions(ids))
    selection = select(gathered, ranked, question)
    rows, suppressed = within_budget(selection, limit=query.limit, max_tokens=query.max_tokens, estimate=estimate_tokens)
    return Packet(
        query=query.text, view=request.view, as_of=request.as_of, known_at=query.known_at, rows=_with_hosts(rows, ledger),
        premises=tuple(premises), suppressed=suppressed, revision=ledger.revision(), mode=reader.mode, native=answer.native,
    )  # fmt: skip


def _with_hosts(rows: tuple[Row, ...], ledger: LedgerReader) -> tuple[Row, ...]:
    ids = {i for r in rows for i in r.record_ids if not r.host_ids}
    held = {h.statement.id: h.statement.observation_id for h in ledger.held(ids)}
    links: dict[str, list[str]] = {}
    for link in ledger.links(observation_ids=set(held.values())):
        links.setdefault(link.observation_id, []).append(link.host_id)
    return tuple(
        r if r.host_ids else r.model_copy(update={"host_ids": tuple(h for i in r.record_ids for h in links.get(held.get(i, ""), ()))})
        for r in rows
    )


def subjects_of(query: Query, ledger: LedgerReader) -> frozenset[str]:
    """Whom the query is about: the asker where it says *I*, and every known subject that it names."""
    lowered = {x.strip(".,;:!?'\"’").lower().removesuffix("'s").removesuffix("’s") for x in query.text.split()}
    subjects = set()
    if lowered & {"i", "i'm", "i’m", "my", "me", "mine", "we", "our", "us", "i've", "i’ve", "we've", "we're", "i'd", "i'll", "myself"}:
        subjects.add(query.asker)
    named = ledger.with_terms("subject", sorted(set(terms(query.text))), limit=400)
    words = set(terms(query.text))
    subjects |= {h.statement.slot.subject for h in named if set(terms(h.statement.slot.subject)) <= words}
    if "the user" in query.text.lower():
        subjects.add(query.asker)
    return frozenset(subjects)


def _passed_through(query: Query, request: ViewRequest, answer: HostSearch, error: str | None, mode: str) -> Packet:
    rows = tuple(
        Row(label=Label.UNTRACKED, text=m.text, value=m.text, observed_at=m.created_at, host_ids=(m.id,), score=m.score or 0.0, packet=n)
        for n, m in enumerate(answer.memories[: query.limit])
    )  # fmt: skip
    return Packet(
        query=query.text, view=request.view, as_of=request.as_of, known_at=query.known_at, rows=rows, mode=mode,
        degraded=error, native=answer.native,
    )  # fmt: skip
