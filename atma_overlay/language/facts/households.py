"""Whom somebody lives with: *I live on my own*, *I moved out of my parents' place*, *my brother moved in with me*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.doubts.happened import dated_long_ago, in_doubt
from atma_overlay.language.endings.partings import NOT_TOLD, retired
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import is_time_adjunct, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene, bounded_past, implicit_first_person
from atma_overlay.language.turn import subject_of

LIVING = frozenset({"live"})
LIVING_WITH = "living_arrangement"
ALONE = "alone"
VERBS = frozenset({"move"})
"""One of these tells that a household has changed."""
_BY_ONESELF = (
    ("alone",), ("solo",), ("on", "my", "own"), ("by", "myself"), ("all", "alone"), ("on", "her", "own"),
    ("on", "his", "own"), ("by", "himself"), ("by", "herself"),
)  # fmt: skip
_GENITIVE = frozenset({"'", "’", "'s", "’s"})
LEFT_FOR_GOOD = w.DWELLINGS - {"room"}
"""Who moves out of a room may have moved into the next."""
_MOVED_INTO = w.DWELLINGS - frozenset("room spare_room basement attic annexe".split())


def alone(scene: Scene) -> Iterator[Candidate]:
    """*I live alone*: whom somebody lives with is nobody."""
    clause = scene.clause
    subject = subject_of(clause.subject, scene.turn)
    if subject is None and clause.subject is None and implicit_first_person(clause, scene):
        subject = scene.turn.speaker
    if subject is None or clause.passive or (clause.tense == "past" and not bounded_past(scene)):
        return
    said = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 3]]
    words = next((x for x in _BY_ONESELF if tuple(said[: len(x)]) == x), None)
    if words is None:
        return
    first, last = clause.tokens[clause.verb_end].token, clause.tokens[clause.verb_end + len(words) - 1].token
    span = (first.start, last.end)
    attribute = scene.lexicon.attributes[LIVING_WITH]
    yield make(scene, subject, attribute, ALONE, span, "phrase", None, scene.told, TYPED)


def left(scene: Scene) -> Iterator[Candidate]:
    """With whom somebody lives no more: whose place was left, or nobody where somebody moved in."""
    for clause in scene.sentence.clauses:
        if clause.verb not in VERBS or not clause.done or clause.intro in NOT_TOLD:
            continue
        if clause.particle == "in" and _with_me(clause) and clause.subject is not None and _a_person(clause.subject):
            span = phrase_span(clause.subject)
            if _to_stay(clause):
                yield _sure(clause, scene, retired(scene, ALONE, span).but(attribute=LIVING_WITH))
        elif clause.subject is not None and clause.subject.pronoun in {"i", "we"}:
            for complement in clause.complements:
                if complement.preposition == "of" and clause.particle == "out" and _to_stay(clause):
                    yield from (_sure(clause, scene, x) for x in _left(scene, complement.phrase))


def _sure(clause: Clause, scene: Scene, found: Candidate) -> Candidate:
    doubted = in_doubt(clause, scene) or dated_long_ago(found, scene)
    return found.but(confidence=DOUBTED) if doubted else found


def _to_stay(clause: Clause) -> bool:
    """*For the weekend*, *until Friday*, *in the Sims*, *into the attic*: who moves so has hardly moved."""
    return all(
        (c.preposition == "with" and c.phrase.pronoun is not None)
        or (c.preposition == "of" and clause.particle == "out")
        or (c.preposition == "into" and c.phrase.head_lemma in _MOVED_INTO)
        or c.preposition in {"to", "because", "after"}
        or (c.preposition not in {"for", "until", "till"} and is_time_adjunct(c, kind_of(c.phrase)[0]))
        for c in clause.complements
    )


def _left(scene: Scene, place: Phrase) -> Iterator[Candidate]:
    """*My parents* of *my parents' place*, *Tom* of *Tom's flat*."""
    if place.head_lemma not in LEFT_FOR_GOOD:
        return
    said = place.tokens[place.start : place.end]
    at = next((i for i, x in enumerate(said) if x.lower in _GENITIVE), 0)
    owner = [x.token for x in said[:at] if x.lower not in w.POSSESSIVES]
    if owner:
        span = (owner[0].start, owner[-1].end)
        yield retired(scene, scene.turn.text[span[0] : span[1]], span).but(attribute=LIVING_WITH)


_PEOPLE = w.KIN | w.ACQUAINTANCES | {"lodger", "tenant", "parent", "someone", "somebody"}


def _a_person(subject: Phrase) -> bool:
    """Whether it is somebody who moved in; with a cat one still lives alone."""
    return subject.is_name or subject.pronoun in {"he", "she", "they"} or subject.head_lemma in _PEOPLE


def _with_me(clause: Clause) -> bool:
    return any(c.preposition == "with" and c.phrase.pronoun in {"me", "us"} for c in clause.complements)
