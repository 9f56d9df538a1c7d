"""The spans of a measurement: the suite, and each episode; what an episode remembers and recalls hangs below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from opentelemetry.context import attach, detach
from opentelemetry.trace import set_span_in_context

from atma_overlay.evaluation.settings import Settings
from atma_overlay.telemetry import Telemetry, mark
from atma_overlay.telemetry import names as n

T = TypeVar("T")


@contextmanager
def suite_span(settings: Settings, *, episodes: int) -> Iterator[Callable[[Callable[[], T]], T]]:
    """The span of a suite; what is yielded runs a call under it. It is not current while the caller is told."""
    attributes: dict[str, Any] = {
        n.EVAL_SUITE: settings.suite,
        n.EVAL_SYSTEMS: list(settings.systems),
        n.EVAL_EPISODES: episodes,
    }
    span = Telemetry().tracer.start_span(n.EVAL, attributes=attributes)

    def under(call: Callable[[], T]) -> T:
        token = attach(set_span_in_context(span))
        try:
            return call()
        finally:
            detach(token)

    try:
        yield under
    except Exception as error:
        mark(span, error)
        raise
    finally:
        span.end()


@contextmanager
def episode_span(settings: Settings) -> Iterator[None]:
    """The span of one episode."""
    with Telemetry().current(n.EVAL_EPISODE, {n.EVAL_SUITE: settings.suite}):
        yield
