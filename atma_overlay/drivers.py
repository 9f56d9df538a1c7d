"""The two drivers of the flows: one blocks, one awaits. Nothing else in the overlay knows the difference."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from opentelemetry.trace import Span, Status, StatusCode, set_span_in_context

from atma_overlay import telemetry
from atma_overlay.background import BackgroundLoop
from atma_overlay.effects import (
    Compute,
    Effect,
    Flow,
    HostAdd,
    HostChanges,
    HostDelete,
    HostDetach,
    HostEffect,
    HostErase,
    HostGet,
    HostOverwritten,
    HostPageCall,
    HostSearchCall,
    LedgerRead,
    LedgerWrite,
    ModelCall,
    Stage,
)
from atma_overlay.errors import HostError, LedgerError, ModelError
from atma_overlay.models.structured import ask, ask_async
from atma_overlay.patience import HOST_SHARE, Breaker, Patience, in_time
from atma_overlay.ports.host import Host
from atma_overlay.ports.ledger import Ledger

T = TypeVar("T")
_ENDLESS = Patience()


class Executor:
    """Carries out effects on one host and one ledger, under the host's declared lock.

    A host whose methods are coroutines is awaited on one background loop of its own, whoever drives.
    """

    def __init__(self, host: Host, ledger: Ledger, patience: Patience = _ENDLESS) -> None:
        self.host, self.ledger, self.patience = host, ledger, patience
        self._host_breaker, self._model_breaker = Breaker(patience), Breaker(patience)
        self._host_lock, self._model_lock = threading.Lock(), threading.Lock()
        self._loop = BackgroundLoop("atma-host")

    def perform(self, effect: Effect) -> Any:
        """Do what one effect asks for and return its result."""
        if isinstance(effect, Compute):
            return effect.work()
        if isinstance(effect, LedgerRead):
            return self.ledger.read(effect.scope, effect.work)
        if isinstance(effect, LedgerWrite):
            return self.ledger.write(effect.scope, effect.work)
        if isinstance(effect, Stage):
            raise AssertionError(f"a stage is entered, not performed: {effect!r}")
        if isinstance(effect, ModelCall):
            with self._model_breaker.guarding(partial(_model_rests, effect)):
                return self._at_model(effect)
        with self._host_breaker.guarding(partial(self._host_rests, effect)):
            if self.host.capabilities.thread_safe:
                return self._settled(self._at_host(effect))
            with self._host_lock:
                return self._settled(self._at_host(effect))

    def perform_in_time(self, effect: Effect, seconds: float) -> Any:
        """`perform`, of a read that is passed over when it takes too long.

        Raises:
            HostError: the host did not answer in time, which counts as a failure of it.
            LedgerError: the ledger did not.
        """
        try:
            return in_time(lambda: self.perform(effect), seconds=seconds)
        except TimeoutError:
            problem = f"no answer in {seconds:.2f} s"
        if isinstance(effect, LedgerRead):
            raise LedgerError(f"the ledger gave {problem}: try again, or allow more time")
        late = HostError(self.host.name, _verb(effect), problem, transient=True)
        with self._host_breaker.guarding(partial(self._host_rests, effect)):
            raise late

    async def perform_async(self, effect: Effect) -> Any:
        """Do it without holding up the event loop: a model that can be awaited is, the rest runs in a worker thread."""
        if isinstance(effect, ModelCall) and effect.model.capabilities.asynchronous:
            with self._model_breaker.guarding(partial(_model_rests, effect)):
                return await ask_async(effect.model, effect.request, schema=effect.schema)
        return await _in_worker(partial(self.perform, effect))

    def _host_rests(self, effect: Effect, problem: str) -> HostError:
        return HostError(self.host.name, _verb(effect), problem, transient=True)

    def _at_model(self, call: ModelCall) -> Any:
        if call.model.capabilities.thread_safe:
            return ask(call.model, call.request, schema=call.schema)
        with self._model_lock:
            return ask(call.model, call.request, schema=call.schema)

    def close(self) -> None:
        """Release the host adapter and the loop it was awaited on."""
        close: Callable[[], Any] = self.host.close
        self._settled(close())
        self._loop.close()

    def _at_host(self, effect: HostEffect) -> Any:  # noqa: PLR0911 - one line a kind of effect
        host: Any = self.host  # a flow asks for a power only of a host that has it
        match effect:
            case HostSearchCall(scope, query, limit):
                return host.search(query, scope=scope, limit=limit)
            case HostPageCall(scope, cursor):
                return host.page(scope=scope, cursor=cursor)
            case HostAdd(scope, items):
                return host.add(items, scope=scope)
            case HostDelete(scope, ids):
                return host.delete(ids, scope=scope)
            case HostGet(scope, ids):
                return host.get(ids, scope=scope)
            case HostErase(scope, ids):
                return host.erase(ids, scope=scope)
            case HostOverwritten(scope, identifier):
                return host.overwritten(identifier, scope=scope)
            case HostChanges():
                return host.changes()
            case HostDetach(scope):
                return host.detach(scope=scope)

    def _settled(self, answer: Any) -> Any:
        return self._loop.run(answer) if inspect.iscoroutine(answer) else answer


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
            context = set_span_in_context(self._root)
            self._stage = self._tracer.start_span(
                telemetry.STAGE_PREFIX + name, context=context, attributes={telemetry.ATMA_STAGE: name}
            )

    def failed(self, error: Exception) -> None:
        """Mark the stage whose effect failed, whatever the flow then makes of it."""
        if self._stage is not None:
            _mark(self._stage, error)

    def close(self, error: BaseException | None) -> None:
        for span in (self._stage, self._root):
            if span is None:
                continue
            if isinstance(error, Exception):
                _mark(span, error)
            span.end()


def _model_rests(call: ModelCall, problem: str) -> ModelError:
    return ModelError(call.model.name, problem, transient=True)


def _verb(effect: Effect) -> str:
    return type(effect).__name__.removeprefix("Host").removesuffix("Call").lower()


async def _in_worker(work: Callable[[], T]) -> T:
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(None, context.run, work)


class _Deadline:
    """How much of a flow's time is left for an effect; None where nothing limits it."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._start = time.monotonic()

    def left_for(self, effect: Effect) -> float | None:
        if self._seconds is None or not isinstance(effect, HostSearchCall | LedgerRead):
            return None
        share = HOST_SHARE if isinstance(effect, HostSearchCall) else 1.0
        return self._start + self._seconds * share - time.monotonic()


