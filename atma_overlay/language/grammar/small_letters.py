"""Names that are typed in small letters: *i live in utrecht*, *i work at google*, *my dentist is dr. van dijk*.

The rules tell names by their capitals. In a text that is typed without any, a word is a name that stands in the list of
names, behind a title, or where only a name stands (*i work at …*). A word that no dictionary has is one as a rule: what
is read of it behind *is*, or as a town, is in doubt (*my boss is knackered*, *i moved to presales*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from re import Match

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import DOSE_UNITS
from atma_overlay.word_lists import read_list

LONGEST = 2000
"""Characters: what is longer was not typed in a chat."""
SHORTEST = 4
"""Letters of a name that no list has: what is shorter is an abbreviation as often."""
_LONGEST_WORD = 24
"""Letters; what is longer is no word."""
MOST = 3
"""One of so many words may be unknown: where more are, the text is in another language."""
_WORD = re.compile(r"(?<![\w'’@#./:\\-])[^\W\d_]+\d*(?![\w@/\\-]|\.\w|['’](?!s\b)\w)")
_CAPITAL_WITHIN = re2.compile(r"[\pL\d,;)][ \t]+\p{Lu}\p{Ll}")
_I = re.compile(r"(?<![\w'’@#./:\\-])i(?=[ \t]+\w|['’](?:m|ve|d|ll)\b)")
_LED = w.DETERMINERS | w.POSSESSIVES
"""Behind them a word that nobody knows is a thing: *a restaraunt*, *the backend*."""
_DESCRIBING = re.compile(
    r"(?:\b(?:is|are|was|were|be|been|being|am|seems?|feels?|looks?|gets?|got)|['’](?:s|re|m))"
    r"(?:[ \t]+(?:[^\W\d_]{1,12}ly|now|so|very|super|still|just|pretty|quite|too|not|all|kinda|like)){0,3}[ \t]+$"
)
"""Behind this a word that nobody knows may say how something is."""
_BEFORE = 60
"""Characters that are looked at before such a word."""
_TITLED = re.compile(
    r"(?<![\w'’@#./:\\-])(mr|mrs|ms|dr|prof)(?:\.[ \t]*|[ \t]+)"
    r"((?:(?:van|von|de|der|den|la|le|el|al|ter|ten|di|da|del|st)\.?[ \t]+){0,3})"
    r"([^\W\d_][^\W\d_'’-]{0,40}(?:['’-][^\W\d_]{1,40}){0,2})(?![\w@/\\])"
)
_ONLY_TITLES = frozenset({"mr", "mrs"})
"""The others stand before other words, too: *the dr said*, *40 ms slower*."""
_FRAMED = re.compile(
    r"\b(?:(?P<work>work(?:s|ing|ed)?[ \t]+(?:at|for))"
    r"|(?:live|lives|living|lived|based)[ \t]+in|(?P<to>(?:moved|moving)[ \t]+to))[ \t]+"
    r"(?P<name>[^\W\d_]{2,40})(?![\w'’@/\\-]|\.\w)"
)
"""Where names stand without an article, and everyday words (*at home*), and others that say how: *i live in denial*."""
_TOWNS = frozenset(
    """anchorage angers astrakhan bath billings bologna boulder buffalo cairns cork davenport derby gent harrow hove
    hull limerick lancaster leeds liege natal newton nice orlando oxford perm phoenix providence pueblo queens reading
    savannah shanghai slough split surrey tangier tours tyre warren wellington hackney halle ulm essen crewe rugby
    battle deal berlin bergen cologne florence genoa hamburg nancy sandwich stroud nyc ldn sf la dc philly vegas jersey
    kent essex sussex norfolk suffolk devon dorset cornwall wales brighton georgia victoria""".split()
)
"""Towns and regions that are words besides, and their short forms: they are places behind *live in* and *moved to*."""
_NO_NAMES = _LED | w.ADVERBS | w.PREPOSITIONS | w.CONJUNCTIONS | w.WH_WORDS | w.OBJECT_PRONOUNS | {"here", "there"}
_FIRMS = frozenset(
    """google apple amazon meta stripe oracle slack notion linear square block shell orange target gap next boots chase
    visa uber lyft zoom box canva figma intel dell cisco sage bolt wise monday asana snap tesla ford fox sky bp
    ibm sap bbc nhs pwc kpmg hp ing bmw ups dhl ubs hsbc asml nxp amd arm ikea lidl aldi""".split()
)
"""Employers that are words besides, or short: they are so behind *work at* and *work for*."""
_CALLED = re.compile(
    r"\b(?:is|called|named|is[ \t]+now)[ \t]+([^\W\d_]{3,12})(?=[ \t]*(?:[.,!;)]|$|now\b|and\b|instead\b))"
)
_GIVEN = frozenset(
    """tom nick rob bob jack john sue martin jay max ray harry carol maria grace lily holly raj mark mike bill josh dean
    dale glen cliff ruby jade poppy hazel heather kit penny robin jean jerry terry barry larry jimmy tony andy katie
    charlotte victoria florence jasmine lance wade drew chuck rory jess tess meg nell fred bert matt pat peter paul
    christian jordan morgan taylor dylan ivy daisy rosemary basil russell warren""".split()
)
"""Names that are words besides; they are names behind *is* and *called* where nothing goes on behind them."""
_ENDED = re.compile(r"(?:ing|ed|ness|ments?|tions?|[ai]ble|less|ish|i[sz]e|based|free|proof|friendly|wise)$")
"""How words end that are made of others: *fingerpicking*, *glutenfree*."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Named:
    """A text with its names written as such.

    Attributes:
        text: every character in its place.
        guessed: where words stand that may say how something is.
        unlisted: where other words stand that no list has.
    """

    text: str
    guessed: tuple[tuple[int, int], ...] = ()
    unlisted: tuple[tuple[int, int], ...] = ()


