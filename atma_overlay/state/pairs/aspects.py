"""Values of one slot that say different things of it, so that neither plainly takes the other's place.

*I live in Leeds*, *I live in England*: a town and what it may lie in. *I'm vegetarian*, *I'm gluten-free*: what
somebody eats and what is left out of it; *keto* says how.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Change, Statement
from atma_overlay.values.belonging import related
from atma_overlay.word_lists import read_list

_OF_PLACES = frozenset({"home_city", "work_city", "birthplace"})
_DIET = "diet"
_LEFT_OUT = re2.compile(r"\bfree$|^(?:low|reduced)\b|^(?:halal|kosher|organic)$")
_OF_ANIMALS = re2.compile(r"vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|plant-based|omnivor")
"""What somebody eats of animals, and nothing of how they spread it or what it is to do for them."""
_REGIMES = re2.compile(
    r"^(?:keto|ketogenic|mediterranean|dash|whole-food|high-protein|high-fib(?:re|er)|anti-inflammatory"
    r"|intermittent fasting)(?: diet)?$"
)


def other_aspect(candidate: Candidate, old: Statement) -> bool:
    """Whether two diets say different things: both hold.

    Args:
        candidate: what is told.
        old: what stands in its slot.
    """
    if candidate.attribute != _DIET or candidate.replaces:
        return False
    told, known = candidate.norm, old.norm
    if _LEFT_OUT.search(told) or _LEFT_OUT.search(known):
        return True
    plain = candidate.change is Change.NONE
    return plain and (_is_a_regime_of(told, known) or _is_a_regime_of(known, told))


def _is_a_regime_of(regime: str, animals: str) -> bool:
    """*Keto* beside *vegetarian*: who keeps to the one may keep to the other."""
    return bool(_REGIMES.search(regime) and _OF_ANIMALS.search(animals))


def other_grain(candidate: Candidate, active: Iterable[Statement]) -> bool:
    """Whether a place is told plainly where one of another grain stands: who lives in Leeds may live in England.

    Where no list says that the one lies in the other, it is in doubt.

    Args:
        candidate: what is told.
        active: what stands in its slot.
    """
    if candidate.attribute not in _OF_PLACES or candidate.change is not Change.NONE or candidate.replaces:
        return False
    region = candidate.norm in _regions()
    others = [s.norm for s in active if (s.norm in _regions()) != region]
    return bool(others) and not any(related(candidate.norm, x) for x in others)


@lru_cache(maxsize=1)
def _regions() -> frozenset[str]:
    return read_list("regions.txt")
