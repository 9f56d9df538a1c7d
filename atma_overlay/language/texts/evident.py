"""Texts that plainly tell nothing of the speaker: a song asked for by its title, a riddle, a task, a letter, a talk.

*Play I'm on Fire by Springsteen* · *… What am I?* · *Exam question: I have 4 pens. How many …?* · *Dear Ben, … Love,
Gran* · *Tom: I moved. Me: when?* · *what does it mean when a girl says I'm busy*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import common_words
from atma_overlay.language.texts.bylines import ASSISTANTS
from atma_overlay.language.texts.dictated import end_of_sentence
from atma_overlay.language.texts.headings import OWN, end_of_paragraph
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_HELLO = r"(?:hi|hiya|hello|hey|greetings|good (?:morning|afternoon|evening|day))"
_TITLE = (
    rf"(?:\b(?:{_GROUPS['titled_works']})"
    rf"|(?:^|[.!?\n] ?)(?:(?i:please|hey|ok|can you|could you) )?(?i:{_GROUPS['plays']}))"
    r" (?:(?:called|titled|named|entitled) )?[\"“'‘]?(?:I|My|We)\b[^.!?\n]{0,60}? by (?:the )?\p{Lu}"
)
"""*Play the song I'm on Fire by Springsteen*."""
_MEANING = (
    r"(?i)\bwhat (?:do|does|did|would|could|might|is|are) [^.!?\n:]{0,40}?\b(?:mean|meant|meaning|trying to say)\b"
    r"[^.!?\n:]{0,30}?\b(?:(?:when|if|whenever) [^.!?\n:]{0,40}?\b(?:say|says|said|write|writes|wrote|text|texts|texted"
    r"|tell|tells|told)(?: (?:me|you|us|that))?|by|with),? [\"“'‘]?(?:I|we|my)\b"
    r"|(?i)\b(?:what|how|who|should|would|could|can|do|does|is) [^.!?:\n]{1,60}?\b(?:(?:someone|somebody|anyone|anybody"
    r"|a \w+|people|those) who|(?:when|if|whenever) (?:your|an?|the|some|any|someone|somebody) [^.!?:\n]{0,30}?)"
    r" ?(?:says?|said|writes?|tells? (?:me|you)|claims?|texts?)(?: that)?,? [\"“'‘]?(?:I|we|my)\b[^.!?\n]*\?"
)
"""*What does it mean when a girl says I'm busy?*, *what would a Londoner mean by I live out in the sticks?*"""
_RIDDLE = r"(?i)(?:^|[.!?\n] ?)[^\w]*(?:so,? |now,? )?what am i\?[^\w]*$"
_TASK = (
    rf"(?i)(?:^|[\n.!?;])[ \t>*#•\"“(-]*(?:[\w'’-]+ ){{0,3}}?(?:{_GROUPS['solved_tasks']})"
    r"(?: (?:for|from|of|in|about) [^.!?:\n]{1,30})?(?: ?#?\d{1,3})?(?: ?\([^()\n]{1,40}\))?:"
)
_ASKED = re2.compile(
    r"(?i)\b(?:how (?:many|much|far|long|old|fast)|calculate|solve|find the|(?:what|who) am i|who (?:owns|lives|has|is)"
    r"|true or false|which of)\b"
)
_SUNG = rf"(?im)^[^.!?\n:]{{0,40}}\b(?:{_GROUPS['sung_works']}|{_GROUPS['in_verse']})\b[^.!?\n:]{{0,30}}:[ \t]*\n"
_SCAM = (
    rf"(?i)\b(?:is|could|might) (?:this|it|that|the following)(?: [\w'’-]+){{0,4}}? (?:{_GROUPS['deceives']})\b"
    rf"[^.!?:\n]{{0,30}}[?:.]*\s*\n\s*(?:{_HELLO}|my name is|congratulations|attention)\b"
)
"""*Is this a scam?*, and below: *Hello dear, my name is …*."""
_LETTER = r"(?i)(?:^|[\n:.!?\"“])[ \t]*(?:(?:my|our) )?dear(?:est)? (?P<whom>[\w'’-]+)(?: [\w'’.-]+){0,3}[,!:]"
_SIGNED = re2.compile(
    r"(?i)(?:[.!?…)x]|\n)[\"”]?\s*(?:(?:lots of |all my |much |with )?(?:love|hugs|kisses)|(?:kind|warm|best|many)"
    r"(?: regards| wishes)?|regards|yours(?: \w+)?|sincerely|cheers|your (?:friend|loving \w+)|best)(?: from)?"
    r"(?:,|!|\n| -| from)\s*(?-i:\p{Lu}[\p{L}'’.-]*(?: (?:and |& )?\p{Lu}[\p{L}'’.-]*){0,2})[.! x]*[\"”]?\s*(?:\n|$)"
)
_GREETING_BELOW = rf"(?i)\b(?:{_GROUPS['documents']}|{_GROUPS['texts']})\b[^\n]{{0,40}}\n\s*{_HELLO}\b"
_HERS = (
    rf"(?i)\b(?:his|her|their|my \w+['’]s) (?:[\w-]+ ){{0,2}}?(?:{_GROUPS['documents']}|words)"
    r" (?:is|was|were|reads?|goes|went),? (?:(?-i:I)|i['’]\w+|i (?:am|have|was|live|work|moved|left|quit)|we|my)\b"
)
"""*Her exact message was I live with Mark now*."""
_PLACEHOLDER = (
    r"\{\{ ?[\w .-]{1,40} ?\}\}|\$\{[\w.]{1,40}\}|\b_{3,}"
    r"|[<\[](?:[A-Z][A-Z_ ]{1,30}|(?:your|my|insert) [\w ]{1,30})[>\]]"
)
_WHO = r"\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+)?"
_TALK = rf"(?:^|[.!?:] ){_WHO}: [^:\n]{{1,200}}[.!?] {_WHO}: "
_TURN = re2.compile(rf"(?:^|[.!?:\n] )(?P<who>{_WHO}): ")
_TICKS = "(?:tick|circle|choose|select|check|pick|mark)"
_FORM = (
    rf"(?i)(?:^|[.!?\n])\W*(?:please )?{_TICKS} (?:(?:what|which|all|whatever)(?: \w+){{0,3}}? appl(?:y|ies)"
    r"|(?:one|the)(?: \w+){0,2}? (?:answers?|options?|box|boxes|statements?|sentences?))\b[^:.!?\n]{0,30}:"
)
"""*Tick what applies: I live alone / …*."""
_SELF = frozenset({"me", "you", "him", "her", "them"})
_TO_A_SERVICE = ASSISTANTS | frozenset(
    "support team sir madam customer service services helpdesk hr all everyone agent staff".split()
)


