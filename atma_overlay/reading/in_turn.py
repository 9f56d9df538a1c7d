"""What of one slot is over, in the turn that a query asks for: its *previous* value, or its *first*."""

from __future__ import annotations

from datetime import UTC, datetime

from atma_overlay.language.queries.view import Ordinal
from atma_overlay.reading.rows import Evidence
from atma_overlay.views import Label

_EVER = datetime.min.replace(tzinfo=UTC)


def in_turn(groups: list[list[Evidence]], ordinal: Ordinal | None) -> list[list[Evidence]]:
    """Packets in whose places what is over in a slot stands by its dates; as they are where no turn is asked for.

    Args:
        groups: packets, best first.
        ordinal: which of the past states is asked for.
    """
    if ordinal is None or ordinal == "all":
        return groups
    places: dict[tuple[str, str], list[int]] = {}
    for place, group in enumerate(groups):
        row = group[0]
        if row.label is Label.HISTORICAL and row.record_ids:
            places.setdefault((row.subject, row.attribute), []).append(place)
    out = list(groups)
    for alike in places.values():
        told = [groups[place] for place in alike]
        if ordinal == "first":
            told.sort(key=lambda g: g[0].valid_from or _EVER)
        else:
            told.sort(key=lambda g: g[0].valid_to or _EVER, reverse=True)
        for place, group in zip(alike, told, strict=True):
            out[place] = group
    return out
