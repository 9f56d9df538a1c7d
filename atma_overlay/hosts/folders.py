"""Folders that host specifications name."""

from __future__ import annotations

from pathlib import Path

from atma_overlay.errors import InvalidInputError

__all__ = ["as_folder"]


def as_folder(name: str) -> Path:
    """A folder that is there or can be made.

    Raises:
        InvalidInputError: something else is there, or in its way.
    """
    path = Path(name)
    for place in (path, *path.parents):
        if place.exists():
            if not place.is_dir():
                raise InvalidInputError("host", f"{str(place)!r} is a file: name a folder")
            break
    return path
