"""Proper names that tell what they are: *Obsidian* keeps notes, a *Fabia* is a car, wherever they are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.complements import recipient
from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.language.scene import OPEN, Scene
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Cardinality, Change

_ACQUIRING = frozenset(
    """get buy purchase pick order adopt migrate move switch import join sign upgrade come receive
    hand give land set choose select inherit win lease rent collect fetch treat bring take port transfer convert
    deploy roll change swap go settle open""".split()
)
_BESIDE = re2.compile(
    r"\b(?:also|second|third|another|extra|additional|gifts?|presents?|spare|backup|as well|too|collection|test|trial"
    r"|tried|trying|loan|borrow(?:ed)?|rent(?:ed)?|hired?|until|courtesy|curious|curiosity"
    r"|for (?:my|his|her|their|our|the|work|school|travel(?:ling)?|parts|fun|a (?:test|look|review|laugh|change))"
    r"|to (?:have a (?:\w+ )?look|see|check|try|test|compare|play|review|experiment|find out))\b"
)
"""What is got beside what one has, for somebody else or for a while."""


def acquired(found: Iterable[Candidate], scene: Scene) -> Iterator[Candidate]:
    """Candidates, those of a thing that the speaker now has or uses as told changes: *got myself an iPhone 15*."""
    for candidate in found:
        yield _told(candidate, scene) if _is_acquired(candidate, scene) else candidate


def _told(candidate: Candidate, scene: Scene) -> Candidate:
    known = scene.lexicon.attributes[candidate.attribute]
    change = Change.TOLD if known.cardinality is Cardinality.SINGLE else candidate.change
    until = candidate.valid_to if candidate.temporary else None  # bought in 2021: the year says since when it is had
    return candidate.but(change=change, confidence=max(candidate.confidence, OPEN), valid_to=until)


_NAMED_OR_MORE = kinds.NAMED | {"number", "quantity", "phrase"}


def _is_acquired(candidate: Candidate, scene: Scene) -> bool:
    plain = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.affirmed
    mine = candidate.subject == scene.turn.speaker and candidate.known_attribute
    mine = mine and not (candidate.additive or candidate.cumulative)
    if not plain or not mine or candidate.value_kind not in _NAMED_OR_MORE:
        return False
    named = scene.lexicon.thing_of(candidate.value)
    if named is None or named.id != candidate.attribute or candidate.value == candidate.value.lower():
        return False
    if scene.sentence.sentence.asks or _BESIDE.search(scene.sentence.lowered):
        return False
    clause = clause_around(candidate.span, scene.sentence)
    if clause is not None and _is_handled(clause, candidate):
        return False
    if candidate.change is not Change.NONE:
        if candidate.confidence <= DOUBTED:
            return False  # Postgres 16 on the billing service now
        return clause is None or not (clause.verb in _LOOKING_AT or _opened_in(clause))
    return _in_acquisition(candidate, scene.sentence)


def _opened_in(clause: Clause) -> bool:
    """*Opened it in nano*: what a file was looked at with, once."""
    return clause.verb == "open" and any(c.preposition in {"in", "on"} for c in clause.complements)


_HANDLING = frozenset("bring take come change bump roll set treat transfer convert port swap go migrate".split())
"""Verbs that tell of getting only what stands behind a preposition (*came to Linear*), and no object of theirs."""


def _is_handled(clause: Clause, candidate: Candidate) -> bool:
    """*I brought an iPhone to the meeting*, *bumped a Toyota*: what was only at hand; not so *brought in Linear*."""
    thing = clause.bare()
    if clause.verb not in _HANDLING or clause.particle is not None or thing is None or clause.passive:
        return False
    start, end = thing.offsets()
    return start <= candidate.span[0] < end


_LOOKING_AT = frozenset({"install", "download"})
"""What is only on the machine by now is not yet what one uses."""
_MIGRATIONS = frozenset("migration move switch transition cutover changeover transfer rollout".split())
_ACQUIRING_OR_PORT_OR_REWRITE = _ACQUIRING | {"port", "rewrite"}


_PASSING_BY = frozenset("on from at via through with by in of about like near behind under beside past".split())
"""Prepositions before what is named with something that is got: *bought a record on Bandcamp*, *a ride in a Golf*."""
_SPEAKERS = frozenset("me us myself ourselves everybody everyone".split())


def _in_acquisition(candidate: Candidate, sentence: ReadSentence) -> bool:
    clause = clause_around(candidate.span, sentence)
    if clause is None or not clause.done or clause.intro in {"if", "unless", "when"}:
        return False
    subject, thing = clause.subject, clause.bare()
    placed = any(
        c.preposition in _PASSING_BY and c.phrase.offsets()[0] <= candidate.span[0] < c.phrase.offsets()[1]
        for c in clause.complements
    )
    if placed and thing is not None and thing.pronoun is None:
        return False  # *bought a record on Bandcamp*: where it was bought
    if _only_goes(clause, candidate):
        return False
    given_to = recipient(clause)
    if given_to is not None and given_to.pronoun not in _SPEAKERS:
        return False  # *got my son a Pixel 7*
    first = subject is None or subject.pronoun in {"i", "we"}
    given = any(c.preposition is None and c.phrase.pronoun in {"me", "us"} for c in clause.complements)
    verb = clause.verb
    if verb in {"finish", "complete"} and thing is not None and thing.head_lemma in _MIGRATIONS:
        verb = "move"  # completed the migration to …
    if verb in {"finish", "complete", "be"} and clause.verb_end < len(clause.tokens):
        verb = verb_lemma(clause.tokens[clause.verb_end].lower) or verb  # finished porting it to …
    handed_on = verb in {"give", "hand"}  # I gave Zed a spin
    return verb in _ACQUIRING_OR_PORT_OR_REWRITE and (given or (first and not handed_on))


def _only_goes(clause: Clause, candidate: Candidate) -> bool:
    """*I went to Monzo with a friend*: who goes to a place is there once; who goes over to it, or with it, has it."""
    if clause.verb != "go" or clause.particle == "over":
        return False
    ways = {c.preposition: c.phrase.offsets() for c in clause.complements}
    start, end = ways.get("to", (0, 0))
    return start <= candidate.span[0] < end and ways.keys().isdisjoint({"from", "over", "back"})


def clause_around(span: tuple[int, int], sentence: ReadSentence) -> Clause | None:
    """The clause that a span stands in, behind its verb."""
    for clause in sentence.clauses:
        start = clause.tokens[clause.verb_start].token.start
        end = clause.tokens[max(clause.end, clause.verb_end) - 1].token.end
        if start <= span[0] < end:
            return clause
    return None
