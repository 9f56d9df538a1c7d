"""What an endpoint answers, as the port has it. Nothing about its form is taken for granted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atma_overlay.models.json_text import well_formed
from atma_overlay.ports.model import Finish, ModelReply, ModelRequest, ToolCall, Usage
from atma_overlay.render import estimate_tokens

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

__all__ = ["NoCompletion", "Refusal", "from_completion"]

_FINISHES = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "tool_calls": Finish.CALLS,
    "function_call": Finish.CALLS,
}


class NoCompletion(ValueError):
    """What came back is no chat completion."""


class Refusal(ValueError):
    """The model, or a filter, declined."""


def from_completion(completion: ChatCompletion, request: ModelRequest) -> ModelReply:
    """The reply in a completion.

    Raises:
        NoCompletion: it holds no message; a page of a web server does not.
        Refusal: it is one.
    """
    choices = getattr(completion, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message: Any = getattr(choice, "message", None)
    if not hasattr(message, "content"):
        raise NoCompletion
    finish = getattr(choice, "finish_reason", None)
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
