"""Two ways to write: episodes, from which Graphiti's model extracts facts, and facts that the caller gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol
from uuid import NAMESPACE_URL, uuid5

from atma_graphiti.memories import BEGUN, KEY, PART, ROLE, SPEAKER, actor, said, source_of
from atma_graphiti.retirements import retired_by
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.ids import memory_id
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed_under

if TYPE_CHECKING:
    from graphiti_core import Graphiti
    from graphiti_core.driver.driver import GraphDriver
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EntityNode, EpisodicNode
    from pydantic import BaseModel

__all__ = ["Destination", "Episodes", "Fact", "Facts", "Writes", "as_said", "named"]

_CONTEXT = 10
"""How many earlier episodes the model is shown: Graphiti's own number."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an item goes: a Graphiti whose driver reaches the group, the scope and its group."""

    graphiti: Graphiti
    scope: Scope
    group: str


class Writes(Protocol):
    """How items become parts of the graph."""

    @property
    def chooses_ids(self) -> bool:
        """See `HostCapabilities`."""

    @property
    def rewrites(self) -> bool:
        """See `HostCapabilities`."""

    async def write(self, item: HostItem, to: Destination) -> tuple[str, ...]:
        """Store an item, or find it stored; the ids of the edges, and of the episode, that now carry it."""


@typed_under("writes")
@dataclass(frozen=True, slots=True)
class Episodes:
    """Each item is an episode, from which Graphiti's model extracts facts.

    The episode has an id that follows from the item, so that a retry finds what was stored and asks no model
    again; until the facts are stored too, its name says so. The other fields are those of `Graphiti.add_episode`.
    """

    entity_types: Mapping[str, type[BaseModel]] | None = None
    excluded_entity_types: tuple[str, ...] = ()
    edge_types: Mapping[str, type[BaseModel]] | None = None
    edge_type_map: Mapping[tuple[str, str], list[str]] | None = None
    custom_extraction_instructions: str | None = None

    @property
    def chooses_ids(self) -> bool:
        """The edges have ids of their own."""
        return False

    @property
    def rewrites(self) -> bool:
        """A model paraphrases, splits, merges and drops."""
        return True

    async def write(self, item: HostItem, to: Destination) -> tuple[str, ...]:
        """Store an item: the ids of the edges that now carry it, and then that of its episode.

        An edge may be an old and even a retired one, when the item restates it. Edges that the episode retired
        are not among them.
        """
        from graphiti_core.nodes import EpisodeType

        at = item.observed_at.astimezone(UTC)
        episode = await self._begun(item, to, at=at)
        stored = await _stored(episode, to.graphiti)
        if stored is not None:
            if episode.name.endswith(BEGUN):  # the answer was lost, or the process ended just then
                await named(episode.uuid, item.key, driver=to.graphiti.driver)
            return _carriers(episode.uuid, stored)
        earlier = await to.graphiti.retrieve_episodes(
            at, last_n=_CONTEXT + 1, group_ids=[to.group], source=EpisodeType.message
        )
        result = await to.graphiti.add_episode(
            name=episode.name, episode_body=episode.content, source_description=episode.source_description,
            reference_time=at, source=EpisodeType.message, group_id=to.group, uuid=episode.uuid,
            previous_episode_uuids=[e.uuid for e in earlier if e.uuid != episode.uuid][-_CONTEXT:],
            **self._options(),
        )  # fmt: skip
        await named(episode.uuid, item.key, driver=to.graphiti.driver)
        return _carriers(episode.uuid, result.edges)

    async def _begun(self, item: HostItem, to: Destination, *, at: datetime) -> EpisodicNode:
        """The item's episode as it is stored, and otherwise new: Graphiti takes an id only of a stored episode."""
        from graphiti_core.nodes import EpisodeType, EpisodicNode

        identifier = memory_id(to.scope, item.key)
        known: list[EpisodicNode] = await EpisodicNode.get_by_uuids(to.graphiti.driver, [identifier])
        if known:
            return known[0]
        episode = EpisodicNode(
            uuid=identifier, name=item.key + BEGUN, group_id=to.group, source=EpisodeType.message, content=said(item),
            source_description=source_of(item), created_at=datetime.now(UTC), valid_at=at,
        )  # fmt: skip
        await episode.save(to.graphiti.driver)
        return episode

    def _options(self) -> dict[str, Any]:
        return {
            "entity_types": dict(self.entity_types) if self.entity_types is not None else None,
            "excluded_entity_types": list(self.excluded_entity_types) or None,
            "edge_types": dict(self.edge_types) if self.edge_types is not None else None,
            "edge_type_map": dict(self.edge_type_map) if self.edge_type_map is not None else None,
            "custom_extraction_instructions": self.custom_extraction_instructions,
        }


async def named(episode: str, name: str, *, driver: GraphDriver) -> None:
    """Give a stored episode another name, and leave the rest of it."""
    await driver.execute_query("MATCH (e:Episodic {uuid: $uuid}) SET e.name = $name", uuid=episode, name=name)


