"""A text read as atoms, so that one value has one form however it is written."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from atma_overlay.evaluation.matchers.atoms import Atom, Clock, Number, Pause, Word
from atma_overlay.evaluation.matchers.dating import dated
from atma_overlay.evaluation.matchers.figures import clock, figure, fraction
from atma_overlay.evaluation.matchers.scanning import Token, tokens
from atma_overlay.evaluation.matchers.units import CURRENCIES, SCALES, TIGHT_SCALES, UNITS
from atma_overlay.evaluation.numerals import digits
from atma_overlay.evaluation.wording import phrase

_FULL_STOPS = frozenset(".;:!?\n")
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_HALF_DAYS = frozenset({"am", "pm"})
_NAMED: dict[str, Clock | Number] = {
    "noon": Clock(720),
    "midday": Clock(720),
    "midnight": Clock(0),
    "dozen": Number(Decimal(12)),
}
_SMALL = frozenset(str(number) for number in range(1, 20))
_HALF = Decimal("0.5")
_NOTHING = Token(" ", tight=False)


@lru_cache(maxsize=1 << 14)
def atoms(text: str) -> tuple[Atom, ...]:
    """The atoms of a text in order."""
    return tuple(dated(_Reader(_with_figures(list(tokens(text)))).read()))


def _with_figures(said: Sequence[Token]) -> list[Token]:
    """Number words as figures: *forty-two* becomes 42. A scale behind a figure and the unit *second* stay."""
    out: list[Token] = []
    run: list[Token] = []
    for place, token in enumerate(said):
        before = said[place - 1] if place else _NOTHING
        if token.text == "-" and run and token.tight and place + 1 < len(said) and said[place + 1].is_word:
            continue
        if token.is_word and not _belongs_to_figure(token, before):
            run.append(token)
            continue
        out += [*_figures(run), Token("seconds", token.tight) if token.text == "second" else token]
        run = []
    return out + _figures(run)


def _belongs_to_figure(token: Token, before: Token) -> bool:
    if token.text == "second":
        return before.is_figure or (before.is_word and digits([before.text])[0] in _SMALL)
    return before.is_figure and (token.text in SCALES or token.tight)


def _figures(run: Sequence[Token]) -> list[Token]:
    return [Token(text, tight=False) for text in digits(token.text for token in run)]


class _Reader:
    """Goes through the tokens once, left to right."""

    def __init__(self, said: Sequence[Token]) -> None:
        self._said, self._place = said, 0

    def read(self) -> list[Atom]:
        """The atoms, dates still in parts."""
        out: list[Atom] = []
        while self._place < len(self._said):
            out += self._next()
        return out

    def _peek(self, ahead: int = 0) -> Token:
        place = self._place + ahead
        return self._said[place] if 0 <= place < len(self._said) else _NOTHING

    def _take(self, count: int = 1) -> Token:
        self._place += count
        return self._peek(-1)

    def _next(self) -> Sequence[Atom]:
        token, follows = self._peek(), self._peek(1)
        if token.is_figure:
            return (self._figure(),)
        if token.text in CURRENCIES and follows.is_figure:
            self._take()
            return (self._figure(currency=UNITS[token.text]),)
        if token.text == "-" and follows.is_figure and follows.tight and not token.tight:
            self._take()
            read = self._figure()
            return (Number(-read.value, read.unit) if isinstance(read, Number) else read,)
        self._take()
        if token.is_word:
            return _words(token.text)
        return (Pause(full=token.text in _FULL_STOPS),) if token.text in _FULL_STOPS or token.text in ",()[]" else ()

    def _figure(self, *, currency: str | None = None) -> Atom:
        run = self._take().text
        read = figure(run)
        follows = self._peek()
        if isinstance(read, Clock):
            return self._half_day(read)
        if isinstance(read, Number):
            return self._quantity(read.value, run, currency)
        if isinstance(read, Word) and (part := fraction(run)) is not None and follows.text in UNITS:
            return Number(part, self._unit())
        return read

    def _half_day(self, read: Clock) -> Clock:
        if self._peek().text not in _HALF_DAYS:
            return read
        return clock(str(read.minutes // 60), f"{read.minutes % 60:02}", half=self._take().text) or read

    def _quantity(self, value: Decimal, run: str, currency: str | None) -> Atom:
        """A number with what belongs to it: am or pm, an ordinal ending, a fraction, a scale, a unit."""
        follows = self._peek()
        if follows.text in _HALF_DAYS and run.isdecimal() and (time := clock(run, half=follows.text)):
            self._take()
            return time
        if follows.tight and follows.text in _ORDINAL_ENDINGS:
            self._take()
            return Number(value)
        value = self._scaled(value + self._fraction(), money=currency is not None)
        glued = self._peek()
        if glued.tight and glued.is_word and glued.text not in UNITS:
            return Word(run + self._take().text)
        return Number(value, currency or self._unit())

    def _fraction(self) -> Decimal:
        """A fraction behind the number: *2 1/2*, *two and a half*."""
        part = fraction(self._peek().text)
        if part is not None:
            self._take()
            return part
        if tuple(self._peek(ahead).text for ahead in range(3)) == ("and", "a", "half"):
            self._take(3)
            return _HALF
        return self._spoken_decimals()

    def _spoken_decimals(self) -> Decimal:
        """The decimals of *three point one four*."""
        decimals = ""
        if self._peek().text == "point":
            while (digit := self._peek(len(decimals) + 1)).is_figure and len(digit.text) == 1:
                decimals += digit.text
        if not decimals:
            return Decimal(0)
        self._take(len(decimals) + 1)
        return Decimal(f"0.{decimals}")

    def _scaled(self, value: Decimal, *, money: bool) -> Decimal:
        while (name := self._peek().text) in SCALES:
            letter = name in TIGHT_SCALES
            if letter and not (self._peek().tight and (money or name == "k")):
                break
            value *= SCALES[self._take().text]
        return value

    def _unit(self) -> str | None:
        ahead = 1 if self._peek().text == "-" and self._peek().tight else 0
        unit = UNITS.get(self._peek(ahead).text)
        if unit is not None:
            self._take(ahead + 1)
        return unit


def _words(token: str) -> Sequence[Atom]:
    if token in _NAMED:
        return (_NAMED[token],)
    read = phrase(token)
    denied = (Word("not"),) if read.negated and "'" in token else ()
    said = tuple(Word(word) for word in read.words) or tuple(Word(word, stop=True) for word in read.every)
    return said + denied
