"""What a number that is told alone is the number of: *5530 is closed now*, after *ticket 5530 is open*."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.work.work_names import number_alone
from atma_overlay.records import Statement
from atma_overlay.state.earlier import EarlierRecords
from atma_overlay.values.terms import terms

__all__ = ["known_by_number"]


def known_by_number(candidate: Candidate, links: EarlierRecords) -> Statement | None:
    """The open record of the one thing with the number by which alone a candidate names it.

    Two things of one number leave it open which of them is meant.

    Args:
        candidate: what is told.
        links: where records are looked up.
    """
    number = number_alone(candidate.attribute)
    if not number:
        return None
    told = candidate.attribute.rpartition("_")[2]
    same = links.found("attribute", terms(number), lambda s: s.slot.attribute.endswith(f"_{number}_{told}"))
    mine = [s for s in same if s.slot.subject == candidate.subject]
    return mine[0] if len({s.slot for s in mine}) == 1 else None
