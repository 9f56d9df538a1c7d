"""A dose and what it is of, told in one sentence: *I take 50 mg of sertraline*, *sertraline, 50 mg*."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import DOSED
from atma_overlay.records import Act, Change, Statement
from atma_overlay.state.pairs.adjudication import APPLY_AT
from atma_overlay.state.pairs.doses import is_anothers, of_other_stuff, parted, stuff_named
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms, words

DOSE = "dose"
SLOTS = ("medication", DOSE)
"""What is taken, and how much of it."""
_OF = " of "


def amount_alone(candidate: Candidate) -> Candidate:
    """*10 mg of amlodipine*, as a dose: *10 mg*."""
    amount, of, _ = candidate.value.partition(_OF)
    return candidate.but(value=amount, norm=normalise(amount)) if of else candidate


def told_with(candidate: Candidate, medicines: Sequence[Statement], doses: Sequence[Statement]) -> Statement | None:
    """The record that tells the amount that a new dose takes the place of: *50 mg of sertraline*.

    Args:
        candidate: a dose.
        medicines: the open records of what is taken.
        doses: those of how much.
    """
    told = candidate.change is not Change.NONE or candidate.replaces is not None
    if candidate.act is not Act.ASSERT or not told or candidate.temporary or candidate.confidence < APPLY_AT:
        return None
    if len(doses) != 1 or same_value(doses[0].norm, candidate.norm):
        return None
    old = doses[0]
    both = [s for s in medicines if s.observation_id == old.observation_id and s.norm.startswith(old.norm + _OF)]
    lone = sum(_OF in s.norm for s in medicines) == 1 and not stuff_named(candidate)
    both = [s for s in both if lone or s.norm.rpartition(_OF)[2] in candidate.evidence.lower()]
    return both[0] if len(both) == 1 and not of_other_stuff(candidate, both[0]) else None


def is_amount_of(candidate: Candidate, old: Statement) -> bool:
    """Whether a candidate tells only how much of the medicine of a record: *my ramipril is 10 mg now*."""
    return candidate.unit in DOSED and _OF in old.norm and _OF not in candidate.norm and candidate.norm[:1].isdigit()


def of_it(candidate: Candidate, old: Statement) -> Candidate:
    """A dose with the name of what it is of, as it was told before."""
    name = old.value.partition(_OF)[2] or old.norm.partition(_OF)[2]
    value = f"{candidate.value}{_OF}{name}"
    return candidate.but(value=value, norm=normalise(value), value_kind=old.value_kind, unit=old.unit, replaces=None)


def dose_of(norm: str, medicines: Sequence[Statement], doses: Sequence[Statement]) -> list[Statement]:
    """How much was taken of what ends, where its sentence told of nothing else, or of no other amount.

    Args:
        norm: what ends.
        medicines: the open records of what is taken.
        doses: those of how much.
    """
    ended = [s for s in medicines if same_value(s.norm, norm)]
    told = {s.observation_id for s in ended}
    lone = len([s for s in medicines if s.observation_id in told]) == len(ended) == 1
    amounts = {s.norm.partition(_OF)[0] for s in ended if _OF in s.norm}
    return [s for s in doses if s.observation_id in told and (lone or s.norm in amounts)]


def dose_named(candidate: Candidate, medicines: Sequence[Statement], doses: Sequence[Statement]) -> Statement | None:
    """The dose of what is told to be taken in another amount, by its name: *my GP upped the sertraline to 100 mg*.

    Where no dose is known apart, it is the record that tells both.

    Args:
        candidate: an amount of what it replaces.
        medicines: the open records of what is taken.
        doses: those of how much.
    """
    name, said = (candidate.replaces or "").lower(), words(candidate.evidence)
    pointed_at = any(x == name and before in _OWN for before, x in pairwise(said))
    named = [s for s in medicines if s.norm.rpartition(_OF)[2] == normalise(name)]
    if not pointed_at or len(named) != 1 or is_anothers(candidate.evidence, name):
        return None
    amount = named[0].norm.rpartition(_OF)[0]
    meant = [s for s in doses if not amount or s.norm == amount]
    if len(meant) != 1 or len(doses) != 1:
        return named[0] if amount else None
    together = named[0].observation_id == meant[0].observation_id or len(medicines) == 1
    return meant[0] if together and candidate.unit == meant[0].unit else None


_OWN = frozenset({"my", "the"})


def told_by_name(
    candidate: Candidate, medicines: Sequence[Statement], doses: Sequence[Statement]
) -> Statement | Literal[False] | None:
    """The record of how much was taken of the medicine that an amount names: *my ramipril is 10 mg now*.

    Args:
        candidate: an amount, told of something by a word of no slot that is known.
        medicines: the open records of what is taken.
        doses: those of how much.

    Returns:
        The dose that was told with the medicine, or what tells both; None where it names none of the medicines of
        which an amount is known, and False where it may be of any.
    """
    known = [(s, parted(s.norm)) for s in medicines]
    named = stuff_named(candidate)
    if not named or not any(parts for _, parts in known):
        return False
    meant = [(s, parts) for s, parts in known if parts is not None and named <= set(terms(parts[1]))]
    if len(meant) != 1:
        return None if not meant else False
    old, (number, _, unit) = meant[0]
    alone = [s for s in doses if s.observation_id == old.observation_id and s.norm == f"{number} {unit}"]
    return alone[0] if len(alone) == 1 else old
