"""The two drivers of the flows: one blocks, one awaits. Nothing else in the overlay knows the difference."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from opentelemetry.trace import Span, Status, StatusCode

from atma_overlay import telemetry
from atma_overlay.effects import (
    Compute,
    Effect,
    Flow,
    HostAdd,
    HostDelete,
    HostSearchCall,
    LedgerRead,
    LedgerWrite,
    Stage,
)
from atma_overlay.ports.host import Host
from atma_overlay.ports.ledger import Ledger

T = TypeVar("T")


class Executor:
    """Carries out effects on one host and one ledger, under the host's declared lock."""

    def __init__(self, host: Host, ledger: Ledger) -> None:
        self.host, self.ledger = host, ledger
        self._host_lock = threading.Lock()

    def perform(self, effect: Effect) -> Any:
        """Do what one effect asks for and return its result."""
        if isinstance(effect, Compute):
            return effect.work()
        if isinstance(effect, LedgerRead):
            return self.ledger.read(effect.scope, effect.work)
        if isinstance(effect, LedgerWrite):
            return self.ledger.write(effect.scope, effect.work)
        if self.host.capabilities.thread_safe:
            return self._at_host(effect)
        with self._host_lock:
            return self._at_host(effect)

    def _at_host(self, effect: Effect) -> Any:
        if isinstance(effect, HostSearchCall):
            return self.host.search(effect.query, scope=effect.scope, limit=effect.limit)
        if isinstance(effect, HostAdd):
            return self.host.add(effect.items, scope=effect.scope)
        if isinstance(effect, HostDelete):
            return self.host.delete(effect.ids, scope=effect.scope)
        raise AssertionError(f"no such effect: {effect!r}")


class _Spans:
    """The root span of a flow and the span of its current stage; neither is current while a caller has control."""

    def __init__(self, root: str) -> None:
        self._tracer = telemetry.tracer()
        self._root = self._tracer.start_span(root, attributes={telemetry.OPERATION_NAME: root})
        self._stage: Span | None = None

    def enter(self, name: str | None) -> None:
        if self._stage is not None:
            self._stage.end()
        self._stage = None
        if name is not None:
            from opentelemetry.trace import set_span_in_context

            context = set_span_in_context(self._root)
            self._stage = self._tracer.start_span(
                telemetry.STAGE_PREFIX + name, context=context, attributes={telemetry.ATMA_STAGE: name}
            )

    def close(self, error: BaseException | None) -> None:
        for span in (self._stage, self._root):
            if span is None:
                continue
            if error is not None and isinstance(error, Exception):
                span.set_attribute(telemetry.ERROR_TYPE, type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
            span.end()


def run(flow: Flow[T], executor: Executor, *, root: str) -> T:
    """Run a flow to its end, blocking.

    Raises:
        Whatever the flow lets through.
    """
    spans = _Spans(root)
    try:
        result = _drive(flow, executor.perform, spans)
    except BaseException as error:
        spans.close(error)
        raise
    spans.close(None)
    return result


def _drive(flow: Flow[T], perform: Callable[[Effect], Any], spans: _Spans) -> T:
    value: Any = None
    error: Exception | None = None
    while True:
        try:
            effect = flow.throw(error) if error is not None else flow.send(value)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return] - a generator's return value
        value, error = None, None
        if isinstance(effect, Stage):
            spans.enter(effect.name)
            continue
        try:
            value = perform(effect)
        except Exception as raised:  # noqa: BLE001 - the flow decides what to do with it
            error = raised


async def run_async(flow: Flow[T], executor: Executor, *, root: str) -> T:
    """Run a flow to its end, one hop to a worker thread an effect, the caller's context kept.

    Raises:
        Whatever the flow lets through.
    """
    spans = _Spans(root)
    value: Any = None
    error: Exception | None = None
    try:
        while True:
            try:
                effect = flow.throw(error) if error is not None else flow.send(value)
            except StopIteration as done:
                spans.close(None)
                return done.value  # type: ignore[no-any-return] - a generator's return value
            value, error = None, None
            if isinstance(effect, Stage):
                spans.enter(effect.name)
                continue
            context = contextvars.copy_context()
            try:
                loop = asyncio.get_running_loop()
                value = await loop.run_in_executor(None, context.run, executor.perform, effect)
            except Exception as raised:  # noqa: BLE001 - the flow decides what to do with it
                error = raised
    except BaseException as raised:
        flow.close()
        spans.close(raised)
        raise
