"""What users write themselves and a command or a call is given by name: functions, hosts, embedders."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pkgutil import resolve_name
from typing import Any

from atma_overlay.errors import AtmaError, InvalidInputError

__all__ = ["made_by", "named", "ran_for"]


def named(field: str, name: str, *, told: str | None = None, remedy: str) -> object:
    """What `MODULE:NAME` is, imported.

    Args:
        field: the argument that it was given for.
        name: where it is.
        told: how the caller wrote it, if otherwise.
        remedy: how it is named.

    Raises:
        InvalidInputError: there is no such thing, or its import failed in whatever way.
    """
    with ran_for(field, f"{told or name!r} cannot be imported", remedy=remedy):
        return resolve_name(name)


def made_by(field: str, name: str, *, told: str | None = None, remedy: str) -> Any:
    """What `MODULE:FUNCTION` gives, called without arguments; as `named`.

    Raises:
        InvalidInputError: there is no such function, or its import or the call failed in whatever way.
    """
    with ran_for(field, f"{told or name!r} cannot be made", remedy=remedy):
        found: Any = resolve_name(name)
        return found()


@contextmanager
def ran_for(field: str, failed: str, *, remedy: str) -> Iterator[None]:
    """Somebody else's code: what it prints is no part of an answer, and what it raises is told in one line.

    An error of the overlay's own says what it has to say already.

    Raises:
        InvalidInputError: it raised anything else, or wanted to end the process.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except AtmaError:
        raise
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise InvalidInputError(field, f"{failed} ({reason}): {remedy}") from error
