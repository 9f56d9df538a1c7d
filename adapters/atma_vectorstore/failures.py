"""What the failures of a LangChain vector store and of its embedder mean to a caller, in one table."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager

from atma_overlay.hosts.failures import FailureRule, translated

__all__ = ["rules", "telling"]

_RULES = (
    FailureRule(NotImplementedError, "the store does not offer this", lambda _: False),
    FailureRule(sqlite3.OperationalError, "the store's database is busy", lambda _: True),
    FailureRule(ConnectionError, "the store or its embedder was not reached", lambda _: True),
    FailureRule(TimeoutError, "the store or its embedder took too long", lambda _: True),
    FailureRule(OSError, "the store's files cannot be read or written"),
    FailureRule(TypeError, "the store does not take these arguments: check the dialect", lambda _: False),
    FailureRule(ValueError, "the store refused an argument: check the dialect"),
    FailureRule(ImportError, "a package that the store needs is not installed", lambda _: False),
    FailureRule(Exception, "the store or its embedder failed"),
)


def rules() -> tuple[FailureRule, ...]:
    """The table, most special first; the stores share no error of their own, so that it goes by kinds."""
    return _RULES


def telling(host: str, operation: str) -> AbstractContextManager[None]:
    """Turn whatever the store raises inside into a `HostError` with the original as its cause."""
    return translated(host, operation, rules)
