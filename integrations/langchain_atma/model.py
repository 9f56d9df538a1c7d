"""A chat model of LangChain as the overlay's model."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from atma_overlay.errors import InvalidInputError
from atma_overlay.models.registry import ModelOptions
from atma_overlay.ports.model import ModelCapabilities, ModelReply, ModelRequest
from atma_overlay.signatures import typed
from langchain_atma.failures import translated
from langchain_atma.replies import from_message
from langchain_atma.requests import limited, to_messages, to_tool, worded

__all__ = ["LangChainModel"]


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of the framework: what is called, and with what."""

    runnable: Runnable[Any, Any]
    messages: list[BaseMessage]


Exchange = Generator[_Call, Any, ModelReply]


class LangChainModel:
    """Any chat model of LangChain.

    A schema goes through the model's own structured output; a model that has none gets the schema in words. The
    request's limit of tokens and temperature are set where the model has fields for them; a temperature that an
    endpoint refuses is left out from then on.

    Args:
        chat: the chat model; it stays open.
        name: how the model is named in records of its verdicts; by default `langchain:` and the model's own name.

    Raises:
        InvalidInputError: what is passed is no chat model.
    """

    @typed
    def __init__(self, chat: BaseChatModel, *, name: str | None = None) -> None:
        if not isinstance(chat, BaseChatModel):
            raise InvalidInputError("chat", f"{type(chat).__name__} is no chat model: pass one of LangChain's, unbound")
        self._chat, self._temperature = chat, True
        self._name = name or f"langchain:{_own_name(chat)}"

    @classmethod
    def from_spec(cls, rest: str, *, options: ModelOptions) -> LangChainModel:
        """A model by what `init_chat_model` understands, e.g. `anthropic:claude-haiku-4-5`.

        Raises:
            InvalidInputError: it names no model or no provider, or the provider's package is not installed.
        """
        from langchain.chat_models import init_chat_model

        given: dict[str, Any] = {
            "base_url": options.base_url,
            "api_key": options.api_key,
            "timeout": options.timeout_seconds,
        }
        known: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        try:
            chat = init_chat_model(rest, max_retries=0, **known)
        except (ImportError, ValueError) as error:
            raise InvalidInputError("model", f"'langchain:{rest}' cannot be opened: {error}") from error
        return cls(chat, name=f"langchain:{rest}")

    @property
    def name(self) -> str:
        """How the model is named in records."""
        return self._name

    @property
    def capabilities(self) -> ModelCapabilities:
        """It can be awaited and used from several threads; it calls tools where its class says how."""
        tools = type(self._chat).bind_tools is not BaseChatModel.bind_tools
        return ModelCapabilities(tools=tools, asynchronous=True)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request, blocking."""
        with translated(self.name):
            exchange = self._exchange(request)
            call = next(exchange)
            while True:
                try:
                    call = exchange.send(call.runnable.invoke(call.messages))
                except StopIteration as done:
                    return _reply(done)
                except Exception as error:  # the exchange knows whether there is another way to ask
                    call = exchange.throw(error)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        with translated(self.name):
            exchange = self._exchange(request)
            call = next(exchange)
            while True:
                try:
                    call = exchange.send(await call.runnable.ainvoke(call.messages))
                except StopIteration as done:
                    return _reply(done)
                except Exception as error:  # as above
                    call = exchange.throw(error)

    def close(self) -> None:
        """Nothing to release: the chat model is the caller's."""

    def _exchange(self, request: ModelRequest) -> Exchange:
        """One completion, and a second one where only the temperature was refused."""
        while True:
            try:
                answer = yield self._call(request)
            except Exception as error:
                if not self._temperature or "temperature" not in str(error).casefold():
                    raise
                self._temperature = False
            else:
                return _read(answer, request)

    def _call(self, request: ModelRequest) -> _Call:
        chat = limited(self._chat, request, temperature=self._temperature)
        if request.schema is not None:
            try:
                return _Call(chat.with_structured_output(request.schema, include_raw=True), to_messages(request))
            except NotImplementedError:
                return _Call(chat, worded(request))
        if request.tools:
            return _Call(chat.bind_tools([to_tool(tool) for tool in request.tools]), to_messages(request))
        return _Call(chat, to_messages(request))


def _read(answer: Any, request: ModelRequest) -> ModelReply:
    """The reply in a message, or in a message with the form that was read from it."""
    if isinstance(answer, BaseMessage):
        return from_message(answer, request)
    parsed = answer.get("parsed")
    form = parsed.model_dump_json() if isinstance(parsed, BaseModel) else parsed and json.dumps(parsed)
    return from_message(answer["raw"], request, form=form or None)


def _own_name(chat: BaseChatModel) -> str:
    named = (getattr(chat, field, None) for field in ("model_name", "model", "model_id"))
    return next((name for name in named if isinstance(name, str) and name), chat._llm_type)


def _reply(done: StopIteration) -> ModelReply:
    reply: ModelReply = done.value
    return reply
