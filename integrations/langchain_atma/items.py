"""A store's items as what somebody said: their texts, and the keys under which values were learnt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.threads.learning import digest
from atma_overlay.threads.outdated import Outdated
from atma_overlay.threads.wording import without

__all__ = ["Place", "free_key", "known_key", "live", "texts_of"]

Place = tuple[tuple[str, ...], str]
"""A namespace and a key in it."""


def texts_of(value: object) -> Iterator[str]:
    """Every text of a value that is more than one word, in order; a bare word names no state."""
    if isinstance(value, str) and len(value.split()) > 1:
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_of(part)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from texts_of(part)


def live(value: Any, outdated: Iterator[Sequence[Outdated]]) -> Any:
    """A copy of a value whose texts are without what no longer holds.

    Args:
        value: as stored.
        outdated: the outdated stretches of each of `texts_of`, in order.
    """
    if isinstance(value, str):
        return without(value, next(outdated), note=None) if len(value.split()) > 1 else value
    if isinstance(value, Mapping):
        return {name: live(part, outdated) for name, part in value.items()}
    if isinstance(value, Sequence):
        return [live(part, outdated) for part in value]
    return value


def free_key(reader: LedgerReader, place: Place, value: Mapping[str, Any]) -> str:
    """The key to learn a value under: a value that comes back after another is said anew."""
    return next(key for key in _keys(place, value) if reader.observation_by_key(key) is None)


def known_key(reader: LedgerReader, place: Place, value: Mapping[str, Any]) -> str | None:
    """The key that a value was last learnt under."""
    known: str | None = None
    for key in _keys(place, value):
        if reader.observation_by_key(key) is None:
            return known
        known = key
    return known


def _keys(place: Place, value: Mapping[str, Any]) -> Iterator[str]:
    said = digest(*place[0], "", place[1], json.dumps(value, sort_keys=True, default=str))
    for time in count():
        yield f"langgraph:{said}:{time}"
