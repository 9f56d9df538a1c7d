"""Erasure: facts and episodes with what Graphiti derived from them, and an account of what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atma_graphiti.graph import Found, Graph
from atma_overlay.ports.host_powers import HostErasure
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from graphiti_core.nodes import EntityNode

__all__ = ["erase"]

_ECHOES = "facts and summaries of later episodes whose model was shown these as context"
_STORAGE = "the database's own logs and free pages, until it compacts them"


async def erase(graph: Graph, ids: Sequence[str], scope: Scope) -> HostErasure:
    """Erase facts and episodes, what was made of them, and the entities that nothing else mentions.

    An entity's summary and attributes are one text for many facts, so they are emptied whole; Graphiti writes new
    ones when it next hears of the entity. Communities that such an entity is in are removed; `build_communities`
    makes them anew. What an erased episode had retired stays retired in Graphiti, and is disputed from then on.

    The facts and episodes go after what is found through them, so that a repeated call makes up for one that broke
    off; what such a one can leave for good is an entity without a name.
    """
    erased: list[str] = []
    derived: list[str] = []
    left: list[str] = []
    for found in await graph.found(ids, scope):
        if not found.edges and not found.episodes:
            continue
        nodes = await _touched(found)
        lone = [node for node in nodes if not await _is_told_of_elsewhere(node, found)]
        communities = await _ids(found, _COMMUNITIES, [node.uuid for node in nodes])
        sagas = await _ids(found, _SAGAS, [episode.uuid for episode in found.episodes])
        derived += await _removed(communities, found)
        derived += [line for node in nodes if node not in lone for line in await _emptied(node, found)]
        for node in lone:
            await _emptied(node, found, name="")
        await graph.remove(found)
        derived += [line for node in lone for line in await _deleted(node, found)]
        erased += found.ids
        if found.episodes:
            left.append(_ECHOES)
        left += [f"saga {saga}: its summary may tell of the episode" for saga in sagas]
    return HostErasure(tuple(erased), (*left, _STORAGE), tuple(derived))


_COMMUNITIES = "MATCH (c:Community)-[:HAS_MEMBER]->(n:Entity) WHERE n.uuid IN $uuids RETURN DISTINCT c.uuid AS uuid"
_SAGAS = "MATCH (s:Saga)-[:HAS_EPISODE]->(e:Episodic) WHERE e.uuid IN $uuids RETURN DISTINCT s.uuid AS uuid"
_MENTIONS = "MATCH (e:Episodic)-[:MENTIONS]->(n:Entity) WHERE n.uuid IN $uuids RETURN DISTINCT e.uuid AS uuid"
_FACTS = "MATCH (n:Entity)-[e:RELATES_TO]-(:Entity) WHERE n.uuid IN $uuids RETURN DISTINCT e.uuid AS uuid"
_FACTS_ON_KUZU = (
    "MATCH (n:Entity)-[:RELATES_TO]-(e:RelatesToNode_) WHERE n.uuid IN $uuids RETURN DISTINCT e.uuid AS uuid"
)


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


async def _is_told_of_elsewhere(node: EntityNode, found: Found) -> bool:
    """Whether a fact or an episode is left of it: `EntityEdge.get_by_node_uuid` sees on Kuzu only what leaves it."""
    from graphiti_core.driver.driver import GraphProvider

    kuzu = found.place.driver.provider == GraphProvider.KUZU
    told = {*await _ids(found, _FACTS_ON_KUZU if kuzu else _FACTS, [node.uuid])}
    told |= {*await _ids(found, _MENTIONS, [node.uuid])}
    return not told <= {*found.ids}


async def _emptied(node: EntityNode, found: Found, *, name: str | None = None) -> list[str]:
    """Take its summary and attributes from an entity, and its name where another is given."""
    if name is None and not node.summary and not node.attributes:
        return []
    driver = found.place.driver
    await node.load_name_embedding(driver)  # a save without it would clear it
    if name is not None:
        node.name = name
        node.name_embedding = [1.0, *[0.0] * (len(node.name_embedding or [0.0]) - 1)]
    node.summary, node.attributes = "", {}
    await node.save(driver)
    return [f"summary of entity {node.uuid}"]


async def _deleted(node: EntityNode, found: Found) -> list[str]:
    await node.delete(found.place.driver)
    return [f"entity {node.uuid}"]


async def _removed(communities: list[str], found: Found) -> list[str]:
    from graphiti_core.nodes import Node

    if communities:
        await Node.delete_by_uuids(found.place.driver, communities)
    return [f"community {uuid}" for uuid in communities]
