"""Whom a conversation named last: a pronoun of the next turn may stand for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from itertools import chain

from atma_overlay.records import Observation

CONVERSATION_GAP = timedelta(hours=6)
"""A pronoun may stand for someone named in an earlier turn that is at most this old."""
_FIRST = datetime.min.replace(tzinfo=UTC)
Naming = tuple[datetime, tuple[str, ...]]
"""Third parties with when they were named, the last one last."""


class Named:
    """The third parties of the turns of a write, and of the stored ones before them.

    Args:
        earlier: whom stored observations since an instant named, the latest first; read when a pronoun asks.
    """

    def __init__(self, earlier: Callable[[datetime], Iterable[Naming]]) -> None:
        self._named: list[Naming] = []
        self._earlier = earlier

    def last(self, observation: Observation) -> str | None:
        """The third party named last in the conversation just before."""
        now = observation.observed_at
        since = now - CONVERSATION_GAP if now - _FIRST > CONVERSATION_GAP else _FIRST
        for at, names in chain(reversed(self._named), self._earlier(since)):
            if now - at <= CONVERSATION_GAP:
                return names[-1]
        return None

    def note(self, at: datetime, names: tuple[str, ...]) -> None:
        """Remember whom an utterance named."""
        if names:
            self._named.append((at, names))
