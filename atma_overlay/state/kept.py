"""What is kept in this process of texts that were read, so that it is not worked out again, and how it is dropped.

Whatever keeps words of users beyond one call is registered here: functions by `kept`, and what belongs to an object (a
ledger's rows, a judge's answers) by `on_forgetting`. What an object keeps goes with the object.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
R = TypeVar("R", bound=Hashable)

MAX_KEPT_CHARACTERS = 600
"""Longer texts are read anew each time, so that what is kept stays small."""

_DROP: dict[int, Callable[[], Callable[[], None] | None]] = {}
"""References to what drops something, by number; those to a method end with its object."""
_NUMBERS = count()


def kept(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `size` answers of a pure function over texts, until `forget_texts`."""

    def keep(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize=size)(function)
        on_forgetting(cached.cache_clear)
        return cached  # type: ignore[return-value]  # lru_cache forgets the parameters' types

    return keep


def on_forgetting(drop: Callable[[], None]) -> None:
    """Have something dropped by `forget_texts`, too; a method is called for as long as its object lives."""
    number = next(_NUMBERS)
    if inspect.ismethod(drop):
        _DROP[number] = WeakMethod(drop, lambda _: _DROP.pop(number, None))
    else:
        _DROP[number] = lambda: drop


def forget_texts() -> None:
    """Drop everything that is kept: one of the texts is being erased (law 7)."""
    for reference in _DROP.copy().values():
        drop = reference()
        if drop is not None:
            drop()
