"""Spans kept in this process, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from atma_overlay.errors import MissingExtraError

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event of a span."""

    name: str
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link to a span of another trace; ids in hex."""

    trace_id: str
    span_id: str
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Seen:
    """A span that ended; ids in hex, times in nanoseconds since the epoch."""

    trace_id: str
    span_id: str
    parent_id: str | None
    name: str
    start_ns: int
    end_ns: int
    attributes: Mapping[str, object]
    events: tuple[SeenEvent, ...]
    links: tuple[SeenLink, ...]

    @property
    def milliseconds(self) -> float:
        """How long it took."""
        return (self.end_ns - self.start_ns) / 1e6


class Recorder:
    """A tracer provider whose spans can be read back.

    Raises:
        MissingExtraError: the SDK is not installed.
    """

    def __init__(self) -> None:
        try:
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import SimpleSpanProcessor
            from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
        except ImportError as error:
            raise MissingExtraError("opentelemetry-sdk", "otel") from error
        self._exporter = InMemorySpanExporter()
        self.provider: TracerProvider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(SimpleSpanProcessor(self._exporter))

    def spans(self) -> list[Seen]:
        """The spans so far, in the order of their starts."""
        return sorted((_seen(s) for s in self._exporter.get_finished_spans()), key=lambda s: s.start_ns)


def _seen(span: ReadableSpan) -> Seen:
    context, parent = span.context, span.parent
    assert context is not None
    return Seen(
        f"{context.trace_id:032x}", f"{context.span_id:016x}", None if parent is None else f"{parent.span_id:016x}",
        span.name, span.start_time or 0, span.end_time or 0, dict(span.attributes or {}),
        tuple(SeenEvent(e.name, dict(e.attributes or {})) for e in span.events),
        tuple(
            SeenLink(f"{x.context.trace_id:032x}", f"{x.context.span_id:016x}", dict(x.attributes or {}))
            for x in span.links
        ),
    )  # fmt: skip
