"""What stands behind a verb, in pieces: objects, adverbials with their preposition, measures of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.values.normal import UNIT_OF

PERIODS = frozenset("day week month year fortnight night weekend morning evening afternoon weekday hour minute".split())
PARTS = frozenset("morning mornings afternoon afternoons evening evenings night noon midday lunchtime bedtime".split())
_TIMES = frozenset("once twice thrice".split())
_ORDINALS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth top".split())
_CLOCK = re2.compile(r"^\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?$")
_NTH = re2.compile(r"^\d+(?:st|nd|rd|th)$")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a frame, over tokens [start, end); `lead` is its preposition.

    `kind` is quantity, money, frequency, period, day, time, part, name, ordinal, phrase, pronoun or tail (*to learn*).
    """

    kind: str
    start: int
    end: int
    lead: str = ""
    owned: bool = False
    definite: bool = False
    unit: str | None = None


_RECURRING = PERIODS | w.DAY_NAMES | w.TIME_NOUNS
_IN_DAYS = w.DAY_NAMES | PARTS | {"and", "alternate"}
_DAY_NAMES_OR_PARTS = w.DAY_NAMES | PARTS


class FrameReader:
    """Reads the pieces behind a verb; what it does not know, it refuses as a whole."""

    def __init__(self, tokens: Sequence[Tagged]) -> None:
        self.tokens = tokens

    def pieces(self, i: int) -> list[Piece] | None:
        """The pieces from token `i` to the end, or None where anything stands there that is none."""
        found: list[Piece] = []
        lead = ""
        while i < len(self.tokens):
            token = self.tokens[i]
            if token.tag == t.TO and i + 1 < len(self.tokens):
                found.append(Piece("tail", i + 1, i + 2))
                lead, i = "", i + 2
                continue
            roughly = not lead and token.lower in {"about", "around", "over", "under"} and self._counts(i + 1)
            if roughly or (lead == "at" and token.lower in {"least", "most"}):
                lead, i = "", i + 1
                continue
            measure = self._measure(i, lead)
            if measure is not None:
                found.append(measure)
                lead, i = "", measure.end
            elif token.tag in t.PREP_OR_TO and not lead:
                lead = token.lower
                i += 1
            elif token.tag == t.ADV:
                i += 1
            else:
                piece = self._phrase(i, lead)
                if piece is None:
                    return None
                found.append(piece)
                lead, i = "", piece.end
        return None if lead and lead not in {"in", "on", "up", "out", "off"} else found

    def _at(self, i: int) -> str:
        return self.tokens[i].lower if i < len(self.tokens) else ""

    def _counts(self, i: int) -> bool:
        return i < len(self.tokens) and (self.tokens[i].tag == t.NUM or self.tokens[i].token.kind == "money")

    def _measure(self, i: int, lead: str) -> Piece | None:
        return self._every(i) or self._often(i) or self._amount(i, lead) or self._when(i, lead)

    def _every(self, i: int) -> Piece | None:
        """*Every eight days*, *every other Tuesday*, *each week*, *every week and a half*."""
        if self._at(i) not in {"every", "each"}:
            return None
        j = i + 1
        counted = self._at(j) in {"other", "few", "couple", *_ORDINALS} or (
            j < len(self.tokens) and self.tokens[j].tag == t.NUM
        )
        j += counted
        if self._at(j) == "of":
            j += 1
        if w.lemma(self._at(j)) not in _RECURRING:
            return None
        day = w.lemma(self._at(j)) in w.DAY_NAMES
        j = self._and_a_half(j + 1)
        while self._at(j) in PARTS:
            j += 1
        bare = not counted and j == i + 2 and not day
        return Piece("period" if bare else "frequency", i, j, unit=w.lemma(self._at(i + 1 + counted)))

    def _often(self, i: int) -> Piece | None:
        """*Twice a week*, *three times per month*."""
        j = i + 1
        regular = self._every(j) if self._at(i) in _TIMES and j < len(self.tokens) else None
        if regular is not None:
            return Piece("frequency", i, regular.end, unit=regular.unit)
        if self._at(i) not in _TIMES:
            if self.tokens[i].tag != t.NUM or self._at(j) not in {"times", "nights", "mornings", "evenings", "days"}:
                return None
            j += 1
        if self._at(j) not in {"a", "per", "each", "every"} or w.lemma(self._at(j + 1)) not in PERIODS:
            return None
        return Piece("frequency", i, j + 2, unit=w.lemma(self._at(j + 1)))

    def _amount(self, i: int, lead: str) -> Piece | None:
        """*36 psi*, *1.5 litres*, *half an hour*, *$78*: a number with its unit."""
        token = self.tokens[i]
        if token.token.kind == "money":
            return Piece("money", i, i + 1, lead, unit=UNIT_OF.get(token.lower[0]))
        halved = self._at(i) == "half" and self._at(i + 1) in {"a", "an"} and self._at(i + 2) in UNIT_OF
        if halved:
            return Piece("quantity", i, i + 3, lead, unit=UNIT_OF[self._at(i + 2)])
        if self._at(i) in {"a", "an"} and self._at(i + 1) in UNIT_OF and UNIT_OF[self._at(i + 1)] not in PERIODS:
            end = self._and_a_half(i + 2)
            return Piece("quantity", i, end, lead, unit=UNIT_OF[self._at(i + 1)])
        glued = token.lower.lstrip("0123456789.,")
        if token.tag == t.NUM and glued in UNIT_OF and glued != token.lower:
            return Piece("quantity", i, i + 1, lead, unit=UNIT_OF[glued])
        if token.tag != t.NUM or i + 1 >= len(self.tokens) or ":" in token.text:
            return None
        j = self._and_a_half(i + 1)
        unit = self.tokens[j] if j < len(self.tokens) else None
        if unit is None or unit.tag != t.NOUN or _NTH.match(token.lower):
            return None
        end = j + 1
        known = unit.lower in UNIT_OF or lead in {"to", "at"} or self._per(end) or self._of_per(end)
        kind = "money" if UNIT_OF.get(unit.lower) in {"eur", "usd", "gbp"} else "quantity"
        return Piece(kind, i, end, lead, unit=UNIT_OF.get(unit.lower, unit.lemma)) if known else None

    def _per(self, i: int) -> bool:
        return self._at(i) in {"a", "per", "each", "every"} and w.lemma(self._at(i + 1)) in PERIODS

    def _of_per(self, i: int) -> bool:
        return self._at(i) == "of" and any(self._per(j) for j in range(i + 2, min(i + 5, len(self.tokens))))

    def _and_a_half(self, i: int) -> int:
        half = [self._at(i + k) for k in range(3)] == ["and", "a", "half"]
        return i + 3 if half else i

    def _when(self, i: int, lead: str) -> Piece | None:
        """*A week* behind a measure, *(on) Monday mornings*, *(at) half past six*, *(in) the morning*."""
        if self._per(i) and self._at(i) not in {"each", "every"}:
            return Piece("part", i, i + 2, lead)
        if self._at(i) in {"daily", "weekly", "biweekly", "monthly", "quarterly", "nightly", "fortnightly"}:
            return Piece("frequency", i, i + 1)
        if lead == "on" or self._at(i) in w.DAY_NAMES:
            return self._days(i, lead)
        start = i + (self._at(i) == "the")
        if (
            self._at(start) in PARTS
            and self.tokens[start].tag != t.NAME
            and lead in {"in", "at", "after", "before", "during", "of", ""}
        ):
            return Piece("part", i, start + 1, lead)
        if lead in {"at", "around", "by"} and i < len(self.tokens):
            return self._clock(i, lead)
        return None

    def _days(self, i: int, lead: str) -> Piece | None:
        j, plural = i, False
        while self._at(j) in _IN_DAYS or self._at(j) in _ORDINALS:
            plural = plural or (self._at(j).endswith("s") and self._at(j) in _DAY_NAMES_OR_PARTS)
            j += 1
        return Piece("day", i, j, lead, unit="weekly") if j > i and plural and self._at(j - 1) != "and" else None

    def _clock(self, i: int, lead: str) -> Piece | None:
        if self._at(i) in {"half", "quarter", "ten", "twenty", "five"} and self._at(i + 1) in {"past", "to"}:
            return Piece("time", i, i + 3, lead)
        clock = _CLOCK.match(self._at(i)) is not None or self.tokens[i].tag == t.NUM or self._at(i) in {"noon"}
        end = i + 1 + (self._at(i + 1) in {"am", "pm", "o'clock"})
        ends = end >= len(self.tokens) or self.tokens[end].tag not in t.NOMINAL
        return Piece("time", i, end, lead) if clock and ends else None

    def _phrase(self, i: int, lead: str) -> Piece | None:
        """A noun phrase; names joined by *and* or *of* are one, other lists are refused."""
        if self.tokens[i].tag == t.PRON:
            return Piece("pronoun", i, i + 1, lead)
        start, owned, definite = i, False, False
        while i < len(self.tokens) and self.tokens[i].tag in t.POSS_OR_DET:
            owned = owned or self.tokens[i].lower in {"my", "our"}
            definite = definite or self.tokens[i].lower not in {"a", "an", "some"}
            i += 1
        core, names, ordinal = i, False, False
        while i < len(self.tokens) and self._belongs(i, core):
            names = names or self.tokens[i].tag == t.NAME
            ordinal = ordinal or self._at(i) in _ORDINALS or _NTH.match(self._at(i)) is not None
            i += 1
        if i == core:
            return None
        proper = names and not owned
        kind = "name" if proper else "ordinal" if ordinal and definite else "phrase"
        return Piece(kind, start if kind == "ordinal" else core, i, lead, owned, definite or owned)

    def _belongs(self, i: int, core: int) -> bool:
        token = self.tokens[i]
        if token.tag in t.NAME_OR_GEN or token.tag == t.NOUN or (token.tag == t.VERB and token.tag != t.TO):
            return self._at(i) not in {"every", "each", "daily", "weekly", "monthly"}
        if token.tag == t.NUM:
            return i > core and self.tokens[i - 1].tag == t.NAME
        inside = core < i < len(self.tokens) - 1
        joined = inside and self.tokens[i - 1].tag == t.NAME and self.tokens[i + 1].tag == t.NAME
        return joined and (token.lower in {"and", "&", "of", "the"} or token.text in {"&", "-"})
