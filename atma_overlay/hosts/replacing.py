"""Files that are there whole, old or new, whenever a process ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["replace_file", "replaced"]


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A path to write to; what was written takes the place of `path` when the block ends well.

    One process at a time: what a killed one has left half written is overwritten by the next.

    Raises:
        OSError: the file system refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f".{path.name}.next")
    try:
        yield written
        replace_file(written, path)
    finally:
        written.unlink(missing_ok=True)


def replace_file(written: Path, path: Path) -> None:
    """Put a written file in the place of another at once, and on the disk before that.

    Raises:
        OSError: the file system refuses.
    """
    with written.open("rb") as file:
        os.fsync(file.fileno())
    written.replace(path)
