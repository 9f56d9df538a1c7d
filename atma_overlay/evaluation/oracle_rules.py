"""The rules between facts that the oracle finds stated: what waits for which change of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from atma_overlay.evaluation.episodes import GoldContingency
from atma_overlay.evaluation.oracle_case import Case, attribute_of
from atma_overlay.evaluation.oracle_reading import Line
from atma_overlay.evaluation.oracle_telling import Told, told_in
from atma_overlay.judge.schemas import SaidContingency
from atma_overlay.values.normal import normalise

__all__ = ["contingencies"]

_Waits = Literal["any", "to", "from", "ends", "above", "below"]


def contingencies(case: Case, told: Sequence[Told]) -> Iterator[SaidContingency]:
    """The stated rules whose words are shown."""
    for rule in case.episode.contingencies:
        for turn in case.turns(case.episode.sessions[rule.from_session]):
            if rule.evidence in turn["text"]:
                said = "\n".join(line["text"] for line in case.shown.turns)
                value = rule.value if rule.value and told_in(rule.value, said) else None
                waits_for, when = _trigger(case, rule, said)
                (parent_of, parent), (child_of, child) = (
                    _named(case, slot, told) for slot in (rule.parent, rule.child)
                )
                yield SaidContingency(
                    turn=turn["id"], parent=parent, when=when, child=child, value=value, evidence=rule.evidence,
                    waits_for=waits_for, parent_of=parent_of, child_of=child_of,
                )  # fmt: skip


def _named(case: Case, slot: str, told: Sequence[Told]) -> tuple[str, str]:
    """A slot as the records name it: as a record has it, as this very answer tells it, else as gold does."""
    number = next((n for n, state in enumerate(case.episode.states) if state.slot == slot), None)
    if number is None:
        return "user", attribute_of(slot)
    state = case.episode.states[number]
    here = next((t for t in told if t.key[0] == number), None)
    known = [r for place in range(len(state.history) - 1, -1, -1) for r in case.records((number, place))]
    values = case.values(of=number)
    exact = [r for r in known if r["slot"] == attribute_of(slot).lower()]
    exact += [r for r in known if normalise(r["value"]) in values]
    if exact or (known and here is None):
        return (exact or known)[0]["who"], (exact or known)[0]["slot"]
    if here is None:
        subject = slot.rpartition(" / ")[0].lower()
        return (subject if subject in case.shown.subjects else "user"), attribute_of(slot)
    named = case.slot(state, here)
    noted = next((n for n in case.shown.notes if _is_note_of(n, here) and n["who"] == named[0].lower()), None)
    return (noted["who"], noted["slot"]) if noted else named


def _trigger(case: Case, rule: GoldContingency, text: str) -> tuple[_Waits, str | None]:
    """What the rule waits for, by what gold says of the values that its parent has had and will have."""
    when = rule.when if rule.when and told_in(rule.when, text) else None
    parent = next((state for state in case.episode.states if state.slot == rule.parent), None)
    if when is None or parent is None:
        return "any", when
    values = [form for spell in parent.history for form in (spell.value, *spell.also)]
    later = [s.value for s in parent.history if s.from_session > rule.from_session]
    if not rule.fires or any(told_in(when, value) or told_in(value, when) for value in later):
        return "to", when
    left = [value for value in values if value not in later and told_in(value, text)]
    return ("from", left[0]) if left and any(told_in(x, when) for x in left) else ("any", when)


def _is_note_of(note: Line, told: Told) -> bool:
    """Whether the rules noted the value of a spell, in the same words: then it stays in the slot of that note."""
    return normalise(note["value"]) == normalise(told.value)
