"""Whether two values may be one that is said in another way, where no list knows it: such a change is in doubt.

*I work at TUM*, *at the Technische Universität München*; *my boss is Raj*, *Rajesh*; *my manager is Priya*, *Dr.
Raman*; *my timezone is CET*, *UTC+1*; *my salary is 70k*, *5,833 a month*. Each is as often the same as another one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from nicknames import NickNamer
from rapidfuzz.distance import OSA

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.language.grammar.small_letters import is_known
from atma_overlay.records import Statement
from atma_overlay.state.zones import is_offset, zones_of
from atma_overlay.values.belonging import is_listed
from atma_overlay.values.normal import fold_case, normalise
from atma_overlay.values.sameness import TITLES, name_form

__all__ = [
    "amount_told",
    "is_another_offset",
    "is_short_for",
    "may_be_called_so",
    "may_be_one",
    "may_be_one_zone",
    "period_of",
    "same_rate",
]


def may_be_one(earlier: Statement, later: Statement) -> bool:
    """Whether two statements of one slot may tell one value in two ways."""
    if earlier.value_kind in COUNTED and later.value_kind in COUNTED:
        if _is_respaced(earlier.value, later.value):
            return True
        return _for_another_span(earlier, later) or _is_roughly(earlier, later)
    first, second = earlier.value, later.value
    if later.slot.attribute.endswith(_ZONES):
        return may_be_one_zone(earlier, later)
    if _is_somebody(later.slot.attribute):
        return _may_be_one_person(first, second)
    if _is_respaced(first, second):
        return True
    alike = earlier.norm[:1] == later.norm[:1]  # what is short for another name begins as it does
    if alike and (is_short_for(first, second) or is_short_for(second, first)):
        return True
    if _is_misspelt(earlier.norm, later.norm):
        return True
    return _is_one_of_a_sort(earlier, later) or _is_one_of_a_sort(later, earlier)


_ZONES = ("timezone", "time_zone")


def may_be_one_zone(earlier: Statement, later: Statement) -> bool:
    """*CET*, *UTC+1*: some zone is called both, by its standard time or in summer, and nobody need have left it."""
    if not later.slot.attribute.endswith(_ZONES):
        return False
    return not zones_of(earlier.value).isdisjoint(zones_of(later.value))


def is_another_offset(earlier: Statement, later: Statement) -> bool:
    """*UTC+1*, *UTC+2*: both say how far a zone is off, and not the same."""
    both = is_offset(earlier.value) and is_offset(later.value)
    return both and zones_of(earlier.value) != zones_of(later.value)


_ROUGHLY = re2.compile(
    r"(?i)\b(?:about|around|roughly|approximately|almost|nearly|under|over|below|above|just|bit|less than|more than|"
    r"up to|some|maybe)(?: of)? $|[~<>≈] ?$"
)
_MUCH = 1.15


def _is_roughly(earlier: Statement, later: Statement) -> bool:
    """*About 70k*, *68k*: one of two amounts is told roughly, and the other is no other for all that it says."""
    if not any(_ROUGHLY.search(s.evidence.partition(s.value)[0][-30:]) for s in (earlier, later)):
        return False
    amounts = [amount_told(s.norm) for s in (earlier, later)]
    return min(amounts) > 0 and max(amounts) <= _MUCH * min(amounts)


def amount_told(norm: str) -> float:
    """The number that a normalised amount begins with; 0 where there is none."""
    try:
        return float(norm.split(maxsplit=1)[0])
    except (ValueError, IndexError):
        return 0.0


_LONG, _LONGER, _MISSPELT = 7, 10, 2
"""Letters from which one, and from which two, are more likely misspelt than another name's; and how many are."""


def _is_misspelt(first: str, second: str) -> bool:
    """*Tchaikovsky*, *Chaikovsky*: one word of both is written in two ways."""
    if min(len(first), len(second)) < _LONG or abs(len(first) - len(second)) > _MISSPELT:
        return False
    words, others = first.split(), second.split()
    if len(words) != len(others) or _has_digit(first) or _has_digit(second):
        return False
    differing = [(a, b) for a, b in zip(words, others, strict=True) if a != b]
    if len(differing) != 1:
        return False
    length = min(map(len, differing[0]))
    most = 0 if length < _LONG else 1 if length < _LONGER else _MISSPELT
    return OSA.distance(*differing[0], score_cutoff=most) <= most


