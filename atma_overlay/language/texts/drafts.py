"""What the assistant is to write for the speaker: *draft a mail to my landlord saying that I moved*.

It may be so, and it may be meant to be so once the mail is sent: it is noted, and retires nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.turn import ReadSentence

_WRITES = (
    r"\b(?:write|draft|compose|prepare|word|phrase|send|type|dictate|create|generate|make|put together|"
    r"help (?:me|us)(?: \w+)?)"
    r"(?: up| out)?(?: me| us)? (?:(?:a|an|the|my|our|this|that|some|another|quick|short|one)\b )*(?:[\w'’-]+ ){0,3}?"
    r"(?:e-?mails?|mails?|messages?|letters?|texts?|repl(?:y|ies)|responses?|notes?|posts?|tweets?|bios?|cv|"
    r"résumé|resume|profile"
    r"|announcements?|memos?|speech|toast|reviews?|statements?|complaints?|ads?|listings?|application|essays?|"
    r"paragraphs?|captions?"
    r"|intro|introduction|status|slack|linkedin|invitations?|cards?|press release|blog|summary|update|request|"
    r"notice|apology|excuse)\b"
)
_CONTENT = (
    r"\b(?:say|says|saying|tell|tells|telling|explain|explains|explaining|announce|announces|announcing|inform|"
    r"informs|informing|"
    r"that|stating|states|mentioning|mentions|claiming|claims|pretending|letting \w+ know|let \w+ know|"
    r"to the effect|where|in which|"
    r"about how|as if|as though)\b"
)
_DRAFTS = re2.compile(_WRITES)
_TOLD_THERE = re2.compile(_CONTENT)
_DRAFTING = Sign(_WRITES, family=WORDINGS)


def drafted(sentence: ReadSentence) -> Iterator[tuple[int, int]]:
    """The stretches, as offsets into the text, that a text to be written is to say.

    Args:
        sentence: as read.
    """
    if not sentence.shows(_DRAFTING, sentence.lowered):
        return
    start, end = sentence.sentence.start, sentence.sentence.end
    for match in _DRAFTS.finditer(sentence.lowered):
        told = _TOLD_THERE.search(sentence.lowered[match.end() :])
        if told is not None:
            yield start + match.end() + told.start(), end
