"""Names that are typed in small letters: *i live in utrecht*, *i work at monzo*, *my dentist is dr. lindqvist*.

The rules tell names by their capitals. In a text that is typed without any, a word is a name that stands in the list of
names, follows a title, or is no word that anybody knows and stands where a name may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from re import Match

import re2

from atma_overlay.language import words as w

LONGEST = 2000
"""Characters: what is longer was not typed in a chat."""
SHORTEST = 4
"""Letters of a name that no list has: what is shorter is an abbreviation as often."""
MOST = 3
"""One of so many words may be unknown: where more are, the text is in another language."""
_WORD = re.compile(r"(?<![\w'’@#./:\\-])[^\W\d_]+\d*(?![\w@/\\-]|\.\w|['’](?!s\b)\w)")
_CAPITAL_WITHIN = re2.compile(r"[\pL\d,;)][ \t]+\p{Lu}\p{Ll}")
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof"})
_ONLY_TITLES = frozenset({"mr", "mrs"})
"""The others stand before other words, too: *the dr said*, *40 ms slower*."""
_LED = w.DETERMINERS | w.POSSESSIVES
"""Behind them a word that nobody knows is a thing: *a restaraunt*, *the backend*."""
_I = re.compile(r"(?<![\w'’@#./:\\-])i(?=[ \t]+\w|['’](?:m|ve|d|ll)\b)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def with_names(text: str) -> str:
    """The text with its names and *I* in capitals; as it was where it has others within its sentences."""
    if len(text) > LONGEST or _CAPITAL_WITHIN.search(text) is not None:
        return text
    found = list(_WORD.finditer(text))
    small = [m.group().lower() for m in found]
    named = {*_listed(found, small, text), *_titled(small), *_unknown(found, small)}
    begins = [*(m.start() for m in _I.finditer(text)), *(found[i].start() for i in named)]
    if not begins:
        return text
    letters = list(text)
    for place in begins:
        capital = letters[place].upper()
        letters[place] = capital if len(capital) == 1 else letters[place]
    return "".join(letters)


def _listed(found: Sequence[Match[str]], small: Sequence[str], text: str) -> Iterator[int]:
    """Those that a list has, of one word or of several: *utrecht*, *san francisco*."""
    names, begun = _names()
    for i, word in enumerate(small):
        if word in names:
            yield i
        if word in begun:
            for last in range(i + 1, min(i + 3, len(small))):
                if text[found[i].start() : found[last].end()].lower() in names:
                    yield from range(i, last + 1)


def _titled(small: Sequence[str]) -> Iterator[int]:
    """*dr. lindqvist*, *mrs green*: the title and the name."""
    for i, (word, after) in enumerate(pairwise(small)):
        if word in _TITLES and (word in _ONLY_TITLES or after in _names()[0] or not is_known(after)):
            yield from (i, i + 1)


def _unknown(found: Sequence[Match[str]], small: Sequence[str]) -> list[int]:
    """Those that nobody knows, but where one is led by an article or most likely mistyped.

    None where the text begins with a capital: who writes one writes *ramipril* as what it is.
    """
    if not found or found[0].group()[0].isupper():
        return []
    known, (names, _) = w.common_words(), _names()
    strange = [i for i, x in enumerate(small) if x not in known and x not in names and not is_known(x)]
    if len(strange) * MOST > max(MOST, len(small)):
        return []
    free = (i for i in strange if not i or small[i - 1] not in _LED)
    return [i for i in free if small[i].isascii() and not _slip(small[i])]


def is_known(word: str) -> bool:
    """Whether a word is an English one, or too short to tell; what digits end is none."""
    if len(word) < SHORTEST:
        return True
    return word in w.VERB_FORMS or word in _jargon() or f"\n{word}\n" in _english().get(word[:2], "")


def _slip(word: str) -> bool:
    """Whether an everyday word is one slip of the finger away: *mornigns*, *resturant*."""
    if len(word) <= SHORTEST:
        return False
    parts = [(word[:i], word[i:]) for i in range(1, len(word) + 1)]
    near = {a + b[1:] for a, b in parts if b} | {a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1}
    near |= {a + c + b for a, b in parts for c in _LETTERS} | {a + c + b[1:] for a, b in parts if b for c in _LETTERS}
    return not near.isdisjoint(w.common_words())


@lru_cache(maxsize=1)
def _names() -> tuple[frozenset[str], frozenset[str]]:
    """The names, and the first words of those that have several."""
    names = w.read_list("names.txt")
    return names, frozenset(n.split(" ", 1)[0] for n in names if " " in n)


@lru_cache(maxsize=1)
def _jargon() -> frozenset[str]:
    return w.read_list("jargon.txt")


@lru_cache(maxsize=1)
def _english() -> dict[str, str]:
    """The English words by their first two letters, as one text each: a set of them takes ten times the room."""
    text = resources.files("atma_overlay.data").joinpath("english_words.txt").read_text(encoding="utf-8")
    return {part[1:3]: part for one in _parts(text, "") for part in _parts(one, one[1])}


def _parts(text: str, start: str) -> Iterator[str]:
    """A sorted list's stretches by the letter behind `start`, each from the line break before its first word."""
    begins = [i for i in (text.find(f"\n{start}{letter}") for letter in _LETTERS) if i >= 0]
    yield from (text[a : b + 1] for a, b in pairwise([*begins, len(text)]))
