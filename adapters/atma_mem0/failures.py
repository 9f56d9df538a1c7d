"""What the failures of Mem0 and of what it calls mean to a caller, in one table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from atma_overlay.errors import AtmaError, HostError

__all__ = ["Rule", "rules", "translated"]

_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_SHAPE = "the model's answer or a stored row is not of the agreed form, or a part of it is closed"


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of failure is told: in words without memory text, and whether to try again."""

    kind: type[BaseException]
    problem: str
    transient: Callable[[BaseException], bool]


@contextmanager
def translated(host: str, operation: str) -> Iterator[None]:
    """Turn whatever Mem0 raises inside into a `HostError` with the original as its cause."""
    try:
        yield
    except AtmaError:
        raise
    except Exception as error:
        rule = next(rule for rule in rules() if isinstance(error, rule.kind))
        kind = type(error).__name__
        problem = f"{rule.problem} ({kind})" if rule.problem else kind
        raise HostError(host, operation, problem, transient=rule.transient(error)) from error


@cache
def rules() -> tuple[Rule, ...]:
    """The table, most special first; its last row takes what the others leave."""
    from mem0 import exceptions as mem0
    from pydantic import ValidationError

    return (
        Rule(mem0.LLMError, "the model did not answer", _passes),
        Rule(mem0.EmbeddingError, "the embedder did not answer", _passes),
        Rule(mem0.RateLimitError, "it asks to slow down", _always),
        Rule(mem0.NetworkError, "it was not reached", _always),
        Rule(mem0.ValidationError, "it refused an argument", _never),
        Rule(mem0.VectorStoreError, "the vector store took nothing", _passes),
        Rule(mem0.MemoryError, "", _passes),
        Rule(ValidationError, "a stored row is none that it can read: its `created_at` may be a number", _never),
        Rule(AttributeError, _SHAPE, _never),
        Rule(TypeError, _SHAPE, _never),
        Rule(sqlite3.OperationalError, "the history database is busy", _always),
        Rule(sqlite3.ProgrammingError, "the history database is closed", _never),
        Rule(ValueError, "it refused an argument", _never),
        Rule(RuntimeError, "the vector store may be closed, or in use by another process", _passes),
        Rule(Exception, "", _passes),
    )


def _always(_: BaseException) -> bool:
    return True


def _never(_: BaseException) -> bool:
    return False


def _passes(error: BaseException) -> bool:
    """Whether the failure, or one behind it, is of the kind that passes: a busy server, a broken connection."""
    return any(_busy(link) for link in _chain(error))


def _busy(error: BaseException) -> bool:
    if getattr(error, "status_code", None) in _BUSY:
        return True
    return isinstance(error, _unreachable())


@cache
def _unreachable() -> tuple[type[BaseException], ...]:
    import httpx
    from openai import APIConnectionError

    return (ConnectionError, TimeoutError, httpx.TransportError, APIConnectionError)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    while id(error) not in seen:
        yield error
        seen.add(id(error))
        behind = error.__cause__ or getattr(error, "source", None) or error.__context__
        if not isinstance(behind, BaseException):
            return
        error = behind
