"""What the words around the wording of a date say.

Which word leads it, and whether it is a date there at all; `time_direction` says which way it lies.
"""

from __future__ import annotations

from typing import Literal

from atma_overlay import re2
from atma_overlay.language.dates.dated import Phrase
from atma_overlay.language.grammar import words as w
from atma_overlay.values.normal import UNIT_OF

LeadKind = Literal["since", "until", "in", "at", "during"]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LEADS: dict[str, LeadKind] = {
    "since": "since", "ever since": "since", "from": "since", "as of": "since", "as from": "since",
    "as at": "since", "starting": "since", "starting from": "since", "starting in": "since",
    "starting on": "since", "beginning": "since", "beginning in": "since", "effective": "since",
    "effective from": "since", "after": "since",
    "until": "until", "till": "until", "up to": "until", "up until": "until", "up till": "until",
    "through": "until", "thru": "until", "before": "until", "prior to": "until",
    "in": "in", "back in": "in", "sometime in": "in", "around": "in",
    "during": "during", "over": "during", "within": "during", "throughout": "during", "across": "during",
    "between": "during", "for": "during",
    "on": "at", "at": "at", "by": "at",
}  # fmt: skip
_LEAD = re2.compile(rf"(?i)(?:^|[^\p{{L}}\p{{N}}_])({'|'.join(sorted(_LEADS, key=len, reverse=True))})\s+(?:the\s+)?$")
_BEEN = re2.compile(r"(?i)\b(?:it['’]s been|it has been|has been|have been|been)\s+$")
_SINCE_AFTER = re2.compile(r"(?i)^\s+since\b")
_LAST_WORD = re2.compile(r"([\p{L}\p{N}'’]+)[\s,(]*$")
_NEXT_WORD = re2.compile(r"^\s+([\p{L}\p{M}'’]+)")

RANGE_SHAPES = _set("iso date american worded month season year day holiday quarter")
RANGE_LEADS = frozenset({"from", "between", "in", "during", "for", "over", "throughout", "back in"})
_DAY_SHAPES = _set("date american worded last_day")
_FREE_SHAPES = _set("iso day stretch over_next ago seasons_ago hence")
_WORDS_TOO = frozenset({"may", "march"})
"""Months that are ordinary words when they are written small."""
_NAMES_TOO = _set("april may june august")
_MODAL_FOLLOWERS = _set("be not have also well need want cause help take contain get sound seem look i we you")
_COUNTED = frozenset(UNIT_OF) | _set(
    "people words steps pieces characters requests users calories items copies points votes lines files rows"
)
_PRONOUN_FORMS = _set("i i'm i've i'll i'd we we're we've he he's she she's they they're you it it's that's")
_FUNCTION_WORDS = (
    w.PREPOSITIONS | w.CONJUNCTIONS | w.SUBORDINATORS | w.WH_WORDS | w.BE | w.HAVE | w.DO | w.ADVERBS
    | w.POSSESSIVES | w.DETERMINERS | w.MODALS_UNREAL | w.MODALS_FUTURE | w.OBJECT_PRONOUNS | _PRONOUN_FORMS
    | {"only", "alone", "onwards", "onward"}
)  # fmt: skip
_ONE_OF_MANY = w.DETERMINERS | w.POSSESSIVES | _set("of first second third fourth other")
_WENT = _set("went came began left quit ran met sent paid bought sold got had told said did since took gave")
_WEEKDAY_LEADS = _set("on since until till by from starting before after through") | {
    "as of", "as from", "starting on", "starting from", "effective from", "up to",
}  # fmt: skip
_MONTHDAY_LEADS = _set("on since until till from by starting through effective") | {
    "as of", "as from", "starting on", "starting from", "effective from",
}  # fmt: skip
_PAST_WINDOW_LEADS = _set("for in over during since throughout within")
_SEVERAL = _set("mornings afternoons evenings nights")


def lead_before(text: str, start: int) -> tuple[str, int]:
    """The word that leads a date and where it starts; ("", start) where none does."""
    window = text[max(0, start - 24) : start]
    if not _may_lead(window):
        return "", start
    found = _LEAD.search(window)
    if found is not None:
        return " ".join(found.group(1).lower().split()), start - len(window) + found.start(1)
    been = _BEEN.search(window) if "been" in window.lower() else None
    return ("been", start - len(window) + been.start()) if been is not None else ("", start)


def _may_lead(window: str) -> bool:
    """Whether a lead, or *been*, may stand at the end of what is before a date."""
    if not window.isascii():
        return True
    words = window.lower().split()[-2:]
    return bool(words) and any(word.endswith(_LEAD_ENDS) for word in words)


_LEAD_ENDS = ("been", *sorted({lead.rsplit(" ", maxsplit=1)[-1] for lead in _LEADS}))


def kind_of(lead: str) -> LeadKind:
    """What a lead makes of its date; *at* where there is none."""
    return _LEADS.get(lead, "at")


def whole_end(phrase: Phrase) -> bool:
    """Whether *until* this wording reaches its end: *until the end of May* does, *until May* does not."""
    return phrase.get("part") in {"end", "close", "whole", "all", "rest"} or bool(phrase.get("end_of"))


