"""A deadline told by its bare noun: *deadline's 2 June*, where one deadline is known."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import TIMED
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.slots.holders import is_somebody, speaker_of
from atma_overlay.state.slots.links import Links

SLOTS = frozenset({"deadline", "project_deadline"})
"""Known slots of a deadline."""
_DENIED = re2.compile(r"\bnot\b|n['’]t\b|\bnever\b")
_OPENING = r"^(?:\W|and |but |so |btw |oh |ok |ps |update )*"
_BARE = re2.compile(rf"{_OPENING}(?:(?:the|new) )*deadline(?:['’]s|:| is| has| got| was| moved| now| changed)")
_AT_ONCE = re2.compile(rf"{_OPENING}deadline(?:['’]s| is)")
_OF_SOME = re2.compile(
    r"\bdeadline (?:for|to|of|at|by|in|on)\b|\b(?:for (?:the|my|our|an?)|at work|another|other|also|too)\b"
)


def deadline_meant(candidate: Candidate, links: Links) -> Statement | None:
    """The one open record of a deadline that a bare noun can mean; of several none.

    Args:
        candidate: a deadline of which nothing is known under its own name.
        links: what was said before.
    """
    if candidate.temporary or candidate.value_kind not in TIMED:
        return None
    me, said = speaker_of(links.observation), candidate.evidence.lower()
    if candidate.subject != me or not candidate.affirmed or _DENIED.search(said) is not None:
        return None
    if _BARE.search(said) is None or _OF_SOME.search(said) is not None:
        return None
    if not _is_of_what_is_known(links.observation.text.lower(), said):
        return None
    opens = links.observation.text.lower().startswith(said) and _AT_ONCE.search(said) is not None
    if candidate.change is Change.NONE and not opens:
        return None
    known = links.found("attribute", ["deadlin"], lambda s: s.affirmed and s.slot.attribute.endswith("deadline"))
    known = [s for s in known if s.observation_id != links.observation.id]
    return _only(candidate, [s for s in known if s.slot.subject == me or not is_somebody(s.slot.subject)])


_LONGER = re2.compile(r"\b(?:extension|extend\p{L}*|postpone\p{L}*|push\p{L}*|delay\p{L}*|longer)\b")
_OTHER_ONE = re2.compile(
    r"['’]s(?: one)?[.!]*$|\b(?:his|hers|theirs|yours|at the|they say|says|not the|the \p{L}+ one|that one|contest"
    r"|competition|race|signed up|entered|applied)\b"
)


def _is_of_what_is_known(text: str, said: str) -> bool:
    """Whether a turn speaks of no other thing that has a deadline before it tells of a bare one."""
    before, _, _ = text.partition(said)
    new_thing = bool(before.strip()) and _LONGER.search(before) is None
    return not new_thing and _OTHER_ONE.search(text) is None


def _only(candidate: Candidate, known: list[Statement]) -> Statement | None:
    if len(known) != 1:
        return None
    old = known[0]
    return old if compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit) else None
