"""Tokens of an utterance, with offsets into it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from atma_overlay import re2

Span = tuple[int, int]
"""A stretch [start, end) of an utterance, in characters."""
MAX_ANALYSED_CHARACTERS = 20_000
"""Longer utterances are stored whole and analysed up to here."""

_OPTIONS = re2.Options()
_OPTIONS.max_mem = 64 << 20
_TOKEN_SOURCE = (
    r"(?P<quote>“[^”\n]+”|\"[^\"\n]+\")"
    r"|(?P<url>https?://[^\t\n\f\r ]+)"
    r"|(?P<money>[€$£][\t\n\f\r ]?\d[\d.,]*\d(?:[kKmM]\b)?|[€$£][\t\n\f\r ]?\d(?:[kKmM]\b)?)"
    r"|(?P<number>\d['’]\d{1,2}[\"”]|\d{1,2}:\d{2}(?:[\t\n\f\r ]?[ap]\.?m\.?\b)?"
    r"|\d+(?:[.,/]\d+)*(?:st|nd|rd|th|%|[kKmMpgh]\b|kg|km|mg|ml|cm|mm|GB|MB|TB|am|pm|ms)?)"
    r"|(?P<word>\.NET\b|[oO]['’]clock|\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Fr|St|Rev|Sgt|Capt|Lt|Col|Gen|Maj|Sen|Gov|Hon)\.|\b(?:UTC|GMT)\+\d{1,2}(?::\d\d)?|\b[Cc]\+\+\d*|[\p{L}\p{M}_#@][\p{L}\p{M}\p{N}_]*(?:[.:_/&-][\p{L}\p{M}\p{N}_]+|-\d+)*)"
    r"|(?P<clitic>['’](?:s|re|m|ve|ll|d|t)\b)"
    r"|(?P<punct>\.{3}|…|[.,;:!?()\[\]{}—–-])"
    r"|(?P<other>[^\t\n\f\r ])"
)
_TOKEN = re2.compile(_TOKEN_SOURCE, _OPTIONS)
_ASCII_TOKEN = re.compile(
    r"(?P<quote>\"[^\"\n]+\")"
    r"|(?P<url>https?://\S+)"
    r"|(?P<money>\$\s?\d[\d.,]*\d(?:[kKmM]\b)?|\$\s?\d(?:[kKmM]\b)?)"
    r"|(?P<number>\d'\d{1,2}\"|\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?\b)?|\d+(?:[.,/]\d+)*(?:st|nd|rd|th|%|[kKmMpgh]\b|kg|km|mg|ml|cm|mm|GB|MB|TB|am|pm|ms)?)"
    r"|(?P<word>\.NET\b|[oO]'clock|\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Fr|St|Rev|Sgt|Capt|Lt|Col|Gen|Maj|Sen|Gov|Hon)\.|\b(?:UTC|GMT|utc|gmt)\+\d{1,2}(?::\d\d)?|\b[Cc]\+\+\d*|\b(?:AB|[A-DFO])-(?=\s*(?:[.,;!?)]|$))|[A-Za-z_#@]\w*(?:[.:/&-]\w+)*(?:\+{1,2}(?![\w+]))?)"
    r"|(?P<clitic>'(?:s|re|m|ve|ll|d|t)\b)"
    r"|(?P<punct>\.{3}|[.,;:!?()\[\]{}-])"
    r"|(?P<other>[^\s])",
    re.ASCII,
)
"""The same for ASCII, where it reads in a fraction of the time; linear, since nothing follows what it repeats."""
_WESTERN = (
    (0x0080, 0x024F), (0x0300, 0x036F), (0x2010, 0x2027), (0x2030, 0x205E), (0x20A0, 0x20BF), (0x2190, 0x27BF),
    (0xFE0F, 0xFE0F), (0x1F300, 0x1FAFF),
)  # fmt: skip
"""Beside ASCII: Latin letters and accents, typographic marks, symbols and emoji; the spaces among them are left out."""


def _western_characters() -> Iterator[str]:
    return (chr(code) for first, last in _WESTERN for code in range(first, last + 1))


def _class_of(major: str) -> str:
    """The Western characters of a major category of Unicode (`L`, `M`, `N`), as they stand in a character class."""
    return "".join(c for c in _western_characters() if unicodedata.category(c)[0] == major)


@lru_cache(maxsize=1)
def _western() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a Western text is made of, and how it is read; compiled when the first one comes."""
    letters, figures = r"A-Za-z" + _class_of("L") + _class_of("M"), r"0-9" + _class_of("N")
    tokens = _TOKEN_SOURCE.replace(r"\p{L}\p{M}", letters).replace(r"\p{N}", figures)
    return re.compile(rf"[\x00-\x7f{''.join(_western_characters())}]*"), re.compile(tokens, re.ASCII)


