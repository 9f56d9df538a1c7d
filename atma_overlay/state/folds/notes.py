"""The transitions in the making of one slot, found by the spells that they are between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from heapq import nlargest
from operator import attrgetter

from atma_overlay.records import Kind
from atma_overlay.state.folds.spells import Note, Spell

RIVALS = 8
"""Open records that one record is proposed to retire: those of the highest origin, and of these the latest.

Besides these, those that nothing else would contest. A slot in doubt for long (a hundred times *I'm moving to …*)
would have a proposal between each two of its records, more than anybody reviews, and more to write with each further
one.
"""


class Notes:
    """Notes in the order of their making. A doubt is a proposal between two records of which one would retire.

    Spells are told apart by identity: whoever has the notes keeps them.
    """

    def __init__(self) -> None:
        self._made = 0
        self._settled: dict[int, Note] = {}
        self._applied: defaultdict[int, list[Note]] = defaultdict(list)
        self._proposed: list[Note] = []
        self._against: defaultdict[int, set[int]] = defaultdict(set)
        self._doubts: defaultdict[int, list[Note]] = defaultdict(list)
        self._rivals: dict[int, Sequence[Note]] = {}
        self._rivalled: defaultdict[int, dict[int, Note]] = defaultdict(dict)
        self._weighed = True

    def add(self, note: Note) -> None:
        """Put a note last."""
        self._made += 1
        note.number = self._made
        if note.applied:
            self._settled[note.number] = note
            self._applied[id(note.holder)].append(note)
            return
        if note.spell is not None:
            self._against[id(note.holder)].add(id(note.spell))
        if note.spell is None or note.kind is Kind.CORRECTED:
            self._proposed.append(note)
        else:
            self._doubts[id(note.spell)].append(note)

    def drop_applied(self, holder: Spell) -> None:
        """Take back what was applied to a spell."""
        for note in self._applied.pop(id(holder), ()):
            del self._settled[note.number]

    def contested(self, first: Spell, second: Spell) -> bool:
        """Whether two open spells have a proposal between them, whichever of them holds."""
        one, other = id(first), id(second)
        return other in self._against.get(one, ()) or one in self._against.get(other, ())

    def weigh_anew(self) -> None:
        """A spell has a higher origin now: it may be a rival where it was none."""
        self._weighed = False

    def settle(self, noted: Collection[int]) -> set[int]:
        """Choose the rivals of each spell anew, where others may be.

        Args:
            noted: the spells that are new, have another doubt, or stand otherwise since the last time.

        Returns:
            The spells that may be contested with others now.
        """
        changed = {id(s) for n in self._proposed if n.spell is not None for s in (n.holder, n.spell)}
        doubtful = self._alive(self._doubtful(noted))
        for i in doubtful:
            before, rivals = self._rivals.pop(i, ()), self._chosen(i)
            for note in before:
                del self._rivalled[id(note.holder)][note.number]
            for note in rivals:
                self._rivalled[id(note.holder)][note.number] = note
            changed |= {i, *(id(n.holder) for n in (*before, *rivals))}
            if rivals:
                self._rivals[i] = rivals
        self._weighed = True
        return changed

    def _doubtful(self, noted: Collection[int]) -> set[int]:
        """The spells whose rivals may be others."""
        if not self._weighed:
            return set(self._doubts)
        found = {i for i in noted if i in self._doubts}
        for i in noted:
            begins = i in self._doubts and i not in self._rivals
            found |= {id(n.spell) for n in self._rivalled.get(i, {}).values() if begins or not n.contest}
        return found

    def _alive(self, doubtful: set[int]) -> set[int]:
        """Drop the doubts that are none any more; all are doubtful where that leaves a spell without one of its own."""
        dead = self._sifted(doubtful)
        if not dead:
            return doubtful
        return dead | self._sifted(set(self._doubts)) | set(self._doubts)

    def _sifted(self, spells: Collection[int]) -> set[int]:
        """Those of which no doubt is left."""
        dead = set()
        for i in spells:
            self._doubts[i] = [n for n in self._doubts[i] if n.contest]
            if not self._doubts[i]:
                dead.add(i)
                del self._doubts[i]
        return dead

    def _chosen(self, spell: int) -> Sequence[Note]:
        """The rivals of a spell, and who is contested by no doubt of its own: whoever is contested at all stays so."""
        doubts = self._doubts.get(spell, ())
        if len(doubts) <= RIVALS:
            return tuple(doubts)
        heaviest = {n.number: n for n in nlargest(RIVALS, doubts, key=_weight)}
        return tuple((heaviest | {n.number: n for n in doubts if id(n.holder) not in self._doubts}).values())

    def counting(self) -> list[Note]:
        """Those that count (`Note.counts`), of the doubts those about rivals, as last settled."""
        found = [n for n in (*self._settled.values(), *self._proposed) if n.counts]
        for rivals in self._rivals.values():
            found += rivals
        return sorted(found, key=attrgetter("number")) if self._rivals or self._proposed else found

    def contests(self, spell: int) -> tuple[str, ...]:
        """The records that a spell is contested with, as last settled; not by one of a lower origin."""
        held = [n for n in self._rivalled.get(spell, {}).values() if _is_equal(n)]
        found = {n.holder.record.id for n in self._rivals.get(spell, ())}
        found |= {n.spell.record.id for n in held if n.spell is not None}
        for note in self._proposed:
            if note.spell is not None and note.contest:
                if spell == id(note.spell):
                    found.add(note.holder.record.id)
                elif spell == id(note.holder) and _is_equal(note):
                    found.add(note.spell.record.id)
        return tuple(sorted(found))


def _weight(note: Note) -> tuple[int, int]:
    return note.holder.most_trusted.trust, note.holder.place


def _is_equal(note: Note) -> bool:
    """Whether who doubts a record is of no lower origin than it."""
    return note.spell is not None and note.spell.most_trusted.trust >= note.holder.most_trusted.trust