def _to_sentence_end(read: Any, text: str) -> Iterator[Span]:
    yield from ((m.start(), end_of_sentence(text, m.end())) for m in read.finditer(text))


def _to_paragraph_end(read: Any, text: str) -> Iterator[Span]:
    yield from ((m.end() - 1, end_of_paragraph(text, m.end())) for m in read.finditer(text))


def _whole(_: Any, text: str) -> Iterator[Span]:
    yield 0, len(text)


def _itself(read: Any, text: str) -> Iterator[Span]:
    yield from (m.span() for m in read.finditer(text))


def _tasks(read: Any, text: str) -> Iterator[Span]:
    """What is set and then asked, in one paragraph."""
    for start, end in _to_paragraph_end(read, text):
        if _ASKED.search(text[start:end]):
            yield start, end


def _below(read: Any, text: str) -> Iterator[Span]:
    yield from ((text.rfind("\n", 0, m.end()), len(text)) for m in read.finditer(text))


def _letters(read: Any, text: str) -> Iterator[Span]:
    """From *Dear Ben, …* to *… Love, Gran*, wherever they stand; one to a service is the speaker's own."""
    match = read.search(text)
    if match is None or match.group("whom").lower() in _TO_A_SERVICE:
        return
    shown = text[: match.start() + 1].rstrip()[-1:] == ":" or "my dear" in match.group().lower()
    if shown or match.group("whom")[:1].isupper():
        yield from ((match.start(), end) for end in _signed(text, match.end()))


def _letters_below(read: Any, text: str) -> Iterator[Span]:
    """From a greeting under *…this email* to a signature."""
    for match in read.finditer(text):
        yield from ((text.rfind("\n", 0, match.end()), end) for end in _signed(text, match.end()))


def _signed(text: str, start: int) -> list[int]:
    """Where the last signature behind a place ends, if there is one."""
    return [m.end() for m in _SIGNED.finditer(text, start)][-1:]


def _talks(_: Any, text: str) -> Iterator[Span]:
    """Turns of a talk that stand on one line, of names that come back, or of one and *me*."""
    turns = [m for m in _TURN.finditer(text) if _may_talk(m.group("who").lower())]
    often = Counter(m.group("who").lower() for m in turns)
    if len(often) > 1 and (max(often.values()) > 1 or not _SELF.isdisjoint(often)):
        yield turns[0].start(), len(text)


def _may_talk(who: str) -> bool:
    return who in _SELF or (OWN.isdisjoint(who.split()) and who not in common_words())


_ALL: tuple[tuple[str, Callable[[Any, str], Iterator[Span]]], ...] = (
    (_TITLE, _to_sentence_end),
    (_MEANING, _to_sentence_end),
    (_HERS, _to_sentence_end),
    (_RIDDLE, _whole),
    (_TASK, _tasks),
    (_SUNG, _to_paragraph_end),
    (_FORM, _to_paragraph_end),
    (_SCAM, _below),
    (_LETTER, _letters),
    (_GREETING_BELOW, _letters_below),
    (_PLACEHOLDER, _itself),
    (_TALK, _talks),
)
_READ = [re2.compile(pattern) for pattern, _ in _ALL]
_SIGNS = PatternSet(*(pattern for pattern, _ in _ALL))
_MAY_HOLD = PatternSet(
    r"[:<{\[]|__|\?|(?i:\bdear|\b(?:is|was|were|reads?|goes|went),? (?:i|we|my)\b)",
    rf"(?i)\b(?:{_GROUPS['titled_works']}|{_GROUPS['plays']}) (?:called |titled |named |entitled )?\W?(?:i|my|we)\b",
)
"""Without one of these there is none."""


def evident(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that are plainly not the speaker's own, in no order."""
    if _MAY_HOLD.found_in(text):
        for held in _SIGNS.held_by(text):
            yield from _ALL[held][1](_READ[held], text)
