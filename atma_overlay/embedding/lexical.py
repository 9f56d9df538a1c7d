"""An embedder without a model: the words of a text and the pieces of its words, hashed into a vector."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from atma_overlay.errors import InvalidInputError
from atma_overlay.kept import kept_short
from atma_overlay.signatures import typed
from atma_overlay.values.terms import STOP_WORDS, stem, words

__all__ = ["LexicalEmbedder"]

_VERSION = 1
_LONGEST_WORD = 64
_LONGEST_TEXT = 200_000
"""How many characters count: beyond some chapters a vector tells nothing more."""
_GRAM = 3
_GRAM_SHARE = 0.9
"""The length of the part of a word's vector that its pieces make, beside 1 for its stem."""
_BEGINNING = 5
_BEGINNING_SHARE = 0.6
"""What the first letters weigh, which *allergic* and *allergies* share although their stems differ."""
_COPIES = 2
"""How many buckets the heavy features are spread over, so that one collision never weighs a whole word."""
_STOP_WORD_WEIGHT = 0.15
_COMMON_WORD_WEIGHT = 0.5
_IDEOGRAPHS = "\u2e80"
"""From here on Unicode holds scripts that mostly set no space between words."""

_OFTEN_SAID = """
able actually also always around ask back better big bit came come different easy enough even ever every
everything find fine first found get getting give go going gone good got great guess happy hear hello hey
hi hope idea interesting keep kind last let like little long look lot love made make many maybe mean much
need never next nice ok okay one pretty put quite really right said say see seem set since something
sometimes soon sort sound stuff sure take talk thank thanks thing think though thought time today took
totally tried try use used usually want way well went wish without wonderful wow yeah yes yet
"""
_COMMON_STEMS = frozenset(stem(word) for word in _OFTEN_SAID.split())


class LexicalEmbedder:
    """Hashes the stems of a text's words, their beginnings and their character trigrams into unit vectors.

    It finds a text by the words it shares with a query, inflected or slightly misspelt ones too; it knows no
    synonyms. Words that say little (*the*, *really*, *today*) weigh little, repeated ones grow with the
    logarithm of their count, and a feature's sign comes from its hash, so that collisions tend to cancel out.
    Of a text of megabytes the first 200,000 characters count.

    Args:
        dimension: the length of the vectors. More buckets, fewer collisions.

    Raises:
        InvalidInputError: the dimension is not positive.
    """

    @typed
    def __init__(self, dimension: int = 1024) -> None:
        if dimension < 1:
            problem = f"{dimension} is no length of a vector: pass 1024 or another positive number"
            raise InvalidInputError("dimension", problem)
        self._dimension = dimension

    @property
    def name(self) -> str:
        """`lexical/VERSION-DIMENSION`: a change of the features is another version."""
        return f"lexical/{_VERSION}-{self._dimension}"

    @property
    def dimension(self) -> int:
        """The length of every vector."""
        return self._dimension

    def sparse(self, text: str) -> dict[int, float]:
        """The components of the text's unit vector that are not zero, by index."""
        vector: dict[int, float] = {}
        for word, count in Counter(_pieces(text)).items():
            repeated = 1.0 if count == 1 else 1.0 + math.log(count)
            for bucket, weight in _features(word, self._dimension):
                vector[bucket] = vector.get(bucket, 0.0) + weight * repeated
        length = math.sqrt(sum(weight * weight for weight in vector.values()))
        if not length:
            return dict([_hashed(f"text:{text[:_LONGEST_TEXT].strip()}", 1.0, self._dimension)])
        return {bucket: weight / length for bucket, weight in vector.items() if weight}

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector a text, in order."""
        return [self._dense(self.sparse(text)) for text in texts]

    def _dense(self, components: dict[int, float]) -> list[float]:
        vector = [0.0] * self._dimension
        for bucket, weight in components.items():
            vector[bucket] = weight
        return vector


def _pieces(text: str) -> Iterator[str]:
    """The words of a text; overlong runs of letters come in parts, so that no word costs too much."""
    for word in words(text[:_LONGEST_TEXT]):
        if len(word) <= _LONGEST_WORD:
            yield word
        else:
            yield from (word[at : at + _LONGEST_WORD] for at in range(0, len(word), _LONGEST_WORD))


@kept_short(32768)
def _features(word: str, dimension: int) -> tuple[tuple[int, float], ...]:
    """What one occurrence of a word adds to a vector."""
    root = stem(word)
    weight = _weight(word, root)
    grams = list(dict.fromkeys(_grams(word)))
    features = [(f"gram:{gram}", weight * _GRAM_SHARE / math.sqrt(len(grams))) for gram in grams]
    features += [(f"stem:{copy}:{root}", weight / math.sqrt(_COPIES)) for copy in range(_COPIES)]
    if len(word) > _BEGINNING:
        start, share = word[:_BEGINNING], weight * _BEGINNING_SHARE / math.sqrt(_COPIES)
        features += [(f"start:{copy}:{start}", share) for copy in range(_COPIES)]
    return tuple(_hashed(feature, size, dimension) for feature, size in features)


def _weight(word: str, root: str) -> float:
    if word in STOP_WORDS:
        return _STOP_WORD_WEIGHT
    return _COMMON_WORD_WEIGHT if root in _COMMON_STEMS else 1.0


def _grams(word: str) -> Iterable[str]:
    """Character n-grams with the word's ends marked; pairs for scripts without spaces."""
    size = 2 if max(word) >= _IDEOGRAPHS else _GRAM
    marked = word if size == 2 and len(word) > 1 else f"<{word}>"
    return (marked[at : at + size] for at in range(len(marked) - size + 1))


def _hashed(feature: str, size: float, dimension: int) -> tuple[int, float]:
    """Where a feature goes, and its size with a sign: the same in every process."""
    number = int.from_bytes(blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return (number >> 1) % dimension, size if number & 1 else -size