def _reader_of(text: str) -> Any:
    """The pattern that reads a text fastest; what they read is the same."""
    if text.isascii():
        return _ASCII_TOKEN
    made_of, tokens = _western()
    return tokens if made_of.fullmatch(text) is not None else _TOKEN


_ANY_MARK = "§"
"""Read as a token of its own, like a mark that opens nothing."""


def _openings_closed(text: str) -> str:
    """The text with another mark for each “ that its line never closes.

    Each of them would be followed to the end of its line, whatever the pattern: quadratic in their number.
    """
    if "“" not in text:
        return text
    closed = [line.rpartition("”") for line in text.split("\n")]
    return "\n".join(before + mark + rest.replace("“", _ANY_MARK) for before, mark, rest in closed)


@dataclass(slots=True, unsafe_hash=True)
class Token:
    """One token; `start` and `end` are character offsets into the utterance.

    Never changed once it is made; not frozen, since making a frozen one costs four times as much.
    """

    text: str
    lower: str
    kind: str
    """quote, url, money, number, word, clitic, punct or other."""
    start: int
    end: int
    first: bool = False
    """Whether it opens its sentence: known, and noted, once the sentences are told apart."""

    @property
    def capital(self) -> bool:
        """Whether it starts with an upper-case letter, or is written as *iPhone* and *eBay* are."""
        text = self.text
        return text[:1].isupper() or (text[1:2].isupper() and text[2:3].islower())


def tokenise(text: str) -> list[Token]:
    """All tokens of a text; contractions are split ("don't" is "do" + "n't", "I'm" is "I" + "'m")."""
    found: list[Token] = []
    analysed = text[:MAX_ANALYSED_CHARACTERS]
    curly = "’" in analysed
    for match in _reader_of(analysed).finditer(_openings_closed(analysed)):
        start, end = match.span()
        kind, said = match.lastgroup or "other", analysed[start:end]
        if kind in _MAY_BELONG and (kind == "clitic" or said in _APOSTROPHES):
            _append(found, kind, said, start)
            continue
        lower = said.lower()
        found.append(Token(said, lower.replace("’", "'") if curly else lower, kind, start, end))
    if "@" in analysed:
        found = _with_whole_addresses(found)
    if _MAY_BE_DIALLED.search(analysed) is not None:
        found = _joined(found, _dialled(analysed))
    if _MAY_BE_HOURS.search(analysed) is not None:
        found = _joined(found, _hours(analysed))
    plain = analysed.isascii() and "'" not in analysed and _INITIAL.search(analysed) is None
    return found if plain else _with_whole_names(found)


def _with_whole_addresses(tokens: Sequence[Token]) -> list[Token]:
    """*a@example.com*, *bob+lists@example.com*: one token, with all that stands before the at sign."""
    out: list[Token] = []
    for token in tokens:
        if token.text[0] == "@" and "." in token.text and out and out[-1].end == token.start:
            text, lower, start = token.text, token.lower, token.start
            while out and out[-1].end == start and (out[-1].kind in _OF_ADDRESSES or out[-1].text in _JOINING):
                part = out.pop()
                text, lower, start = part.text + text, part.lower + lower, part.start
            out.append(Token(text, lower, "url", start, token.end))
        else:
            out.append(token)
    return out


