"""Where a command writes what takes a while to find out: looked at before it begins."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from atma_overlay.cli.opening import host_of, ledger_path
from atma_overlay.cli.place import Place
from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger.sqlite_file import LOGS

_LEDGER_FILES = ("", *LOGS)


def file_to_write(option: str, path: Path | str) -> Path:
    """A path that a file can be written to.

    Raises:
        InvalidInputError: it is a folder, is in none, may not be written, or is "-".
    """
    if str(path) == "-":
        raise InvalidInputError(option, "'-' is no file: name one in a folder that exists")
    found = Path(path)
    try:
        place = found if found.exists() else found.absolute().parent
        writable = not found.is_dir() and found.absolute().parent.is_dir() and os.access(place, os.W_OK)
    except OSError as error:
        raise _not_looked_at(option, path, error, "name another file") from error
    if not writable:
        raise InvalidInputError(option, f"{str(path)!r} cannot be written: name a file in a folder that exists")
    return found


def folder_to_write(option: str, path: Path | str) -> Path:
    """A path that is a folder, or can be made one.

    Raises:
        InvalidInputError: it is a file, or below one, or may not be written, or is "-".
    """
    found = Path(path)
    if str(path) == "-":
        raise InvalidInputError(option, "'-' is no folder: name one")
    try:
        place = next(p for p in (found.absolute(), *found.absolute().parents) if p.exists())
        writable = place.is_dir() and os.access(place, os.W_OK)
    except OSError as error:
        raise _not_looked_at(option, path, error, "name another folder") from error
    if not writable:
        raise InvalidInputError(option, f"{str(path)!r} cannot be written: name a folder")
    return found


def _not_looked_at(option: str, path: Path | str, error: OSError, remedy: str) -> InvalidInputError:
    """The refusal of a path below a folder that may not be looked into, or whose name is too long."""
    return InvalidInputError(option, f"{str(path)!r} cannot be written ({error.strerror}): {remedy}")


def keep_memory(place: Place, *, written: Mapping[str, Path | None]) -> None:
    """See that nothing is written over the memory that a command reads.

    Args:
        place: where the memory is.
        written: where each option writes to.

    Raises:
        InvalidInputError: an option names the ledger, its log, the host's own file, or something in its folder.
    """
    ledger, host = ledger_path(place.ledger), host_of(place).partition(":")[2]
    parts = [ledger.with_name(ledger.name + end).resolve() for end in _LEDGER_FILES] if ledger is not None else []
    parts += [Path(host).resolve()] if os.path.exists(host) else []  # noqa: PTH110 - a name of any length
    for option, path in written.items():
        if path is not None and any(path.resolve().is_relative_to(part) for part in parts):
            raise InvalidInputError(option, f"{str(path)!r} is the ledger itself, or of the host: name another file")


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
