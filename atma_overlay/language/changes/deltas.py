"""By how much something has changed, not how much it is: *my rent went up by £50*, *it is 2 minutes faster now*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.values.normal import normalise

__all__ = ["is_delta", "reached"]

_MORE = (
    "(?:more|less|fewer|extra|additional|higher|lower|longer|shorter|faster|slower|quicker|cheaper|dearer|pricier|"
    "heavier|lighter|bigger|smaller|larger|taller|warmer|colder|hotter|older|younger|later|earlier|further|off|up|down)"
)
_AMOUNT = r"(?:[£$€¥]? ?\d|an? |one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half )"
_JUST = r"(?: (?:about|around|roughly|nearly|almost|another|only|just|a whole|some))?"
_LED = re2.compile(
    r"(?i)\b(?:go|goes|going|gone|went|rose|risen|rise|fell|fallen|climbed|jumped|dropped|increased?|decreased?|grew|grown|"
    r"shrank|shrunk|raised?|cut|lowered|reduced?|bumped|upped|hiked|slashed|pushed|moved|slipped|shifted|extended|shortened|"
    r"put|is|are|was|were|been|['’]s)"
    rf"(?: [^.;:]{{0,32}})? (?:up by|down by|back by|by|up|down){_JUST} $"
    rf"|\b(?:rose|fell|climbed|jumped|dropped|increased|decreased|grew|shrank|gained|lost){_JUST} $"
)
"""What stands before an amount by which something moved: *went up by*, *is down*, *put my rent up*, *dropped*."""
_BESIDE = re2.compile(rf"(?i)^{_AMOUNT}[^,.;:]{{0,24}}? {_MORE}(?: [\p{{L}}]+)?$")
"""*£50 less*, *2 minutes faster*, *one more cat*."""
_BEHIND = re2.compile(rf"(?i)^ {_MORE}\b(?: (?:or|and) )?")
_OR_SO = re2.compile(
    r"(?i)^ (?:more (?:or less|than (?:ever|once))|(?:earlier|later|further) (?:this|last|in|today|on)\b)"
)
"""*Went up to £950 earlier this year*: when, and not by how much."""
_REACH = 48
"""Characters before an amount in which its verb is looked for."""


def is_delta(candidate: Candidate, text: str) -> bool:
    """Whether a value tells by how much something changed.

    Args:
        candidate: what was found.
        text: the utterance.
    """
    value, (start, end) = candidate.value, candidate.span
    if _BESIDE.match(value) is not None:
        return True
    if candidate.value_kind not in COUNTED or " to " in value:
        return False
    if _BEHIND.match(text[end : end + _REACH]) is not None and _OR_SO.match(text[end : end + _REACH]) is None:
        return True
    return _LED.search(text[max(0, start - _REACH) : start]) is not None


def reached(candidate: Candidate, text: str) -> Candidate:
    """*My rent jumped £50 to £950*: of a step and where it led, where it led.

    Args:
        candidate: what was found.
        text: the utterance.
    """
    start, end = candidate.span
    step, _, last = candidate.value.rpartition(" to ")
    if not step or not last[-1:].isalnum() or _LED.search(text[max(0, start - _REACH) : start]) is None:
        return candidate
    return candidate.but(value=last, norm=normalise(last), span=(end - len(last), end))