def with_names(text: str) -> Named:
    """The text with its names and *I* in capitals; as it was where it has others within its sentences."""
    if len(text) > LONGEST or _CAPITAL_WITHIN.search(text) is not None:
        return Named(text)
    found = list(_WORD.finditer(text))
    small = [m.group().lower() for m in found]
    sure = {found[i].start() for i in _listed(found, small, text)}
    sure.update(m.start() for m in _I.finditer(text))
    sure.update(_titled(text))
    stuff = set(_dosed(text))
    framed = {place: known for place, known in _framed(text) if place[0] not in stuff}
    sure.update(place[0] for place, known in framed.items() if known)
    sure.update(m.start(1) for m in _CALLED.finditer(text) if m.group(1) in _GIVEN)
    unknown = [found[i] for i in _unknown(found, small) if found[i].start() not in stuff]
    guessed = [place for place in framed if place[0] not in sure]
    unlisted: list[tuple[int, int]] = []
    for match in unknown:
        place = match.start()
        if place not in sure:
            describes = _DESCRIBING.search(text, max(0, place - _BEFORE), place)
            (guessed if describes else unlisted).append(match.span())
    begins = [*sure, *(start for start, _ in guessed), *(m.start() for m in unknown)]
    return Named(_capitals(text, begins), tuple(guessed), tuple(unlisted))


_DOSED = re.compile(rf"(?i)\d ?(?:{DOSE_UNITS}) (?:of )?([^\W\d_]+)|([^\W\d_]+)(?=,? \d[\d.,]* ?(?:{DOSE_UNITS})\b)")


def _dosed(text: str) -> Iterator[int]:
    """*100mg of sertraline*, *ramipril 5 mg*: where the name of a medicine begins, which is written small."""
    return (m.start(m.lastindex or 0) for m in _DOSED.finditer(text))


def _capitals(text: str, places: Iterable[int]) -> str:
    letters = list(text)
    for place in places:
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


def _titled(text: str) -> Iterator[int]:
    """*dr. lindqvist*, *mrs green*, *mr el-sayed*, *dr. van dijk*: the title and the name."""
    for match in _TITLED.finditer(text):
        title, particles, name = match.groups()
        first = re.split("['’-]", name)[0]
        plain = first in w.VERB_FORMS or first in w.ADVERBS or first in w.PREPOSITIONS or first in w.CONJUNCTIONS
        whole = particles or len(first) < len(name) or first in _names()[0] or not is_known(first)
        if whole or (title in _ONLY_TITLES and not plain):
            yield match.start(1)
            start = match.start(3)
            yield from (start + m.start() for m in re.finditer(r"[^\W\d_]+", name))


def _framed(text: str) -> Iterator[tuple[tuple[int, int], bool]]:
    """What stands where a name does, and whether it is known for one; no everyday words."""
    for match in _FRAMED.finditer(text):
        word, known = match["name"], match["name"] in (_FIRMS if match["work"] else _TOWNS)
        everyday = word in w.common_words() or word in _NO_NAMES or word in w.VERB_FORMS
        if known or (match["to"] is None and not everyday and len(word) >= SHORTEST and is_known(word)):
            yield match.span("name"), known


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
    free = (i for i in strange if (not i or small[i - 1] not in _LED) and _ENDED.search(small[i]) is None)
    return [i for i in free if small[i].isascii() and not _slip(small[i])]


def is_known(word: str) -> bool:
    """Whether a word is an English one, or too short or long to tell; what digits end is none."""
    if not SHORTEST <= len(word) <= _LONGEST_WORD:
        return True
    return word in w.VERB_FORMS or word in w.jargon() or f"\n{word}\n" in _english().get(word[:2], "")


def is_a_name(word: str) -> bool:
    """Whether a word, in small letters, stands in the list of names."""
    return word in _names()[0]


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
    names = read_list("names.txt")
    return names, frozenset(n.split(" ", 1)[0] for n in names if " " in n)


def is_listed(word: str) -> bool:
    """Whether a word in small letters stands in the list of names."""
    return word in _names()[0] or word in _TOWNS


@lru_cache(maxsize=1)
def _english() -> dict[str, str]:
    """The English words by their first two letters, as one text each: a set of them takes ten times the room."""
    text = resources.files("atma_overlay.data").joinpath("english_words.txt").read_text(encoding="utf-8")
    return {part[1:3]: part for one in _parts(text, "") for part in _parts(one, one[1])}


def _parts(text: str, start: str) -> Iterator[str]:
    """A sorted list's stretches by the letter behind `start`, each from the line break before its first word."""
    begins = [i for i in (text.find(f"\n{start}{letter}") for letter in _LETTERS) if i >= 0]
    yield from (text[a : b + 1] for a, b in pairwise([*begins, len(text)]))
