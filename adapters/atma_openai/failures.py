"""What the SDK's failures mean to a caller, in one table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from atma_openai.replies import NoCompletion, ProviderError, Refusal
from atma_overlay.errors import AtmaError, ModelError, ModelRefusedError
from atma_overlay.sdk_errors import always, never, of_kind

__all__ = ["Rule", "rules", "translated"]

_BUSY = frozenset({408, 409, 425, 429, 529})
_FILTERED = frozenset({"content_filter", "content_policy_violation"})


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of failure is told: in words without a word of the request, and whether to try again."""

    kind: type[BaseException]
    problem: Callable[[BaseException], str]
    transient: Callable[[BaseException], bool]
    refused: Callable[[BaseException], bool] = lambda _: False


@contextmanager
def translated(model: str) -> Iterator[None]:
    """Turn whatever the SDK raises inside into a `ModelError` with the original as its cause."""
    try:
        yield
    except AtmaError:
        raise
    except Exception as error:
        rule = next(rule for rule in rules() if isinstance(error, rule.kind))
        problem = rule.problem(error)
        if rule.refused(error):
            raise ModelRefusedError(model, problem, cause=problem) from error
        transient, wait = rule.transient(error), _retry_after(error)
        shown = None if _is_unsendable(error) else error  # it quotes the header, which may be the key
        raise ModelError(model, problem, transient=transient, retry_after_seconds=wait, cause=problem) from shown


@cache
def rules() -> tuple[Rule, ...]:
    """The table, most special first; its last row takes what the others leave."""
    import openai

    return (
        Rule(Refusal, lambda _: "it declined to answer", never, refused=always),
        Rule(NoCompletion, lambda _: _NOT_CHAT, never),
        Rule(ProviderError, _provider, _is_passing, refused=lambda e: _code(e) in _FILTERED),
        Rule(openai.APITimeoutError, lambda _: "no answer within the time limit", always),
        Rule(openai.APIConnectionError, _unreached, lambda e: not _is_unsendable(e)),
        Rule(openai.RateLimitError, _limit, _is_passing),
        Rule(openai.AuthenticationError, lambda _: _NO_KEY, never),
        Rule(openai.PermissionDeniedError, lambda _: _NOT_ALLOWED, never),
        Rule(openai.NotFoundError, lambda _: _UNKNOWN, never),
        Rule(openai.BadRequestError, _bad_request, never, refused=lambda e: _code(e) in _FILTERED),
        Rule(openai.APIStatusError, _status, _is_passing),
        Rule(openai.APIResponseValidationError, lambda _: _NOT_CHAT, never),
        Rule(openai.OpenAIError, of_kind, never),
        Rule(json.JSONDecodeError, lambda _: "its answer broke off", always),
        Rule(TimeoutError, lambda _: "no answer within the time limit", always),
        Rule(ConnectionError, lambda _: "its answer broke off", always),
        Rule(Exception, of_kind, never),
    )


_NO_KEY = "the key is not accepted: check the API key"
_NOT_ALLOWED = "the key may not use this model"
_UNKNOWN = "the endpoint knows no such model or address"
_NOT_CHAT = "what answered is no chat completion: check the base URL, which usually ends in /v1"


def _code(error: BaseException) -> str | None:
    return getattr(error, "code", None)


def _number(error: BaseException) -> int:
    return int(getattr(error, "status_code", 0))


def _is_passing(error: BaseException) -> bool:
    return (_number(error) in _BUSY or _number(error) >= 500) and _code(error) != "insufficient_quota"


def _provider(error: BaseException) -> str:
    """A failure by its status alone, in the words of the SDK's own."""
    words = {401: _NO_KEY, 403: _NOT_ALLOWED, 404: _UNKNOWN}
    told: dict[int, Callable[[BaseException], str]] = {400: _bad_request, 429: _limit}
    return words.get(_number(error)) or told.get(_number(error), _status)(error)


def _is_unsendable(error: BaseException) -> bool:
    """Whether a header has what none may have; the transport's class is not the SDK's to name."""
    return type(error.__cause__).__name__ == "LocalProtocolError"


def _unreached(error: BaseException) -> str:
    if _is_unsendable(error):
        return "a header cannot be sent: look for blanks and line breaks at the ends of key, organization and project"
    return "the endpoint cannot be reached"


def _status(error: BaseException) -> str:
    return f"the endpoint answered {_number(error)}"


def _limit(error: BaseException) -> str:
    return "its quota is used up" if _code(error) == "insufficient_quota" else "the endpoint asks to slow down"


def _bad_request(error: BaseException) -> str:
    if _code(error) in _FILTERED:
        return "a filter declined the request"
    said = f"{_code(error)} {error}".casefold()
    if "context" in said and ("length" in said or "size" in said):
        return "the request is longer than its context"
    return "the endpoint does not accept the request (400)"


def _retry_after(error: BaseException) -> float | None:
    """Seconds, by either of the headers in use; a date is left to the usual waits."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * scale)
        except (KeyError, ValueError):
            continue
    return None
