"""What Graphiti's failures mean to a caller, in one table.

With an OpenTelemetry tracer in the `Graphiti`, every error arrives as the same bare `RuntimeError`.
"""

from __future__ import annotations

from functools import cache

from atma_overlay.hosts.failures import BUSY, FailureRule, always, never, of_kind, teller

__all__ = ["rules", "translated"]

_BUSY = BUSY | {409}


@cache
def rules() -> tuple[FailureRule, ...]:
    """The table, most special first; its last row takes what the others leave."""
    import httpx
    import neo4j.exceptions as neo4j
    import openai
    from graphiti_core.errors import GraphitiError, GroupIdValidationError
    from graphiti_core.llm_client.errors import EmptyResponseError, RateLimitError, RefusalError
    from pydantic import ValidationError

    return (
        FailureRule(RateLimitError, lambda _: "the model asks to slow down", always),
        FailureRule(EmptyResponseError, lambda _: "the model answered nothing", always),
        FailureRule(RefusalError, lambda _: "the model refused", never),
        FailureRule(ValidationError, lambda _: "the model's answer has not the shape asked for", always),
        FailureRule(GroupIdValidationError, lambda _: "the group id has signs that Graphiti does not admit", never),
        FailureRule(GraphitiError, of_kind, never),
        FailureRule(openai.APIStatusError, _status, lambda e: getattr(e, "status_code", None) in _BUSY),
        FailureRule(openai.APIConnectionError, of_kind, always),
        FailureRule(httpx.HTTPStatusError, _status, lambda e: getattr(_response(e), "status_code", None) in _BUSY),
        FailureRule(httpx.TransportError, of_kind, always),
        FailureRule(neo4j.Neo4jError, of_kind, lambda e: isinstance(e, neo4j.Neo4jError) and e.is_retryable()),
        FailureRule(neo4j.DriverError, of_kind, lambda e: isinstance(e, neo4j.DriverError) and e.is_retryable()),
        FailureRule(ConnectionError, of_kind, always),
        FailureRule(TimeoutError, of_kind, always),
        FailureRule(Exception, of_kind, never),
    )


translated = teller(rules)
"""Turns whatever Graphiti, its models or its database raises inside into a `HostError`."""


def _response(error: BaseException) -> object:
    return getattr(error, "response", None)


def _status(error: BaseException) -> str:
    code = getattr(error, "status_code", None) or getattr(_response(error), "status_code", None)
    return f"a service answered {code}"
