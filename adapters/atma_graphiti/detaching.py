"""Taking the keys of writes out of a graph; facts, episodes, their ids and their vectors stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atma_graphiti.graph import Found, Graph
from atma_graphiti.memories import BEGUN, OWN, is_keyed
from atma_graphiti.writing import named
from atma_overlay.ports.host_powers import HostDetachment
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from graphiti_core.edges import EntityEdge

__all__ = ["detach"]


async def detach(graph: Graph, scope: Scope) -> HostDetachment:
    """Clear the attributes of facts, and name episodes by what their source is described as.

    Episodes and facts of someone else's are left alone, whatever they are called.
    """
    cleared, begun = 0, 0
    for found in await graph.everything(scope):
        edges = [edge for edge in found.edges if not {*OWN}.isdisjoint(edge.attributes or {})]
        episodes = [episode for episode in found.episodes if is_keyed(episode)]
        for edge in edges:
            await _clear(edge, found)
        for episode in episodes:
            mark = BEGUN if episode.name.endswith(BEGUN) else ""
            await named(episode.uuid, episode.source_description + mark, driver=found.place.driver)
            begun += bool(mark)
        cleared += len(edges) + len(episodes)
    line = (
        f"{begun} episodes were begun and not read by the model, as their names say: delete them, or write them again"
    )
    return HostDetachment(cleared, (line,) if begun else ())


async def _clear(edge: EntityEdge, found: Found) -> None:
    driver = found.place.driver
    await edge.load_fact_embedding(driver)  # a save without it would clear it
    edge.attributes = {name: value for name, value in edge.attributes.items() if name not in OWN}
    await edge.save(driver)
