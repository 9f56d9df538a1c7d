"""What the failures of a LlamaIndex index, of its store and of its embedder mean to a caller, in one table."""

from __future__ import annotations

from atma_overlay.hosts.failures import FailureRule, rows_of_a_store, teller
from atma_overlay.sdk_errors import never

__all__ = ["rules", "telling"]

_RULES = rows_of_a_store(
    "index",
    FailureRule(KeyError, "the index, its vectors and its documents do not agree: rebuild the index", never),
    refused="the index refused an argument",
)


def rules() -> tuple[FailureRule, ...]:
    """The table, most special first."""
    return _RULES


telling = teller(rules)
"""Turns whatever the index raises inside into a `HostError`."""
