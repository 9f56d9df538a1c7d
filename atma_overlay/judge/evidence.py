"""Where the words that an answer copies stand in a turn, and whether they are enough to go by."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime

from atma_overlay import re2
from atma_overlay.judge.grounding import in_words
from atma_overlay.language.grammar.foreign import is_foreign
from atma_overlay.language.turn import read_turn
from atma_overlay.values.terms import terms

LEAST = 2
"""Content words at least of what a turn is said to imply, to end or to forget."""
_WITHOUT_SPACES = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_RUN = re2.compile(rf"[{_WITHOUT_SPACES}]")
_JOINED = re2.compile(rf"[{_WITHOUT_SPACES}\p{{Hangul}}]")
"""Letters of scripts in which a word may end without a sign of it, or what follows is written to it."""
_LETTERS_A_WORD = 2
_PLAIN = str.maketrans({
    **dict.fromkeys("‘’‚‛′`´ʼ＇", "'"), **dict.fromkeys("“”„‟″«»＂", '"'), **dict.fromkeys("‐‑‒–—―−", "-"),
})  # fmt: skip
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_AROUND = " \"'.,;:!?()"


def place_of(words: str, text: str) -> tuple[int, int] | None:
    """The offsets of copied words in a text, [start, end); None where they are not there as whole words.

    Other quotation marks, dashes, spaces, capitals and forms of the same accents are the same words.
    """
    folded, places = _folded(text)
    wanted = _folded(words)[0].strip()
    for copied in dict.fromkeys((wanted, wanted.strip(_AROUND))):
        at = folded.find(copied) if copied else -1
        while at >= 0:
            if _is_whole(folded, at, at + len(copied)):
                return places[at], places[at + len(copied)]
            at = folded.find(copied, at + 1)
    return None


def weight(words: str) -> int:
    """How many content words there are; of a script without spaces, two letters are taken for one."""
    return sum(max(1, len(_RUN.findall(term)) // _LETTERS_A_WORD) for term in terms(words))


def is_enough(words: str, text: str, value: str) -> bool:
    """Whether words of a turn are enough to read a value in: they share one with it, say something, or are all.

    Args:
        words: those of the turn.
        text: the turn.
        value: what is read in them.
    """
    told, wanted = weight(words), set(terms(value))
    if not told:
        return False
    says = told >= LEAST or len(words.split()) > LEAST
    return says or told == weight(text) or not wanted.isdisjoint(terms(words)) or in_words(value, words)


def is_in_another_language(words: str) -> bool:
    """Whether some words are in no English."""
    read = read_turn(words, speaker="user", at=_ANY_TIME).sentences
    return bool(read) and all(is_foreign(s.tokens, s.words) for s in read)


def _is_whole(folded: str, start: int, end: int) -> bool:
    """Whether a stretch begins and ends where words do."""
    return _parted(folded[start - 1 : start], folded[start]) and _parted(folded[end - 1], folded[end : end + 1])


def _parted(before: str, after: str) -> bool:
    if unicodedata.category(after or " ").startswith("M"):
        return False
    return not (before.isalnum() and after.isalnum()) or bool(_JOINED.search(before) or _JOINED.search(after))


def _folded(text: str) -> tuple[str, list[int]]:
    """A text in one form, and for each of its characters, and its end, the offset in the text as it is."""
    found = list(_characters(text))
    return "".join(c for c, _ in found), [*(at for _, at in found), len(text)]


def _characters(text: str) -> Iterator[tuple[str, int]]:
    spaced = False
    for at, character in enumerate(text):
        for c in unicodedata.normalize("NFKD", character.translate(_PLAIN)).casefold():
            if unicodedata.category(c) == "Cf":
                continue
            if not c.isspace():
                yield c, at
            elif not spaced:
                yield " ", at
            spaced = c.isspace()
