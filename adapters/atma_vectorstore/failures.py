"""What the failures of a LangChain vector store and of its embedder mean to a caller, in one table."""

from __future__ import annotations

from atma_overlay.hosts.failures import FailureRule, rows_of_a_store, teller
from atma_overlay.sdk_errors import never

__all__ = ["rules", "telling"]

_RULES = rows_of_a_store(
    "store",
    FailureRule(TypeError, "the store does not take these arguments: check the dialect", never),
    refused="the store refused an argument: check the dialect",
)


def rules() -> tuple[FailureRule, ...]:
    """The table, most special first."""
    return _RULES


telling = teller(rules)
"""Turns whatever the store raises inside into a `HostError`."""
