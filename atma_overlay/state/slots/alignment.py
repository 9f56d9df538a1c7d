"""Alignment of two short lists of words, as `difflib` aligns them.

A new statement is compared with every open one of its slot. Most pairs are one sentence with other values, or share
few words, which come in one order: then there is only one alignment, and it need not be searched for.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise

from atma_overlay.kept import kept

Words = tuple[str, ...]
Pairs = tuple[tuple[int, int], ...]
"""Places of equal words in two lists."""
Step = tuple[str, int, int, int, int]
"""As `SequenceMatcher.get_opcodes` gives them."""


def alignment(first: Words, second: Words) -> tuple[Words, tuple[Step, ...]]:
    """The words that two lists share in one order, and the steps from one to the other."""
    return along(paired(first, second, frozenset(first).intersection(second)), first, second)


def along(pairs: Pairs | None, first: Words, second: Words) -> tuple[Words, tuple[Step, ...]]:
    """The alignment of two lists, where `paired` has been asked for them."""
    if pairs is None:
        return _searched(first, second)
    return tuple(first[n] for n, _ in pairs), tuple(_steps(pairs, len(first), len(second)))


def paired(first: Words, second: Words, both: frozenset[str]) -> Pairs | None:
    """The places of equal words where nothing but these can be the alignment; None where it has to be searched for.

    So it is where the words that both lists have come in one order and none of them twice. So it is, too, where the
    lists break off at the same ones of them, for words that the other list lacks: any other stretch of equal words is
    then part of a stretch in place that is as long and comes first.

    Args:
        first: a list of words.
        second: another.
        both: the words that both have.
    """
    places = [n for n, word in enumerate(first) if word in both]
    others = [n for n, word in enumerate(second) if word in both]
    if [first[n] for n in places] != [second[n] for n in others]:
        return None
    if len(places) > len(both) and _gaps(places) != _gaps(others):
        return None
    return tuple(zip(places, others, strict=True))


def _gaps(places: list[int]) -> list[bool]:
    """Behind each but the last, whether something stands between it and the next."""
    return [after - before > 1 for before, after in pairwise(places)]


def _steps(pairs: Pairs, first: int, second: int) -> Iterator[Step]:
    """The steps that follow from the pairs of equal words, which come in the order of both lists."""
    a = b = 0
    for start, other, size in _blocks(pairs, first, second):
        if a < start or b < other:
            kind = "replace" if a < start and b < other else "delete" if a < start else "insert"
            yield (kind, a, start, b, other)
        if size:
            yield ("equal", start, start + size, other, other + size)
        a, b = start + size, other + size


def _blocks(pairs: Pairs, first: int, second: int) -> Iterator[tuple[int, int, int]]:
    """Stretches of equal words: where each begins in either list, and its length; an empty one ends them."""
    start = other = size = 0
    for a, b in pairs:
        if a == start + size and b == other + size:
            size += 1
            continue
        if size:
            yield (start, other, size)
        start, other, size = a, b, 1
    if size:
        yield (start, other, size)
    yield (first, second, 0)


@kept(256)
def _searched(first: Words, second: Words) -> tuple[Words, tuple[Step, ...]]:
    matched = SequenceMatcher(None, first, second, autojunk=False)
    shared = tuple(x for a, _, size in matched.get_matching_blocks() for x in first[a : a + size])
    return shared, tuple(matched.get_opcodes())
