"""Parents: whether the slot that changed is the one that a rule depends on.

Precision first: an attribute in the same words, or in more or fewer of them, the value that the rule names, or the sort
of institution that both values are. What is merely about the same theme is no parent.
"""

from __future__ import annotations

from atma_overlay.records import Contingency, Statement, TriggerKind
from atma_overlay.state.association import told_apart
from atma_overlay.state.holders import one_holder, speaker_of
from atma_overlay.state.links import STAYS, naming_terms
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.state.propagation.triggers import is_value
from atma_overlay.state.terms import terms

ANYBODY = "?"
"""The holder of a parent that a rule names without an owner: *a change of dentist*."""
_HOME = frozenset({"home", *STAYS})
_MEMBERSHIP = "belong_to"
"""How the attribute ends of what something reports into, sits under or belongs to."""
_BODIES = frozenset("group team division department unit squad tribe branch directorate faculty".split())


def is_parent(rule: Contingency, shift: Shift) -> bool:
    """Whether a shift is one of the slot that a rule names as its parent."""
    parent = rule.parent
    if shift.slot == parent:
        return True
    if not _held_alike(rule, shift):
        return False
    if rule.parent_value and is_value(rule.parent_value, shift.before):
        return True
    if not parent.attribute and rule.parent_value is None:
        return _comes_to(rule, shift)
    return bool(parent.attribute) and same_attribute(
        parent.attribute, shift.slot.attribute, (shift.before, shift.after)
    )


def _comes_to(rule: Contingency, shift: Shift) -> bool:
    """*If we adopt Veltrion*: whatever slot takes the value is the parent."""
    told = rule.when.value if rule.when.kind is TriggerKind.TO else None
    return told is not None and shift.after is not None and is_value(told, shift.after)


def same_attribute(told: str, attribute: str, values: tuple[Statement | None, ...] = ()) -> bool:
    """Whether two attributes are one in other words: *gym* and *new gym*, *home* and *home city*."""
    if told == attribute or {told, attribute} <= _HOME:
        return True
    if attribute.endswith(_MEMBERSHIP) and set(told.split("_")) & _BODIES:
        return True  # every division has its own: what it belongs to
    wanted, own = naming_terms(told), naming_terms(attribute)
    if wanted and own and (wanted <= own or own <= wanted) and not told_apart(told, attribute):
        return True
    sorts = {s.unit.removeprefix("sort:") for s in values if s is not None and s.unit and s.unit.startswith("sort:")}
    return bool({x for sort in sorts for x in terms(sort.replace("_", " "))} & set(terms(told.replace("_", " "))))


def _held_alike(rule: Contingency, shift: Shift) -> bool:
    """Whether rule and slot are of one holder; a rule about *the gym* may stand under either of two things' names."""
    me, holder = speaker_of(shift.root), rule.parent.subject
    if holder.startswith("?"):
        return _somebody(rule, shift, me)
    return one_holder(holder, shift.slot.subject, shift.root) or (holder == me and rule.parent_value is not None)


def _somebody(rule: Contingency, shift: Shift, me: str) -> bool:
    """A parent that is nobody's by name: *her dentist* is not the speaker's, *a change of dentist* may be anybody's.

    Somebody else's counts only where the values are told to be of that very sort.
    """
    of_sort = {s.unit for s in (shift.before, shift.after) if s is not None} & {f"sort:{rule.parent.attribute}"}
    if shift.slot.subject == me:
        return rule.parent.subject == ANYBODY
    return bool(of_sort)
