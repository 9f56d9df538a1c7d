"""Between memories and Qdrant's points: pure mappings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from atma_overlay.hosts.ids import memory_id
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from qdrant_client import models

__all__ = ["SCOPE_FIELDS", "batches", "from_point", "scope_filter", "to_point", "uuids"]

SCOPE_FIELDS = ("tenant", "user", "agent", "session")
_BATCH_ITEMS = 128
_BATCH_CHARACTERS = 2**21
"""A server refuses requests beyond 32 MB; a character may take six bytes in JSON."""


def to_point(item: HostItem, *, scope: Scope, vector: Sequence[float]) -> models.PointStruct:
    """The point that carries an item; its id makes a retry the same point."""
    from qdrant_client import models

    payload = {
        "key": item.key,
        "text": item.text,
        "role": item.role,
        "speaker": item.speaker,
        "created_at": item.observed_at.astimezone(UTC).isoformat(),
        **{field: getattr(scope, field) for field in SCOPE_FIELDS},
    }
    known = {name: value for name, value in payload.items() if value is not None}
    return models.PointStruct(id=memory_id(scope, item.key), vector=list(vector), payload=known)


def from_point(point: models.Record | models.ScoredPoint) -> HostMemory:
    """The memory that a point carries; with a score when it comes from a search."""
    payload = point.payload or {}
    score: float | None = getattr(point, "score", None)
    created_at = datetime.fromisoformat(payload["created_at"])
    return HostMemory(
        str(point.id),
        payload["text"],
        created_at=created_at,
        score=score,
        key=payload["key"],
        role=payload.get("role"),
        speaker=payload.get("speaker"),
    )


def scope_filter(scope: Scope, ids: Iterable[str] | None = None) -> models.Filter:
    """What keeps a request inside a scope, optionally among some ids; tenant and user are always named."""
    from qdrant_client import models

    # Ids first: the in-process engine looks at every payload, and stops at the first condition that fails.
    must: list[models.Condition] = [] if ids is None else [models.HasIdCondition(has_id=list(ids))]
    for field in SCOPE_FIELDS:
        value = getattr(scope, field)
        if value is not None:
            must.append(models.FieldCondition(key=field, match=models.MatchValue(value=value)))
    return models.Filter(must=must)


def uuids(ids: Iterable[str]) -> list[str]:
    """Those of the ids that can be a point's at all, as Qdrant writes them, each once."""
    return list(dict.fromkeys(filter(None, map(_uuid, ids))))


def _uuid(identifier: str) -> str | None:
    try:
        return str(UUID(identifier))
    except ValueError:
        return None


def batches(items: Sequence[HostItem]) -> Iterator[list[HostItem]]:
    """The items in order, in groups that one request can carry."""
    batch: list[HostItem] = []
    size = 0
    for item in items:
        if batch and (len(batch) >= _BATCH_ITEMS or size + len(item.text) > _BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += len(item.text)
    if batch:
        yield batch
