"""What the overlay traces and measures with: the application's providers, or those that it is given."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from time import perf_counter

from opentelemetry import metrics, trace
from opentelemetry.context import Context, attach, detach
from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import Link, Span, SpanKind, Status, StatusCode, Tracer, TracerProvider, set_span_in_context
from opentelemetry.util.types import AttributeValue

from atma_overlay.telemetry.content import Content
from atma_overlay.telemetry.instruments import Instruments
from atma_overlay.telemetry.names import ATMA_STAGE, ERROR_TYPE, SCOPE, STAGE_PREFIX


class Telemetry:
    """A tracer, the instruments of a meter, and whether texts may be exported.

    Args:
        tracer_provider: by default the application's, whenever it sets one; without an SDK nothing is recorded.
        meter_provider: likewise.
        environment: where the wish to capture texts is looked up.
    """

    __slots__ = ("content", "instruments", "tracer")

    def __init__(
        self, *, tracer_provider: TracerProvider | None = None, meter_provider: MeterProvider | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.tracer = _default_tracer() if tracer_provider is None else tracer_provider.get_tracer(SCOPE)
        self.instruments = (
            _default_instruments() if meter_provider is None else Instruments(meter_provider.get_meter(SCOPE))
        )
        self.content = Content.of(os.environ if environment is None else environment)

    @contextmanager
    def current(
        self, name: str, attributes: Mapping[str, AttributeValue], *, parent: Context | None = None,
        kind: SpanKind = SpanKind.INTERNAL, links: Sequence[Link] = (),
    ) -> Iterator[Span]:  # fmt: skip
        """A span that is current while the block runs, and not a moment longer.

        An error leaves its class name on it and nothing of its words; cancellation leaves the status unset.
        """
        span = self.tracer.start_span(name, parent, kind=kind, attributes=attributes, links=links)
        token = attach(set_span_in_context(span, parent))
        try:
            yield span
        except Exception as error:
            mark(span, error)
            raise
        finally:
            detach(token)
            span.end()

    @contextmanager
    def staged(self, stage: str, *, parent: Context | None, links: Sequence[Link]) -> Iterator[Span]:
        """A stage outside of a flow, timed."""
        started, failed = perf_counter(), None
        with self.current(STAGE_PREFIX + stage, {ATMA_STAGE: stage}, parent=parent, links=links) as span:
            try:
                yield span
            except Exception as error:
                failed = type(error).__name__
                raise
            finally:
                seconds, context = perf_counter() - started, set_span_in_context(span)
                self.instruments.stage(seconds, name=stage, error=failed, context=context)


def mark(span: Span, error: Exception) -> None:
    """Say on a span what kind of error it met; the message may quote a memory and is left out."""
    span.set_attribute(ERROR_TYPE, type(error).__name__)
    span.set_status(Status(StatusCode.ERROR))


@cache
def _default_tracer() -> Tracer:
    return trace.get_tracer(SCOPE)


@cache
def _default_instruments() -> Instruments:
    """Made once: until a provider is set, the API keeps every instrument it hands out."""
    return Instruments(metrics.get_meter(SCOPE))
