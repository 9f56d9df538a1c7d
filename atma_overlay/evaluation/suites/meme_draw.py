"""Seeded draws: names that no two values share, and wordings that come round before one comes twice."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.suites.meme_domain import names
from atma_overlay.evaluation.wording import phrase


class Deck:
    """Cards dealt in a shuffled order, all of them before any comes again."""

    def __init__(self, cards: Sequence[str], chance: Random) -> None:
        self._cards, self._chance = tuple(cards), chance
        self._left: list[str] = []

    def deal(self) -> str:
        """The next card."""
        if not self._left:
            self._left = self._chance.sample(self._cards, len(self._cards))
        return self._left.pop()


class Namer:
    """Draws the values of one episode; none of them stands in another."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._parts = {
            key: chance.sample(text.split(), len(text.split()))
            for key, text in (
                ("brand", names().brands),
                ("place", names().places),
                ("first", names().first_names),
                ("surname", names().surnames),
            )
        }
        self._taken: list[str] = []

    def draw(self, patterns: Sequence[str]) -> str:
        """A value of one of the patterns.

        Raises:
            ValueError: every pattern is a fixed text that is taken.
        """
        for pattern in self._chance.sample(patterns, len(patterns)):
            value = self.filled(pattern)
            if not any(_share(value, taken) for taken in self._taken):
                self._taken.append(value)
                return value
        raise ValueError(f"no value is left of {', '.join(patterns)}")

    def filled(self, pattern: str) -> str:
        """The pattern with names of its own in the places of names."""
        if "{person}" in pattern:
            pattern = pattern.replace("{person}", f"{self._parts['first'].pop()} {self._parts['surname'].pop()}")
        if "{surname}" in pattern:
            pattern = pattern.replace("{surname}", self._parts["surname"].pop())
        if "{place}" in pattern:
            pattern = pattern.replace("{place}", self._parts["place"].pop())
        if "{brand}" in pattern or "{slug}" in pattern:
            brand = self._parts["brand"].pop()
            pattern = pattern.replace("{brand}", brand).replace("{slug}", brand.lower())
        pattern = pattern.replace("{number}", str(self._chance.randint(1000, 9999)))
        return pattern.replace("{minute}", str(self._chance.randint(7, 29)))


def _share(one: str, other: str) -> bool:
    return mentions(phrase(one), phrase(other)) or mentions(phrase(other), phrase(one))