_MAY_BE_DIALLED = re.compile(r"\+\d|\(\d|\d-\d{1,7}-\d")
_DIALLED = re.compile(
    r"(?<![\w.,/+-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,5}\)[ .-]?)?|\(\d{2,5}\)[ .-]?)?"
    r"\d{1,7}(?:[ .-]\d{1,7}){1,5}(?![\w/-]|\.\d)"
)
DATE = re.compile(r"(?:19|20)\d\d-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-(?:19|20)?\d\d")
"""A date in figures, with hyphens: *2026-05-12*."""
_FEWEST_DIGITS = 7


def _dialled(text: str) -> Iterator[re.Match[str]]:
    """*555-123-4567*, *(555) 123-4567*, *+44 7700 900123*, *2026-05-12*: what is dialled, looked up or a date."""
    for match in _DIALLED.finditer(text):
        said = match.group()
        marked = said[0] in "+(" or said.count("-") > 1
        if (marked and sum(map(str.isdigit, said)) >= _FEWEST_DIGITS) or DATE.fullmatch(said) is not None:
            yield match


_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_HOUR, _HALF, _DASH = r"(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?", r"\s?[ap](?:m\b|\.m\.?)", r"\s?[-–—]\s?"
_MAY_BE_HOURS = re.compile(r"\d(?:\s?[ap]\.?m\.?)?\s?(?:[-–—]|to|and)\s?\d", re.IGNORECASE)
_RANGE_OF_HOURS = re.compile(
    rf"(?<![\w.,/:–—-])(?:{_HOUR}(?:{_HALF})?{_DASH}{_HOUR}{_HALF}(?!\s+(?:I|i|not)\b)"
    rf"|(?:[01]?\d|2[0-4]):[0-5]\d{_DASH}(?:[01]?\d|2[0-4]):[0-5]\d(?![:.]?\d)"
    rf"|between {_HOUR}(?:{_HALF})? and {_HOUR}{_HALF}"
    rf"|between {_HOUR} and {_HOUR}(?= on {_DAY}\b)"
    rf"|(?<=day ){_HOUR}{_DASH}{_HOUR}(?![\w:/]|[.,]\d|{_DASH}\d)"
    rf"|(?<=day ){_HOUR}(?:{_HALF})? to {_HOUR}{_HALF}"
    rf"|(?<=day, ){_HOUR}(?:{_HALF})? to {_HOUR}{_HALF})",
    re.IGNORECASE,
)
"""*9-11 am*, *10:00–11:30*, *between 9 and 11 am*; behind a day also *2-4* and *9am to 11am*.

*From 5 to 6 pm* may be what was moved by an hour, and *my 3pm to 4pm* two appointments.
"""


def _hours(text: str) -> Iterator[re.Match[str]]:
    """From when to when something is on one day."""
    return _RANGE_OF_HOURS.finditer(text)


def _joined(tokens: Sequence[Token], found: Iterable[re.Match[str]]) -> list[Token]:
    """The tokens, those of each stretch that was found made one number."""
    out: list[Token] = []
    read = 0
    for match in found:
        said, (start, end) = match.group(), match.span()
        while read < len(tokens) and tokens[read].start < start:
            out.append(tokens[read])
            read += 1
        behind = read
        while behind < len(tokens) and tokens[behind].end <= end:
            behind += 1
        if behind > read:
            out.append(Token(said, said.lower(), "number", start, end))
            read = behind
    return [*out, *tokens[read:]]


_OF_ADDRESSES = frozenset({"word", "number"})
_JOINING = frozenset({"+", ".", "-"})
_INITIAL = re.compile(r"[A-Z]\.")
_APOSTROPHES = frozenset({"'", "’"})
_MAY_BELONG = frozenset({"clitic", "other"})
"""What may belong to the word before it: a clitic, and an apostrophe by itself."""


