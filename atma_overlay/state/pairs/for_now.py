"""What is left, lost, cancelled or turned off for now: *I left Leeds for Christmas*, *I lost Anna in the crowd*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.words import FEASTS
from atma_overlay.records import Statement
from atma_overlay.values.terms import terms

__all__ = ["only_for_now"]

_THING = r"(?:[\p{L}\p{N}'’.&-]+ ){1,4}?"
_OCCASIONS = (
    "|".join(sorted(FEASTS)) + "|lunch|dinner|breakfast|home|work|the (?:day|night|weekend|holidays?"
    "|summer|winter|break|airport|station|evening)|an? (?:day|week|weekend|month|while|bit|break|walk|meeting|trip"
    "|holiday|smoke|coffee)"
)
_CARRIED = (
    "bags?|coats?|box|boxes|books?|cake|smile|friends?|kids|dog|shopping|umbrella|headache|cold|jumper|dress|presents?"
    "|coffee|parcel"
)
_LEFT = re2.compile(
    rf"(?i)\bleft {_THING}(?:for (?:{_OCCASIONS})"
    rf"|with (?:an?|my|some|two|three|the) (?:new |big |full |small |heavy )?(?:{_CARRIED}))\b"
)
"""Who leaves a town or a firm so comes back: *for Christmas*, *with a bag*; who leaves for Globex does not."""
_LOST = re2.compile(
    r"(?i)\blost [\p{L}'’-]+ (?:in|at|on) (?:the|an?) (?:crowd|fog|dark|shops?|mall|park|woods|forest|market"
    r"|supermarket|store|station|airport|traffic|maze|museum|queue|festival|concert|zoo)\b"
)
_SWITCHED_OFF = re2.compile(r"(?i)\bturn(?:ed|ing)? (?:off\b|(?:[\p{L}'’-]+ ){1,4}off\b)")
_UNTIL_THEN = re2.compile(
    r"(?i)\b(?:stopped|quit|finished) \p{L}+ing [^.,;]{1,40}? (?:at|around|about|before|by) "
    r"(?:half past |quarter to |quarter past )?"
    r"(?:\d|one|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve|noon|midnight|midday|lunch|bedtime)\b"
)
"""*I stopped watching Netflix at ten*: that night."""
_AGES = re2.compile(r"(?i)\b(?:years old|the age of|age \d|years of age|weeks|months)\b")
_PARTED_OTHERS = re2.compile(r"(?i)\b(?:broke|break|breaking|broken) up (?:the|an?|their) ")
"""*I broke up the fight between Sam and Tom*."""
_CANCELLED = re2.compile(r"(?i)\b(?:cancel(?:l?ed|l?ing)?|postponed|rescheduled)\b")
_WATCHED = frozenset("streaming_subscription music_app current_show tv wearable game_console".split())
_SEEN = frozenset(
    """doctor dentist gp vet therapist specialist hairdresser trainer coach tutor babysitter nanny childminder advisor
    """.split()
)
"""Who is cancelled for one appointment."""

_AWAY = re2.compile(r"(?i)(?:\bis|['’]s) out\b")
"""*Carla is out, ask Jon*: whoever is somebody's boss still is; a tool that is out is used no more."""
_ONE_OF_ITS_NAME = re2.compile(
    r"(?i)^\W*(?:and |but |so |ok |sadly |oh,? )?the (?P<thing>[\p{L}\p{N}][\p{L}\p{N} '’&.-]{0,40}?) "
    r"(?:in|on|at|near|by) (?:the |my |our |an? )?(?P<where>[\p{L}-]+)"
)
"""*The FitX in Mitte closed*, *the pixel on my screen is dead*: one that is told by where it is."""


def only_for_now(candidate: Candidate, old: Statement) -> bool:
    """Whether what seems to end is left, lost, cancelled or turned off for now alone.

    Args:
        candidate: a mention of what stopped.
        old: the record that it means.
    """
    said = candidate.evidence
    if _LEFT.search(said) is not None or _LOST.search(said) is not None or _PARTED_OTHERS.search(said):
        return True
    if _AWAY.search(said) is not None and _is_of_somebody(old):
        return True
    if _is_told_by_its_place(said, old):
        return True
    if _UNTIL_THEN.search(said) is not None and _AGES.search(said) is None:
        return True
    if old.slot.attribute in _WATCHED and _SWITCHED_OFF.search(said) is not None:
        return True
    return old.slot.attribute in _SEEN and _CANCELLED.search(said) is not None


def _is_of_somebody(old: Statement) -> bool:
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    return known is not None and "person" in known.values


def _is_told_by_its_place(said: str, old: Statement) -> bool:
    found = _ONE_OF_ITS_NAME.search(said)
    return (
        found is not None
        and found.group("thing").lower() == old.norm
        and set(terms(found.group("where"))).isdisjoint(terms(old.evidence))
    )
