"""Others' words behind a colon: *Sam wrote me: I moved*, *their blog post reads: we moved*, *a tweet I saw: …*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.dictated import end_of_sentence
from atma_overlay.language.texts.headings import tells_of_oneself
from atma_overlay.language.texts.owners import (
    FIRST_PERSON,
    PERSON,
    TEXTS,
    TOLD_OF,
    WRITES_ONE,
    end_of_cited,
    is_mine,
    is_to_be_told,
)
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_SAID = re2.compile(
    rf"(?i)(?:^|[.!?;\n][\"”)]? *|, (?:and |but )?)(?P<whose>[^.!?;:\n]{{1,80}}?)\b(?:{_GROUPS['saying']})"
    rf"(?: (?:{_GROUPS['said_to']}))*(?: (?:this|these|the following)(?: [\w-]+){{1,3}})?:"
)
_OWNED = (
    r"(?:a|an|the|this|that|these|those|his|her|their|its|your|another|one|some|old|\w+['’]s?|"
    rf"(?:my|our) (?:\w+ )?{PERSON}['’]s?)"
)
_TEXT_OF = re2.compile(
    r"(?i)(?:^|[.!?;\n][\"”)]? *|\b(?:from|in|per|quoting|citing|of|for|with|here['’]s|here is|is|was|got|saw|found"
    rf"|heard) )(?:{_OWNED} )(?P<head>(?:[\w'’-]+ ){{0,4}}?)(?:{_GROUPS['texts_of_others']})\b"
    r"(?P<tail>[^.!?;:\n]{0,40}):"
)
_BARE_TEXT = re2.compile(
    r"(?i)(?:^|[.!?;\n][\"”)]? *)(?:[\w,'’]+ ){0,3}?"
    rf"(?:{_GROUPS['headed_texts']})\b(?P<tail>[^.!?;:\n]{{0,30}}):"
)

_ATTACHED = re2.compile(
    r"(?i)\b(?:here(?:['’]s| is| are)|this is|below is|attached is|i (?:got|received|copied|pasted|found|saw)"
    rf"|found|saw) [^:\n.!?]{{0,60}}\b(?:{_GROUPS['attached']})s?\b[^:\n.!?]{{0,60}}:"
)
_SOMETHING_LIKE = re2.compile(
    r"(?i)\b(?:something (?:like|along the lines of)|along the lines of|goes like|sounds like|words like)(?: this)?:"
)
_MY_TEXT = re2.compile(rf"(?i)^\W*(?:my|our) (?:[\w-]+ )?{TEXTS} *$")
"""*My profile says: …*: it may well be so."""
_SPEAKS = re2.compile(r"(?i)\b(?:i|we|my|our|me|us)\b|^\s*(?:hi|hiya|hey|hello|dear)\b")
"""Of what somebody says: it tells of them, or greets before it does."""


def voiced(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that stand behind a colon and are others' words, in no order.

    What stands on the line of the colon is meant, else all that follows.
    """
    if ":" not in text:
        return
    yield from ((start, end) for start, end, _ in _said(text) if start < end)
    for pattern in (_TEXT_OF, _BARE_TEXT):
        for match in pattern.finditer(text):
            place = match.end()
            cited = not TOLD_OF.search(match.group("tail")) and not is_mine(text, match)
            cited = cited and not WRITES_ONE.search(match.group())
            cited = cited and not _is_quoted(text, place) and not is_to_be_told(text, place)
            if cited and (text[place : place + 1] == "\n" or tells_of_oneself(text, place)):
                yield place, end_of_cited(text, place)
    for pattern in (_ATTACHED, _SOMETHING_LIKE):
        found = (m.end() for m in pattern.finditer(text))
        yield from ((place, end_of_cited(text, place)) for place in found if not _is_quoted(text, place))


def perhaps_voiced(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text behind what somebody said of others: *Ann told me: rest. I have asthma*."""
    if ":" in text:
        yield from ((end, until) for _, end, until in _said(text) if end < until)


def _said(text: str) -> Iterator[tuple[int, int, int]]:
    """Where others' words behind *Sam wrote: …* begin and end, and up to where they may go on."""
    for match in _SAID.finditer(text):
        start, whose = match.end(), match.group("whose")
        if FIRST_PERSON.search(whose) or _is_quoted(text, start):
            continue
        end = until = end_of_cited(text, start)
        if _MY_TEXT.search(whose):
            end = start
        elif text[start : start + 1] != "\n":
            first = end_of_sentence(text, start)
            said = text[start:first]
            if len(said.split()) > 1 and not _SPEAKS.search(said):
                end = min(first, until)
        yield start, end, until


def _is_quoted(text: str, place: int) -> bool:
    """Whether quotation marks open there: what they hold is a value, and states nothing by itself."""
    return text[place : place + 3].lstrip()[:1] in {'"', "“"}
