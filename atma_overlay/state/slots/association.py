"""Association: the one open record that a told change is about, by what the two sentences have in common.

A change is often told in other words than the state was: *our flour comes from Hobbin*, *we get our flour from Trask
now*. Value kinds, units, roles and the nouns around both values are weighed; a link stands only where one record is
well ahead of the others, and only for a sentence that says that something changed.
"""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import ANCHORED, COUNTED, NAMED, TIMED
from atma_overlay.language.grammar.value_phrases import DURATIONS
from atma_overlay.language.grammar.words import (
    ACQUAINTANCES,
    ADVERBS,
    COMPONENTS,
    DETERMINERS,
    KIN,
    PREPOSITIONS,
    lemma,
    verb_lemma,
)
from atma_overlay.records import Change, Observation, Statement
from atma_overlay.state.open_ones import content_order
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.displacement import OPEN_AT, SEVERAL, other_sort
from atma_overlay.state.slots.holders import one_holder
from atma_overlay.state.slots.mentions import ANYTHINGS, only_qualifies
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import STOP_WORDS, stem, terms, words

ENOUGH = 1.25
"""What a record must reach, and half a point more than any other slot's."""
AHEAD = 0.5
_ROLES = {
    "in": "place", "at": "place", "to": "place", "on": "place", "into": "place", "under": "place", "near": "place",
    "with": "company", "by": "company", "alongside": "company", "from": "source", "through": "source", "via": "source",
    "for": "purpose", "about": "purpose", "like": "purpose", "after": "time", "before": "time", "during": "time",
}  # fmt: skip
_THIN = frozenset(
    stem(x)
    for x in """get go come make take put thing time day week month year good new look interest think want plan help
    great really way bit lot recent current idea old first last next morning evening night today work people place home
    life one two three start now everything something anything nothing best better little big long short since finally
    officially name number end part kind sort back instead weekend use used using need try keep
    frequency gbp usd eur city town country village area region app tool
    target provider platform service site system setup""".split()
)
_CODE = re2.compile(r"^([\p{L}]+)[-_ ]?\d|^([\p{L}]+)[-_]")
_SEGMENT = re2.compile(
    r"[,;:.!?()]| to \p{Ll}+ (?:my|our|the|all|some|an?) | - | — | and (?:i|we|my|our|the|it|he|she|they) "
    r"| but | so | because | which "
)


_GENERIC = frozenset("date time day number address price amount place location name hour".split())
"""Nouns that say no more than the kind of their value: *the new date* is that of the one date that is known."""


@dataclass(frozen=True, slots=True)
class Associated:
    """An open record with its score against a told change."""

    record: Statement
    score: float


def associated(candidate: Candidate, records: list[Statement], observation: Observation) -> Statement | None:
    """The record that a told change is about, or None where none is, or more than one could be.

    Args:
        candidate: a value that is told with a change.
        records: open records, in any order.
        observation: what the candidate is of.
    """
    if not may_be_associated(candidate):
        return None
    scored = [Associated(r, _score(candidate, r)) for r in records if _may(candidate, r, observation)]
    scored = sorted((a for a in scored if a.score >= ENOUGH), key=lambda a: (-a.score, content_order(a.record)))
    if not scored:
        return None
    best = scored[0]
    rivals = [a for a in scored[1:] if a.record.slot != best.record.slot]
    if rivals and rivals[0].score > best.score - AHEAD:
        return None
    same_slot = [a for a in scored if a.record.slot == best.record.slot and a.score > best.score - AHEAD]
    return max((a.record for a in same_slot), key=content_order)


def may_be_associated(candidate: Candidate) -> bool:
    """Whether a candidate tells a change that can be about a record at all."""
    beside = candidate.additive or candidate.cumulative
    if candidate.change is Change.NONE or beside or candidate.value_kind == "quote":
        return False
    return candidate.value_kind in ANCHORED and candidate.attribute not in SEVERAL


def _may(candidate: Candidate, record: Statement, observation: Observation) -> bool:
    if record.value_kind not in ANCHORED or record.confidence < OPEN_AT:
        return False
    alike = compatible(candidate.value_kind, candidate.unit, record.value_kind, record.unit)
    if not alike or record.observation_id == observation.id or other_sort(candidate, record):
        return False
    if candidate.value_kind in COUNTED and candidate.unit != record.unit:
        return False
    if not one_holder(record.slot.subject, candidate.subject, observation):
        return False
    if record.slot.attribute in SEVERAL:
        return False
    if told_apart(candidate.attribute, record.slot.attribute) or _of_its_part(candidate, record):
        return False
    if _of_one_sort(candidate, record):
        return False
    same = same_value(candidate.norm, record.norm) or refines(candidate.norm, record.norm)
    return not same and not refines(record.norm, candidate.norm) and _one_role(candidate, record)


