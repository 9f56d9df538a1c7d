"""How a host adapter tells what went wrong in the SDK that it wraps."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from atma_overlay.errors import AtmaError, HostError
from atma_overlay.sdk_errors import always, never, of_kind, status_of

__all__ = [
    "BUSY", "OTHERS", "UNREACHED", "FailureRule", "chain", "passes", "refusal", "rows_of_a_store", "teller",
]  # fmt: skip

BUSY = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
"""The answers of a server that may take the same request later."""


def chain(error: BaseException) -> Iterator[BaseException]:
    """The failure and those behind it, by cause, by an SDK's own `source`, or by context."""
    seen: set[int] = set()
    link: object = error
    while isinstance(link, BaseException) and id(link) not in seen:
        yield link
        seen.add(id(link))
        link = link.__cause__ or getattr(link, "source", None) or link.__context__


def passes(error: BaseException) -> bool:
    """Whether the failure, or one behind it, is of the kind that passes: a busy server, a broken connection."""
    return any(
        getattr(link, "status_code", None) in BUSY or isinstance(link, ConnectionError | TimeoutError)
        for link in chain(error)
    )


@dataclass(frozen=True, slots=True)
class FailureRule:
    """One row of an adapter's table.

    Attributes:
        kind: the errors that it is about.
        problem: what to say of them, without memory text; words get the class behind them, a function says it all.
        transient: whether the same call may succeed later.
        quotes: whether what is said of them is the SDK's own message, which no log may tell.
    """

    kind: type[BaseException]
    problem: str | Callable[[BaseException], str]
    transient: Callable[[BaseException], bool] = passes
    quotes: bool = False

    def told(self, error: BaseException) -> str:
        """What is said of an error of the kind."""
        return f"{self.problem} ({of_kind(error)})" if isinstance(self.problem, str) else self.problem(error)


UNREACHED = (FailureRule(ConnectionError, of_kind, always), FailureRule(TimeoutError, of_kind, always))
"""Python's own errors of a connection that broke, told by their class: before the last row of a table."""
OTHERS = FailureRule(Exception, of_kind, never)
"""What no other row of a table takes."""


def refusal(kind: type[BaseException], *, by: str, busy: frozenset[int] = BUSY) -> FailureRule:
    """The row of an error that carries a server's status: some statuses may pass."""
    return FailureRule(kind, lambda e: f"{by} answered {status_of(e)}", lambda e: status_of(e) in busy)


def rows_of_a_store(what: str, *special: FailureRule, refused: str) -> tuple[FailureRule, ...]:
    """A table for stores of many makers, which share no error of their own: it goes by kinds.

    Args:
        what: what the store is called, e.g. `store`.
        special: rows of the kinds that mean something of their own there.
        refused: what to say of an argument that was refused.
    """
    return (
        FailureRule(NotImplementedError, f"the {what} does not offer this", never),
        FailureRule(sqlite3.OperationalError, f"the {what}'s database is busy", always),
        FailureRule(ConnectionError, f"the {what} or its embedder was not reached", always),
        FailureRule(TimeoutError, f"the {what} or its embedder took too long", always),
        FailureRule(OSError, f"the {what}'s files cannot be read or written"),
        FailureRule(ImportError, f"a package that the {what} needs is missing, or of another version", never),
        *special,
        FailureRule(ValueError, refused),
        FailureRule(Exception, f"the {what} or its embedder failed"),
    )


Teller = Callable[[str, str], AbstractContextManager[None]]


def teller(rules: Callable[[], Sequence[FailureRule]]) -> Teller:
    """A context manager, by the host's name and what is asked of it, that speaks of failures by a table.

    Whatever an SDK raises inside becomes a `HostError` with the original as its cause.

    Args:
        rules: the table, most special first; its last row takes what the others leave.
    """

    @contextmanager
    def translated(host: str, operation: str) -> Iterator[None]:
        try:
            yield
        except AtmaError:
            raise
        except Exception as error:
            rule = next(rule for rule in rules() if isinstance(error, rule.kind))
            told, cause = rule.told(error), None if rule.quotes else rule.told(error)
            raise HostError(host, operation, told, transient=rule.transient(error), cause=cause) from error

    return translated
