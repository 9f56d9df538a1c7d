"""Suppositions that go on over sentences: *say I quit in May. I sell the car*, *if we moved I'd … Then I live in …*.

What follows in the present tense belongs to them until something is told in earnest: behind an *anyway*, in the past
tense, behind a question. Which words tell so is data (`framed.toml`). A joke that says so at its head goes on likewise.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay import re2
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.texts.weights import Weight
from atma_overlay.word_lists import read_wordings

__all__ = ["OPENS_SOMEWHERE", "begun", "is_told", "left_behind", "says_what_would_be", "steps_out", "weight_behind"]

_GROUPS = read_wordings("framed.toml")
_HEAD = rf"^[^\p{{L}}\p{{N}}]*(?:(?:{_GROUPS['leads']})[^\p{{L}}\p{{N}}]+)*"
_COLON = r"\s?(?::|[–—]|-(?:\s|$)|\.\.+)\W*"
_FIRST = r"(?:so |then )?(?:i|we|my|our)\b"
_SAYS_SO = rf"{_HEAD}say (?:that )?(?:i|we|my|our)\b"
_FIRM = (
    rf"{_HEAD}(?:{_GROUPS['thinking']})\b",
    rf"{_HEAD}(?:{_GROUPS['ideas']})(?:{_COLON}{_FIRST}|\W*[.:]\W*$)",
    rf"{_HEAD}(?:{_GROUPS['proposing']})\W+{_FIRST}",
    rf"{_HEAD}(?:{_GROUPS['time_ahead']})(?:{_COLON}{_FIRST}|\W*$)",
)
_MOCKS, _MAY_MOCK = (
    rf"{_HEAD}(?:{_GROUPS['mocking']})\W+{_FIRST}",
    rf"{_HEAD}(?:{_GROUPS['perhaps_mocking']})\W+{_FIRST}",
)
_OPENINGS = PatternSet(_SAYS_SO, *_FIRM, _MOCKS, _MAY_MOCK)
_SAID, _LEAST_MOCKING = 0, 1 + len(_FIRM)
_PICTURED_YEAR = re2.compile(
    rf"{_HEAD}(?:(?:fast|skip|jump|flash)[- ]forward to|(?:it['’]?s|it is|come|by|in))"
    rf" (?:\w+ )?(20\d\d)(?:{_COLON}{_FIRST}|\W*$)"
)
"""*Fast forward to 2031. I live in …*."""
_GRANTING = PatternSet(rf"{_HEAD}(?:(?:supposing|assuming|presuming) (?:that )?(?:i|we)|were (?:i|we) to)\b")
OPENS_SOMEWHERE = (
    rf"(?:^|[^\p{{L}}\p{{N}} ])[^\p{{L}}\p{{N}}]*(?:(?:{_GROUPS['leads']})[^\p{{L}}\p{{N}}]+)*"
    rf"(?:say (?:that )?(?:i|we|my|our)|{_GROUPS['thinking']}|{_GROUPS['ideas']}|{_GROUPS['proposing']}"
    rf"|{_GROUPS['time_ahead']}|{_GROUPS['mocking']}|{_GROUPS['perhaps_mocking']}"
    r"|(?:fast|skip|jump|flash)[- ]forward to|(?:it['’]?s|it is|come|by|in) (?:\w+ )?20\d\d"
    r"|supposing|assuming|presuming|were (?:i|we) to)\b|\b(?:if|unless) (?:i|we)\b"
)
"""Without it nothing is supposed in a text that goes on."""
_GOES_ON = PatternSet(rf"{_HEAD}(?:{_GROUPS['consequences']})\b")
_STEPS_OUT = PatternSet(rf"{_HEAD}(?:{_GROUPS['steps_out']})(?:\W|$)")
_OF_NOW = PatternSet(rf"\b(?:{_GROUPS['told_of_now']})\b")
_OF_NOW_BEHIND_IF = PatternSet(rf"\b(?:{_GROUPS['told_of_now_behind_if']})\b", r"^\W*(?:but|though|still)\b")
_IFS = frozenset({"if", "unless"})
_SPEAKERS = frozenset({"i", "we"})
_ALIKE = frozenset(
    "quit put cut set let hit cost shut split bet hurt upset spread read beat cast burst shed rid wed bid".split()
)
"""Verbs whose past looks like their present: *say I leave. I quit in May*."""
_COURTESIES = frozenset("ask add say recall remember understand mention suggest know".split())
"""*If I could ask one thing …*: what is said so is no supposition."""


def begun(said: str, clauses: Sequence[Clause], *, year: int) -> Weight:
    """How far what a sentence tells and opens is unmeant: a supposition, or a joke that says so at its head.

    Args:
        said: the sentence, in lower case.
        clauses: its clauses.
        year: in which it is said; only what lies ahead is pictured.
    """
    held = _OPENINGS.held_by(said)
    if held and held[0] == _SAID:
        return Weight.UNMEANT
    if held and not is_told(clauses):
        if held[0] <= _LEAST_MOCKING:
            return Weight.UNMEANT
        return Weight.MEANT if _OF_NOW_BEHIND_IF.found_in(said) else Weight.DOUBTED
    ahead = _PICTURED_YEAR.search(said) if "20" in said else None
    return Weight.UNMEANT if ahead is not None and int(ahead.group(1)) > year else Weight.MEANT


def says_what_would_be(said: str, clauses: Sequence[Clause]) -> bool:
    """Whether a sentence, in lower case, tells what would be: *if we sold the house we'd get 600k*.

    *If I had known*, *if you could help* and *if I could ask* do not.
    """
    if _GRANTING.found_in(said):
        return True
    supposed = any(
        c.intro in _IFS and c.tense == "past" and c.verb not in _COURTESIES
        and c.subject is not None and c.subject.pronoun in _SPEAKERS
        for c in clauses
    )  # fmt: skip
    return supposed and any(c.mood == "unreal" and c.intro not in _IFS and c.tense == "present" for c in clauses)


def weight_behind(said: str, frame: Weight) -> Weight:
    """How far a sentence, in lower case, is meant that goes on with what was supposed."""
    return Weight.UNMEANT if frame is Weight.DOUBTED and _GOES_ON.found_in(said) else frame


def left_behind(said: str, clauses: Sequence[Clause], frame: Weight) -> bool:
    """Whether a sentence, in lower case, is told in earnest behind a supposition."""
    if steps_out(said) or is_told(clauses) or _OF_NOW.found_in(said):
        return True
    return frame is Weight.DOUBTED and _OF_NOW_BEHIND_IF.found_in(said)


def steps_out(said: str) -> bool:
    """Whether a sentence, in lower case, opens with words by which one comes back to what is so."""
    return _STEPS_OUT.found_in(said)


def is_told(clauses: Sequence[Clause]) -> bool:
    """Whether a clause tells, in the past tense, what was done."""
    return any(c.done and c.tense == "past" and c.verb not in _ALIKE for c in clauses)
