"""Every name that reaches OpenTelemetry, in one place."""

from __future__ import annotations

from opentelemetry import trace

TRACER_NAME = "atma_overlay"
WRITE_ROOT = "upsert_memory"
READ_ROOT = "search_memory"
STAGES = frozenset(
    {"extract", "adjudicate", "commit", "host", "infer_view", "search", "build_packet", "render", "maintain"}
)
STAGE_PREFIX = "atma."
OPERATION_NAME = "gen_ai.operation.name"
ATMA_STAGE = "atma.stage"
ERROR_TYPE = "error.type"


def tracer() -> trace.Tracer:
    """The overlay's tracer; without an SDK it costs next to nothing and goes nowhere."""
    return trace.get_tracer(TRACER_NAME)


def current_ids() -> tuple[str | None, str | None]:
    """Trace and span id of the caller's span, in hex, or None where there is none."""
    context = trace.get_current_span().get_span_context()
    if not context.is_valid:
        return None, None
    return f"{context.trace_id:032x}", f"{context.span_id:016x}"
