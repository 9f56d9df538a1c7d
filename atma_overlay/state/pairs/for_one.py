"""What a later sentence alone says a thing is for, with or to: *the deadline for the pilot*, *my flight to Rome*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import MEASURED, TIMED
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.thing_words import ALL_OF_IT, ENDS, PLAIN
from atma_overlay.values.terms import stem, terms, word_set

__all__ = ["is_for_one"]

_FOR_ONE = re2.compile(
    r"(?:^|[.!?;,] +|\b(?i:my|our|the) (?:[\p{L}-]+ ){0,2}?)(?P<thing>\p{L}+) (?:for|of|(?P<at>at)) "
    r"(?P<what>(?:[\p{L}-]+ ){1,4}?)(?i:is|are|was|were|has|have|had|got|gets|moves?|moved|changed|slips"
    r"|slipped|goes|went|will)\b"
)
"""*The deadline for the pilot is …*, *standup of the design team moved …*."""
_ON_ONE_OCCASION = re2.compile(
    r"(?:^|[.!?;,] +|\b(?i:my|our|the) (?:[\p{L}-]+ ){0,2}?)(?P<thing>\p{L}+) "
    r"(?:(?:with|about|to|from|in|against|between|regarding) (?P<what>(?:[\p{L}-]+ ){1,4}?)|(?P<way>back|home|out) )"
    r"(?i:is|are|was|were|will|moves?|moved|got|gets|starts?|begins?|leaves?|departs?|runs?|goes|has|changed|slipped)\b"
)
"""*The meeting with the vendor is on Thursday*, *my flight to Rome leaves at six*, *the train back is at 5*."""
_ASIDE = (
    "above|below|upstairs|downstairs|opposite|nearby|next door|over there|down there|up there"
    "|(?:across|down|up|along|over) the (?:street|road|hall|hill|river|way)|(?:a)?round the corner|behind (?:us|ours)"
    "|(?:beside|below|above|opposite|near) (?:us|ours)"
)
_PLACED = re2.compile(
    r"(?:^|[.!?;,] +|\b(?i:the|that) (?:[\p{L}-]+ ){0,2}?)(?P<thing>\p{L}+) "
    rf"(?:(?P<aside>{_ASIDE}) |(?:on|at|in|by|near|behind|beside|with|without|for|from|to) "
    r"(?P<what>(?:[\p{L}-]+ ){1,4}?))"
    r"(?i:is|are|has|have|costs?|takes?|opens?|closes?|starts?|begins?|lasts?|needs?|charges?|weighs?)\b"
)
"""*The hotel round the corner is 90 a night*, *the pharmacy at the station closes at ten*: not the known one."""
_AWAY = re2.compile(
    r"\b(?i:my|our) (?:[\p{L}-]+ ){0,2}?(?P<thing>\p{L}+) "
    r"(?P<away>back (?:home|there)|(?:over|out|up|down) there|abroad|overseas) (?i:is|are)\b"
)
"""*My dentist back home is Dr Ruiz*: not the one of here."""
_ENDS = re2.compile(
    r"\b(?:ends?|ending|finish(?:es)?|(?:(?:runs?|lasts?)(?: on)?|goes on) (?:up to|to|until|till)|over)"
    r"(?: at| by| around)? $"
)
_SOMEBODY = frozenset("i we you he she it they who that which".split())
_AT_WORK = frozenset({"work", "office"})


def is_for_one(heads: frozenset[str], old: Statement, told: Candidate | Statement) -> bool:
    """Whether a later sentence alone says what the thing of an earlier one is for, or with whom, or where to.

    Args:
        heads: the stems of the nouns of the things that the later sentence names.
        old: what stands.
        told: what is told later.
    """
    if told.value_kind in TIMED and _is_an_end(told) and not _is_an_end(old):
        return True
    if _is_elsewhere(heads, old, told):
        return True
    said = told.evidence
    placed = " there " in said or " home " in said or " abroad " in said or " overseas " in said
    away = _AWAY.search(said) if placed and told.change is Change.NONE else None
    if away is not None and _is_the_thing(away.group("thing"), heads, old):
        return away.group("away") not in old.evidence
    looked_at = " for " in said or " of " in said or " at work" in said or "office" in said
    match = _FOR_ONE.search(said) if looked_at else None
    if match is None:
        return (told.value_kind in TIMED or told.norm[:1].isdigit()) and _is_on_one_occasion(heads, old, told)
    if not _is_the_thing(match.group("thing"), heads, old):
        return False
    what = _told_apart(match.group("what"))
    if match.group("at") and not (what <= _AT_WORK and _is_of_no_job(old.slot.attribute)):
        return False  # my dentist at the clinic, my manager at work
    return not _is_known(what, old, told)


def _is_on_one_occasion(heads: frozenset[str], old: Statement, told: Candidate | Statement) -> bool:
    """*My class is on Mondays*, *my class with Omar is on Wednesdays*: whom or what a later sentence alone names."""
    match = _ON_ONE_OCCASION.search(told.evidence)
    if match is None or not _is_the_thing(match.group("thing"), heads, old):
        return False
    if not _SOMEBODY.isdisjoint((match.group("what") or "").lower().split()):
        return False  # with half the team in Halifax we begin at ten
    way = match.group("way")
    return way not in word_set(old.evidence) if way else not _is_known(_told_apart(match.group("what")), old, told)


def _is_elsewhere(heads: frozenset[str], old: Statement, told: Candidate | Statement) -> bool:
    """*My hotel is 120*, *the hotel at the beach is 180*: where the one is that is told of?"""
    if told.change is not Change.NONE or told.value_kind not in MEASURED:
        return False
    match = _PLACED.search(told.evidence)
    if match is None or not _is_the_thing(match.group("thing"), heads, old):
        return False
    if match.group("aside"):
        return not word_set(match.group("aside")) <= word_set(old.evidence)
    words = match.group("what").lower().split()
    if "new" in words or not _SOMEBODY.isdisjoint(words):
        return False  # the way to the new office takes ten minutes
    return not _is_known(_told_apart(match.group("what")), old, told)


def _is_the_thing(noun: str, heads: frozenset[str], old: Statement) -> bool:
    return stem(noun.lower()) in heads | set(terms(old.slot.attribute.replace("_", " ")))


def _told_apart(words: str) -> frozenset[str]:
    """What of the words sets one thing beside another of its name."""
    return frozenset(words.lower().split()) - ENDS - PLAIN - ALL_OF_IT


def _is_known(what: frozenset[str], old: Statement, told: Candidate | Statement) -> bool:
    """Whether the earlier sentence says so too, or it is the value itself."""
    return {stem(x) for x in what} <= {*terms(old.evidence), *terms(old.slot.attribute), *terms(told.value)}


def _is_an_end(told: Candidate | Statement) -> bool:
    """*The meeting ends at 11:30*: not when it is."""
    return _ENDS.search(told.evidence.partition(told.value)[0]) is not None


def _is_of_no_job(attribute: str) -> bool:
    known = default_extractor().lexicon.attributes.get(attribute)
    return known is not None and known.domain != "work_and_schedule"
