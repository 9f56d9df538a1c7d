"""What the collector of garbage looks through, in a process that thousands of tests run in."""

from __future__ import annotations

import gc

__all__ = ["set_apart"]


def set_apart() -> None:
    """Take what there is out of the collector's sight; what is garbage goes first, since it would stay for good."""
    gc.collect()
    gc.freeze()
