"""The host port: the memory that people already run, unmodified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from atma_overlay.errors import InvalidInputError
from atma_overlay.scope import Scope


@dataclass(frozen=True, slots=True)
class HostCapabilities:
    """What a host can do; declared, asked for, never guessed.

    Attributes:
        chooses_ids: the caller's ids are kept, so a repeated write of one item is the same memory.
        back_dates: `HostItem.observed_at` becomes the memory's creation time.
        searches_within: `search(within=…)` is honoured by the host itself.
        deletes_erase: a delete leaves no copy of the text anywhere in the host.
        thread_safe: calls may overlap; otherwise the driver holds one lock.
        rewrites: a model may paraphrase, split, merge or drop what is written.
        persists: memories survive the process.
        asynchronous: the methods are coroutines.
        over_fetch: how many times the wanted rows to ask for, because stale rows crowd live ones out.
        lists: `page` reads all memories of a scope; a host that cannot list refuses it with a `HostError`.
        data_source: it is a vector store that texts are retrieved from, not a memory of its own; for traces.
    """

    chooses_ids: bool
    back_dates: bool
    searches_within: bool
    deletes_erase: bool
    thread_safe: bool
    rewrites: bool
    persists: bool
    asynchronous: bool = False
    over_fetch: int = 4
    lists: bool = True
    data_source: bool = False


@dataclass(frozen=True, slots=True)
class HostItem:
    """One text to store; `key` is stable across retries of the same write.

    Raises:
        InvalidInputError: `observed_at` is naive.
    """

    key: str
    text: str
    role: str
    observed_at: datetime
    speaker: str | None = None

    def __post_init__(self) -> None:
        if self.observed_at.utcoffset() is None:
            raise InvalidInputError("observed_at", "is naive: give it a time zone")


@dataclass(frozen=True, slots=True)
class HostMemory:
    """One memory as the host returns it.

    Attributes:
        id: the host's id.
        text: what the host holds now.
        created_at: aware; None where the host keeps none.
        score: the host's own, higher is better and never NaN; None outside a search.
        key: `HostItem.key` of the write that made it, where the host keeps it; with `#` and more behind it where one
            write made several memories.
        whole: False where the write may have broken off before it was done. A write of which no memory is whole is
            no kept promise: it is handed over again.
        role: whose turn it was, where the host keeps that.
        speaker: who spoke, where the host keeps that.
        hash: the host's own digest of the text, where it keeps one; another digest is another text.
        agent: the agent that it is stored under, where the host keeps that; likewise `session`.
    """

    id: str
    text: str
    created_at: datetime | None = None
    score: float | None = None
    key: str | None = None
    role: str | None = None
    speaker: str | None = None
    hash: str | None = None
    agent: str | None = None
    session: str | None = None
    whole: bool = True


@dataclass(frozen=True, slots=True)
class HostSearch:
    """A host's answer: the memories in the host's order, and the very object it returned."""

    memories: tuple[HostMemory, ...]
    native: object = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class HostPage:
    """A page of a host's memories; `cursor` is None on the last one."""

    memories: tuple[HostMemory, ...]
    cursor: str | None


class Host(Protocol):
    """A memory host.

    Scopes are isolated: no call sees or changes another tenant's or user's memories; a scope with an agent or a
    session reaches only what was stored under them.

    Raises (every method): HostError, with `transient` set when the same call may succeed later.
    """

    @property
    def name(self) -> str:
        """A short stable name, part of the ledger's links, e.g. `qdrant:memories`."""

    @property
    def capabilities(self) -> HostCapabilities:
        """What this host can do."""

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order; for each the ids of the memories that now carry it (none if it was dropped)."""

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The host's own search, at most `limit` memories, optionally only among the ids `within`."""

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope."""

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories; ids that do not exist are no error."""

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """All memories of the scope, page by page, in a stable order."""

    def close(self) -> None:
        """Release what the adapter itself opened; an injected client stays open."""
