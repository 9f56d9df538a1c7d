"""What a query calls otherwise than the ledger does: *since I live in NYC*, where *New York City* was said.

Only names that `also_called.txt`, `city_names.txt` and the user's lexicon know are read so; a word of English that is
one of them (*Go*, *Who*, *cologne*) has to be written as the name is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from atma_overlay.state.pairs.written import is_ordinary, opens
from atma_overlay.values.normal import normalise
from atma_overlay.values.own_names import NO_NAMES, OwnNames, openings
from atma_overlay.values.sameness import names_by_form
from atma_overlay.values.terms import terms, words

_WORD = re.compile(r"[^\s,;:!?()\[\]{}<>\"“”‘*_]+")
_BESIDE = ".'’-/"
"""What stands at the edges of a word and is no part of it."""
_MOST = 32
"""Names that are read of one text."""
_SHORTEST = 3
"""Letters of a name that are one in small letters, too: *la* is more than Los Angeles."""


@dataclass(frozen=True, slots=True)
class Call:
    """A listed name in a text: which thing it names (`name_form`), and where it stands."""

    form: str
    start: int
    end: int


def calls(text: str, own: OwnNames = NO_NAMES) -> list[Call]:
    """The first listed names of a text, the longest at each place, in its order; `own` are those of a lexicon."""
    found: list[Call] = []
    said = words(text)
    if _openings().keys().isdisjoint(said) and own.openings.keys().isdisjoint(said):
        return found
    spans, place = _spans(text), 0
    while place < len(spans) and len(found) < _MOST:
        call, taken = _longest(text, spans, place, own)
        found += [call] if call is not None else []
        place += taken
    return found


def also_called(text: str, own: OwnNames = NO_NAMES, *, in_small_letters: bool = False) -> list[str]:
    """The words that what a text names is known by besides; also those of a sort (*car*, *automobile*), if asked."""
    called = (name for call in calls(text, own) for name in own.names(call.form))
    names = {name for name in called if in_small_letters or _is_a_name(name)}
    return [term for name in sorted(names) for term in terms(name)]


def as_recorded(
    text: str, called: Sequence[Call], *, value: str, norm: str, own: OwnNames = NO_NAMES
) -> tuple[str, str] | None:  # fmt: skip
    """A text with a value of the ledger in place of other names of it, and the first of those; None where it has none.

    Args:
        text: the text.
        called: its `calls`.
        value: the value as it was said.
        norm: the same, normalised.
        own: the names of a lexicon that the calls were read with.
    """
    form = own.form(norm)
    others = [c for c in called if c.form == form and text[c.start : c.end] != value]
    if not others:
        return None
    parts, end = [], 0
    for call in others:
        parts += [text[end : call.start], value]
        end = call.end
    return "".join([*parts, text[end:]]), text[others[0].start : others[0].end]


def _spans(text: str) -> list[tuple[int, int]]:
    """Where the words of a text stand, without what makes them somebody's."""
    found = []
    for match in _WORD.finditer(text):
        word = match.group().rstrip(_BESIDE)
        end = match.start() + len(word.removesuffix("'s").removesuffix("’s"))
        start = match.end() - len(match.group().lstrip(_BESIDE))
        if start < end:
            found.append((start, end))
    return found


def _longest(text: str, spans: Sequence[tuple[int, int]], place: int, own: OwnNames) -> tuple[Call | None, int]:
    """The longest name that begins with a span, and how many of them it takes; one, where there is none."""
    start, end = spans[place]
    first = text[start:end].lower()
    first = first if first.isalnum() else next(iter(words(first)), "")
    most = max(_openings().get(first, 0), own.openings.get(first, 0))
    for count in range(min(most, len(spans) - place), 0, -1):
        end = spans[place + count - 1][1]
        form = own.known(normalise(text[start:end]))
        if form is not None and (count > 1 or _is_written_as_one(text, start, end, own)):
            return Call(form, start, end), count
    return None, 1


def _is_written_as_one(text: str, start: int, end: int, own: OwnNames) -> bool:
    """Whether a word that is a name in the lists is meant as one, where English has the word too."""
    word = text[start:end]
    if len(word) >= _SHORTEST and not (word.isalpha() and is_ordinary(word.lower())):
        return True
    return (word in _names() or word in own.written) and not (opens(text, start) and word.istitle())


def _is_a_name(name: str) -> bool:
    return name != name.lower()


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(name for names in names_by_form().values() for name in names)


@lru_cache(maxsize=1)
def _openings() -> Mapping[str, int]:
    return openings(_names())
