"""What pydantic refuses, as the overlay says it."""

from __future__ import annotations

from pydantic import ValidationError

from atma_overlay.errors import InvalidInputError

__all__ = ["refusal"]


def refusal(error: ValidationError) -> InvalidInputError:
    """The first thing that a model of ours was refused for: the field and the remedy."""
    first = error.errors(include_url=False, include_input=False)[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, InvalidInputError):
        return cause
    place = ".".join(map(str, first["loc"])) or "arguments"
    return InvalidInputError(place, first["msg"][:1].lower() + first["msg"][1:])
