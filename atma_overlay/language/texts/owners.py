"""Texts over which stands whose they are, before a colon: *my wife's CV: …*, *email from the school: …*, *job ad: …*.

Whoever says *I* there, it is not the speaker. *My CV: …* and *today's announcement: …* are the speaker's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN
from atma_overlay.language.texts.headings import OF_TIMES, end_of_paragraph, tells_of_oneself
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
PERSON = rf"(?:{_GROUPS['people']}|{_GROUPS['strangers']}|{'|'.join(sorted(KIN | ACQUAINTANCES))})"
TEXTS = rf"(?:{_GROUPS['texts_of_others']}|{_GROUPS['documents']}|{_GROUPS['owned_too']})"
_STARTS = r"(?:^|[.!?;\n][\"”)]? *)"
_NAME = r"(?-i:\p{Lu}[\p{L}'’.-]+)"
_THEIRS = (
    rf"(?i)\b(?P<owner>his|her|their|(?:[\w-]+ )?[\w-]+['’]s|(?:my|our) (?:\w+ )?{PERSON}['’]s?)"
    rf" (?P<head>(?:[\w-]+ ){{0,3}}?){TEXTS}\b(?P<tail>[^.!?;:\n]{{0,40}}):"
)
"""*My wife's CV: …*, *the tenant's application: …*, *his LinkedIn: …*."""
_BY_SOMEBODY = (
    rf"(?i)\b{TEXTS} (?:from|by|of) (?:(?:(?:an?|another|the|some|one of (?:my|our|the)|(?:my|our)(?: new)?|his|her"
    rf"|their) (?:[\w-]+ ){{0,2}}?)?{PERSON}s?|somebody|someone|him|her|them)\b(?P<tail>[^.!?;:\n]{{0,40}}):"
)
"""*The bio of our new hire: …*."""
_FROM_THERE = (
    rf"(?i){_STARTS}(?:[\w'’-]+ ){{0,3}}?(?:{PERSON} {TEXTS}|{TEXTS} (?:(?:i|we) (?:just )?(?:got|received|found|saw"
    rf"|was sent|were sent)|(?:from|by) (?:the|an?|one of (?:the|our|my)|my \w+['’]s|{_NAME})))\b"
    r"(?P<tail>[^.!?;:\n]{0,40}):"
)
"""*Customer complaint: …*, *LinkedIn message I received: …*, *email from the school: …*."""
_LEFT_A_TEXT = (
    rf"(?i)(?:{_STARTS}|, (?:and |but )?)(?P<whose>[^.!?;:\n]{{1,60}}?)\b(?:left|sent|wrote|posted|gave|recorded|filed"
    r"|submitted|put up)(?: me| us)? (?:an?|this|the|another|his|her|their|some) (?:[\w-]+ ){0,2}?"
    rf"(?:{_GROUPS['documents']})(?P<tail>(?: (?:on|in|to|for|about|from) [^.!?;:\n]{{1,30}})?):"
)
"""*She left a voicemail: …*."""
_NEVER_OWN = rf"(?i){_STARTS}(?:[\w,'’-]+ ){{0,3}}?(?:{_GROUPS['never_own']})\b(?P<tail>[^.!?;:\n]{{0,30}}):"
"""*Job ad: …*, *terms of service: …*."""
_WHAT_CAME = (
    r"(?i)\b(?:here['’]?s|here is|this is|look(?: at)?|see|read) what (?P<whose>[^.!?;:\n]{1,40}?) (?:just |has |had )?"
    r"(?:sent|wrote|written|texted|posted|messaged|e-?mailed|replied|answered)(?: [\w'’]+){0,3}? ?(?::|[–—-]+ )"
)
"""*Here's what my cousin sent me - …*."""
_WORK_ON_THEIRS = re2.compile(
    rf"(?i)\b(?:{_GROUPS['rewrites']}|{_GROUPS['reads']}|{_GROUPS['handles']}|look (?:at|over)|read|look through)"
    rf" (?:his|her|their|(?:my|our) (?:\w+ )?{PERSON}['’]s?|{_NAME}['’]s) (?:[\w-]+ ){{0,3}}?{TEXTS}\b"
    r"[^.!?:\n]{0,30}[.!?][ \t]+"
)
"""*Improve my brother's CV. I work at …*."""
_ALL = (_THEIRS, _BY_SOMEBODY, _FROM_THERE, _LEFT_A_TEXT, _NEVER_OWN, _WHAT_CAME)
_WHATEVER_FOLLOWS = (_ALL.index(_NEVER_OWN), _ALL.index(_WHAT_CAME))
"""Else what follows has to greet, or to speak of *I*."""
_READ = [re2.compile(pattern) for pattern in _ALL]
_SIGNS = PatternSet(*_ALL)

