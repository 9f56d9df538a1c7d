"""What texts that are said some days apart leave in a ledger: records, and what retires what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import DecisionState
from atma_overlay.views import Timeline

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def heard(*texts: str) -> Timeline:
    """The timeline after texts that were said nine days apart."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=9 * day))
        return overlay.timeline(scope=ME)


def retired(*texts: str) -> list[tuple[str | None, str | None]]:
    """The applied transitions, from what to what."""
    transitions = heard(*texts).transitions
    return [(t.from_value, t.to_value) for t in transitions if t.state is DecisionState.APPLIED]


def known(text: str) -> set[tuple[str, str]]:
    """The records that a text leaves, by attribute and value, but for bare mentions."""
    return {(r.attribute, r.value) for r in heard(text).records if r.attribute != "mention"}
