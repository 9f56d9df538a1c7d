"""Medicines told with how much of each: *metformin 500 mg*, *500 mg of metformin* and *500 mg metformin* are one."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.facts.prescribed import is_for_now
from atma_overlay.language.grammar.kinds import DOSE_UNITS
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

__all__ = ["in_one_form"]

_MEDICINE, _DOSE = "medication", "dose"
_AMOUNT = rf"(?P<amount>\d[\d.,]* ?(?P<unit>{DOSE_UNITS}))"
_NAME = r"(?P<name>\p{L}[\p{L}\p{N}'-]*(?: [\p{L}\p{N}'-]+){0,3}?)"
_BEHIND = re2.compile(rf"(?i)^{_NAME},? {_AMOUNT}$")
_BEFORE = re2.compile(rf"(?i)^{_AMOUNT} (?:of )?{_NAME}$")
_ANY = re2.compile(rf"\d ?(?:{DOSE_UNITS})\b")


def in_one_form(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, each medicine compared by one form and told as what it is, with the lone dose.

    What stands beside a medicine in a list (*metformin 500 mg and ramipril 5 mg*) is one too.

    Args:
        found: the candidates.
        scene: the sentence and what surrounds it.
    """
    taken = next((c for c in found if c.attribute == _MEDICINE and c.act is Act.ASSERT), None)
    if taken is None:
        return found
    out: list[Candidate] = []
    amounts: dict[Span, Candidate] = {}
    for one in found:
        open_word = not one.known_attribute and one.subject == taken.subject and one.act is taken.act
        match = None
        if one.attribute == _MEDICINE or (open_word and one.attribute):
            match = _BEHIND.match(one.value) or _BEFORE.match(one.value)
        if match is None:
            out.append(one)
            continue
        told = one if one.attribute == _MEDICINE else _beside(one, taken)
        norm = normalise(f"{match.group('amount')} of {match.group('name')}")
        kind = "phrase" if told.value_kind == "quantity" else told.value_kind
        out.append(told.but(norm=norm, value_kind=kind, unit=None))
        amount = _amount(told, match.group("amount"), match.group("unit").lower())
        amounts.setdefault(amount.span, amount)
    known = any(c.attribute == _DOSE for c in found)
    lone = len(amounts) == 1 and not known and len(_ANY.findall(scene.sentence.lowered)) == 1
    return [*out, *(x for x in amounts.values() if lone and x.act is Act.ASSERT)]


def _beside(one: Candidate, taken: Candidate) -> Candidate:
    """The next of a list, as a medicine."""
    return one.but(
        attribute=_MEDICINE, known_attribute=True, cardinality=taken.cardinality, cumulative=taken.cumulative,
        change=taken.change, confidence=taken.confidence,
    )  # fmt: skip


def _amount(told: Candidate, amount: str, unit: str) -> Candidate:
    """How much of it; in doubt where it may be for then alone, and beside the others where it is one more."""
    if told.change is not Change.NONE and told.value.endswith(amount) and is_for_now(told.evidence, told.value):
        told = told.doubted()
    start = told.span[0] + told.value.index(amount)
    several = Cardinality.MULTI if told.additive else Cardinality.SINGLE
    return told.but(
        attribute=_DOSE, value=amount, norm=normalise(amount), span=(start, start + len(amount)), place=start,
        value_kind="quantity", unit=unit, cardinality=several, cumulative=False, sort=None, thing=None,
    )  # fmt: skip
