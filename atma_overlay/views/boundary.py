"""What everything that crosses the public boundary is made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Boundary(BaseModel):
    """Frozen, and with no field but its own; texts are not kept in pydantic's own cache (law 7)."""

    model_config = ConfigDict(frozen=True, extra="forbid", cache_strings="none")


def plain(text: str) -> str:
    """The characters of a text as a `str` and nothing else: frameworks hand over subclasses, which RE2 cannot build."""
    return str.__str__(text)
