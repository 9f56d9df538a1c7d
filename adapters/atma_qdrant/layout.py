"""Where a point keeps its text, its vector and its owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.metadata import MetadataFields
from atma_overlay.signatures import typed_under

__all__ = ["OWN", "PointLayout", "nested", "value_at"]


@typed_under("layout")
@dataclass(frozen=True, slots=True)
class PointLayout:
    """How a collection that someone else filled is read, and how this host writes into it.

    Names may be paths with dots, e.g. `metadata.user_id` where LangChain made the collection. A point that names
    several owners in one field is nobody's alone: it is neither read nor deleted for any of them.

    Attributes:
        text: the payload key of the text; points without one are no memories.
        vector: the name of the vector to search; None for a collection of unnamed ones.
        fields: the payload keys of owner, date and the rest.

    Raises:
        InvalidInputError: the payload key of the text is empty.
    """

    text: str = "text"
    vector: str | None = None
    fields: MetadataFields = field(default_factory=MetadataFields)

    def __post_init__(self) -> None:
        if not self.text:
            raise InvalidInputError("layout.text", "is empty: name the payload key that holds the text")


OWN = PointLayout()
"""How this host lays out a collection of its own."""


def value_at(payload: Mapping[str, Any], path: str) -> object:
    """What a payload holds at a path; None where there is nothing."""
    value: object = payload
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def nested(values: Mapping[str, object]) -> dict[str, Any]:
    """The payload that holds the values at their paths."""
    payload: dict[str, Any] = {}
    for path, value in values.items():
        *outer, last = path.split(".")
        inner = payload
        for step in outer:
            inner = inner.setdefault(step, {})
        inner[last] = value
    return payload
