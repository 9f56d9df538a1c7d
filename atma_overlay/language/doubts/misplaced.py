"""Values that are none of the attribute they are read for: *I work at the Munich office*, *I live in an old Altbau*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.facts.descriptions import takes_names, tells_origin
from atma_overlay.language.grammar import words as w
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.language.vocabulary.towns import is_titled
from atma_overlay.records import Change

__all__ = ["is_a_stay", "misplaced"]

_SOMEBODY = w.KIN | w.ACQUAINTANCES
"""Who somebody is to the speaker is nobody's name."""


def misplaced(candidate: Candidate, lexicon: Lexicon) -> bool:
    """Whether what is told is no value of its attribute.

    *Obsidian's home now*, *production runs on Postgres*: a name that is known for something else is no value.

    Neither is what an attribute is called itself: *her manager's manager*.

    Args:
        candidate: as read.
        lexicon: what is known for what.
    """
    if candidate.part is Part.ADOPTED and candidate.norm in _SOMEBODY | w.FEASTS:
        return True  # I left Leeds for Christmas
    known = lexicon.attributes.get(candidate.attribute)
    if known is None or candidate.part is not Part.STATEMENT:
        return False
    somebody = known.values == ("place",) and is_titled(candidate.value)  # I've been moved to Dr Lind
    if somebody or candidate.norm in known.nouns or candidate.norm == known.name:
        return True
    named = takes_names(lexicon, known) or known.id in _LIKED
    if _is_a_site(candidate) or _is_no_such_thing(candidate) or (named and tells_origin(lexicon, candidate.value)):
        return True  # my boss is American
    if candidate.thing is None or candidate.thing == candidate.attribute:
        return False
    other = lexicon.attributes[candidate.thing]
    if known.domain != "software_project" or known.values != ("name",):
        return known.values == ("place",)
    if other.domain == known.domain:
        return other.values == ("name",)
    return candidate.change is Change.TOLD and "name" in other.values  # moved over to Cursor


_LIKED = frozenset("favourite_band favourite_restaurant favourite_book favourite_film team_supported".split())
_SITE = re2.compile(
    r"\b(?:at|for|in) (?:the|an?|our) (?:[\w'-]+ ){0,3}(?:site|office|branch|campus|lab|division|plant|depot|hq"
    r"|headquarters|company|conglomerate|department|store|warehouse)\b"
)


def _is_a_site(candidate: Candidate) -> bool:
    """*I work at the Munich office*: where, and not for whom."""
    told = candidate.attribute == "employer" and candidate.norm.rpartition(" ")[2] in _SITES
    return told and _SITE.search(candidate.evidence.lower()) is not None


_SITES = frozenset(
    "site office branch campus lab division plant depot hq headquarters company conglomerate department store".split()
)


def _is_no_such_thing(candidate: Candidate) -> bool:
    """*I work for the CFO*, *I live in an old Altbau*: for whom and in what, which is no firm and no town."""
    before = _BEFORE.get(candidate.attribute)
    if before is None:
        return False
    ahead = candidate.evidence.lower().partition(candidate.value.lower())[0]
    if is_a_stay(ahead) and _BACK[candidate.attribute].search(ahead) is not None:
        return True
    led = before.search(ahead)
    if led is None:
        return False
    words = led.group().split()
    if words[-1] in w.PREPOSITIONS:
        return False  # in a flat in Cardiff
    if words[-1] in _CALLED:
        return not _LODGINGS.isdisjoint(words) or not _POSTS.isdisjoint(words)
    return candidate.attribute != "employer" or _is_post(candidate)


_STAY = re2.compile(
    r"\b(?:after|from|following) (?:[\w'’-]+ ){1,5}?"
    r"(?:(?:day|night|week|weekend|fortnight|month|year)s?(?: off| away)?"
    r"|stay|visit|trip|holidays?|vacation|honeymoon|break|getaway|retreat|conference|course|workshop|tour|festival)"
    r"(?: of (?:rain|sun|sunshine|snow|heat|work|business|holidays?|vacation|meetings?|talks|training|\w+ing))?"
    r"(?: with (?:[\w'’-]+ ){0,2}[\w'’-]+)? (?:in|at|on|near|around) (?:the |[a-z]+y )?(?:\p{L}+(?:,| and| &) )?$"
)
_OF_A_MOVE = frozenset("first moving move living packing unpacking painting decorating renovating building new".split())
_BACK = {
    "employer": re2.compile(r"\b(?:back|returned|cleared)\b"),
    "home_city": re2.compile(
        r"\b(?:unpack(?:ed|ing)?|back|home|returned|returning|arriv(?:ed|ing)|landed|landing|again)\b"
    ),
}
"""What is told of whoever comes from somewhere, by what they come to."""


def is_a_stay(ahead: str) -> bool:
    """*Unpacked after ten days in*: whether some words end where somebody was for a while, and is no more.

    Args:
        ahead: the words before a place, in lower case.
    """
    stayed = _STAY.search(ahead)
    return stayed is not None and _OF_A_MOVE.isdisjoint(stayed.group().split())


def _is_post(candidate: Candidate) -> bool:
    return candidate.norm.rpartition(" ")[2] in _POSTS


_CALLED = frozenset({"called", "named"})
_LODGINGS = frozenset("street road lane building tower house block flat apartment complex".split())
_POSTS = frozenset(
    """ceo cto cfo coo cio cmo vp boss manager director head chief owner founder president dean
    woman man lady guy person""".split()
)
_BEFORE = {
    "employer": re2.compile(r"\bfor (?:the|an?|my|our) (?:[\p{L}'’-]+ ){0,4}$"),
    "home_city": re2.compile(r"\bin an? (?:[\p{L}-]+ ){0,4}$"),
}
