"""Echoes: bare mentions of values that a surer record of the same subject had and lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from atma_overlay.records import Held
from atma_overlay.values.sameness import one_form
from atma_overlay.values.terms import word_set

SHORT = 3
"""Characters up to which a value may stand in any text without being meant."""
_Names = defaultdict[str, set[frozenset[str]]]


class Lost:
    """What records had and lost, by their subjects.

    Args:
        retired: the records.
    """

    def __init__(self, retired: Iterable[Held]) -> None:
        self._values: defaultdict[str, set[str]] = defaultdict(set)
        self._names: defaultdict[str, _Names] = defaultdict(lambda: defaultdict(set))
        for held in retired:
            s = held.statement
            self._values[s.slot.subject].add(one_form(s.norm))
            if s.value_kind in {"name", "code"} and len(s.value) > SHORT:
                name = word_set(s.value)
                self._names[s.slot.subject][min(name, default="")].add(name)

    def echoed_by(self, mention: Held) -> bool:
        """Whether a record only repeats such a value; *flagship customers* names the lost *Flagship*."""
        s = mention.statement
        if one_form(s.norm) in self._values.get(s.slot.subject, ()):
            return True
        names, said = self._names.get(s.slot.subject), word_set(s.value)
        return names is not None and any(name < said for word in ("", *said) for name in names.get(word, ()))
