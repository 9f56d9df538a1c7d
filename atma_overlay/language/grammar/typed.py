r"""What people type in haste or mark up, spelled out: *im vegan*, *bc of work*, *i live in utrecht*, *in \*\*York\*\**.

The rules read the text as it would be written with care; what they find is given back in the words that were typed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import DOUBTED, Candidate, Found, StatedContingency
from atma_overlay.language.grammar.marked_up import Change, marks_in, not_shouted
from atma_overlay.language.grammar.slips import slips
from atma_overlay.language.grammar.small_letters import LONGEST, with_names
from atma_overlay.language.grammar.spoken_words import spoken

_UNMARKED = {
    "im": "I'm", "ive": "I've", "youre": "you're", "youve": "you've", "weve": "we've", "theyre": "they're",
    "theyve": "they've", "hes": "he's", "shes": "she's", "thats": "that's", "whats": "what's", "wheres": "where's",
    "theres": "there's", "cant": "can't", "wont": "won't", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't",
    "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't", "havent": "haven't",
    "hasnt": "hasn't", "hadnt": "hadn't", "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't",
}  # fmt: skip
"""Contractions without their apostrophe."""
_SHORT = {
    "bc": "because", "cuz": "because", "coz": "because", "u": "you", "ur": "your", "abt": "about",
    "wk": "week", "wks": "weeks", "mth": "month", "yr": "year", "yrs": "years", "nxt": "next", "tmrw": "tomorrow",
    "nite": "night", "tonite": "tonight",
    "tmr": "tomorrow", "2moro": "tomorrow", "2mrw": "tomorrow", "2day": "today", "jst": "just", "wanna": "want to",
    "gotta": "have to", "b4": "before", "pls": "please", "plz": "please",
}  # fmt: skip
"""What is typed for a word, in small letters."""
_ITS = "its"
_TYPED = rf"(?:{'|'.join([*_UNMARKED, *_SHORT, _ITS])})"
_FOUND = re.compile(rf"(?<![\w'’@#./-]){_TYPED}(?![\w'’@/-]|\.\w)", re.IGNORECASE)
_MAY_HOLD = re2.compile(rf"(?i)\b{_TYPED}\b")
_IS_TOLD = re.compile(
    r"\s+(?:(?:a|an|the|my|our|your|his|her|their|not|on|in|at|with|from|for|been|no|called|every|under|over|off|gone)\b|"
    r"[\d£$€]|[\w.+-]{1,64}@)"
)
"""What stands behind *its* where it is *it's*: *its on Fridays now*, *its 9:30*."""
_GERMAN = frozenset("ich wir sie es ist sind bin und der das dem zum mich mir auch nur nicht".split())
_FRENCH = frozenset("le la les une des et il elle ce ceux celle je nous vous est sont ne pas du".split())
_FOREIGN = {"im": _GERMAN, "dont": _FRENCH}
"""Words beside which it is another language's: *ich wohne im Norden*, *le livre dont je parle*."""
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE = 40
"""Characters before and behind in which those are looked for."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """A text as it would be written with care.

    Attributes:
        typed: what was typed.
        text: the same, spelled out.
        starts: where each word that is another begins in `text`, in order.
        ends: where it ends there.
        begun: where it begins in `typed`.
        ended: where it ends there.
        guessed: where words stand in `text` that may be no names: what is read of them is in doubt.
        unlisted: where other words stand there that no list has, and that are no places, perhaps.
    """

    typed: str
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    begun: tuple[int, ...]
    ended: tuple[int, ...]
    guessed: tuple[tuple[int, int], ...] = ()
    unlisted: tuple[tuple[int, int], ...] = ()

    def given_back(self, found: Found) -> Found:
        """What was found in `text`, with places and words of `typed`."""
        return Found(
            tuple(map(self._candidate, found.candidates)), tuple(map(self._rule, found.contingencies)), found.named
        )

    def _candidate(self, told: Candidate) -> Candidate:
        start, end = told.span
        whole = self.text[start:end] == told.value
        value = self._typed(start, end) if whole else self._words(told.value, near=start)
        value = told.value if whole and self._drops_words(start, end) else value
        return told.but(
            span=self._span(start, end), place=self._at(told.place), value=value,
            confidence=min(told.confidence, DOUBTED) if self._is_in_doubt(told) else told.confidence,
            evidence=self._words(told.evidence, near=start),
            replaces=None if told.replaces is None else self._words(told.replaces, near=0),
        )  # fmt: skip

    def _drops_words(self, start: int, end: int) -> bool:
        """Whether words of `typed` that are none of what is told stood within a stretch: *boss Dana, no, Priya*."""
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        places = range(first, last)
        gone = (self.typed[self.begun[i] : self.ended[i]] for i in places if self.starts[i] == self.ends[i] > start)
        return any(any(map(str.isalnum, words)) for words in gone)

    def _is_in_doubt(self, told: Candidate) -> bool:
        """*My boss is knackered*, *i moved to presales*; not what is known, nor said to take another's place."""
        places = (*self.guessed, *(self.unlisted if told.attribute == "home_city" else ()))
        if told.replaces is not None or (told.thing is not None and told.thing == told.attribute):
            return False
        return any(a < told.span[1] and told.span[0] < b for a, b in places)

    def _rule(self, told: StatedContingency) -> StatedContingency:
        start, end = told.span
        return replace(
            told, span=self._span(start, end), evidence=self._words(told.evidence, near=start),
            trigger=None if told.trigger is None else self._words(told.trigger, near=start),
            value=None if told.value is None else self._words(told.value, near=start),
        )  # fmt: skip

    def _words(self, said: str, *, near: int) -> str:
        """Words of `text` as they were typed: those that hold a place, or else the first such words."""
        begins = self.text.rfind(said, 0, near + len(said))
        begins = begins if begins >= 0 else self.text.find(said)
        return said if begins < 0 else self._typed(begins, begins + len(said))

    def _typed(self, start: int, end: int) -> str:
        first, last = self._span(start, end)
        return self.typed[first:last]

    def _span(self, start: int, end: int) -> tuple[int, int]:
        return self._at(start), self._at(end, ends=True)

    def _at(self, place: int, *, ends: bool = False) -> int:
        """A place of `text` in `typed`; within a word that is another it is where that begins, or ends."""
        at = bisect_left(self.starts, place) - 1 if ends else bisect_right(self.starts, place) - 1
        if at < 0:
            return place
        if place < self.ends[at]:
            return self.ended[at] if ends else self.begun[at]
        return place - self.ends[at] + self.ended[at]


