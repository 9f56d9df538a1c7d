"""Providers that export by OTLP, over HTTP or gRPC."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from atma_overlay.errors import MissingExtraError
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.trace import TracerProvider

Protocol = Literal["http", "grpc"]
Signal = Literal["spans", "metrics"]


@dataclass(frozen=True, slots=True)
class Exporting:
    """A tracer provider, and a meter provider where metrics were given a place."""

    traces: TracerProvider
    metrics: MeterProvider | None
    failures: list[Signal]
    """What an export that failed was of; nothing is raised in an application for it."""

    def finish(self) -> None:
        """Send what waits, and stop."""
        self.traces.shutdown()
        if self.metrics is not None:
            self.metrics.shutdown()


@typed
def exporting(traces: str, *, metrics: str | None = None, protocol: Protocol = "http") -> Exporting:
    """Providers for an OTLP endpoint; none is set globally.

    Args:
        traces: the base of an OTLP/HTTP endpoint, e.g. `http://127.0.0.1:6006`, or with gRPC `http://127.0.0.1:4317`.
        metrics: likewise for metrics over HTTP, e.g. `http://127.0.0.1:9090/api/v1/otlp` for Prometheus.
        protocol: what carries the spans.

    Raises:
        MissingExtraError: the SDK or the exporter is not installed.
    """
    try:
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise MissingExtraError("opentelemetry-sdk", "otel", error) from error
    failures: list[Signal] = []
    resource = Resource({SERVICE_NAME: "atma-overlay"})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    exporter = _grpc(traces) if protocol == "grpc" else _http(traces)
    provider.add_span_processor(BatchSpanProcessor(_told(exporter, "spans", failures)))
    return Exporting(provider, None if metrics is None else _meters(metrics, resource, failures), failures)


@contextmanager
def kept_quiet() -> Iterator[list[str]]:
    """What OpenTelemetry logs while the block runs is kept, for one error that tells of it, instead of printed."""
    said: list[str] = []
    logger, handler = logging.getLogger("opentelemetry"), _Keeping(said)
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield said
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagates


class _Keeping(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(record.getMessage())


def _http(base: str) -> Any:
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        raise MissingExtraError("opentelemetry-exporter-otlp-proto-http", "otel", error) from error
    return OTLPSpanExporter(endpoint=f"{base.rstrip('/')}/v1/traces", timeout=10)


def _grpc(base: str) -> Any:
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        raise MissingExtraError("opentelemetry-exporter-otlp-proto-grpc", "otel-grpc", error) from error
    return OTLPSpanExporter(endpoint=base, insecure=base.startswith("http://"), timeout=10)


def _meters(base: str, resource: Any, failures: list[Signal]) -> MeterProvider:
    try:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    except ImportError as error:
        raise MissingExtraError("opentelemetry-exporter-otlp-proto-http", "otel", error) from error
    exporter = OTLPMetricExporter(endpoint=f"{base.rstrip('/')}/v1/metrics", timeout=10)
    reader = PeriodicExportingMetricReader(_told(exporter, "metrics", failures))
    return MeterProvider([reader], resource=resource, shutdown_on_exit=False)


def _told(exporter: Any, signal: Signal, failures: list[Signal]) -> Any:
    """The exporter, with its failures kept: the SDK only logs them."""
    export = exporter.export

    def noting(batch: Any, *more: Any, **settings: Any) -> Any:
        result = export(batch, *more, **settings)
        if result.name != "SUCCESS":  # of spans and of metrics, which have an enum each
            failures.append(signal)
        return result

    exporter.export = noting
    return exporter
