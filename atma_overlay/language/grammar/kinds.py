"""What kind of value a phrase is: a name, a number, a time, a code."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from atma_overlay import re2
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tokens import DATE, tokenise
from atma_overlay.values.normal import UNIT_OF

NAMED = frozenset({"name", "place", "person", "code", "quote", "version"})
COUNTED = frozenset({"number", "quantity", "money", "percent"})
TIMED = frozenset({"time", "day", "date", "frequency"})
MEASURED = COUNTED | TIMED
ANCHORED = NAMED | MEASURED
DOSED = frozenset({"mg", "ml"})
"""Units of how much of a medicine is taken."""
DOSE_UNITS = "mg|mcg|µg|ml|iu"
"""How those are written, and others that only medicines are told in: patterns of RE2 and of `re`."""
_OF_DAYS = frozenset({"day", "date"})
HAD = "had"
"""The kind of what somebody only has: *I have a dog*."""

_AMBIGUOUS = frozenset({"may", "march"})
_HALVES_OF_A_DAY = frozenset({"am", "pm", "a.m", "p.m", "a.m.", "p.m."})
_CLOCK = re2.compile(
    r"^\d{1,2}:\d{2}(\s?[ap]\.?m\.?)?$|^\d{1,2}\s?[ap]\.?m\.?$"
    r"|^\d[\d:.]*(?:\s?[ap]\.?m\.?)?(?:\s?[-–—]\s?| to )\d[\d:.]*\s?[ap]\.?m\.?$|^\d+:\d\d\s?[-–—]\s?\d+:\d\d$"
)
_BETWEEN = "between "
"""What a stretch of hours begins with where it is one token."""
_VERSION = re2.compile(r"^v?\d+(\.\d+)+$")
_PRICE = re2.compile(r"^\d{1,3}\.\d[05]$")
MONEY = frozenset({"eur", "usd", "gbp", "pence"})
"""Units of money."""
_ORDINALS = frozenset(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth
    twenty-fifth twenty-sixth twenty-seventh twenty-eighth thirtieth thirty-first""".split()
)
FREQUENCIES = frozenset(
    """once twice thrice hourly daily weekly biweekly fortnightly monthly bimonthly quarterly nightly yearly
    annual""".split()
)


_PLAIN = frozenset({t.NAME, t.NOUN, t.PRON})
_TELLING = w.DAY_NAMES | w.MONTH_NAMES | w.TIME_NOUNS | _AMBIGUOUS | _ORDINALS | FREQUENCIES | {"noon", "midnight"}
"""Words that tell by themselves what kind of value they are, or may."""


def kind_of(phrase: Phrase) -> tuple[str, str | None]:
    """The kind of a phrase's value and its unit, if it has one."""
    if phrase.kind is None:
        phrase.kind = _read_kind(phrase)
    return phrase.kind


_ANCHORING = frozenset({t.NAME, t.NUM})
_TELLING_OR_CLOCK = _TELLING | {"o'clock"}


def anchoring(tokens: Iterable[t.Tagged]) -> list[t.Tagged]:
    """The words that may make a phrase that they are of anything but a `phrase` or a `quote`."""
    return [x for x in tokens if x.tag in _ANCHORING or x.lower in _TELLING_OR_CLOCK or "-" in x.lower]


def _read_kind(phrase: Phrase) -> tuple[str, str | None]:  # noqa: PLR0911 - one kind a line
    first = phrase.tokens[phrase.core]
    if phrase.end == phrase.core + 1 and first.tag in _PLAIN and first.lower not in _TELLING and first.text.isalpha():
        return ("name" if first.tag == t.NAME else "phrase"), None
    tokens = phrase.tokens[phrase.core : phrase.end]
    lowers = [x.lower for x in tokens]
    head = phrase.tokens[phrase.head]
    tags, words = {x.tag for x in tokens}, set(lowers)
    if t.QUOTE in tags:
        return "quote", None
    if _tells_an_hour(tokens, lowers, head):
        return "time", None
    if not words.isdisjoint(w.DAY_NAMES):
        plural = any(x in w.DAY_NAMES and x.endswith("s") for x in lowers)
        nth = plural and any(x in {"first", "second", "third", "fourth", "last", "alternate"} for x in lowers)
        weekly = phrase.determiner in {"every", "each"} or (len(lowers) == 1 and lowers[0].endswith("s"))
        return "day", "nth" if nth else ("weekly" if weekly else None)
    if not w.MONTH_NAMES.isdisjoint([x.strip(".") for x in lowers if x not in _AMBIGUOUS]) or _month_with_day(lowers):
        return "date", None
    if t.NUM in tags and any("-" in x and DATE.fullmatch(x) is not None for x in lowers):
        return "date", None
    if not words.isdisjoint(_AMBIGUOUS) and _month_by_preposition(phrase, lowers):
        return "date", None
    if phrase.determiner == "the" and len(lowers) == 1 and lowers[0] in _ORDINALS:
        return "date", None
    if lowers[0] in FREQUENCIES or (
        phrase.determiner in {"every", "each"} and head.lower in w.TIME_NOUNS and t.NUM not in tags
    ):
        return "frequency", None
    if len(tokens) > 1 and lowers[-1] == "one":
        return ("name" if t.NAME in tags else "phrase"), None
    if t.NUM in tags:
        return _counted(phrase, next(x for x in tokens if x.tag == t.NUM), lowers)
    if head.tag == t.NAME or (phrase.of is not None and phrase.of.is_name and head.tag == t.NAME):
        text = head.text
        if text.isalpha():
            return "name", None  # as most names are
        coded = any(c.isdigit() for c in text) or "_" in text or ("." in text and not text.endswith("."))
        return ("code" if coded else "name"), None
    if t.NAME in tags:
        return "name", None
    return ("code" if _coded(head) else "phrase"), None


