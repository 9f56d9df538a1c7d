"""How many functions a call calls: a cost that is the same on every machine and at every hour."""

from __future__ import annotations

import sys
from collections.abc import Callable


def calls_of(done: Callable[[], object], *, again: Callable[[], object] | None = None) -> int:
    """The calls of Python's and of C's functions, once what is kept of texts has been read.

    Args:
        done: is called once before.
        again: what is counted where that may not be done twice.
    """
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    done()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        (again or done)()
    finally:
        sys.setprofile(before)
    return count
