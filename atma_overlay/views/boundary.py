"""What everything that crosses the public boundary is made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Boundary(BaseModel):
    """Frozen, and with no field but its own; texts are not kept in pydantic's own cache (law 7)."""

    model_config = ConfigDict(frozen=True, extra="forbid", cache_strings="none")


def well_formed(text: str) -> str:
    """The text with lone surrogates, which are no characters and cannot be stored or sent, as question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def plain(text: str) -> str:
    """The characters of a text as a `str` and nothing else: frameworks hand over subclasses, which RE2 cannot build."""
    return str.__str__(text)
