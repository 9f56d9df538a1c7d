"""All facts and episodes of some places, page by page or at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atma_graphiti.memories import from_edge, from_episode
from atma_graphiti.places import Place
from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostMemory, HostPage

if TYPE_CHECKING:
    from graphiti_core.edges import EntityEdge
    from graphiti_core.nodes import EpisodicNode

__all__ = ["edges_of", "episodes_of", "page_of"]

_EDGE, _EPISODE = "edge", "episode"


async def page_of(places: Sequence[Place], *, cursor: str | None, limit: int) -> HostPage:
    """Facts and then episodes, place by place, the greatest id first.

    A cursor names the place and the kind that a page ended in, and the last id.

    Raises:
        InvalidInputError: the cursor did not come from here.
    """
    reached, after = _position(cursor)
    memories: list[HostMemory] = []
    for place, kind in [(place, kind) for place in places for kind in (_EDGE, _EPISODE)]:
        step = (place.label, kind)
        if step < reached:
            continue
        start = after if step == reached else ""
        left = limit - len(memories)
        rows = await _rows(kind, place, after=start, limit=left + 1)
        memories += rows[:left]
        if len(rows) > left:
            last = rows[left - 1].id if left else start
            return HostPage(tuple(memories), cursor=f"{place.label}:{kind}:{last}")
    return HostPage(tuple(memories), cursor=None)


async def edges_of(place: Place, *, after: str = "", limit: int | None = None) -> list[EntityEdge]:
    """The edges of a place, the greatest id first; an empty place has none."""
    from graphiti_core.edges import EntityEdge
    from graphiti_core.errors import GroupsEdgesNotFoundError

    try:
        edges: list[EntityEdge] = await EntityEdge.get_by_group_ids(
            place.driver, list(place.groups), limit=limit, uuid_cursor=after or None
        )
    except GroupsEdgesNotFoundError:  # what Graphiti says of an empty group
        return []
    return edges


async def episodes_of(place: Place, *, after: str = "", limit: int | None = None) -> list[EpisodicNode]:
    """The episodes of a place, the greatest id first."""
    from graphiti_core.nodes import EpisodicNode

    episodes: list[EpisodicNode] = await EpisodicNode.get_by_group_ids(
        place.driver, list(place.groups), limit=limit, uuid_cursor=after or None
    )
    return episodes


def _position(cursor: str | None) -> tuple[tuple[str, str], str]:
    """The step that a page goes on in, and the id it goes on after."""
    if cursor is None:
        return ("", ""), ""
    label, kind, after = cursor.split(":", 2) if cursor.count(":") == 2 else ("", "", "")
    if kind not in (_EDGE, _EPISODE):
        raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
    return (label, kind), after


async def _rows(kind: str, place: Place, *, after: str, limit: int) -> list[HostMemory]:
    if kind == _EDGE:
        edges = await edges_of(place, after=after, limit=limit)
        episodes = await _first_episodes(edges, place)
        return [from_edge(edge, episode=episodes.get(edge.episodes[0] if edge.episodes else "")) for edge in edges]
    return list(map(from_episode, await episodes_of(place, after=after, limit=limit)))


async def _first_episodes(edges: Sequence[EntityEdge], place: Place) -> dict[str, EpisodicNode]:
    """The episodes that the edges were first read out of, by id."""
    from graphiti_core.nodes import EpisodicNode

    ids = sorted({edge.episodes[0] for edge in edges if edge.episodes})
    return {e.uuid: e for e in (await EpisodicNode.get_by_uuids(place.driver, ids) if ids else [])}
