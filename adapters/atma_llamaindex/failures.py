"""What the failures of a LlamaIndex index, of its store and of its embedder mean to a caller, in one table."""

from __future__ import annotations

import sqlite3

from atma_overlay.hosts.failures import FailureRule, always, never, teller

__all__ = ["rules", "telling"]

_RULES = (
    FailureRule(NotImplementedError, "the index's vector store does not offer this", never),
    FailureRule(sqlite3.OperationalError, "the store's database is busy", always),
    FailureRule(ConnectionError, "the store or its embedder was not reached", always),
    FailureRule(TimeoutError, "the store or its embedder took too long", always),
    FailureRule(OSError, "the index's files cannot be read or written"),
    FailureRule(KeyError, "the index, its vectors and its documents do not agree: rebuild the index", never),
    FailureRule(ImportError, "a package that the index needs is not installed", never),
    FailureRule(ValueError, "the store refused an argument"),
    FailureRule(Exception, "the index, its store or its embedder failed"),
)


def rules() -> tuple[FailureRule, ...]:
    """The table, most special first; the stores share no error of their own, so that it goes by kinds."""
    return _RULES


telling = teller(rules)
"""Turns whatever the index raises inside into a `HostError`."""
