"""What was said just before an utterance, and whom it named: a short correction mends that, and nothing older."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Observation, Origin, Tombstone
from atma_overlay.state.slots.naming import CONVERSATION_GAP, Named, Naming

Turn = Observation | Tombstone
SOON = timedelta(hours=1)
"""Until when a correction that names no slot is sure to mend the turn before it."""
_FIRST = datetime.min.replace(tzinfo=UTC)


class Conversation:
    """The turns around a write: those of its own, and the stored ones before them.

    Args:
        reader: the ledger as it is.
        named_earlier: whom stored observations since an instant named, the latest first; read when a pronoun asks.
        until: only what was observed before this is taken as stored (None: all of it); the rest is said anew.
        gone: observations that are being erased: that something was said there stays known (law 7).
    """

    def __init__(
        self,
        reader: LedgerReader,
        named_earlier: Callable[[datetime], Iterable[Naming]],
        *,
        until: datetime | None,
        gone: Iterable[str],
    ) -> None:
        self._reader, self._until, self._gone = reader, until, tuple(gone)
        self._named, self._noted = Named(named_earlier), list[Observation]()

    def note(self, observation: Observation, names: tuple[str, ...]) -> None:
        """Remember an utterance, and whom it named."""
        self._named.note(observation.observed_at, names)
        self._noted.append(observation)

    def last_named(self, observation: Observation) -> str | None:
        """The third party named last in the conversation just before."""
        return self._named.last(observation)

    def before(self, observation: Observation) -> list[Turn]:
        """What its speaker said before it in its session, the latest first; of what is erased, that it was."""
        now = observation.observed_at
        since = now - CONVERSATION_GAP if now - _FIRST > CONVERSATION_GAP else _FIRST
        met: dict[str, Turn] = {x.id: x for x in self._erased() if x.observed_at >= since}
        if self._until is None or since < self._until:
            stored = self._reader.observed_after((since, -1, ""))
            met |= {x.id: x for x in stored if self._until is None or x.observed_at < self._until}
        for noted in reversed(self._noted):
            if noted.observed_at < since:
                break
            met[noted.id] = noted
        return sorted((x for x in met.values() if _is_before(x, observation)), key=_place, reverse=True)

    def _erased(self) -> list[Tombstone]:
        going = self._reader.observations(self._gone) if self._gone else []
        return [*self._reader.tombstones(), *map(Tombstone.of, going)]


def _place(turn: Turn) -> tuple[datetime, int, str]:
    return turn.order if isinstance(turn, Observation) else (turn.observed_at, turn.position, "")


def _is_before(turn: Turn, observation: Observation) -> bool:
    """Whether a turn is the same speaker's, in the same session, and was said before."""
    if turn.id == observation.id or turn.origin is not Origin.USER or turn.session != observation.session:
        return False
    theirs = isinstance(turn, Observation) and turn.speaker != observation.speaker
    return not theirs and _place(turn) < _place(observation)
