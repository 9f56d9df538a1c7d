"""Others' words behind a colon: *Sam wrote me: I moved*, *their blog post reads: we moved*, *a tweet I saw: …*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import read_wordings
from atma_overlay.language.texts.headings import tells_of_oneself

_GROUPS = read_wordings("handed_over.toml")
_SAID = re2.compile(
    rf"(?i)(?:^|[.!?;\n][\"”)]? *|, (?:and |but )?)(?P<whose>[^.!?;:\n]{{1,80}}?)\b(?:{_GROUPS['saying']})"
    rf"(?: (?:{_GROUPS['said_to']}))*:"
)
_FIRST_PERSON = re2.compile(
    r"(?i)(?:^|[\s,])(?:(?:i|we)\b(?:['’]\w+)?(?: \w+){0,3}|(?:should|could|might|must) have(?: \w+)?) *$"
)
_OWNED = (
    r"(?:a|an|the|this|that|these|those|his|her|their|its|your|another|one|some|old|\w+['’]s?|"
    rf"my (?:\w+ )?(?:{_GROUPS['people']})['’]s)"
)
_TEXT_OF = re2.compile(
    r"(?i)(?:^|[.!?;\n][\"”)]? *|\b(?:from|in|per|quoting|citing|of|for|with|here['’]s|here is|is|was|got|saw|found"
    rf"|heard) )(?:{_OWNED} )(?:[\w'’-]+ ){{0,4}}?(?:{_GROUPS['texts_of_others']})\b(?P<tail>[^.!?;:\n]{{0,40}}):"
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

_TOLD_OF = re2.compile(
    r"(?i)\bof (?:my|our)\b|\b(?:is|are|was|were|has|have|had|does|did|do|ca|wo|will|would|can|could|got|makes?|"
    r"made)(?:n['’]t)? +\S"
)
"""*The ticket is nonsense: …*: the text is spoken of, not cited."""

_MINE = re2.compile(r"(?i)^\W*(?:my|our|i|we|i['’]m|we['’]re)\b")
_HEAD = 40


def voiced(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that stand behind a colon and are others' words, in no order.

    What stands on the line of the colon is meant, else all that follows.
    """
    if ":" not in text:
        return
    for match in _SAID.finditer(text):
        if not _FIRST_PERSON.search(match.group("whose")) and not _is_quoted(text, match.end()):
            yield match.end(), _end(text, match.end())
    for pattern in (_TEXT_OF, _BARE_TEXT):
        for match in pattern.finditer(text):
            cited = not _TOLD_OF.search(match.group("tail")) and not _mine(text, match.start())
            cited = cited and not _is_quoted(text, match.end())
            if cited and (text[match.end() : match.end() + 1] == "\n" or tells_of_oneself(text, match.end())):
                yield match.end(), _end(text, match.end())
    for pattern in (_ATTACHED, _SOMETHING_LIKE):
        found = (m.end() for m in pattern.finditer(text))
        yield from ((place, _end(text, place)) for place in found if not _is_quoted(text, place))


def _mine(text: str, place: int) -> bool:
    """*My setup for the podcast: …*: a heading of the speaker's own, whatever stands in it."""
    begins = max(text.rfind(mark, 0, place + 1) for mark in "\n.!?") + 1
    return _MINE.search(text[begins : place + _HEAD]) is not None


def _is_quoted(text: str, place: int) -> bool:
    """Whether quotation marks open there: what they hold is a value, and states nothing by itself."""
    return text[place : place + 3].lstrip()[:1] in {'"', "“"}


def _end(text: str, start: int) -> int:
    rest = text.find("\n", start)
    if rest < 0:
        return len(text)
    return rest if text[start:rest].strip() else len(text)
