"""Bounds that frameworks need before anything of the overlay is loaded."""

from __future__ import annotations

__all__ = ["MAX_LIMIT"]

MAX_LIMIT = 200
"""Packets that a recall may ask for, and items of a list."""
