"""What somebody only says to have, by its noun and nothing else: *I have a dog*, *we own an old van*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_HAVING, DOUBTED, Candidate, Part
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.kinds import HAD, kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, Scene, value_text

_OWNING = frozenset("have get own keep".split())
_NOT_REAL = frozenset(
    """toy model dream rental rented hire hired company courtesy borrowed replacement loan imaginary virtual stuffed
    lego miniature inflatable spare share shared joint good great nice bad hard rough busy""".split()
)
"""What is called so is not had, or not as one has what one parts from."""
_FOR_A_WHILE = frozenset("for from on until till to over this next by against".split())
"""Prepositions behind what is had on an occasion or for a purpose: *a car for the weekend*, *a van on loan*."""
_GOING_ON = frozenset(
    "and but so because which that who too now as with in at since although though or any anymore".split()
)
"""What may stand behind a thing that is had; *a bike booked*, *a cat to feed* are told of an occasion."""


def had(scene: Scene, subject: str, phrase: Phrase) -> Iterator[Candidate]:
    """*I have a dog*, *we own an old van*: what is told of by its noun and by nothing else.

    What is told to be had no longer ends that, and whatever else is known by that noun.

    Args:
        scene: a clause of having.
        subject: who has it.
        phrase: what is had.
    """
    known = scene.lexicon.belonging(phrase) if scene.clause.verb in _OWNING else None
    if known is None or not _is_kept(scene, phrase, uncounted=known.uncounted):
        return
    value, span = value_text(scene, phrase)
    told = make(scene, subject, known.attribute, value, span, HAD, None, scene.told, OPEN, single=False)
    if told.part is Part.RETIRED:
        if any(c.preposition is not None for c in scene.clause.complements):
            return  # no car at work, no dog in this fight
        doubted = told.confidence if not in_doubt(scene.clause, scene) else DOUBTED
        mention = told.but(known_attribute=False, value_kind="mention", confidence=min(told.confidence, doubted))
        yield mention.but(attribute=BY_HAVING)
        yield mention.but(attribute="")
    elif told.affirmed:
        yield told


def _is_kept(scene: Scene, phrase: Phrase, *, uncounted: bool) -> bool:
    """Whether a thing is told to be had for good, and as what it is called."""
    clause = scene.clause
    several = uncounted or phrase.tokens[phrase.head].lower != phrase.head_lemma
    if clause.asked or clause.mood != "actual" or phrase.owner is not None or phrase.of is not None:
        return False
    counted = phrase.determiner in {"a", "an"} or (several and phrase.determiner is None) or clause.negated
    if not counted or kind_of(phrase)[0] != "phrase":
        return False
    if not _NOT_REAL.isdisjoint([x.lower for x in phrase.tokens[phrase.core : phrase.head]]) or _lasts(scene):
        return False
    behind = phrase.tokens[phrase.end : phrase.end + 1]
    open_end = not behind or behind[0].tag == t.PUNCT or behind[0].lower in _GOING_ON
    open_end = open_end and not (clause.negated and _told_which(phrase))
    return open_end and not any(c.preposition in _FOR_A_WHILE for c in clause.complements)


_MORE = frozenset("any more anymore longer".split())


def _told_which(phrase: Phrase) -> bool:
    """*I no longer have a dog that listens*, *don't have a car any more than you do*: there may well be another."""
    after = [x.lower for x in phrase.tokens[phrase.end :]]
    at = next((i for i, x in enumerate(after) if x not in _MORE), len(after))
    return bool(after[at:]) and (
        after[at] in {"that", "which", "who", "than", "as"} or _compared(after[:at], after[at:])
    )


def _compared(more: list[str], behind: list[str]) -> bool:
    """*Any more expensive than yours*."""
    return more[-1:] == ["more"] and "than" in behind


def _lasts(scene: Scene) -> bool:
    """Whether it is had, or was, for a stretch of time only."""
    return any(s.end is not None for s in scene.times) or scene.clause.tense in {"past", "habit_past"}
