"""Children: the open record that a rule is about, found when the rule fires.

Precision first: where no record is found with confidence, or more than one could be meant, nothing is retired.
"""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.kinds import ANCHORED, value_kind
from atma_overlay.records import Act, Basis, Cardinality, Change, Contingency, Slot, Statement
from atma_overlay.state.displacement import OPEN_AT
from atma_overlay.state.holders import one_holder
from atma_overlay.state.links import Links, naming_terms
from atma_overlay.state.propagation.parents import same_attribute
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.state.propagation.triggers import is_value
from atma_overlay.state.terms import terms
from atma_overlay.state.values import normalise, same_value
from atma_overlay.state.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Child:
    """Where a rule's value goes: a slot, and the open record there whose place it takes."""

    slot: Slot
    record: Statement | None


def child_of(rule: Contingency, shift: Shift, workspace: Workspace) -> Child | None:
    """The child of a rule as known when the parent changed; None where nothing is known of it."""
    record = (
        _in_slot(rule, workspace) or _by_value(rule, shift, workspace) or _by_words(rule, shift, workspace)
        or _by_kind(rule, shift, workspace) or _by_sentence(rule, shift, workspace)
    )  # fmt: skip
    if record is not None:
        return Child(record.slot, record)
    return Child(rule.child, None) if rule.child.attribute else None


def _in_slot(rule: Contingency, workspace: Workspace) -> Statement | None:
    return _one(rule, workspace.active(rule.child)) if rule.child.attribute else None


def _by_value(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The record whose value the rule names, or what took its place in its slot since."""
    told = rule.child_value
    if told is None or not terms(told):
        return None
    found = workspace.found("value", terms(told), open_only=False)
    met = [s for s in found if is_value(told, s) and s.slot != shift.slot and s.confidence >= OPEN_AT]
    exact = [s for s in met if same_value(s.norm, normalise(told))] or met
    near = [s for s in exact if s.observation_id == rule.observation_id] or exact
    slots = {s.slot for s in near}
    if len(slots) != 1:
        return None
    active = workspace.active(next(iter(slots)))
    named = [s for s in active if is_value(told, s)]
    return named[0] if len(named) == 1 else _one(rule, active)


def _by_words(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The one open record whose attribute is the child's in other words."""
    attribute = rule.child.attribute
    asked = terms(attribute.replace("_", " "))
    if not asked:
        return None
    found = [
        s
        for s in workspace.found("attribute", asked)
        if s.slot != shift.slot
        and s.confidence >= OPEN_AT
        and one_holder(s.slot.subject, rule.child.subject, shift.root)
        and same_attribute(attribute, s.slot.attribute)
    ]
    return _one(rule, found) if len({s.slot for s in found}) == 1 else None


def _by_kind(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The one open record that the rule's sentence would be the told change of (see `state.association`)."""
    if rule.value is None:
        return None
    kind, unit = value_kind(rule.value)
    candidate = Candidate(
        Part.ADOPTED, Act.ASSERT, rule.child.subject, rule.child.attribute, False, Cardinality.SINGLE, rule.value,
        normalise(rule.value), kind, unit, True, rule.span, rule.evidence, rule.valid_from, None, False, Change.TOLD,
        None, OPEN_AT, Basis.INFERRED, sort=default_extractor().lexicon.sort_of(rule.value),
    )  # fmt: skip
    links = Links(shift.root, workspace)
    alike = links.by_sort(candidate)
    if alike is not None and alike.slot != shift.slot:
        return alike  # one pool for another, whatever words the first was told in
    found = _named_alike(rule, links.associated(candidate))
    return found if found is not None and found.slot != shift.slot else None


def _named_alike(rule: Contingency, record: Statement | None) -> Statement | None:
    """A record whose slot goes by a word of the child's; where the rule names no slot, any."""
    named = naming_terms(rule.child.attribute)
    return record if record is None or not named or named & naming_terms(record.slot.attribute) else None


def _by_sentence(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """Where a rule has no value to give: the one record of its own sentence, beside the parent's value."""
    if rule.value is not None or rule.child_value is not None:
        return None
    said = [
        s
        for s in workspace.spoken(terms(rule.evidence))
        if s.observation_id == rule.observation_id
        and s.evidence in rule.evidence
        and s.slot != shift.slot
        and s.value_kind in ANCHORED
        and not same_value(s.norm, shift.before.norm)
    ]
    still = [s for s in said if s in workspace.active(s.slot)]
    return still[0] if len({s.norm for s in said}) == 1 and len({s.slot for s in still}) == 1 else None


def _one(rule: Contingency, active: list[Statement]) -> Statement | None:
    """The record of a slot that is meant: its only one, or the one that the rule names."""
    if rule.child_value is not None:
        named = [s for s in active if is_value(rule.child_value, s)]
        if len(named) == 1:
            return named[0]
    affirmed = [s for s in active if s.affirmed]
    return affirmed[0] if len(affirmed) == 1 else None
