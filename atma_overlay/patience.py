"""How long the overlay waits for what it stands on, and when it leaves it alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from atma_overlay.errors import AtmaError, InvalidInputError
from atma_overlay.signatures import typed_under

__all__ = ["HOST_SHARE", "LONGEST_SECONDS", "Breaker", "Patience", "in_time", "waitable"]

T = TypeVar("T")

LONGEST_SECONDS = 31_536_000
"""The longest wait that can be asked for, a year: clocks of threads end somewhere."""
HOST_SHARE = 0.75
"""Of a recall's time, what the host may use: the rest is the ledger's, which knows what holds without it."""

_GIVEN_UP: ContextVar[threading.Event | None] = ContextVar("atma_given_up", default=None)
"""Set once nobody waits any more for what runs in this context."""


@typed_under("patience")
@dataclass(frozen=True, slots=True)
class Patience:
    """The waits of an overlay; by default as long as host, ledger and model take.

    Attributes:
        recall_seconds: a recall's deadline. What has not answered by then is passed over, as if it had failed:
            see `on_error` and `Packet.degraded`.
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
        self._failures = patience.failures
        self._circuit: Any = None
        if patience.failures is not None:
            from circuitbreaker import CircuitBreaker  # noqa: PLC0415 - most overlays have none

            self._circuit = CircuitBreaker(patience.failures, patience.rest_seconds, _transient)

    @contextmanager
    def guarding(self, refusal: Callable[[str], AtmaError]) -> Iterator[None]:
        """Count what happens inside; refuse to go inside while the circuit is open.

        What `in_time` has given up is not counted when it ends: that it was late has been, and an answer that comes
        too late each time is no success.

        Args:
            refusal: makes the error from what is the matter.

        Raises:
            Whatever `refusal` makes.
        """
        if self._circuit is None:
            yield
            return
        if self._circuit.opened:
            rest = max(self._circuit.open_remaining, 1)
            raise refusal(f"is left alone for {rest} s more: it failed {self._failures} times running")
        failed: BaseException | None = None
        try:
            yield
        except BaseException as error:
            failed = error
            raise
        finally:
            given_up = _GIVEN_UP.get()
            if given_up is None or not given_up.is_set():
                self._circuit.__exit__(type(failed) if failed is not None else None, failed, None)


def _transient(_: type[BaseException], error: BaseException) -> bool:
    return isinstance(error, OSError) or bool(getattr(error, "transient", False))


def in_time(work: Callable[[], T], *, seconds: float) -> T:
    """What the work returns, if it does so in time; otherwise it is left to end by itself, in a thread of its own.

    Raises:
        TimeoutError: it did not.
        Whatever the work raises.
    """
    answer: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()
    context, given_up = copy_context(), threading.Event()
    context.run(_GIVEN_UP.set, given_up)

    def run() -> None:
        try:
            answer.put((context.run(work), None))
        except BaseException as error:
            answer.put((None, error))

    threading.Thread(target=run, name="atma-deadline", daemon=True).start()
    try:
        value, error = answer.get(timeout=max(seconds, 0.001))
    except Empty:
        given_up.set()
        raise TimeoutError from None
    if error is not None:
        raise error
    return value  # type: ignore[return-value]  # there is a value where there is no error
