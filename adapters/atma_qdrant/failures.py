"""What Qdrant's failures mean to a caller, in one table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from atma_overlay.errors import AtmaError, HostError

__all__ = ["Rule", "rules", "translated"]

_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
_BUSY_GRPC = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED"})


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of failure is told: in words without memory text, and whether to try again."""

    kind: type[BaseException]
    problem: Callable[[BaseException], str]
    transient: Callable[[BaseException], bool]


@contextmanager
def translated(host: str, operation: str) -> Iterator[None]:
    """Turn whatever Qdrant raises inside into a `HostError` with the original as its cause."""
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
    import grpc  # type: ignore[import-untyped]  # grpcio ships no types
    import httpx
    from qdrant_client.common.client_exceptions import QdrantException, ResourceExhaustedResponse
    from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

    unreachable = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)
    return (
        Rule(UnexpectedResponse, _status, lambda e: getattr(e, "status_code", None) in _BUSY),
        Rule(ResponseHandlingException, _source, lambda e: isinstance(_cause(e), unreachable)),
        Rule(ResourceExhaustedResponse, lambda _: "the server asks to slow down", _always),
        Rule(ApiException, _kind, _never),
        Rule(QdrantException, _kind, _never),
        Rule(grpc.RpcError, _grpc_code, lambda e: _grpc_code(e) in _BUSY_GRPC),
        Rule(sqlite3.OperationalError, _kind, _always),
        Rule(ConnectionError, _kind, _always),
        Rule(TimeoutError, _kind, _always),
        Rule(RuntimeError, _message, _never),
        Rule(Exception, _kind, _never),
    )


def _always(_: BaseException) -> bool:
    return True


def _never(_: BaseException) -> bool:
    return False


def _kind(error: BaseException) -> str:
    return type(error).__name__


def _message(error: BaseException) -> str:
    """What the in-process engine says of itself, e.g. of a folder in use; such errors quote no payload."""
    return str(error) if type(error) is RuntimeError else _kind(error)


def _status(error: BaseException) -> str:
    return f"the server answered {getattr(error, 'status_code', None)}"


def _cause(error: BaseException) -> object:
    return getattr(error, "source", None)


def _source(error: BaseException) -> str:
    return f"no usable answer ({type(_cause(error)).__name__})"


def _grpc_code(error: BaseException) -> str:
    code = getattr(error, "code", None)
    return code().name if callable(code) else _kind(error)
