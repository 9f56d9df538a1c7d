"""What is to be written for anybody to read: *write an Instagram caption: We've moved!*, *a slogan saying we …*.

A mail to one's landlord may tell what is so; see `dictated` and `drafts`. A caption, an ad or a sign is made up to look
well, and nobody tells it to the assistant.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.dictated import end_of_sentence
from atma_overlay.language.texts.headings import end_of_paragraph
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("published.toml")
_FOR_ANYBODY = rf"(?:{_GROUPS['for_anybody']})"
_OPENS = rf"(?i)(?:^|[\n.!?;,])[ \t>*#•\"“(-]*(?:(?:{_GROUPS['before_it']})[,:!]? +)*"
_ASKED = (
    rf"{_OPENS}(?:{_GROUPS['asks_to_make']})(?: (?:me|us))?(?: (?:an?|the|my|our|this|some|another|\d|two|three))?"
    rf"(?: [\w'’&/-]+){{0,4}}? {_FOR_ANYBODY}\b[^.!?:\n]{{0,80}}?"
)
_WRITTEN = rf"{_ASKED}(?::[ \t\n]|[ \t][-–—][ \t])"
_SAYING = (
    rf"{_ASKED}(?:,? (?:saying|that (?:says|reads|goes|announces)|which (?:says|reads)|reading|announcing(?: that)?"
    r"|along the lines of|with the (?:text|words|wording)|something like)\b)"
)
_HEADED = (
    rf"(?i)(?:^|\n)[ \t>*#•-]*(?:(?:an?|the|my|our|new|draft|possible|proposed) )?(?:{_GROUPS['headings']})"
    r"(?: (?:for|of|on|idea|ideas|draft|option|options|text)\b[^.!?:\n]{0,40})?(?: \d)?:[ \t\n]"
)
"""*Instagram caption: …*, *slogan for the van: …*, where nobody has to be asked for it."""
_ALL = (_WRITTEN, _SAYING, _HEADED)
_READ = [re2.compile(x) for x in _ALL]
_SIGNS = PatternSet(*_ALL)
_SAID, _NAMED = 1, 2
"""Places of the pattern without a colon, and of that in which nobody is asked to write."""
_QUOTES = ('"', "“")
_BY_THE_WAY = re2.compile(
    r"(?i)[.!?)\"”'’] +(?:btw|by the way|p\.?s\.?|(?:oh|also|and),? (?:btw|by the way|remember|note|fyi|in case))\b"
)
"""Behind the text, on its line: what is told to the assistant again."""


def to_publish(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that a caption, a post or a sign is to say, in no order."""
    for held in _SIGNS.held_by(text):
        for match in _READ[held].finditer(text):
            start = match.end() - 1
            if held == _NAMED and text[match.end() :].lstrip()[:1] in _QUOTES:
                continue  # slogan for the banner: "Bread for all of us"
            end = end_of_sentence(text, match.end()) if held == _SAID else _end_of(text, start)
            aside = _BY_THE_WAY.search(text[start:end])
            yield start, end if aside is None else start + aside.start() + 1


def _end_of(text: str, start: int) -> int:
    """Where a text to be written ends: with the line of its colon, or, below it, with its paragraph."""
    line = text.find("\n", start)
    line = len(text) if line < 0 else line
    return line if text[start:line].strip() else end_of_paragraph(text, start)
