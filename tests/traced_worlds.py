"""Overlays whose traces, metrics and logs are kept in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from atma_overlay import AsyncOverlay, Overlay, Scope
from atma_overlay.hosts import MemoryHost

ME = Scope(tenant="acme", user="u-42")
CHICAGO, ATLANTA = "I live in Chicago.", "I moved again; I'm in Atlanta now."
GYM = "Since I live in Chicago, which gym is near me?"


def day(month: int, number: int = 1) -> datetime:
    """A day of 2025."""
    return datetime(2025, month, number, 12, tzinfo=UTC)


@dataclass(slots=True)
class Traced:
    """Providers of an application, and what reached them."""

    exporter: InMemorySpanExporter = field(default_factory=InMemorySpanExporter)
    reader: InMemoryMetricReader = field(default_factory=InMemoryMetricReader)
    tracers: TracerProvider = field(init=False)
    meters: MeterProvider = field(init=False)

    def __post_init__(self) -> None:
        self.tracers = TracerProvider(shutdown_on_exit=False)
        self.tracers.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.meters = MeterProvider([self.reader], shutdown_on_exit=False)

    def overlay(self, host: Any = None, **settings: Any) -> Overlay:
        """An overlay that is traced here, on a ledger in memory."""
        given: dict[str, Any] = {
            "ledger": "memory://",
            "tracer_provider": self.tracers,
            "meter_provider": self.meters,
        } | settings
        return Overlay(MemoryHost() if host is None else host, **given)

    def async_overlay(self, host: Any = None, **settings: Any) -> AsyncOverlay:
        """The same, awaited."""
        given: dict[str, Any] = {
            "ledger": "memory://",
            "tracer_provider": self.tracers,
            "meter_provider": self.meters,
        } | settings
        return AsyncOverlay(MemoryHost() if host is None else host, **given)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        """What was exported so far, in the order of ends."""
        return self.exporter.get_finished_spans()

    def tree(self, root: ReadableSpan) -> list[Any]:
        """A span as [name, children…], children in the order of their starts."""
        assert root.context is not None
        below = [s for s in self.spans if s.parent is not None and s.parent.span_id == root.context.span_id]
        return [root.name, *(self.tree(s) for s in sorted(below, key=lambda s: s.start_time or 0))]

    def roots(self, call: str) -> list[ReadableSpan]:
        """The root spans of one call of the overlay's face."""
        return [s for s in self.spans if attributes(s).get("atma.call") == call and "atma.mode" not in s.name]

    def one(self, name: str) -> ReadableSpan:
        """The only span of this name."""
        (span,) = (s for s in self.spans if s.name == name)
        return span

    def metrics(self) -> dict[str, Any]:
        """What was measured so far, by name."""
        data = self.reader.get_metrics_data()
        if data is None:
            return {}
        return {m.name: m for r in data.resource_metrics for s in r.scope_metrics for m in s.metrics}

    def counted(self, name: str) -> dict[tuple[Any, ...], float]:
        """A metric's points by the values of their labels: a counter's value, a histogram's count; no zeros."""
        metric = self.metrics().get(name)
        points = metric.data.data_points if metric is not None else ()
        values = {tuple((p.attributes or {}).values()): p.value if hasattr(p, "value") else p.count for p in points}
        return {labels: value for labels, value in values.items() if value}

    def exported(self) -> str:
        """Every byte that left: spans, their events, links and status, and metrics."""
        spans = "\n".join(s.to_json() for s in self.spans)
        data = self.reader.get_metrics_data()
        return spans + ("" if data is None else data.to_json())


def attributes(span: Any) -> dict[str, Any]:
    """A span's attributes."""
    return dict(span.attributes or {})


def of(exported: str) -> Any:
    """An attribute that holds JSON."""
    return json.loads(exported)


@contextmanager
def moved(traced: Traced, **settings: Any) -> Iterator[Overlay]:
    """An overlay that was told of a move."""
    with traced.overlay(**settings) as overlay:
        overlay.remember(CHICAGO, scope=ME, observed_at=day(1))
        overlay.remember(ATLANTA, scope=ME, observed_at=day(3))
        yield overlay
