"""Stems of words, by Snowball's algorithms."""

from __future__ import annotations

import threading
from collections.abc import Callable

import snowballstemmer

from atma_overlay.kept import kept_short

__all__ = ["stemmed", "stemmed_anew"]


class _Stemmers(threading.local):
    """Stemmers of one thread: a stemmer holds the word that it works on, so that threads may not share one."""

    def __init__(self) -> None:
        self.by_algorithm: dict[str, Callable[[str], str]] = {}

    def named(self, algorithm: str) -> Callable[[str], str]:
        found = self.by_algorithm.get(algorithm)
        if found is None:
            found = self.by_algorithm[algorithm] = _stemmer(algorithm)
        return found


def _stemmer(algorithm: str) -> Callable[[str], str]:
    """The stemmer in C where PyStemmer is installed, which is some twenty times as fast; the same one in Python."""
    try:
        import Stemmer  # noqa: PLC0415 - not built for every platform
    except ImportError:
        stem: Callable[[str], str] = snowballstemmer.stemmer(algorithm).stemWord
        return stem
    # Without a cache of its own: what it keeps nobody could make it forget (law 7).
    in_c = Stemmer.Stemmer(algorithm, 0)

    def stem_word(word: str) -> str:
        try:
            found: str = in_c.stemWord(word)
        except UnicodeEncodeError:  # half a surrogate pair is in no word that has a stem
            return word
        return found

    return stem_word


_STEMMERS = _Stemmers()


def stemmed_anew(word: str, algorithm: str = "english") -> str:
    """The stem of one lower-case word; nothing is kept of it.

    Args:
        word: the word.
        algorithm: one of Snowball's, e.g. `english` or `porter`.
    """
    return _STEMMERS.named(algorithm)(word)


@kept_short(65536)
def stemmed(word: str, algorithm: str = "english") -> str:
    """The same, kept for the next that asks."""
    return stemmed_anew(word, algorithm)
