"""The SDK's clients: opened when they are first needed, closed if they were opened here."""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.forks import begins_anew
from atma_overlay.models.registry import ModelOptions

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAI

__all__ = ["Clients"]

_NO_KEY = "none"
"""Servers on one's own machine ask for no key, but the SDK does."""


class Clients:
    """The blocking and the awaited client of one endpoint.

    Args:
        kind: `openai` or `azure`.
        options: how to reach the endpoint.
        client: to be used as it is.
        async_client: to be used as it is.

    Raises:
        InvalidInputError: no key is known for OpenAI's own endpoint.
        MissingExtraError: openai is not installed.
    """

    def __init__(
        self, kind: str, options: ModelOptions, *, client: OpenAI | None, async_client: AsyncOpenAI | None
    ) -> None:
        self._sdk = _sdk()
        self._kind = kind
        self._options = options
        self._client, self._async_client = client, async_client
        self._owns_client = client is None
        self._parents: list[object] = []
        self._open_anew()
        begins_anew(self)
        if client is None and async_client is None:
            self._settings()

    def begin_anew(self) -> None:
        """Open clients of one's own: what a parent's thread held of them is held for ever, and connections are one's.

        The parent's are left as they are: to collect them would close them, and wait for that.
        """
        self._parents += [self._client, *self._by_loop.values()] if self._owns_client else self._by_loop.values()
        if self._owns_client:
            self._client = None
        self._open_anew()

    def _open_anew(self) -> None:
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncOpenAI] = WeakKeyDictionary()
        self._lock = Lock()

    @property
    def token_limit(self) -> str:
        """The parameter that limits an answer's tokens: OpenAI's own endpoints know the newer name, all others the old.

        What is wrong about an endpoint shows with the first request, and is mended then.
        """
        client = self._client or self._async_client
        url = str(client.base_url) if client is not None else self._base_url or "https://api.openai.com"
        own = "api.openai.com" in url or ".openai.azure.com" in url or self._kind == "azure"
        return "max_completion_tokens" if own else "max_tokens"

    def blocking(self) -> OpenAI:
        """The blocking client."""
        with self._lock:
            if self._client is None:
                opener = self._sdk.AzureOpenAI if self._kind == "azure" else self._sdk.OpenAI
                self._client = opener(**self._settings())
            return self._client

    def awaited(self) -> AsyncOpenAI:
        """The client whose calls are awaited on the running event loop: connections cannot change loops."""
        if self._async_client is not None:
            return self._async_client
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop not in self._by_loop:
                opener = self._sdk.AsyncAzureOpenAI if self._kind == "azure" else self._sdk.AsyncOpenAI
                self._by_loop[loop] = opener(**self._settings())
            return self._by_loop[loop]

    def close(self) -> None:
        """Close the clients that were opened here, each on its own loop."""
        with self._lock:
            if self._client is not None and self._owns_client:
                self._client.close()
                self._client = None
            for loop, client in self._by_loop.items():
                if loop.is_running():
                    asyncio.run_coroutine_threadsafe(client.close(), loop)
            self._by_loop.clear()

    @property
    def _base_url(self) -> str | None:
        return self._found(self._options.base_url, "OPENAI_BASE_URL")

    def _found(self, given: str | None, name: str) -> str | None:
        """A setting, without the blanks and line breaks that files bring along."""
        return (given or "").strip() or self._options.environment.get(name, "").strip() or None

    def _settings(self) -> dict[str, Any]:
        """The SDK's arguments; its own retries are off, since ours are told apart by what failed."""
        common = {"timeout": self._options.timeout_seconds, "max_retries": 0}
        return common | (self._azure() if self._kind == "azure" else self._openai())

    def _openai(self) -> dict[str, Any]:
        key = _sendable(self._found(self._options.api_key, "OPENAI_API_KEY"))
        if not key and not self._base_url:
            problem = "is not known: set OPENAI_API_KEY, or name an endpoint by its base URL"
            raise InvalidInputError("api_key", problem, cause=problem)
        return {"api_key": key or _NO_KEY, "base_url": self._base_url}

    def _azure(self) -> dict[str, Any]:
        settings = {
            "azure_endpoint": self._found(self._options.base_url, "AZURE_OPENAI_ENDPOINT"),
            "api_key": _sendable(self._found(self._options.api_key, "AZURE_OPENAI_API_KEY")),
            "api_version": self._found(None, "OPENAI_API_VERSION"),
        }
        names = {
            "azure_endpoint": "AZURE_OPENAI_ENDPOINT",
            "api_key": "AZURE_OPENAI_API_KEY",
            "api_version": "OPENAI_API_VERSION",
        }
        for name, value in settings.items():
            if not value:
                problem = f"is not known: set {names[name]}"
                raise InvalidInputError(name, problem, cause=problem)
        return settings


def _sendable(key: str | None) -> str | None:
    """A key that a header can carry.

    Raises:
        InvalidInputError: it cannot; the message does not show it.
    """
    wrong = next((place for place, mark in enumerate(key or "") if not "!" <= mark <= "~"), None)
    if wrong is None:
        return key
    problem = f"has a blank or another character that no key has at place {wrong + 1}: copy it anew"
    raise InvalidInputError("api_key", problem, cause=problem)


def _sdk() -> Any:
    try:
        import openai
    except ImportError as error:
        raise MissingExtraError("openai", "openai", error) from error
    return openai
