"""A model with tools, for a number of rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atma_overlay.ports.model import Message, Model, ModelRequest, Tool, ToolCall


def run_tools(
    model: Model,
    messages: Sequence[Message],
    *,
    tools: Sequence[Tool],
    act: Callable[[ToolCall], str],
    rounds: int,
    max_tokens: int,
    prompt: str,
) -> str | None:
    """Let a model use tools until it says something without asking for one.

    Args:
        model: one that calls tools.
        messages: to begin with.
        tools: what it may ask for.
        act: carries out a call and says what came of it.
        rounds: completions at most; what the last one asks for is still carried out.
        max_tokens: of each completion.
        prompt: name and version, for the record.

    Returns:
        What it said at the end; None where it was still asking for tools.

    Raises:
        ModelError: the model failed.
    """
    said = tuple(messages)
    for _ in range(rounds):
        reply = model.complete(ModelRequest(said, tools=tuple(tools), max_tokens=max_tokens, prompt=prompt))
        if not reply.calls:
            return reply.text
        results = tuple(Message("tool", act(call), answers=call.id) for call in reply.calls)
        said = (*said, Message("assistant", reply.text, calls=reply.calls), *results)
    return None
