"""Beginning and ending spans: what an application's own processor raises fails no call of the overlay."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from opentelemetry.context import Context
from opentelemetry.trace import INVALID_SPAN, Span, Tracer

_LOG = logging.getLogger(__name__)


def begun(tracer: Tracer, name: str, parent: Context | None = None, **more: Any) -> Span:
    """A span, as of `Tracer.start_span`; one that records nothing where it could not be begun."""
    try:
        return tracer.start_span(name, parent, **more)
    except Exception as error:
        _tell("begin", type(error).__name__)
        return INVALID_SPAN


def ended(span: Span, at: int | None) -> None:
    """End a span at a time in ns since the epoch."""
    try:
        span.end(at)
    except Exception as error:
        _tell("end", type(error).__name__)


@cache
def _tell(what: str, kind: str) -> None:
    """Once in a process: each call would say the same."""
    _LOG.warning("a span could not %s (%s): look at the span processors of the tracer provider", what, kind)