def _with_whole_names(tokens: list[Token]) -> list[Token]:
    """*L. Ron Hubbard*: an initial keeps its full stop where a name goes on behind it; *Chang'an* is one name."""
    out: list[Token] = []
    before = ""
    for i, token in enumerate(tokens):
        if before in _APOSTROPHES and _within_name(out, token):
            out[-2:] = [Token(out[-2].text + out[-1].text + token.text, out[-2].lower + "'" + token.lower, "word",
                              out[-2].start, token.end)]  # fmt: skip
        elif (
            token.text == "."
            and _may_be_initials(before)
            and i + 1 < len(tokens)
            and _is_initial(out, token, tokens[i + 1])
        ):
            letter = out[-1]
            out[-1] = Token(letter.text + ".", letter.lower + ".", "word", letter.start, token.end)
        else:
            out.append(token)
        before = out[-1].text
    return out


_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])*")
_OF_PLACES = frozenset("U.S U.K L.A D.C N.Y E.U U.N U.A.E N.Z U.S.A".split())


def _may_be_initials(text: str) -> bool:
    """*L*, *J.P*: of a name that may go on; *I live in L.A.* ends there."""
    return text not in _OF_PLACES and _INITIALS.fullmatch(text) is not None


def _within_name(said: Sequence[Token], token: Token) -> bool:
    """Whether a word goes on with the name before an apostrophe: *O'Brien*, *Chang'an*."""
    if len(said) < 2 or token.kind != "word":
        return False
    name = said[-2]
    return name.kind == "word" and name.capital and name.end == said[-1].start and said[-1].end == token.start


def _is_initial(said: Sequence[Token], stop: Token, after: Token) -> bool:
    if not said or not _may_be_initials(said[-1].text):
        return False
    letter = said[-1]
    alone = letter.kind == "word" and letter.text[0].isupper() and letter.text != "I"
    if not alone or letter.end != stop.start or after.kind != "word" or not after.capital:
        return False
    opens = len(said) == 1 or said[-2].text in {".", "!", "?"} or said[-2].lower in _BEFORE_NAMES
    named = len(said) > 1 and said[-2].capital and said[-2].kind == "word" and (len(said) > 2 or len(said[-2].text) > 1)
    return (opens or named) and after.lower not in _OPENERS


_BEFORE_NAMES = frozenset("by is are was were with and to of from for at named called s".split())
_OPENERS = frozenset(
    """i i'm i've we you he she it they my our your his her its their the a an this that these those there here what
    who whom when where why how which if so but and or not no yes now then since as at in on for from with by to of
    is are was were do does did have has had can could will would should may might must let please also maybe any
    some after before because though while thanks""".split()
)
"""Words that open a sentence, and are nobody's name."""


def _append(found: list[Token], kind: str, text: str, start: int) -> None:
    """Add a token that begins with an apostrophe, which may belong to the word before it."""
    lower = text.lower().replace("’", "'")
    previous = found[-1] if found else None
    if kind == "clitic" and previous is not None and previous.end == start:
        if lower == "'t" and previous.lower.endswith("n") and previous.kind == "word":
            stem = previous.lower[:-1]
            special = {"ca": "can", "wo": "will", "sha": "shall"}.get(stem, stem)
            cut = previous.end - 1
            found[-1] = Token(previous.text[:-1] or "n", special, "word", previous.start, cut)
            found.append(Token("n" + text, "n't", "word", cut, start + len(text)))
            return
        found.append(Token(text, lower, "clitic", start, start + len(text)))
        return
    if text in {"'", "’"} and previous is not None and previous.end == start and previous.lower.endswith("s"):
        found.append(Token(text, "'s", "clitic", start, start + 1))
        return
    found.append(Token(text, lower, kind, start, start + len(text)))
