"""What Graphiti's failures mean to a caller, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from atma_overlay.errors import AtmaError, HostError

__all__ = ["Rule", "rules", "translated"]

_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of failure is told: in words without memory text, and whether to try again."""

    kind: type[BaseException]
    problem: Callable[[BaseException], str]
    transient: Callable[[BaseException], bool]


@contextmanager
def translated(host: str, operation: str) -> Iterator[None]:
    """Turn whatever Graphiti, its models or its database raise inside into a `HostError` with its cause.

    With an OpenTelemetry tracer in the `Graphiti`, every error arrives as the same bare `RuntimeError`.
    """
    try:
        yield
    except AtmaError:
        raise
    except Exception as error:
        rule = next(rule for rule in rules() if isinstance(error, rule.kind))
        problem, transient = rule.problem(error), rule.transient(error)
        raise HostError(host, operation, problem, transient=transient) from error


@cache
def rules() -> tuple[Rule, ...]:
    """The table, most special first; its last row takes what the others leave."""
    import httpx
    import neo4j.exceptions as neo4j
    import openai
    from graphiti_core.errors import GraphitiError, GroupIdValidationError
    from graphiti_core.llm_client.errors import EmptyResponseError, RateLimitError, RefusalError
    from pydantic import ValidationError

    return (
        Rule(RateLimitError, lambda _: "the model asks to slow down", _always),
        Rule(EmptyResponseError, lambda _: "the model answered nothing", _always),
        Rule(RefusalError, lambda _: "the model refused", _never),
        Rule(ValidationError, lambda _: "the model's answer has not the shape asked for", _always),
        Rule(GroupIdValidationError, lambda _: "the group id has signs that Graphiti does not admit", _never),
        Rule(GraphitiError, _kind, _never),
        Rule(openai.APIStatusError, _status, lambda e: getattr(e, "status_code", None) in _BUSY),
        Rule(openai.APIConnectionError, _kind, _always),
        Rule(httpx.HTTPStatusError, _status, lambda e: getattr(_response(e), "status_code", None) in _BUSY),
        Rule(httpx.TransportError, _kind, _always),
        Rule(neo4j.Neo4jError, _kind, lambda e: isinstance(e, neo4j.Neo4jError) and e.is_retryable()),
        Rule(neo4j.DriverError, _kind, lambda e: isinstance(e, neo4j.DriverError) and e.is_retryable()),
        Rule(ConnectionError, _kind, _always),
        Rule(TimeoutError, _kind, _always),
        Rule(Exception, _kind, _never),
    )


def _always(_: BaseException) -> bool:
    return True


def _never(_: BaseException) -> bool:
    return False


def _kind(error: BaseException) -> str:
    return type(error).__name__


def _response(error: BaseException) -> object:
    return getattr(error, "response", None)


def _status(error: BaseException) -> str:
    code = getattr(error, "status_code", None) or getattr(_response(error), "status_code", None)
    return f"a service answered {code}"
