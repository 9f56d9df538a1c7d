"""The overlay's requests to a model as LangChain's."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from atma_overlay.models.json_text import schema_text, well_formed
from atma_overlay.ports.model import Message, ModelRequest, Tool, ToolCall

__all__ = ["limited", "to_messages", "to_tool", "worded"]

_ROOMS = ("max_tokens", "max_output_tokens", "max_completion_tokens", "num_predict", "max_new_tokens")
"""What chat models call the most tokens of an answer."""


def limited(chat: BaseChatModel, request: ModelRequest, *, temperature: bool) -> BaseChatModel:
    """A copy with the request's limit of tokens and temperature, where the model has a field for them."""
    fields = type(chat).model_fields
    changes: dict[str, Any] = {name: request.max_tokens for name in _ROOMS if name in fields}
    if temperature and request.temperature is not None and "temperature" in fields:
        changes["temperature"] = request.temperature
    return chat.model_copy(update=changes)


def to_messages(request: ModelRequest) -> list[BaseMessage]:
    """The messages of a request."""
    return [_to_message(message) for message in request.messages]


def worded(request: ModelRequest) -> list[BaseMessage]:
    """The messages, with the schema in words: for a model that takes it in no other way."""
    assert request.schema is not None
    wanted = f"Answer with one JSON object that fits this JSON schema, and nothing else:\n{schema_text(request.schema)}"
    first, *others = to_messages(request)
    if isinstance(first, SystemMessage):
        return [SystemMessage(f"{first.text}\n\n{wanted}"), *others]
    return [SystemMessage(wanted), first, *others]


def to_tool(tool: Tool) -> dict[str, Any]:
    """A tool in the form that every chat model binds."""
    schema = tool.arguments.model_json_schema()
    return {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": schema}}


def _to_message(message: Message) -> BaseMessage:
    text = well_formed(message.text)
    if message.role == "system":
        return SystemMessage(text)
    if message.role == "user":
        return HumanMessage(text)
    if message.role == "tool":
        return ToolMessage(text, tool_call_id=message.answers or "")
    return AIMessage(text, tool_calls=[_to_call(call) for call in message.calls])


def _to_call(call: ToolCall) -> dict[str, Any]:
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        arguments = {}
    return {"name": call.name, "args": arguments if isinstance(arguments, dict) else {}, "id": call.id}
