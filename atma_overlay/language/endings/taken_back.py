"""A turn that only takes back the one before it (*forget I said that*), or says that what was told was wrong."""

from __future__ import annotations

import re
from datetime import datetime

from atma_overlay import re2
from atma_overlay.language.candidates import ADOPT, BY_LAST, BY_TOLD, RETIRE, TOLD, Candidate, Part
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

MOST_CHARACTERS = 120
"""A turn that does nothing else is short."""
APART = r"[\s*,.;:!…–—-]*"
"""What stands between the words that say so and what they are said of."""
WRONG = r"(?:wrong|incorrect|not right|not true|false|(?:just )?a (?:typo|mistake|slip))"
_LEADS = rf"(?:(?:sorry|no|oh|oops|whoops|wait|actually|ok|okay|please|hang on|h+m+|my (?:bad|mistake)){APART})*"
_CLOSES = r"(?:[\s,]+(?:please|sorry|my (?:bad|mistake)))*[\s.!…]*$"
_THING = r"[a-z][a-z -]{1,40}?"
_WHEN = r"(?: earlier| before| just now| yesterday| last time)*"
_BY_WORDS = re.compile(
    rf"{_LEADS}(?:(?:forget|ignore|disregard|scratch|scrap|strike)(?: that)?"
    r" (?:i (?:just |ever |even )*said (?:that|it|so|anything)|what i(?:'ve)? (?:just )?(?:said|told you|wrote)"
    r"(?: just now)?|my (?:last|previous) (?:message|sentence|statement|comment|line|text))"
    rf"|i take (?:that|it) back|i (?:didn't|never) mean to (?:say|send|write) that){_CLOSES}"
)
"""What takes back the turn before."""
_BY_POINTING = re.compile(rf"{_LEADS}(?:scratch|scrap|strike|disregard|ignore) that{_CLOSES}")
"""The same in words that may be said of a request."""
_TOLD_WRONG = re.compile(
    rf"{_LEADS}(?:the (?P<thing>{_THING}) (?:that |which )?i(?:'ve)? (?:gave|given|told|sent|mentioned|said|wrote|put)"
    rf"(?: to)?(?: you)?{_WHEN} (?:was|is|were|are) (?:actually |all |completely )?{WRONG}"
    rf"|i (?:gave|told|sent) you the wrong (?P<other>{_THING}){_WHEN}){_CLOSES}"
)
"""*The address I gave you was wrong*: what says so of a thing by its noun."""
_MAY_TAKE_BACK = re2.compile(
    r"\b(?:forget|ignore|disregard|scratch|scrap|strike|take (?:that|it) back|mean to|i(?:['’]ve)? (?:gave|given|told"
    r"|sent|mentioned|said|wrote|put))\b"
)


def taken_back(text: str, *, speaker: str, at: datetime) -> Candidate | None:
    """What a turn takes back of what was said before, or None where it says anything else.

    Args:
        text: the turn.
        speaker: the canonical subject that *I* stands for.
        at: when it was said.
    """
    if len(text) > MOST_CHARACTERS:
        return None
    lowered = text.lower().replace("’", "'")
    if len(lowered) != len(text) or not _MAY_TAKE_BACK.search(lowered):
        return None
    start = len(text) - len(text.lstrip())
    wrong = _TOLD_WRONG.match(lowered, start)
    if wrong is not None:
        span = wrong.span("thing" if wrong.group("thing") else "other")
        made = _made(text, speaker, at, attribute=BY_TOLD, span=span, confidence=RETIRE)
        return made.but(part=Part.ADOPTED, act=Act.DOUBT)
    surely = _BY_WORDS.match(lowered, start) is not None
    if not surely and _BY_POINTING.match(lowered, start) is None:
        return None
    return _made(text, speaker, at, attribute=BY_LAST, span=(0, len(text)), confidence=TOLD if surely else ADOPT)


def _made(text: str, speaker: str, at: datetime, *, attribute: str, span: Span, confidence: float) -> Candidate:
    words = text[slice(*span)]
    return Candidate(
        Part.RETRACTED, Act.RETRACT, speaker, attribute, False, Cardinality.MULTI, words, normalise(words), "topic",
        None, True, span, text, at, None, False, Change.TOLD, None, confidence, place=span[0],
    )  # fmt: skip
