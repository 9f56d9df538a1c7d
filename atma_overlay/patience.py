"""How long the overlay waits for what it stands on, and when it leaves it alone."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Never, TypeVar

from atma_overlay.errors import AtmaError, InvalidInputError
from atma_overlay.forks import begins_anew
from atma_overlay.signatures import typed_under
from atma_overlay.workers import Workers

__all__ = [
    "HOST_SHARE",
    "LONGEST_SECONDS",
    "MODEL_SHARE",
    "Breaker",
    "Patience",
    "in_time",
    "in_time_async",
    "in_worker",
    "is_waited_for",
    "once_left",
    "rest",
    "waitable",
]

T = TypeVar("T")

LONGEST_SECONDS = 31_536_000
"""The longest wait that can be asked for, a year: clocks of threads end somewhere."""
HOST_SHARE = 0.75
"""Of a recall's time, what the host may use: the rest is the ledger's, which knows what holds without it."""
MODEL_SHARE = 0.9
"""Of a recall's time, when a judge that reads the query has to be done: then the packet is made, with it or without."""


class _Wanted:
    """Whether anybody waits for what runs in a context, and whether a breaker is to count it."""

    __slots__ = ("_once_left", "counts", "waited_for")

    def __init__(self) -> None:
        self.waited_for = self.counts = True
        self._once_left: dict[object, Callable[[], object]] = {}

    def leave(self) -> None:
        """Nobody waits any more: told to what began to wait before; what begins now sees it by `waited_for`."""
        self.waited_for = False
        for then in tuple(self._once_left.values()):
            then()

    def tell(self, key: object, then: Callable[[], object]) -> None:
        self._once_left[key] = then

    def tell_no_more(self, key: object) -> None:
        self._once_left.pop(key, None)


_WANTED: ContextVar[_Wanted | None] = ContextVar("atma_wanted", default=None)


@typed_under("patience")
@dataclass(frozen=True, slots=True)
class Patience:
    """The waits of an overlay; by default as long as host, ledger and model take.

    Attributes:
        recall_seconds: a recall's deadline. What has not answered by then is passed over, as if it had failed:
            see `on_error` and `Packet.degraded`, and of a judge that reads queries `Readout.error`. A search that
            hangs keeps a thread, 32 of them at most: beyond, recalls go on without the host until one comes back, so
            give the host's client a timeout of its own, and the judge's.
        failures: after so many transient failures in a row a host, or a model, is left alone.
        rest_seconds: for so long; then one call tries it again.

    Raises:
        InvalidInputError: a number is not positive.
    """

    recall_seconds: float | None = None
    failures: int | None = None
    rest_seconds: float = 30.0

    def __post_init__(self) -> None:
        for name in ("recall_seconds", "failures", "rest_seconds"):
            value = getattr(self, name)
            if value is not None:
                waitable(f"patience.{name}", value)


def waitable(field: str, number: float) -> None:
    """Let a number pass that can be waited for.

    Raises:
        InvalidInputError: it is not positive, or too large for a clock.
    """
    if not number > 0:
        raise InvalidInputError(field, f"{number} is not positive: pass None to wait for ever")
    if number > LONGEST_SECONDS:
        raise InvalidInputError(field, f"{number} is more than a year's seconds: pass None to wait for ever")