FIRST_PERSON = re2.compile(
    r"(?i)(?:^|[\s,])(?:(?:i|we)\b(?:['’]\w+)?(?: \w+){0,3}|(?:should|could|might|must) have(?: \w+)?) *$"
)
TOLD_OF = re2.compile(
    r"(?i)\bof (?:my|our)\b|\b(?:is|are|was|were|has|have|had|does|did|do|ca|wo|will|would|can|could|got|makes?|"
    r"made|needs?|looks?|sounds?|seems?|gets?|takes?|took|helps?|went|came|wants?)(?:n['’]t)? +\S"
)
"""*The ticket is nonsense: …*: the text is spoken of, not cited."""
WRITES_ONE = re2.compile(
    r"(?i)^\W*(?:(?:please|now|and|so|can you|could you) )*(?:write|draft|create|make|compose|generate|give|help)\b"
)
"""*Write me a bio: …*: what it is to say, of whoever asks for it."""
_MINE = re2.compile(r"(?i)^\W*(?:my|our|i|we|i['’]m|we['’]re)\b")
_OF_MY_PEOPLE = re2.compile(rf"(?i)\b(?:my|our) (?:\w+ )?{PERSON}['’]s?\b")
_MY_OWN = re2.compile(r"(?i)\b(?:my|our)\b")
_ON_IT = re2.compile(
    r"(?i)\b(?:about|re|regarding|concerning|after|before|since|despite|because of|thanks (?:to|for)) $"
)
_GREETS = re2.compile(r"(?i)^\W*(?:hi|hiya|hello|hey|dear)\b")
_TO_BE_TOLD = re2.compile(
    r"(?i)^\s*(?:please )?(?:tell|say|let|explain|mention|inform|ask|state|that|saying|telling)\b"
)
_HEAD = 40


def of_others(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text under whose heading stands that they are somebody else's, in no order."""
    if ":" not in text and " what " not in text:
        return
    for held in _SIGNS.held_by(text):
        for match in _READ[held].finditer(text):
            place, groups = match.end(), match.groupdict()
            own = FIRST_PERSON.search(groups.get("whose") or "") or TOLD_OF.search(groups.get("tail") or "")
            own = own or WRITES_ONE.search(match.group())
            if own is None and not is_mine(text, match) and (held in _WHATEVER_FOLLOWS or _tells(text, place)):
                yield from _cited(text, place)


def _cited(text: str, place: int) -> Iterator[Span]:
    """What a heading is over: a quotation on its line up to where it closes; one below is for `leads` to tell apart."""
    if text[place : place + 3].lstrip()[:1] not in {'"', "“"}:
        yield place, end_of_cited(text, place)
    elif text[place : place + 1] != "\n":
        yield place, end_of_paragraph(text, place)


def perhaps_of_others(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text behind a request for work on somebody else's text, in no order."""
    match = _WORK_ON_THEIRS.search(text)
    if match is not None and tells_of_oneself(text, match.end()):
        yield match.end(), len(text)


def is_mine(text: str, match: Any) -> bool:
    """Whether a heading is of the speaker's own text, or of another's that is only spoken of.

    *My setup for the podcast: …*, *today's announcement: …*, *about her letter: …*.

    Args:
        text: the turn.
        match: the heading, which may have groups *owner* and *head*.
    """
    place, groups = match.start(), match.groupdict()
    owner = (groups.get("owner") or "").lower().replace("’", "'").split()
    if owner and (not OF_TIMES.isdisjoint(owner) or _ON_IT.search(text[:place]) is not None):
        return True
    begins = max(text.rfind(mark, 0, place + 1) for mark in "\n.!?") + 1
    head = _OF_MY_PEOPLE.sub("", groups.get("head") or "")
    led = _OF_MY_PEOPLE.sub("", text[begins : place + _HEAD])
    return _MINE.search(led) is not None or _MY_OWN.search(head) is not None


def is_to_be_told(text: str, place: int) -> bool:
    """*Draft an email to my landlord: tell him that …*: what a text is to say is no text yet."""
    return _TO_BE_TOLD.search(text[place : place + _HEAD]) is not None


def end_of_cited(text: str, start: int) -> int:
    """Where what stands behind a colon ends: with the line, or with the text where the line ends at once."""
    rest = text.find("\n", start)
    if rest < 0:
        return len(text)
    return rest if text[start:rest].strip() else len(text)


def _tells(text: str, place: int) -> bool:
    """Whether what stands there, or below, greets or tells of who wrote it."""
    place += text[place : place + 1] == "\n"
    greets = _GREETS.search(text[place : place + _HEAD]) is not None
    return greets or (tells_of_oneself(text, place) and not is_to_be_told(text, place))
