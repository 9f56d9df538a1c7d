"""How well a record answers a query: words, cues of the lexicon, the kind of value asked for, the host's own rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.reading.cues import asks_verbatim, asks_where, wanted_kinds
from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Held, Slot
from atma_overlay.values.terms import terms

CUE, TEXT, ATTRIBUTE, HOST, KIND, SUBJECT = 1.1, 1.0, 0.5, 0.45, 0.3, 0.35
PLACE = 0.45
TOPIC = 0.5
"""What a record gains whose value is of the topic that the query names by another word (*panic* for *mental*)."""
MEANT = 0.8
"""What a record gains whose attribute the query names by another word (*score* for *mark*)."""
VERBATIM = 1.0
"""What a quotation gains where the query asks for exact words."""
COVERED = 0.2
"""Share of the query's terms from which on a record is about the question."""
LEADING = 0.34
"""Share from which on it may take a place that the host gives to another memory."""
FAINT, SURE = 0.3, 0.6
"""What a bare mention, below that confidence, loses; it states nothing that a surer, retired record denies."""

_UNNAMED = frozenset({"he", "she", "they"})
"""Subjects that nothing named: what is asked of somebody in particular is not asked of them."""


@dataclass(slots=True)  # not frozen: one is made of every record that a query touches
class Ranked:
    """A record with its relevance.

    Attributes:
        held: the record.
        score: its relevance; higher is better.
        strong: whether it is about the question, whatever the host makes of it.
        leads: whether it is so much about the question that it may take a place which the host gives to another.
    """

    held: Held
    score: float
    strong: bool
    leads: bool = True


def rank(gathered: Gathered, query: str, subjects: frozenset[str]) -> list[Ranked]:
    """Every record of the touched slots, best first; ties by the later evidence."""
    asked = {a.id: size for a, size in gathered.asked}
    verbatim = asks_verbatim(query)
    where = any("place" in a.values for a, _ in gathered.asked[:3]) or asks_where(query)
    known = frozenset(a.id for a, _ in gathered.asked if "place" in a.values)
    host_rank = {h.standing.record_id: hit.rank for hit in reversed(gathered.hits) for h in hit.held}
    best_cue = max(asked.values(), default=0)
    scoring = _Scoring(
        gathered, gathered.query_terms, wanted_kinds(query), asked, best_cue, host_rank, subjects,
        gathered.query_kin | gathered.query_meant,
    )  # fmt: skip
    out: list[Ranked] = []
    for slot, members in gathered.slots.items():
        records = [h for h in members if h.is_record]
        if not records or _of_somebody_else(slot.subject, gathered, subjects):
            continue
        found = scoring.of_slot(slot, records)
        if where and _says_where(slot.attribute, known):
            found = [_placed(ranked) for ranked in found]
        out += [_quoted(ranked) for ranked in found] if verbatim else found
    return _in_order(out)


def _of_somebody_else(subject: str, gathered: Gathered, subjects: frozenset[str]) -> bool:
    """Whether it is a relation of the asker (*my sister*) whom the query does not name, or nobody that was named."""
    if not subjects or subject in subjects:
        return False
    if subject in _UNNAMED:
        return True
    if "'s " not in subject:
        return False
    return not set(terms(subject.split("'s ", 1)[1])) & gathered.query_terms


def _placed(ranked: Ranked) -> Ranked:
    """A query for a place lifts whatever says where, in words of its own."""
    if ranked.held.statement.value_kind not in NAMED:
        return ranked
    return Ranked(ranked.held, ranked.score + PLACE, strong=True)


def _quoted(ranked: Ranked) -> Ranked:
    """A query for exact words lifts what was quoted, as it was quoted."""
    if ranked.held.statement.value_kind != "quote":
        return ranked
    return Ranked(ranked.held, ranked.score + VERBATIM, strong=True, leads=ranked.strong)


def _says_where(attribute: str, places: frozenset[str]) -> bool:
    return attribute in places or attribute.endswith(("_in", "_at", "_near", "_from", "_to"))


@dataclass(frozen=True, slots=True)
class _Scoring:
    """What records are weighed by."""

    gathered: Gathered
    query_terms: frozenset[str]
    wanted: frozenset[str]
    asked: dict[str, int]
    best_cue: int
    host_rank: dict[str, int]
    subjects: frozenset[str]
    otherwise: frozenset[str]
    """Other stems in which what answers the query may be told."""

    def of_slot(self, slot: Slot, records: Sequence[Held]) -> list[Ranked]:
        """The records of a slot with their relevance; what the slot itself is worth is weighed once."""
        gathered, query_terms, wanted, host_rank = self.gathered, self.query_terms, self.wanted, self.host_rank
        wordings = [wording_of(held.statement) for held in records]
        named = wordings[0]
        attribute = named.attribute
        shared = len(attribute & query_terms) / len(attribute) if attribute else 0.0
        cue = CUE * self.asked.get(slot.attribute, 0) / self.best_cue if self.best_cue else 0.0
        by_attribute = ATTRIBUTE * shared
        meaning = not shared and not attribute.isdisjoint(gathered.query_meant)
        akin = not shared and not attribute.isdisjoint(gathered.query_kin)
        mine = slot.subject in self.subjects or not named.subject.isdisjoint(query_terms)
        whose = SUBJECT if mine else (-SUBJECT if self.subjects else 0.0)
        told, asked, by_text = cue > 0 or shared >= 0.5, len(query_terms), gathered.scores
        others = () if shared else self.otherwise
        out = []
        for held, said in zip(records, wordings, strict=True):
            statement = held.statement
            score = TEXT * by_text.get(statement.id, 0.0) + cue + by_attribute
            position = host_rank.get(statement.id)
            if position is not None:
                score += HOST / (1 + position) ** 0.5
            meant = meaning and statement.confidence >= SURE and statement.value_kind != "quote"
            kin = meant or akin or not said.value.isdisjoint(others)
            if kin:
                score += MEANT if meant else TOPIC
            fits = not wanted or statement.value_kind in wanted
            if wanted:
                score += KIND if fits else -KIND / 2
            if statement.confidence < SURE:
                score -= FAINT
            score += whose
            # The share of the query's terms that the record and its sentence speak of.
            covered = len(said.every & query_terms) / asked if asked else 1.0
            leads = cue > 0 or covered >= LEADING or (meant and fits)
            out.append(Ranked(held, score, told or covered >= COVERED or kin, leads))
        return out


def _in_order(found: Iterable[Ranked]) -> list[Ranked]:
    """The best first; where the score ties, by what `_place` says."""
    by_score: dict[float, list[Ranked]] = {}
    for ranked in found:
        by_score.setdefault(ranked.score, []).append(ranked)
    out: list[Ranked] = []
    for score in sorted(by_score, reverse=True):
        alike = by_score[score]
        out += sorted(alike, key=_place) if len(alike) > 1 else alike
    return out


def _place(ranked: Ranked) -> tuple[object, ...]:
    """The latest first; by content to the end, since an id is drawn at random and may not decide."""
    s = ranked.held.statement
    return (-s.observed_at.timestamp(), s.position, s.digest, s.span, s.slot, s.norm, s.id)
