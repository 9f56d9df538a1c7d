"""What one has with an institution: who works for a bank and opens an account with another one has not left it."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Statement

_WORK = frozenset({"employer", "volunteering"})
"""Known attributes of whom one works for."""
_WORKING = frozenset("work volunteer teach coach tutor lecture intern freelance consult manage run referee".split())
"""Verbs of what one does for an institution: *I coach the juniors at …*."""
_AS_A_CUSTOMER = frozenset(
    """register enrol enroll subscribe switch up membership account policy loan mortgage pension isa overdraft card
    degree course class lesson therapy treatment appointment patient""".split()
)
"""Words of an attribute that tell of a customer, a pupil or a patient: *sign up*, *register*, *membership*."""
_JOINED_BY_MEMBERS = frozenset("gym pool club choir library church studio supermarket charity cinema theatre".split())
"""Sorts of what is joined by its members, and seldom by who works there."""
_SEVERAL = frozenset("shop buy eat drink travel fly volunteer volunteering order dine lunch".split())
"""What is done at several of a sort, so that a new one takes nobody's place unless one changes over to it."""
_CHANGING_OVER = frozenset("switch move change transfer go swap migrate convert".split())


def has_another_tie(candidate: Candidate, old: Statement) -> bool:
    """Whether a name of one sort is told of another tie than the one that a record tells.

    Args:
        candidate: what is told of an institution.
        old: what is known of another one of its sort.
    """
    told, known = candidate.attribute, old.slot.attribute
    if told == known:
        return False
    words = set(told.split("_"))
    if known.partition("_")[0] in _SEVERAL:
        return words.isdisjoint(_CHANGING_OVER)
    if _is_work(known):
        as_a_member = "join" in words and candidate.sort in _JOINED_BY_MEMBERS
        known_else = candidate.known_attribute and not _is_work(told)
        return known_else or as_a_member or not words.isdisjoint(_AS_A_CUSTOMER)
    return _is_work(told)


def _is_work(attribute: str) -> bool:
    verb, _, rest = attribute.partition("_")
    return attribute in _WORK or (verb in _WORKING and rest.rpartition("_")[2] in {"at", "for", "with"})
