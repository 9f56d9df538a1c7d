"""A chat model behind OpenAI's protocol: OpenAI itself, Azure, vLLM, Ollama, llama.cpp and their like."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from atma_openai.calls import completed, completed_async
from atma_openai.clients import Clients
from atma_openai.dialect import Dialect
from atma_openai.failures import translated
from atma_openai.messages import to_arguments
from atma_openai.replies import from_completion
from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import able
from atma_overlay.models.registry import ModelOptions
from atma_overlay.ports.model import ModelCapabilities, ModelReply, ModelRequest
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAI
    from openai.types.chat import ChatCompletion

__all__ = ["AzureOpenAIModel", "OpenAIModel"]

_MODEL = "OPENAI_MODEL"

Exchange = Generator[dict[str, Any], "ChatCompletion", ModelReply]


class OpenAIModel:
    """One model of one endpoint.

    What an endpoint does not understand (a native schema, a temperature, the newer limit of tokens) is found out
    with the first request that it refuses, asked for in plainer words, and remembered.

    Args:
        model: the endpoint's name for it.
        client: an open client; it stays open when this model is closed.
        async_client: the same for the awaited calls. Without a client of its own kind a call opens one by `options`.
        options: base URL, key and time limit; what is left out comes from the SDK's own environment variables.

    Raises:
        InvalidInputError: no key is known for OpenAI's own endpoint.
        MissingExtraError: openai is not installed.
    """

    kind = "openai"

    @typed
    def __init__(
        self,
        model: str,
        *,
        client: OpenAI | None = None,
        async_client: AsyncOpenAI | None = None,
        options: ModelOptions | None = None,
    ) -> None:
        for name, given in (("client", client), ("async_client", async_client)):
            if given is not None:
                able(name, given, "chat", wanted="an open client of the openai SDK")
        self._model = model
        self._clients = Clients(self.kind, options or ModelOptions(), client=client, async_client=async_client)
        self._seconds = (options or ModelOptions()).timeout_seconds
        self._dialect = Dialect(limit=self._clients.token_limit)

    @classmethod
    def from_spec(cls, rest: str, *, options: ModelOptions) -> OpenAIModel:
        """A model from what follows `openai:` in a specification; without it the environment's `OPENAI_MODEL`.

        Raises:
            InvalidInputError: neither names a model.
        """
        model = rest or options.environment.get(_MODEL, "").strip()
        if not model:
            raise InvalidInputError("model", f"{cls.kind!r} names no model: write {cls.kind}:MODEL or set {_MODEL}")
        return cls(model, options=options)

    @property
    def name(self) -> str:
        """`openai:MODEL`."""
        return f"{self.kind}:{self._model}"

    @property
    def capabilities(self) -> ModelCapabilities:
        """It calls tools, may be used from several threads and can be awaited."""
        return ModelCapabilities(asynchronous=True)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request, blocking."""
        with translated(self.name), closing(self._exchange(request)) as exchange:
            client = self._clients.blocking()
            arguments = next(exchange)
            while True:
                try:
                    arguments = exchange.send(completed(client, arguments, seconds=self._seconds))
                except StopIteration as done:
                    return _reply(done)
                except _refusals() as refused:
                    arguments = exchange.throw(refused)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        with translated(self.name), closing(self._exchange(request)) as exchange:
            client = self._clients.awaited()
            arguments = next(exchange)
            while True:
                try:
                    arguments = exchange.send(await completed_async(client, arguments, seconds=self._seconds))
                except StopIteration as done:
                    return _reply(done)
                except _refusals() as refused:
                    arguments = exchange.throw(refused)

    def close(self) -> None:
        """Close the clients that were opened here."""
        self._clients.close()

    def _exchange(self, request: ModelRequest) -> Exchange:
        """One completion, in plainer words while the endpoint refuses; the first refusal is the one that is told."""
        dialect, first = self._dialect, None
        while True:
            try:
                completion = yield to_arguments(request, model=self._model, dialect=dialect)
            except _refusals() as refused:
                first = first or refused
                plainer = dialect.plainer(_words(refused), request)
                if plainer is None:
                    raise first from None
                dialect = plainer
            else:
                self._dialect = dialect
                return from_completion(completion, request)


class AzureOpenAIModel(OpenAIModel):
    """A deployment on Azure's own interface, which is told apart by an API version.

    Endpoint, key and version are `AZURE_OPENAI_ENDPOINT`, `AZURE_OPENAI_API_KEY` and `OPENAI_API_VERSION` where
    the options leave them out. Azure's newer `/openai/v1` endpoints are used as any other, by `OpenAIModel`.
    """

    kind = "azure"


def _reply(done: StopIteration) -> ModelReply:
    reply: ModelReply = done.value
    return reply


def _words(refused: Exception) -> str:
    """Everything that an endpoint says of a refusal; the parameter alone may name what it minds."""
    return " ".join(str(getattr(refused, part, None) or "") for part in ("message", "code", "param"))


def _refusals() -> tuple[type[Exception], ...]:
    import openai

    return (openai.BadRequestError, openai.UnprocessableEntityError)
