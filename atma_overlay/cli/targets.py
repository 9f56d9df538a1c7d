"""Where a command writes what takes a while to find out: looked at before it begins."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from atma_overlay.errors import InvalidInputError


def file_to_write(option: str, path: Path | str) -> Path:
    """A path that a file can be written to.

    Raises:
        InvalidInputError: it is a folder, is in none, may not be written, or is "-".
    """
    if str(path) == "-":
        raise InvalidInputError(option, "'-' is no file: name one in a folder that exists")
    found = Path(path)
    place = found if found.exists() else found.absolute().parent
    if found.is_dir() or not found.absolute().parent.is_dir() or not os.access(place, os.W_OK):
        raise InvalidInputError(option, f"{str(path)!r} cannot be written: name a file in a folder that exists")
    return found


def folder_to_write(option: str, path: Path | str) -> Path:
    """A path that is a folder, or can be made one.

    Raises:
        InvalidInputError: it is a file, or below one, or may not be written.
    """
    found = Path(path)
    place = next(p for p in (found.absolute(), *found.absolute().parents) if p.exists())
    if not place.is_dir() or not os.access(place, os.W_OK):
        raise InvalidInputError(option, f"{str(path)!r} cannot be written: name a folder")
    return found


def keep_apart(written: Mapping[str, Path | None], *, read: Iterable[Path | str | None]) -> None:
    """See that nothing is written over what is read, nor twice to one place.

    Args:
        written: where each option writes to.
        read: what the command reads.

    Raises:
        InvalidInputError: an option names a file that another one writes, or one that is read.
    """
    taken = {Path(path).resolve(): "is read" for path in read if path is not None}
    for option, path in written.items():
        if path is None:
            continue
        if (found := taken.get(path.resolve())) is not None:
            raise InvalidInputError(option, f"{str(path)!r} {found} too: name another file")
        taken[path.resolve()] = f"is written by --{option}"
