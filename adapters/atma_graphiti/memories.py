"""Between Graphiti's edges and episodes and host memories: pure mappings.

An edge is a memory whose text is its fact, an episode is one whose text is what was said. The summaries of nodes
and communities are no memories: they keep facts that were superseded long ago, so they are left out.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from atma_overlay.ports.host import HostItem, HostMemory

if TYPE_CHECKING:
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode

__all__ = ["KEY", "actor", "from_edge", "from_episode", "said", "source_of", "utc"]

KEY = "atma_key"
"""The attribute of an edge that carries `HostItem.key`. Graphiti clears attributes when it merges an edge."""
_SAID_BY = "said by "


def utc(instant: datetime | None) -> datetime | None:
    """An instant as aware UTC; Kuzu returns naive ones, which are UTC."""
    if instant is None:
        return None
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def from_edge(edge: EntityEdge, score: float | None = None) -> HostMemory:
    """The memory that an edge is; created when its fact was said.

    That is the reference time of its episode; where a store has none, the earlier of the fact's own time and
    the time of its writing.
    """
    key = (edge.attributes or {}).get(KEY)
    known = [at for at in (utc(edge.valid_at), utc(edge.created_at)) if at is not None]
    created_at = utc(edge.reference_time) or min(known)
    return HostMemory(edge.uuid, edge.fact, created_at=created_at, score=score, key=key)


def from_episode(episode: EpisodicNode) -> HostMemory:
    """The memory that an episode is: its raw content, created at its reference time."""
    text = episode.content
    if episode.source_description.startswith(_SAID_BY):
        text = text.removeprefix(f"{episode.source_description.removeprefix(_SAID_BY)}: ")
    return HostMemory(episode.uuid, text, created_at=utc(episode.valid_at), key=episode.name)


def actor(item: HostItem) -> str:
    """Who says an item: the speaker's name, or the role."""
    return item.speaker or item.role


def said(item: HostItem) -> str:
    """An item as the content of a message episode: `actor: text`."""
    return f"{actor(item)}: {item.text}"


def source_of(item: HostItem) -> str:
    """The source description of an item's episode."""
    return f"{_SAID_BY}{actor(item)}"
