"""The links of a read to the writes behind its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from opentelemetry.trace import SpanContext, TraceFlags
from opentelemetry.util.types import AttributeValue

from atma_overlay.ports.ledger import Provenance
from atma_overlay.telemetry import names as n

_WROTE, _CAUSED = n.Tie.WROTE.value, n.Tie.CAUSED.value
_SAMPLED = TraceFlags(TraceFlags.SAMPLED)
"""Of every write: the ids of one that was not sampled are not kept."""


def links(writes: Iterable[Provenance]) -> Iterator[tuple[SpanContext, dict[str, AttributeValue]]]:
    """A link to the span of each write, as context and attributes: to one that caused transitions, or stated rows."""
    for write in writes:
        context = _span_context(write.trace_id, write.span_id)
        if context is None:
            continue
        told: dict[str, AttributeValue] = {
            n.ATMA_LINK: _CAUSED if write.transition_ids else _WROTE, n.ATMA_OBSERVATIONS_IDS: write.observation_ids
        }  # fmt: skip
        if write.statement_ids:
            told[n.ATMA_RECORDS] = write.statement_ids
        if write.transition_ids:
            told[n.ATMA_TRANSITIONS] = write.transition_ids
        yield context, told


def _span_context(trace: str, span: str) -> SpanContext | None:
    try:
        context = SpanContext(int(trace, 16), int(span, 16), is_remote=True, trace_flags=_SAMPLED)
    except ValueError:  # a ledger that somebody edited
        return None
    return context if context.is_valid else None
