"""Sentences of a language exercise: *'Vivo en …'? I think it's: I live in …*, *exercise 3: change it. I live in …*.

They are said for the words' sake, whoever says *I* there.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.dictated import end_of_sentence
from atma_overlay.language.texts.headings import end_of_paragraph
from atma_overlay.word_lists import read_wordings

__all__ = ["INVENTED", "exercised", "sets_invention"]

_GROUPS = read_wordings("framed.toml")
_FIRST = r"[\"“'‘]?(?:i|we|my|our)\b"
_QUOTED = r"(?:^|[\s(])[\"“‘'«][^\"”’'»\n]{3,}[\"”’'»]|[àáâãäåæçèéêëìíîïñòóôõöøùúûüýß¿¡ąćęłńśźżğışčřžőű]"
_OF_WORDS = PatternSet(rf"(?i){_QUOTED}|\b(?:{_GROUPS['of_words']})\b")
"""Without a quotation, a foreign letter or a word about words nothing is rendered."""
_RENDERED = (
    rf"(?i)\bit(?:['’]?s| is| means| says| would be| should be| must be|['’]?d be) ?: ?{_FIRST}"
    rf"|(?i)\b(?:it|that|this|which) (?:means|says|translates (?:to|as|into)) (?:that )?{_FIRST}"
    r"|(?i)\b(?:attempt|try|guess|translation|rendering|version|go|stab|answer|solution)"
    rf"(?: (?:at|of|for|to|so far)\b[^.!?:\n]{{0,40}})?(?: is| was)? ?: ?{_FIRST}"
    r"|(?i)\bi(?:['’]?d| would|['’]ve)? (?:translate|translated|render|rendered|put|got|have|wrote|tried|came up with"
    rf"|answered|said|say|chose)(?: it| this| that)?(?: as| like| with)? ?: ?{_FIRST}"
    rf"|[\"”’'»)] ?(?:=+>?|-+>|→|⇒) ?(?i:{_FIRST})|(?i)[\"”’'»] (?:be|is|means|would be) ?: ?{_FIRST}"
)
"""*I think it's: I left …*, *my attempt: I live in …*, *'…' = I live in …*."""
_DRILLED = (
    rf"(?i)\b(?:{_GROUPS['drilling']})\b[^.!?\n:]{{0,50}}: ?{_FIRST}"
    r"|(?i)\b(?:(?:had|have|need|supposed|asked(?: me| us)?|told (?:me|us)|wants? (?:me|us)) to)"
    rf" (?:write|translate|say|form|conjugate|put|build)\b[^.!?\n:]{{0,50}}: ?{_FIRST}"
)
_NUMBERED = (
    r"(?i)(?:^|[\n.!?;])[ \t>*#•\"“(-]*(?:exercise|exercice|ex|task|drill|worksheet)[ .#]*\d+[a-z]?[.:)] "
    rf"(?:{_GROUPS['worked_there']})\b[^.!?\n:]{{0,80}}[.:\n]"
)
_ALL = (_RENDERED, _DRILLED, _NUMBERED)
_READ, _SIGNS = [re2.compile(pattern) for pattern in _ALL], PatternSet(*_ALL)
_LONGEST_FIRST = len("“our")
INVENTED = rf"\b(?:{_GROUPS['invented']})\b"
_INVENTION = PatternSet(
    rf"\b(?:{_GROUPS['tasks']})\b[^.!?\n]*\b(?:{_GROUPS['invented']})\b",
    rf"(?:^|[.!?\n:;,] ?|\b(?:to|please|you|must|should|me)\W)\W*"
    rf"(?:write|describe|invent|make up|compose|introduce|imagine|pretend|be)\b"
    rf"[^.!?\n]*\b(?:{_GROUPS['invented']})\b",
)


def exercised(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that are sentences of an exercise, in no order."""
    set_off = ":" in text or "=" in text or ">" in text or "→" in text or "⇒" in text or "xercise" in text
    if not (set_off or " means " in text or " says " in text or " translates " in text):
        return
    for held in _SIGNS.held_by(text):
        if held == 0 and not _OF_WORDS.found_in(text):
            continue
        for match in _READ[held].finditer(text):
            end = end_of_paragraph if held == len(_ALL) - 1 else end_of_sentence
            yield max(match.start(), match.end() - _LONGEST_FIRST), end(text, match.end())


def sets_invention(said: str) -> bool:
    """Whether a sentence, in lower case, sets the task to write of somebody who does not exist."""
    return _INVENTION.found_in(said)
