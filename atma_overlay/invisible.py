"""Characters that nobody sees: what an id, a prompt, a terminal and a page have to spell out or refuse."""

from __future__ import annotations

import unicodedata

__all__ = ["SHAPING", "is_invisible", "is_seen_whole"]

SHAPING = "\u200c\u200d\ufe0f"
"""Joiners and the emoji selector: Persian and emoji are not written right without them; on paper they do no harm."""

_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_IGNORABLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
)
"""Default_Ignorable_Code_Point of Unicode beside format characters and the plane below: fillers and selectors."""
_BLANK = "\u2800\U00016fe4\U0001d159"
"""Letters and signs of other kinds that have no ink: Braille of no dots, Khitan's filler, a note without a head."""
_UNSEEN = frozenset({*_BLANK, *(chr(code) for first, last in _IGNORABLE for code in range(first, last + 1))})
_TAGS = ("\U000e0000", "\U000e0fff")
"""The plane of tags and of further variation selectors, ignorable as a whole."""


def is_invisible(character: str) -> bool:
    """Whether a character is a control, or leaves no mark of its own; spaces are seen by their width."""
    if " " <= character <= "~":
        return False
    return unicodedata.category(character) in _CATEGORIES or character in _UNSEEN or _TAGS[0] <= character <= _TAGS[1]


def is_seen_whole(text: str) -> bool:
    """Whether every character of a text can be seen."""
    return text.isprintable() if text.isascii() else not any(map(is_invisible, text))
