"""The sentences of an utterance: where each ends, and which of its words open it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from atma_overlay.language.grammar.tokens import Token, tokenise

MAX_SENTENCE_TOKENS = 120
"""A longer run is read in parts, so that the cost of a text grows with its length and no faster."""
_ABBREVIATIONS = frozenset("mr mrs ms dr st prof vs e.g i.e approx".split())
_CLOSING_ABBREVIATIONS = frozenset("inc ltd co corp jr sr bros etc dept".split())
"""Those that may close a sentence: what follows in lower case, or behind a comma, goes on with it."""


@dataclass(slots=True, unsafe_hash=True)
class Sentence:
    """A run of tokens up to a full stop, an exclamation or a question mark, or a line end; never changed once made."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    asks: bool = field(init=False, compare=False)
    """Whether it ends in a question mark."""

    def __post_init__(self) -> None:
        """Note what nearly every rule asks."""
        self.asks = bool(self.tokens) and self.tokens[-1].text == "?"

    @property
    def says(self) -> bool:
        """Whether it has a word or a figure: a bullet, an emoji or a row of dots by itself tells nothing."""
        return any(x.kind not in _MARKS for x in self.tokens)


_MARKS = frozenset({"punct", "other"})
_CLOSING = frozenset({".", "!", "?", "…", "..."})


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text."""
    out: list[Sentence] = []
    run: list[Token] = []
    tokens = tokenise(text)
    lines, long = "\n" in text, len(tokens) > MAX_SENTENCE_TOKENS
    for token in tokens:
        broken = lines and bool(run) and _is_broken(run, text[run[-1].end : token.start])
        if run and (broken or (long and len(run) >= MAX_SENTENCE_TOKENS)):
            _close(out, run)
            run = []
        run.append(token)
        if token.kind in _MAY_CLOSE and _closes(run, text):
            _close(out, run)
            run = []
    _close(out, run)
    return out


def _is_broken(run: Sequence[Token], space: str) -> bool:
    """Whether a sentence ends with its line; *check what my rent is* does."""
    if "\n" in space and run[-1].lower in _GOES_ON and space.count("\n") == 1:
        return any(x.lower in _ASKING for x in run[-8:])
    return "\n" in space


_ASKING = frozenset("what who whom whose which where when why how whether".split())
_GOES_ON = frozenset("is are am was were the a an my our of from at called named".split())
"""What no line of a list ends in: a line that does is broken for its length."""
_MAY_CLOSE = frozenset({"punct", "quote"})


def _closes(run: Sequence[Token], text: str) -> bool:
    """Whether the last token of a run ends a sentence: a full stop, or a quotation that ends in one."""
    token = run[-1]
    if token.kind == "quote":
        return token.text[-2:-1] in {".", "!", "?"} and _capital_follows(text, token.end)
    return token.text in _CLOSING and not _abbreviates(run, text)


def _abbreviates(run: Sequence[Token], text: str) -> bool:
    if run[-1].text != "." or len(run) == 1:
        return False
    before = run[-2]
    if before.lower in _ABBREVIATIONS and before.end == run[-1].start:
        return True
    following = _next_shown(text, run[-1].end)
    if before.lower == "no" and before.end == run[-1].start:
        return following.isdigit()
    if before.lower in _CLOSING_ABBREVIATIONS and before.end == run[-1].start and following:
        return following.islower() or following == ","
    after = text[run[-1].end : run[-1].end + 1]
    return bool(after) and not after.isspace() and after not in "\"')]”’"


def _next_shown(text: str, place: int) -> str:
    """The first character from a place on that is neither a blank nor a tab; none at the end of the text."""
    while text[place : place + 1] in {" ", "\t"}:
        place += 1
    return text[place : place + 1]


def _capital_follows(text: str, end: int) -> bool:
    rest = text[end : end + 3].strip()
    return not rest or rest[0].isupper()


def _close(out: list[Sentence], run: list[Token]) -> None:
    if not run:
        return
    told = _told_first(run) if run[-1].text == "?" else 0
    if told:
        _close(out, run[:told])
        run = run[told:]
    run[0].first = True
    if run[0].kind in _MARKS:  # an emoji, a bullet
        next((x for x in run if x.kind not in _MARKS), run[0]).first = True
    for n in range(1, len(run)):
        if run[n - 1].text in _OPENING_MARKS and _opens_anew(run, n):
            run[n].first = True
    out.append(Sentence(tuple(run), run[0].start, run[-1].end))


def _told_first(run: Sequence[Token]) -> int:
    """Where the question begins behind what is told without a subject: *Just moved to York, any tips?*; else 0."""
    at = next((i for i, x in enumerate(run[:_LED]) if x.lower not in _LEADING), _LED)
    done = run[at].lower if at + 1 < len(run) else ""
    if done not in _MOVED and done not in _GOT:
        return 0
    for i in range(at + 3, len(run) - _ASKED):
        if run[i - 1].text == "," and run[i].lower in _ASKING_FOR:
            return i if done in _MOVED or run[i - 2].lower == "now" else 0
    return 0


_LED, _ASKED = 3, 2
"""Words before the verb, and the fewest that ask something."""
_LEADING = frozenset("just recently finally only so ok okay also hey hi oh well yay already , !".split())
_MOVED = frozenset("moved switched relocated migrated upgraded".split())
_GOT = frozenset("got bought".split())
"""What is got is had where a *now* says so: *got a Tesla for the weekend* is none."""
_ASKING_FOR = frozenset(
    "how what where when which who why any is are do does can could should would will anything".split()
)
_OPENING_MARKS = frozenset({":", "(", "[", ")", "-", "–", "—", "•", "·", "*", ">"})
"""Marks behind which a sentence may begin: *context: My gym is …*, *- My gym is …*, *1) My gym is …*."""
_OPENERS_OF_FACTS = frozenset("my our your his her their its i we he she they it this these those the a an".split())


def _opens_anew(run: Sequence[Token], at: int) -> bool:
    """Whether a word with a capital behind such a mark opens a sentence, and no name: *band: My Chemical Romance*."""
    if run[at].lower not in _OPENERS_OF_FACTS or at + 1 == len(run):
        return False
    after = run[at + 1]
    return not after.capital or after.text.isupper()
