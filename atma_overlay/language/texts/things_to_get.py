"""Lists of what is to be bought or packed: none of it is a thing that the speaker is told to have.

*Packing: Canon AE-1, charger, passport* names no camera of theirs, *shopping list: - iPhone 14 case* no phone.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("things_to_get.toml")
_LISTS = rf"(?:{_GROUPS['lists']}|(?:{_GROUPS['shops']}) (?:{_GROUPS['trips']}))"
_LED = r"(?:(?:my|our|the|a|today['’]s|this week['’]s|ok|so|here['’]s) )*"
_HEADED = re2.compile(
    rf"(?im)(?:^|[.!?;] )[ \t#*_>-]*{_LED}{_LISTS}"
    r"(?: (?:for|to|at|from|so far|today|tomorrow|list)\b[^:\n.!?]{0,40})?"
    r"(?: ?\([^()\n]{1,30}\))?(?:\*\*|__)?:(?:\*\*)?[ \t]*"
)
_ENDS = re2.compile(r"[.!?](?: |$)")
_BULLET = re2.compile(r"[ \t]*(?:[-*•+–]|\d{1,2}[.)]|\[[ xX✓]?\])[ \t]*\S")
_SPEAKS = re2.compile(r"(?i)\b(?:i|i['’]m|we|my|our)\b")
_AT_ONCE = 4
"""Words of an item that stands without a bullet."""


def things_to_get(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that list what is to be bought or packed, in no order."""
    for match in _HEADED.finditer(text):
        start = match.end()
        line = _line(text, start)
        if not line:
            yield from _items(text, start + 1)
            continue
        end = _ENDS.search(line)
        said = line if end is None else line[: end.start()]
        if not _SPEAKS.search(said):
            yield start, start + len(said)


def _line(text: str, start: int) -> str:
    """What stands from a place to the end of its line."""
    end = text.find("\n", start)
    return text[start:] if end < 0 else text[start:end]


def _items(text: str, start: int) -> Iterator[Span]:
    """The items below a heading, each on its line, up to what is none."""
    bulleted = _BULLET.match(_line(text, start)) is not None
    while start < len(text):
        line = _line(text, start)
        item = _BULLET.match(line) if bulleted else line.strip() and len(line.split()) <= _AT_ONCE
        if not item:
            return
        if not _SPEAKS.search(line):
            yield start, start + len(line)
        start += len(line) + 1
