"""What Graphiti's failures mean to a caller, in one table.

With an OpenTelemetry tracer in the `Graphiti`, every error arrives as the same bare `RuntimeError`.
"""

from __future__ import annotations

from functools import cache

from atma_overlay.hosts.failures import BUSY, OTHERS, UNREACHED, FailureRule, refusal, teller
from atma_overlay.sdk_errors import always, never, of_kind

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
        refusal(openai.APIStatusError, by="a service", busy=_BUSY),
        FailureRule(openai.APIConnectionError, of_kind, always),
        refusal(httpx.HTTPStatusError, by="a service", busy=_BUSY),
        FailureRule(httpx.TransportError, of_kind, always),
        FailureRule(neo4j.Neo4jError, of_kind, lambda e: isinstance(e, neo4j.Neo4jError) and e.is_retryable()),
        FailureRule(neo4j.DriverError, of_kind, lambda e: isinstance(e, neo4j.DriverError) and e.is_retryable()),
        *UNREACHED,
        OTHERS,
    )


translated = teller(rules)
"""Turns whatever Graphiti, its models or its database raises inside into a `HostError`."""
