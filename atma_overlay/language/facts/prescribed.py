"""A medicine and how much of it the speaker was put on: *Dr. Osei put me up to metformin 1000 mg*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene, value_text
from atma_overlay.records import Change

PRESCRIBING = frozenset("put move switch start bump step".split())
"""Verbs of it."""
_ONTO = frozenset("on onto to".split())
_ME = frozenset({"me", "us"})
_FROM_NOW_ON = re2.compile(
    r"^(?: (?:a day|daily|(?:once|twice) (?:a day|daily)|per day|now|instead|from now on|today|yesterday"
    r"|(?:this|last) week|these days|with \p{L}+|of it))*[\s.!,;]*$"
)
_DOSED = frozenset("mg ml mcg g iu unit".split())
_MEDICINE = "medication"


def prescribed(scene: Scene) -> Iterator[Candidate]:
    """The medicine with its dose, as what is taken from now on."""
    clause, attribute = scene.clause, scene.lexicon.attributes.get(_MEDICINE)
    whom = clause.bare()
    done = clause.done or (clause.verb == "put" and clause.tense == "present" and clause.subject is not None)
    if attribute is None or not done or clause.negated or whom is None or whom.pronoun not in _ME:
        return
    for complement in clause.complements:
        phrase = complement.phrase
        kind, unit = kind_of(phrase)
        said = phrase.tokens[phrase.core : phrase.end]
        named = said[0].tag in t.NAME_OR_NOUN and any(x.tag == t.NUM for x in said)
        if complement.preposition in _ONTO and named and (kind == "name" or unit in _DOSED):
            value, span = value_text(scene, phrase)
            told = make(scene, scene.turn.speaker, attribute, value, span, "name", None, Change.TOLD, TYPED)
            behind = scene.turn.text[span[1] : scene.sentence.sentence.end]
            opens = clause.subject is None or clause.subject.start == 0
            yield told if opens and is_from_now_on(behind) else told.doubted()
            return


def is_from_now_on(behind: str) -> bool:
    """Whether what stands behind a dose leaves no doubt of how long: not *for the test*, *while I'm in hospital*."""
    return _FROM_NOW_ON.match(behind.lower()) is not None


def is_for_now(sentence: str, value: str) -> bool:
    """*Put me on metformin 1000 mg for the test*, *while I'm in hospital*: a dose that may be for then alone."""
    before, _, behind = sentence.lower().partition(value.lower())
    return not is_from_now_on(behind) or before.startswith(("as ", "for ", "at ", "in ", "once "))
