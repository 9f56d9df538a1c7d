"""What a fork leaves behind: the child has the parent's objects, and none of its threads.

A lock that another thread held then is held for ever, and a loop or a queue of such a thread serves nobody.
"""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet

__all__ = ["begins_anew"]


class _Forked(Protocol):
    def begin_anew(self) -> None:
        """Take up work in a process without any thread but the one that calls."""


_objects: WeakSet[_Forked] = WeakSet()


def begins_anew(forked: _Forked) -> None:
    """Have an object begin anew in every child that is forked off while it is there."""
    _objects.add(forked)


def _begin_anew() -> None:
    for forked in list(_objects):
        forked.begin_anew()


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_begin_anew)
