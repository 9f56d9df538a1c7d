"""Measures and counts of one unit that are of another thing, or of one sort of it."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.pairs.particulars import says_itself
from atma_overlay.state.pairs.thing_words import ALL_OF_IT, PLAIN
from atma_overlay.state.slots.mentions import EVERYDAY
from atma_overlay.values.normal import NUMBER_WORDS, UNITS
from atma_overlay.values.terms import stem, terms

__all__ = ["counts_another_sort", "counts_of_another", "measures_another", "told_for_each"]

_HELD_BY = re2.compile(
    r"(?:^|[.!?;:,] |\b(?:and|but|so) )(?:the|this|that|these|those|an?|some|most|many|other|their|his|her) "
    r"(?P<whose>(?:[\p{L}'’-]+ ){0,3}?)(?P<holder>[\p{L}'’-]+) (?:now |only |already |still |even |just )?"
    r"(?P<verb>\p{L}+) (?:(?:about|around|over|only|up to|from|at least|almost|nearly|some|more than) )*$"
)
"""*The shelter has 40 cats*: who has, needs or uses so many, right before how many they are."""

_FOR_EACH = re2.compile(
    r"(?i)^ ?(?:(?:[\p{L}-]+ )?(?:per|an?|each|every|/) ?(?P<one>person|people|head|guest|adult|child|kid|couple|player"
    r"|member|user|seat|employee|night|evening|morning|afternoon|weekend|room|item|piece|unit|ticket|visit|session"
    r"|lesson|class|trip|ride|mile|km|kilo|kg|lb|pound|litre|liter|gallon|tonne|pack|box|bottle|cup|serving|meal)s?\b"
    r"|(?P<each>each|apiece|pp|p\.p\.)(?:[\s.,;!]|$))"
)
"""*$800 per person*, *$150 a night*, *$40 each*, right behind the amount."""

_NUMBERS = frozenset(map(stem, NUMBER_WORDS)) | {"about", "of", "some"}
_PLAIN_STEMS = frozenset(map(stem, PLAIN))


def measures_another(old: Statement, told: Statement) -> bool:
    """*I bench press 80 kg*, *my suitcase weighs 12 kg now*: a slot that is named by a unit, and no word in common.

    Args:
        old: what stands.
        told: what is told later, in the same slot.
    """
    if told.unit not in UNITS or told.slot.attribute != told.unit:
        return False
    said = set(terms(old.evidence)) - EVERYDAY - {told.unit}
    return said.isdisjoint(terms(told.evidence))


def counts_of_another(old: Statement, told: Statement) -> bool:
    """*We have 12 employees*, *the bakery has 20 employees*: a count of what somebody or something else has.

    Args:
        old: what stands.
        told: what is told later, in the same slot.
    """
    if told.value_kind != "quantity" or stem(told.slot.attribute.rpartition("_")[2]) not in terms(told.value):
        return False  # the landlord charges 950
    found = _HELD_BY.search(told.evidence.lower().partition(told.value.lower())[0])
    if found is None or verb_lemma(found.group("verb")) is None:
        return False
    holder = found.group("holder")
    if stem(holder) in {*terms(old.evidence), *terms(told.slot.attribute.replace("_", " "))}:
        return False
    own = holder in ALL_OF_IT and not set(found.group("whose").split()) - PLAIN
    return not own  # the company has 15 employees now


def told_for_each(old: Statement, told: Statement) -> bool:
    """*My budget is $2,000*, *our budget is $800 per person*: amounts of which only the one is for each of something.

    Args:
        old: what stands.
        told: what is told later, in the same slot.
    """
    if old.value_kind != "money" or told.value_kind != "money":
        return False  # six hours of sleep, six hours a night
    return _each_of(old) != _each_of(told) and not says_itself(old, told)


def _each_of(told: Statement) -> str:
    """What an amount is told for each of; empty where it is told of the whole."""
    behind = told.evidence.partition(told.value)[2]
    found = _FOR_EACH.search(behind)
    return "" if found is None else str(found.group("one") or "each").lower()


def counts_another_sort(old: Statement, told: Statement) -> bool:
    """*We have 200 customers*, *we have 20 trial customers now*: of which only the one says which they are.

    Args:
        old: what stands.
        told: what is told later, in the same slot.
    """
    if (
        not old.unit
        or old.unit != told.unit
        or old.unit in UNITS
        or not old.value_kind == told.value_kind == "quantity"
    ):
        return False
    return _sort_counted(old) != _sort_counted(told) and not says_itself(old, told)


def _sort_counted(told: Statement) -> frozenset[str]:
    """What stands between a count and what it counts: *trial* of *20 trial customers*."""
    words = [stem(x) for x in told.value.lower().split() if x.isalpha()]
    counted = stem(told.unit or "")
    before = words[: words.index(counted)] if counted in words else ()
    return frozenset(before) - _NUMBERS - _PLAIN_STEMS
