"""The spans of a flow's stages: one after another under its root, told their facts when those are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, time_ns

from opentelemetry.context import Context
from opentelemetry.trace import Span, set_span_in_context

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
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, counts: Mapping[str, int]) -> None:
        """Add to the counts that become attributes at the end."""
        for key, count in counts.items():
            self.counts[key] = self.counts.get(key, 0) + count


class Stages:
    """The stages of one flow, entered from whichever thread carries out its effects."""

    def __init__(self, telemetry: Telemetry, root: Context) -> None:
        self._telemetry, self._root = telemetry, root
        self._held: list[OpenStage] = []
        """Stages of a running transaction: their facts are known when it is through."""
        self._holding = self._closed = False
        self.current: OpenStage | None = None

    def enter(self, name: str | None) -> None:
        """End the stage before and start another; None only ends."""
        self._leave()
        if name is None or self._closed:
            return
        span = self._telemetry.tracer.start_span(STAGE_PREFIX + name, self._root, attributes={ATMA_STAGE: name})
        self.current = OpenStage(name, span, set_span_in_context(span, self._root), perf_counter())

    def failed(self, error: Exception) -> None:
        """Mark the current stage with what went wrong in it."""
        if self.current is not None:
            self.current.error = type(error).__name__
            mark(self.current.span, error)

    def close(self) -> None:
        """End the current stage; a thread that is still at work enters no other."""
        self._closed = True
        self._leave()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Stages that end in the block stay open for facts until it is over; their times stay their own."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
            held, self._held = self._held, []
            for stage in held:
                self._finish(stage)

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
        if self._holding:
            stage.left = time_ns()
            self._held.append(stage)
        else:
            self._finish(stage)

    def _finish(self, stage: OpenStage) -> None:
        if stage.counts:
            stage.span.set_attributes(stage.counts)
        stage.span.end(stage.left)
        self._telemetry.instruments.stage(stage.seconds, name=stage.name, error=stage.error, context=stage.context)