def _mark(span: Span, error: Exception) -> None:
    span.set_attribute(telemetry.ERROR_TYPE, type(error).__name__)
    span.set_status(Status(StatusCode.ERROR))


def run(flow: Flow[T], executor: Executor, *, root: str, seconds: float | None = None) -> T:
    """Run a flow to its end, blocking; its searches and ledger reads end in failure after so many seconds.

    Raises:
        Whatever the flow lets through.
    """
    spans, deadline = _Spans(root), _Deadline(seconds)
    steps = _Steps(flow, spans)
    try:
        while (effect := steps.next()) is not None:
            try:
                left = deadline.left_for(effect)
                if left is None:
                    steps.value = executor.perform(effect)
                else:
                    steps.value = executor.perform_in_time(effect, left)
            except Exception as raised:  # the flow decides what to do with it
                steps.fail(raised)
    except BaseException as error:
        flow.close()
        spans.close(error)
        raise
    spans.close(None)
    return steps.result


async def run_async(flow: Flow[T], executor: Executor, *, root: str, seconds: float | None = None) -> T:
    """Run a flow to its end, one hop to a worker thread an effect, the caller's context kept. `seconds` as in `run`.

    Raises:
        Whatever the flow lets through.
    """
    spans, deadline = _Spans(root), _Deadline(seconds)
    steps = _Steps(flow, spans)
    try:
        while (effect := steps.next()) is not None:
            try:
                left = deadline.left_for(effect)
                if left is None:
                    steps.value = await executor.perform_async(effect)
                else:
                    steps.value = await _in_worker(partial(executor.perform_in_time, effect, left))
            except Exception as raised:  # the flow decides what to do with it
                steps.fail(raised)
    except BaseException as error:
        flow.close()
        spans.close(error)
        raise
    spans.close(None)
    return steps.result


class _Steps(Generic[T]):
    """A flow, one effect at a time; `value` is what the last one gave, `result` what the flow returned."""

    def __init__(self, flow: Flow[T], spans: _Spans) -> None:
        self._flow, self._spans = flow, spans
        self._error: Exception | None = None
        self.value: Any = None
        self.result: T

    def fail(self, error: Exception) -> None:
        self._error = error
        self._spans.failed(error)

    def next(self) -> Effect | None:
        """The next effect to perform, or None at the end; stages are entered on the way."""
        while True:
            value, error, self.value, self._error = self.value, self._error, None, None
            try:
                effect = self._flow.throw(error) if error is not None else self._flow.send(value)
            except StopIteration as done:
                self.result = done.value
                return None
            if not isinstance(effect, Stage):
                return effect
            self._spans.enter(effect.name)
