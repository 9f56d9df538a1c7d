"""What Graphiti has retired, as evidence: graded by the shape of the facts, never taken as a verdict.

Graphiti lets one model call retire facts of the whole group by their words alone, and unrelated ones go with
them (issues #1728 and #1729 of its tracker: of the retirements that were audited, most were wrong).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from atma_graphiti.memories import utc
from atma_overlay.ports.host_powers import HostFact, HostRetirement

if TYPE_CHECKING:
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode

__all__ = ["Grade", "Retirement", "as_evidence", "graded", "retired_by"]


class Grade(StrEnum):
    """How far a retirement may be believed."""

    PLAUSIBLE = "plausible"
    """A fact between the same two entities, or one of the same relation with an entity in the same role."""
    DISPUTED = "disputed"
    """Anything else, and whatever has no known cause: the fact may well be true."""


@dataclass(frozen=True, slots=True)
class Retirement:
    """One edge that Graphiti holds for over.

    Attributes:
        edge_id: the retired edge.
        fact: its text.
        by_episode: the episode that retired it, where the graph tells.
        by_edges: the edges that may have displaced it, those of a fitting shape where there are any.
        grade: how far to believe it.
        at: the instant from which on Graphiti holds it for over, aware UTC.
    """

    edge_id: str
    fact: str
    by_episode: str | None
    by_edges: tuple[str, ...]
    grade: Grade
    at: datetime


def retired_by(episode: str, edges: Iterable[EntityEdge]) -> list[EntityEdge]:
    """Of the edges that a write answered with, those that it retired: they do not name the episode as a source."""
    return [edge for edge in edges if episode not in edge.episodes]


def graded(edges: Sequence[EntityEdge], episodes: Sequence[EpisodicNode]) -> list[Retirement]:
    """The retirements among all edges of a scope, in the order of their instants."""
    graph = _Graph(edges, episodes)
    found = [_graded(edge, at, graph) for edge in edges if (at := utc(edge.invalid_at)) is not None]
    return sorted(found, key=lambda r: (r.at, r.edge_id))


def as_evidence(edges: Sequence[EntityEdge], episodes: Sequence[EpisodicNode]) -> tuple[HostRetirement, ...]:
    """The retirements among all edges of a scope as the overlay hears them.

    A fact is said by its edge and by the episodes that it was read out of; a displacing one by the edge and the
    episode that brought it.
    """
    known = {edge.uuid: edge for edge in edges}
    return tuple(
        HostRetirement(
            HostFact(r.fact, (r.edge_id, *known[r.edge_id].episodes)),
            tuple(_fact(known[i], said_in=r.by_episode) for i in r.by_edges), r.grade is Grade.PLAUSIBLE, r.at,
        )
        for r in graded(edges, episodes)
    )  # fmt: skip


def _fact(edge: EntityEdge, *, said_in: str | None) -> HostFact:
    return HostFact(edge.fact, (edge.uuid, *([said_in] if said_in is not None else edge.episodes)))


class _Graph:
    """The edges by id and by the instant they begin at, and the episodes that touched each."""

    def __init__(self, edges: Sequence[EntityEdge], episodes: Sequence[EpisodicNode]) -> None:
        self._edges = {edge.uuid: edge for edge in edges}
        self._beginning: dict[datetime, list[EntityEdge]] = {}
        for edge in edges:
            if (begins := utc(edge.valid_at)) is not None:
                self._beginning.setdefault(begins, []).append(edge)
        self._touched: dict[str, list[EpisodicNode]] = {}
        for episode in episodes:
            for identifier in episode.entity_edges:
                self._touched.setdefault(identifier, []).append(episode)

    def retirers(self, edge: EntityEdge) -> list[EpisodicNode]:
        """The episodes that list the edge without being a source of it."""
        return [episode for episode in self._touched.get(edge.uuid, []) if episode.uuid not in edge.episodes]

    def stated_by(self, episode: EpisodicNode) -> list[EntityEdge]:
        """The edges that an episode is a source of."""
        known = (self._edges[i] for i in episode.entity_edges if i in self._edges)
        return [edge for edge in known if episode.uuid in edge.episodes]

    def beginning_at(self, at: datetime, edge: EntityEdge) -> list[EntityEdge]:
        """Other edges of the same group that begin at an instant."""
        found = self._beginning.get(at, [])
        return [other for other in found if other.uuid != edge.uuid and other.group_id == edge.group_id]


def _graded(edge: EntityEdge, at: datetime, graph: _Graph) -> Retirement:
    """By the episode that begins the displacing fact; without one, by whatever begins where the edge ends."""
    causes = {e.uuid: [c for c in graph.stated_by(e) if utc(c.valid_at) == at] for e in graph.retirers(edge)}
    ranked = sorted(causes, key=lambda e: (-sum(_fits(edge, c) for c in causes[e]), -len(causes[e]), e))
    by_episode = ranked[0] if ranked else None
    candidates = causes[by_episode] if by_episode is not None else graph.beginning_at(at, edge)
    fitting = tuple(c.uuid for c in candidates if _fits(edge, c))
    grade = Grade.PLAUSIBLE if fitting else Grade.DISPUTED
    suspects = fitting or tuple(c.uuid for c in candidates if by_episode is not None)
    return Retirement(edge.uuid, edge.fact, by_episode, suspects, grade, at)


def _fits(retired: EntityEdge, cause: EntityEdge) -> bool:
    ends = {retired.source_node_uuid, retired.target_node_uuid}
    if ends == {cause.source_node_uuid, cause.target_node_uuid}:
        return True
    same_role = retired.source_node_uuid == cause.source_node_uuid or retired.target_node_uuid == cause.target_node_uuid
    return same_role and retired.name.casefold() == cause.name.casefold()
