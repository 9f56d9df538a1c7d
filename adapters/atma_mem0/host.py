"""Mem0 as a host memory: `Memory` or `AsyncMemory`, as the user configured it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from atma_mem0.calls import Calls, awaiting, blocking
from atma_mem0.failures import translated
from atma_mem0.feed import ChangeFeed
from atma_mem0.keys import EVERYTHING, WrittenKeys
from atma_mem0.offline import HISTORY, load, offline_memory
from atma_mem0.operations import Operations
from atma_mem0.scopes import Names
from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.hosts.folders import as_folder
from atma_overlay.hosts.servers import server_at, server_by, server_of_qdrant
from atma_overlay.kinds import able
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import EarlierText, HostChange, HostDetachment, HostErasure, ServerAddress
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from mem0 import AsyncMemory, Memory

__all__ = ["Mem0Host"]

T = TypeVar("T")

_IN_MEMORY = ":memory:"
_URLS = ("url", "connection_string", "cluster_url", "redis_url", "valkey_url", "service_endpoint")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Mem0Host:
    """Keeps memories in a Mem0 instance, which stays what it is: its methods, its store and its rows.

    Mem0 names every memory itself. A write's key is kept beside its rows and looked for before anything is
    written, so that a write which is tried again, also after one that stored and then failed, adds nothing twice.
    A delete is no erasure: Mem0 keeps the text in its history and in its log of raw turns; `erase` removes it there.
    The methods of a host over an `AsyncMemory` are coroutines.

    Where the instance is made elsewhere, set `MEM0_TELEMETRY=False` in the environment before `mem0` is imported:
    its telemetry fetches from the network and locks a second store in the process.

    Args:
        memory: an open instance; it stays open when this host is closed.
        infer: whether Mem0's model rewrites what is written, one call a turn, as is Mem0's own default; without it
            every turn is stored as it was said.
        tenant: the one tenant whose store it is: user, agent and session are Mem0's ids as they are, as in a store
            that was filled without the overlay. When left out, the store holds all tenants, and ids carry theirs.
        threshold: the least score of a memory in an answer to `search`, in [0, 1], as of Mem0's parameter.
        clock: dates the change feed.

    Raises:
        InvalidInputError: `memory` is none of Mem0's, `threshold` is no score, or no scope can have such a `tenant`.
    """

    @typed
    def __init__(
        self,
        memory: Memory | AsyncMemory,
        *,
        infer: bool = True,
        tenant: str | None = None,
        threshold: float = 0.1,
        clock: Callable[[], datetime] = _utc_now,
    ) -> None:
        able("memory", memory, "add", "search", "config", wanted="an open Memory or AsyncMemory of mem0")
        if not 0 <= threshold <= 1:
            raise InvalidInputError("threshold", f"{threshold} is not between 0 and 1: pass a score")
        self._memory: Any = memory
        self._asynchronous = inspect.iscoroutinefunction(memory.add)
        self._name = f"mem0:{memory.config.vector_store.provider}:{memory.collection_name}"
        self._capabilities = _capabilities(memory, infer=infer, asynchronous=self._asynchronous)
        self._server = _server(memory)
        self._owned = self._closed = False
        keys = WrittenKeys(memory, alone=_in_process(memory))
        self._operations = Operations(memory, Names(tenant), keys, infer=infer, threshold=threshold)
        self._feed = ChangeFeed(clock, noticed=keys.forget)
        self._feed.attach(memory)

    @classmethod
    @typed
    def from_config(cls, config: Mapping[str, Any], *, infer: bool = True, tenant: str | None = None) -> Mem0Host:
        """A host over an instance of its own, made of Mem0's own configuration and closed with the host.

        Raises:
            HostError: Mem0 refuses the configuration, or its store is in use by another process.
            MissingExtraError: mem0ai is not installed.
            InvalidInputError: no scope can have such a `tenant`.
        """
        Names(tenant)  # what it refuses is refused before anything is opened
        mem0 = load()
        with translated("mem0", "open"):
            return cls._owning(mem0.Memory.from_config(dict(config)), infer=infer, tenant=tenant)

    @classmethod
    def from_spec(cls, rest: str) -> Mem0Host:
        """A host from what follows `mem0:` in a host specification.

        A `.json` file is Mem0's own configuration. A folder, made when missing, is a store that asks no service:
        this project's embedder, no model, every turn stored as it was said.

        Raises:
            InvalidInputError: there is neither, or the file is no JSON.
            HostError: the store is in use by another process.
            MissingExtraError: mem0ai is not installed.
        """
        if not rest:
            raise InvalidInputError("host", "'mem0' names no place: write mem0:FOLDER or mem0:CONFIG.json")
        if rest.endswith(".json"):
            return cls.from_config(_read(Path(rest)))
        as_folder(rest)
        load()
        with translated("mem0", "open"):
            return cls._owning(offline_memory(rest), infer=False, tenant=None)

    @classmethod
    def from_existing(cls, rest: str) -> Mem0Host:
        """As `from_spec`, for a store that is there: a missing folder is refused and not made.

        Raises:
            InvalidInputError: there is none.
        """
        if rest and not rest.endswith(".json") and not (Path(rest) / HISTORY).is_file():
            raise InvalidInputError("host", f"{rest!r} is no folder with a Mem0 store: check the path")
        return cls.from_spec(rest)

    @classmethod
    def _owning(cls, memory: Memory, *, infer: bool, tenant: str | None) -> Mem0Host:
        host = cls(memory, infer=infer, tenant=tenant)
        host._owned = True
        return host

    @property
    def name(self) -> str:
        """`mem0:PROVIDER:COLLECTION` of the vector store."""
        return self._name

    @property
    def capabilities(self) -> HostCapabilities:
        """What this host can do; one call at a time, as Mem0's in-process store loses writes that overlap."""
        return self._capabilities

    @property
    def server(self) -> ServerAddress | None:
        """Where the vector store's server is, as its client or its settings tell; None in this process."""
        return self._server

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order, one call each; for each the ids of the memories that Mem0 made of it.

        A known key is not stored again; without a model, its memory takes the new text.
        """
        return self._run("add", self._operations.add(items, scope))

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """Mem0's own search, at most `limit` memories.

        Raises:
            InvalidInputError: `within` is given: Mem0 cannot search among ids.
        """
        return self._run("search", self._operations.search(query, scope, limit, within))

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope, in the order of the ids."""
        return self._run("get", self._operations.get(ids, scope))

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories; ids that do not exist, or belong to another scope, are no error."""
        return self._run("delete", self._operations.delete(ids, scope))

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = EVERYTHING) -> HostPage:
        """All memories of the scope, expired ones too, in the order of their dates, then of their ids.

        On one page, where no limit is named: each page reads the scope anew.

        Raises:
            InvalidInputError: the limit is not positive, or the cursor did not come from this host.
        """
        return self._run("page", self._operations.page(scope, cursor, limit))

    def erase(self, ids: Sequence[str], *, scope: Scope) -> HostErasure:
        """Remove memories with their history, the raw turns of their sessions and the names drawn from them.

        Mem0 keeps the last ten turns of a session for its model, without a word on which memory came of which: those
        of the sessions concerned all go. An id that is stored no more is erased too, and an id of another scope is
        left alone. A key of a write that Mem0 made no memory of has the raw turns of all the owner's sessions go.
        """
        return self._run("erase", self._operations.erase(ids, scope))

    def overwritten(self, identifier: str, *, scope: Scope) -> tuple[EarlierText, ...]:
        """The earlier texts of a memory of this scope, oldest first, from Mem0's history."""
        return self._run("read the history of", self._operations.overwritten(identifier, scope))

    def detach(self, *, scope: Scope) -> HostDetachment:
        """Take the keys of writes out of the rows of a scope; no row is embedded anew and no history is added.

        Other fields of the metadata, the dates of back-dated rows among them, are the memory's own and stay.
        """
        return self._run("detach", self._operations.detach(scope))

    def changes(self) -> tuple[HostChange, ...]:
        """What was written around this host through the same Mem0 instance since the last call, in order.

        Not a coroutine, for either kind of instance.
        """
        return self._feed.read()

    def close(self) -> None:
        """Take the tap off the vector store; close the instance, its database and its store if this host made them."""
        if self._closed:
            return
        self._closed = True
        self._feed.detach(self._memory)
        if self._owned:
            with translated(self.name, "close"):
                store = self._memory.vector_store
                self._memory.close()
                release = getattr(getattr(store, "client", None), "close", None)
                if release is not None:
                    release()

    def _run(self, operation: str, calls: Calls[T]) -> T:
        guard = partial(self._guarded, operation)
        if self._asynchronous:
            return cast(T, awaiting(calls, guard=guard))  # whoever drives an asynchronous host awaits it
        return blocking(calls, guard=guard)

    @contextmanager
    def _guarded(self, operation: str) -> Iterator[None]:
        if self._closed:
            raise HostError(self.name, operation, "the host is closed: open another")
        self._feed.attach(self._memory)
        with translated(self.name, operation), self._feed.own():
            yield


