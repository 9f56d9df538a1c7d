"""The command line, `atma`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from atma_overlay.cli.application import app

__all__ = ["app", "main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; see `atma_overlay.cli.application`."""
    try:
        # What it loads takes a while, in which somebody may think better of it.
        from atma_overlay.cli import application

        application.main(arguments)
    except KeyboardInterrupt:
        sys.exit(130)


def __getattr__(name: str) -> Any:
    if name == "app":
        from atma_overlay.cli.application import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
