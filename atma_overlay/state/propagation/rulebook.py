"""The rulebook: which stated rules are in force when a slot changes.

A rule waits for what comes after it: the change must be told in a later observation, and have taken effect no earlier
than the rule was stated; who says *if I move* after moving speaks of another move. A newer rule for the same parent,
trigger and child takes the older one's place (one without a value only that of another without), and a rule that the
user asked to forget is out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.endings.retractions import of_rule
from atma_overlay.records import Act, Contingency, Observation, Slot, Statement, TriggerKind
from atma_overlay.state.propagation.events import told
from atma_overlay.state.propagation.parents import is_parent
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.state.propagation.triggers import met, specific
from atma_overlay.state.resolution.placing import statement_of
from atma_overlay.state.slots.holders import called
from atma_overlay.state.slots.topics import telling_terms
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.terms import terms

RULES_SUBJECT = "rule"
"""The subject of the slots in which rules are retracted; their attribute is the id of the rule."""
NAMED_AT = 2
"""Telling words that a request to forget shares with the rule that it means, all of its own among them; fewer do where
they are what the rule would give."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A rule with the observation that states it."""

    rule: Contingency
    said: Observation

    @property
    def key(self) -> tuple[object, ...]:
        """What a newer rule must share to take this one's place."""
        r = self.rule
        words = r.trigger if r.when.kind is TriggerKind.TOLD else r.when.value
        trigger = (r.when.kind, tuple(terms(words or "")))
        child = "" if r.child.attribute else r.child_value or ""
        return (r.parent, r.parent_value or "", trigger, r.child, child, r.value is None)


def rule_slot(rule: Contingency) -> Slot:
    """Where a request to forget the rule is kept."""
    return Slot(RULES_SUBJECT, rule.id)


class Rulebook:
    """The rules that were stated so far, in the order of saying."""

    def __init__(self, stated: Iterable[Stated] = ()) -> None:
        self._stated = sorted(stated, key=lambda s: (s.said.order, s.rule.id))

    def __bool__(self) -> bool:
        return bool(self._stated)

    def hear(self, rules: Iterable[Contingency], said: Observation) -> None:
        """Note the rules of an observation, once what it changes has been followed."""
        known = {s.rule.id for s in self._stated}
        self._stated += [Stated(r, said) for r in rules if r.id not in known]

    def waiting_for(self, shift: Shift, workspace: Workspace) -> list[Stated]:
        """The rules that a shift sets off, those with a value first, then the narrowest, then the latest."""
        latest = self._in_force(shift.root)
        found = [
            s
            for s in latest.values()
            if s.rule.valid_from <= shift.draft.valid_at
            and is_parent(_named(s.rule, workspace), shift)
            and met(s.rule, shift)
            and not forgotten(s.rule, workspace)
        ]
        place = {id(s): n for n, s in enumerate(self._stated)}
        return sorted(found, key=lambda s: (s.rule.value is None, -specific(s.rule.when), -place[id(s)]))

    def told_by(self, observation: Observation, workspace: Workspace) -> list[tuple[Stated, Shift]]:
        """The rules whose condition an observation tells as come true, with what stands for that."""
        waiting = [s for s in self._stated if s.rule.when.kind is TriggerKind.TOLD]
        if not waiting:
            return []
        latest = self._in_force(observation).values()
        found = [(s, shift) for s in latest if (shift := told(s.rule, observation)) is not None]
        return [(s, shift) for s, shift in found if not forgotten(s.rule, workspace)]

    def _in_force(self, root: Observation) -> dict[tuple[object, ...], Stated]:
        """The latest rule of each parent, trigger and child of those that were stated before."""
        return {s.key: s for s in self._stated if s.said.order < root.order}

    def forget(self, topics: Iterable[Candidate], observation: Observation, workspace: Workspace) -> None:
        """Retract the rules that an observation asks to forget."""
        for candidate in topics:
            meant = [s for s in self._stated if s.rule.id == candidate.norm]
            for stated in meant or self.named(candidate.value, alone=of_rule(candidate.evidence) is not None):
                workspace.add(_forgotten(stated.rule, candidate, observation))

    def named(self, topic: str, *, alone: bool = False) -> list[Stated]:
        """The rules that the words of a request name.

        Args:
            topic: the words.
            alone: whether they are surely of a rule; then fewer do where they are of one rule only.
        """
        asked = set(telling_terms(topic))
        near = [s for s in self._stated if asked and asked.issubset(terms(s.rule.evidence))]
        found = [s for s in near if len(asked) >= NAMED_AT or asked == set(terms(s.rule.value or ""))]
        lone = alone and len({s.key for s in near}) == 1
        return found or (near if lone else [])

    def in_the_words(self, topic: str) -> list[Stated]:
        """The rules that are stated in the very words of a request."""
        asked = set(telling_terms(topic))
        return [s for s in self._stated if asked and asked == set(telling_terms(s.rule.evidence))]

    def waiting(self, forgettings: Iterable[Statement]) -> list[Contingency]:
        """The rules that may still fire: neither replaced by a newer one nor forgotten.

        Args:
            forgettings: what is kept in the slots of rules.
        """
        latest = {s.key: s.rule for s in self._stated}.values()
        kept = list(forgettings)
        return [r for r in latest if not any(s.slot == rule_slot(r) and takes_back(s, r) for s in kept)]


def _named(rule: Contingency, workspace: Workspace) -> Contingency:
    """A rule about *my sister* as one about Lotte, where that is what she is called."""
    subject = called(rule.parent.subject, workspace.active)
    return rule if subject == rule.parent.subject else replace(rule, parent=rule.parent._replace(subject=subject))


def forgotten(rule: Contingency, workspace: Workspace) -> bool:
    """Whether the user asked to forget a rule."""
    return any(takes_back(s, rule) for s in workspace.statements(rule_slot(rule)).values())


def takes_back(statement: Statement, rule: Contingency | None) -> bool:
    """Whether what is kept in a rule's slot takes the rule back; a lower origin takes back none of a higher (law 9)."""
    return rule is not None and statement.act is Act.RETRACT and statement.origin.trust >= rule.origin.trust


def _forgotten(rule: Contingency, candidate: Candidate, observation: Observation) -> Statement:
    """A retraction in the rule's own slot, without the rule's words; erased with the rule."""
    slot = rule_slot(rule)
    statement = statement_of(candidate, observation, slot)
    return replace(statement, norm="", lineage=(rule.id,), contextual=True)
