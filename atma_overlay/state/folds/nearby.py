"""Which open spells of a slot a statement can do anything to, without a look at the others.

A slot that holds several values may hold thousands. Rules answer most of their pairs with *both can hold*; a linker
that can say which pairs those are (`KeyedLinker`) lets the fold look only at the rest, and folding stays near linear.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Protocol, cast, runtime_checkable

from atma_overlay.records import Statement
from atma_overlay.state.folds.spells import Spell
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.values.sameness import found_by


@runtime_checkable
class KeyedLinker(Protocol):
    """A linker that keeps both of every two statements that share no key."""

    def keys(self, statement: Statement) -> Collection[str]:
        """What an earlier statement is found by."""

    def wanted(self, statement: Statement) -> Collection[str] | None:
        """The keys of what a later statement may change; None where that may be anything."""


class Heads:
    """The places of spells by the words of what opened them.

    `same_value` and `refines` hold of no two values without one of `found_by` in common, whatever the linker.
    """

    def __init__(self) -> None:
        self._places: dict[str, list[int]] = {}

    def add(self, head: Statement, place: int) -> None:
        """A statement opens the spell at a place, which is after all others."""
        for word in found_by(head.norm):
            self._places.setdefault(word, []).append(place)

    def about(self, statement: Statement) -> list[int]:
        """The places of the spells whose head may be about a statement's value (`is_about`), in order."""
        words = found_by(statement.norm)
        if len(words) == 1:
            return self._places.get(next(iter(words)), [])
        return sorted({place for word in words for place in self._places.get(word, ())})


@lru_cache(maxsize=64)
def _gives_keys(kind: type[Linker]) -> bool:
    # A look at a protocol's methods costs more than a slot's whole fold.
    return issubclass(kind, KeyedLinker)


class Nearby:
    """The places of spells by the keys of their members; empty-handed with a linker that gives no keys."""

    def __init__(self, linker: Linker) -> None:
        self._linker = cast("KeyedLinker", linker) if _gives_keys(type(linker)) else None
        self._places: dict[str, set[int]] = {}
        self._keys: dict[int, set[str]] = {}

    @classmethod
    def of(cls, linker: Linker, spells: Iterable[Spell]) -> Nearby:
        """With the members of the spells that have a place."""
        near = cls(linker)
        for spell in spells:
            for statement in spell.members if spell.place >= 0 else ():
                near.note(statement, spell.place)
        return near

    def note(self, statement: Statement, place: int) -> None:
        """A statement is a member of the spell at a place."""
        if self._linker is not None:
            for key in self._linker.keys(statement):
                self._places.setdefault(key, set()).add(place)
                self._keys.setdefault(place, set()).add(key)

    def forget(self, places: Collection[int]) -> None:
        """Spells that closed do not open again."""
        for place in places:
            for key in self._keys.pop(place, ()):
                self._places[key].discard(place)

    def to(self, statement: Statement) -> list[int] | None:
        """The places of the spells that a statement may change, in order; None for all of them."""
        wanted = self._linker.wanted(statement) if self._linker is not None else None
        if wanted is None:
            return None
        return sorted({place for key in wanted for place in self._places.get(key, ())})
