"""Marks that show how a text looks and tell nothing: emphasis, spaces of every kind, capitals throughout.

The patterns look around themselves, which RE2 does not; each repeats so often at most, so that they stay linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Change = tuple[int, int, str]
"""Where something stands in a text, from and to, and what is read in its place."""

_STRONG = re.compile(r"(?<![\w*])(\*\*\*?|__)(?=[^\s*_])([^*\n]{1,60}?)(?<=[^\s*_])(\1)(?![\w*])")
"""***York***, as Markdown has it."""
_SLANTED = re.compile(r"(?<![\w*_])([*_])(?=[A-Z0-9£€$])([^*_\n]{1,40}?)(?<=[^\s*_])(\1)(?![\w*_])")
"""*_York_*; in small letters it is more often what somebody does: *\\*sighs\\**."""
_CODE = re.compile(r"(?<![\w`])(`)([^`\n]{1,40})(`)(?![\w`])")
_STRUCK = re.compile(r"(~~)(?=[^\s~])[^~\n]{1,80}(~~[ \t]*)")
"""*I live in ~~Leeds~~ York*: what is struck out is not told any more."""
_LEADS = re.compile(r"(?:^|\n)[ \t]*(?:[-*•][ \t]+)?(?:[A-Za-z][\w ]{1,30}:[ \t]+)?$")
"""What stands before *~~FitWorks~~ Pulse* where it tells what was and what is: nothing, or a label."""
_MOST_WORDS = 4
"""Of what is set in the letters of code and is still a name or a value."""
_SPACE = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NO_WIDTH = re.compile(r"[\u00ad\u200b-\u200d\u2060\ufeff]+")
_EQUALS = re.compile(
    r"(?i)\b(?:my|our) (?:[a-z-]{1,30} ){0,2}[a-z-]{1,30} (=) \w[^\s;=<>*/+%^]{0,60}"
    r"(?:$|[ \t]{0,9}\n|[.,!?]|[ \t]{1,9}[^\s;=<>*/+%^-])"
)
"""*My rent = 950.*, and neither *my rent = 950 + 20* nor *var my port = 9090;*"""
_IS_COLON = re.compile(
    r"(?i)\b(?:my|our|the) (?:[a-z-]{1,30} ){1,3}(?:is|are|was|were)(:) "
    r"(?!(?:i|we|you|he|she|it|they|my|our|your|the|an?|this|that|there|when|if)\b)(?=\S)"
)
"""*My rent is: 950.*; what goes on with a clause is a text of its own."""
_SIGNS = frozenset("*_`=:~\u00ad\u2060\ufeff\u00a0\u1680\u202f\u205f\u3000") | {chr(x) for x in range(0x2000, 0x200E)}
_WORDS_OF_A_SENTENCE = frozenset("I I'M I'VE MY WE WE'RE WE'VE OUR IS ARE THE".split())
_FEW = 3


def marks_in(text: str) -> Iterator[Change]:
    """What of a text is read otherwise, or not at all, in no order; none of it overlaps.

    Args:
        text: as it was said.
    """
    if _SIGNS.isdisjoint(text):
        return
    for pattern in (_STRONG, _SLANTED, _CODE):
        for match in pattern.finditer(text):
            labels = match.group(2).endswith(":") or text.startswith(":", match.end())
            if labels or (pattern is not _STRONG and _is_a_line(match.group(2))):
                continue  # **Owner**: a document that is laid out so; *My boss is Tom*: perhaps a quotation
            yield (*match.span(1), "")
            yield (*match.span(3), "")
    for match in _STRUCK.finditer(text) if "~~" in text else ():
        rest = text[match.end() : match.end() + 1]
        if rest not in {"", "\n"} and _LEADS.search(text, max(0, match.start() - 60), match.start()) is not None:
            yield (*match.span(1), "")
            yield (*match.span(2), " → ")
        else:
            yield (*match.span(), "")
    for pattern in (_EQUALS, _IS_COLON):
        for match in pattern.finditer(text):
            yield (*match.span(1), "is" if pattern is _EQUALS else "")
    if not text.isascii():
        for match in _SPACE.finditer(text):
            yield (*match.span(), " ")
        for match in _NO_WIDTH.finditer(text):
            yield (*match.span(), "")


def _is_a_line(code: str) -> bool:
    """Whether what is set in letters of its own is more than a name or a value: `my boss is Tom`."""
    words = code.upper().split()
    return len(words) > _MOST_WORDS or (len(words) >= _FEW and not _WORDS_OF_A_SENTENCE.isdisjoint(words))


def not_shouted(text: str) -> str:
    """The text in small letters where it is a sentence in capitals throughout: *I MOVED TO YORK*; else as it is."""
    if not text.isupper():
        return text
    words = text.replace("’", "'").split()
    lowered = text.lower()
    told = len(words) >= _FEW and not _WORDS_OF_A_SENTENCE.isdisjoint(words) and len(lowered) == len(text)
    return lowered if told else text
