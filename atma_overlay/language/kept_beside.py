"""Which candidates of a sentence, and of an utterance, are kept beside each other, and which are told by another."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay import re2
from atma_overlay.language.candidates import (
    BY_CONTRAST,
    BY_FALLING_OUT,
    Candidate,
    Part,
    StatedContingency,
    overlap,
    touches,
)
from atma_overlay.language.scene import OPEN
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Change
from atma_overlay.values.normal import normalise

__all__ = ["COVERING", "MAX_CANDIDATES", "fresh", "keeps", "left_behind", "of_rule", "reach", "tidy", "without_stated"]

MAX_CANDIDATES = 24
"""More than one utterance can plausibly state; what is told least surely beyond them is left to the host."""


def keeps(candidate: Candidate, moved: list[Candidate]) -> bool:
    """A known attribute is stated beside a change, unless only the name tells it and the change names the old value."""
    if not candidate.known_attribute:
        return False
    told = candidate.thing == candidate.attribute and any(m.replaces and overlap(m.span, candidate.span) for m in moved)
    return not told


def without_stated(moved: list[Candidate], stated: list[Candidate]) -> list[Candidate]:
    """An adoption without its old value is left out where a statement names the slot of the same value."""
    named = [c for c in stated if c.confidence >= OPEN and c.attribute != "does"]
    spans = [c.span for c in named]
    return [m for m in moved if m.replaces or m.part is not Part.ADOPTED or not touches(m.span, spans)]


def fresh(candidate: Candidate) -> bool:
    """A plain statement beside a change that is told in the same sentence is part of the change."""
    return candidate.part is Part.STATEMENT and candidate.change is Change.NONE and candidate.act is Act.ASSERT


def left_behind(candidate: Candidate, replaced: set[str], text: str) -> bool:
    """*Switched from Emacs to Vim*: that it was Emacs which was left is no state; so *moved off Heroku to*."""
    if candidate.part is not Part.STATEMENT or candidate.act is not Act.ASSERT or candidate.norm not in replaced:
        return False
    return not candidate.known_attribute or text.endswith(_OFF, 0, candidate.span[0])


COVERING = frozenset({BY_CONTRAST, BY_FALLING_OUT})
"""Marks of what is told to be over beside what is now: what it names is no value."""
_OFF = (" off ", " off of ")


def of_rule(candidate: Candidate, rules: Iterable[StatedContingency]) -> bool:
    """Whether a bare mention is only what a rule of the same sentence waits for or gives."""
    if candidate.part is Part.RETRACTED:
        return False
    named = {normalise(x) for r in rules for x in (r.parent_value, r.when.value, r.value) if x}
    return candidate.norm in named or any(candidate.attribute == r.parent for r in rules)


def reach(at: int, sentence: ReadSentence) -> tuple[int, int]:
    """A clause's times stand in it, or before its subject: *since May I've been cycling on …*."""
    clauses = sentence.clauses
    start = sentence.sentence.start
    if at > 0:
        previous = clauses[at - 1]
        start = previous.tokens[max(previous.start, previous.end - 1)].token.end
    own = clauses[at]
    end = own.tokens[max(own.start, own.end - 1)].token.end
    if at == len(clauses) - 1:
        end = sentence.sentence.end
    return start, end


def tidy(found: Iterable[Candidate]) -> list[Candidate]:
    """One candidate a value and attribute, the surer one; a statement beats an adoption of the same words."""
    best: dict[tuple[object, ...], Candidate] = {}
    for candidate in found:
        if candidate.part is not Part.RETRACTED and (
            not candidate.norm or (candidate.value[:1] in _BEGINNING and _names_nothing(candidate))
        ):
            continue
        key = (candidate.part, candidate.subject, candidate.attribute, candidate.norm)
        if key not in best or _tells_more(candidate, best[key]):
            best[key] = candidate
    kept = sorted(best.values(), key=lambda c: (-c.confidence, c.place))[:MAX_CANDIDATES]
    return sorted(kept, key=lambda c: (c.place, c.part, c.attribute))


_UNNAMED = re2.compile(r"^(?:(?:some|any)(?:thing|body|one)\b|(?:another |a different |the other )?ones?$|another$)")


_BEGINNING = frozenset("sSaAoOtT")
"""Letters that such a value begins with: the others are not looked at."""


def _names_nothing(candidate: Candidate) -> bool:
    """*I swapped my camera for something newer*, *my gym for another one*: that there is a value, and not which."""
    value = candidate.value.lower()
    number = value == "one" and not candidate.known_attribute  # my locker number is one
    return candidate.act is Act.ASSERT and not number and _UNNAMED.match(value) is not None


def _tells_more(candidate: Candidate, best: Candidate) -> bool:
    """Whether a candidate is the surer one, or as sure and tells a change, where the other does not."""
    if candidate.confidence != best.confidence:
        return candidate.confidence > best.confidence
    return candidate.change is Change.TOLD and best.change is not Change.TOLD