def _tells_an_hour(tokens: Sequence[t.Tagged], lowers: Sequence[str], head: t.Tagged) -> bool:
    """*Nine o'clock*, *14:30*, *3 pm*, *half past two*, *half two*."""
    if "o'clock" in lowers or head.lower in {"noon", "midnight"} or _is_clock(lowers[0]):
        return True
    if len(tokens) == 2:
        hour = lowers[1] in _HALVES_OF_A_DAY and lowers[0].isdigit() and len(lowers[0]) < 3
        return hour or (lowers[0] == "half" and tokens[1].tag == t.NUM)
    clock = len(tokens) == 3 and lowers[1] in {"past", "to"} and tokens[2].tag == t.NUM
    return clock and lowers[0] in {"half", "quarter", "five", "ten", "twenty"}


def _is_clock(text: str) -> bool:
    return text.startswith(_BETWEEN) or (text[:1].isdigit() and _CLOCK.match(text) is not None)


def value_kind(value: str) -> tuple[str, str | None]:
    """The kind and the unit of a value told by itself, by its words."""
    phrase = read_phrase(tag(tokenise(value)), 0)
    whole = phrase is not None and phrase.end >= len(phrase.tokens)
    return kind_of(phrase) if phrase is not None and whole else ("phrase", None)


def _coded(head: t.Tagged) -> bool:
    """*tg-ember*, *wk-north*: a short tag that is no word, a hyphen, and what it marks."""
    first, hyphen, rest = head.lower.partition("-")
    return bool(hyphen and rest) and len(first) < 4 and first.isalpha() and not any(v in first for v in "aeiouy")


def _month_with_day(lowers: list[str]) -> bool:
    return not _AMBIGUOUS.isdisjoint(lowers) and any(x[:1].isdigit() for x in lowers)


_BEFORE_MONTHS = frozenset("in until till since during by".split())
_PUT_OFF_TO = frozenset("planned scheduled set booked due slated pencilled aimed postponed moved".split())
_LIVING = frozenset("live lives lived living stay stays stayed staying".split())
"""*I live in March*: a town."""


def _month_by_preposition(phrase: Phrase, lowers: list[str]) -> bool:
    """*The launch is in May*, *booked for late March*; *a gift for May* and *I work with May* are of somebody."""
    if not phrase.tokens[phrase.core].text[0].isupper() and lowers[0] not in {"early", "mid", "late", "next", "last"}:
        return False
    if len(lowers) > (1 if lowers[0] in _AMBIGUOUS else 2) or lowers[-1] not in _AMBIGUOUS or not phrase.start:
        return False
    preposition = phrase.tokens[phrase.start - 1].lower
    before = phrase.tokens[phrase.start - 2].lower if phrase.start > 1 else ""
    if preposition in {"for", "to"}:
        return before in _PUT_OFF_TO
    return preposition in _BEFORE_MONTHS and before not in _LIVING


_SCALES = frozenset("thousand million billion".split())


def _counted(phrase: Phrase, number: t.Tagged, lowers: list[str]) -> tuple[str, str | None]:
    text = number.lower
    if text.endswith("%") or "percent" in lowers:
        return "percent", "%"
    if number.token.kind == "money":
        return "money", UNIT_OF.get(text[0])
    at = phrase.core + lowers.index(text)
    following = phrase.tokens[at + 1].lower if at + 1 < phrase.end else ""
    if following not in _SCALES and following not in UNIT_OF and _VERSION.match(text):
        price = _PRICE.match(text) is not None and phrase.end == phrase.core + 1
        return ("number" if price else "version"), None
    if (
        any(x.tag == t.NAME for x in phrase.tokens[phrase.core : phrase.end])
        and phrase.tokens[phrase.head].tag == t.NAME
    ):
        return "name", None
    glued = text.lstrip("0123456789.,")
    unit = UNIT_OF.get(following) or (UNIT_OF.get(glued) if glued else None)
    if unit in MONEY:
        return "money", unit
    if unit is not None:
        return "quantity", unit
    if at + 1 < phrase.end and phrase.tokens[at + 1].tag == t.NOUN and phrase.tokens[phrase.head].lower not in _SCALES:
        return "quantity", w.lemma(phrase.tokens[phrase.head].lower)
    return "number", None


def of_one_clock(kind: str, values: Collection[str]) -> bool:
    """Whether a slot can hold a time of a kind: one of hours no day, one of days no hour, and neither how often.

    Args:
        kind: one of `TIMED`.
        values: the kinds that a slot holds.
    """
    return kind in values or (kind in _OF_DAYS and not _OF_DAYS.isdisjoint(values))
