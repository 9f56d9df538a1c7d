"""The model port: a chat model that answers one request at a time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import BaseModel

from atma_overlay.errors import InvalidInputError

Role = Literal["system", "user", "assistant", "tool"]


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    LENGTH = "length"
    """The limit of tokens cut it off."""
    CALLS = "calls"
    """It asks for tools."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model asks for; `arguments` is its JSON as written, unchecked."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request.

    Attributes:
        role: who speaks.
        text: what is said; may be empty beside `calls`.
        calls: of an assistant's message, the tools it asked for.
        answers: of a tool's message, the id of the call it answers.
    """

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    answers: str | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may ask for; `arguments` describes what it takes."""

    name: str
    description: str
    arguments: type[BaseModel]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What is asked of a model.

    Attributes:
        messages: the conversation so far.
        schema: the answer's form; None for free text. The reply's text is then meant to be its JSON, unchecked.
        tools: what the model may ask for.
        max_tokens: the most tokens of the answer.
        temperature: 0 for the likeliest answer; None leaves it to the endpoint.
        prompt: name and version of the prompt behind the messages, for the record; not sent.
        mends: whether it asks to mend an answer of the wrong form; not sent.

    Raises:
        InvalidInputError: there is no message, no room for an answer, or both a schema and tools.
    """

    messages: tuple[Message, ...]
    schema: type[BaseModel] | None = None
    tools: tuple[Tool, ...] = ()
    max_tokens: int = 1024
    temperature: float | None = 0.0
    prompt: str = ""
    mends: bool = False

    def __post_init__(self) -> None:
        if not self.messages:
            raise InvalidInputError("messages", "are empty: pass at least one")
        if self.max_tokens < 1:
            raise InvalidInputError("max_tokens", f"{self.max_tokens} leaves no room: pass 1 or more")
        if self.schema is not None and self.tools:
            raise InvalidInputError("tools", "come with a schema: ask for one of the two")


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more completions; `estimated` where an endpoint did not count them."""

    tokens_in: int = 0
    tokens_out: int = 0
    completions: int = 0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.completions + other.completions,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A model's answer; `model` is the endpoint's own name for what answered."""

    text: str
    finish: Finish
    usage: Usage
    calls: tuple[ToolCall, ...] = ()
    model: str = ""


@dataclass(frozen=True, slots=True)
class ModelCapabilities:
    """What a model can do; declared, asked for, never guessed.

    Attributes:
        tools: `ModelRequest.tools` is honoured.
        thread_safe: `complete` may be called from several threads at a time.
        asynchronous: it is an `AsyncModel`; otherwise `complete` is run in a worker thread.
    """

    tools: bool = True
    thread_safe: bool = True
    asynchronous: bool = False


class Model(Protocol):
    """A chat model.

    One call is one completion: nothing is tried again, mended or kept here; see `atma_overlay.models`.

    Raises (every call): ModelError, with `transient` set when the same call may succeed later; ModelRefusedError
        when the model declines. No message of an error quotes the request or the reply.
    """

    @property
    def name(self) -> str:
        """The specification that opens it, e.g. `openai:gpt-4.1-mini`: part of every record of a verdict."""

    @property
    def capabilities(self) -> ModelCapabilities:
        """What this model can do."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request, blocking."""

    def close(self) -> None:
        """Release what was opened; an injected client stays open."""


class AsyncModel(Model, Protocol):
    """A model that can also be awaited; declared by `ModelCapabilities.asynchronous`."""

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
