"""Folders that host specifications name."""

from __future__ import annotations

from pathlib import Path

from atma_overlay.errors import InvalidInputError

__all__ = ["as_folder"]


def as_folder(name: str | Path, *, field: str = "host") -> Path:
    """A folder that is there or can be made.

    Args:
        name: of the folder.
        field: what the caller was passed it as.

    Raises:
        InvalidInputError: it is empty, or something else is there, or in its way.
    """
    if not str(name).strip():
        raise InvalidInputError(field, "is empty: name a folder")
    path = Path(name)
    for place in (path, *path.parents):
        if place.exists():
            if not place.is_dir():
                raise InvalidInputError(field, f"{str(place)!r} is a file: name a folder")
            break
    return path
