"""Ending when the system says so: what is half made is taken away first, as after Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_TOLD_TO_END = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def tidying() -> Iterator[None]:
    """Let a signal that ends the process raise inside: a copy of a memory that nobody knows of is not left behind.

    What was ignored before, as `nohup` has it, stays ignored.
    """
    heard = [number for number in _TOLD_TO_END if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)  # as a shell tells the end by a signal
