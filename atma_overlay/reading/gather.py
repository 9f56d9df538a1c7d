"""Search both sides: records from the ledger and from the host's hits, linked by host id and by evidence."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import promised
from atma_overlay.reading.calls import also_called
from atma_overlay.reading.cues import asks
from atma_overlay.reading.echoes import Lost
from atma_overlay.reading.subjects import SUBJECT_HITS, subject_terms
from atma_overlay.reading.successors import successors
from atma_overlay.records import Cardinality, Held, HostLink, LinkState, Slot, Statement
from atma_overlay.reused_ids import reused
from atma_overlay.scope import Scope
from atma_overlay.state.days_to_come import up_to_now
from atma_overlay.state.folds.narrowing import narrowed
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.state.present import is_retired
from atma_overlay.state.slots.topics import meanings, of_theme
from atma_overlay.values.normal import fold_case
from atma_overlay.values.own_names import OwnNames
from atma_overlay.values.terms import terms

LEDGER_HITS = 60
THEME_HITS = 100
"""Statements of the attributes that a theme covers, where all that is known of one is asked for."""


@dataclass(slots=True)  # not frozen: one is made of every memory of the host's answer
class Hit:
    """A host memory with its rank in the host's answer and the records of the observations that it carries."""

    memory: HostMemory
    rank: int
    held: tuple[Held, ...]

    @property
    def observations(self) -> set[str]:
        """What was said of which the memory is one row; where nothing is known of it, the memory itself."""
        return {h.statement.observation_id for h in self.held} or {self.memory.id}


@dataclass(slots=True)
class Gathered:
    """Everything that the query touched, by slot."""

    query_terms: frozenset[str]
    asked: list[tuple[Attribute, int]]
    at: datetime
    query_kin: frozenset[str] = frozenset()
    """Other stems of the topics that the query's words are of."""
    query_meant: frozenset[str] = frozenset()
    """Those and the other stems in which what answers the query may be told, by the meanings of its words."""
    zone: tzinfo = UTC
    """Where days begin."""
    hits: list[Hit] = field(default_factory=list)
    scores: dict[str, float] = field(default_factory=dict)
    """Full-text score of a record, in [0, 1] of the best."""
    slots: dict[Slot, list[Held]] = field(default_factory=dict)
    """All statements of every touched slot."""
    after: dict[str, list[Held]] = field(default_factory=dict)
    """By retired record, what stands in its place in another slot."""
    repeated: int = 0
    """Host memories that were left out since they only ask what the query, or another one, asks."""
    archived: frozenset[str] = frozenset()
    """Records that a lifecycle has taken out of this view."""
    _retired: list[Held] | None = None
    _gone: dict[str, list[Statement]] | None = None
    _lost: Lost | None = None

    def retired(self) -> list[Held]:
        """What no longer holds of the touched slots."""
        if self._retired is None:
            self._retired = [h for members in self.slots.values() for h in members if is_retired(h)]
        return self._retired

    def gone_by_observation(self) -> dict[str, list[Statement]]:
        """What no longer holds of the touched slots, by the observation that states it."""
        if self._gone is None:
            self._gone = {}
            for held in self.retired():
                self._gone.setdefault(held.statement.observation_id, []).append(held.statement)
        return self._gone

    def lost(self) -> Lost:
        """The same, as bare mentions are held against it."""
        if self._lost is None:
            self._lost = Lost(self.retired())
        return self._lost


def gather(  # noqa: PLR0913 - what a search stands on, one each
    reader: LedgerReader, *, query: str, scope: Scope, memories: Sequence[HostMemory], lexicon: Lexicon, linker: Linker,
    known_at: datetime | None, at: datetime, subjects: Sequence[str], themed: bool = False,
    home: Slot | None = None, zone: tzinfo = UTC,
) -> Gathered:  # fmt: skip
    """Touch every slot that the query, its cues or the host's hits reach; it is asked at an instant, in a time zone.

    `home` says what is near, where that is asked for.
    """
    query_terms = frozenset(terms(query))
    gathered = Gathered(query_terms, lexicon.asked(query_terms), at, *meanings(query_terms), zone=zone)
    found = search(reader, query, known_at=known_at, names=lexicon.names)
    top = max((score for _, score in found), default=0.0) or 1.0
    touched: set[Slot] = set()
    for held, score in found:
        gathered.scores[held.standing.record_id] = max(gathered.scores.get(held.standing.record_id, 0.0), score / top)
        touched.add(held.statement.slot)
    touched |= {Slot(s, a.id) for s in subjects for a, _ in gathered.asked[:12]}
    if home is not None:
        touched.add(home)
    if known_at is None:
        named = [subject_terms(s) for s in subjects]
        reader.latest_with("subject", {term: SUBJECT_HITS for terms_of in named for term in terms_of})  # all at once
        touched |= {
            h.statement.slot for terms_of in named for h in reader.with_terms("subject", terms_of, limit=SUBJECT_HITS)
        }
    if themed and known_at is None:
        theme = sorted(of_theme(query_terms))
        touched |= {h.statement.slot for h in reader.with_terms("attribute", theme, limit=THEME_HITS)}
    gathered.hits = _without_erased(hits_of(reader, memories, known_at), reader)
    touched |= {h.statement.slot for hit in gathered.hits for h in hit.held}
    touching = reader.in_slots(touched, known_at=known_at)
    members = narrowed(touching, scope, reader=reader, linker=linker, known_at=known_at)
    if scope.agent is not None or scope.session is not None:
        _see(gathered, touching, members)
    standing = up_to_now(members, at=at, zone=zone)
    if standing is not members:
        _let_stand(gathered.hits, members, standing)
    gathered.slots = _by_slot(standing)
    gathered.after = successors(gathered.slots, reader=reader, scope=scope, linker=linker, known_at=known_at)
    return gathered