def _is_respaced(first: str, second: str) -> bool:
    """*VS Code* and *VSCode*, *B-12* and *B12*, *555-1234* and *5551234*: the same but for spaces and hyphens."""
    return first.translate(_SPACING).lower() == second.translate(_SPACING).lower()


_SPACING = str.maketrans("", "", " -")


def _is_one_of_a_sort(named: Statement, told: Statement) -> bool:
    """*I drive a Prius*, *I drive a hybrid*: a name, and what it may be the name of."""
    return any(map(str.isupper, named.value)) and not _is_a_sort(named) and _is_a_sort(told)


def _is_a_sort(told: Statement) -> bool:
    """*I drive a hybrid*, *my bank is an online bank*: what a thing is one of, and no name of it."""
    head = told.value.rpartition(" ")[2]
    if told.value_kind not in {"name", "phrase"} or not (head.isalpha() and head.islower()) or _has_digit(told.value):
        return False
    return told.evidence.partition(told.value)[0].lower().endswith((" a ", " an ")) and is_known(head)


def _has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


_PER = re2.compile(
    r"(?i)(?:\b(?:a|an|per|every|each)|/) ?(?P<span>hour|day|week|month|year|annum|h|hr|mo|yr)\b|"
    r"\b(?P<ly>hourly|daily|weekly|monthly|yearly|annually)\b"
)
"""*5,833 a month*, *3,500 net per month*, *14,400/yr*."""
_STOP = re2.compile(r"[.;!?](?:\s|$)")
_BEHIND = 30
"""Characters behind an amount in which it is told for what stretch of time it is."""
_SPANS = {
    "h": "hour", "hr": "hour", "hourly": "hour", "daily": "day", "weekly": "week", "mo": "month", "monthly": "month",
    "yr": "year", "yearly": "year", "annually": "year", "annum": "year",
}  # fmt: skip


def same_rate(earlier: Statement, later: Statement) -> bool:
    """*1,200 a month*, *14,400 a year*: one amount, told for two stretches of time."""
    if earlier.value_kind not in COUNTED or later.value_kind not in COUNTED:
        return False
    first, second = _IN_A_YEAR.get(period_of(earlier) or ""), _IN_A_YEAR.get(period_of(later) or "")
    if first is None or second is None or first == second:
        return False
    one, other = first * amount_told(earlier.norm), second * amount_told(later.norm)
    return abs(one - other) <= _ROUNDED * max(one, other)


def _for_another_span(earlier: Statement, later: Statement) -> bool:
    """*70k*, *5,833 a month*: a stretch that only one of them names tells them apart where they are far from equal."""
    first, second = period_of(earlier), period_of(later)
    if first == second:
        return False
    if first is not None and second is not None:
        return True
    one, other = sorted((amount_told(earlier.norm), amount_told(later.norm)))
    return one * _FAR <= other


_FAR = 3
_IN_A_YEAR = {"week": 52, "month": 12, "year": 1}
_ROUNDED = 0.002


def period_of(told: Statement) -> str | None:
    """The stretch of time that an amount is told for."""
    _, amount, behind = told.evidence.partition(told.value)
    match = _PER.search(_STOP.split(amount + behind[:_BEHIND], 1)[0])
    if match is None:
        return None
    span = str(match.group("span") or match.group("ly")).lower()
    return _SPANS.get(span, span)


@kept_short(1024)
def _is_somebody(attribute: str) -> bool:
    known = default_extractor().lexicon.attributes.get(attribute)
    return known is not None and "person" in known.values


def _may_be_one_person(first: str, second: str) -> bool:
    """*Tom* and *Thomas Becker*, *Priya Raman* and *P. Raman*, *Julia* and *Dr. Lee*, *Anna* and *Head of Sales*."""
    one, other = _name(first), _name(second)
    if not one or not other:
        return False
    if _is_a_post(one) is not _is_a_post(other):
        return True
    if (first_is_titled := one[0] in TITLES) != (other[0] in TITLES):
        named = other if first_is_titled else one
        return len(named) == 1  # with a family name it says whether that is another
    if first_is_titled:
        return False
    short, long = sorted((one, other), key=len)
    if len(short) == len(long) == 1:
        return may_be_called_so(short[0], long[0])
    if short[-1] == long[-1] and len(short) > 1:
        return may_be_called_so(short[0], long[0])
    return may_be_called_so(short[0], long[0]) and (len(short) == 1 or _is_initial(short[-1], long[-1]))


