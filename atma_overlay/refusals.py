"""What pydantic refuses, as the overlay says it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import named

__all__ = ["refusal", "refusing"]

M = TypeVar("M", bound=type[BaseModel])
_TOLD: dict[str, str] = {
    "missing": "is missing: pass it",
    "extra_forbidden": "is not known here: leave it out",
    "unexpected_keyword_argument": "is not known here: leave it out",
    "timezone_aware": "has no time zone: pass an aware datetime, e.g. with tzinfo=UTC",
}
_SHOULD = "Input should be "


def refusal(error: ValidationError, *, under: str = "") -> InvalidInputError:
    """The first thing that a model of ours was refused for: the field and the remedy.

    Args:
        error: of pydantic.
        under: what the caller knows the model by; before the field.
    """
    first = error.errors(include_url=False)[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, InvalidInputError):
        return cause
    place = ".".join(str(part) for part in first["loc"] if part != "function-after")
    return InvalidInputError(under + (place or "arguments"), _problem(first))


def _problem(first: ErrorDetails) -> str:
    if (told := _TOLD.get(first["type"])) is not None:
        return told
    message, value = first["msg"].removeprefix("Value error, "), first["input"]
    if not message.startswith(_SHOULD):
        return message[:1].lower() + message[1:]
    is_so = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else named(value)
    if first["type"] in ("literal_error", "enum") and isinstance(value, str):
        is_so = repr(value)
    wanted = message.removeprefix(_SHOULD).replace("a valid string", "a text")
    return f"is {is_so}: pass {'a number ' if wanted.startswith(('greater', 'less')) else ''}{wanted}"


def refusing(model: M) -> M:
    """Have a model that callers make themselves refuse in the overlay's own words.

    Raises (the model, when it is made):
        InvalidInputError: instead of `pydantic.ValidationError`; both are a ValueError.
    """
    make: Callable[..., None] = model.__init__
    known: type[BaseModel] = model

    @wraps(make)
    def made(self: BaseModel, *arguments: Any, **fields: Any) -> None:
        if arguments and make is BaseModel.__init__:
            first = next(iter(known.model_fields))
            raise InvalidInputError(first, f"is passed by its name: {known.__name__}({first}=…)")
        try:
            make(self, *arguments, **fields)
        except ValidationError as error:
            raise refusal(error) from None

    model.__init__ = made  # type: ignore[method-assign, assignment]  # as its callers see it, it is unchanged
    return model