def _see(gathered: Gathered, touched: Sequence[Held], seen: Sequence[Held]) -> None:
    """Have scores and hits be of the records that a narrower scope sees: a text may be one of another record there."""
    by_id, found = {h.statement.id: h for h in seen}, gathered.scores
    gathered.scores = {}
    for h in touched:
        mine, score = by_id.get(h.statement.id), found.get(h.standing.record_id)
        if mine is not None and score is not None:
            record = mine.standing.record_id
            gathered.scores[record] = max(gathered.scores.get(record, 0.0), score)
    for hit in gathered.hits:
        hit.held = tuple(by_id.get(h.statement.id, h) for h in hit.held)


def search(
    reader: LedgerReader, query: str, *, known_at: datetime | None, names: OwnNames
) -> list[tuple[Held, float]]:  # fmt: skip
    """What the ledger holds in the words of a query, best first, with scores."""
    looked_for = sorted({*terms(query), *also_called(query, names)})
    return reader.search(looked_for, limit=LEDGER_HITS, known_at=known_at) if looked_for else []


def touch(
    gathered: Gathered, slots: Collection[Slot], *, reader: LedgerReader, scope: Scope, linker: Linker
) -> None:  # fmt: skip
    """Touch further slots, as they stand now."""
    new = set(slots) - set(gathered.slots)
    if not new:
        return
    members = narrowed(reader.in_slots(new), scope, reader=reader, linker=linker)
    gathered.slots |= _by_slot(up_to_now(members, at=gathered.at, zone=gathered.zone))
    gathered._retired = gathered._gone = gathered._lost = None
    gathered.after = successors(gathered.slots, reader=reader, scope=scope, linker=linker, known_at=None)


def hits_of(reader: LedgerReader, memories: Sequence[HostMemory], known_at: datetime | None) -> list[Hit]:
    """The host's memories, in its order and each once, with the records of what they carry."""
    once: dict[str, HostMemory] = {}
    for memory in memories:
        once.setdefault(memory.id, memory)
    carried = reader.carried(list(once), known_at=known_at) if once else {}
    return [Hit(m, rank, tuple(carried.get(m.id, ()))) for rank, m in enumerate(once.values())]


def _without_erased(hits: list[Hit], reader: LedgerReader) -> list[Hit]:
    """The hits but those that carry what was erased: another process erased it, and this one's host has it still."""
    loose = {hit.memory.id: promised(hit.memory.key) for hit in hits if not hit.held}
    if not loose or reader.erasures() == 0:
        return hits
    found = reader.links(host_ids=list(loose))
    links: dict[str, list[HostLink]] = {}
    for link in found:
        if link.state is not LinkState.OVERWRITTEN:
            links.setdefault(link.host_id, []).append(link)
    erased = {i for i, of in links.items() if all(link.text_hash == "" for link in of)}
    erased -= reused([hit.memory for hit in hits if hit.memory.id in erased], links, reader)
    erased |= _never_confirmed({i: said for i, said in loose.items() if said}, found, reader)
    return [hit for hit in hits if hit.memory.id not in erased] if erased else hits


def _never_confirmed(promised_for: Mapping[str, str], found: Sequence[HostLink], reader: LedgerReader) -> set[str]:
    """Those of the memories that have no link and were stored for what is erased, told by the keys of their writes."""
    known = {link.host_id for link in found}
    said = {i: observation for i, observation in promised_for.items() if i not in known}
    gone = reader.erased(said.values()) if said else frozenset()
    return {i for i, observation in said.items() if observation in gone}


def ask_once(gathered: Gathered, query: str) -> None:
    """Leave out the hits that the ledger does not know and that only ask what the query asks, or another one before.

    A question that is asked again and again is remembered as often; its copies would leave no room for an answer.
    """
    asked = {fold_case(query).strip()}
    kept: list[Hit] = []
    for hit in gathered.hits:
        if not hit.held and asks(hit.memory.text):
            text = fold_case(hit.memory.text).strip()
            if text in asked:
                continue
            asked.add(text)
        kept.append(hit)
    gathered.repeated, gathered.hits = len(gathered.hits) - len(kept), kept


def _let_stand(hits: Sequence[Hit], members: Sequence[Held], standing: Sequence[Held]) -> None:
    """Have hits carry the members of slots as they stand, and none that is to come."""
    by_id = {h.statement.id: h for h in standing}
    ahead = {h.statement.id for h in members if h.statement.id not in by_id}
    for hit in hits:
        hit.held = tuple(by_id.get(h.statement.id, h) for h in hit.held if h.statement.id not in ahead)


def _by_slot(held: Sequence[Held]) -> dict[Slot, list[Held]]:
    out: dict[Slot, list[Held]] = {}
    for h in held:
        members = out.get(h.statement.slot)
        if members is None:
            out[h.statement.slot] = [h]
        else:
            members.append(h)
    return out


def single_valued(members: Sequence[Held]) -> bool:
    """Whether a slot holds one value at a time."""
    return all(h.statement.cardinality is Cardinality.SINGLE for h in members)
