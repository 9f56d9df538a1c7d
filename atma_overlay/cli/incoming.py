"""Standard input that can be ended from here."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_STDIN = 0
_AT_ONCE = 65536


class Incoming:
    """What comes in, handed on until it ends or is ended.

    Args:
        source: the descriptor that is read.
        sink: the descriptor of a pipe that it is written to.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._source, self._sink = source, sink
        # Nobody can break off a read of the terminal: the thread is left to end with the process.
        threading.Thread(target=self._hand_on, name="atma-stdin", daemon=True).start()

    def end(self) -> None:
        """Let the reader find the end; what comes later is dropped."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._sink)  # not closed: its number would be another file's while the thread writes
        os.close(nowhere)

    def _hand_on(self) -> None:
        try:
            while piece := os.read(self._source, _AT_ONCE):
                while piece:
                    piece = piece[os.write(self._sink, piece) :]
        except OSError:  # a terminal that went away, or a reader that did
            pass
        self.end()


@contextmanager
def incoming() -> Iterator[Incoming]:
    """Standard input behind a pipe, for a server that reads it in a thread and waits for that thread when it ends."""
    source = os.dup(_STDIN)
    reader, sink = os.pipe()
    os.dup2(reader, _STDIN)
    os.close(reader)
    try:
        yield Incoming(source, sink)
    finally:
        os.dup2(source, _STDIN)
