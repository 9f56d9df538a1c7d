"""All days of one kind told anew: *my office days are Mondays and Wednesdays now* leaves none of those before."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.adjudication import APPLY_AT
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.values.terms import terms

SLOTS = frozenset({"work_days", "days_off"})
"""Known slots of days, of which there may be several."""
_ALL_OF_THEM = re2.compile(
    r"^(?:\W|and |but |so |ok |well )*(?:my|our) (?:\p{L}+[- ]){0,2}days?(?: off)? (?:are|have (?:changed|moved) to) "
)
_NOT_ALL = re2.compile(
    r"\b(?:also|too|as well|sometimes|usually|mostly|either|or|this|next|until|till|for now|if|unless|rest|longer"
    r"|shorter|later|earlier|in the \p{L}+ office)\b"
)


def days_over(candidate: Candidate, active: Sequence[Statement]) -> list[Statement]:
    """The open records of days that a sentence which tells all days anew does not name.

    Args:
        candidate: one of the days that it tells.
        active: what stands in its slot.
    """
    said = candidate.evidence.lower()
    sure = candidate.change is not Change.NONE and not candidate.temporary and candidate.confidence >= APPLY_AT
    if not sure or _ALL_OF_THEM.search(said) is None or _NOT_ALL.search(said) is not None:
        return []
    told = set(terms(said))
    olds = [s for s in active if s.value_kind == "day" and s.affirmed and told.isdisjoint(terms(s.value))]
    return [s for s in olds if s.evidence != candidate.evidence and not of_another_one(s, candidate)]
