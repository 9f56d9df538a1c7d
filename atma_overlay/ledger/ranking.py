"""Full-text scoring, the same for every ledger: BM25 over the newest matching statements only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from atma_overlay.records import Statement
from atma_overlay.state.terms import terms as terms_of

T = TypeVar("T")

CANDIDATES = 200
"""How many of the newest matches are scored: the cost of a search stays flat as the ledger grows."""

_K1 = 1.2
_B = 0.75


def document(statement: Statement, index: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The searchable terms of a statement; a term that is in several of its fields weighs more.

    Args:
        statement: gives the evidence.
        index: its `state.terms.index_terms`, which give the rest.
    """
    return (*index["subject"], *index["attribute"], *index["value"], *terms_of(statement.evidence))


def query(words: Iterable[str]) -> tuple[str, ...]:
    """What to look for: each word as it comes, since it may be a stem already, and its own stems."""
    found = (token for word in words for token in (word.lower(), *terms_of(word)))
    return tuple(dict.fromkeys(token for token in found if token and not token.isspace()))


def best(tokens: Sequence[str], candidates: Sequence[tuple[T, Sequence[str]]], *, limit: int) -> list[tuple[T, float]]:
    """The best candidates that hold any of the tokens, with their scores; of equals the first one first."""
    counts = [
        (item, len(document), {t: n for t in tokens if (n := document.count(t))}) for item, document in candidates
    ]
    matching = [entry for entry in counts if entry[2]]
    if not matching:
        return []
    mean_length = sum(length for _, length, _ in matching) / len(matching)
    weights = {t: _rarity(sum(t in found for _, _, found in matching), len(matching)) for t in tokens}
    scored = [
        (item, sum(weights[t] * _saturation(n, length / mean_length) for t, n in found.items()))
        for item, length, found in matching
    ]
    scored.sort(key=lambda pair: -pair[1])
    return scored[:limit]


def _rarity(matches: int, total: int) -> float:
    return math.log(1 + (total - matches + 0.5) / (matches + 0.5))


def _saturation(count: int, relative_length: float) -> float:
    return count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * relative_length))
