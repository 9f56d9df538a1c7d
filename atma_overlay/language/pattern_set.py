"""Many patterns in one walk over a text."""

from __future__ import annotations

from collections.abc import Sequence

import re2

__all__ = ["PatternSet"]

MEMORY = 64 << 20
"""Bytes that the automaton of all patterns may take."""


class PatternSet:
    """Which of some patterns a text holds: one automaton reads the text once for all of them.

    Args:
        patterns: in RE2's syntax, with their flags.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        options = re2.Options()
        options.max_mem = MEMORY
        self._patterns = tuple(patterns)
        self._set = re2.Set.SearchSet(options)
        for pattern in patterns:
            self._set.Add(pattern)
        self._set.Add("")  # in every text: where not even this is found, the automaton had no room, and does not say so
        self._set.Compile()

    def found(self, text: str) -> frozenset[int]:
        """The numbers of the patterns that a search would find in the text."""
        numbers = self._set.Match(text)
        if numbers:
            return frozenset(numbers).difference((len(self._patterns),))
        return frozenset(number for number, pattern in enumerate(self._patterns) if re2.search(pattern, text))
