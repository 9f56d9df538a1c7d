"""What speech leaves in a text: *uh*, words said twice, what is put right in one breath (*to Bath, no sorry, York*).

What the speaker takes back before the sentence is over was never told; the rules read the text without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.marked_up import Change
from atma_overlay.language.grammar.spelled_numbers import figures_in, hours_in

_SOUND = r"[Uu]h+m*|[Uu]m+|[Ee]r+m+|[Ee]rr+"
_FILLER = re.compile(rf"(?:[ \t]*,)?[ \t]*(?<![\w'’-])(?:{_SOUND})(?![\w'’-])(?:,|\.\.\.?|…)?[ \t]*")
_ELSEWHERE = re.compile(r"\b(?:em|uma|para|com|é|não|eu|ist|ich|und|der|die|das|wir|uhr|bis|geht|es)\b", re.IGNORECASE)
"""Words beside which *um* is one of another language: *um 8 Uhr*, *em um apartamento*."""
_HEDGED = re.compile(
    r"(?<![\w'’-])(?:I|i|we|We)(?P<filler>[ \t]+you know)(?=[ \t]+(?:'?ve\b|have\b|just\b|\w+ed\b|went\b))"
)
"""*I you know moved to York*."""
_TWICE = re.compile(r"(?<![\w'’-])([A-Za-z]{1,4})[ \t]+(?=(\1)(?:[ \t,.;:!?]|$))", re.IGNORECASE)
_MAY_BE_SAID_TWICE = frozenset("to at the a an my our from with for and we is was of but so".split())
"""Words that stand but once; *that that*, *had had* and *log in in May* may be meant."""

_NAME = r"[A-Z0-9£$€](?:[\w'’&£$€%-]|\.\w|,\d{3}\b){0,24}(?:[ \t](?!I\b)[A-Z0-9][\w'’&-]{0,24}){0,2}"
_SMALL = r"[a-z][a-z'’-]{1,24}"
_LED = r"(?:to|at|in|with|for|from|as|on|into|an?|the|called|named|is)[ \t]+"
_ANEW = (
    r"no,?[ \t]+(?:sorry|wait|actually|hang on|hold on|no)|(?:sorry|wait|actually|oops|er+m?|u[hm]+),?[ \t]+no"
    r"|(?:sorry,?[ \t]+|no,?[ \t]+)?[Ii][ \t]+mean(?:t|[ \t]+to[ \t]+say)?|(?:or|well),?[ \t]+rather"
    r"|(?:scratch|strike|make)[ \t]+that|correction|my[ \t]+(?:mistake|bad)"
)
"""What says that the words before it were wrong."""
_ASIDE = r"no|sorry|actually|rather|wait|oops|er+m?|u[hm]+"
"""What says so where it is set apart."""
_APART = r"(?:,|\.\.\.?|…|[ \t]?[-–—]{1,2})"
_CLOSED = (
    r"(?=[ \t]*(?:[.,!?;)\n]|$)"
    r"|[ \t]+(?:now|last|this|in|on|since|and|but|so|yesterday|today|recently|from|instead|by|with|per|including|at)\b"
    r"|[ \t]+the[ \t]+\d)"
)
_CUE = rf"(?:{_APART}?[ \t]+(?:{_ANEW})(?:{_APART}|:)?|{_APART}[ \t]+(?:{_ASIDE}){_APART}|[ \t]+(?:{_SOUND}))[ \t]+"
_SAID_ANEW = r"(?:it['’]?s|it[ \t]+is|that['’]?s|make[ \t]+(?:it|that))[ \t]+"
_STOPPED = rf"[.!][ \t]+(?:{_ANEW})(?:{_APART})?[ \t]+{_SAID_ANEW}"
"""The same where the sentence was over already: *The rent is £950. No wait, it's £970*."""
_REPAIRED = re.compile(
    rf"(?<=[a-z0-9'’] )(?P<led>{_LED})?(?P<said>{_NAME})(?:{_CUE}(?:{_SAID_ANEW})?|(?i:{_STOPPED}))(?P<again>{_LED})?"
    rf"(?P<meant>{_NAME}){_CLOSED}"
)
_REPAIRED_SMALL = re.compile(
    rf"(?<=[A-Za-z] )(?P<led>{_LED}|(?:went|gone|turned|became|use|using|drive|driving)[ \t]+)(?P<said>{_SMALL})"
    rf"{_APART}?[ \t]+(?:{_ANEW})(?:{_APART})?[ \t]+(?P<again>{_LED})?(?P<meant>{_SMALL}){_CLOSED}"
)
_MAY_REPAIR = re2.compile(
    r"(?i)\b(?:no|sorry|meant?|rather|scratch|strike|make that|correction|my (?:mistake|bad)|actually|wait|oops|er+m?"
    r"|u[hm]+)\b"
)
_MAY_FILL = re2.compile(rf"\b(?:{_SOUND})\b|you know")
_NO_VALUES = frozenset("sorry no wait oops i yes yeah ok okay well thanks hi hey dear".split())
_NO_SMALL = frozenset(
    "mate guys tomorrow today really please thanks all just yet that it this there here me you not".split()
)
_QUOTED = re2.compile(r"(?i)\b(?:said|say|saying|wrote|write|typed|told|called|put|by|when|if)\b")
"""Before *I meant*: what an earlier word was to say, *when I said Leeds I meant York*."""
_SENTENCE = re.compile(r"[.!?\n](?:\s|$)")
_SAYS_ANEW = re2.compile(rf"(?i)\b(?:{_ANEW})\b")
_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES
_FIGURE = frozenset("0123456789£$€")


