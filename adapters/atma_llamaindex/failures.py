"""What the failures of a LlamaIndex index, of its store and of its embedder mean to a caller, in one table."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager

from atma_overlay.hosts.failures import FailureRule, translated

__all__ = ["rules", "telling"]

_RULES = (
    FailureRule(NotImplementedError, "the index's vector store does not offer this", lambda _: False),
    FailureRule(sqlite3.OperationalError, "the store's database is busy", lambda _: True),
    FailureRule(ConnectionError, "the store or its embedder was not reached", lambda _: True),
    FailureRule(TimeoutError, "the store or its embedder took too long", lambda _: True),
    FailureRule(OSError, "the index's files cannot be read or written"),
    FailureRule(KeyError, "the index, its vectors and its documents do not agree: rebuild the index", lambda _: False),
    FailureRule(ImportError, "a package that the index needs is not installed", lambda _: False),
    FailureRule(ValueError, "the store refused an argument"),
    FailureRule(Exception, "the index, its store or its embedder failed"),
)


def rules() -> tuple[FailureRule, ...]:
    """The table, most special first; the stores share no error of their own, so that it goes by kinds."""
    return _RULES


def telling(host: str, operation: str) -> AbstractContextManager[None]:
    """Turn whatever the index raises inside into a `HostError` with the original as its cause."""
    return translated(host, operation, rules)