class Breaker:
    """A circuit breaker around one host or model; without `failures` it lets everything pass."""

    def __init__(self, patience: Patience) -> None:
        self._failures, self._rest = patience.failures, patience.rest_seconds
        self._circuit: Any = None
        self._trial: _Trial | None = None
        self.begin_anew()
        begins_anew(self)
        if patience.failures is not None:
            from circuitbreaker import CircuitBreaker  # noqa: PLC0415 - most overlays have none

            self._circuit = CircuitBreaker(patience.failures, patience.rest_seconds, _transient)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads."""
        self._choosing = threading.Lock()

    def refuse_resting(self, refusal: Callable[[str], AtmaError]) -> None:
        """Raise what `refusal` makes while the circuit is open, for who would otherwise wait first."""
        if self._circuit is not None and self._circuit.opened:
            rest = max(self._circuit.open_remaining, 1)
            raise refusal(f"is left alone for {rest} s more: it failed {self._failures} times running")

    @contextmanager
    def guarding(self, refusal: Callable[[str], AtmaError], *, known: bool = False) -> Iterator[None]:
        """Count what happens inside; refuse to go inside while the circuit is open, or another call tries it again.

        What was late is not counted when it ends: that it was late has been, and an answer that comes too late each
        time is no success. Nor is what its caller broke off: it is neither a failure nor an answer.

        Args:
            refusal: makes the error from what is the matter.
            known: what happens inside is no call, it only tells what became of one.

        Raises:
            Whatever `refusal` makes.
        """
        if self._circuit is None:
            yield
            return
        self.refuse_resting(refusal)
        trial = None if known else self._tried(refusal)
        failed: BaseException | None = None
        try:
            yield
        except BaseException as error:
            failed = error
            raise
        finally:
            wanted = _WANTED.get()
            told = failed is None or isinstance(failed, Exception)
            if told and (wanted is None or wanted.counts):
                self._circuit.__exit__(type(failed) if failed is not None else None, failed, None)
            if trial is not None and self._trial is trial:
                self._trial = None

    def _tried(self, refusal: Callable[[str], AtmaError]) -> _Trial | None:
        """The call that tries it again after a rest, one at a time; None where all is well.

        One that hangs is followed by another after a further rest: it may never come back.
        """
        if self._circuit.closed:
            return None
        with self._choosing:
            if self._trial is not None and time.monotonic() - self._trial.begun < self._rest:
                raise refusal(f"is left alone while one call tries it: it failed {self._failures} times running")
            self._trial = _Trial(time.monotonic())
            return self._trial


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """One call after a rest, begun at a monotonic clock's seconds."""

    begun: float


def _transient(_: type[BaseException], error: BaseException) -> bool:
    return isinstance(error, OSError) or bool(getattr(error, "transient", False))


def is_waited_for() -> bool:
    """Whether anybody waits for what runs here; what is not begun then is no failure, nor a success, of anything."""
    wanted = _WANTED.get()
    if wanted is None or wanted.waited_for:
        return True
    wanted.counts = False
    return False


@contextmanager
def once_left(then: Callable[[], object]) -> Iterator[None]:
    """Have something done, in any thread, as soon as nobody waits for what runs here; at once where nobody does."""
    wanted = _WANTED.get()
    if wanted is None:
        yield
        return
    key = object()
    wanted.tell(key, then)
    try:
        if not wanted.waited_for:  # who left before it was told of
            then()
        yield
    finally:
        wanted.tell_no_more(key)


def rest(seconds: float) -> None:
    """Sleep that long, or until nobody waits for what runs here."""
    left = threading.Event()
    with once_left(left.set):
        left.wait(seconds)


class _HandedOver(Generic[T]):
    """Work in the hands of a thread, for as long as the caller waits for it."""

    __slots__ = ("_task", "_wanted")

    def __init__(self, work: Callable[[], T], workers: Workers, *, of: Hashable = None) -> None:
        self._wanted = _Wanted()
        context = copy_context()
        context.run(_WANTED.set, self._wanted)
        self._task = workers.submit(partial(context.run, work), of=of)

    def __enter__(self) -> tuple[Future[T], _Wanted]:
        return self._task, self._wanted

    def __exit__(self, *_: object) -> None:
        if not self._task.done():
            self._wanted.leave()
            self._task.cancel()


def in_time(work: Callable[[], T], workers: Workers, *, seconds: float, late: Callable[[], Never]) -> T:
    """What the work returns, if it does so in time; otherwise it is left to end by itself, or never begins.

    Args:
        work: what is to be done.
        workers: who does it.
        seconds: the time, from now on.
        late: raises what is to be raised when it is over.

    Raises:
        Whatever `late` or the work raises.
    """
    with _HandedOver(work, workers) as (task, wanted):
        try:
            return task.result(max(seconds, 0.001))
        except TimeoutError:
            if task.done():  # it is the work's own, or came at the last moment
                return task.result()
        wanted.counts = False
    return late()


async def in_time_async(work: Callable[[], T], workers: Workers, *, seconds: float, late: Callable[[], Never]) -> T:
    """`in_time`, awaited."""
    with _HandedOver(work, workers) as (task, wanted):
        answer = asyncio.wrap_future(task)
        try:
            await asyncio.wait((answer,), timeout=max(seconds, 0.001))
            if answer.done():
                return answer.result()
            wanted.counts = False
        finally:
            answer.cancel()
    return late()


async def in_worker(work: Callable[[], T], workers: Workers, *, of: Hashable = None) -> T:
    """What the work returns, for as long as it takes or until the wait is cancelled; `of` as of `Workers.submit`."""
    with _HandedOver(work, workers, of=of) as (task, _):
        return await asyncio.wrap_future(task)
