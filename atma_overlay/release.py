"""Which version of the distribution runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

__all__ = ["__version__"]

try:
    __version__ = version("atma-overlay")
except PackageNotFoundError:  # run from its source
    __version__ = "unknown"
