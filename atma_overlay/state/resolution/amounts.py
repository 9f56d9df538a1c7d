"""How much is taken of a medicine, where it is told anew: in place of that one's amount, and of no other's."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.facts.prescribed import is_for_now
from atma_overlay.records import Change, Slot, Statement
from atma_overlay.state.pairs import dosing
from atma_overlay.state.pairs.doses import another_dose, is_anothers
from atma_overlay.state.resolution.placing import Placing

__all__ = ["told_anew", "told_by_name"]


def told_anew(candidate: Candidate, active: Sequence[Statement], placing: Placing) -> bool:
    """Whether a medicine is placed where the one record of its slot has it with another amount.

    Args:
        candidate: what is told; *metformin 1000 mg*.
        active: the open records of its slot.
        placing: places it.
    """
    doses = [s for s in active if another_dose(s.norm, candidate.norm)]
    if len(doses) != 1:
        return False
    passing = is_for_now(candidate.evidence, candidate.value)
    placing.replace_old(candidate.doubted() if passing else candidate, doses[0])
    return True


def told_by_name(candidate: Candidate, placing: Placing) -> bool:
    """Whether an amount that names its medicine is placed: where that one's was, or beside those of others.

    Args:
        candidate: an amount; *my ramipril is 10 mg now*.
        placing: places it.
    """
    if candidate.known_attribute:
        return False
    slot = Slot(candidate.subject, candidate.attribute)
    medicines, doses = (placing.workspace.active(Slot(slot.subject, x)) for x in dosing.SLOTS)
    old = dosing.told_by_name(candidate, medicines, doses)
    if old is False or (old is not None and is_anothers(candidate.evidence, candidate.attribute.split("_")[0])):
        return False
    if old is None:
        placing.put(candidate, slot)
    else:
        placing.replace_old(candidate.doubted() if candidate.change is Change.NONE else candidate, old)
    return True
