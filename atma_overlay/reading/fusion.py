"""Two orders made one: the ledger's packets and the host's memories."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import zip_longest

from atma_overlay.reading.hosted import Hosted
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.spans import sentences_of
from atma_overlay.values.terms import terms
from atma_overlay.views import Label

FUSION = 2
"""The constant of reciprocal rank fusion: a few ranks apart matter in a packet of five."""

ABOUT = 0.34
"""Share of the query's words from which on a memory that no record stands on is about the question."""


def fused(
    tracked: Sequence[list[Evidence]], hosted: Sequence[Hosted], *, leading: Set[str],
    behind: Set[str] = frozenset(),
) -> list[list[Evidence]]:  # fmt: skip
    """Both lists by reciprocal rank fusion (Cormack et al., 2009), a tie going to the ledger.

    Args:
        tracked: the ledger's packets, best first.
        hosted: the host's memories in the host's order.
        leading: records whose place in the ledger's order counts; other packets stand where the host has them, and
            after everything else where it does not.
        behind: records that gain nothing by the host's rank of what they stand on, so that they stay behind others.
    """
    waiting = {h.place: h for h in hosted}
    carrying: dict[str, list[int]] = {}
    for h in hosted:
        for held in h.held:
            carrying.setdefault(held.standing.record_id, []).append(h.place)
    scored: list[tuple[float, int, list[Evidence]]] = []
    for place, group in enumerate(tracked):
        ids = group[0].record_ids if len(group) == 1 else [i for row in group for i in row.record_ids]
        score = 0.0 if leading.isdisjoint(ids) else 1 / (FUSION + place)
        if not carrying.keys().isdisjoint(ids):
            places = sorted({n for i in ids for n in carrying.get(i, ()) if n in waiting})
            same = [waiting.pop(n) for n in places]
            if same and behind.isdisjoint(ids):
                score += 1 / (FUSION + same[0].place)
            scored.append((score, 0, [*group, *(row for h in same for row in h.beside(group))]))
        else:
            scored.append((score, 0, group))
    scored += [(1 / (FUSION + h.place), 1, [h.row]) for h in waiting.values()]
    return [group for _, _, group in sorted(scored, key=lambda each: (-each[0], each[1]))]


def beside_chatter(
    groups: Sequence[list[Evidence]], weak: Sequence[list[Evidence]], *, query_terms: frozenset[str]
) -> list[list[Evidence]]:
    """The packets with one of the ledger's fainter ones before each of the host's that shares little with the query.

    By words neither side knows what is asked: then what is known to hold stands beside what was merely said, and what
    was merely asked comes last.

    Args:
        groups: packets, best first.
        weak: the ledger's packets that no word of the query speaks for, best first.
        query_terms: the stems of the query.
    """
    waiting, about = iter(weak), ABOUT * len(query_terms)
    out: list[list[Evidence]] = []
    asked: list[list[Evidence]] = []
    for group in groups:
        tracked = group[0].label is not Label.UNTRACKED or any(row.label is not Label.UNTRACKED for row in group)
        if tracked or _shared(group, query_terms) >= about:
            out.append(group)
        elif all(_only_asks(row) for row in group):
            asked.append(group)
        else:
            out += [each for each in (next(waiting, None),) if each is not None]
            out.append(group)
    return [*out, *waiting, *asked]


def _shared(group: Sequence[Evidence], query_terms: frozenset[str]) -> int:
    return len(query_terms.intersection(x for row in group for x in terms(row.text)))


def _only_asks(row: Evidence) -> bool:
    """Whether a memory is a question and nothing else: it says nothing that could answer one."""
    text = row.text
    if "?" not in text and text.strip():
        return False
    return all(part.rstrip().endswith("?") for part in sentences_of(text))


def alternating(first: Sequence[list[Evidence]], second: Sequence[list[Evidence]]) -> list[list[Evidence]]:
    """Packets of two lists by turns, each in its own order."""
    pairs = zip_longest(first, second)
    return [group for pair in pairs for group in pair if group is not None]
