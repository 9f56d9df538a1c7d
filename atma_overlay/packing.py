"""A packet, made on one snapshot: link, label, select, check premises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.effects import Sources, Stage, Steps
from atma_overlay.language.grammar.typed import with_care
from atma_overlay.language.queries.view import ViewRequest
from atma_overlay.ports.host import HostSearch
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.reading.archived import archived_of, leave_out, unarchived
from atma_overlay.reading.basis import home_of, with_basis
from atma_overlay.reading.cues import asks_theme, asks_verbatim
from atma_overlay.reading.due_ends import disputed_premises, disputed_rows, due_ends
from atma_overlay.reading.events import dated_by_event
from atma_overlay.reading.gather import Gathered, ask_once, gather, hits_of, search
from atma_overlay.reading.instructions import NONE, Instructed, instructed
from atma_overlay.reading.premises import check_premises
from atma_overlay.reading.provenance import with_hosts
from atma_overlay.reading.query import Query, Reader
from atma_overlay.reading.rank import rank
from atma_overlay.reading.repeats import without_repeats
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.select import select
from atma_overlay.reading.selection import Question, Selection, own_first, within_budget
from atma_overlay.reading.subjects import subjects_of
from atma_overlay.reading.unresolved import lookup
from atma_overlay.reading.whose import Asked
from atma_overlay.readout.flow import Reading
from atma_overlay.readout.guide import Guide
from atma_overlay.render import estimate_tokens
from atma_overlay.state.present import transitions_of
from atma_overlay.values.terms import words
from atma_overlay.views import Packet, Premise, Suppressed, View


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search of ledger and host brought: whom the query is about, and everything that it touches, by slot."""

    subjects: frozenset[str]
    gathered: Gathered


def _about(query: Query, ledger: LedgerReader) -> frozenset[str]:
    """Whom a query is about."""
    return subjects_of(
        with_care(query.asked), asker=query.asker, scope=query.scope, ledger=ledger, known_at=query.known_at
    )


def searched(ledger: LedgerReader, reader: Reader, query: Query, answer: HostSearch) -> Searched:
    """Search the ledger and link the host's answer, on one snapshot."""
    known_at = query.known_at
    subjects = _about(query, ledger)
    gathered = gather(
        ledger, query=query.asked, scope=query.scope, memories=answer.memories, lexicon=reader.lexicon,
        linker=reader.linker, known_at=known_at, at=query.now, subjects=sorted(subjects) or [query.asker],
        themed=asks_theme(query.asked), home=home_of(query.asked, query.asker), zone=query.zone,
    )  # fmt: skip
    return Searched(subjects, gathered)


def ask_ahead(ledger: LedgerReader, reader: Reader, query: Query, answer: HostSearch) -> None:
    """Put what `searched` reads, see `LedgerReader.ahead`."""
    if ahead := ledger.ahead():
        ahead.recorded_at()
        search(ahead, query.asked, known_at=query.known_at, names=reader.lexicon.names)
        hits_of(ahead, answer.memories, query.known_at)
        _about(query, ahead)


