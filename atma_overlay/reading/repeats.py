"""What a record's row says already: the memory that says no more does not stand there again as untracked.

A packet joins a memory to one record that stands on it. Another record of it, or the record that it says again, is
shown in a packet of its own, and the memory beside it would read as unverified what is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.spans import sentences_of
from atma_overlay.values.normal import fold_case
from atma_overlay.views import Label

_CLOSING = " .!\u2026"


def without_repeats(groups: Sequence[list[Evidence]], gathered: Gathered, *, limit: int) -> list[list[Evidence]]:
    """The packets without the memories that the records shown with them say whole.

    Only what would be shown itself makes another go: a record that comes later takes the memory's place, and with more
    to say than its records a memory stays as it is.

    Args:
        groups: packets, best first.
        gathered: the host's memories with the records that they say.
        limit: packets that are shown.
    """
    carried = {hit.memory.id: {h.standing.record_id for h in hit.held} for hit in gathered.hits if hit.held}
    if not carried:
        return list(groups)
    shown = _Shown(carried)
    for place, group in enumerate(groups):
        if shown.count == limit:
            return [*filter(None, shown.groups), *groups[place:]]
        shown.add(group)
    return [*filter(None, shown.groups)]


class _Shown:
    """The packets that are shown so far.

    Args:
        carried: the records that a host memory says, by its id.
    """

    def __init__(self, carried: dict[str, set[str]]) -> None:
        self.groups: list[list[Evidence]] = []
        """An empty one is told by others."""
        self.count = 0
        self._carried = carried
        self._said: dict[str, list[Evidence]] = {}
        """Rows of records, by each record."""
        self._waiting: dict[str, list[int]] = {}
        """The places of memories, by each record that may yet be shown to say them."""

    def add(self, group: list[Evidence]) -> None:
        """Show a packet; it takes the place of the first memory that says nothing beside it."""
        ids = [i for row in group if row.label is not Label.UNTRACKED for i in row.record_ids]
        for row in group:
            for record_id in row.record_ids:
                self._said.setdefault(record_id, []).append(row)
        rest = self._untold(group)
        emptied = self._emptied(ids)
        if not rest:
            return
        place = emptied[0] if emptied else len(self.groups)
        self.groups[place : place + 1] = [rest]
        self.count += 1
        for row in filter(self._linked, rest):
            for record_id in {r for i in row.host_ids for r in self._carried.get(i, ())}:
                self._waiting.setdefault(record_id, []).append(place)

    def _emptied(self, record_ids: Iterable[str]) -> list[int]:
        """The places that are free since rows of these records say what stood there."""
        emptied = []
        for place in sorted({p for i in record_ids for p in self._waiting.get(i, ())}):
            before, self.groups[place] = self.groups[place], self._untold(self.groups[place])
            if before and not self.groups[place]:
                emptied.append(place)
        self.count -= len(emptied)
        return emptied

    def _linked(self, row: Evidence) -> bool:
        return row.label is Label.UNTRACKED and any(i in self._carried for i in row.host_ids)

    def _untold(self, group: list[Evidence]) -> list[Evidence]:
        """A packet without the memories that rows of their own records say; those rows name them."""
        kept = []
        for row in group:
            told = self._telling(row) if self._linked(row) else None
            if told is None:
                kept.append(row)
            else:
                told.again += tuple(i for i in row.host_ids if i not in told.again)
        return kept if len(kept) < len(group) else group

    def _telling(self, memory: Evidence) -> Evidence | None:
        """The row that says the last of what a memory says, where rows of its records say all of it."""
        rows = [row for i in memory.host_ids for r in sorted(self._carried.get(i, ())) for row in self._said.get(r, ())]
        if not rows:
            return None
        said = {sentence: row for row in rows for sentence in _sentences([row.text])}
        telling = [said.get(sentence) for sentence in _sentences([memory.text])]
        return telling[-1] if telling and None not in telling else None


def _sentences(texts: Iterable[str]) -> Iterator[str]:
    """Sentences as they are compared: the case and what closes them tell nothing; a question stays one."""
    for text in texts:
        yield from (fold_case(part).strip(_CLOSING) for part in sentences_of(text))
