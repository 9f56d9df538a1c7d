"""The two drivers of the flows: one blocks, one awaits. Nothing else in the overlay knows the difference."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Generic, TypeVar

from atma_overlay.effects import (
    Compute,
    Effect,
    Flow,
    HostSearchCall,
    LedgerRead,
    ModelCall,
    Stage,
)
from atma_overlay.executor import Executor
from atma_overlay.kept import ErasureGuard
from atma_overlay.patience import HOST_SHARE, MODEL_SHARE
from atma_overlay.telemetry import Operation
from atma_overlay.telemetry.flow import FlowTrace

T = TypeVar("T")
_SHARES = {HostSearchCall: HOST_SHARE, ModelCall: MODEL_SHARE, Compute: 1.0, LedgerRead: 1.0}
"""Of a flow's time, when what may be passed over has to be done; anything else takes as long as it takes."""


class _Deadline:
    """How much of a flow's time is left for an effect; None where nothing limits it."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._start = time.monotonic()

    def left_for(self, effect: Effect) -> float | None:
        share = _SHARES.get(type(effect))
        if self._seconds is None or share is None:
            return None
        return self._start + self._seconds * share - time.monotonic()


def run(
    flow: Flow[T], executor: Executor, *, root: Operation, seconds: float | None = None, conversation: str | None = None
) -> T:
    """Run a flow to its end, blocking.

    Args:
        flow: what is run.
        executor: who carries its effects out.
        root: what its span is called.
        seconds: after which its searches, reads and questions to a model fail.
        conversation: what its span is told to be part of; by default the session of the scope it reads or writes.

    Raises:
        LedgerError: the executor is closed.
        Whatever the flow lets through.
    """
    deadline = _Deadline(seconds)
    with _Ending(flow, executor, root, conversation) as (steps, trace):
        while (effect := steps.next()) is not None:
            try:
                left = deadline.left_for(effect)
                if left is None:
                    steps.value = executor.perform(effect, trace)
                else:
                    steps.value = executor.perform_in_time(effect, left, trace)
            except Exception as raised:  # the flow decides what to do with it
                steps.fail(raised)
    return steps.result


async def run_async(
    flow: Flow[T], executor: Executor, *, root: Operation, seconds: float | None = None, conversation: str | None = None
) -> T:
    """Run a flow to its end, one hop to a worker thread an effect, the caller's context kept; otherwise as `run`.

    Raises:
        LedgerError: the executor is closed.
        Whatever the flow lets through.
    """
    deadline = _Deadline(seconds)
    with _Ending(flow, executor, root, conversation) as (steps, trace):
        while (effect := steps.next()) is not None:
            try:
                left = deadline.left_for(effect)
                if left is None:
                    steps.value = await executor.perform_async(effect, trace)
                else:
                    steps.value = await executor.perform_in_time_async(effect, left, trace)
            except Exception as raised:  # the flow decides what to do with it
                steps.fail(raised)
    return steps.result


class _Ending(Generic[T]):
    """A flow's steps and its trace; both are ended however the flow ends, and so is what it kept of erased texts."""

    def __init__(self, flow: Flow[T], executor: Executor, root: Operation, conversation: str | None) -> None:
        executor.refuse_closed()
        self._flow, self._trace = flow, FlowTrace(executor.telemetry, root, executor.host, conversation)
        self._steps, self._guard = _Steps(flow, self._trace), ErasureGuard()

    def __enter__(self) -> tuple[_Steps[T], FlowTrace]:
        self._guard.__enter__()
        return self._steps, self._trace

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is not None:
                self._flow.close()
                self._trace.close(error)
            else:
                self._trace.close(None, self._steps.result)
        finally:
            self._guard.__exit__(kind, error, at)


class _Steps(Generic[T]):
    """A flow, one effect at a time; `value` is what the last one gave, `result` what the flow returned."""

    def __init__(self, flow: Flow[T], trace: FlowTrace) -> None:
        self._flow, self._trace = flow, trace
        self._error: Exception | None = None
        self.value: Any = None
        self.result: T

    def fail(self, error: Exception) -> None:
        self._error = error
        self._trace.failed(error)

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
            self._trace.enter(effect.name)
