"""What is kept in this process of texts that were read, so that it is not worked out again, and how it is dropped.

Whatever keeps words of users beyond one call is registered here: functions by `kept`, and what belongs to an object (a
ledger's rows, a judge's answers) by `on_forgetting`. What an object keeps goes with the object.

Erased texts are dropped by the process that erases them, and by another one that works on the same ledger with its next
call there (`atma_overlay.ledger.erasures`). One that makes no call keeps them until it does, or calls `forget_texts`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from itertools import count
from types import TracebackType
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=Hashable)

MAX_KEPT_CHARACTERS = 600
"""Longer texts are read anew each time, so that what is kept stays small."""

_length: Callable[[str], int] = len

_DROP: dict[int, Callable[[], Callable[[], None] | None]] = {}
"""References to what drops something, by number; those to a method end with its object."""
_NUMBERS = count()
_DROPS = count()
_drops = next(_DROPS)
"""The last time that everything was dropped; no two are alike, whichever thread it was."""


def kept(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `size` answers of a pure function over texts, until `forget_texts`."""

    def keep(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize=size)(function)
        on_forgetting(cached.cache_clear)
        return cached  # type: ignore[return-value]  # lru_cache forgets the parameters' types

    return keep


def kept_short(size: int) -> Callable[[Callable[Concatenate[str, P], R]], Callable[Concatenate[str, P], R]]:
    """The same for a function whose first argument is a text; what a long one gives is worked out each time."""

    def keep(function: Callable[Concatenate[str, P], R]) -> Callable[Concatenate[str, P], R]:
        if len(inspect.signature(function).parameters) == 1:
            return kept_of(size, _length)(function)  # type: ignore[return-value]  # it takes a text, no more
        cached = kept(size)(function)

        @wraps(function)
        def short(text: str, *rest: P.args, **named: P.kwargs) -> R:
            return (cached if len(text) <= MAX_KEPT_CHARACTERS else function)(text, *rest, **named)

        return short  # type: ignore[return-value]  # the text has no name of its own

    return keep


def kept_of(size: int, characters: Callable[[K], int]) -> Callable[[Callable[[K], R]], Callable[[K], R]]:
    """The same for a function of one argument, whatever it is; `characters` says how much text that is."""

    def keep(function: Callable[[K], R]) -> Callable[[K], R]:
        answers = ShortAnswers(function, size, characters)
        on_forgetting(answers.clear)
        return answers.__getitem__

    return keep


class ShortAnswers(dict[K, R]):
    """What a function gave for short texts: looked up some eighty times a write, and found without another call.

    Where there are too many all of them go, which costs less than to note at each look-up which was used last.
    """

    def __init__(self, function: Callable[[K], R], size: int, characters: Callable[[K], int]) -> None:
        super().__init__()
        self.function, self._size, self._characters = function, size, characters

    def __missing__(self, asked: K) -> R:
        answer = self.function(asked)
        if self._characters(asked) <= MAX_KEPT_CHARACTERS:
            if len(self) >= self._size:
                self.clear()
            self[asked] = answer
        return answer


def on_forgetting(drop: Callable[[], None]) -> None:
    """Have something dropped by `forget_texts`, too; a method is called for as long as its object lives."""
    number = next(_NUMBERS)
    if inspect.ismethod(drop):
        _DROP[number] = WeakMethod(drop, lambda _: _DROP.pop(number, None))
    else:
        _DROP[number] = lambda: drop


def forget_texts() -> None:
    """Drop every text, and what was worked out of it, that this process keeps from earlier calls (law 7).

    An erasure calls it, and the next call of another process on the same ledger; call it yourself in a process that
    may be idle for long. Everything is kept anew as it is read again: nothing is lost but a little time. Calls that
    are under way finish with what they have read, and what they keep of it is dropped when they end. Any thread may
    call it.
    """
    global _drops  # noqa: PLW0603 - of the process, like what is dropped
    _drops = next(_DROPS)
    _drop_all()


class ErasureGuard:
    """The time in which texts are read: where all is dropped meanwhile, what was kept of them since goes at its end."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = _drops

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # Not counted: those who began after the erasure have read nothing of it.
        if self._before != _drops:
            _drop_all()


def _drop_all() -> None:
    for reference in _DROP.copy().values():
        drop = reference()
        if drop is not None:
            drop()
