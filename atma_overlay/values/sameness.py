"""When two values, normalised, are one: spelled, shortened or called in another way, or one of them told more exactly.

`also_called.txt` and `city_names.txt` know what things go by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from atma_overlay.kept import kept_short
from atma_overlay.values.measured import measure_form
from atma_overlay.values.normal import UNIT_OF, normalise
from atma_overlay.word_lists import read_lines


def same_value(first: str, second: str) -> bool:
    """Whether two normalised values are one: equal, alike but for plural endings, or names of one thing.

    *VS Code*, *VSCode* and *Visual Studio Code* are one, as *Köln* and *Cologne* are (`also_called`).
    """
    return first == second or one_form(first) == one_form(second) or _same_hour(first, second)


def _same_hour(first: str, second: str) -> bool:
    """*14:00* and *2 pm*, *9* and *9 am*, *9:30* and *half past nine*, *9am to 5pm* and *9:00-17:00*."""
    told = clock_form(first)
    return told is not None and told == clock_form(second) and (_is_clock(first) or _is_clock(second))


def _is_clock(norm: str) -> bool:
    """Whether it says itself that it is an hour: a number alone may be anything."""
    return ":" in norm or "m" in norm[-2:] or " past " in norm or norm.startswith("half ") or "o'clock" in norm


@kept_short(16384)
def clock_form(norm: str) -> str | None:
    """The hour, or the two of a stretch, that a normalised value tells, in one form; None where it tells none."""
    parts = norm.split(" to ") if " to " in norm and not norm.startswith("quarter ") else [norm]
    if len(parts) == 1 and norm.count(":") == _BOTH and norm.count(" ") == 1:
        parts = norm.split(" ")  # 9:00 17:00
    hours = [_of_24(part) for part in parts]
    if len(hours) > _BOTH or None in hours:
        return None
    return " to ".join(f"{hour}:{minute:02}" for hour, minute in filter(None, hours))


_BOTH = 2


def _of_24(norm: str) -> tuple[int, int] | None:
    """Hour, as of 24, and minute; None where it tells neither."""
    found = _HOUR.match(norm)
    if found is None:
        return _in_words(norm)
    hour, minute, half = int(found.group(1)), int(found.group(2) or 0), found.group(3)
    if half is None:
        return (hour, minute) if hour < 24 else None
    return (hour % 12 + (12 if half == "p" else 0), minute) if 1 <= hour <= 12 else None


def _in_words(norm: str) -> tuple[int, int] | None:
    """*Half past 9*, *half 9*, *quarter to 9*, *10 past 9*."""
    found = _WORDED.match(norm)
    if found is None:
        return None
    part, side, hour = found.group("part"), found.group("side"), int(found.group("hour"))
    minutes = {"half": 30, "quarter": 15}.get(part) or int(part if part.isdecimal() else 0)
    if not 1 <= hour <= 12 or not 0 < minutes < 60 or (side is None and part != "half"):
        return None
    return (hour, minutes) if side != "to" else ((hour - 1) or 12, 60 - minutes)


def amount_of(norm: str, name: str) -> bool:
    """Whether a normalised value is so much of what another one names: *500 mg of metformin*, of *metformin*."""
    said = spelled_form(norm).split()
    rest = [x for x in said if not (x[0].isdigit() or x in UNIT_OF or x in _PER)]
    measured = any(x[0].isdigit() for x in said) and any(x in UNIT_OF for x in said)  # two of the garages are not
    return measured and rest == spelled_form(name).split()


_PER = frozenset("of a per daily twice once day".split())


@kept_short(16384)
def one_form(norm: str) -> str:
    """What two normalised values share where `same_value` says that they are one."""
    measure = measure_form(norm)
    if measure is not None:
        return measure
    plain, form = spelled_form(norm), name_form(norm)
    return form if form in _firsts() or form.isdecimal() else _in_full(plain)


def _in_full(spelled: str) -> str:
    """*VW Golf*, *Volkswagen Golf*: each word of a name by the first name that the lists have for it."""
    return " ".join(x if x in _GLUE else _also_called().get(x, x) for x in spelled.split())


@kept_short(16384)
def name_form(norm: str) -> str:
    """A name as the lists know it: the first one of the thing, without what stands between its parts."""
    joined = _joined(spelled_form(norm))
    return _also_called().get(joined, joined)


def spelled_alike(first: str, second: str) -> bool:
    """Whether two normalised values are one by their spelling, whatever the lists call them."""
    return first == second or spelled_form(first) == spelled_form(second)


def is_called_otherwise(form: str) -> bool:
    """Whether the lists know another name for what has this `name_form`."""
    return form in _firsts()


def _joined(norm: str) -> str:
    """Without what stands between the parts of a name or of a long number: *JP Morgan*, *030 555 01921*, *D.C.*."""
    if norm[-1:] in _ENDING_SIGNS:
        return norm
    bare = norm.translate(_BETWEEN)
    if bare.isalpha():
        return bare
    grouped = bare.isdecimal() and "." not in norm
    return bare if grouped and len(bare) >= _LONG_NUMBER else norm


_ENDING_SIGNS = ("-", "+", "#")
_BETWEEN = str.maketrans("", "", " .-'")
_LONG_NUMBER = 9
"""Digits from which a number that is written in groups is dialled or looked up: more than a date has."""


@lru_cache(maxsize=1)
def names_by_form() -> Mapping[str, tuple[str, ...]]:
    """What each thing of `also_called.txt` and `city_names.txt` goes by, as the lists write it, by its `name_form`."""
    things = [tuple(line.split(" = ")) for list_ in _LISTS for line in read_lines(list_)]
    return {_joined(spelled_form(normalise(names[0]))): names for names in things}


_LISTS = ("also_called.txt", "city_names.txt")


@lru_cache(maxsize=1)
def _also_called() -> Mapping[str, str]:
    """The first name of each listed thing by its other ones, in one form."""
    return {_joined(spelled_form(normalise(x))): first for first, names in names_by_form().items() for x in names[1:]}


@lru_cache(maxsize=1)
def _firsts() -> frozenset[str]:
    return frozenset(_also_called().values())


@kept_short(16384)
def spelled_form(norm: str) -> str:
    """A normalised value without plural endings, and with what is written short in full."""
    plain = norm.replace(":00", "") if ":00" in norm else norm  # at 7, at 7:00
    words = [x.removesuffix("th") if x[:-2].isdecimal() else x for x in plain.split()]  # Fifth Avenue, 5th Avenue
    if norm[:1] == "v" or " v" in norm:
        words = [x for x in map(_version, words) if x != "version"] or words  # v2.0, version 2.0
    if words and words[0] in _NUMBER and len(words) > _BOTH and words[1][0].isdecimal():
        words = words[1:]  # number 12 Elm Street
    if not _SHORT.isdisjoint(words):
        words = [_SHORTENED.get(x, x) if n else _SHORTENED_FIRST.get(x, x) for n, x in enumerate(words)]
    return " ".join(t[:-1] if len(t) > 3 and t.endswith("s") and not t.endswith("ss") else t for t in words)


def _version(word: str) -> str:
    return word[1:] if word[:1] == "v" and word[1:2].isdecimal() else word


_HOUR = re.compile(r"(\d{1,2})(?:[:.]([0-5]\d))?(?: o'clock)?(?: ?([ap])\.?m\.?)?$")
"""*2 pm*, *9:30 a.m.*, *14:00*, *3 o'clock*."""
_WORDED = re.compile(r"(?P<part>half|quarter|\d{1,2})(?: (?P<side>past|to))? (?P<hour>\d{1,2})$")
_SHORTENED = {
    "st": "street", "str": "street", "ave": "avenue", "av": "avenue", "rd": "road", "blvd": "boulevard",
    "bd": "boulevard", "ln": "lane", "sq": "square", "hwy": "highway", "pkwy": "parkway", "apt": "apartment",
    "univ": "university", "uni": "university", "dept": "department",
}  # fmt: skip
"""What is written short behind a name, as in an address."""
_SHORTENED_FIRST = {
    "st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort", "univ": "university", "uni": "university",
    "doctor": "dr", "professor": "prof", "each": "every",
}  # fmt: skip
"""The same at the head of one."""
_NUMBER = frozenset({"number", "no", "nr"})
_SHORT = frozenset({*_SHORTENED, *_SHORTENED_FIRST})


