"""The command line, `atma`."""

from atma_overlay.cli.application import app, main

__all__ = ["app", "main"]
