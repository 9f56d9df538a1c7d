"""A set of patterns answers as its patterns would one by one."""

from __future__ import annotations

import re2
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.language.grammar.pattern_set import PatternSet

PATTERNS = (r"\bnow\b", r"no longer", r"^so ", r"[ab]+c", r"(?i)May\b", r"\bé")
SET = PatternSet(*PATTERNS)
WORDS = st.lists(st.sampled_from(["now", "nowhere", "no longer", "so ", "abc", "may", "MAY", "été", " ", "\n"]))


@given(WORDS.map("".join))
def test_it_holds_what_its_patterns_hold(text: str) -> None:
    expected = [n for n, pattern in enumerate(PATTERNS) if re2.search(pattern, text)]
    assert SET.held_by(text) == expected
    assert SET.found_in(text) is bool(expected)


class Starved:
    """An RE2 set whose automaton has run out of room: it finds nothing, not even the empty pattern."""

    def Match(self, text: str) -> list[int]:  # noqa: N802 - RE2's name
        """Nothing, whatever the text."""
        return []


def test_an_automaton_without_room_gives_way_to_its_patterns() -> None:
    starved = PatternSet(*PATTERNS)
    starved._set = Starved()
    assert starved.held_by("so it is no longer there now") == [0, 1, 2]
    assert starved.found_in("so it is no longer there now")
    assert not starved.found_in("elsewhere")
