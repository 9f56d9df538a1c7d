"""Causes: from a transition back to what it follows from by stated rules, and on to what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import DecisionState


def causes_of(judged: Sequence[Judged], reader: LedgerReader) -> list[Judged]:
    """The transitions behind some, nearest first, back to those that an observation caused."""
    found: dict[str, Judged] = {}
    waiting = [j.transition.cause for j in judged]
    while waiting:
        cause = waiting.pop(0)
        parent = reader.transition(cause) if cause.startswith("tr_") and cause not in found else None
        if parent is not None:
            found[cause] = parent
            waiting.append(parent.transition.cause)
    return list(found.values())


def consequences_of(judged: Sequence[Judged], reader: LedgerReader) -> list[Judged]:
    """The applied transitions that follow from some, over all hops, nearest first."""
    reached = {j.transition.id for j in judged}
    everything = [j for j in reader.transitions() if j.latest.state is DecisionState.APPLIED] if reached else []
    found: list[Judged] = []
    while fresh := [j for j in everything if j.transition.cause in reached and j not in found]:
        found += fresh
        reached = {j.transition.id for j in fresh}
    return found
