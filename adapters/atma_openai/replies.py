"""What an endpoint answers, as the port has it. Nothing about its form is taken for granted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atma_overlay.models.json_text import well_formed
from atma_overlay.ports.model import Finish, ModelReply, ModelRequest, ToolCall, Usage
from atma_overlay.render import estimate_tokens

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

__all__ = ["NoCompletion", "ProviderError", "Refusal", "from_completion"]

_FINISHES = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "tool_calls": Finish.CALLS,
    "function_call": Finish.CALLS,
}


_STATUSES = {
    "invalid_api_key": 401,
    "insufficient_quota": 429,
    "rate_limit_exceeded": 429,
    "rate_limit_error": 429,
    "context_length_exceeded": 400,
    "content_filter": 400,
    "server_error": 500,
    "api_error": 500,
    "overloaded_error": 529,
}
"""The statuses of failures that are told by their names alone."""


class NoCompletion(ValueError):
    """What came back is no chat completion."""


class Refusal(ValueError):
    """The model, or a filter, declined."""


class ProviderError(ValueError):
    """A failure that is told in a body whose status is 200, as those do that ask another endpoint.

    Attributes:
        status_code: the status that it would have had.
        code: the failure by its name, where it has one.
    """

    def __init__(self, status_code: int, code: str | None) -> None:
        super().__init__(f"an error ({status_code}) in place of a completion")
        self.status_code = status_code
        self.code = code


def from_completion(completion: ChatCompletion, request: ModelRequest) -> ModelReply:
    """The reply in a completion.

    Raises:
        NoCompletion: it holds no message; a page of a web server does not.
        ProviderError: it holds an error in place of one, or broke off with one.
        Refusal: it is one.
    """
    choices = getattr(completion, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message: Any = getattr(choice, "message", None)
    finish = getattr(choice, "finish_reason", None)
    if finish == "error" or not hasattr(message, "content"):
        _raise_told(completion, choice)
        raise NoCompletion
    if getattr(message, "refusal", None) or finish == "content_filter":
        raise Refusal
    text, calls = _text(message.content), _calls(message)
    return ModelReply(
        text=text,
        finish=Finish.CALLS if calls else _FINISHES.get(str(finish), Finish.OTHER),
        usage=_usage(completion, request, text),
        calls=calls,
        model=_text(getattr(completion, "model", None)),
    )


def _raise_told(completion: object, choice: object) -> None:
    for told in (getattr(choice, "error", None), getattr(completion, "error", None)):
        code, kind = _part(told, "code"), _part(told, "type")
        status = _status(code) or _STATUSES.get(str(code)) or _STATUSES.get(str(kind))
        if status is not None:
            raise ProviderError(status, code if isinstance(code, str) else None)
    if getattr(choice, "finish_reason", None) == "error":
        raise ProviderError(502, None)


def _part(told: object, name: str) -> object:
    return told.get(name) if isinstance(told, dict) else getattr(told, name, None)


def _status(code: object) -> int | None:
    number = int(code) if isinstance(code, str) and code.isdecimal() and len(code) == 3 else code
    return number if isinstance(number, int) and 400 <= number < 600 else None


def _calls(message: Any) -> tuple[ToolCall, ...]:
    asked = getattr(message, "tool_calls", None)
    functions: list[tuple[Any, Any]] = (
        [(call, getattr(call, "function", None)) for call in asked] if isinstance(asked, list) else []
    )
    return tuple(
        ToolCall(_text(getattr(call, "id", None)) or f"call_{place}", _text(function.name), _text(function.arguments))
        for place, (call, function) in enumerate(functions)
        if hasattr(function, "name") and hasattr(function, "arguments")
    )


def _usage(completion: ChatCompletion, request: ModelRequest, text: str) -> Usage:
    """As counted, else as estimated from the texts."""
    counted = getattr(completion, "usage", None)
    tokens = (getattr(counted, "prompt_tokens", None), getattr(counted, "completion_tokens", None))
    if all(isinstance(count, int) and count >= 0 for count in tokens):
        return Usage(int(tokens[0] or 0), int(tokens[1] or 0), 1)
    asked = sum(estimate_tokens(message.text) for message in request.messages)
    return Usage(asked, estimate_tokens(text), 1, estimated=True)


def _text(value: object) -> str:
    return well_formed(value) if isinstance(value, str) else ""
