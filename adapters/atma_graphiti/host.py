"""Graphiti as a host memory: the user's own, unmodified, on whatever database it runs."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from atma_graphiti.detaching import detach
from atma_graphiti.embedded import IN_MEMORY, embedded
from atma_graphiti.erasing import erase
from atma_graphiti.failures import translated
from atma_graphiti.graph import Graph
from atma_graphiti.groups import Groups, user_group
from atma_graphiti.places import Places, server_of
from atma_graphiti.retirements import Retirement, as_evidence, graded
from atma_graphiti.writing import Episodes, Facts, Writes
from atma_overlay.background import BackgroundLoop
from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import able
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import HostDetachment, HostErasure, HostRetirement, ServerAddress
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from graphiti_core import Graphiti
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode
    from graphiti_core.search.search_config import SearchConfig

__all__ = ["GraphitiHost"]

T = TypeVar("T")


class GraphitiHost:
    """Keeps memories in a Graphiti: facts are edges, and what was said is an episode.

    All calls run on one background loop of this host, so they may come from several threads and from inside a
    running loop. A driver that keeps connections (Neo4j, FalkorDB) belongs to the loop it was first used on:
    where the application uses its Graphiti on a loop of its own, pass a function that makes another one.

    What Graphiti has retired stays in every answer, since its retirements are evidence and no verdict: of those in
    `retirements`, an adoption and a reconciliation propose the plausible ones and leave the others. Summaries of
    entities are in no answer, since they keep what was superseded.

    Build the Graphiti without a tracer: with one, every error arrives as `RuntimeError("generator didn't stop
    after throw()")`, and texts leak into spans. The overlay's own spans surround these calls.

    Args:
        graphiti: an open client, which stays open when this host is closed; or a function that makes one, which
            is called on the loop and whose client is closed with this host.
        name: the host's name in the ledger's links, e.g. one for each database.
        writes: `Episodes()` lets Graphiti's model extract facts; `Facts()` stores what the caller gives.
        group_id: a user's group, by tenant and user; two users must never share one. Agents and sessions have
            groups of their own behind it. A store that exists already keeps its ids:
            `group_id=lambda scope: scope.user`.
        search_config: the search to run; Graphiti's `EDGE_HYBRID_SEARCH_RRF` when left out. It is never changed.

    Raises:
        InvalidInputError: it stands on a Kuzu driver that is not complete.
        HostError: the function that makes the client failed.
    """

    @typed
    def __init__(
        self,
        graphiti: Graphiti | Callable[[], Graphiti],
        *,
        name: str = "graphiti",
        writes: Writes | None = None,
        group_id: Callable[[Scope], str] = user_group,
        search_config: SearchConfig | None = None,
    ) -> None:
        self._name = name
        self._loop = BackgroundLoop("atma-graphiti")
        self._writes = writes if writes is not None else Episodes()
        self._owned = callable(graphiti)
        client = self._run("open", _made(graphiti)) if callable(graphiti) else graphiti
        able("graphiti", client, "driver", "add_episode", wanted="a Graphiti, or a function that makes one")
        _check(client)
        self._server = server_of(client.driver)
        self._graph = Graph(client, Places(client, Groups(group_id)), writes=self._writes, config=search_config)

    @classmethod
    def from_spec(cls, rest: str) -> GraphitiHost:
        """A host from what follows `graphiti:` in a host specification: the file of a Kuzu database, or `:memory:`.

        No model is named there, so every text is kept word for word as one fact. A Graphiti with a model, or on
        a server, is opened in code.

        Raises:
            InvalidInputError: there is no path, or a folder.
            MissingExtraError: the extra `graphiti` is not installed.
        """
        if not rest:
            raise InvalidInputError("host", "'graphiti' names no place: write graphiti:PATH or graphiti::memory:")
        if Path(rest).is_dir():
            raise InvalidInputError("host", f"{rest!r} is a folder: name the file of a Kuzu database")
        return cls(lambda: embedded(rest), writes=Facts())

    @classmethod
    def from_existing(cls, rest: str) -> GraphitiHost:
        """As `from_spec`, for a database that is there: a missing file is refused and not made.

        Raises:
            InvalidInputError: there is none.
        """
        if rest not in ("", IN_MEMORY) and not Path(rest).exists():
            raise InvalidInputError("host", f"there is no Kuzu database {rest!r}: check the path")
        return cls.from_spec(rest)

    @property
    def name(self) -> str:
        """The host's name in the ledger's links."""
        return self._name

    @property
    def capabilities(self) -> HostCapabilities:
        """What this host can do; ids and wording depend on how it writes."""
        return HostCapabilities(
            chooses_ids=self._writes.chooses_ids,
            back_dates=True,
            searches_within=True,
            deletes_erase=False,
            thread_safe=True,
            rewrites=self._writes.rewrites,
            persists=_persists(self._graph.graphiti),
        )

    @property
    def server(self) -> ServerAddress | None:
        """Where the database's server is, as its driver tells; None of one in this process."""
        return self._server

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order; for each the ids of the facts that now carry it, and of its episode.

        One id may be answered for several items: a fact that is said again is the old edge, even a retired one.
        A retried item finds what it has stored.
        """
        return self._run("add", self._graph.add(items, scope))

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The facts nearest to the query, at most `limit`, optionally only among the ids `within`."""
        return self._run("search", self._graph.search(query, scope, limit=limit, within=within))

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope, facts and episodes, in the order of the ids."""
        return self._run("get", self._graph.get(ids, scope))

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove facts and episodes; ids that do not exist are no error. What they left elsewhere: see `erase`."""
        self._run("delete", self._graph.delete(ids, scope))

    def erase(self, ids: Sequence[str], *, scope: Scope) -> HostErasure:
        """Remove facts and episodes together with what Graphiti derived from them, and say what is left."""
        return self._run("erase", erase(self._graph, ids, scope))

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """All facts, and then all episodes of the scope, the greatest id first, page by page.

        Raises:
            InvalidInputError: the limit is not positive, or the cursor did not come from this host.
        """
        if limit < 1:
            raise InvalidInputError("limit", f"{limit} makes an empty page: pass a positive number")
        return self._run("page", self._graph.page(scope, cursor=cursor, limit=limit))

    def detach(self, *, scope: Scope) -> HostDetachment:
        """Take the keys of writes out of the facts' attributes and the episodes' names; nothing is embedded anew."""
        return self._run("detach", detach(self._graph, scope))

    def retirements(self, *, scope: Scope) -> list[Retirement]:
        """What Graphiti holds for over in this scope, in the order of time, with how far to believe it."""
        return graded(*self._everything(scope))

    def retired(self, *, scope: Scope) -> tuple[HostRetirement, ...]:
        """The same as evidence: an adoption and a reconciliation propose what is plausible and nothing else."""
        return as_evidence(*self._everything(scope))

    def close(self) -> None:
        """Stop the loop, and close the client that this host had made; an injected one stays open."""
        if self._owned:
            self._run("close", _closed(self._graph.graphiti))
        self._loop.close()

    def _everything(self, scope: Scope) -> tuple[list[EntityEdge], list[EpisodicNode]]:
        found = self._run("read retirements", self._graph.everything(scope))
        return [e for f in found for e in f.edges], [e for f in found for e in f.episodes]

    def _run(self, operation: str, work: Coroutine[Any, Any, T]) -> T:
        with translated(self._name, operation):
            return self._loop.run(work)


async def _closed(graphiti: Graphiti) -> None:
    await graphiti.close()  # type: ignore[no-untyped-call]  # the SDK's


def _persists(graphiti: Graphiti) -> bool:
    """Whether the database outlives the process: all do, but a Kuzu in memory."""
    database = getattr(graphiti.driver, "db", None)
    return str(getattr(database, "database_path", "a server")) not in ("", ":memory:")


def _check(graphiti: Graphiti) -> None:
    if not hasattr(graphiti.driver, "_database"):  # only Kuzu's lacks it
        raise InvalidInputError("graphiti", "its Kuzu driver lacks indexes and a name: build it with `embedded(path)`")


async def _made(make: Callable[[], Graphiti]) -> Graphiti:
    return make()
