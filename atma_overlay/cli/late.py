"""Leaving while something is late: what was given up may still compute in a thread of the overlay's."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST = 2.0
"""Seconds that a thread that computes is waited for; one that waits for a host ends with the process."""
_COMPUTING = frozenset({"atma-computing", "atma-reading", "atma-writing"})


@contextmanager
def ended_in_time(deadline: float | None) -> Iterator[None]:
    """Wait behind a call with a deadline for threads that compute, once the overlay is closed.

    A process that ends while one of them is in a library's own code is aborted.

    Args:
        deadline: how long the call may take; without one nothing is given up.
    """
    try:
        yield
    finally:
        until = time.monotonic() + _LONGEST
        for thread in threading.enumerate() if deadline is not None else ():
            if thread.name in _COMPUTING:
                thread.join(max(0.0, until - time.monotonic()))
