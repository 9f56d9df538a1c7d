"""What a scripted chat endpoint may answer, and the bodies that say so in the protocol's words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "Broken", "Failing", "Raw", "Refusing", "Saying", "ScriptedAnswer", "Slow", "completion_of", "encoded",
    "refusal_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Saying:
    """A completion; `tools` are (name, JSON arguments) pairs that it asks for."""

    text: str | None = ""
    finish: str = "stop"
    tools: tuple[tuple[str, str], ...] = ()
    usage: tuple[int, int] | None = (10, 5)


@dataclass(frozen=True, slots=True)
class Refusing:
    """A completion that declines."""

    text: str = "I cannot help with that."


@dataclass(frozen=True, slots=True)
class Failing:
    """An error with a status, as the protocol words it."""

    status: int
    message: str = "it failed"
    code: str | None = None
    parameter: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Raw:
    """Any body at all."""

    body: bytes
    content_type: str = "application/json"
    status: int = 200


@dataclass(frozen=True, slots=True)
class Broken:
    """A connection that is cut in the middle of the body."""


@dataclass(frozen=True, slots=True)
class Slow:
    """An answer that comes after some seconds, or when the server stops.

    With `keeps_alive_seconds` the status comes at once, and a blank as often as that while the answer is waited for;
    with `within_head` too, it is a line of the head.
    """

    seconds: float
    then: Saying | Failing = Saying()
    keeps_alive_seconds: float | None = None
    within_head: bool = False


ScriptedAnswer = Saying | Refusing | Failing | Raw | Broken | Slow


def encoded(body: Mapping[str, Any]) -> bytes:
    """A body as it is sent."""
    return json.dumps(body).encode()


def refusal_of(answer: Failing) -> dict[str, Any]:
    """The body of an error, as the protocol words it."""
    error = {"message": answer.message, "type": "error", "code": answer.code, "param": answer.parameter}
    return {"error": error}


def completion_of(answer: Saying | Refusing, model: str) -> dict[str, Any]:
    """The body of a completion."""
    said = answer if isinstance(answer, Saying) else Saying(None)
    message: dict[str, Any] = {"role": "assistant", "content": said.text}
    if isinstance(answer, Refusing):
        message["refusal"] = answer.text
    if said.tools:
        message["tool_calls"] = [
            {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for place, (name, arguments) in enumerate(said.tools)
        ]
    body: dict[str, Any] = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if said.tools else said.finish}],
    }
    if said.usage is not None:
        tokens_in, tokens_out = said.usage
        body["usage"] = {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        }
    return body