def _name(value: str) -> list[str]:
    return [x.rstrip(".") for x in re.split(r"[\s\-]+", fold_case(value)) if x.strip(".")]


def _is_a_post(name: list[str]) -> bool:
    """*CEO*, *Head of Sales*, *Team Lead*, *Professor of Law*: what somebody is, and no name."""
    if name[0] in _CHIEFS or name[-1] in _CHIEFS:
        return True
    return "of" in name[1:-1] and default_extractor().lexicon.is_role_word(name[0])


_CHIEFS = frozenset("ceo cto cfo coo cmo cio ciso svp evp vp head lead".split())
_SURE = 3
"""Letters that two forms of one first name share at their beginning."""


def may_be_called_so(first: str, second: str) -> bool:
    """Whether two first names may be one person's: *Raj*, *Rajesh*; *Mike*, *Michael*; *P.*, *Priya*."""
    if _is_initial(first, second):
        return True
    if _is_on_record(first) and _is_on_record(second):
        return not _called(first).isdisjoint(_called(second))
    short, long = sorted((first, second), key=len)
    return len(short) >= _SURE and long.startswith(short)


def _is_initial(first: str, second: str) -> bool:
    return first[:1] == second[:1] and min(len(first), len(second)) == 1


@kept_short(1024)
def _called(name: str) -> frozenset[str]:
    """A first name and what it is short for or shortened to."""
    known = _nicknamer()
    return frozenset({name, *known.canonicals_of(name)})


def _is_on_record(name: str) -> bool:
    """Whether the list has a first name: *Paul* and *Paula* are two, then."""
    return bool(_nicknamer().canonicals_of(name) or _nicknamer().nicknames_of(name))


@lru_cache(maxsize=1)
def _nicknamer() -> NickNamer:
    return NickNamer()


_CUT = 3
"""Letters of a word that is cut short: *Mongo*, *Philly*, *CommBank*."""
_LONGEST = 6
"""Words of a short form; no name is longer, and a sentence is not looked through."""
_SIGNS = frozenset("+#")
_GLUE = frozenset("of the and for in de la le der die das und et y".split())
_PARTS = re2.compile(r"\p{Lu}+\p{Ll}*|\p{Ll}+|\p{N}+")


def is_short_for(short: str, long: str) -> bool:
    """Whether each part of the first is initials of a part of the second, or a word of it or the beginning of one."""
    form, beginning = name_form(normalise(short)), name_form(normalise(long))
    if form == beginning:
        return False
    if _has_digit(short) or not _SIGNS.isdisjoint(short + long):
        return False  # C, C++
    words = _words(long)
    said = fold_case(short).replace(".", "").split()
    if len(said) > _LONGEST or len(words) > 2 * _LONGEST:
        return False
    if len(said) == 1 and len(form) >= _CUT and beginning.startswith(form):
        return not (is_listed(form) and is_listed(beginning))
    parts = [said] if len(said) > 1 else [said, _words(short)]
    return any(_stands_for(tuple(part), tuple(words)) for part in parts)


def _stands_for(said: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether what was said stands, part by part and in order, for what the words begin with."""
    if not said or not words:
        return not said
    head, rest = said[0], said[1:]
    if words[0] in _GLUE and head != words[0] and _stands_for(said, words[1:]):
        return True
    if (head == words[0] or (len(head) >= _CUT and words[0].startswith(head))) and _stands_for(rest, words[1:]):
        return True
    for end in range(2, len(words) + 1):
        initials = "".join(x[0] for x in words[:end])
        plain = "".join(x[0] for x in words[:end] if x not in _GLUE)
        if head in {initials, plain} and len(head) > 1 and (_stands_for(rest, words[end:]) or not rest):
            return True
    return False


def _words(value: str) -> list[str]:
    return [fold_case(x) for x in _PARTS.findall(_POSSESSIVE.sub("", value))]


_POSSESSIVE = re2.compile(r"['’]s\b")
