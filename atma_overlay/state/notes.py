"""The transitions in the making of one slot, found by the spells that they are between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from atma_overlay.state.spells import Note, Spell


class Notes:
    """Notes in the order of their making."""

    def __init__(self) -> None:
        self._notes: dict[int, Note] = {}
        self._applied: defaultdict[int, list[Note]] = defaultdict(list)
        self._between: defaultdict[frozenset[int], list[Note]] = defaultdict(list)
        self._proposed: list[Note] = []

    def __iter__(self) -> Iterator[Note]:
        return iter(self._notes.values())

    @property
    def proposed(self) -> Sequence[Note]:
        """Those that were not applied; none is ever taken back."""
        return self._proposed

    def add(self, note: Note) -> None:
        """Put a note last."""
        self._notes[id(note)] = note
        if note.applied:
            self._applied[id(note.holder)].append(note)
        else:
            self._proposed.append(note)
            if note.spell is not None:
                self._between[frozenset((id(note.holder), id(note.spell)))].append(note)

    def between(self, first: Spell, second: Spell) -> Sequence[Note]:
        """The proposals between two spells, whichever of them holds."""
        return self._between.get(frozenset((id(first), id(second))), ())

    def drop_applied(self, holder: Spell) -> None:
        """Take back what was applied to a spell."""
        for note in self._applied.pop(id(holder), ()):
            del self._notes[id(note)]
