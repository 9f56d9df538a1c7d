"""What a tool answers in words: structure tells what is what, and memory text stands only in quotes (law 10)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from atma_overlay.records import DecisionState
from atma_overlay.render import quote
from atma_overlay.views import Explanation, Proposal, StateRecord, Timeline, TransitionRecord, WriteReceipt

__all__ = ["explanation_text", "proposals_text", "receipt_text", "timeline_text"]


def receipt_text(receipt: WriteReceipt) -> str:
    """What a write did."""
    nonce = _nonce()
    lines = [f"recorded: {_record(record, nonce)}" for record in receipt.records]
    lines += [f"{_done(transition)}: {_transition(transition, nonce)}" for transition in receipt.transitions]
    lines += [f"waits no longer: {quote(rule, nonce)}" for rule in receipt.forgotten_rules]
    if receipt.duplicates:
        lines.append("already stored")
    if receipt.pending_host_writes:
        lines.append(f"{receipt.pending_host_writes} writes wait for the host")
    return "\n".join(lines or ["stored; it adds nothing to the facts that are tracked"])


def timeline_text(timeline: Timeline) -> str:
    """Every record in its dates, and what replaced what."""
    nonce = _nonce()
    lines = [_record(record, nonce) for record in timeline.records]
    lines += [f"change: {_transition(transition, nonce)}" for transition in timeline.transitions]
    return "\n".join(lines or ["nothing is recorded"])


def explanation_text(explanation: Explanation) -> str:
    """A record, the sentences behind it, and the transitions in and out of it."""
    nonce = _nonce()
    lines = [f"{explanation.label}: {_record(explanation.record, nonce)}"]
    lines += [f"evidence: {quote(sentence, nonce)}" for _, sentence in explanation.evidence]
    lines += [f"change: {_transition(transition, nonce)}" for transition in explanation.transitions]
    return "\n".join(lines)


def proposals_text(proposals: Sequence[Proposal]) -> str:
    """What waits for a person."""
    nonce = _nonce()
    lines = [f"{_transition(p.transition, nonce)} expires {_day(p.expires_at)}" for p in proposals]
    return "\n".join(lines or ["nothing waits for a decision"])


def _record(record: StateRecord, nonce: str) -> str:
    value = quote(record.value, nonce) if record.affirmed else f"not {quote(record.value, nonce)}"
    dates = f"{_day(record.valid_from)}..{_day(record.valid_to)}"
    return _joined((f"{quote(record.slot, nonce)} = {value}", record.status, dates, f"id {record.id}"))


def _done(transition: TransitionRecord) -> str:
    proposed = transition.state is DecisionState.PROPOSED
    return "only proposed, a person decides it" if proposed else "changed"


def _transition(transition: TransitionRecord, nonce: str) -> str:
    slot = quote(f"{transition.subject} / {transition.attribute.replace('_', ' ')}", nonce)
    to = quote(transition.to_value, nonce) if transition.to_value is not None else "nothing"
    told = f"{slot} {quote(transition.from_value, nonce)} to {to}"
    return _joined((told, transition.kind, transition.state, f"by {transition.decider}", f"id {transition.id}"))


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _day(instant: datetime | None) -> str:
    return instant.date().isoformat() if instant is not None else ""


def _nonce() -> str:
    return secrets.token_hex(6)
