"""Triggers: whether a shift of the parent is what a contingency waits for."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.records import Contingency, Kind, Statement, Trigger, TriggerKind
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import terms

_FIGURE = re2.compile(r"-?\d+(?:\.\d+)?")


def met(rule: Contingency, shift: Shift) -> bool:
    """Whether a shift meets the condition of a rule, typed; what is told is compared with the values of the shift.

    Where the parent is no longer known, a value for the child does not follow: only that the child is not safe either.
    """
    if shift.draft.kind is Kind.INVALIDATED:
        return (
            rule.value is None and rule.when.kind in (TriggerKind.ANY, TriggerKind.FROM) and _leaves(rule.when, shift)
        )
    when = rule.when
    if when.kind is TriggerKind.TOLD:
        return False
    if when.kind is TriggerKind.ANY:
        return True
    if when.kind is TriggerKind.TO:
        return _comes(when, shift)
    if when.kind is TriggerKind.FROM:
        return _leaves(when, shift)
    if when.kind is TriggerKind.ENDS:
        return shift.after is None
    return _crosses(when, shift, 1 if when.kind is TriggerKind.ABOVE else -1)


def specific(trigger: Trigger) -> int:
    """How narrow a trigger is: a narrower one comes before *any change*."""
    if trigger.kind is TriggerKind.ANY:
        return 0
    return 2 if trigger.kind in (TriggerKind.TO, TriggerKind.ABOVE, TriggerKind.BELOW) else 1


def is_value(told: str, statement: Statement) -> bool:
    """Whether words name the value of a statement: the same, more or less of it, or its telling words."""
    norm = normalise(told)
    if same_value(norm, statement.norm) or refines(norm, statement.norm):
        return True
    wanted, own = set(terms(told)), set(terms(statement.value))
    return bool(own) and (own <= wanted or (bool(wanted) and wanted <= own))


def _comes(trigger: Trigger, shift: Shift) -> bool:
    return shift.after is not None and trigger.value is not None and is_value(trigger.value, shift.after)


def _leaves(trigger: Trigger, shift: Shift) -> bool:
    return trigger.value is None or (shift.before is not None and is_value(trigger.value, shift.before))


def _crosses(trigger: Trigger, shift: Shift, sign: int) -> bool:
    told, before = _figure(trigger.value), _figure(shift.before.norm if shift.before else None)
    after = _figure(shift.after.norm) if shift.after is not None else None
    if told is None or after is None:
        return False
    beyond = sign * (after - told) > 0
    return beyond and (before is None or sign * (before - told) <= 0)


def _figure(text: str | None) -> float | None:
    match = _FIGURE.search(normalise(text)) if text else None
    return float(match.group()) if match is not None else None