def spoken(text: str) -> Iterator[Change]:
    """What of a text is read otherwise, or not at all, in no order; where two overlap the first one holds.

    Args:
        text: as it was said.
    """
    if _MAY_REPAIR.search(text) is not None:
        yield from _repairs(text)
    if _MAY_FILL.search(text) is not None:
        yield from _fillers(text)
    if "hundred" in text or "thousand" in text:
        yield from figures_in(text)
    yield from hours_in(text)
    for match in _TWICE.finditer(text):
        if match.group(2) in _MAY_BE_SAID_TWICE and match.group(1).lower() == match.group(2):
            yield match.start(), match.start(2), ""


def _fillers(text: str) -> Iterator[Change]:
    foreign = _ELSEWHERE.search(text) is not None
    for match in _FILLER.finditer(text):
        before, behind = text[: match.start()], text[match.end() :]
        if foreign or not behind:
            continue
        if not before or before[-1] in "\n.!?":
            yield match.start(), match.end(), " " if before and before[-1] != "\n" else ""
        else:
            yield match.start(), match.end(), " "
    for match in _HEDGED.finditer(text):
        yield (*match.span("filler"), "")


def _repairs(text: str) -> Iterator[Change]:
    for pattern in (_REPAIRED, _REPAIRED_SMALL):
        for match in pattern.finditer(text):
            said, meant = match.group("said"), match.group("meant")
            if said.lower() in _NO_VALUES or meant.lower() in _NO_VALUES | _NO_SMALL or not _alike(said, meant):
                continue
            begins = max((m.end() for m in _SENTENCE.finditer(text, 0, match.start())), default=0)
            cue = text[match.end("said") : match.start("meant")].lower()
            if "mean" in cue and _QUOTED.search(text[begins : match.start("said")]) is not None:
                continue
            again = match.start("again") if match.group("again") is not None else -1
            led = match.start("led") if match.group("led") is not None else -1
            if again >= 0 and led >= 0:
                yield led, again, ""
            elif again < 0:
                yield match.start("said"), match.start("meant"), ""


def _alike(said: str, meant: str) -> bool:
    """Whether two values may be of one kind: both figures, both days or months, or neither."""
    dated = (said.lower() in _CALENDAR) == (meant.lower() in _CALENDAR)
    return dated and (said[0] in _FIGURE) == (meant[0] in _FIGURE)


def says_anew(text: str) -> bool:
    """Whether a text takes back what was said before it: *…, no wait, …*."""
    return _SAYS_ANEW.search(text) is not None
