"""Patterns of which only the presence counts, looked for in one pass however many they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from atma_overlay import re2

__all__ = ["PatternFamily", "PatternSet"]

_NONE: frozenset[int] = frozenset()
_MEMORY = 64 << 20
"""Bytes that the automaton of all patterns may take."""
_IN_A_PASS = 8
"""Sets of a family that one automaton looks for."""


class PatternSet:
    """Patterns (RE2: linear time) of which a text holds some, or none.

    Asking a set costs a quarter of a search, which finds a place that nobody asked for.

    Args:
        *patterns: in the syntax of RE2.
    """

    def __init__(self, *patterns: str) -> None:
        self._patterns = patterns

    def found_in(self, text: str) -> bool:
        """Whether the text holds one of the patterns."""
        held = self._set.Match(text)
        return len(held) > 1 if held else bool(self._one_by_one(text))

    def held_by(self, text: str) -> list[int]:
        """Which of the patterns the text holds, by their places among the arguments, in their order."""
        held = self._set.Match(text)
        if len(held) == 1:  # but for what every text holds, none: as in most texts
            return []
        return sorted([n - 1 for n in held if n]) if held else self._one_by_one(text)

    @cached_property
    def _set(self) -> re2.Set:
        """The automaton, compiled when a text is first asked for: a process asks a few of the sets there are."""
        options = re2.Options()
        options.max_mem = _MEMORY
        automaton = re2.Set.SearchSet(options)
        automaton.Add("")  # in every text: where even this is not found, there was no room, and it does not say so
        for pattern in self._patterns:
            automaton.Add(pattern)
        automaton.Compile()
        return automaton

    def _one_by_one(self, text: str) -> list[int]:
        return [n for n, pattern in enumerate(self._patterns) if re2.search(pattern, text) is not None]


class PatternFamily:
    """Sets of patterns, of several rules, that are all looked for in the same texts, some sets in each pass.

    A pass for each set would read a text dozens of times, and one for all would meet texts that it has no state for
    yet: gaps multiply. Eight sets a pass take half as long on texts that are read for the first time.
    """

    def __init__(self) -> None:
        self._members: list[tuple[str, ...]] = []
        self._passes: tuple[int, list[tuple[PatternSet, list[int]]]] | None = None

    def join(self, *patterns: str) -> int:
        """Add a set of patterns (RE2); returns its number."""
        self._members.append(patterns)
        return len(self._members) - 1

    def held_by(self, text: str) -> frozenset[int]:
        """The numbers of the sets of which a text holds a pattern."""
        if self._passes is None or self._passes[0] != len(self._members):
            self._passes = len(self._members), list(self._compiled())
        found: list[int] = []
        for patterns, owners in self._passes[1]:
            found += [owners[n] for n in patterns.held_by(text)]
        return frozenset(found) if found else _NONE

    def _compiled(self) -> Iterator[tuple[PatternSet, list[int]]]:
        for first in range(0, len(self._members), _IN_A_PASS):
            members = self._members[first : first + _IN_A_PASS]
            owners = [first + number for number, patterns in enumerate(members) for _ in patterns]
            yield PatternSet(*(p for patterns in members for p in patterns)), owners
