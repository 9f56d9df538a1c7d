"""Full-text scoring, the same for every ledger: BM25 over the newest matching statements only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from atma_overlay.records import Statement
from atma_overlay.values.terms import terms as terms_of

T = TypeVar("T")

CANDIDATES = 200
"""How many of the newest matches are scored: the cost of a search stays flat as the ledger grows."""

_K1 = 1.2
_B = 0.75


def document(statement: Statement, index: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The searchable terms of a statement; a term that is in several of its fields weighs more.

    Args:
        statement: gives the evidence.
        index: its `values.terms.index_terms`, which give the rest.
    """
    return (*index["subject"], *index["attribute"], *index["value"], *terms_of(statement.evidence))


def query(words: Iterable[str]) -> tuple[str, ...]:
    """What to look for: each word as it comes, since it may be a stem already, and its own stems."""
    found = (token for word in words for token in (word.lower(), *terms_of(word)))
    return tuple(dict.fromkeys(token for token in found if token and not token.isspace()))


def best(tokens: Sequence[str], candidates: Sequence[tuple[T, Sequence[str]]], *, limit: int) -> list[tuple[T, float]]:
    """The best candidates that hold any of the tokens, with their scores; of equals the first one first."""
    wanted = frozenset(tokens)
    alike: dict[tuple[int, ...], list[tuple[int, T]]] = {}
    matches = length = 0
    for place, (item, document) in enumerate(candidates):
        if not wanted.isdisjoint(document):
            matches, length = matches + 1, length + len(document)
            shape = (len(document), *map(document.count, tokens))
            alike.setdefault(shape, []).append((place, item))
    if not matches:
        return []
    mean_length = length / matches
    holding = [sum(len(found) for shape, found in alike.items() if shape[n]) for n in range(1, len(tokens) + 1)]
    weights = [_rarity(n, matches) for n in holding]
    scored = [(_score(shape, weights, mean_length), found) for shape, found in alike.items()]
    ordered = sorted((-score, place, item) for score, found in scored for place, item in found)
    return [(item, -score) for score, _, item in ordered[:limit]]


def _score(shape: Sequence[int], weights: Sequence[float], mean_length: float) -> float:
    """What a document is worth whose length comes first and then how often it holds each token."""
    relative = shape[0] / mean_length
    return sum(weight * _saturation(n, relative) for weight, n in zip(weights, shape[1:], strict=True) if n)


def _rarity(matches: int, total: int) -> float:
    return math.log(1 + (total - matches + 0.5) / (matches + 0.5))


def _saturation(count: int, relative_length: float) -> float:
    return count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * relative_length))
