"""Threads of LlamaIndex in which somebody moved, and hosts that count or wait."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("llama_index.core")
from llama_index.core.base.llms.types import ChatMessage, MessageRole

from atma_overlay import LedgerError, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostSearch
from llama_index.memory.atma import AtmaMemory
from tests.llamaindex_apps import ASKED, ME, overlay_of, text_of
from tests.thread_notes import without_nonces

OUTDATED = 'OUTDATED premise "Lisbon": no longer true, what holds now is "Berlin"'

NOTE = '[outdated: "user / home city" is now "Berlin"]'


def user(text: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.USER, content=text)


def assistant(text: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.ASSISTANT, content=text)


def texts(messages: list[ChatMessage]) -> list[str]:
    return [without_nonces(text_of(message)) for message in messages]


def values(memory: AtmaMemory, scope: Scope = ME) -> list[tuple[str, str]]:
    return [(r.value, r.status.value) for r in memory.overlay.timeline(scope=scope).records]


def moved(**options: Any) -> AtmaMemory:
    """A thread in which somebody moved, and asks as if nobody had."""
    memory = AtmaMemory(overlay=options.pop("overlay", None) or overlay_of(), scope=ME, **options)
    memory.put_messages([user("I live in Lisbon."), assistant("You live in Lisbon. Shall I find a gym?")])
    memory.put_messages([user("I moved to Berlin."), assistant("Noted."), user(ASKED)])
    return memory


class Counting(MemoryHost):
    """A host that counts its searches."""

    searches = 0

    def search(self, query: str, **arguments: Any) -> HostSearch:
        self.searches += 1
        return super().search(query, **arguments)


class Held:
    """A ledger in memory that somebody else may hold, to read or to write."""

    def __init__(self) -> None:
        self.inner, self.refused = open_ledger("memory://"), ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def read(self, scope: Scope, work: Any) -> Any:
        self._is_free("read")
        return self.inner.read(scope, work)

    def write(self, scope: Scope, work: Any, **options: Any) -> Any:
        self._is_free("write")
        return self.inner.write(scope, work, **options)

    def _is_free(self, asked: str) -> None:
        if self.refused == asked:
            raise LedgerError("the ledger is held")

    @contextmanager
    def held(self, refused: str) -> Iterator[None]:
        self.refused = refused
        yield
        self.refused = ""


class Waiting(MemoryHost):
    """A host that works once the caller's event loop has run."""

    def __init__(self) -> None:
        super().__init__()
        self.turned, self.waits = threading.Event(), list[bool]()

    def add(self, items: Any, **arguments: Any) -> list[tuple[str, ...]]:
        self.waits.append(self.turned.wait(timeout=5))
        return super().add(items, **arguments)

    def search(self, query: str, **arguments: Any) -> HostSearch:
        self.waits.append(self.turned.wait(timeout=5))
        return super().search(query, **arguments)
