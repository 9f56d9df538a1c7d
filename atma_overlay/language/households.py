"""Whom somebody lives with: *I live on my own*, *I moved out of my parents' place*, *my brother moved in with me*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.clauses import Clause
from atma_overlay.language.making import make
from atma_overlay.language.partings import NOT_TOLD, retired
from atma_overlay.language.phrases import Phrase
from atma_overlay.language.scene import TYPED, Scene, bounded_past, implicit_first_person
from atma_overlay.language.turn import subject_of
from atma_overlay.language.value_phrases import phrase_span

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
DWELLINGS = frozenset("place house flat apartment home room spare_room basement attic annexe condo cottage".split())


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
            yield retired(scene, ALONE, span).but(attribute=LIVING_WITH)
        elif clause.subject is not None and clause.subject.pronoun in {"i", "we"}:
            for complement in clause.complements:
                if complement.preposition == "of" and clause.particle == "out":
                    yield from _left(scene, complement.phrase)


def _left(scene: Scene, place: Phrase) -> Iterator[Candidate]:
    """*My parents* of *my parents' place*, *Tom* of *Tom's flat*."""
    if place.head_lemma not in DWELLINGS:
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
