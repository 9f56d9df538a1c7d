"""Each operation is written once, as a generator of calls to Mem0; two drivers run it, one blocks, one awaits."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, TypeVar

__all__ = ["Call", "Calls", "awaiting", "blocking"]

T = TypeVar("T")

Call = Callable[[], Any]
"""One call without arguments, of a method or of a coroutine function."""

Calls = Generator[Call, Any, T]
"""An operation: it yields calls, is sent their results, and returns its own."""

Guard = Callable[[], AbstractContextManager[None]]


def blocking(calls: Calls[T], *, guard: Guard) -> T:
    """Run an operation to its end, inside the guard; what a call raises is raised where it was yielded."""
    with guard():
        resume: Callable[[], Call] = partial(next, calls)
        while True:
            try:
                call = resume()
            except StopIteration as done:
                result: T = done.value
                return result
            try:
                resume = partial(calls.send, call())
            except BaseException as error:  # the operation may have to put something right
                resume = partial(calls.throw, error)


async def awaiting(calls: Calls[T], *, guard: Guard) -> T:
    """Run an operation to its end as `blocking` does, and await what its calls return where it can be awaited."""
    with guard():
        resume: Callable[[], Call] = partial(next, calls)
        while True:
            try:
                call = resume()
            except StopIteration as done:
                result: T = done.value
                return result
            try:
                answer = call()
                resume = partial(calls.send, await answer if inspect.isawaitable(answer) else answer)
            except BaseException as error:  # as above
                resume = partial(calls.throw, error)
