"""What is kept in this process of texts that were read, so that it is not worked out again, and how it is dropped."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R", bound=Hashable)

MAX_KEPT_CHARACTERS = 600
"""Longer texts are read anew each time, so that what is kept stays small."""

_DROP: list[Callable[[], None]] = []


def kept(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `size` answers of a pure function over texts, until `forget_texts`."""

    def keep(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize=size)(function)
        on_forgetting(cached.cache_clear)
        return cached  # type: ignore[return-value]  # lru_cache forgets the parameters' types

    return keep


def on_forgetting(drop: Callable[[], None]) -> None:
    """Have something dropped by `forget_texts`, too."""
    _DROP.append(drop)


def forget_texts() -> None:
    """Drop everything that is kept: one of the texts is being erased (law 7)."""
    for drop in _DROP:
        drop()
