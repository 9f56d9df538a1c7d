"""What the host does on the graph, as coroutines: every read and write names the groups of its scope."""

from __future__ import annotations

import copy
from asyncio import Lock
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from atma_graphiti.groups import Groups
from atma_graphiti.memories import from_edge, from_episode
from atma_graphiti.writing import Destination, Writes
from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from graphiti_core import Graphiti
    from graphiti_core.driver.driver import GraphDriver
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode
    from graphiti_core.search.search_config import SearchConfig, SearchResults

__all__ = ["Found", "Graph", "Place"]

_EDGE, _EPISODE = "edge", "episode"
_WORDS = 64
_TERMS = 120
"""Graphiti gives up its full-text search when a query's words and groups are 128 together."""
_CROWDED = 10
"""Kuzu cuts its full-text search before it looks at groups: this many times the wanted rows are asked for."""
_NEAREST = -1.0
"""The least cosine where rows are ranked, not sifted: within ids, and on Kuzu, whose full-text search passes over
words that most facts share."""


@dataclass(frozen=True, slots=True)
class Place:
    """Groups that one driver reaches: all of a scope, or on FalkorDB, where a group is a graph, one each."""

    label: str
    driver: GraphDriver
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Edges and episodes of one place."""

    place: Place
    edges: tuple[EntityEdge, ...]
    episodes: tuple[EpisodicNode, ...]


class Graph:
    """One Graphiti and the groups in it.

    Args:
        graphiti: the client; every call runs on one event loop.
        groups: which groups a scope writes to and reads.
        writes: how items become parts of the graph.
        config: the search to run, copied for each one; Graphiti's edge search with rank fusion when left out.
    """

    def __init__(
        self, graphiti: Graphiti, groups: Groups, *, writes: Writes, config: SearchConfig | None = None
    ) -> None:
        self.graphiti, self._groups, self._writes, self._config = graphiti, groups, writes, config
        self._writing: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    async def add(self, items: Sequence[HostItem], scope: Scope) -> list[tuple[str, ...]]:
        """Store items one after another: Graphiti wants the episodes of a group in turn."""
        group = self._groups.home(scope)
        to = Destination(self._bound(group), scope, group)
        async with self._writing.setdefault(group, Lock()):
            return [await self._writes.write(item, to) for item in items]

    async def search(self, query: str, scope: Scope, *, limit: int, within: Sequence[str] | None) -> HostSearch:
        """Graphiti's own search over facts, retired ones included, by `search_`, which has scores and no side effect.

        `Graphiti.search` is never called: its `num_results` changes a configuration that the write path uses.
        """
        if limit < 1 or not query.strip() or (within is not None and not within):
            return HostSearch(())
        words = query.split()[:_WORDS]
        vector = await self.graphiti.embedder.create(input_data=[query.replace("\n", " ")])
        asked = list(_in_parts(await self.places(scope), _TERMS - len(words)))
        answers = [await self._search(" ".join(words), vector, place, limit=limit, within=within) for place in asked]
        if len(answers) == 1:
            [answer] = answers
            rows = list(zip(answer.edges, answer.edge_reranker_scores, strict=True))
            return HostSearch(tuple(from_edge(edge, score) for edge, score in rows[:limit]), native=answer)
        best = [row for place, a in zip(asked, answers, strict=True) for row in await _compared(a.edges, place, vector)]
        best.sort(key=lambda row: row[1], reverse=True)
        return HostSearch(tuple(from_edge(edge, score) for edge, score in best[:limit]), native=answers)

    async def get(self, ids: Sequence[str], scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in the scope, in the order of the ids."""
        memories: dict[str, HostMemory] = {}
        for found in await self.found(ids, scope):
            memories |= {m.id: m for m in chain(map(from_edge, found.edges), map(from_episode, found.episodes))}
        return [memories[i] for i in dict.fromkeys(ids) if i in memories]

    async def delete(self, ids: Sequence[str], scope: Scope) -> None:
        """Remove edges and episodes; the entities that they joined stay."""
        for found in await self.found(ids, scope):
            await self.remove(found)

    async def remove(self, found: Found) -> None:
        """Remove edges and episodes that were found."""
        from graphiti_core.edges import Edge
        from graphiti_core.nodes import Node

        driver = found.place.driver
        if found.edges:
            await Edge.delete_by_uuids(driver, [edge.uuid for edge in found.edges])
        if found.episodes:
            await Node.delete_by_uuids(driver, [episode.uuid for episode in found.episodes])

    async def found(self, ids: Sequence[str], scope: Scope) -> list[Found]:
        """The edges and episodes of the ids, as far as they are the scope's, place by place."""
        from graphiti_core.edges import EntityEdge
        from graphiti_core.nodes import EpisodicNode

        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return []
        found = []
        for place in await self.places(scope):
            edges = await EntityEdge.get_by_uuids(place.driver, wanted)
            episodes = await EpisodicNode.get_by_uuids(place.driver, wanted)
            mine = [[row for row in rows if row.group_id in place.groups] for rows in (edges, episodes)]
            found.append(Found(place, tuple(mine[0]), tuple(mine[1])))
        return found

    async def page(self, scope: Scope, *, cursor: str | None, limit: int) -> HostPage:
        """Facts and then episodes, place by place, the greatest id first.

        Raises:
            InvalidInputError: the cursor did not come from this host.
        """
        reached, after = _position(cursor)
        steps = [(place.label, kind, place) for place in await self.places(scope) for kind in (_EDGE, _EPISODE)]
        memories: list[HostMemory] = []
        for label, kind, place in steps:
            if (label, kind) < reached:
                continue
            start = after if (label, kind) == reached else None
            left = limit - len(memories)
            rows = await _rows(kind, place, after=start, limit=left + 1)
            memories += rows[:left]
            if len(rows) > left:
                last = rows[left - 1].id if left else start or ""
                return HostPage(tuple(memories), cursor=f"{label}:{kind}:{last}")
        return HostPage(tuple(memories), cursor=None)

    async def everything(self, scope: Scope) -> list[Found]:
        """All edges and episodes of the scope, place by place."""
        found = []
        for place in await self.places(scope):
            edges = await _edges(place, after=None, limit=None)
            found.append(Found(place, tuple(edges), tuple(await _episodes(place, after=None, limit=None))))
        return found

    async def groups(self, scope: Scope) -> list[str]:
        """The scope's groups that exist, sorted, and its own; never none, which Graphiti reads as all tenants'."""
        home = self._groups.home(scope)
        known = await self._existing(scope) if not (scope.agent and scope.session) else []
        return sorted({home, *(group for group in known if self._groups.admits(scope, group))})

    async def places(self, scope: Scope) -> list[Place]:
        """Where the scope's groups are."""
        groups = await self.groups(scope)
        if self._is_falkor():
            return [Place(group, self.graphiti.driver.clone(database=group), (group,)) for group in groups]
        return [Place("", self.graphiti.driver, tuple(groups))]

    async def _existing(self, scope: Scope) -> list[str]:
        """The groups of the user's agents and sessions, and the user's own."""
        driver = self.graphiti.driver
        if self._is_falkor():
            graphs: list[str] = await driver.client.list_graphs()  # type: ignore[attr-defined]  # FalkorDriver's
            return graphs
        query = (
            "MATCH (n:{label}) WHERE n.group_id = $base OR n.group_id STARTS WITH $prefix "
            "RETURN DISTINCT n.group_id AS group_id"
        )
        names = {"base": self._groups.base(scope), "prefix": self._groups.prefix(scope)}
        answers = [await driver.execute_query(query.format(label=label), **names) for label in ("Entity", "Episodic")]
        return [row["group_id"] for rows, *_ in answers for row in rows]

    async def _search(
        self, query: str, vector: list[float], place: Place, *, limit: int, within: Sequence[str] | None
    ) -> SearchResults:
        from graphiti_core.driver.driver import GraphProvider
        from graphiti_core.search.search_filters import SearchFilters

        crowded = place.driver.provider == GraphProvider.KUZU
        config = self._copied(limit * (_CROWDED if crowded else 1))
        if (crowded or within is not None) and config.edge_config is not None:
            config.edge_config.sim_min_score = _NEAREST
        return await self.graphiti.search_(
            query, config, group_ids=list(place.groups), driver=place.driver, query_vector=vector,
            search_filter=SearchFilters(edge_uuids=list(within) if within is not None else None),
        )  # fmt: skip

    def _copied(self, limit: int) -> SearchConfig:
        from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF

        config = (self._config or EDGE_HYBRID_SEARCH_RRF).model_copy(deep=True)
        config.limit = limit
        return config

    def _bound(self, group: str) -> Graphiti:
        """On FalkorDB a Graphiti on the group's own graph, elsewhere the one there is."""
        if not self._is_falkor():
            return self.graphiti
        bound = copy.copy(self.graphiti)
        bound.driver = self.graphiti.driver.clone(database=group)
        bound.clients = self.graphiti.clients.model_copy(update={"driver": bound.driver})
        return bound

    def _is_falkor(self) -> bool:
        from graphiti_core.driver.driver import GraphProvider

        return self.graphiti.driver.provider == GraphProvider.FALKORDB


