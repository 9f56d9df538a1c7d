"""Echoes: what a living utterance once stated in the words of another, and states no longer.

*She lives in Bruges now* is stored as Lotte's, and *I use Obsidian now* as what took Notion's place, where something
said before tells so. Without that it is resolved to another statement, and the first is withdrawn: it stays for reads
as of earlier, with words of a text that is erased by then (law 7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from atma_overlay.records import Slot, Statement
from atma_overlay.values.terms import terms

__all__ = ["Words", "echoes"]

Words = frozenset[str]


def echoes(
    withdrawn: Iterable[tuple[Statement, str]], *, erased: Iterable[str], standing: Collection[Slot]
) -> list[Statement]:
    """Those of withdrawn statements that have words of erased texts.

    Args:
        withdrawn: statements of which no version stands, each with the text of its own observation.
        erased: the texts that go.
        standing: slots whose names stay, since a statement that stands has them.
    """
    gone = _words(*erased)
    if not gone:
        return []
    return [s for s, own in withdrawn if not (_told(s, named=s.slot not in standing) & gone) <= _words(own)]


def _told(s: Statement, *, named: bool) -> Words:
    slot = (s.slot.subject, s.slot.attribute.replace("_", " ")) if named else ()
    return _words(s.value, s.norm, s.replaces or "", s.unit or "", s.evidence, *slot)


def _words(*texts: str) -> Words:
    return frozenset(term for text in texts for term in terms(text))
