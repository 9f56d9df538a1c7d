"""Erasure: facts and episodes with what Graphiti derived from them, and an account of what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from atma_graphiti.graph import Found, Graph
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from graphiti_core.nodes import EntityNode

__all__ = ["Erasure", "erase"]

_ECHOES = "facts and summaries of later episodes whose model was shown these as context"
_STORAGE = "the database's own logs and free pages, until it compacts them"


@dataclass(frozen=True, slots=True)
class Erasure:
    """What an erasure reached and what it could not; each line names one thing, without its text."""

    erased: tuple[str, ...]
    left: tuple[str, ...]


async def erase(graph: Graph, ids: Sequence[str], scope: Scope) -> Erasure:
    """Erase facts and episodes, the summaries that were made of them, and entities that nothing else mentions.

    A summary is one text for many facts, so it is emptied whole; Graphiti writes a new one when it next hears of
    the entity. Communities that such an entity is in are removed; `build_communities` makes them anew.
    What an erased episode had retired stays retired in Graphiti, and is disputed from then on.
    """
    erased: list[str] = []
    left: list[str] = []
    for found in await graph.found(ids, scope):
        if not found.edges and not found.episodes:
            continue
        nodes = await _touched(found)
        communities = await _ids(found, _COMMUNITIES, [node.uuid for node in nodes])
        sagas = await _ids(found, _SAGAS, [episode.uuid for episode in found.episodes])
        await graph.remove(found)
        erased += [f"fact {edge.uuid}" for edge in found.edges]
        erased += [f"episode {episode.uuid}" for episode in found.episodes]
        erased += [line for node in nodes for line in await _cleared(node, found)]
        erased += await _removed(communities, found)
        if found.episodes:
            left.append(_ECHOES)
        left += [f"saga {saga}: its summary may tell of the episode" for saga in sagas]
    return Erasure(tuple(erased), (*left, _STORAGE))


_COMMUNITIES = "MATCH (c:Community)-[:HAS_MEMBER]->(n:Entity) WHERE n.uuid IN $uuids RETURN DISTINCT c.uuid AS uuid"
_SAGAS = "MATCH (s:Saga)-[:HAS_EPISODE]->(e:Episodic) WHERE e.uuid IN $uuids RETURN DISTINCT s.uuid AS uuid"
_MENTIONS = "MATCH (e:Episodic)-[:MENTIONS]->(n:Entity) WHERE n.uuid IN $uuids RETURN DISTINCT e.uuid AS uuid"


async def _ids(found: Found, query: str, uuids: list[str]) -> list[str]:
    if not uuids:
        return []
    rows, *_ = await found.place.driver.execute_query(query, uuids=uuids)
    return sorted(row["uuid"] for row in rows)


async def _touched(found: Found) -> list[EntityNode]:
    """The entities that the facts join and the episodes mention."""
    from graphiti_core.nodes import EntityNode
    from graphiti_core.search.search_utils import get_mentioned_nodes

    driver = found.place.driver
    ends = {uuid for edge in found.edges for uuid in (edge.source_node_uuid, edge.target_node_uuid)}
    mentioned = await get_mentioned_nodes(driver, list(found.episodes)) if found.episodes else []
    joined = await EntityNode.get_by_uuids(driver, sorted(ends)) if ends else []
    nodes = {node.uuid: node for node in [*mentioned, *joined] if node.group_id in found.place.groups}
    return [nodes[uuid] for uuid in sorted(nodes)]


async def _cleared(node: EntityNode, found: Found) -> list[str]:
    """Remove an entity that no fact and no episode is left of, else empty its summary."""
    from graphiti_core.edges import EntityEdge

    driver = found.place.driver
    if not await EntityEdge.get_by_node_uuid(driver, node.uuid) and not await _ids(found, _MENTIONS, [node.uuid]):
        await node.delete(driver)
        return [f"entity {node.uuid}"]
    if not node.summary:
        return []
    await node.load_name_embedding(driver)  # a save without it would clear it
    node.summary = ""
    await node.save(driver)
    return [f"summary of entity {node.uuid}"]


async def _removed(communities: list[str], found: Found) -> list[str]:
    from graphiti_core.nodes import Node

    if communities:
        await Node.delete_by_uuids(found.place.driver, communities)
    return [f"community {uuid}" for uuid in communities]