def reads_as_time(text: str, phrase: Phrase, lead: str) -> bool:
    """Whether a wording is a date after this lead, not an ordinary word, a name or a modifier of a noun."""
    if lead == "from" and _possesses(text, phrase):
        return False
    if phrase.shape == "day":
        return kind_of(lead) not in {"in", "during"}
    if phrase.shape in _FREE_SHAPES:
        return lead != "been"
    if phrase.shape in _DAY_SHAPES:
        return _is_dated(text, phrase, lead)
    checks = {"month": _is_month, "weekday": _is_weekday, "duration": _is_duration, "monthday": _is_monthday}
    if phrase.shape in checks:
        return checks[phrase.shape](text, phrase, lead)
    if phrase.shape in {"window", "recent"}:
        return lead in _PAST_WINDOW_LEADS or (phrase.shape == "window" and not lead)
    return _is_stretch(text, phrase, lead)


def _is_stretch(text: str, phrase: Phrase, lead: str) -> bool:
    """A year, a season, a holiday or a week needs a lead or a word for its part or its place."""
    led = lead in _LEADS and lead != "on"
    named = any(phrase.get(name) for name in ("part", "stage", "relative", "relative_year"))
    if phrase.shape in {"year", "decade"}:
        return (named or led) and _next_word(text, phrase.end) not in _COUNTED
    if phrase.shape == "the_stretch":
        weekend = phrase.get("stretch") == "weekend"
        led = lead != "in" and led if weekend else lead in {"for", "during", "throughout"}
        return named or (bool(phrase.get("end_of")) and bool(lead)) or (led and not _modifies(text, phrase))
    if phrase.get("season") == "fall":
        led = lead in {"in", "since", "until", "during", "by"}
    return (named or led or bool(phrase.get("year"))) and not _modifies(text, phrase)


def _is_dated(text: str, phrase: Phrase, lead: str) -> bool:
    if phrase.shape == "last_day" or any(phrase.get(name) for name in ("suffix", "of", "year", "ordinal")):
        return True
    if not phrase.capital and (phrase.get("month") in _WORDS_TOO or len(phrase.get("month")) < 5):
        return False
    if phrase.shape == "american" and kind_of(lead) in {"in", "during"}:
        return False
    return _next_word(text, phrase.end) not in _MODAL_FOLLOWERS or phrase.get("month") != "may"


def _is_month(text: str, phrase: Phrase, lead: str) -> bool:
    name, follower = phrase.get("month"), _next_word(text, phrase.end)
    if name in {"jan", "mar"} and not phrase.get("year"):
        return phrase.capital and lead == "in"
    if (len(name) < 4 or name == "sept") and name != "may" and not phrase.capital:
        return False
    if phrase.get("year") or phrase.get("part") or phrase.get("stage"):
        return True
    if name == "may" and follower in _MODAL_FOLLOWERS and not (phrase.capital and follower in _PRONOUN_FORMS):
        return False
    if phrase.get("relative"):
        return phrase.capital or name not in _WORDS_TOO
    if lead == "for":
        return name not in _NAMES_TOO or follower in {"only", "alone"}
    return lead in _LEADS and (kind_of(lead) != "at" or (lead == "by" and phrase.capital))


_SEVERAL_OR_OF_OR_TO = _SEVERAL | {"of", "to"}


def _is_weekday(text: str, phrase: Phrase, lead: str) -> bool:
    follower, before = _next_word(text, phrase.end), _last_word(text, phrase.start)
    if len(phrase.get("weekday")) < 6 and not (phrase.capital and lead):
        return False
    if follower in _SEVERAL_OR_OF_OR_TO or _possesses(text, phrase):
        return False
    if before in {"every", "each", "and", "to", "or"}:
        return False
    if phrase.get("relative") or lead in _WEEKDAY_LEADS:
        return True
    if phrase.get("day"):
        return True
    return before not in _ONE_OF_MANY and (before in _WENT or (before.endswith("ed") and len(before) > 4))


def _is_monthday(text: str, phrase: Phrase, lead: str) -> bool:
    return lead in _MONTHDAY_LEADS and not _modifies(text, phrase)


def _is_duration(text: str, phrase: Phrase, lead: str) -> bool:
    follower = _next_word(text, phrase.end)
    if follower in {"ago", "old", "back", "later", "earlier"} or phrase.get("unit") in {"hour", "minute"}:
        return False
    if lead == "been":
        return _SINCE_AFTER.search(text[phrase.end : phrase.end + 8]) is not None
    return lead in {"for", "since"} or (lead == "in" and follower != "of")


def joins_range(first: Phrase, last: Phrase, lead: str, join: str) -> bool:
    """Whether two dates with a word between them are one range."""
    if join == "and":
        return lead == "between"
    if first.shape == "year":
        return lead in RANGE_LEADS and last.shape in {"year", "month"}
    return not (_may_be_a_word(first) or _may_be_a_word(last))


def _may_be_a_word(phrase: Phrase) -> bool:
    small = phrase.shape == "month" and not phrase.capital and not phrase.get("year")
    return small and phrase.get("month") in _WORDS_TOO


def _next_word(text: str, end: int) -> str:
    found = _NEXT_WORD.search(text[end : end + 40])
    return found.group(1).lower().replace("’", "'") if found else ""


def _possesses(text: str, phrase: Phrase) -> bool:
    return text[phrase.end : phrase.end + 2] in {"'s", "’s"}


def _last_word(text: str, start: int) -> str:
    found = _LAST_WORD.search(text[max(0, start - 40) : start])
    return found.group(1).lower() if found else ""


def _modifies(text: str, phrase: Phrase) -> bool:
    """Whether the next word is a noun that the wording describes: *summer trip*, *the 15th floor*."""
    follower = _next_word(text, phrase.end)
    return bool(follower) and follower not in _FUNCTION_WORDS and not phrase.get("year")
