"""The spans of a flow's stages: one after another under its root, told their facts when those are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, time_ns

from opentelemetry.context import Context
from opentelemetry.trace import Span, set_span_in_context
from opentelemetry.util.types import AttributeValue

from atma_overlay.telemetry.handle import Telemetry, mark
from atma_overlay.telemetry.names import ATMA_STAGE, STAGE_PREFIX


@dataclass(slots=True)
class OpenStage:
    """A stage that was entered; `left` is when it ended, in ns since the epoch, while its facts are still to come."""

    name: str
    span: Span
    context: Context
    started: float
    seconds: float = 0.0
    left: int | None = None
    error: str | None = None
    facts: dict[str, AttributeValue] = field(default_factory=dict)
    """Attributes, which are set together at the end."""

    def count(self, counts: Mapping[str, int]) -> None:
        """Add to counts among the facts."""
        for key, count in counts.items():
            known = self.facts.get(key, 0)
            self.facts[key] = known + count if isinstance(known, int) else count


MOST_HELD = 16
"""Stages of a long flow that are ended together."""


class Stages:
    """The stages of one flow, entered from whichever thread carries out its effects.

    A stage that was left is ended together with others, at the time when it was left: the facts of a transaction are
    known when it is through, and spans and measurements cost half when they are handed over one after another.

    Args:
        telemetry: where to.
        root: the span above, and the context with it.
        recording: whether the root is recorded; else there are no spans below it, only measurements.
    """

    def __init__(self, telemetry: Telemetry, root: tuple[Span, Context], *, recording: bool) -> None:
        self._telemetry, (self._span, self._root), self._recording = telemetry, root, recording
        self._held: list[OpenStage] = []
        self._holding = self._closed = False
        self.current: OpenStage | None = None

    def enter(self, name: str | None) -> None:
        """End the stage before and start another; None only ends."""
        self._leave()
        if name is None or self._closed:
            return
        span, context = self._span, self._root
        if self._recording:
            span = self._telemetry.tracer.start_span(STAGE_PREFIX + name, self._root, attributes={ATMA_STAGE: name})
            context = set_span_in_context(span, self._root)
        self.current = OpenStage(name, span, context, perf_counter())

    def failed(self, error: Exception) -> None:
        """Mark the current stage with what went wrong in it."""
        if self.current is not None:
            self.current.error = type(error).__name__
            if self._recording:
                mark(self.current.span, error)

    def close(self) -> None:
        """End the current stage; a thread that is still at work enters no other."""
        self._closed = True
        self._leave()
        self._finish()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Stages that end in the block stay open for facts until it is over; their times stay their own."""
        self._finish()
        self._holding = True
        try:
            yield
        finally:
            self._holding = False

    def latest(self, *names: str) -> OpenStage | None:
        """The latest stage of the first of the names that can still be told something; else the current one."""
        still_open = [*self._held, *([] if self.current is None else [self.current])]
        found = (s for name in names for s in reversed(still_open) if s.name == name)
        return next(found, self.current)

    def _leave(self) -> None:
        stage, self.current = self.current, None
        if stage is None:
            return
        stage.seconds = perf_counter() - stage.started
        stage.left = time_ns()
        self._held.append(stage)
        if len(self._held) >= MOST_HELD and not self._holding:
            self._finish()

    def _finish(self) -> None:
        held, self._held = self._held, []
        if self._recording:
            for stage in held:
                if stage.facts:
                    stage.span.set_attributes(stage.facts)
                stage.span.end(stage.left)
        for stage in held:
            self._telemetry.instruments.stage(stage.seconds, name=stage.name, error=stage.error, context=stage.context)
