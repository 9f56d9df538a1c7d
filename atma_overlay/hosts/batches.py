"""Writes in groups that one request of a host can carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.ports.host import HostItem

__all__ = ["batches"]

_BATCH_ITEMS = 128
_BATCH_CHARACTERS = 2**21
"""Servers refuse requests beyond some 32 MB; a character may take six bytes in JSON."""


def batches(items: Sequence[HostItem]) -> Iterator[list[HostItem]]:
    """The items in order, at most 128 and 2 MiB of characters a group; a longer text is a group of its own."""
    batch: list[HostItem] = []
    size = 0
    for item in items:
        if batch and (len(batch) >= _BATCH_ITEMS or size + len(item.text) > _BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += len(item.text)
    if batch:
        yield batch
