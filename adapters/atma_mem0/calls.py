"""Each operation is written once, as a generator of calls to Mem0; two drivers run it, one blocks, one awaits."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

__all__ = ["Call", "Calls", "awaiting", "blocking"]

T = TypeVar("T")

Call = Callable[[], Any]
"""One call without arguments, of a method or of a coroutine function."""

Calls = Generator[Call, Any, T]
"""An operation: it yields calls, is sent their results, and returns its own."""

Guard = Callable[[], AbstractContextManager[None]]


def blocking(calls: Calls[T], *, guard: Guard) -> T:
    """Run an operation to its end, inside the guard."""
    with guard():
        answer: Any = None
        while True:
            try:
                call = calls.send(answer)
            except StopIteration as done:
                result: T = done.value
                return result
            answer = call()


async def awaiting(calls: Calls[T], *, guard: Guard) -> T:
    """Run an operation to its end, inside the guard, and await what its calls return where it can be awaited."""
    with guard():
        answer: Any = None
        while True:
            try:
                call = calls.send(answer)
            except StopIteration as done:
                result: T = done.value
                return result
            answer = call()
            if inspect.isawaitable(answer):
                answer = await answer
