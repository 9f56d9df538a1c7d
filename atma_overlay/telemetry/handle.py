"""What the overlay traces and measures with: the application's providers, or those that it is given."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextvars import Token
from functools import cache
from types import TracebackType

from opentelemetry import metrics, trace
from opentelemetry.context import Context, attach, detach
from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import Link, Span, SpanKind, Status, StatusCode, Tracer, TracerProvider, set_span_in_context
from opentelemetry.util.types import AttributeValue

from atma_overlay.telemetry.clock import Clock
from atma_overlay.telemetry.content import Content
from atma_overlay.telemetry.guarded import begun, ended
from atma_overlay.telemetry.instruments import Instruments
from atma_overlay.telemetry.names import ERROR_TYPE, SCOPE


class Telemetry:
    """A tracer, the instruments of a meter, and whether texts may be exported.

    Args:
        tracer_provider: by default the application's, whenever it sets one; without an SDK nothing is recorded.
        meter_provider: likewise.
        environment: where the wish to capture texts is looked up.
    """

    __slots__ = ("_meters", "content", "instruments", "tracer")

    def __init__(
        self, *, tracer_provider: TracerProvider | None = None, meter_provider: MeterProvider | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.tracer = _default_tracer() if tracer_provider is None else tracer_provider.get_tracer(SCOPE)
        self.instruments = _default_instruments() if meter_provider is None else _instruments_of(meter_provider)
        self._meters = meter_provider if meter_provider is not None and _measures(meter_provider) else None
        self.content = Content.of(os.environ if environment is None else environment)

    @property
    def measuring(self) -> bool:
        """Whether anything is made of what is counted and timed."""
        return self._meters is not None or _measures(metrics.get_meter_provider())

    def current(
        self, name: str, attributes: Mapping[str, AttributeValue], *, parent: Context | None = None,
        kind: SpanKind = SpanKind.INTERNAL, links: Sequence[Link] = (), clock: Clock | None = None,
    ) -> CurrentSpan:  # fmt: skip
        """A span that is current while the block runs, and not a moment longer.

        An error leaves its class name on it and nothing of its words; cancellation leaves the status unset.

        Args:
            name: the span's.
            attributes: what is known of it.
            parent: the context with the span above; the current one by default.
            kind: what it is the span of.
            links: to spans of other traces.
            clock: what its times are read off; one of its own by default.
        """
        return CurrentSpan(self.tracer, name, attributes, parent, kind, links, clock or Clock())


class CurrentSpan:
    """The block of a span, which begins with it and ends with it."""

    __slots__ = ("_clock", "_token", "context", "ended", "span", "started")

    def __init__(
        self, tracer: Tracer, name: str, attributes: Mapping[str, AttributeValue], parent: Context | None,
        kind: SpanKind, links: Sequence[Link], clock: Clock,
    ) -> None:  # fmt: skip
        self._clock = clock
        self.started = self.ended = clock.now()
        self.span = begun(tracer, name, parent, kind=kind, attributes=attributes, links=links, start_time=self.started)
        self.context = set_span_in_context(self.span, parent)
        self._token: Token[Context]

    def __enter__(self) -> CurrentSpan:
        self._token = attach(self.context)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        detach(self._token)
        if isinstance(error, Exception):
            mark(self.span, error)
        self.ended = self._clock.now()
        ended(self.span, self.ended)

    @property
    def seconds(self) -> float:
        """How long the block took, once it is over."""
        return (self.ended - self.started) / 1e9


def mark(span: Span, error: Exception) -> None:
    """Say on a span what kind of error it met; the message may quote a memory and is left out."""
    span.set_attribute(ERROR_TYPE, type(error).__name__)
    span.set_status(Status(StatusCode.ERROR))


@cache
def _default_tracer() -> Tracer:
    return trace.get_tracer(SCOPE)


def _measures(provider: MeterProvider) -> bool:
    """Whether a provider is more than one of the API's own, which do nothing, or stand for a later one."""
    return not type(provider).__module__.startswith(metrics.__name__)


def _instruments_of(provider: MeterProvider) -> Instruments:
    # Each meter of a provider that only stands for a later one would begin totals of its own.
    if provider is metrics.get_meter_provider():
        return _default_instruments()
    return Instruments(provider.get_meter(SCOPE))


@cache
def _default_instruments() -> Instruments:
    """Made once: until a provider is set, the API keeps every instrument it hands out."""
    return Instruments(metrics.get_meter(SCOPE))
