"""A request in one canonical form, its content hash, and nonces that follow from content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from pydantic import JsonValue

from atma_overlay.models.json_text import well_formed
from atma_overlay.ports.model import Message, ModelRequest, Tool

_NONCE_DIGITS = 32


def canonical(request: ModelRequest) -> dict[str, JsonValue]:
    """Everything of a request that reaches the model; the prompt's name does not."""
    return {
        "messages": [_message(message) for message in request.messages],
        "schema": request.schema.model_json_schema() if request.schema is not None else None,
        "tools": [_tool(tool) for tool in request.tools],
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
    }


def digest(model: str, request: ModelRequest) -> str:
    """The content hash of a request to a model, in hexadecimal."""
    return _hash({"model": model, **canonical(request)})


def content_nonce(*texts: str) -> str:
    """A nonce for a prompt block that the same content gives again, so that a recorded run can be replayed.

    It is a hash over all of the block's content, so no text within can hold it.
    """
    return _hash({"nonce": list(texts)})[:_NONCE_DIGITS]


def _hash(content: Mapping[str, JsonValue]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=True).encode("ascii")).hexdigest()


def _message(message: Message) -> dict[str, JsonValue]:
    calls: list[JsonValue] = [
        {"id": c.id, "name": c.name, "arguments": well_formed(c.arguments)} for c in message.calls
    ]
    return {"role": message.role, "text": well_formed(message.text), "calls": calls, "answers": message.answers}


def _tool(tool: Tool) -> dict[str, JsonValue]:
    schema = tool.arguments.model_json_schema()
    return {"name": tool.name, "description": tool.description, "arguments": schema}
