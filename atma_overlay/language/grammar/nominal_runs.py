"""Runs of nominal words: where a noun phrase ends, and a day, a time or how often begins."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.values.normal import UNIT_OF

MAX_WORDS = 14
_NOMINAL_OR_ADVERB = t.NOMINAL | {t.ADV}
_TIMES = w.TIME_NOUNS | w.DAY_NAMES | w.MONTH_NAMES | w.SEASONS | {"quarter", "term"}
_BEFORE_DAYS = w.DAY_NAMES | frozenset(
    "first second third fourth last next alternate every other this each two three four one".split()
)
_NAME_OR_NUMBER = frozenset({t.NAME, t.NUM})


def skip_adverbs(tokens: Sequence[Tagged], i: int) -> int:
    """Where what adverbs stand before begins: *almost two*."""
    while i < len(tokens) - 1 and tokens[i].tag == t.ADV and tokens[i + 1].tag in _NOMINAL_OR_ADVERB:
        i += 1
    return i


def nominal_end(tokens: Sequence[Tagged], i: int) -> int:
    """The end of the run of nouns, names and numbers that starts at a token; a time behind it is no part of it."""
    start, stop = i, min(len(tokens), i + MAX_WORDS)
    while i < stop:
        tag = tokens[i].tag
        if tag in t.NOMINAL:
            goes_on = i == start or not (tokens[i].lower == "please" or _opens_another(tokens, i, start))
        elif tag == t.VERB:
            goes_on = tokens[i].lower.endswith(_VERBAL if i == start else "ing") and _more(tokens, i)
        else:
            joins = tokens[i].text == "&" and i > start and i + 1 < len(tokens)
            goes_on = joins and tokens[i + 1].tag in t.NOMINAL
        if not goes_on:
            break
        i += 1
    return i


_VERBAL = ("ed", "ing")


def _opens_another(tokens: Sequence[Tagged], i: int, start: int) -> bool:
    """Whether a nominal word behind others begins a phrase of its own: a day, a time, how often."""
    token = tokens[i]
    if token.lower in {"last", "next"} and _time_follows(tokens, i):
        return True
    if token.lower in _PARTS_OF_A_TIME and tokens[i - 1].tag in _NAME_OR_NUMBER and _this_follows(tokens, i):
        return True
    if token.lower in w.DAY_NAMES and tokens[i - 1].lower not in _BEFORE_DAYS:
        return True
    if token.lower in w.TIME_NOUNS and _ago_behind_name(tokens, i):
        return True
    if tokens[i - 1].tag == t.NAME and _how_much_of_the_time(tokens, i):
        return True
    return (token.tag == t.NUM and _times_follow(tokens, i)) or _day_before_name(tokens, i, start)


def _ago_behind_name(tokens: Sequence[Tagged], i: int) -> bool:
    """*Moved to Ghent years ago*: the time is no part of the name."""
    return tokens[i - 1].tag == t.NAME and i + 1 < len(tokens) and tokens[i + 1].lower == "ago"


def _how_much_of_the_time(tokens: Sequence[Tagged], i: int) -> bool:
    """*Globex full time*, *York part of the year*: how much of it is so is no part of the name."""
    said, following = tokens[i].lower, tokens[i + 1].lower if i + 1 < len(tokens) else ""
    if said in {"full", "part"} and following == "time":
        return True
    return said in {"full-time", "part-time", "year-round"} or (said in {"part", "most"} and following == "of")


def _times_follow(tokens: Sequence[Tagged], i: int) -> bool:
    """*The gym three times a week*: how often begins a phrase of its own."""
    following = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    if tokens[i - 1].tag == t.NAME and following in UNIT_OF:
        return True
    return following in {
        "times",
        "days",
        "mornings",
        "evenings",
        "nights",
        "afternoons",
        "hours",
        "minutes",
        "weeks",
        "months",
        "years",
    }


_OF_A_TIME = frozenset("last next this".split())


def _day_before_name(tokens: Sequence[Tagged], i: int, start: int) -> bool:
    """*As of Monday Corvell is …*, *since last month Ortiz …*: the time is the preposition's, the name is apart.

    So is what one calls one's own people by, with a capital or without (*last week mum moved*).
    """
    if tokens[i - 1].lower not in _PERIODS or not (tokens[i].tag == t.NAME or tokens[i].lower in w.CALLED):
        return False
    before = start - 1
    if before >= 0 and tokens[before].tag == t.DET:
        before -= 1
    which = [x.lower for x in tokens[start : i - 1]]
    if before < 0 or tokens[before].tag in t.PUNCT_OR_CONJ:  # last week Priya took over, this morning Tom moved
        which = [x.lower for x in tokens[before + 1 : i - 1]]
        return bool(which) and _OF_A_TIME.issuperset(which)
    return tokens[before].tag == t.PREP and _OF_A_TIME.issuperset(which)


_PERIODS = (
    w.DAY_NAMES
    | w.MONTH_NAMES
    | w.SEASONS
    | frozenset("week month year term semester season weekend morning afternoon evening night".split())
)


def _time_follows(tokens: Sequence[Tagged], i: int) -> bool:
    following = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    return following in _TIMES


_PARTS_OF_A_TIME = frozenset("earlier later early late".split())


def _this_follows(tokens: Sequence[Tagged], i: int) -> bool:
    """*Switched to a Honda earlier this year*: which part of the time is none of the name."""
    return i + 1 < len(tokens) and tokens[i + 1].lower in {"this", "last", "next", "in", "today"}


def _more(tokens: Sequence[Tagged], i: int) -> bool:
    return i + 1 < len(tokens) and tokens[i + 1].tag in (t.NOUN, t.NAME)
