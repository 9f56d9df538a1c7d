"""Who leaves or retires and stays what they are to the speaker: a wife who left for Spain, a friend who retired."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import BY_LOSS, BY_VALUE, Candidate
from atma_overlay.language.grammar.words import KIN, PETS
from atma_overlay.records import Statement
from atma_overlay.values.belonging import is_place
from atma_overlay.values.normal import normalise

__all__ = ["is_near", "stays_all_the_same"]

_NEAR = KIN | PETS | frozenset(
    """spouse dating_partner engage_to partner fiancé fiancée fiance fiancee girlfriend boyfriend friend neighbour
    neighbor landlord landlady classmate schoolmate penpal godparent godchild
    child pet identity""".split()
)  # fmt: skip
"""What somebody is to the speaker whatever their work is, and wherever they go."""
_FOR_LIFE = frozenset(
    """mother father parent stepparent child son daughter sibling brother sister grandmother grandfather grandchild aunt
    uncle cousin niece nephew godparent""".split()
)
"""Attributes whose values are somebody who stays that but by death."""
_UNDER_ONE_ROOF = frozenset("roommate flatmate housemate lodger tenant".split())
"""Who has left when they moved out; their work is their own."""
_GOING = re2.compile(
    r"^(?:['’]s)? (?:has |have |had |was |been |got |just |recently |finally |also |now |already |no longer |doesn['’]t"
    r" )*(left|retired|resigned|quit|stepped down|stepped back|moved on|fired|sacked|laid off|let go|dismissed"
    r"|made redundant|works?)\b(.*)"
)
_FOR_GOOD = re2.compile(r"^ (?:me|for good)\b")
_TO_WORK_ELSEWHERE = re2.compile(
    r"^ for (?:good|another|a (?:new|better|different|rival|competing)|greener|pastures|the competition|a competitor"
    r"|\w+ else)\b"
)
_BOUND_FOR = re2.compile(r"^ for ((?:[\p{L}'’.-]+ ?){1,3})")


def stays_all_the_same(candidate: Candidate, old: Statement) -> bool:
    """Whether somebody who is told to have left, retired or stepped down is still what a record says they are.

    Who is near to the speaker stays so, but for *left me* and *left for good*; a manager who *left for Spain*, or *for
    lunch*, comes back.

    Args:
        candidate: tells that somebody is gone, by name.
        old: the record that has the name.
    """
    if old.slot.attribute in _FOR_LIFE and candidate.attribute not in {BY_LOSS, old.slot.attribute}:
        return True  # got dropped from the team
    if candidate.value_kind != "mention" or candidate.attribute not in {"", BY_VALUE}:
        return False
    place = candidate.evidence.find(candidate.value)
    going = _GOING.match(candidate.evidence[place + len(candidate.value) :].lower()) if place >= 0 else None
    if going is None:
        return False
    verb, rest = going.group(1), going.group(2)
    if is_near(old) or old.slot.attribute.startswith(("favourite", "favorite")):
        return verb != "left" or _FOR_GOOD.match(rest) is None
    if old.slot.attribute.rpartition("_")[2] in _UNDER_ONE_ROOF and verb != "left":
        return True
    return verb == "left" and _is_away(rest, candidate.evidence)


def is_near(old: Statement) -> bool:
    """Whether a record tells who is close to the speaker, whatever they do and wherever they go."""
    return old.slot.attribute in _NEAR or old.slot.attribute.rpartition("_")[2] in _NEAR


def _is_away(rest: str, said: str) -> bool:
    """*For Spain*, *for lunch*, *for the airport*: where somebody is for a while, and not for whom they work now."""
    bound = _BOUND_FOR.match(rest)
    if bound is None or _TO_WORK_ELSEWHERE.match(rest) is not None:
        return False
    place = bound.group(1).strip()
    named = said[said.lower().find(f"for {place}") + 4 :][:1].isupper()
    return not named or any(is_place(normalise(x)) for x in (place, place.partition(" ")[0]))
