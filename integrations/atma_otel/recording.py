"""Spans kept in this process, as plain data."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from atma_overlay.errors import MissingExtraError
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event of a span."""

    name: str
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link to a span of another trace; ids in hex."""

    trace_id: str
    span_id: str
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Seen:
    """A span that ended; ids in hex, times in nanoseconds since the epoch."""

    trace_id: str
    span_id: str
    parent_id: str | None
    name: str
    start_ns: int
    end_ns: int
    attributes: Mapping[str, object]
    events: tuple[SeenEvent, ...]
    links: tuple[SeenLink, ...]

    @property
    def milliseconds(self) -> float:
        """How long it took."""
        return (self.end_ns - self.start_ns) / 1e6


class Recorder:
    """A tracer provider whose spans can be read back.

    Args:
        on_trace: told of each tree of spans when its root has ended, for a process that runs on: nothing of it is kept
            then. A root is what begins here, under a span of another process or under none; so several may be of one
            trace. A span that follows later (the rendering of an answer) comes as a tree of its own.

    Raises:
        MissingExtraError: the SDK is not installed.
    """

    @typed
    def __init__(self, *, on_trace: Callable[[Sequence[Seen]], None] | None = None) -> None:
        try:
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import SimpleSpanProcessor
        except ImportError as error:
            raise MissingExtraError("opentelemetry-sdk", "otel", error) from error
        self._kept = _Kept(on_trace)
        self._processor = SimpleSpanProcessor(cast("SpanExporter", self._kept))
        self.provider: TracerProvider = TracerProvider(shutdown_on_exit=False)
        self.record(self.provider)

    def record(self, provider: TracerProvider) -> None:
        """Keep the spans of another provider too."""
        provider.add_span_processor(self._processor)

    def spans(self) -> list[Seen]:
        """The spans so far, in the order of their starts."""
        return sorted(self._kept.spans, key=lambda s: s.start_ns)


_REMEMBERED = 1024
"""Spans that were handed over and under which another may still end."""


class _Kept:
    """An exporter that keeps spans, or hands them over tree by tree."""

    def __init__(self, on_trace: Callable[[Sequence[Seen]], None] | None) -> None:
        self.spans: list[Seen] = []
        self._on_trace = on_trace
        self._begun: dict[str, list[Seen]] = {}
        """Spans by their trace whose tree has not ended."""
        self._ended: deque[str] = deque(maxlen=_REMEMBERED)
        self._lock = threading.Lock()

    def export(self, spans: Sequence[ReadableSpan]) -> Any:
        from opentelemetry.sdk.trace.export import SpanExportResult

        for span in spans:
            seen = _seen(span)
            if self._on_trace is None:
                self.spans.append(seen)
            else:
                self._hand_over(seen, is_root=span.parent is None or span.parent.is_remote, to=self._on_trace)
        return SpanExportResult.SUCCESS

    def _hand_over(self, seen: Seen, *, is_root: bool, to: Callable[[Sequence[Seen]], None]) -> None:
        with self._lock:
            if not is_root and seen.parent_id not in self._ended:
                self._begun.setdefault(seen.trace_id, []).append(seen)
                return
            tree, rest = _below(seen, self._begun.pop(seen.trace_id, []))
            if rest:
                self._begun[seen.trace_id] = rest
            self._ended.extend(s.span_id for s in tree)
        to(sorted(tree, key=lambda s: s.start_ns))

    def shutdown(self) -> None: ...

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return timeout_millis >= 0


def _below(root: Seen, spans: Sequence[Seen]) -> tuple[list[Seen], list[Seen]]:
    """A root with those of some spans that stand under it, and the others."""
    tree, above, rest = [root], {root.span_id}, list(spans)
    while more := [s for s in rest if s.parent_id in above]:
        tree += more
        rest = [s for s in rest if s.parent_id not in above]
        above = {s.span_id for s in more}
    return tree, rest


def _seen(span: ReadableSpan) -> Seen:
    context, parent = span.context, span.parent
    assert context is not None
    return Seen(
        f"{context.trace_id:032x}", f"{context.span_id:016x}", None if parent is None else f"{parent.span_id:016x}",
        span.name, span.start_time or 0, span.end_time or 0, dict(span.attributes or {}),
        tuple(SeenEvent(e.name, dict(e.attributes or {})) for e in span.events),
        tuple(
            SeenLink(f"{x.context.trace_id:032x}", f"{x.context.span_id:016x}", dict(x.attributes or {}))
            for x in span.links
        ),
    )  # fmt: skip
