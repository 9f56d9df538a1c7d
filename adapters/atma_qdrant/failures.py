"""What Qdrant's failures mean to a caller, in one table."""

from __future__ import annotations

import sqlite3
from functools import cache

from atma_overlay.hosts.failures import OTHERS, UNREACHED, FailureRule, refusal, teller
from atma_overlay.sdk_errors import always, never, of_kind

__all__ = ["rules", "translated"]

_BUSY_GRPC = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED"})


@cache
def rules() -> tuple[FailureRule, ...]:
    """The table, most special first; its last row takes what the others leave."""
    import grpc  # type: ignore[import-untyped]  # grpcio ships no types
    import httpx
    from qdrant_client.common.client_exceptions import QdrantException, ResourceExhaustedResponse
    from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

    unreachable = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)
    return (
        refusal(UnexpectedResponse, by="the server"),
        FailureRule(ResponseHandlingException, _source, lambda e: isinstance(_cause(e), unreachable)),
        FailureRule(ResourceExhaustedResponse, lambda _: "the server asks to slow down", always),
        FailureRule(ApiException, of_kind, never),
        FailureRule(QdrantException, of_kind, never),
        FailureRule(grpc.RpcError, _grpc_code, lambda e: _grpc_code(e) in _BUSY_GRPC),
        FailureRule(sqlite3.OperationalError, of_kind, always),
        *UNREACHED,
        FailureRule(RuntimeError, _message, never, quotes=True),
        OTHERS,
    )


translated = teller(rules)
"""Turns whatever Qdrant raises inside into a `HostError`."""


def _message(error: BaseException) -> str:
    """What the in-process engine says of itself, e.g. of a folder in use; such errors quote no payload."""
    return str(error) if type(error) is RuntimeError else of_kind(error)


def _cause(error: BaseException) -> object:
    return getattr(error, "source", None)


def _source(error: BaseException) -> str:
    return f"no usable answer ({type(_cause(error)).__name__})"


def _grpc_code(error: BaseException) -> str:
    code = getattr(error, "code", None)
    return code().name if callable(code) else of_kind(error)
