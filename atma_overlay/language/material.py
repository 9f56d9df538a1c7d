"""What a turn hands over rather than tells: a quotation, a block of code, a mail, a text to be translated.

*Translate: I moved to Rome* moves nobody. Somebody else wrote such words, or they are an example; either way they are
no evidence of the speaker's state (the paste of a document is how a planted fact would come in).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import re2

Span = tuple[int, int]

_FENCE = re2.compile(r"(?m)^[ \t]*(?:```|~~~)")
_QUOTED_LINE = re2.compile(r"(?m)^[ \t]*(?:>|\|).*$")
_HEADERS = re2.compile(
    r"(?im)^(?:from|to|cc|subject|sent|date|reply-to):[ \t]*\S.*\n"
    r"(?:(?:from|to|cc|bcc|subject|sent|date|reply-to):.*\n)+"
)
_FORWARDED = re2.compile(
    r"(?im)^(?:-{2,}[ \t]*(?:forwarded|original) message|begin forwarded message|on .{6,80} wrote:[ \t]*$)"
)
_WORKS_ON = (
    "translate|summari[sz]e|paraphrase|rephrase|rewrite|reword|proof-?read|copy-?edit|spell-?check|shorten|simplify|"
    "transcribe|analy[sz]e|explain|classify|parse|critique|punctuate|fix the (?:grammar|spelling|wording|typos)|"
    "correct the (?:grammar|spelling)|improve (?:the )?(?:wording|style|grammar)"
)
_TASK = re2.compile(
    r"(?i)(?:^|[.!?\n][ \t]*)(?:please |could you |can you |would you |now |and |then )*"
    rf"(?:{_WORKS_ON})\b[^:\n]{{0,80}}:"
)
_ATTACHED = re2.compile(
    r"(?i)\b(?:here(?:['’]s| is| are)|this is|below is|attached is|i (?:got|received|copied|pasted)) [^:\n.!?]{0,60}"
    r"\b(?:(?:e-?)?mail|message|letter|text|note|post|tweet|article|transcript|chat|log|document|reply|quote|draft|essay|"
    r"paragraph|passage|excerpt|snippet|dialogue|script|sentence|example)s?\b[^:\n.!?]{0,60}:"
)


def handed_over(text: str) -> tuple[Span, ...]:
    """Stretches [start, end) of a text that are material, in order and apart."""
    if not _may_hold(text):
        return ()
    found = [*_fenced(text), *(m.span() for m in _QUOTED_LINE.finditer(text))]
    for pattern in (_TASK, _ATTACHED, _HEADERS, _FORWARDED):
        match = pattern.search(text)
        if match is not None:
            found.append((match.end(), _close_of(text, match.end())))
    return tuple(_merged(found))


_QUOTES = {'"': '"', "“": "”", "«": "»"}


def _close_of(text: str, start: int) -> int:
    """Where the material that starts there ends: at its closing quotation mark, else with the text."""
    opened = start + len(text[start:]) - len(text[start:].lstrip())
    mark = _QUOTES.get(text[opened : opened + 1])
    closed = text.find(mark, opened + 1) if mark is not None else -1
    return closed + 1 if closed >= 0 else len(text)


def within(place: int, stretches: Sequence[Span]) -> bool:
    """Whether a place lies in one of these stretches, as `handed_over` gives them."""
    at = bisect_right(stretches, place, key=lambda s: s[0]) - 1
    return at >= 0 and place < stretches[at][1]


def _merged(found: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _may_hold(text: str) -> bool:
    return ":" in text or ">" in text or "|" in text or "```" in text or "~~~" in text or "--" in text


def _fenced(text: str) -> Iterator[Span]:
    """Between a fence and the next; one that is never closed reaches to the end."""
    marks = [m.start() for m in _FENCE.finditer(text)]
    for place in range(0, len(marks), 2):
        yield marks[place], marks[place + 1] if place + 1 < len(marks) else len(text)
