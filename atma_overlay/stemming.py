"""Stems of words, by Snowball's algorithms."""

from __future__ import annotations

import threading
from typing import Any

import snowballstemmer

from atma_overlay.state.kept import kept

__all__ = ["stemmed"]


class _Stemmers(threading.local):
    """Stemmers of one thread: a stemmer holds the word that it works on, so that threads may not share one."""

    def __init__(self) -> None:
        self.by_algorithm: dict[str, Any] = {}

    def named(self, algorithm: str) -> Any:
        found = self.by_algorithm.get(algorithm)
        if found is None:
            found = self.by_algorithm[algorithm] = snowballstemmer.stemmer(algorithm)
        return found


_STEMMERS = _Stemmers()


@kept(65536)
def stemmed(word: str, algorithm: str = "english") -> str:
    """The stem of one lower-case word.

    Args:
        word: the word.
        algorithm: one of Snowball's, e.g. `english` or `porter`.
    """
    found: str = _STEMMERS.named(algorithm).stemWord(word)
    return found
