"""How a host adapter tells what went wrong in the SDK that it wraps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from atma_overlay.errors import AtmaError, HostError

__all__ = ["FailureRule", "passes", "translated"]

_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})


def passes(error: BaseException) -> bool:
    """Whether the failure, or one behind it, is of the kind that passes: a busy server, a broken connection."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        if getattr(link, "status_code", None) in _BUSY or isinstance(link, ConnectionError | TimeoutError):
            return True
        seen.add(id(link))
        link = link.__cause__ or link.__context__
    return False


@dataclass(frozen=True, slots=True)
class FailureRule:
    """One row of an adapter's table.

    Attributes:
        kind: the errors that it is about.
        problem: what to say of them, without memory text.
        transient: whether the same call may succeed later.
    """

    kind: type[BaseException]
    problem: str
    transient: Callable[[BaseException], bool] = passes


@contextmanager
def translated(host: str, operation: str, rules: Callable[[], Sequence[FailureRule]]) -> Iterator[None]:
    """Turn whatever an SDK raises inside into a `HostError` with the original as its cause.

    Args:
        host: the host's name.
        operation: what is asked of it.
        rules: the table, most special first; its last row takes what the others leave.
    """
    try:
        yield
    except AtmaError:
        raise
    except Exception as error:
        rule = next(rule for rule in rules() if isinstance(error, rule.kind))
        problem = f"{rule.problem} ({type(error).__name__})"
        raise HostError(host, operation, problem, transient=rule.transient(error)) from error
