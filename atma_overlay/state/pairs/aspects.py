"""Values of one slot that say different things of it, so that neither plainly takes the other's place.

*I live in Leeds*, *I live in England*: a town and what it may lie in. *I'm vegetarian*, *I'm gluten-free*: what
somebody eats and what is left out of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.words import read_list
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.belonging import related

_OF_PLACES = frozenset({"home_city", "work_city", "birthplace"})
_DIET = "diet"
_LEFT_OUT = re2.compile(r"\bfree$|^(?:low|reduced)\b|^(?:halal|kosher|organic)$")


def other_aspect(candidate: Candidate, old: Statement) -> bool:
    """Whether two diets say different things: both hold.

    Args:
        candidate: what is told.
        old: what stands in its slot.
    """
    if candidate.attribute != _DIET or candidate.replaces:
        return False
    return bool(_LEFT_OUT.search(candidate.norm) or _LEFT_OUT.search(old.norm))


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
