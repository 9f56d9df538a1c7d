"""Any LlamaIndex LLM as the overlay's model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from atma_overlay.errors import AtmaError, ModelError
from atma_overlay.kinds import able
from atma_overlay.ports.model import ModelCapabilities, ModelReply, ModelRequest, ToolCall
from atma_overlay.signatures import typed
from llamaindex_atma.messages import from_response, to_messages, to_tools

if TYPE_CHECKING:
    from llama_index.core.base.llms.types import ChatResponse
    from llama_index.core.llms import LLM
    from llama_index.core.llms.function_calling import FunctionCallingLLM
    from llama_index.core.llms.llm import ToolSelection

__all__ = ["LlamaIndexModel"]

_BUSY = frozenset({408, 409, 425, 429, 529})


class LlamaIndexModel:
    """An LLM of LlamaIndex, blocking and awaited.

    An answer in a schema is asked for as a tool that has to be called, or in words where the LLM calls no tools.

    Args:
        llm: the LLM, configured by you; it stays open.
        sends_limits: hand each request's `max_tokens` and `temperature` over as keywords of the call. Not every LLM of
            LlamaIndex takes them; without it the LLM's own settings hold.
        thread_safe: whether its blocking calls may overlap; LlamaIndex does not say.

    Raises:
        InvalidInputError: what is passed is no LLM.
    """

    @typed
    def __init__(self, llm: LLM, *, sends_limits: bool = False, thread_safe: bool = False) -> None:
        able("llm", llm, "chat", "metadata", wanted="an LLM of LlamaIndex")
        self._llm, self._sends_limits, self._thread_safe = llm, sends_limits, thread_safe

    @property
    def name(self) -> str:
        """`llama_index:MODEL`, by the LLM's own metadata."""
        return f"llama_index:{self._llm.metadata.model_name}"

    @property
    def capabilities(self) -> ModelCapabilities:
        """Tools as the LLM's metadata says; it can always be awaited."""
        return ModelCapabilities(tools=self._calls_tools, thread_safe=self._thread_safe, asynchronous=True)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request, blocking."""
        with _translated(self.name):
            messages, tools = self._asked(request)
            if tools is None:
                return self._reply(self._llm.chat(messages, **self._limits(request)), request)
            return self._reply(self._caller.chat_with_tools(chat_history=messages, **tools), request)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        with _translated(self.name):
            messages, tools = self._asked(request)
            if tools is None:
                return self._reply(await self._llm.achat(messages, **self._limits(request)), request)
            return self._reply(await self._caller.achat_with_tools(chat_history=messages, **tools), request)

    def close(self) -> None:
        """The LLM is not ours to close."""

    @property
    def _calls_tools(self) -> bool:
        return self._llm.metadata.is_function_calling_model

    @property
    def _caller(self) -> FunctionCallingLLM:
        return cast("FunctionCallingLLM", self._llm)

    def _asked(self, request: ModelRequest) -> tuple[Any, dict[str, Any] | None]:
        """The messages, and the arguments of a call with tools; None for one without."""
        wants = bool(request.tools or request.schema is not None)
        if wants and not self._calls_tools and request.tools:
            problem = "it calls no tools: use an LLM of LlamaIndex that does"
            raise ModelError(self.name, problem, cause=problem)
        if not (wants and self._calls_tools):
            return to_messages(request, in_words=True), None
        tools = {"tools": to_tools(request), "tool_required": request.schema is not None, **self._limits(request)}
        return to_messages(request, in_words=False), tools

    def _limits(self, request: ModelRequest) -> dict[str, Any]:
        if not self._sends_limits:
            return {}
        limits: dict[str, Any] = {"max_tokens": request.max_tokens}
        return limits if request.temperature is None else {**limits, "temperature": request.temperature}

    def _reply(self, response: ChatResponse, request: ModelRequest) -> ModelReply:
        found: tuple[ToolSelection, ...] = ()
        if self._calls_tools and (request.tools or request.schema is not None):
            found = tuple(self._caller.get_tool_calls_from_response(response, error_on_no_tool_call=False))
        calls = tuple(
            ToolCall(call.tool_id, call.tool_name, json.dumps(call.tool_kwargs, ensure_ascii=False)) for call in found
        )
        return from_response(response, calls, request=request, model=self._llm.metadata.model_name)


@contextmanager
def _translated(model: str) -> Iterator[None]:
    """Turn what an LLM raises into a `ModelError`: the SDKs behind LlamaIndex are many, their failures told by kind."""
    try:
        yield
    except AtmaError:
        raise
    except Exception as error:
        problem = type(error).__name__
        raise ModelError(model, problem, transient=_transient(error), cause=problem) from error


def _transient(error: Exception) -> bool:
    if isinstance(error, TimeoutError | ConnectionError):
        return True
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return status in _BUSY or status >= 500
    return any(word in type(error).__name__ for word in ("Timeout", "RateLimit", "ConnectionError", "ConnectError"))
