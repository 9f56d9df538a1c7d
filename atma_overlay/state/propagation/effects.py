"""Effects: what a rule that fires states of its child, as a statement that the fold takes like any other."""

from __future__ import annotations

from atma_overlay.digest import digest
from atma_overlay.language.grammar.kinds import value_kind
from atma_overlay.records import Act, Basis, Cardinality, Change, Contingency, Observation, Origin, Statement
from atma_overlay.state.folds.spells import CONSEQUENCE
from atma_overlay.state.propagation.children import Child
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.values.normal import normalise

SURE = 0.9
DOUBTFUL = 0.5
"""Confidence of what lies beyond the cap of an observation: it is proposed, not applied."""


def effect(rule: Contingency, said: Observation, child: Child, shift: Shift, *, capped: bool) -> Statement:
    """The statement that a rule makes of a shift: its value in the child's place, or doubt about the child.

    It is dated by the change, quotes the rule, takes the lowest origin of both, and is erased with either.

    Args:
        rule: the rule that fires.
        said: the observation that stated it.
        child: where it applies.
        shift: the change of the parent.
        capped: whether the observation behind the change has retired enough.
    """
    old, value = child.record, rule.value
    kept = old if old is not None and value is None else None
    told = value if value is not None else (old.value if old is not None else "")
    kind, unit = (old.value_kind, old.unit) if kept is not None and old is not None else value_kind(told)
    start = rule.evidence.find(told) if value is not None else -1
    at = rule.span[0] + max(start, 0)
    together = (said.agent, said.session) == (shift.root.agent, shift.root.session)
    return Statement(
        "", rule.observation_id, child.slot, old.cardinality if old is not None else Cardinality.SINGLE,
        Act.ASSERT if value is not None else Act.DOUBT, told, kept.norm if kept else normalise(told), kind, unit,
        kept.affirmed if kept else True, (at, at + len(told)) if start >= 0 else rule.span, shift.draft.valid_at, None,
        False, old.norm if old is not None and value is not None else None, Change.TOLD, DOUBTFUL if capped else SURE,
        Basis.INFERRED, _least(rule.origin, shift), CONSEQUENCE, shift.root.observed_at, shift.root.position,
        _digest(rule, said, shift), rule.evidence, agent=shift.root.agent if together else None,
        session=shift.root.session if together else None, contextual=True,
        lineage=(rule.id, *(_evidence(shift) if shift.before is None else (shift.draft.id, *_evidence(shift)))),
    )  # fmt: skip


def _evidence(shift: Shift) -> tuple[str, ...]:
    """What the shift stands on: the observation that began it, and the records on both of its sides."""
    return (shift.root.id, *(s.id for s in (shift.before, shift.after) if s is not None))


def _least(origin: Origin, shift: Shift) -> Origin:
    lineage = [origin, shift.root.origin, *(s.origin for s in (shift.after,) if s is not None)]
    return min(lineage, key=lambda o: o.trust)


def _digest(rule: Contingency, said: Observation, shift: Shift) -> str:
    """By what was said, never by an id, so that it is the same in every order of arrival."""
    content = (said.digest, said.observed_at.isoformat(), str(said.position), str(rule.span), rule.value or "",
               shift.root.digest, shift.signature[0], str(shift.hops))  # fmt: skip
    return digest(*content)
