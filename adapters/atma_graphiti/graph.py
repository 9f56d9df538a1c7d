"""What the host does on the graph, as coroutines: every read and write names the groups of its scope."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from atma_graphiti.memories import from_edge, from_episode
from atma_graphiti.pages import edges_of, episodes_of, page_of
from atma_graphiti.places import Place, Places, in_parts
from atma_graphiti.writing import Destination, Writes
from atma_overlay.ports.host import HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from graphiti_core import Graphiti
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode
    from graphiti_core.search.search_config import SearchConfig, SearchResults

__all__ = ["Found", "Graph"]

_WORDS = 64
_TERMS = 120
"""Graphiti gives up its full-text search when a query's words and groups are 128 together."""
_CROWDED = 10
"""Kuzu cuts its full-text search before it looks at groups: this many times the wanted rows are asked for."""
_NEAREST = -1.0
"""The least cosine where rows are ranked, not sifted: within ids, and on Kuzu, whose full-text search passes over
words that most facts share."""


@dataclass(frozen=True, slots=True)
class Found:
    """Edges and episodes of one place."""

    place: Place
    edges: tuple[EntityEdge, ...]
    episodes: tuple[EpisodicNode, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Of the edges, then of the episodes."""
        return (*(edge.uuid for edge in self.edges), *(episode.uuid for episode in self.episodes))


class Graph:
    """One Graphiti and the groups in it.

    Args:
        graphiti: the client; every call runs on one event loop.
        places: where a scope's groups are.
        writes: how items become parts of the graph.
        config: the search to run, copied for each one; Graphiti's edge search with rank fusion when left out.
    """

    def __init__(
        self, graphiti: Graphiti, places: Places, *, writes: Writes, config: SearchConfig | None = None
    ) -> None:
        self.graphiti, self._places, self._writes, self._config = graphiti, places, writes, config
        self._writing: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    async def add(self, items: Sequence[HostItem], scope: Scope) -> list[tuple[str, ...]]:
        """Store items one after another: Graphiti wants the episodes of a group in turn."""
        graphiti, group = self._places.home(scope)
        to = Destination(graphiti, scope, group)
        async with self._writing.setdefault(group, Lock()):
            return [await self._writes.write(item, to) for item in items]

    async def search(self, query: str, scope: Scope, *, limit: int, within: Sequence[str] | None) -> HostSearch:
        """Graphiti's own search over facts, retired ones included, by `search_`, which has scores and no side effect.

        `Graphiti.search` is never called: its `num_results` changes a configuration that the write path uses.
        Where a scope's groups take several searches, the answers are ordered by cosine: ranks do not compare.
        """
        words = query.split()[:_WORDS]
        if limit < 1 or not words or (within is not None and not within):
            return HostSearch(())
        vector = await self.graphiti.embedder.create(input_data=[query.replace("\n", " ")])
        places = list(in_parts(await self._places.of(scope), _TERMS - len(words)))
        answers = [await self._search(" ".join(words), vector, p, limit=limit, within=within) for p in places]
        if len(answers) == 1:
            [answer] = answers
            rows = list(zip(answer.edges, answer.edge_reranker_scores, strict=True))
            return HostSearch(tuple(from_edge(edge, score) for edge, score in rows[:limit]), native=answer)
        rows = [row for p, a in zip(places, answers, strict=True) for row in await _compared(a.edges, p, vector)]
        rows.sort(key=lambda row: row[1], reverse=True)
        return HostSearch(tuple(from_edge(edge, score) for edge, score in rows[:limit]), native=answers)

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
        for place in await self._places.of(scope):
            edges = await EntityEdge.get_by_uuids(place.driver, wanted)
            episodes = await EpisodicNode.get_by_uuids(place.driver, wanted)
            mine = [[row for row in rows if row.group_id in place.groups] for rows in (edges, episodes)]
            found.append(Found(place, tuple(mine[0]), tuple(mine[1])))
        return found

    async def page(self, scope: Scope, *, cursor: str | None, limit: int) -> HostPage:
        """A page of the scope's facts and episodes; see `page_of`."""
        return await page_of(await self._places.of(scope), cursor=cursor, limit=limit)

    async def everything(self, scope: Scope) -> list[Found]:
        """All edges and episodes of the scope, place by place."""
        places = await self._places.of(scope)
        return [Found(place, tuple(await edges_of(place)), tuple(await episodes_of(place))) for place in places]

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


async def _compared(edges: list[EntityEdge], place: Place, vector: list[float]) -> list[tuple[EntityEdge, float]]:
    """Edges with the cosines of their facts."""
    from graphiti_core.search.search_utils import calculate_cosine_similarity

    for edge in edges:
        if edge.fact_embedding is None:
            await edge.load_fact_embedding(place.driver)
    return [(edge, float(calculate_cosine_similarity(vector, edge.fact_embedding or vector))) for edge in edges]
