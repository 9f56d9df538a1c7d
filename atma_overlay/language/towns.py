"""Whether what somebody moved to may be a place to live in: *York*, but not *our Dublin office*, *Sales*, *Google*."""

from __future__ import annotations

from functools import lru_cache

import re2

from atma_overlay.language import tags as t
from atma_overlay.language import words as w
from atma_overlay.language.phrases import Phrase

__all__ = ["is_no_place", "is_no_town"]

_AREAS = frozenset(
    """district coast island islands area valley quarter suburb suburbs region county village town city side end hill
    hills bay peninsula highlands borders countryside province state neighbourhood neighborhood estate
    centre center downtown uptown outskirts beach harbour harbor square park way""".split()
)
_KINDS = frozenset(
    """time hours office branch team site campus desk shift account project squad rotation style rules pricing plan
    model format mode notation layout syntax licence license""".split()
)
"""What goes by a name, and is no place, without a word before it, too: *Berlin time*."""
_GRADES = frozenset("membership class economy league division tier level cover rewards".split())
"""What has grades and ranks that go by names: *Gold membership*, *Business Class*."""
_TITLES = frozenset("dr dr. mr mr. mrs mrs. ms ms. miss prof prof.".split())
_JOINED = re2.compile(r"^(?:\p{Lu}\p{Ll}{2,}\p{Lu}|\p{Ll}+\p{Lu})")
"""*PureGym*, *iCloud*: how no town is written; *McAllen* and *DeKalb* are."""
_TOWN_PREFIXES = ("Mac", "Fitz", "Van", "Von", "San", "Saint")
_TOWNS = frozenset(
    """bath reading nice split cork orange mobile rugby deal sandwich battle boulder phoenix hull derby ware ash
    lancaster paradise dale hope chester troy bend surprise normal wells barnes woods springs banks falls""".split()
)
"""Towns that are everyday words."""
_LETTERS = frozenset("nyc la sf dc uk us usa uae nz kl hk sg atl philly".split())
"""Places that go by their letters; *QA* and *R&D* do not."""
_DWELLINGS = frozenset("flat apartment unit block house villa suite lot cottage lodge".split())
"""What has a number of its own that one lives at: *Flat 12*; a desk, a row and a room do not."""
_LONGEST_LETTERS = 4


def is_no_place(phrase: Phrase, value: str) -> bool:
    """*Moved to the Alder rotation*, *to our Dublin office*, *to Google*: what one moved to, and where nobody lives.

    Args:
        phrase: what names it.
        value: the same as it is kept.
    """
    head = phrase.tokens[phrase.head]
    bare = phrase.determiner is None and phrase.owner is None
    if bare and value.lower() in _firms():
        return True
    named = any(x.tag == t.NAME for x in phrase.tokens[phrase.core : phrase.head])
    if bare:  # I moved to London full time
        return named and head.lower in _KINDS and phrase.tokens[phrase.head - 1].tag == t.NAME
    known = phrase.determiner == "the" or phrase.owner is not None
    return known and head.tag != t.NAME and named and head.lower not in _AREAS | w.DWELLINGS


def is_no_town(value: str) -> bool:
    """*We moved to Scrum*, *to Sales*, *to QA*: an everyday word, or letters, may be a team or a way of working."""
    word, _, number = value.lower().partition(" ")
    if word in _TOWNS or (number and word in _DWELLINGS):
        return False
    if value.lower().rpartition(" ")[2] in _GRADES or word in _TITLES or value.lower().endswith("ism"):
        return True
    if _JOINED.match(value) is not None and not value.startswith(_TOWN_PREFIXES):
        return True
    letters = value.isupper() and len(value) <= _LONGEST_LETTERS and word not in _LETTERS
    everyday = not w.common_words().isdisjoint({word, w.lemma_of_noun(word)}) or word in w.jargon()
    counted = number[:1].isdigit() or len(number) == 1  # Level 2, Seat 12A, Plan B
    return letters or (everyday and (not number or counted))


@lru_cache(maxsize=1)
def _firms() -> frozenset[str]:
    return frozenset(name.lower() for name in w.read_lines("firms.txt"))
