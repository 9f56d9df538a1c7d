"""What a fork leaves behind: the child has the parent's objects, and none of its threads.

A lock that another thread held then is held for ever, and a loop or a queue of such a thread serves nobody.
"""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet, WeakValueDictionary

__all__ = ["begins_anew", "is_awaited"]


class _Forked(Protocol):
    def begin_anew(self) -> None:
        """Take up work in a process without any thread but the one that calls."""


class _Awaited(Protocol):
    def pause(self) -> bool:
        """Wait for what is under way, though not for long, and let nothing begin; False where it did not end."""

    def resume(self) -> None:
        """Let others begin again."""


_objects: WeakSet[_Forked] = WeakSet()
_awaited: WeakValueDictionary[int, _Awaited] = WeakValueDictionary()
_paused: list[_Awaited] = []


def begins_anew(forked: _Forked) -> None:
    """Have an object begin anew in every child that is forked off while it is there."""
    _objects.add(forked)


def is_awaited(forked: _Awaited) -> None:
    """Have a fork wait for what cannot be begun anew in the middle."""
    _awaited[id(forked)] = forked


def _pause() -> None:
    # The references at one stroke: another thread may be adding one.
    for reference in _awaited.valuerefs():
        if (each := reference()) is not None and each.pause():
            _paused.append(each)


def _resume() -> None:
    while _paused:
        _paused.pop().resume()


def _begin_anew() -> None:
    _paused.clear()
    for forked in list(_objects):
        forked.begin_anew()


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(before=_pause, after_in_parent=_resume, after_in_child=_begin_anew)
