"""Another process that works on the same ledger while something is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection


@contextmanager
def beside(work: Callable[..., None], *given: object) -> Iterator[Connection]:
    """Have a function run in a process of its own, with one end of a pipe as its last argument; gives the other end.

    The process is waited for: whoever asks it for something tells it, too, when that was all.
    """
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=work, args=(*given, there), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        process.join()
