"""What was just told to be changed, and is then said with *it is*: *we changed the alarm code, it's 8826*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.facts.copula_values import said_as
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.scene import OPEN, Scene
from atma_overlay.language.turn import owner_subject
from atma_overlay.records import Change

_ALTERING = frozenset(
    """change update move switch reset rename shift reschedule swap adjust alter amend revise push postpone rebook raise
    lower cut bump set relocate renew rework correct extend increase reduce drop hike double halve""".split()
)
_ONE_FORM = frozenset({"put", "cut", "set"})
"""Verbs that are the same in the past: *my landlord put the rent up, it's …* tells what has happened."""
_UP_AND_DOWN = frozenset({"up", "down", "forward", "back"})
"""Words behind *put* or *bring* that tell of an altering: *has put my rent up*."""


def changed_topic(scene: Scene) -> Phrase | None:
    """What a clause before says was changed: *we changed the alarm code, it's 8826*."""
    before = [c for c in scene.sentence.clauses if c.verb_start < scene.clause.verb_start]
    if not before:
        return None
    last = before[-1]
    if last.verb in _HAVING and scene.clause.subject is not None and scene.clause.subject.pronoun == "it":
        return _new_one(last)
    done = last.done or (last.verb in _ONE_FORM and last.mood == "actual" and not last.negated and not last.asked)
    if not done or not _alters(last):
        return None
    if last.verb == "change" and last.bare() is None and last.subject is not None and last.subject.owner_is_name:
        return last.subject  # Dave's number has changed, it's …
    thing = last.subject if last.passive else last.bare()
    mine = (
        last.passive
        or (thing is not None and thing.owner in _MINE)
        or last.subject is None
        or last.subject.pronoun in {"i", "we", "they"}
        or last.subject.owner in _MINE
        or _of_a_body(last.subject)
    )
    return thing if mine and thing is not None and thing.pronoun is None and not thing.is_name else None


def _alters(clause: Clause) -> bool:
    """Whether what a clause does to something leaves it otherwise."""
    if clause.verb in {"put", "bring"}:
        return any(x.lower in _UP_AND_DOWN for x in clause.tokens[clause.verb_end : clause.end + 1])
    return clause.verb in _ALTERING


_MINE = frozenset({"my", "our"})
_HAVING = frozenset({"have", "get"})


def _new_one(clause: Clause) -> Phrase | None:
    """*I've got a new email address, it's …*."""
    thing, subject = clause.bare(), clause.subject
    mine = subject is not None and subject.pronoun in {"i", "we"}
    told = mine and clause.mood == "actual" and not clause.negated and not clause.asked
    if thing is None or not told or thing.is_name or thing.owner is not None:
        return None
    return thing if any(x.lower in _NEW for x in thing.tokens[thing.start : thing.head]) else None


_NEW = frozenset({"new", "different"})


def _of_a_body(phrase: Phrase) -> bool:
    """*IT changed the password, it's …*, *kids renamed the wifi*: who alters what *the* names for everybody."""
    bodies = "kid kids it hr facilities management finance marketing landlord council school gym provider admin".split()
    return phrase.owner is None and (phrase.head_lemma in bodies or phrase.tokens[phrase.head].lower in bodies)


def of_topic(scene: Scene, topic: Phrase) -> Iterator[Candidate]:
    """The value of what was changed, told with *it is*."""
    label = attribute_label(topic)
    for place, complement in enumerate(scene.clause.complements[:1]):
        said = said_as(scene, complement, place)
        if (
            said is None
            or not label
            or said.kind not in kinds.ANCHORED
            or topic.owner in {"your", "his", "her", "their"}
        ):
            continue
        attribute = scene.lexicon.fitting(label, said.phrase, said.kind) or label
        yield said.of(scene, owner_subject(topic, scene.turn), attribute, OPEN, change=Change.TOLD)
