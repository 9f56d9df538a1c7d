"""Events: rules whose condition is told as having come true, where no slot of it is known.

*If Per moves out, the key is at Dunn's* waits for *Per moved out*, whatever that changes. Precision first: what such a
rule gives takes the place of a known record, and of nothing else.
"""

from __future__ import annotations

from atma_overlay.language.rules.awaited import comes_true
from atma_overlay.records import Contingency, Kind, Observation, Slot, TriggerKind
from atma_overlay.state.folds.folded import Draft
from atma_overlay.state.folds.spells import CONSEQUENCE
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.state.slots.holders import speaker_of

TOLD_SUBJECT = "told"
"""The subject of the slots that stand for what an utterance tells; nothing is kept in them."""


def told(rule: Contingency, observation: Observation) -> Shift | None:
    """What sets a rule off where an observation tells its condition as come true; None where it does not."""
    if rule.when.kind is not TriggerKind.TOLD or not rule.trigger:
        return None
    speaker, at = speaker_of(observation), observation.observed_at
    if not comes_true(rule.trigger, observation.text, speaker=speaker, at=at):
        return None
    draft = Draft(
        Slot(TOLD_SUBJECT, rule.id),
        rule.id,
        None,
        Kind.REPLACED,
        observation.id,
        CONSEQUENCE,
        "",
        1.0,
        at,
        applied=True,
    )
    return Shift(draft, None, None, observation, ())