def assemble(
    ledger: LedgerReader, reader: Reader, query: Query, request: ViewRequest, answer: HostSearch, *,
    reading: Reading | None = None,
) -> Steps[Packet]:  # fmt: skip
    """Link, label, select and check premises on one snapshot."""
    if reader.instructs and (ahead := ledger.ahead()):
        ahead.slots_of(query.asker, reader.lexicon.instructions)
    ask_ahead(ledger, reader, query, answer)
    query, known_at = query.on(ledger), query.known_at
    guide = Guide(reading.plan) if reading is not None and reading.plan is not None else None
    both = searched(ledger, reader, query, answer)
    subjects, gathered = both.subjects, both.gathered
    yield Stage("build_packet")
    if request.view is not View.NEUTRAL:  # which keeps the host's own rows
        ask_once(gathered, query.asked)
    ranked = rank(gathered, query.asked, subjects)
    own_view = request.view
    if guide is not None:
        request = guide.request(request, forced=query.view is not None or query.valid_at is not None)
        guide.reach(gathered, reader=ledger, scope=query.scope, linker=reader.linker)
    dated = dated_by_event(
        request, gathered, ranked, query=query.asked, subjects=subjects, asker=query.asker, lexicon=reader.lexicon,
        now=query.now,
    )  # fmt: skip
    own_view = own_view if dated.request.view is request.view else dated.request.view
    request, ranked = dated.request, dated.ranked
    touched = [h for members in gathered.slots.values() for h in members]
    gathered.archived = archived_of(
        ledger, touched, query.scope, view=request.view, known_at=known_at, lifecycle=reader.touches is not None
    )
    question = Question(
        request, query.now, query.limit, lambda ids: _transitions(ledger, ids, query), lookup(ledger),
        verbatim=asks_verbatim(query.asked), theme=asks_theme(query.asked), aside=dated.aside,
    )  # fmt: skip
    selection = select(gathered, unarchived(ranked, gathered), question)
    if request.view is View.CURRENT:
        selection.groups = with_basis(
            selection.groups, gathered, question, query=query.asked, subjects=subjects, asker=query.asker,
            lexicon=reader.lexicon,
        )  # fmt: skip
    if gathered.archived:
        leave_out(selection, ranked, gathered)
    readout = None
    if guide is not None and reading is not None:
        grounded = guide.select(selection, gathered, question, ranked=ranked)
        readout = reading.report.model_copy(update={"applied": True, "grounded": grounded})
    if request.view is not View.NEUTRAL:
        selection.groups = without_repeats(own_first(selection.groups, subjects), gathered, limit=query.limit)
    due = due_ends(touched, question.transitions, at=query.now, zone=query.zone) if request.view is View.CURRENT else {}
    selection.groups = disputed_rows(selection.groups, due, zone=query.zone)
    told = instructed(ledger, reader, query, estimate=estimate_tokens) if reader.instructs else NONE
    rows, suppressed = _with_room(selection, query, told, repeated=gathered.repeated)
    yield Stage("check_premises")
    asked = Asked(query.asked, query.now, subjects, askers=frozenset({query.asker}), names=reader.lexicon.names)
    premises = disputed_premises(
        _premises(gathered, asked, guide, view=request.view, own_view=own_view), due, zone=query.zone
    )
    shown = [*(i for r in (*told.rows, *rows) for i in r.record_ids), *(i for p in premises for i in p.record_ids)]
    yield Sources(lambda: ledger.provenance(shown))
    every = [*told.rows, *rows]
    every = with_hosts(every, ledger) if known_at is None else every
    views = [row.shown(zone=query.zone) for row in every]
    return Packet(
        query=query.text, view=request.view, as_of=request.as_of, known_at=known_at,
        instructions=tuple(views[: len(told.rows)]), rows=tuple(views[len(told.rows) :]), premises=tuple(premises),
        suppressed=suppressed, revision=ledger.revision(), mode=reader.mode, native=answer.native, readout=readout,
    )  # fmt: skip


def _premises(
    gathered: Gathered, asked: Asked, guide: Guide | None, *, view: View, own_view: View
) -> list[Premise]:  # fmt: skip
    """What the query takes for granted; no view that a judge reads in it lifts a block of the rules' own."""
    blocking = View.CURRENT if View.CURRENT in (own_view, view) else view
    premises = check_premises(gathered.slots, asked, view=blocking, after=gathered.after)
    return premises if guide is None else guide.premises(premises, gathered, view=view, asked=asked)


def _with_room(
    selection: Selection, query: Query, told: Instructed, *, repeated: int
) -> tuple[list[Evidence], Suppressed]:  # fmt: skip
    """The rows for which there is room beside the instructions, and what was left out."""
    room = None if query.max_tokens is None else query.max_tokens - told.tokens
    rows, suppressed = within_budget(
        selection, limit=query.limit, max_tokens=room, estimate=estimate_tokens, words=words(query.asked)
    )
    left = {"repeated": repeated, "instructions": told.left}
    return rows, suppressed.model_copy(update=left) if any(left.values()) else suppressed


def _transitions(ledger: LedgerReader, ids: Sequence[str], query: Query) -> list[Judged]:
    return transitions_of(ids, query.scope, reader=ledger, known_at=query.known_at)
