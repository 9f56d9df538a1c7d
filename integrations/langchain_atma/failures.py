"""What the failures of chat models mean to a caller, whichever provider's they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from atma_overlay.errors import AtmaError, ModelError, ModelRefusedError
from atma_overlay.sdk_errors import of_kind, status_of
from langchain_atma.replies import Refusal

__all__ = ["translated"]

_BUSY = frozenset({408, 409, 425, 429, 529})
_PASSING = ("timeout", "connection", "ratelimit", "overloaded", "serviceunavailable", "transport", "remoteprotocol")
"""What the names of passing failures have in common: each provider's SDK has classes of its own."""


@contextmanager
def translated(model: str) -> Iterator[None]:
    """Turn whatever a provider raises inside into a `ModelError` with the original as its cause."""
    try:
        yield
    except AtmaError:
        raise
    except Refusal as error:
        problem = "it declined to answer"
        raise ModelRefusedError(model, problem, cause=problem) from error
    except Exception as error:
        problem = _problem(error)
        raise ModelError(model, problem, transient=_is_passing(error), cause=problem) from error


def _problem(error: Exception) -> str:
    status = status_of(error)
    return f"{of_kind(error)} ({status})" if status else of_kind(error)


def _is_passing(error: Exception) -> bool:
    status = status_of(error)
    if status is not None:
        return status in _BUSY or status >= 500
    names = [kind.__name__.lower() for kind in type(error).__mro__]
    return any(word in name for name in names for word in _PASSING)
