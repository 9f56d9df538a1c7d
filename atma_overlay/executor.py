"""How an effect is carried out: on the host, the ledger or a model, blocking or awaited."""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import nullcontext
from contextvars import copy_context
from functools import partial
from typing import Any, Never, TypeVar, cast

from atma_overlay.background import BackgroundLoop
from atma_overlay.changes import Changeset
from atma_overlay.effects import (
    Compute,
    Effect,
    HostAdd,
    HostChanges,
    HostDelete,
    HostDetach,
    HostEffect,
    HostErase,
    HostGet,
    HostOverwritten,
    HostPageCall,
    HostRetired,
    HostSearchCall,
    LedgerRead,
    LedgerWrite,
    ModelCall,
    Stage,
    Steps,
)
from atma_overlay.errors import AtmaError, HostError, HostLateError, LedgerError, LedgerLateError, ModelError
from atma_overlay.forks import begins_anew
from atma_overlay.host_turns import turns_at
from atma_overlay.hosts.answers import readable, unfit
from atma_overlay.kept import ErasureGuard
from atma_overlay.models.structured import ask, ask_async
from atma_overlay.patience import Breaker, Patience, in_time, in_time_async, in_worker, is_waited_for
from atma_overlay.ports.host import Host, HostSearch
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.telemetry import Telemetry
from atma_overlay.telemetry.flow import FlowTrace, start_counting
from atma_overlay.workers import Workers

T = TypeVar("T")
_ENDLESS = Patience()
_CANCELLED = (asyncio.CancelledError, CancelledError)
_CLOSED = "the overlay was closed meanwhile"
_SEARCHES = 32
"""Searches, or questions to a model, at once that are awaited or have a deadline: so many threads can hang there."""
_THREADS = min(32, (os.cpu_count() or 1) + 4)
"""Threads for anything else: as many as `asyncio` has."""
_WRITES = min(12, _THREADS)
"""Writes at once that are awaited: a ledger on a server has 16 connections, and reads need some of them."""


