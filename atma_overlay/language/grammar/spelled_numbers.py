"""Numbers above a hundred that are spelled out, in figures: *nine hundred and fifty pounds* is *950 pounds*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atma_overlay.language.grammar.marked_up import Change
from atma_overlay.state.values import NUMBER_WORDS

_SMALL = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_RUN = re.compile(rf"(?<![\w'’-])(?:{_SMALL})(?:[ -](?:and )?(?:{_SMALL}|hundred|thousand)){{1,9}}(?![\w'’-])")
_TEN = 10
_TENS = 20
_HUNDRED = 100
_THOUSAND = 1000


def figures_in(text: str) -> Iterator[Change]:
    """What of a text is a number in words, with its figures; a run of words that is none is left.

    Args:
        text: as it was said.
    """
    for match in _RUN.finditer(text):
        words = [x for x in re.split("[ -]", match.group()) if x != "and"]
        value = _value(words) if not {"hundred", "thousand"}.isdisjoint(words) else None
        if value is not None:
            yield (*match.span(), str(value))


def _value(words: Sequence[str]) -> int | None:
    """The number that words tell; None for *one two hundred*, *nine hundred hundred*."""
    whole = part = 0
    room = _THOUSAND  # what the next word must be less than
    for word in words:
        if word == "hundred":
            if not 0 < part < _TEN:
                return None
            part, room = part * _HUNDRED, _HUNDRED
        elif word == "thousand":
            if whole or not 0 < part < _THOUSAND:
                return None
            whole, part, room = part * _THOUSAND, 0, _THOUSAND
        else:
            number = NUMBER_WORDS[word]
            if number >= room:
                return None
            part += number
            room = _TEN if number >= _TENS else 1
    return whole + part
