"""What a text is made of once it is read: numbers, dates, times of day and words, with where clauses end."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Word:
    """A word in its one form; `stop` where it carries no content of its own."""

    text: str
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number with the unit or currency that it was given in, if any."""

    value: Decimal
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as it was given."""

    month: int
    day: int | None = None
    year: int | None = None

    def agrees(self, wanted: Day) -> bool:
        """Whether this date says what the wanted one does: nothing it names differs, and it is as fine."""
        if self.month != wanted.month or (wanted.day is not None and self.day != wanted.day):
            return False
        if wanted.day is None and wanted.year is not None:
            return self.year == wanted.year
        return self.year is None or wanted.year is None or self.year == wanted.year


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in minutes since midnight; `half` is False where neither am nor pm was said before 13:00."""

    minutes: int
    half: bool = True

    def agrees(self, wanted: Clock) -> bool:
        """Whether both can be the same time: the half of the day counts where both name it."""
        if self.half and wanted.half:
            return self.minutes == wanted.minutes
        return self.minutes % 720 == wanted.minutes % 720


@dataclass(frozen=True, slots=True)
class Pause:
    """Punctuation: a comma or bracket, or the end of a sentence."""

    full: bool = False


Atom = Word | Number | Day | Clock | Pause
