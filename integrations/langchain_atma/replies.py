"""What a chat model of LangChain answers, as the overlay's port has it. Providers disagree on every name in it."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from atma_overlay.models.json_text import well_formed
from atma_overlay.ports.model import Finish, ModelReply, ModelRequest, ToolCall, Usage
from atma_overlay.render import estimate_tokens

__all__ = ["Refusal", "from_message"]

_FINISHES = {
    "stop": Finish.STOP, "end_turn": Finish.STOP, "stop_sequence": Finish.STOP, "completed": Finish.STOP,
    "length": Finish.LENGTH, "max_tokens": Finish.LENGTH, "max_output_tokens": Finish.LENGTH,
    "tool_calls": Finish.CALLS, "tool_use": Finish.CALLS, "function_call": Finish.CALLS,
}  # fmt: skip
_REFUSED = frozenset({"content_filter", "refusal", "safety", "prohibited_content", "guardrail_intervened"})


class Refusal(ValueError):
    """The model, or a filter, declined."""


def from_message(message: BaseMessage, request: ModelRequest, *, form: str | None = None) -> ModelReply:
    """The reply in a message.

    Args:
        message: what the model answered.
        request: what it was asked.
        form: the answer in the form that was asked for, where the framework read it already.

    Raises:
        Refusal: it is one.
    """
    told = message.response_metadata
    finish = str(
        next((told[n] for n in ("finish_reason", "stop_reason", "done_reason") if told.get(n)), "stop")
    ).lower()
    if finish in _REFUSED or message.additional_kwargs.get("refusal"):
        raise Refusal
    calls = _calls(message) if request.tools else ()
    text = well_formed(form if form is not None else str(message.text))
    cut = _FINISHES.get(finish) is Finish.LENGTH
    return ModelReply(
        text=text or _arguments(message, request),
        finish=Finish.CALLS if calls else Finish.LENGTH if cut else _stopped(finish, form),
        usage=_usage(message, request, text),
        calls=calls,
        model=str(told.get("model_name") or told.get("model") or ""),
    )


def _stopped(finish: str, form: str | None) -> Finish:
    return Finish.STOP if form is not None else _FINISHES.get(finish, Finish.OTHER)


def _arguments(message: BaseMessage, request: ModelRequest) -> str:
    """A form that came as the arguments of a call, and was not read."""
    if request.schema is None or not isinstance(message, AIMessage):
        return ""
    asked = [json.dumps(call["args"]) for call in message.tool_calls]
    asked += [str(call["args"] or "") for call in message.invalid_tool_calls]
    return well_formed(asked[0]) if asked else ""


def _calls(message: BaseMessage) -> tuple[ToolCall, ...]:
    if not isinstance(message, AIMessage):
        return ()
    asked: list[tuple[Any, str]] = [(call, json.dumps(call["args"])) for call in message.tool_calls]
    asked += [(call, str(call["args"] or "")) for call in message.invalid_tool_calls]
    return tuple(
        ToolCall(call["id"] or f"call_{place}", call["name"] or "", well_formed(arguments))
        for place, (call, arguments) in enumerate(asked)
    )


def _usage(message: BaseMessage, request: ModelRequest, text: str) -> Usage:
    counted = getattr(message, "usage_metadata", None)
    if counted:
        return Usage(int(counted["input_tokens"]), int(counted["output_tokens"]), 1)
    asked = sum(estimate_tokens(said.text) for said in request.messages)
    return Usage(asked, estimate_tokens(text), 1, estimated=True)