class Executor:
    """Carries out effects on one host and one ledger, under the host's declared lock.

    The lock is the host object's: two overlays over one host wait for each other. A host whose methods are coroutines
    is awaited on one background loop of its own, whoever drives.
    """

    def __init__(
        self, host: Host, ledger: Ledger, patience: Patience = _ENDLESS, *, telemetry: Telemetry | None = None
    ) -> None:
        self.host, self.ledger, self.telemetry = host, ledger, telemetry or Telemetry()
        self.patience = patience
        self._host_breaker, self._model_breaker = Breaker(patience), Breaker(patience)
        self._loop = BackgroundLoop("atma-host")
        # Apart: what a host holds up is no work on the ledger, and a write that it holds up is no search. A write waits
        # for its user's others, or for the whole file's, which a read never does.
        self._computing = Workers("atma-computing", most=_THREADS, short=True)
        self._reading = Workers("atma-reading", most=_THREADS, short=True)
        self._writing = Workers("atma-writing", most=_WRITES)
        self._searching = Workers("atma-searching", most=_SEARCHES)
        self._asking = Workers("atma-asking", most=_SEARCHES)
        self._handing = Workers("atma-handing", most=_THREADS)
        self._closed = False
        self._turns = turns_at(host)
        self.begin_anew()
        begins_anew(self)
        start_counting(self.telemetry)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads, whose call of the host or the model may take long."""
        self._model_lock = threading.Lock()

    def perform(self, effect: Effect, trace: FlowTrace | None = None) -> Any:
        """Do what one effect asks for and return its result; the trace is told of it."""
        if trace is None:
            return self._performed(effect, None)
        token = trace.begin(effect)
        try:
            return self._performed(effect, trace)
        finally:
            trace.end(token)

    def perform_in_time(self, effect: Effect, seconds: float, trace: FlowTrace | None = None) -> Any:
        """`perform`, of a read that is passed over when it takes too long.

        Raises:
            HostLateError: the host did not answer in time, which counts as a failure of it, unless it was left no time.
            ModelError: likewise of a model.
            LedgerLateError: the ledger did not, or the work that leads to it.
        """
        work, late = partial(self._perform_apart, effect, trace), partial(self._late, effect, seconds)
        return in_time(work, self._workers(effect), seconds=seconds, late=late)

    async def perform_in_time_async(self, effect: Effect, seconds: float, trace: FlowTrace | None = None) -> Any:
        """`perform_in_time`, awaited."""
        work, late = partial(self._perform_apart, effect, trace), partial(self._late, effect, seconds)
        return await in_time_async(work, self._workers(effect), seconds=seconds, late=late)

    def _late(self, effect: Effect, seconds: float) -> Never:
        problem = f"no answer in {seconds:.2f} s" if seconds > 0 else "no answer at once, and no time was left"
        if isinstance(effect, LedgerRead | Compute):
            late_one = "the ledger" if isinstance(effect, LedgerRead) else "the reading of the query"
            raise LedgerLateError(f"{late_one} gave {problem}: try again, or allow more time", cause=problem)
        failing: Callable[[str], AtmaError] = partial(self._host_failed, effect)
        late: AtmaError = self._host_failed(effect, problem, late=True)
        breaker = self._host_breaker
        if isinstance(effect, ModelCall):
            failing, breaker, late = partial(_model_failed, effect), self._model_breaker, _model_failed(effect, problem)
        if seconds <= 0:
            raise late  # others used the time up: it is no failure of its own
        with breaker.guarding(failing, known=True):
            raise late

    def _perform_apart(self, effect: Effect, trace: FlowTrace | None) -> Any:
        """In another thread, which may go on when its flow has ended."""
        with ErasureGuard():
            return self.perform(effect, trace)

    def _host_failed(self, effect: Effect, problem: str, *, late: bool = False) -> HostError:
        kind = HostLateError if late else HostError
        return kind(self.host.name, _verb(effect), problem, transient=True, cause=problem)

    def _performed(self, effect: Effect, trace: FlowTrace | None) -> Any:
        match effect:
            case Compute(work):
                return _told(work(), trace)
            case LedgerRead():
                return self._read(effect, trace)
            case LedgerWrite():
                return self._write(effect, trace)
            case Stage():
                raise AssertionError(f"a stage is entered, not performed: {effect!r}")
            case ModelCall():
                return self._at_model(effect, trace)
            case _:
                return self._at_host(effect, trace)

    async def perform_async(self, effect: Effect, trace: FlowTrace | None = None) -> Any:
        """Do it without holding up the event loop: a model that can be awaited is, the rest runs in a worker thread."""
        if isinstance(effect, ModelCall) and effect.model.capabilities.asynchronous:
            if trace is None:
                return await self._asked_async(effect)
            token = trace.begin(effect)
            try:
                with trace.model(effect) as answered:
                    return answered(await self._asked_async(effect))
            finally:
                trace.end(token)
        # One user's writes wait for one another at the ledger; here they do so without a thread each.
        of = effect.scope.partition if isinstance(effect, LedgerWrite | HostAdd) else None
        return await in_worker(partial(self._perform_apart, effect, trace), self._workers(effect), of=of)

    async def in_worker(self, work: Callable[[], T]) -> T:
        """Do what may take as long as the host does, and is no effect; begun it goes on though nobody waits."""
        return await asyncio.wrap_future(self._handing.submit(partial(copy_context().run, work)))

    def _workers(self, effect: Effect) -> Workers:
        match effect:
            case Compute():
                return self._computing
            case LedgerRead():
                return self._reading
            case LedgerWrite():
                return self._writing
            case HostSearchCall():
                return self._searching
            case ModelCall():
                return self._asking
            case _:
                return self._handing

    def _read(self, effect: LedgerRead, trace: FlowTrace | None) -> Any:
        if trace is None:
            return self.ledger.read(effect.scope, lambda reader: _worked(effect.work(reader), None))
        trace.hold()
        try:
            return _told(self.ledger.read(effect.scope, lambda reader: _worked(effect.work(reader), trace)), trace)
        finally:
            trace.release()

    def _write(self, effect: LedgerWrite, trace: FlowTrace | None) -> Any:
        if trace is None:
            return self.ledger.write(
                effect.scope, lambda reader: _worked(effect.work(reader), None), durable=effect.durable
            )

        def work(reader: LedgerReader) -> tuple[Changeset, tuple[Changeset, Any]]:
            changes, result = _worked(effect.work(reader), trace)
            changes = trace.stamped(changes)
            return changes, (changes, result)

        trace.hold()
        try:
            changes, result = self.ledger.write(effect.scope, work, durable=effect.durable)
            trace.committed(changes, result)
            return result
        finally:
            trace.release()

    def _at_model(self, call: ModelCall, trace: FlowTrace | None) -> Any:
        if trace is None:
            return self._asked(call)
        with trace.model(call) as answered:
            return answered(self._asked(call))

    def _asked(self, call: ModelCall) -> Any:
        rests = partial(_model_failed, call)
        self._model_breaker.refuse_resting(rests)
        with (
            nullcontext() if call.model.capabilities.thread_safe else self._model_lock,
            self._model_breaker.guarding(rests),
        ):
            if not is_waited_for():
                raise _model_failed(call, "was given up before it was asked")
            return ask(call.model, call.request, schema=call.schema)

    async def _asked_async(self, call: ModelCall) -> Any:
        with self._model_breaker.guarding(partial(_model_failed, call)):
            return await ask_async(call.model, call.request, schema=call.schema)

    def _at_host(self, effect: HostEffect, trace: FlowTrace | None) -> Any:
        if trace is None:
            return self._locked(effect)
        return trace.host(effect, lambda: self._locked(effect))

    def _locked(self, effect: HostEffect) -> Any:
        rests = partial(self._host_failed, effect)
        self._host_breaker.refuse_resting(rests)
        adder = effect.scope.partition if isinstance(effect, HostAdd) else None  # see `drain_flow`
        # The lock first: of those that wait for it, who comes after the last failure finds the host left alone.
        with self._turns.adding.turn(adder), self._turns.alone(), self._host_breaker.guarding(rests):
            if self._closed:  # and with it the host; on a loop of its own it would be asked anew, and never ended
                raise HostError(self.host.name, _verb(effect), _CLOSED, transient=True)
            if not is_waited_for():
                raise HostError(self.host.name, _verb(effect), "was given up before it began", transient=True)
            try:
                answer = self._settled(self._of_host(effect))
            except (StopIteration, *_CANCELLED) as error:
                # Its own: let through, the one would end a flow, the other the caller's task, which nobody cancelled.
                told = _CLOSED if self.closed else f"raised {type(error).__name__}"
                raise HostError(self.host.name, _verb(effect), told, transient=isinstance(error, _CANCELLED)) from error
            if (problem := unfit(effect, answer)) is not None:
                native = answer.native if isinstance(answer, HostSearch) else None
                raise HostError(self.host.name, _verb(effect), problem, native=native)
            return readable(answer)

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def refuse_closed(self) -> None:
        """Raises: LedgerError, once it is closed: that is the caller's fault, which no flow may pass over."""
        if self._closed:
            raise LedgerError("the overlay is closed: open it again")

    def close(self) -> None:
        """Release the host adapter, the loop it was awaited on, and the threads."""
        self._closed = True
        for workers in (
            self._computing, self._reading, self._writing, self._searching, self._asking, self._handing
        ):  # fmt: skip
            workers.close()
        close: Callable[[], Any] = self.host.close
        try:
            self._settled(close())
        finally:
            self._loop.close()

    def _of_host(self, effect: HostEffect) -> Any:  # noqa: PLR0911 - one line a kind of effect
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
            case HostRetired(scope):
                return host.retired(scope=scope)
            case HostChanges():
                return host.changes()
            case HostDetach(scope):
                return host.detach(scope=scope)

    def _settled(self, answer: Any) -> Any:
        return self._loop.run(answer) if inspect.iscoroutine(answer) else answer


def _worked(made: Any, trace: FlowTrace | None) -> Any:
    """What the work of a ledger effect gives; the stages of work in steps are entered on the way."""
    if not inspect.isgenerator(made):
        return made
    steps = cast("Steps[Any]", made)
    while True:
        try:
            step = next(steps)
        except StopIteration as done:
            return done.value
        if trace is None:
            continue
        if isinstance(step, Stage):
            trace.enter(step.name)
        elif trace.recording:
            trace.sources(step.work())


def _told(value: Any, trace: FlowTrace | None) -> Any:
    if trace is not None:
        trace.answered(value)
    return value


def _model_failed(call: ModelCall, problem: str) -> ModelError:
    return ModelError(call.model.name, problem, transient=True, cause=problem)


def _verb(effect: Effect) -> str:
    return type(effect).__name__.removeprefix("Host").removesuffix("Call").lower()
