"""The overlay as tools of the Model Context Protocol."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atma_mcp.callers import Caller, Callers, load_callers
    from atma_mcp.http import http_app
    from atma_mcp.server import make_server

__all__ = ["Caller", "Callers", "http_app", "load_callers", "make_server"]

_HOMES = {
    "Caller": "atma_mcp.callers",
    "Callers": "atma_mcp.callers",
    "http_app": "atma_mcp.http",
    "load_callers": "atma_mcp.callers",
    "make_server": "atma_mcp.server",
}


def __getattr__(name: str) -> object:
    """Load what is asked for: who checks a file of callers needs no server."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
