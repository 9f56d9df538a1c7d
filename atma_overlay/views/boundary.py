"""What everything that crosses the public boundary is made of."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict


class Boundary(BaseModel):
    """Frozen, and with no field but its own; texts are not kept in pydantic's own cache (law 7)."""

    model_config = ConfigDict(frozen=True, extra="forbid", cache_strings="none")


B = TypeVar("B", bound=Boundary)


def unchecked(kind: type[B], values: dict[str, Any], **defaults: Any) -> B:
    """A `kind` of values that the overlay's own records hold, which are of the fields' types already.

    To check them takes three times what it takes to make it; `model_construct` goes through the fields one by one, too.

    Args:
        kind: has no private attributes.
        values: by field, in the order of the fields, which is that of its JSON.
        **defaults: those of the fields that are left, which come last.
    """
    made = kind.__new__(kind)
    put = object.__setattr__  # it is frozen
    put(made, "__dict__", values | defaults)
    put(made, "__pydantic_fields_set__", set(values))
    put(made, "__pydantic_extra__", None)
    put(made, "__pydantic_private__", None)
    return made


def well_formed(text: str) -> str:
    """The text with lone surrogates, which are no characters and cannot be stored or sent, as question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def plain(text: str) -> str:
    """The characters of a text as a `str` and nothing else: frameworks hand over subclasses, which RE2 cannot build."""
    return str.__str__(text)
