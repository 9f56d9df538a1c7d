"""Where a packet comes from, so that rendering it joins the trace of its recall."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from opentelemetry.trace import Link, NonRecordingSpan, SpanContext, get_current_span, set_span_in_context

from atma_overlay.telemetry import names as n
from atma_overlay.telemetry.handle import CurrentSpan, Telemetry


@dataclass(frozen=True, slots=True)
class Trail:
    """The recall behind a packet. All trails are equal, and a copy or a pickle of one is empty: it is no data."""

    telemetry: Telemetry | None = field(default=None, compare=False)
    recall: SpanContext | None = field(default=None, compare=False)

    def __deepcopy__(self, memo: dict[int, Any]) -> Trail:
        return self

    def __reduce__(self) -> tuple[type[Trail], tuple[()]]:
        return Trail, ()

    @contextmanager
    def rendering(self) -> Iterator[Rendering]:
        """The span of a rendering: under the recall, or under the caller's span where that is another trace."""
        telemetry = self.telemetry or Telemetry()
        here = get_current_span().get_span_context()
        recall = self.recall if self.recall is not None and self.recall.is_valid else None
        elsewhere = here.is_valid and recall is not None and here.trace_id != recall.trace_id
        parent = None if recall is None or elsewhere else set_span_in_context(NonRecordingSpan(recall))
        links = [Link(recall)] if elsewhere and recall is not None else []
        attributes, failed = {n.ATMA_STAGE: n.RENDER}, None
        stage = telemetry.current(n.STAGE_PREFIX + n.RENDER, attributes, parent=parent, links=links)
        try:
            with stage:
                yield Rendering(telemetry, stage)
        except Exception as error:
            failed = type(error).__name__
            raise
        finally:
            telemetry.instruments.stage(stage.seconds, name=n.RENDER, error=failed, context=stage.context)


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendering under way."""

    telemetry: Telemetry
    stage: CurrentSpan

    def made(self, text: str, tokens: int) -> None:
        """Note how long the block is; not a word of it."""
        self.stage.span.set_attribute(n.ATMA_CHARACTERS, len(text))
        self.telemetry.instruments.packet(tokens, self.stage.context)
