"""Messages that somebody else wrote, by the marks that their writers leave: a letter's opening, a post's head, a name.

*Dear colleague, I have resigned …* · *ingrid commented 3 days ago* · *… shout before the car boot. cheers gaz*, and a
request in a paragraph of its own about *him* or *her* whom nothing there names. A message to an assistant has none of
these as a rule; what stands there is in doubt, so that it is noted and retires nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN

_LETTER = r"(?i)^[\s>*_\"“]*dear (?P<reader>[\w'’.-]+)(?: [\w'’.-]+){0,4} ?[,:!\n]"
ASSISTANTS = frozenset(
    "assistant ai bot chatbot chatgpt gpt claude gemini copilot siri alexa computer diary memory".split()
)
_AGO = (
    r"(?:\d+|an?|one|two|three|few|a few) ?"
    r"(?:s|m|min|mins|minutes?|h|hr|hrs|hours?|d|days?|w|wks?|weeks?|mo|mos|months?|y|yrs?|years?)"
)
_POSTED = (
    rf"(?im)^[ \t]*[\w.@/-]+ (?:commented|posted|replied|answered|reviewed) {_AGO} ago\b"
    rf"|^[ \t]*(?:r/\w+|u/\w+|@[\w.]+|[\w.' -]{{2,30}})[ \t]*[·•|][ \t]*(?:{_AGO}(?: ago)?|follow(?:ing)?|edited)\b"
    r"|^[ \t]*[\w.' -]{2,30}\n[ \t]*(?:elite|verified|local guide|level \d|top contributor|\d+ (?:reviews?|posts|karma"
    r"|followers|friends))\b"
    r"|^[ \t]*(?:r/\w+|u/\w+)\b|\bi \(\d\d ?[mfnb]+\)|\bi ?['’]m \(?\d\d ?[mf]\b|(?:👍|👎) ?(?:useful|helpful|\d)"
    r"|\b(?:throwaway account|long[- ]time lurker)\b"
)
_PROFILE = r"(?m)^[ \t]*(?:\[(?i:about|bio|profile)\]|(?i:bio|about me|profile)[ \t]*[:|])"
_LISTED = r"(?m)^[ \t]*[\x{2190}-\x{2bff}\x{1f000}-\x{1faff}][^\n]*$"
_SIGNED = (
    r"(?im)(?:^|[.!?)…] |\n)[ \t]*(?:cheers|regards|best|love|lots of love|hugs|yours|xo+|xx+|warmly|ciao|cordially"
    r"|all the best|with (?:regret|love|thanks|best wishes|kind regards|affection|gratitude|sympathy|respect))"
    r"(?: from)?[,! ]+[\p{L}'’.]+(?: (?:and |& )?[\p{L}'’.]+)?[.! x]*[ \t]*(?:\n|$)"
)
_KIN_LAST = re2.compile(
    r"(?i)[.!?…x)]\s+(?:(?:lots of |all my |much )?(?:love|hugs|kisses)(?: from)?,? )?(?:your )?"
    r"(?:mum|mom|mummy|mama|dad|daddy|papa|gran|granny|grandma|grandad|grandpa|nan|nana"
    r"|(?:aunt|auntie|aunty|uncle|cousin) \p{L}+)(?: (?:and|&) \p{L}+)?[,. ]*x*[.!]*\s*$"
)
"""*… Mum xx*: a mother wrote it, to her own."""
_LAST = 50
_LETTERS, _POSTS, _PROFILES, _LISTS, _SIGNATURES = range(5)
_SIGNS = PatternSet(_LETTER, _POSTED, _PROFILE, _LISTED, _SIGNED)
_READ = [re2.compile(x) for x in (_LETTER, _POSTED, _PROFILE, _LISTED, _SIGNED)]
_LEAST_LISTED = 3
"""Lines that open with a picture."""

_PARAGRAPHS = re2.compile(r"\n[ \t]*\n+")
_WORDS = re2.compile(r"[\p{L}'’]+")
_ANYBODY = KIN | ACQUAINTANCES | frozenset("he she him her his hers guy man woman girl boy lady who everyone".split())
_THIRD = frozenset("he him his she her hers himself herself he's she's".split())
_ADVICE = frozenset(
    "tips tip advice ideas idea recommend recommendations suggest suggestions good best better anyway where".split()
)
"""Words of requests that are about what the speaker has told."""
_OWN = _ADVICE | frozenset("i i'm i've i'd i'll me my mine we we're we've us our ours myself".split())
_SHORT, _LONGEST = 25, 40
"""Words of a request that speaks of nobody, and of one that speaks of somebody."""
_TEXT = 30
"""Words of a text that is set apart from such a request."""


def perhaps_signed(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that somebody else may have written, in no order."""
    if _KIN_LAST.search(text[-_LAST:]):
        yield 0, len(text)
    if "\n" not in text and "(" not in text and text.lstrip()[:1] not in {"D", "d"}:
        return
    for sign in _SIGNS.held_by(text):
        found = list(_READ[sign].finditer(text))
        if sign == _SIGNATURES:
            yield from ((0, m.end()) for m in found if text[m.end() :].strip())
        elif sign == _LETTERS and found[0].group("reader").lower() in ASSISTANTS:
            continue
        elif sign != _LISTS or len(found) >= _LEAST_LISTED:
            yield 0, len(text)
    if "\n" in text:
        yield from _set_apart(text)


def _set_apart(text: str) -> Iterator[Span]:
    """The paragraphs beside one that asks for something and speaks of nobody's own, or of *him* whom nothing names."""
    ends = [m.span() for m in _PARAGRAPHS.finditer(text.rstrip())]
    if not ends:
        return
    for request, rest in ((text[ends[-1][1] :], (0, ends[-1][0])), (text[: ends[0][0]], (ends[0][1], len(text)))):
        said, beside = _said(request), _said(text[rest[0] : rest[1]])
        asks_alone = 0 < len(said) <= _SHORT and _OWN.isdisjoint(said) and len(beside) >= _TEXT
        of_somebody = len(said) <= _LONGEST and not _THIRD.isdisjoint(said) and _ANYBODY.isdisjoint(beside)
        if asks_alone or of_somebody:
            yield rest


def _said(text: str) -> list[str]:
    return [x.lower().replace("’", "'") for x in _WORDS.findall(text)]