def _in_parts(places: Iterable[Place], size: int) -> Iterator[Place]:
    """Places of at most so many groups."""
    for place in places:
        for at in range(0, len(place.groups), size):
            yield replace(place, groups=place.groups[at : at + size])


async def _compared(edges: list[EntityEdge], place: Place, vector: list[float]) -> list[tuple[EntityEdge, float]]:
    """Edges with their cosines: ranks of different searches do not compare."""
    from graphiti_core.search.search_utils import calculate_cosine_similarity

    for edge in edges:
        if edge.fact_embedding is None:
            await edge.load_fact_embedding(place.driver)
    return [(edge, float(calculate_cosine_similarity(vector, edge.fact_embedding or vector))) for edge in edges]


def _position(cursor: str | None) -> tuple[tuple[str, str], str]:
    """The step that a page goes on in, and the id it goes on after."""
    if cursor is None:
        return ("", ""), ""
    label, kind, after = cursor.split(":", 2) if cursor.count(":") == 2 else ("", "", "")
    if kind not in (_EDGE, _EPISODE):
        raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
    return (label, kind), after


async def _rows(kind: str, place: Place, *, after: str | None, limit: int) -> list[HostMemory]:
    if kind == _EDGE:
        return list(map(from_edge, await _edges(place, after=after, limit=limit)))
    return list(map(from_episode, await _episodes(place, after=after, limit=limit)))


async def _edges(place: Place, *, after: str | None, limit: int | None) -> list[EntityEdge]:
    from graphiti_core.edges import EntityEdge
    from graphiti_core.errors import GroupsEdgesNotFoundError

    try:
        edges: list[EntityEdge] = await EntityEdge.get_by_group_ids(
            place.driver, list(place.groups), limit=limit, uuid_cursor=after or None
        )
    except GroupsEdgesNotFoundError:  # what Graphiti says of an empty group
        return []
    return edges


async def _episodes(place: Place, *, after: str | None, limit: int | None) -> list[EpisodicNode]:
    from graphiti_core.nodes import EpisodicNode

    episodes: list[EpisodicNode] = await EpisodicNode.get_by_group_ids(
        place.driver, list(place.groups), limit=limit, uuid_cursor=after or None
    )
    return episodes
