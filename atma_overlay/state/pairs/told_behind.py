"""In what circumstance alone a later sentence tells a value: *39 with the student discount*, *Davy when it rains*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.doubts.openings import is_circumstance, says_it_lasts
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.language.grammar.words import DWELLINGS, TIME_NOUNS
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.thing_words import ENDS, PLAIN
from atma_overlay.values.terms import STOP_WORDS, stem, terms
from atma_overlay.word_lists import read_wordings

__all__ = ["told_in_one_circumstance"]

_GROUPS = read_wordings("circumstances.toml")
_BEHIND = re2.compile(
    r"^(?: ?%| [a-z]+)?(?: (?:an?|per|each|every) \w+)? (?P<told>(?:with|without|by|during|over|under|via|outside"
    r"|despite|from|in|on|for|before|after|when|whenever|while|if|unless) (?P<what>[^,.;:!?()]{2,60}?))(?:[,.;:!?()]|$)"
)
_BEHIND_A_NAME = re2.compile(
    r"^ (?P<told>(?:during|when|whenever|while|if|unless|(?:only|just) (?:for|in|on|at|with|by)) "
    r"(?P<what>[^,.;:!?()]{2,60}?))(?:[,.;:!?()]|$)"
)
_IN_A_MONTH = re2.compile(
    r"^ in (january|february|march|april|may|june|july|august|september|october|november|december)(?:[,.;:!?]|$)"
)
_SAYS_NOTHING = ENDS | PLAIN | STOP_WORDS | DWELLINGS | (TIME_NOUNS - set(_GROUPS["meals"].split("|")))
_SINCE_WHEN = re2.compile(
    rf"^from .*\b(?:next|this|on|week|month|year|\d+)\b|\b(?:{_GROUPS['parts_of_a_day']}|row)\b"
    rf"|^(?:before|after) (?:{_GROUPS['meals']}|bed)\b"
)
"""*From next week on*, and when in a day a dose is taken: that is all of it."""


def told_in_one_circumstance(earlier: Statement, later: Statement) -> bool:
    """Whether what stands right behind a later value says in which case it is so, and the earlier one says nothing.

    By car, with a discount or in Berlin a measure is another one; what is nobody's measure only when, if or while
    something is so, or in another month.

    Args:
        earlier: what stands.
        later: what is told later.
    """
    if later.change is not Change.NONE or later.replaces is not None:
        return False
    counted = later.value_kind in COUNTED or later.value[:1].isdigit()
    said = later.evidence.lower().replace("’", "'")
    rest = said.partition(later.value.lower())[2]
    month = _IN_A_MONTH.search(rest)
    if month is not None and not says_it_lasts(said):
        return (
            month.group(1) != later.observed_at.strftime("%B").lower()
            and month.group(1) not in earlier.evidence.lower()
        )
    behind = (_BEHIND if counted else _BEHIND_A_NAME).search(rest)
    if behind is None or says_it_lasts(said):
        return False
    told = behind.group("told")
    if not is_circumstance(told) or _SINCE_WHEN.search(told) is not None:
        return False
    words = {stem(x) for x in behind.group("what").split() if x not in _SAYS_NOTHING}
    known = {*terms(earlier.evidence), *terms(earlier.slot.attribute.replace("_", " ")), *terms(later.value)}
    return bool(words - known)
