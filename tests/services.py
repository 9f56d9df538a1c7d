"""Programs that are not part of the project: found, or their tests are skipped with the reason."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest


def program(name: str, *, variable: str | None = None) -> str:
    """A program on the path, or the one that a variable names; `.ci/services.sh` installs them.

    Where `ATMA_SERVICES` is `required`, as in `.ci/run`, a missing one fails the test.
    """
    named = os.environ.get(variable) if variable is not None else None
    found = named if named and Path(named).exists() else shutil.which(name) if variable is None else None
    if found is None:
        absent(f"{name} is not installed here" + (f" ({variable} names it)" if variable else ""))
    return found


def absent(reason: str) -> NoReturn:
    """Skip the test, or fail it where services are required."""
    if os.environ.get("ATMA_SERVICES") == "required":
        pytest.fail(reason)
    pytest.skip(reason)