def spelled_out(text: str) -> Spelled | None:
    """The text as it would be written with care, or None where nothing in it is typed in haste."""
    changes = sorted(marks_in(text))
    if len(text) <= LONGEST:  # what is longer was neither spoken nor typed in a chat
        heard = [*spoken(text), *slips(text)]
        changes = sorted([*changes, *heard]) if heard else changes
    if _MAY_HOLD.search(text) is not None:
        changes = sorted([*changes, *_words_spelled(text)])
    spelled = _changed(text, changes) if changes else None
    named = with_names(not_shouted(text if spelled is None else spelled.text))
    if spelled is not None:
        return replace(spelled, text=named.text, guessed=named.guessed, unlisted=named.unlisted)
    return None if named.text == text else Spelled(text, named.text, (), (), (), (), named.guessed, named.unlisted)


def _words_spelled(text: str) -> Iterator[Change]:
    for match in _FOUND.finditer(text):
        word = _word_for(match, text)
        if word is not None:
            yield (*match.span(), word)


def _changed(text: str, changes: Sequence[Change]) -> Spelled:
    parts: list[str] = []
    places: list[tuple[int, int, int, int]] = []
    done = length = 0
    for start, end, word in changes:
        if start < done:
            continue
        kept = text[done:start]
        begins = length + len(kept)
        parts += [kept, word]
        length, done = begins + len(word), end
        places.append((begins, length, start, end))
    starts, ends, begun, ended = zip(*places, strict=True)
    return Spelled(text, "".join([*parts, text[done:]]), starts, ends, begun, ended)


@kept_short(256)
def with_care(text: str) -> str:
    """The text as it would be written with care: *im vegan* is *I'm vegan*."""
    spelled = spelled_out(text)
    return text if spelled is None else spelled.text


def _word_for(match: re.Match[str], text: str) -> str | None:
    """What is meant by a word that may be typed in haste; None where it is the word itself."""
    typed = match.group()
    lower = typed.lower()
    if typed in _SHORT:
        return _SHORT[typed]
    if lower == _ITS:
        return "it's" if typed != "ITS" and _IS_TOLD.match(text, match.end()) else None
    if lower not in _UNMARKED or (typed.isupper() and typed != lower):
        return None  # 500 BC, an IM, İm
    if typed[0].isupper() and not _opens(text, match.start()) and _is_a_name(match, text):
        return None  # my boss is Jony Ive
    foreign = _FOREIGN.get(lower)
    if foreign is not None and _is_foreign(match, text, foreign):
        return None
    meant = _UNMARKED[lower]
    return meant if lower[0] == "i" and meant[0] == "I" else typed[0] + meant[1:]


def _is_a_name(match: re.Match[str], text: str) -> bool:
    """Whether a word with a capital within a sentence is a name; *Im* and *Ive* are so where a name begins or ends."""
    if match.group()[0] != "I":
        return True
    before = _WORD.findall(text[max(0, match.start() - _BESIDE) : match.start()])[-1:]
    ends = _NOTHING_BEHIND.match(text, match.end()) is not None
    return ends or not _CALLED.isdisjoint(before)


_NOTHING_BEHIND = re.compile(r"\s*(?:[.!?,;:)]|$)")
_CALLED = frozenset("called named is by Dr Mr Mrs Ms".split())


def _opens(text: str, place: int) -> bool:
    """Whether a sentence begins at a place."""
    before = text[max(0, place - _BESIDE) : place].rstrip(" \t")
    return not before or before[-1] in _CLOSED


_CLOSED = frozenset(".!?:;…\n\r)\"”'’*>-–—,")


def _is_foreign(match: re.Match[str], text: str, foreign: frozenset[str]) -> bool:
    before = _WORD.findall(text[max(0, match.start() - _BESIDE) : match.start()])[-4:]
    after = _WORD.findall(text[match.end() : match.end() + _BESIDE])[:5]
    return not foreign.isdisjoint(x.lower() for x in (*before, *after))
