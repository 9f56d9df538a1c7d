"""Where a scope's groups are: in one database, or on FalkorDB in a graph each."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from atma_graphiti.groups import Groups
from atma_overlay.hosts.servers import server_by
from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from graphiti_core import Graphiti
    from graphiti_core.driver.driver import GraphDriver

__all__ = ["Place", "Places", "in_parts", "server_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """Groups that one driver reaches: all of a scope, or on FalkorDB, where a group is a graph, one each."""

    label: str
    driver: GraphDriver
    groups: tuple[str, ...]


def in_parts(places: Iterable[Place], size: int) -> Iterator[Place]:
    """The places, cut to at most so many groups each."""
    for place in places:
        for at in range(0, len(place.groups), size):
            yield replace(place, groups=place.groups[at : at + size])


def server_of(driver: GraphDriver) -> ServerAddress | None:
    """Where a driver's server is, by the connections that its client is set up with; None where it does not say."""
    client = getattr(driver, "client", None)
    address = getattr(getattr(client, "_pool", None), "address", None)  # Neo4j's, which says so nowhere else
    if address is not None:
        return server_by(address.host, address.port)
    pool = getattr(getattr(client, "connection", None), "connection_pool", None)  # FalkorDB's
    settings = getattr(pool, "connection_kwargs", None) or {}
    return server_by(settings.get("host"), settings.get("port"))


class Places:
    """Finds a scope's groups and the drivers that reach them.

    Args:
        graphiti: the client.
        groups: which groups a scope writes to and reads.
    """

    def __init__(self, graphiti: Graphiti, groups: Groups) -> None:
        self._graphiti, self._groups = graphiti, groups

    async def of(self, scope: Scope) -> list[Place]:
        """The places of the scope's groups; each has one group at least, since none means everyone to Graphiti."""
        home = self._groups.home(scope)
        known = await self._existing(scope) if not (scope.agent and scope.session) else []
        groups = sorted({home, *(group for group in known if self._groups.admits(scope, group))})
        if self._is_falkor():
            return [Place(group, self._graphiti.driver.clone(database=group), (group,)) for group in groups]
        return [Place("", self._graphiti.driver, tuple(groups))]

    def home(self, scope: Scope) -> tuple[Graphiti, str]:
        """The group that the scope writes to, and a Graphiti whose driver reaches it."""
        group = self._groups.home(scope)
        if not self._is_falkor():
            return self._graphiti, group
        bound = copy.copy(self._graphiti)
        bound.driver = self._graphiti.driver.clone(database=group)
        bound.clients = self._graphiti.clients.model_copy(update={"driver": bound.driver})
        return bound, group

    async def _existing(self, scope: Scope) -> list[str]:
        """The groups of the user's agents and sessions, and the user's own; on FalkorDB everyone's."""
        driver = self._graphiti.driver
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

    def _is_falkor(self) -> bool:
        from graphiti_core.driver.driver import GraphProvider

        return self._graphiti.driver.provider == GraphProvider.FALKORDB
