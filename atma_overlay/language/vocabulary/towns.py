"""Whether what somebody moved to may be a place to live in: *York*, but not *our Dublin office*, *Sales*, *Google*."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from atma_overlay import re2
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.values.belonging import is_place
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import name_form
from atma_overlay.word_lists import read_lines, read_list

__all__ = ["is_no_place", "is_no_town", "is_titled", "may_be_no_town"]

_AREAS = frozenset(
    """district coast island islands area valley quarter suburb suburbs region county village town city side end hill
    hills bay peninsula highlands borders countryside province state neighbourhood neighborhood estate
    centre center downtown uptown outskirts beach harbour harbor square park way""".split()
)
_KINDS = frozenset(
    """time hours office branch team site campus desk shift account project squad rotation style rules pricing plan
    model format mode notation layout syntax licence license""".split()
)
"""What goes by a name, and is no place, without a word before it, too: *Berlin time*."""
_GRADES = frozenset("membership class economy league division tier level cover rewards".split())
"""What has grades and ranks that go by names: *Gold membership*, *Business Class*."""
_JOINED = re2.compile(r"^(?:\p{Lu}\p{Ll}{2,}\p{Lu}|\p{Ll}+\p{Lu})")
"""*PureGym*, *iCloud*: how no town is written; *McAllen* and *DeKalb* are."""
_TOWN_PREFIXES = ("Mac", "Fitz", "Van", "Von", "San", "Saint")
_TOWNS = frozenset(
    """bath reading nice split cork orange mobile rugby deal sandwich battle boulder phoenix hull derby ware ash
    lancaster paradise dale hope chester troy bend surprise normal wells barnes woods springs banks falls""".split()
)
"""Towns that are everyday words."""
_LETTERS = frozenset("nyc la sf dc uk us usa uae nz kl hk sg atl philly".split())
"""Places that go by their letters; *QA* and *R&D* do not."""
_DWELLINGS = frozenset("flat apartment unit block house villa suite lot cottage lodge".split())
"""What has a number of its own that one lives at: *Flat 12*; a desk, a row and a room do not."""
_LONGEST_LETTERS = 4


def is_no_place(phrase: Phrase, value: str) -> bool:
    """*Moved to the Alder rotation*, *to our Dublin office*, *to Google*: what one moved to, and where nobody lives.

    Args:
        phrase: what names it.
        value: the same as it is kept.
    """
    head = phrase.tokens[phrase.head]
    bare = phrase.determiner is None and phrase.owner is None
    if bare and value.lower() in _firms():
        return True
    named = any(x.tag == t.NAME for x in phrase.tokens[phrase.core : phrase.head])
    if bare:  # I moved to London full time
        return named and head.lower in _KINDS and phrase.tokens[phrase.head - 1].tag == t.NAME
    known = phrase.determiner == "the" or phrase.owner is not None
    return known and head.tag != t.NAME and named and head.lower not in _AREAS | w.DWELLINGS


def is_titled(value: str) -> bool:
    """*Dr Lind*, *Mrs. Patel*: somebody by their title."""
    return value.lower().partition(" ")[0].rstrip(".") in w.TITLES


def is_no_town(value: str) -> bool:
    """*We moved to Scrum*, *to Sales*, *to QA*: an everyday word, or letters, may be a team or a way of working."""
    word, _, number = value.lower().partition(" ")
    if word in _TOWNS or (number and word in _DWELLINGS):
        return False
    if value.lower().rpartition(" ")[2] in _GRADES or word.rstrip(".") in w.TITLES or value.lower().endswith("ism"):
        return True
    if _JOINED.match(value) is not None and not value.startswith(_TOWN_PREFIXES):
        return True
    letters = value.isupper() and len(value) <= _LONGEST_LETTERS and word.replace(".", "") not in _LETTERS
    everyday = not w.common_words().isdisjoint({word, w.lemma_of_noun(word)}) or word in w.jargon()
    coded = any(map(str.isdigit, number))
    counted = coded or len(number) == 1  # Level 2, Seat 12A, Plan B
    if coded and value[:1].islower():  # desk A5
        return True
    return letters or (everyday and (not number or counted))


_MOVED_TO = tuple(
    f"{verb} {way}to "
    for verb in ("move", "moves", "moved", "moving")
    for way in ("", "back ", "over ", "up ", "down ")
)
_SHAPED = re2.compile(
    r"(?i)(?:bury|borough|burgh|ville|burg|shire|mouth|w[iy]ch|wick|ham|ford|ington|ampton|stead|thorpe|thwaite"
    r"|chester|caster|minster|field|dale|wood|bridge|port|pool|worth|combe|stow|stoke|heim|hausen|dorf|stadt|furt"
    r"|kirchen|grad|abad|pur|polis|hoven|drecht|dam|sund|borg|holm|ow|shima|gawa|cester|firth|beck|kirk|hurst|cliff"
    r"|ditch|ness|well|\p{L}{2}[lrnsd]ton)$"
    r"|(?i)^(?:aber|inver|llan|kil|bally|pen|tre|glen)\p{L}{3,}$|^(?:Ma?c|De|La|Fitz)\p{Lu}\p{Ll}{3,}$"
)
"""How towns are called, at their end or their beginning."""
_NAMED_AFTER = frozenset(
    """hill hills street road lane avenue square park bridge creek valley heights beach bay lake lakes island islands
    springs falls city town village county harbour harbor heath green grove gardens common end cross gate wood woods
    forest moor point head cove sands mills court terrace close crescent quay docks wharf estate rise view meadows
    platz strasse straße allee ufer viertel""".split()
)
_NAMED_BY = frozenset(
    """little great upper lower north south east west old new port fort san santa santo são sao saint sankt st st. los
    las la le les el mount mt lake bad glen ben isle castle church mid much long king's queen's bishop's kirkby sainte
    northern southern eastern western central inner outer downtown greater ciudad puerto villa monte cape
    haus house hof casa chalet château""".split()
)
"""Words that the name of a town or a street has at its end, or at its head."""
_LIVING = re2.compile(
    r"(?i)\b(?:wife|husband|girlfriend|boyfriend|partner|family|parents|kids|children|mum|mom|dad|flatmates?|roommates?"
    r"|house|home|flat|apartment|cottage|bungalow|neighbou?rs?|neighbou?rhood|rent(?:ed|ing|s)?|landlord|landlady"
    r"|street|village|town|city|seaside|coast|country|countryside|abroad|live|living|lives|lived|commut(?:e|ing)"
    r"|mortgage|boxes|unpack(?:ed|ing)?|movers|removal|houses?|relocat\w+|university|uni|college|studies|for good|sea"
    r"|mountains|weather|climate|here|there|locals?|for (?:work|love|a job|a new job))\b"
)
"""What is spoken of with a place to live."""
_ON_PURPOSE = re2.compile(
    r"^ for (?:\p{L}+ing\b|(?:my|our|the|all|his|her|their) |(?:note|mail|email|music|chat|code|data|photo|video|typing"
    r"|payroll|invoic|electric|gas|broadband|insurance|bank|hosting|search|log|monitor|test|backup|storage|design)\p{L}*)"
)
"""*Moved to Zorblatt for payroll*: what a tool is for."""
_MAY_LIVE_FOR = re2.compile(
    r"^ for (?:studying|working|(?:my|our|his|her|their) (?:job|work|studies|degree|phd|health))"
)


_LEVEL = re2.compile(r"^(?:under|over|u|year|grade|class|level|stage|form|tier|division|group)s?[ -]?\d+s?$")
"""What one moves up to in a club or a school: *the under-10s*, *Year 5*."""
_FROM_ANOTHER = re2.compile(r"^ from (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})")


def may_be_no_town(value: str, said: str) -> bool:
    """*I moved to Arsenal*, *to Spanish*, *to Acme*: a name that no list of places has may be of anything.

    It is a town where it is called like one, where something is said of living there, and with whatever tells a move
    of house by itself: *relocated to*, *moved from Leeds to*. Who moved *to Chelsea from Arsenal* has left no town.

    Args:
        value: the name.
        said: the sentence.
    """
    if _LEVEL.match(value.lower()):
        return True
    at = said.find(value)
    if at < 0 or not said[:at].lower().endswith(_MOVED_TO):
        return False
    behind = said[at + len(value) :]
    source = _FROM_ANOTHER.match(behind)
    if source is not None and _is_of_no_town(source.group(1)):
        return True
    words = value.split()
    town = " ".join(takewhile(_is_name, words))
    if is_place(normalise(town)) or town.lower() in _TOWNS or _LIVING.search(said[:at] + behind) is not None:
        return False
    if _ON_PURPOSE.search(behind) is not None and _MAY_LIVE_FOR.search(behind) is None:
        return True
    return _is_of_no_town(value)


def _is_of_no_town(name: str) -> bool:
    """Whether no list of places has a name, and it is not called like a town."""
    words = name.split()
    town = " ".join(takewhile(_is_name, words))
    if is_place(normalise(town)) or town.lower().replace(".", "") in _LETTERS:
        return False
    if any(x.isdigit() or x == "-" for x in name):
        return False
    first, last = words[0].lower(), words[-1].lower()
    named = len(words) > 1 and (first in _NAMED_BY or last in _NAMED_AFTER)
    return not (named or _SHAPED.search(town) is not None or _is_small_town(town))


def _is_small_town(name: str) -> bool:
    return name_form(normalise(name)) in _small_towns()


@lru_cache(maxsize=1)
def _small_towns() -> frozenset[str]:
    return read_list("small_towns.txt")


def _is_name(word: str) -> bool:
    return word[:1].isupper()


@lru_cache(maxsize=1)
def _firms() -> frozenset[str]:
    return frozenset(name.lower() for name in read_lines("firms.txt"))
