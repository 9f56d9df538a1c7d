"""Requests as the SDK has them."""

from __future__ import annotations

from typing import Any

from atma_openai.dialect import Dialect, SchemaMode
from atma_overlay.models.json_text import schema_text, well_formed
from atma_overlay.ports.model import Message, ModelRequest, Tool

__all__ = ["to_arguments"]


def to_arguments(request: ModelRequest, *, model: str, dialect: Dialect) -> dict[str, Any]:
    """The SDK's arguments for one completion."""
    arguments: dict[str, Any] = {
        "model": model,
        "messages": [_to_message(message) for message in _worded(request, dialect)],
        dialect.limit: request.max_tokens,
    }
    if request.temperature is not None and dialect.temperature:
        arguments["temperature"] = request.temperature
    if request.tools:
        arguments["tools"] = [_to_tool(tool) for tool in request.tools]
    if request.schema is not None and dialect.schema is SchemaMode.NATIVE:
        import openai

        function = openai.pydantic_function_tool(request.schema)["function"]
        schema = _without_defaults(function.get("parameters", {}))
        named = {"name": request.schema.__name__, "strict": True, "schema": schema}
        arguments["response_format"] = {"type": "json_schema", "json_schema": named}
    if request.schema is not None and dialect.schema is SchemaMode.JSON:
        arguments["response_format"] = {"type": "json_object"}
    return arguments


def _without_defaults(schema: Any) -> Any:
    """A schema as the strict mode takes it: every property is required there, and a default is refused."""
    if isinstance(schema, dict):
        # A property may itself be called "default"; then its value is a schema.
        plain = {name: part for name, part in schema.items() if name != "default" or isinstance(part, dict)}
        return {name: _without_defaults(part) for name, part in plain.items()}
    return [_without_defaults(part) for part in schema] if isinstance(schema, list) else schema


def _worded(request: ModelRequest, dialect: Dialect) -> tuple[Message, ...]:
    """The messages, with the schema in words where the endpoint takes it in no other way."""
    if request.schema is None or dialect.schema is SchemaMode.NATIVE:
        return request.messages
    wanted = f"Answer with one JSON object that fits this JSON schema, and nothing else:\n{schema_text(request.schema)}"
    first, *others = request.messages
    if first.role != "system":
        return (Message("system", wanted), *request.messages)
    return (Message("system", f"{first.text}\n\n{wanted}"), *others)


def _to_message(message: Message) -> dict[str, Any]:
    said: dict[str, Any] = {"role": message.role, "content": well_formed(message.text)}
    if message.calls:
        said["content"] = said["content"] or None
        said["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": well_formed(c.arguments)}}
            for c in message.calls
        ]
    if message.answers is not None:
        said["tool_call_id"] = message.answers
    return said


def _to_tool(tool: Tool) -> dict[str, Any]:
    import openai

    return dict(openai.pydantic_function_tool(tool.arguments, name=tool.name, description=tool.description))
