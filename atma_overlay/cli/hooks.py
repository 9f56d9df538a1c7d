"""Functions and hosts of one's own that a command is given by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.own_code import named

if TYPE_CHECKING:
    from atma_overlay.redaction import Redact

_LIKE = "name it like package.module:function"


def redact_named(name: str | None) -> Redact | None:
    """The function that takes secrets out of texts, imported by its name; the working folder is looked in last.

    Raises:
        InvalidInputError: nothing of that name can be imported, or it cannot be called.
    """
    if name is None:
        return None
    found = _imported("redact", name)
    if not callable(found):
        raise InvalidInputError("redact", f"{name!r} is no function: {_LIKE}")
    hook: Callable[[str], str] = found
    return hook


def look_here_for(*hosts: str | None, embedder: str | None = None) -> None:
    """Have hosts and embedders of one's own imported from the working folder, too; it is looked in last.

    What they import when they are called is looked for there as well: the folder stays until the process ends.
    """
    folder = str(Path.cwd())
    own = embedder is not None or any(spec.startswith("python:") for spec in hosts if spec is not None)
    if own and folder not in sys.path:
        sys.path.append(folder)


def _imported(field: str, name: str) -> object:
    module, _, function = name.partition(":")
    if not module or not function:
        raise InvalidInputError(field, f"{name!r} names no function: {_LIKE}")
    with _working_folder():
        return named(field, name, remedy=_LIKE)


@contextmanager
def _working_folder() -> Iterator[None]:
    """Behind all else that is imported from, so that no file there stands for a library's."""
    folder = str(Path.cwd())
    if folder in sys.path:
        yield
        return
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
