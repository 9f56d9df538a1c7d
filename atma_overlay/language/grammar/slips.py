"""Slips of the finger in the words that hold a sentence together (*I hvae moced to York*), and *moved 2 york*.

A word that is one slip away from such a word, and is none that anybody knows, is that word. What a value is typed as
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.marked_up import Change
from atma_overlay.language.grammar.small_letters import is_a_name, is_known

_MEANT = """the and have with that from just what when which because already recently finally
actually currently moved moving switched switching changed changing joined started bought became migrated replaced
live living work working drive driving using""".split()
"""Words of the closed classes, and the verbs that tell what changed or holds."""
_LONG = 5
"""Letters of a word of which a slip to the key beside, or a letter left out, still shows what is meant."""
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {key: row[max(0, i - 1) : i] + row[i + 1 : i + 2] for row in _ROWS for i, key in enumerate(row)}
_WORD = re.compile(r"(?<![\w'’@#./-])[a-z]{3,12}(?![\w'’@/-]|\.\w)")
_TWO = re.compile(
    r"\b(?:mov(?:ed|ing|e)|switch(?:ed|ing)?|migrat(?:ed|ing|e)|chang(?:ed|ing|e)|relocat(?:ed|ing|e)|raise|went|going|gone|raised|put|swap(?:ped|ping)?|traded)"
    r"(?:[ \t]+[a-z]{2,12}){0,2}[ \t]+(?P<two>2)[ \t]+(?=[a-zA-Z]{3,24}\b|[£$€]\d)",
    re.IGNORECASE,
)
_MAY_BE_TWO = re2.compile(r"[a-z] 2 [\p{L}£$€]")
_COUNTED = frozenset("people men women children kids more times days weeks months years hours minutes".split())
_NEXT = re.compile(r"[\w£$€]+")


def slips(text: str) -> Iterator[Change]:
    """What of a text is typed amiss, with what is meant, in order of place.

    Args:
        text: as it was typed.
    """
    meant = _slips()
    for match in _WORD.finditer(text):
        word = meant.get(match.group())
        if word is not None:
            yield (*match.span(), word)
    if _MAY_BE_TWO.search(text) is not None:
        for match in _TWO.finditer(text):
            following = _NEXT.match(text, match.end())
            if following is not None and not _is_counted(following.group().lower()):
                yield (*match.span("two"), "to")


def _is_counted(word: str) -> bool:
    """*Moved 2 weeks ago*, *switched 2 lamps*, *moved to 2 June*: a number, and not *to*."""
    return word in _COUNTED | w.MONTH_NAMES or (word.endswith("s") and not is_a_name(word) and w.lemma(word) != word)


@lru_cache(maxsize=1)
def _slips() -> dict[str, str]:
    """Each slip with the word that is meant, but for what is a word, a name or a slip of two."""
    found: dict[str, set[str]] = {}
    for word in _MEANT:
        for slip in _of(word):
            found.setdefault(slip, set()).add(word)
    alone = {slip: words.pop() for slip, words in found.items() if len(words) == 1}
    return {x: word for x, word in alone.items() if not _is_a_word(x)}


def _is_a_word(slip: str) -> bool:
    if slip in w.common_words() or slip in w.VERB_FORMS or slip in w.jargon() or is_a_name(slip):
        return True
    return len(slip) > len("the") and is_known(slip)


def _of(word: str) -> Iterator[str]:
    """The slips of one finger: letters exchanged or typed twice; of a long word one left out, or the key beside."""
    short = len(word) < len("have")
    for i in range(1 if short else 0, len(word) - 1):  # teh; a word of three letters in another order is often a name
        if word[i] != word[i + 1]:
            yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    if len(word) < _LONG:
        return
    for i, letter in enumerate(word):
        yield word[:i] + letter + word[i:]
        if len(word) > _LONG:
            yield word[:i] + word[i + 1 :]
        yield from (word[:i] + beside + word[i + 1 :] for beside in _BESIDE.get(letter, ""))
