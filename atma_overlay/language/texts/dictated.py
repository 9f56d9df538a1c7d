"""What a text to be written is to say, set apart from the request: *email to my parents: …*, *Tell him that …*.

It may be so, and it may be meant to be so once the text is read: it is in doubt: noted, and retires nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.headings import end_of_paragraph
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_OPENS = r"(?i)(?:^|[\n.!?;])[ \t>*#•\"“(-]*"
_POLITE = rf"(?:(?:{_GROUPS['polite']})[,:!]? +)*"
_DOCUMENT = rf"(?:{_GROUPS['to_be_sent']})"
_STATING = rf"(?:{_GROUPS['to_state']})"
_REQUESTED = (
    rf"{_OPENS}{_POLITE}(?:{_GROUPS['asks_to_word']})\b(?P<what>[^.!?:\n]{{0,80}}):[ \t\n]"
    rf"|{_OPENS}(?:(?:an?|the|my|short|quick|formal|polite|angry|nice|another|new) )*{_DOCUMENT}"
    r" (?:to|for) (?P<whom>[^.!?:\n]{1,50}):[ \t\n]"
    r"|(?i)\b(?:would|['’]d|could|might|should) (?:say|write|be|answer|put|go|reply)"
    r"(?: something)?(?: like)?:[ \t\n]"
)
"""*Write an email to my landlord: …*, *email to my parents: …*, *my answer would be: …*."""
_WANTED = (
    rf"(?i)\b(?:need|want|looking for|can i (?:get|have)|could i (?:get|have)|give me) (?:an?|some|the|another)"
    rf" (?:[\w-]+ ){{0,3}}?(?:{_DOCUMENT}|template|wording|script)\b[^.!?:\n]{{0,50}}?\b{_STATING}\b"
    rf"|{_OPENS}(?:(?:an?|the|my|short|quick|formal|polite) )*{_DOCUMENT} (?:to|for) [^.!?:\n]{{1,50}}? {_STATING}\b"
)
"""*I need a text that says …*, *letter to the insurance stating that …*."""
_BEHIND_IT = (
    rf"{_OPENS}{_POLITE}(?:write|draft|compose|prepare) [^.!?:\n]{{0,30}}?\b{_DOCUMENT}\b[^.!?:\n]{{0,60}}[.!?\n]\s*"
    r"(?:(?:please|also|and|then) )*(?:tell (?:him|her|them|\w+)|it (?:should|must|needs to|has to) (?:say|state"
    r"|mention|explain)|say|mention|state|explain|let (?:him|her|them|\w+) know) (?:that|i|we|my|our)\b"
)
"""*Write an email to Tom. Tell him that …*."""
_CITED = (
    rf"(?i)\b(?:the|my|this|that|an?|each) (?:[\w-]+ ){{0,2}}?(?:{_GROUPS['cited_by_name']})"
    r"(?: for [^.!?:\n]{1,40}?)? (?:is|was|says|reads|goes|would be),? (?:i|we|my|our)\b"
)
"""*The test sentence is I moved to …*."""
_TEXT_SAYS = (
    rf"(?i)\b(?:the|his|her|their|this|that|[\w-]+['’]s) (?:[\w-]+ ){{0,2}}?(?:{_GROUPS['documents']})"
    r"(?: (?:from|by|of|on|in) [^.!?:,\n]{1,30}?)? (?:is|was|says|said|reads?|goes|went|states|stated)(?: that)?,? "
    r"(?:i|we|my|our)\b"
)
"""*The text from my neighbour says I …*: the reader, or who wrote it."""
_ALL = (_REQUESTED, _WANTED, _BEHIND_IT, _CITED, _TEXT_SAYS)
_READ = [re2.compile(pattern) for pattern in _ALL]
_SIGNS = PatternSet(*_ALL)
_MAY_HOLD = PatternSet(
    rf"(?i)\b(?:{_GROUPS['documents']})\b[^.!?\n]{{0,40}} (?:i|we|my|our)\b",
    rf"(?i)\b(?:{_GROUPS['asks_to_word']}|{_DOCUMENT}|{_GROUPS['cited_by_name']}|template|wording|script)\b",
    r"(?i)(?:would|['’]d|could|might|should) \w+[^.!?:\n]{0,30}:",
)
"""Without one of these nothing is dictated."""
_KEPT = re2.compile(r"(?i)\b(?:down|memory|records?|calendar|notes?|list|profile)\W*$")
"""*Write this down: …*: the speaker's own, to be remembered."""
_NOBODY = frozenset("you self myself me memory".split())


def perhaps_dictated(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that a text to be written may be to say, in no order."""
    if not _MAY_HOLD.found_in(text):
        return
    for held in _SIGNS.held_by(text):
        done = 0
        for match in _READ[held].finditer(text):
            if match.end() < done or (held == 0 and _is_kept(match)):
                continue
            done = end_of_paragraph(text, match.end()) if held == 0 else end_of_sentence(text, match.end())
            yield match.end() - 1, done


def _is_kept(match: Any) -> bool:
    """Whether what follows is to be remembered, or told to the assistant."""
    what, whom = match.group("what"), match.group("whom")
    addressed = whom is not None and whom.split()[0].lower() in _NOBODY
    return addressed or (what is not None and _KEPT.search(what) is not None)


def end_of_sentence(text: str, start: int) -> int:
    """Where the sentence of a place ends, or its line."""
    ends = [place for mark in ".!?\n" if (place := text.find(mark, start)) >= 0]
    return min(ends, default=len(text) - 1) + 1