def told_apart(first: str, second: str) -> bool:
    """*API timeout*, *database timeout*: one noun in common, and one of its own on either side; or one verb's objects.

    Args:
        first: an attribute.
        second: another.
    """
    a, b = _nouns(first.replace("_", " ")), _nouns(second.replace("_", " "))
    own = bool(a & b) and bool(a - b) and bool(b - a)
    return own or _are_two_of_a_kind(first, second) or of_other_objects(first, second)


_ASPECTS = frozenset("day time date name number frequency".split())
_ANY = frozenset(
    "main primary default current new old preferred favourite favorite usual regular own first next last".split()
)
"""What tells no two things of a kind apart, or may be said of each."""


def _are_two_of_a_kind(first: str, second: str) -> bool:
    """*Billing address*, *mailing address*; *sleeping bag*, *hiking bag*: one noun, and before it what each is for."""
    one, other = _kind_and_own(first), _kind_and_own(second)
    return one[0] == other[0] and bool(one[1]) and bool(other[1]) and one[1].isdisjoint(other[1])


def _kind_and_own(attribute: str) -> tuple[str, frozenset[str]]:
    """The noun of an attribute, and what stands before it; verbs do not count, which may be what is done to it."""
    parts = attribute.split("_")
    while len(parts) > 1 and parts[-1] in _ASPECTS:
        parts.pop()
    own = frozenset(x for x in parts[:-1] if verb_lemma(x) != x) - _ANY  # I call, or ring, my parents
    return parts[-1], frozenset() if parts[-1] in _CLOSED else own - _CLOSED


_BESIDE = frozenset("to from with by".split())
"""Prepositions behind which one verb has things that are told beside each other."""


def of_other_objects(first: str, second: str) -> bool:
    """*I store backups on …*, *I store invoices in …*; *I shoot with …*, *I shoot film with …*; *ship to*, *ship with*.

    Args:
        first: an attribute that is told.
        second: the attribute of what stands.
    """
    (verb, *own), (other, *others) = (x.split("_") for x in (first, second))
    if verb != other or verb_lemma(verb) is None:
        return False
    if len(own) == len(others) == 1 and own != others and _BESIDE.issuperset((*own, *others)):
        return True
    done = set(own) - PREPOSITIONS, set(others) - PREPOSITIONS
    if done[0] and not done[1]:
        return bool(others)
    return bool(done[0]) and bool(done[1]) and done[0].isdisjoint(done[1])


def _of_its_part(candidate: Candidate, record: Statement) -> bool:
    """*Switched the car insurance to Aviva*: a name that is told of something else, which the car only qualifies.

    Or of a part of it: *my car's battery is a Bosch now*.
    """
    if candidate.subject == record.slot.attribute.replace("_", " "):
        return True
    named = candidate.value_kind in NAMED and record.value_kind in NAMED
    return named and only_qualifies(record.slot.attribute, candidate.evidence, candidate.value)


def _of_one_sort(candidate: Candidate, record: Statement) -> bool:
    """*Customer bugs go to Intercom*, *we store the backups in S3*: a noun more than a known slot was told with."""
    if candidate.change is Change.TOLD or candidate.known_attribute:
        return False
    if record.slot.attribute not in default_extractor().lexicon.attributes:
        return False
    if candidate.value_kind not in NAMED or record.value_kind not in NAMED:
        return False
    named = _nouns(candidate.attribute.replace("_", " ")) - {stem(x) for x in COMPONENTS}
    return bool(named - set(terms(record.evidence)) - set(terms(record.slot.attribute.replace("_", " "))))


def _one_role(candidate: Candidate, record: Statement) -> bool:
    """Whether both values stand in one role: *with Greg* takes no place of *at Hill Club*."""
    mine, theirs = _role(candidate.attribute), _role(record.slot.attribute)
    return mine is None or theirs is None or mine == theirs


def _role(attribute: str) -> str | None:
    parts = attribute.split("_")
    return _ROLES.get(parts[-1]) if len(parts) > 1 or parts[-1] in PREPOSITIONS else None


