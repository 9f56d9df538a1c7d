"""A store's items as what somebody said: their texts, and the keys under which they were learnt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from atma_overlay.keys import ids_under
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.redaction import Redact
from atma_overlay.scope import Scope
from atma_overlay.threads.learning import digest
from atma_overlay.threads.outdated import Outdated
from atma_overlay.threads.wording import without

__all__ = ["Learnt", "Place", "live", "texts_of"]

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


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the texts of a store's values were learnt as.

    Attributes:
        reader: the ledger.
        scope: to whom they were said.
        redact: the hook that they went through, and their keys with them.
    """

    reader: LedgerReader
    scope: Scope
    redact: Redact | None

    def free_key(self, place: Place, text: str) -> str:
        """The key to learn a text under: one that comes back after another is said anew."""
        return next(key for key in _keys(place, text) if not self._under(key))

    def known_key(self, place: Place, text: str) -> str | None:
        """The key that a text was last learnt under."""
        known: str | None = None
        for key in _keys(place, text):
            if not self._under(key):
                return known
            known = key
        return known

    def known_id(self, place: Place, text: str) -> str | None:
        """The observation that a text was last learnt as."""
        key = self.known_key(place, text)
        return None if key is None else self._under(key)[key]

    def _under(self, key: str) -> Mapping[str, str]:
        return ids_under(self.reader, [key], self.scope, redact=self.redact)


def _keys(place: Place, text: str) -> Iterator[str]:
    said = digest(*place[0], "", place[1], text)
    for time in count():
        yield f"langgraph:{said}:{time}"
