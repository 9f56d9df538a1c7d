"""Between Graphiti's edges and episodes and host memories: pure mappings.

An edge is a memory whose text is its fact, an episode is one whose text is what was said. The summaries of nodes
and communities are no memories: they keep facts that were superseded long ago, so they are left out.

Who spoke is told of episodes, and of facts that were stored as they were said; what a model has read out of an
episode is its own wording and nobody's.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from atma_graphiti.groups import named_in
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.writing.observing import ROLES

if TYPE_CHECKING:
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode

__all__ = [
    "BEGUN", "KEY", "OWN", "PART", "ROLE", "SAID_BY", "SPEAKER", "actor", "from_edge", "from_episode", "is_keyed",
    "said", "source_of", "utc",
]  # fmt: skip

KEY = "atma_key"
"""The attribute of an edge that carries `HostItem.key`. Graphiti clears attributes when it merges an edge."""
PART = "atma_part"
"""The attribute of an edge after which more of the same write were to come."""
ROLE, SPEAKER = "role", "speaker"
"""The attributes of an edge that say who spoke, where it is stored as it was said."""
OWN = (KEY, PART)
"""The attributes that are the overlay's alone."""
BEGUN = " (begun)"
"""How the name of an episode ends that the model has not read to its end."""
SAID_BY = "said by "
"""How the description of an own episode's source begins."""
_FROM_A_KEY = 5
"""The version of the ids that follow from keys; Graphiti's own are random."""


def utc(instant: datetime | None) -> datetime | None:
    """An instant as aware UTC; Kuzu returns naive ones, which are UTC."""
    if instant is None:
        return None
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def from_edge(edge: EntityEdge, score: float | None = None, episode: EpisodicNode | None = None) -> HostMemory:
    """The memory that an edge is; created when its fact was said.

    That is the reference time of its episode; where a store has none, the earlier of the fact's own time and
    the time of its writing.

    Args:
        edge: the edge.
        score: of a search.
        episode: the first that the fact was read out of; it tells which write that was.
    """
    attributes = edge.attributes or {}
    known = [at for at in (utc(edge.valid_at), utc(edge.created_at)) if at is not None]
    created_at = utc(edge.reference_time) or min(known)
    key, whole = attributes.get(KEY), PART not in attributes
    if key is None and episode is not None and is_keyed(episode):
        key, whole = f"{episode.name.removesuffix(BEGUN)}#{edge.uuid}", not episode.name.endswith(BEGUN)
    agent, session = named_in(edge.group_id)
    return HostMemory(
        edge.uuid, edge.fact, created_at=created_at, score=score, key=key, role=_role(attributes.get(ROLE)),
        speaker=attributes.get(SPEAKER), agent=agent, session=session, whole=whole,
    )  # fmt: skip


def from_episode(episode: EpisodicNode) -> HostMemory:
    """The memory that an episode is: its raw content, created at its reference time."""
    role, speaker, text = _spoken(episode)
    key = episode.name.removesuffix(BEGUN) if is_keyed(episode) else None
    agent, session = named_in(episode.group_id)
    return HostMemory(
        episode.uuid, text, created_at=utc(episode.valid_at), key=key, role=role, speaker=speaker,
        agent=agent, session=session, whole=key is None or not episode.name.endswith(BEGUN),
    )  # fmt: skip


def is_keyed(episode: EpisodicNode) -> bool:
    """Whether an episode's name is the key of the write that made it; others call theirs what they like."""
    described = episode.source_description
    if not described.startswith(SAID_BY) or episode.name.removesuffix(BEGUN) == described:
        return False
    return UUID(episode.uuid).version == _FROM_A_KEY


def _spoken(episode: EpisodicNode) -> tuple[str | None, str | None, str]:
    """The role and the name of who spoke, and the words without them."""
    described = episode.source_description
    if described.startswith(SAID_BY):
        role, _, speaker = described.removeprefix(SAID_BY).partition(" ")
        return _role(role), speaker or None, episode.content.removeprefix(f"{speaker or role}: ")
    if episode.source.value != "message":
        return None, None, episode.content
    return _message(episode.content)


def _message(content: str) -> tuple[str | None, str | None, str]:
    """A message in Graphiti's form, `ROLE: text`, or in that of its server, `NAME(ROLE): text`.

    Of several in one episode, nobody said all: they are left as they are.
    """
    if sum(_speaker(line) is not None for line in content.splitlines()) != 1 or (who := _speaker(content)) is None:
        return None, None, content
    return *who, content.partition(":")[2].strip()


def _speaker(line: str) -> tuple[str, str | None] | None:
    """The role and the name before a line's colon."""
    before, colon, _ = line.partition(":")
    name, _, rest = before.partition("(")
    role = _role((rest.removesuffix(")") if rest.endswith(")") else before).strip().lower())
    return (role, name.strip() or None if rest else None) if colon and role is not None else None


def _role(named: str | None) -> str | None:
    return named if named in ROLES else None


def actor(item: HostItem) -> str:
    """Who says an item: the speaker's name, or the role."""
    return item.speaker or item.role


def said(item: HostItem) -> str:
    """An item as the content of a message episode: `actor: text`."""
    return f"{actor(item)}: {item.text}"


def source_of(item: HostItem) -> str:
    """The source description of an item's episode: the role, and the speaker's name where there is one."""
    return SAID_BY + " ".join(filter(None, (item.role, item.speaker)))
