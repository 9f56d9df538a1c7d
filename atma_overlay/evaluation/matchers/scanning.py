"""A text as raw tokens: folded, quantities whole, punctuation kept where it ends something."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay import re2

_TOKEN = re2.compile(
    r"\d{1,3}(?:[ ]\d{3})+\b"  # thousands apart by spaces
    r"|\d+(?:(?:[.,:/'_]|-)\d+)*"  # a run of digits with its inner signs
    r"|\p{L}[\p{L}\p{N}]*(?:'\p{L}+)*"  # a word
    r"|[$€£%.,;:!?()\[\]\n-]"
)
_LETTERS = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "–": "-",
        "—": " - ",
        "−": "-",
        "⁄": "/",
        "→": " thenbecame ",
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
    }
)
_SHORT_FORMS = (
    ("a.m.", "am"),
    ("p.m.", "pm"),
    ("per cent", "percent"),
    ("no one", "nobody"),
    ("no longer", "nolonger"),
    ("->", " thenbecame "),
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the folded text; `tight` where it touches the one before it."""

    text: str
    tight: bool

    @property
    def is_figure(self) -> bool:
        """Whether it starts with a digit."""
        return self.text[0].isdigit()

    @property
    def is_word(self) -> bool:
        """Whether it starts with a letter."""
        return self.text[0].isalpha()


def tokens(text: str) -> Iterator[Token]:
    """The tokens in order."""
    folded, end = _folded(text), 0
    for found in _TOKEN.finditer(folded):
        yield Token(found[0], tight=found.start() == end and end > 0)
        end = found.end()


def _folded(text: str) -> str:
    """Lower case without diacritics; a vulgar fraction stands apart from the number before it."""
    apart = "".join(
        f" {c}" if unicodedata.category(c) == "No" and "FRACTION" in unicodedata.name(c) else c for c in text
    )
    spelled = unicodedata.normalize("NFKD", apart.casefold()).translate(_LETTERS)
    plain = "".join(c for c in spelled if not unicodedata.combining(c))
    for long, short in _SHORT_FORMS:
        plain = plain.replace(long, short)
    return plain