@kept_short(16384)
def all_words(norm: str) -> frozenset[str]:
    """The words of a normalised value as `same_value` and `refines` compare them."""
    return frozenset(_in_full(spelled_form(norm)).split())


@kept_short(16384)
def content_words(norm: str) -> frozenset[str]:
    """Those of `all_words` that are more than glue (*of*, *the*, *and*)."""
    return all_words(norm) - _GLUE


@kept_short(16384)
def found_by(norm: str) -> frozenset[str]:
    """What a normalised value shares some of with all that `same_value` or `refines` hold of: words, and the form."""
    told = clock_form(norm)
    return all_words(norm) | {one_form(norm), *(() if told is None else (told,))}


_GLUE = frozenset("a an the of and or in on at to for from with by de la".split())


TITLES = frozenset("mr mrs ms miss dr prof sir frau herr".split())
_OTHERWISE = frozenset("other alternate second third fourth odd even half except non ex former".split())
"""Words that say another thing, not more: *every other Wednesday* is no sort of *every Wednesday*."""


def refines(general: str, specific: str) -> bool:
    """Whether the second normalised value says the first and more, or the first says all of the second.

    Numbers never refine one another: 4 hives are not a kind of 14, and "3 hives" does not refine "hives 4".
    """
    a, b = all_words(general), all_words(specific)
    if not a or not b:
        return False
    if not (a <= b or b <= a):
        a, b = a - TITLES, b - TITLES  # Priya Raman, Ms. Raman
        if not a or not b or not (a <= b or b <= a):
            return False
    more = a ^ b
    if len(more) == 1 and _YEAR.fullmatch(next(iter(more))) is not None and any(x.startswith("month") for x in a & b):
        return True  # 4 May, 4 May 1990
    return not any(t[0].isdigit() for t in more) and _OTHERWISE.isdisjoint(more)


_YEAR = re.compile(r"(?:19|20)\d\d")


_GRADES = frozenset(
    "senior junior lead head chief principal deputy assistant associate trainee apprentice acting interim".split()
)


def graded(first: str, second: str) -> bool:
    """*A chef*, *a head chef*: whether the second of two posts, which says the first and more, tells a grade of it."""
    return not _GRADES.isdisjoint(set(second.split()) - set(first.split()))
