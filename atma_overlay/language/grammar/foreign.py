"""Sentences in other languages: they tell the rules nothing, whatever of them looks English.

*Ich wohne in Berlin* holds an English word, and *Min chef heter Anna* another. A sentence is told by all of its words:
the small ones of other languages, which ship as a list, against the English ones. Where neither speaks up, what no
English dictionary has decides. Names are nobody's language, and a foreign dish takes no English sentence back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from atma_overlay.language.grammar import small_letters
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.word_lists import read_lines

_CLOSED = (
    w.SUBJECT_PRONOUNS | w.OBJECT_PRONOUNS | w.POSSESSIVES | w.DETERMINERS | w.PREPOSITIONS | w.CONJUNCTIONS
    | w.SUBORDINATORS | w.WH_WORDS | w.BE | w.HAVE | w.DO | w.MODALS_UNREAL | w.MODALS_FUTURE | w.NEGATIONS | w.ADVERBS
)  # fmt: skip
_LENT = frozenset(
    "à la le les de del di du da das des do dos en au al el un une van von der den bin ibn ter na und".split()
)
"""They stand in names and in what English has borrowed (*à la carte*, *en route*), too, and weigh half."""
_MARKS = frozenset({"'s", "'d"})
"""Read so in other languages, too: *s'appelle*, *d'anni*."""
_SURE, _FAIR, _FAINT = 4, 2, 1
"""What a word weighs: one of a language alone, one that only the large list has or lacks, one of both languages."""
_SHORT = 2
"""Letters; what is no longer and in no list is an abbreviation or a name as often."""
_ONE_LETTER = frozenset("aiAI")
_TELLING = w.BE | w.HAVE | w.DO
_LAST_LATIN = "\u036f"
_VIETNAMESE = ("\u1e00", "\u1eff")
"""What lies beyond the Latin letters is another script, but for these."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """The lists, read once: what only other languages have, what English has as well, and what it has alone."""

    foreign: frozenset[str]
    shared: frozenset[str]
    english: frozenset[str]
    closed: frozenset[str]
    """Of those the small words."""


@lru_cache(maxsize=1)
def _lists() -> _Lists:
    spelled = [word for line in read_lines("foreign_words.txt") for word in line.split()]
    listed = frozenset(spelled).union(x for word in spelled if len(x := _without_accents(word)) > 1)
    english = _CLOSED.union(w.VERB_FORMS, w.common_words(), w.short_words(), w.KIN, w.ACQUAINTANCES, w.TIME_NOUNS)
    return _Lists(listed - english, listed & english, english - listed - _MARKS, _CLOSED - listed - _MARKS)


def _without_accents(word: str) -> str:
    """As it is typed in haste: *moj szef*, *jag jobbar pa*."""
    parts = unicodedata.normalize("NFD", word.translate(_PLAIN))
    return "".join(x for x in parts if not unicodedata.combining(x))


_PLAIN = str.maketrans({"ł": "l", "ø": "o", "æ": "ae", "ß": "ss", "ı": "i"})


def is_foreign(tokens: Sequence[Tagged], words: frozenset[str]) -> bool:
    """Whether a sentence is in another language than English.

    Args:
        tokens: the sentence's.
        words: the same in lower case.
    """
    lists = _lists()
    if words.isdisjoint(lists.foreign) and (tokens[0].token.text == "I" or not words.isdisjoint(lists.closed)):
        return False
    return _weighed(tokens, lists).is_foreign()


@dataclass(slots=True)
class _Weights:
    """What the words of a sentence weigh for another language and for English, and those that no short list has."""

    foreign: int = 0
    english: int = 0
    faint: int = 0
    """What the words that several languages have weigh for English."""
    fair: int = 0
    """The same where nothing speaks for another language: *Anna is ...* is English as a rule, *Anna i ...* is not."""
    unlisted: list[str] = field(default_factory=list)
    opening: str | None = None
    """The unlisted word that opens the sentence with a capital: a name, or an English word."""

    def add(self, word: str, lists: _Lists, *, before_name: bool) -> bool:
        """Weigh a word that is not written as a name; whether it may be a part of the name behind it."""
        if before_name and word in _LENT:
            return True
        if word in lists.foreign:
            self.foreign += _FAIR if word in _LENT else _SURE
        elif word in lists.shared:
            self.faint += _FAINT
            self.fair += _FAIR if word in _TELLING else _FAINT
        elif word in lists.english:
            self.english += _SURE
        elif len(word) > _SHORT:
            self.unlisted.append(word)
        return False

    def is_foreign(self) -> bool:
        """Whether the other languages weigh more; in doubt it is English."""
        if not self.foreign and self.english >= _SURE:
            return False
        english = self.english + (self.faint if self.foreign else self.fair)
        known = _FAINT if self.foreign else _FAIR
        unlisted = len(self.unlisted)
        if self.foreign > english + known * (unlisted + 1):
            return True
        if self.foreign + _FAIR * unlisted <= english:
            return False
        listed = sum(map(_is_english, self.unlisted))
        opens = self.opening is not None and _is_english(self.opening)
        return self.foreign + _FAIR * (unlisted - listed) > english + known * (listed + opens)


def _weighed(tokens: Sequence[Tagged], lists: _Lists) -> _Weights:
    weights = _Weights()
    shouted = not any(x.token.text.isalpha() and not x.token.text.isupper() for x in tokens)
    named = False
    for place in range(len(tokens) - 1, -1, -1):
        text, word = tokens[place].token.text, tokens[place].lower
        if not _is_a_word(text):
            weights.english += _SURE if word in lists.closed else 0  # n't, 'm
            named = False
        elif shouted or not text[0].isupper() or text == "I":
            named = weights.add(word, lists, before_name=named)
        elif place or (len(text) > 1 and text.isupper()):
            named = True
            if _is_of_another_script(word):
                weights.unlisted.append(word)
        elif not (word in lists.foreign and small_letters.is_a_name(word)):
            weights.add(word, lists, before_name=False)
            if weights.unlisted[-1:] == [word] and not _is_of_another_script(word):
                weights.opening = weights.unlisted.pop()
    return weights


def _is_a_word(text: str) -> bool:
    """Figures, code, marks and most single letters are in no language."""
    return text.isalpha() and (len(text) > 1 or text in _ONE_LETTER or not text.isascii())


def _is_of_another_script(word: str) -> bool:
    return word[0] > _LAST_LATIN and not _VIETNAMESE[0] <= word[0] <= _VIETNAMESE[1]


def _is_english(word: str) -> bool:
    return word.isascii() and small_letters.is_known(word)