async def _stored(episode: EpisodicNode, graphiti: Graphiti) -> list[EntityEdge] | None:
    """The edges of an episode that was written to its end; None of one that was not."""
    from graphiti_core.edges import EntityEdge

    if not episode.entity_edges:
        return None if episode.name.endswith(BEGUN) else []
    edges: list[EntityEdge] = await EntityEdge.get_by_uuids(graphiti.driver, episode.entity_edges)
    return edges if {edge.uuid for edge in edges} == set(episode.entity_edges) else None


def _carriers(episode: str, edges: Iterable[EntityEdge]) -> tuple[str, ...]:
    retired = {edge.uuid for edge in retired_by(episode, edges)}
    return (*dict.fromkeys(edge.uuid for edge in edges if edge.uuid not in retired), episode)


@typed_under("fact")
@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that the caller gives: two entities by name, the relation between them, and the fact in words.

    `valid_at` is when it became true, aware; when left out, when it was said.

    Raises:
        InvalidInputError: `valid_at` is naive.
    """

    subject: str
    relation: str
    object: str
    text: str
    valid_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.valid_at is not None and self.valid_at.utcoffset() is None:
            raise InvalidInputError("valid_at", "is naive: give it a time zone")


def as_said(item: HostItem) -> tuple[Fact, ...]:
    """The item itself, word for word, as one fact between who said it and who heard it."""
    heard = "user" if item.role == "assistant" else "assistant"
    return (Fact(actor(item), "SAID", heard, item.text),)


@typed_under("writes")
@dataclass(frozen=True, slots=True)
class Facts:
    """Each item is the facts that the caller reads in it; by default the item itself, word for word.

    Without `resolve` the facts are stored as they are: no model is called, nothing is merged or retired, and a
    retry writes the same edge again. With it they go through `Graphiti.add_triplet`, where a model merges them
    with known ones and retires others.

    Raises:
        InvalidInputError: whole sentences are to be resolved: they are all of one shape, which grades nothing.
    """

    of: Callable[[HostItem], Iterable[Fact]] = as_said
    resolve: bool = False

    def __post_init__(self) -> None:
        if self.resolve and self.of is as_said:
            raise InvalidInputError("resolve", "needs facts with entities of their own: pass `of` too")

    @property
    def chooses_ids(self) -> bool:
        """An edge's id follows from the item, unless Graphiti merges it."""
        return not self.resolve

    @property
    def rewrites(self) -> bool:
        """Only what is stored as it is said is not rewritten."""
        return self.resolve or self.of is not as_said

    async def write(self, item: HostItem, to: Destination) -> tuple[str, ...]:
        """Store the item's facts: the id of the edge that now carries each."""
        facts = list(self.of(item))
        carriers = [await self._one(fact, item, to, place=(n, len(facts) - 1)) for n, fact in enumerate(facts)]
        return tuple(dict.fromkeys(carriers))

    async def _one(self, fact: Fact, item: HostItem, to: Destination, *, place: tuple[int, int]) -> str:
        source, target = _node(fact.subject, to), _node(fact.object, to)
        edge = _edge(fact, item, to, place=place)
        if self.of is as_said:
            edge.attributes |= {ROLE: item.role} | ({SPEAKER: item.speaker} if item.speaker else {})
        if self.resolve:
            result = await to.graphiti.add_triplet(source, edge, target)
            return result.edges[0].uuid  # the resolved edge comes first, those that it retired follow
        await _saved([source, target], to.graphiti)
        edge.source_node_uuid, edge.target_node_uuid = source.uuid, target.uuid
        await edge.generate_embedding(to.graphiti.embedder)
        await edge.save(to.graphiti.driver)
        return edge.uuid


def _node(name: str, to: Destination) -> EntityNode:
    from graphiti_core.nodes import EntityNode

    return EntityNode(uuid=str(uuid5(NAMESPACE_URL, f"atma:{to.group}:{name}")), name=name, group_id=to.group)


def _edge(fact: Fact, item: HostItem, to: Destination, *, place: tuple[int, int]) -> EntityEdge:
    """The edge of a fact at its place among the item's, of which the last one's number is told too."""
    from graphiti_core.edges import EntityEdge

    at = item.observed_at.astimezone(UTC)  # Kuzu drops a zone's offset
    number, last = place
    key = item.key if number == 0 else f"{item.key}#{number}"
    kept = {KEY: key} | ({PART: True} if number < last else {})
    return EntityEdge(
        uuid=memory_id(to.scope, key), group_id=to.group, source_node_uuid="", target_node_uuid="",
        name=fact.relation, fact=fact.text, created_at=at, reference_time=at,
        valid_at=fact.valid_at.astimezone(UTC) if fact.valid_at is not None else at, attributes=kept,
    )  # fmt: skip


async def _saved(nodes: list[EntityNode], graphiti: Graphiti) -> None:
    """Save the nodes that are new: a save of a known one would clear its summary."""
    from graphiti_core.nodes import EntityNode

    known = {node.uuid for node in await EntityNode.get_by_uuids(graphiti.driver, [node.uuid for node in nodes])}
    for node in nodes:
        if node.uuid not in known:
            await node.generate_name_embedding(graphiti.embedder)
            await node.save(graphiti.driver)