def _enough_of(attribute: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """*6200 in the roof pot* names no *roof savings goal*: of a name of several nouns one is too little."""
    told = said & attribute
    return told if len(told) > 1 or len(attribute) < _SEVERAL_NOUNS else frozenset()


_SEVERAL_NOUNS = 3


def _score(candidate: Candidate, record: Statement) -> float:
    said, attribute = _around(candidate.evidence, candidate.value), _nouns(record.slot.attribute.replace("_", " "))
    own = _nouns(candidate.attribute.replace("_", " ")) - _whoever_does(candidate)
    mine, around = said | own, _around(record.evidence, record.value)
    named = _enough_of(attribute, mine) | (own & around)
    shared = (mine & around) - named
    score = 1.0 * min(len(named), 2) + 0.5 * min(len(shared), 2)
    score += 0.5 if candidate.change is Change.TOLD else 0.25
    if _code(candidate.value) is not None and _code(candidate.value) == _code(record.value):
        score += 1.0
    if candidate.value_kind in COUNTED and candidate.unit is not None and candidate.unit not in DURATIONS:
        score += 0.5
    if candidate.value_kind == record.value_kind and candidate.value_kind in TIMED:
        score += 0.25
    if (
        candidate.change is Change.TOLD
        and candidate.value_kind in NAMED  # of two days of a month, or amounts of a unit, neither follows the other
        and _series(candidate.value)
        and _series(candidate.value) == _series(record.value)
        and (named or shared or not _moves_something(candidate))
    ):
        return score + ENOUGH
    if candidate.attribute in _GENERIC:
        alike = candidate.value_kind == record.value_kind and candidate.value_kind not in NAMED
        return score + ENOUGH if alike else 0.0
    if candidate.value_kind in NAMED and not named:
        return 0.0  # names in two sentences about one theme are two things as a rule
    return score if named or shared else 0.0


def _whoever_does(candidate: Candidate) -> frozenset[str]:
    """*My team has hired Tom*: what a team uses is told of the team, too, and of no hiring."""
    doer = (candidate.doer or "").lower()
    return _nouns(doer) if doer in _PEOPLE else frozenset()


_PEOPLE = KIN | ACQUAINTANCES | frozenset("team group crew family company club band board squad".split())


def _series(value: str) -> tuple[str, ...]:
    """The words of a name that ends in a number: *Plim 3* and *Plim 4* are of one series."""
    parts = value.lower().split()
    plain = tuple(x for x in parts if not x[0].isdigit())
    return plain if 0 < len(plain) < len(parts) and len(parts) < 5 else ()


def _moves_something(candidate: Candidate) -> bool:
    """*They moved the meeting to Room 14*: what is moved stands before its new place; who moves it is none."""
    if candidate.replaces and not ANYTHINGS.issuperset(terms(candidate.replaces)):
        return True
    before = candidate.evidence[: max(candidate.evidence.find(candidate.value), 0)]
    starts = max((match.end() for match in _SEGMENT.finditer(before.lower())), default=0)
    return bool(_nouns(before[starts:]) - _NOBODY - _whoever_does(candidate))


def _code(value: str) -> str | None:
    """The letters that open a code: *LT* of *LT-0331*, *tg* of *tg-ember*."""
    match = _CODE.match(value.rsplit(maxsplit=1)[-1] if value else "")
    return (match.group(1) or match.group(2)).lower() if match is not None else None


def _around(evidence: str, value: str) -> frozenset[str]:
    """The nouns of the part of a sentence that a value stands in, without the value."""
    at = evidence.find(value)
    if at < 0:
        return _nouns(evidence)
    start, end = 0, len(evidence)
    for match in _SEGMENT.finditer(evidence.lower()):
        if match.end() <= at:
            start = match.start()
        elif match.start() >= at + len(value):
            end = match.start()
            break
    return _nouns(evidence[start:at] + " " + evidence[at + len(value) : end])


def _nouns(text: str) -> frozenset[str]:
    """The stems of what may be a noun in a text."""
    found = []
    for word in words(text):
        plain = verb_lemma(word) is None or (word == lemma(word) and word in _NOUNS_TOO) or word in _NOUNS_TOO
        if plain and word not in _CLOSED and len(word) > 2 and not word[0].isdigit():
            found.append(stem(word))
    return frozenset(found) - _THIN


_CLOSED = STOP_WORDS | PREPOSITIONS | ADVERBS | DETERMINERS
_NOUNS_TOO = frozenset(
    """plan budget rent desk course coach bank lease limit target score rate price cost dose drink show ride walk run
    drive host record report fish line race stall bay box order phone email text post class commute dance study lesson
    lessons alarm park gym train bus cup shop store sleep swim workout rehearsal""".split()
)
_NOBODY = _nouns(" ".join(_PEOPLE)) | ANYTHINGS
"""Stems of who may move something, and of what is no thing of its own."""
