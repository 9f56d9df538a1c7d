"""What the failures of Mem0 and of what it calls mean to a caller, in one table."""

from __future__ import annotations

import sqlite3
from functools import cache

from atma_overlay.hosts.failures import FailureRule, chain, passes, teller
from atma_overlay.sdk_errors import always, never, of_kind

__all__ = ["rules", "translated"]

_CONFLICT = 409
_SHAPE = "the model's answer or a stored row is not of the agreed form, or a part of it is closed"


@cache
def rules() -> tuple[FailureRule, ...]:
    """The table, most special first; its last row takes what the others leave."""
    from mem0 import exceptions as mem0
    from pydantic import ValidationError

    return (
        FailureRule(mem0.LLMError, "the model did not answer", _passes),
        FailureRule(mem0.EmbeddingError, "the embedder did not answer", _passes),
        FailureRule(mem0.RateLimitError, "it asks to slow down", always),
        FailureRule(mem0.NetworkError, "it was not reached", always),
        FailureRule(mem0.ValidationError, "it refused an argument", never),
        FailureRule(mem0.VectorStoreError, "the vector store took nothing", _passes),
        FailureRule(mem0.MemoryError, of_kind, _passes),
        FailureRule(ValidationError, "a stored row is none that it can read: its `created_at` may be a number", never),
        FailureRule(AttributeError, _SHAPE, never),
        FailureRule(TypeError, _SHAPE, never),
        FailureRule(sqlite3.OperationalError, "the history database is busy", always),
        FailureRule(sqlite3.ProgrammingError, "the history database is closed", never),
        FailureRule(ValueError, "it refused an argument", never),
        FailureRule(RuntimeError, "the vector store may be closed, or in use by another process", _passes),
        FailureRule(Exception, of_kind, _passes),
    )


translated = teller(rules)
"""Turns whatever Mem0 raises inside into a `HostError`."""


def _passes(error: BaseException) -> bool:
    """As elsewhere; and a conflict passes, and so does what the models' SDKs say of a broken connection."""
    return passes(error) or any(_is_conflict(link) or isinstance(link, _unreachable()) for link in chain(error))


def _is_conflict(error: BaseException) -> bool:
    return getattr(error, "status_code", None) == _CONFLICT


@cache
def _unreachable() -> tuple[type[BaseException], ...]:
    import httpx
    from openai import APIConnectionError

    return (httpx.TransportError, APIConnectionError)