def _capabilities(memory: Any, *, infer: bool, asynchronous: bool) -> HostCapabilities:
    return HostCapabilities(
        chooses_ids=not infer,  # not the ids but the keys are kept, to the same end
        back_dates=True,
        searches_within=False,
        deletes_erase=False,
        thread_safe=False,
        rewrites=infer,
        persists=not _in_memory(memory),
        asynchronous=asynchronous,
    )


def _in_memory(memory: Any) -> bool:
    """Whether the vectors are in an in-process Qdrant without a folder."""
    return _client_options(memory).get("location") == _IN_MEMORY


def _in_process(memory: Any) -> bool:
    """Whether the vectors are in an in-process Qdrant, which locks its folder against other processes."""
    return _in_memory(memory) or _client_options(memory).get("path") is not None


def _server(memory: Any) -> ServerAddress | None:
    """Where the vectors are served: Mem0 gives each provider's settings names of their own."""
    if "init_options" in dir(getattr(memory.vector_store, "client", None)):
        return server_of_qdrant(memory.vector_store.client)
    settings = memory.config.vector_store.config
    urls = (getattr(settings, name, None) for name in _URLS)
    url = next((u for u in urls if isinstance(u, str) and u), None)
    if url is not None:
        return server_at(url)
    return server_by(getattr(settings, "host", None), getattr(settings, "port", None))


def _client_options(memory: Any) -> Mapping[str, Any]:
    return getattr(getattr(memory.vector_store, "client", None), "init_options", None) or {}


def _read(path: Path) -> dict[str, Any]:
    try:
        config: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInputError("host", f"{str(path)!r} cannot be read as JSON: pass Mem0's configuration") from error
    return config
