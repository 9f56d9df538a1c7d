"""Requests and replies as LlamaIndex has them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ContentBlock,
    MessageRole,
    TextBlock,
    ToolCallBlock,
)
from llama_index.core.tools import FunctionTool

from atma_overlay.models.json_text import schema_text, well_formed
from atma_overlay.ports.model import Finish, Message, ModelReply, ModelRequest, ToolCall, Usage
from atma_overlay.render import estimate_tokens

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["from_response", "to_messages", "to_tools"]

_ROLES = {
    "system": MessageRole.SYSTEM,
    "user": MessageRole.USER,
    "assistant": MessageRole.ASSISTANT,
    "tool": MessageRole.TOOL,
}
_COUNTS = (("prompt_tokens", "completion_tokens"), ("input_tokens", "output_tokens"))
_FINISHES = {"stop": Finish.STOP, "end_turn": Finish.STOP, "length": Finish.LENGTH, "max_tokens": Finish.LENGTH}


def to_messages(request: ModelRequest, *, in_words: bool) -> list[ChatMessage]:
    """The conversation; `in_words` adds the schema to its system message, for an LLM that takes it in no other way."""
    messages = list(request.messages)
    if request.schema is not None and in_words:
        wanted = (
            f"Answer with one JSON object that fits this JSON schema, and nothing else:\n{schema_text(request.schema)}"
        )
        if messages[0].role == "system":
            messages[0] = Message("system", f"{messages[0].text}\n\n{wanted}")
        else:
            messages.insert(0, Message("system", wanted))
    return [_to_message(message) for message in messages]


def to_tools(request: ModelRequest) -> list[FunctionTool]:
    """The tools of a request; a schema is a tool that has to be called."""
    if request.schema is not None:
        schema = request.schema
        return [_to_tool(schema.__name__, schema.__doc__ or "The answer.", schema)]
    return [_to_tool(tool.name, tool.description, tool.arguments) for tool in request.tools]


def from_response(
    response: ChatResponse, calls: tuple[ToolCall, ...], *, request: ModelRequest, model: str
) -> ModelReply:
    """The reply in a response; a schema's tool call is its text."""
    text = well_formed(response.message.content or "")
    if request.schema is not None and calls:
        text, calls = calls[0].arguments, ()
    return ModelReply(
        text=text,
        finish=Finish.CALLS if calls else _finish(response),
        usage=_usage(response, request, text),
        calls=calls,
        model=model,
    )


def _to_message(message: Message) -> ChatMessage:
    blocks: list[ContentBlock] = (
        [TextBlock(text=well_formed(message.text))] if message.text or not message.calls else []
    )
    blocks += [
        ToolCallBlock(tool_call_id=call.id, tool_name=call.name, tool_kwargs=_arguments(call.arguments))
        for call in message.calls
    ]
    extra = {"tool_call_id": message.answers} if message.answers is not None else {}
    return ChatMessage(role=_ROLES[message.role], blocks=blocks, additional_kwargs=extra)


def _arguments(text: str) -> dict[str, Any] | str:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return found if isinstance(found, dict) else text


def _to_tool(name: str, description: str, arguments: type[BaseModel]) -> FunctionTool:
    return FunctionTool.from_defaults(fn=_never_run, name=name, description=description, fn_schema=arguments)


def _never_run(**_: object) -> str:
    """A tool is only described to the LLM here: whoever asked runs it."""
    raise NotImplementedError


def _finish(response: ChatResponse) -> Finish:
    """Why the LLM stopped, where the provider's own answer tells; LlamaIndex itself does not."""
    choices = _part(response.raw, "choices")
    told = _part(choices[0], "finish_reason") if isinstance(choices, list) and choices else None
    told = told or _part(response.raw, "stop_reason") or "stop"
    return _FINISHES.get(str(told), Finish.OTHER)


def _usage(response: ChatResponse, request: ModelRequest, text: str) -> Usage:
    """As the provider counted it, else as estimated from the texts."""
    for holder in (_part(response.raw, "usage"), response.additional_kwargs):
        for names in _COUNTS:
            counted = tuple(_part(holder, name) for name in names)
            if all(isinstance(count, int) and count >= 0 for count in counted):
                return Usage(int(counted[0] or 0), int(counted[1] or 0), 1)
    asked = sum(estimate_tokens(message.text) for message in request.messages)
    return Usage(asked, estimate_tokens(text), 1, estimated=True)


def _part(holder: object, name: str) -> Any:
    return holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)
