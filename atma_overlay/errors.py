"""The errors of the overlay, split by what the caller can do about them.

AtmaError
├── InvalidInputError      mend the argument it names (also a ValueError)
├── NotFoundError          the id is not in the scope that was named (also a LookupError)
├── ConflictError          the call no longer fits the state; read again
├── LedgerError            the ledger cannot be read or written
│   ├── LedgerCorruptError run `atma doctor`
│   └── LedgerLateError    it gave no answer by the deadline of a recall
├── HostError              the host failed; `transient` says whether to try again
│   └── HostLateError      it gave no answer by the deadline of a recall
├── ModelError             the model failed; `transient` says whether to try again
│   ├── ModelRefusedError  the model declines: ask another way, another model, or a person
│   └── ModelAnswerError   its answer had the wrong form, twice
└── MissingExtraError      install or upgrade what it names (also an ImportError)
"""

from __future__ import annotations

from collections.abc import Callable

from atma_overlay.extras import what_is_missing

__all__ = [
    "AtmaError",
    "ConflictError",
    "HostError",
    "HostLateError",
    "InvalidInputError",
    "LedgerCorruptError",
    "LedgerError",
    "LedgerLateError",
    "MissingExtraError",
    "ModelAnswerError",
    "ModelError",
    "ModelRefusedError",
    "NotFoundError",
]


_TOLD = 200
"""Characters of an id that a message quotes."""
_LONGEST, _QUOTED, _REMEDY = 1000, 80, 400
"""Characters of a message that is told whole, of a quotation in a longer one, and at its end, with the remedy."""


class AtmaError(Exception):
    """The root: everything that the overlay raises on purpose. It passes from process to process unchanged."""

    def __reduce__(self) -> tuple[Callable[..., AtmaError], tuple[object, ...]]:
        """As it is: what it was made from is not what it says, and a pool waits for ever for what cannot be made."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[AtmaError], arguments: tuple[object, ...], told: dict[str, object]) -> AtmaError:
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(told)
    return error


class InvalidInputError(AtmaError, ValueError):
    """An argument cannot be used; the message names the field and the remedy.

    Args:
        field: the argument or the place in a file, e.g. ``observed_at`` or ``episodes.jsonl:3 sessions``.
        problem: what is wrong with it and what to pass instead.
        cause: the problem, where it is made of words that stand in the code, as of `ModelError`.
    """

    def __init__(self, field: str, problem: str, *, cause: str | None = None) -> None:
        field, problem = _cut(field), _cut(problem)
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
        self.cause = cause


def _cut(text: str) -> str:
    """A text without the middle of what it quotes, where that is long: the caller has it, and a log has no room."""
    if len(text) <= _LONGEST:
        return text
    parts = text.split("'")
    quoted = (part if len(part) <= _TOLD else f"{part[:_QUOTED]}…" for part in parts[1:-1])
    shown = "'".join((parts[0], *quoted, *parts[1:][-1:]))
    return shown if len(shown) <= _LONGEST else f"{shown[:_TOLD]}…{shown[-_REMEDY:]}"


def kind_told(error: BaseException) -> str:
    """The name of an error's class as the documents have it: of one that is none of these, its nearest base that is.

    What somebody else's code raised, and no class of ours stands over, goes by its own name.
    """
    kinds = type(error).__mro__
    return next((kind.__name__ for kind in kinds if kind.__module__ == __name__), kinds[0].__name__)


def in_a_log(error: BaseException) -> str:
    """What a log may tell of an error: no word of a memory, which the words of a host, a model or a driver may hold."""
    name = kind_told(error)
    cause = cause_of(error)
    if isinstance(error, HostError):
        told = f"{name}, {error.host!r} failed to {error.operation}"
        return told if cause is None else f"{told}: {cause}"
    return name if cause is None else f"{name}, {cause}"


def cause_of(error: BaseException) -> str | None:
    """Why something failed, where who raised it said so in words of its own; else the class is all."""
    return error.cause if isinstance(error, HostError | InvalidInputError | LedgerError | ModelError) else None


class NotFoundError(AtmaError, LookupError):
    """What a call names, by its id or in words, is not in the scope that it names."""

    def __init__(
        self, what: str, identifier: str, *, remedy: str = "check the id and the scope it was read from"
    ) -> None:
        told = identifier if len(identifier) <= _TOLD else f"{identifier[:_TOLD]}…"
        super().__init__(f"no {what} {told!r} in this scope: {remedy}")
        self.what = what
        self.identifier = identifier


class ConflictError(AtmaError):
    """The call no longer fits the state of the ledger; read again and decide anew."""


class LedgerError(AtmaError):
    """The ledger cannot be read or written.

    Args:
        problem: what is wrong, and the remedy.
        cause: what is wrong in words that stand in the code, as of `ModelError`.
    """

    def __init__(self, problem: str, *, cause: str | None = None) -> None:
        super().__init__(problem)
        self.cause = cause


class LedgerCorruptError(LedgerError):
    """The ledger's file is damaged; `atma doctor` says what can be saved."""


class LedgerLateError(LedgerError):
    """The ledger gave no answer by the deadline of a recall; the same call may be answered in time later."""


class HostError(AtmaError):
    """The host memory failed.

    Args:
        host: the host's name.
        operation: what was asked of it.
        problem: the cause in a few words, without memory text.
        transient: whether the same call may succeed later.
        native: the very object that the host answered with, where it could not be read; shadow mode hands it on.
        cause: the problem, where it is made of words that stand in the code, as of `ModelError`.
    """

    def __init__(
        self, host: str, operation: str, problem: str, *, transient: bool = False, native: object = None,
        cause: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"host {host!r} failed to {operation}: {problem}")
        self.cause = cause
        self.native = native
        self.host = host
        self.operation = operation
        self.transient = transient


class HostLateError(HostError):
    """The host gave no answer by the deadline of a recall; the same call may be answered in time later."""


class ModelError(AtmaError):
    """A model failed to answer.

    Args:
        model: the model's name.
        problem: the cause in a few words, without a word of the request or the reply.
        transient: whether the same request may succeed later.
        retry_after_seconds: how long the endpoint asks to wait, where it says so.
        cause: the problem, where it is made of words that stand in the code. Logs and receipts tell it; they tell no
            other, which may quote a request all the same.
    """

    def __init__(
        self, model: str, problem: str, *, transient: bool = False, retry_after_seconds: float | None = None,
        cause: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"model {model!r} failed: {problem}")
        self.model = model
        self.problem = problem
        self.transient = transient
        self.retry_after_seconds = retry_after_seconds
        self.cause = cause


class ModelRefusedError(ModelError):
    """The model, or a filter before it, declines to answer."""


class ModelAnswerError(ModelError):
    """The answer does not have the form that was asked for, after one repair."""


class MissingExtraError(AtmaError, ImportError):
    """An SDK is not installed, or not in a version that has what is needed; the message says which, and the remedy.

    Args:
        package: the distribution that is needed.
        extra: the extra of this project that brings it.
        error: what importing it raised; without one it is not there at all.
    """

    def __init__(self, package: str, extra: str, error: ImportError | None = None) -> None:
        super().__init__(what_is_missing(package, extra, error))
        self.package = package
        self.extra = extra
