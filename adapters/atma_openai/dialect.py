"""What an endpoint understands of the protocol, found out by asking and remembered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from atma_overlay.ports.model import ModelRequest

__all__ = ["Dialect", "SchemaMode"]

_TOO_LONG = ("context_length", "context length", "context size", "exceed_context", "maximum context", "too long")
_LIMITS = ("max_completion_tokens", "max_tokens")


class SchemaMode(IntEnum):
    """How an answer's schema is asked for, from the strictest on."""

    NATIVE = 0
    """By `response_format` of the type `json_schema`."""
    JSON = 1
    """In words, with `response_format` of the type `json_object`."""
    WORDS = 2
    """In words alone."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What may be sent to an endpoint.

    Attributes:
        schema: how a schema is asked for.
        limit: the parameter that limits the answer's tokens.
        limits_tried: the parameters that were refused.
        temperature: whether one may be given; reasoning models refuse it.
    """

    schema: SchemaMode = SchemaMode.NATIVE
    limit: str = "max_tokens"
    limits_tried: frozenset[str] = frozenset()
    temperature: bool = True

    def plainer(self, refusal: str, request: ModelRequest) -> Dialect | None:
        """What to try after the endpoint refused a request; None where plainer words would not help.

        Args:
            refusal: what the endpoint said of it, its code and parameter included.
            request: what was refused.
        """
        said = refusal.casefold()
        if any(words in said for words in _TOO_LONG):
            return None
        if self.limit in said and self.limit not in self.limits_tried:
            other = next((name for name in _LIMITS if name not in {*self.limits_tried, self.limit}), None)
            return replace(self, limit=other, limits_tried=self.limits_tried | {self.limit}) if other else None
        if "temperature" in said and self.temperature and request.temperature is not None:
            return replace(self, temperature=False)
        if request.schema is not None and self.schema < SchemaMode.WORDS:
            return replace(self, schema=SchemaMode(self.schema + 1))
        return None
