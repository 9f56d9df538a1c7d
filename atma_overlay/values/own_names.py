"""Other names of values that a user's lexicon adds to those of the lists: a company's abbreviations, a nickname.

A value told by such a name has the norm of the usual one (`OwnNames.norm`), so that what is kept says by itself which
values are one. Of each lexicon alone: nothing here is shared with another overlay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atma_overlay.values.normal import DROPPED, normalise
from atma_overlay.values.sameness import is_called_otherwise, name_form, names_by_form, one_form
from atma_overlay.values.terms import words


class OwnNames:
    """What things are called besides, by the usual name of each.

    Args:
        things: the usual name of each thing, with its others.
    """

    def __init__(self, things: Mapping[str, Sequence[str]]) -> None:
        self._usual: dict[str, str] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        for first, others in things.items():
            norm = normalise(first)
            known = (first, *others)
            for name in others:
                self._usual[name_form(normalise(name))] = first
            self._usual.pop(name_form(norm), None)
            self._names[name_form(norm)] = (*self._names.get(name_form(norm), ()), *known)
        self.written = frozenset(name for names in self._names.values() for name in names)
        self.openings = openings(self.written)

    def norm(self, norm: str) -> str:
        """A normalised value; where it is another name of a thing, the usual one's."""
        usual = self._usual.get(name_form(norm)) if self._usual else None
        return norm if usual is None else normalise(usual)

    def usual(self, told: str) -> str:
        """The usual name of what is told by another one, as the lexicon writes it; else the same."""
        return self._usual.get(name_form(normalise(told)), told)

    def form(self, norm: str) -> str:
        """What all names of a thing share, these and the lists' (`one_form`)."""
        own = self.norm(norm)
        form = name_form(own)
        return form if form in self._names else one_form(own)

    def known(self, norm: str) -> str | None:
        """The form of a normalised value that goes by several names; None of any other."""
        form = name_form(self.norm(norm))
        return form if form in self._names or is_called_otherwise(form) else None

    def names(self, form: str) -> tuple[str, ...]:
        """What the thing of a form goes by."""
        return (*names_by_form().get(form, ()), *self._names.get(form, ()))


def openings(names: frozenset[str]) -> Mapping[str, int]:
    """The first words of names with how many words such a name has at most.

    A name is known without its spaces, too (*VSCode*).
    """
    most: dict[str, int] = {}
    for name in names:
        first, *rest = (word for word in words(name) if word not in DROPPED)
        most[first] = max(most.get(first, 1), len(name.split()))
        most.setdefault("".join([first, *rest]), 1)
    return most


NO_NAMES = OwnNames({})
