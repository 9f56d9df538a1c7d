"""Two orders made one: the ledger's packets and the host's memories."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.reading.hosted import Hosted
from atma_overlay.views import Row

FUSION = 2
"""The constant of reciprocal rank fusion: a few ranks apart matter in a packet of five."""


def fused(tracked: Sequence[list[Row]], hosted: Sequence[Hosted], *, lifted: int | None = None) -> list[list[Row]]:
    """Both lists by reciprocal rank fusion (Cormack et al., 2009), a tie going to the ledger.

    Only the first `lifted` of the ledger's packets (None: all) gain by the host's rank of what they stand on.
    """
    waiting = list(hosted)
    scored: list[tuple[float, int, list[Row]]] = []
    for place, group in enumerate(tracked):
        ids = {i for row in group for i in row.record_ids}
        same = [h for h in waiting if any(held.standing.record_id in ids for held in h.held)]
        waiting = [h for h in waiting if h not in same]
        score = 1 / (FUSION + place)
        if same and (lifted is None or place < lifted):
            score += 1 / (FUSION + same[0].place)
        scored.append((score, 0, [*group, *(row for h in same for row in h.beside(group))]))
    scored += [(1 / (FUSION + h.place), 1, [h.row]) for h in waiting]
    return [group for _, _, group in sorted(scored, key=lambda each: (-each[0], each[1]))]
