"""The spans of a flow's stages: one after another under its root, made when their facts are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from opentelemetry.context import Context
from opentelemetry.trace import Span, Status, StatusCode, set_span_in_context
from opentelemetry.util.types import AttributeValue

from atma_overlay.telemetry.clock import Clock
from atma_overlay.telemetry.events import Event
from atma_overlay.telemetry.guarded import begun, ended
from atma_overlay.telemetry.handle import Telemetry, mark
from atma_overlay.telemetry.names import ATMA_STAGE, CALLS, ERROR_TYPE, STAGE_PREFIX

MOST_HELD = 16
"""Stages of a long flow that are ended together."""


@dataclass(slots=True)
class OpenStage:
    """A stage that was entered; `left` is when it ended, while its facts are still to come. Times as of `Clock`."""

    name: str
    entered: int
    left: int | None = None
    span: Span | None = None
    context: Context | None = None
    error: str | None = None
    facts: dict[str, AttributeValue] = field(default_factory=dict)
    """Attributes, which are set together."""
    events: list[Event] = field(default_factory=list)

    def count(self, key: str, count: int) -> None:
        """Add to a count among the facts."""
        known = self.facts.get(key, 0)
        self.facts[key] = known + count if isinstance(known, int) else count


class Stages:
    """The stages of one flow, entered from whichever thread carries out its effects.

    Its span is begun in hindsight, at the time when the stage was entered, with all its attributes: that costs half of
    what it does to begin it and to come back to it. Only what may open spans of its own needs it earlier (`context`).
    Stages that were left are handed over together for the same reason.

    Args:
        telemetry: where to.
        root: the context with the span above.
        recording: whether that span is recorded; else there are no spans below it, only measurements.
        clock: what the root's times are read off.
    """

    __slots__ = ("_clock", "_closed", "_held", "_holding", "_recording", "_root", "_since", "_telemetry", "current")

    def __init__(self, telemetry: Telemetry, root: Context, *, recording: bool, clock: Clock) -> None:
        self._telemetry, self._root, self._recording, self._clock = telemetry, root, recording, clock
        self._held: list[OpenStage] = []
        self._since = 0
        self._holding = self._closed = False
        self.current: OpenStage | None = None

    def enter(self, name: str | None) -> None:
        """End the stage before and start another; None only ends."""
        now = self._clock.now()
        self._leave(now)
        if name is not None and not self._closed:
            self.current = OpenStage(name, now)

    def failed(self, error: Exception) -> None:
        """Mark the current stage with what went wrong in it."""
        stage = self.current
        if stage is not None:
            stage.error = type(error).__name__
            if stage.span is not None:
                mark(stage.span, error)

    def close(self, now: int) -> list[OpenStage]:
        """End the current stage and every span; a thread that is still at work enters no other.

        Returns:
            The stages that are still to be measured.
        """
        self._closed = True
        self._leave(now)
        return self._ended()

    @property
    def closed(self) -> bool:
        """Whether the flow is over."""
        return self._closed

    def hold(self) -> None:
        """Keep the stages that end from here on open for facts, until `release`; their times stay their own."""
        self._since = len(self._held)
        self._holding = True

    def release(self) -> None:
        """Let them end."""
        self._holding = False

    def latest(self, *names: str) -> OpenStage | None:
        """The latest stage since `hold` of the first of the names that is found; else the current one."""
        current = self.current
        for name in names:
            if current is not None and current.name == name:
                return current
            for at in range(len(self._held) - 1, self._since - 1, -1):
                if self._held[at].name == name:
                    return self._held[at]
        return current

    def context(self, stage: OpenStage) -> Context:
        """The context with a stage's span, or with the root's where none is recorded."""
        if stage.context is not None:
            return stage.context
        if not self._recording or stage.name in CALLS:
            return self._root
        return self._begin(stage)

    def _begin(self, stage: OpenStage) -> Context:
        attributes: dict[str, AttributeValue] = {ATMA_STAGE: stage.name}
        if stage.facts:
            attributes.update(stage.facts)
        if stage.error is not None:
            attributes[ERROR_TYPE] = stage.error
        span = begun(
            self._telemetry.tracer, STAGE_PREFIX + stage.name, self._root, attributes=attributes,
            start_time=stage.entered,
        )  # fmt: skip
        if stage.error is not None:
            span.set_status(Status(StatusCode.ERROR))
        stage.span, stage.context = span, set_span_in_context(span, self._root)
        return stage.context

    def _leave(self, now: int) -> None:
        stage, self.current = self.current, None
        if stage is None:
            return
        stage.left = now
        self._held.append(stage)
        if len(self._held) >= MOST_HELD and not self._holding:
            self.measure(self._ended())

    def _ended(self) -> list[OpenStage]:
        held, self._held, self._since = self._held, [], 0
        if self._recording:
            for stage in held:
                self._end(stage)
        return held

    def _end(self, stage: OpenStage) -> None:
        if stage.span is None:
            if stage.name in CALLS and stage.error is None and not (stage.facts or stage.events):
                return
            self._begin(stage)
        elif stage.facts:
            stage.span.set_attributes(stage.facts)
        span = stage.span
        if span is not None:
            for event in stage.events:
                span.add_event(event.name, event.attributes, event.at)
            ended(span, stage.left)

    def measure(self, stages: Iterable[OpenStage]) -> None:
        """Tell how long some stages took."""
        measure = self._telemetry.instruments.stage
        for stage in stages:
            left = stage.entered if stage.left is None else stage.left
            context = self._root if stage.context is None else stage.context
            measure((left - stage.entered) / 1e9, name=stage.name, error=stage.error, context=context)
