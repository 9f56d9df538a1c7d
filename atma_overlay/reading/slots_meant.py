"""Which of a value's slots a query speaks of: *since I live in Leeds* is not borne out by an office in Leeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Held, Slot, Statement
from atma_overlay.state.present import is_retired
from atma_overlay.values.normal import fold_case, normalise
from atma_overlay.values.terms import terms
from atma_overlay.views import Premise, PremiseVerdict

_CLAUSE = re2.compile(r"[,;:.?!–—]+(?:\s|$)")
_PARTING = frozenset(
    """abandon cancel close collapse decline discontinue ditch drop end finish give leave let lose pull quit reject
    resign retire return scrap sell shut stop turn withdraw""".split()
)
"""Verbs by which something is over: what is told with one holds no more, whatever slot it makes."""


def supports_nothing(statement: Statement) -> bool:
    """Whether a record bears no premise out: a bare mention, or one whose slot is named by a parting."""
    attribute = statement.slot.attribute
    return attribute == "mention" or attribute.partition("_")[0] in _PARTING


def parted_since(premises: Sequence[Premise], slots: Mapping[Slot, Sequence[Held]]) -> list[Premise]:
    """The premises, where what bears one out may be over by what was told later: *I've stopped Spanish lessons*.

    That is in a slot of its own where no rule tells what it ends; enough not to vouch for what it is about.
    """
    if all(p.verdict is not PremiseVerdict.SUPPORTED for p in premises):
        return list(premises)
    parted = [slot for slot in slots if slot.attribute.partition("_")[0] in _PARTING]
    partings = [
        h.statement for slot in parted for h in slots[slot] if h.statement.confidence > DOUBTED and not is_retired(h)
    ]
    if not partings:
        return list(premises)
    said = {h.statement.id: h.statement.observed_at for members in slots.values() for h in members}

    def doubted(premise: Premise) -> Premise:
        words = frozenset(terms(premise.text))
        told = [said[i] for i in premise.record_ids if i in said]
        later = [s for s in partings if told and s.observed_at > max(told) and words <= wording_of(s).every]
        if premise.verdict is not PremiseVerdict.SUPPORTED or not later:
            return premise
        over = f"{later[-1].slot}: {later[-1].value}"
        return premise.model_copy(update={"verdict": PremiseVerdict.UNRESOLVED, "reason": f"{over}, told since"})

    return [doubted(premise) for premise in premises]


def of_the_slot_meant(
    premises: Sequence[Premise], slots: Mapping[Slot, Sequence[Held]], text: str
) -> list[Premise]:  # fmt: skip
    """The premises without what bears a value out in a slot that the query says nothing of.

    Only where the words around the value tell the slot in which it is outdated, and tell none in which it holds.

    Args:
        premises: as they were judged, slot by slot.
        slots: the statements behind them.
        text: the query.
    """
    held = {normalise(p.text) for p in premises if p.verdict is PremiseVerdict.SUPPORTED}
    both = {normalise(p.text) for p in premises if p.verdict is PremiseVerdict.OUTDATED} & held
    if not both:
        return list(premises)
    statements = {h.statement.id: h.statement for members in slots.values() for h in members}
    told = {p.text: _words_around(p.text, text) for p in premises}

    def is_meant(premise: Premise) -> bool:
        behind = [statements[i] for i in premise.record_ids[:1] if i in statements]
        return any(_naming(s) & told[premise.text] for s in behind)

    gone = {normalise(p.text) for p in premises if p.verdict is PremiseVerdict.OUTDATED and is_meant(p)}
    borne_out = {normalise(p.text) for p in premises if p.verdict is PremiseVerdict.SUPPORTED and is_meant(p)}
    passed = both & gone - borne_out
    return [p for p in premises if p.verdict is not PremiseVerdict.SUPPORTED or normalise(p.text) not in passed]


def _naming(statement: Statement) -> frozenset[str]:
    words = wording_of(statement)
    return (words.attribute | words.evidence) - words.value


def _words_around(value: str, text: str) -> frozenset[str]:
    """The stems of the clauses in which a value stands, without its own."""
    name = fold_case(value)
    clauses = [clause for clause in _CLAUSE.split(text) if name in fold_case(clause)] or [text]
    return frozenset(terms(" ".join(clauses))) - frozenset(terms(value))
