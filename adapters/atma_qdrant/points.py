"""Between memories and Qdrant's points: pure mappings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from atma_overlay.hosts.ids import memory_id
from atma_overlay.hosts.metadata import sequence_of
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.scope import Scope
from atma_qdrant.layout import OWN, PointLayout, nested, value_at

if TYPE_CHECKING:
    from qdrant_client import models

    Point = models.Record | models.ScoredPoint

__all__ = ["from_point", "keyed_filter", "number_of", "point_ids", "scope_filter", "to_point"]

_LARGEST_NUMBER = 2**64 - 1


def to_point(
    item: HostItem, *, scope: Scope, vector: Sequence[float], number: int, layout: PointLayout = OWN
) -> models.PointStruct:
    """The point that carries an item; its id makes a retry the same point, its number keeps the order of writing."""
    from qdrant_client import models

    payload = nested({layout.text: item.text, **layout.fields.write(item, scope=scope, sequence=number)})
    values = list(vector)
    return models.PointStruct(
        id=memory_id(scope, item.key),
        vector=values if layout.vector is None else {layout.vector: values},
        payload=payload,
    )


def from_point(point: Point, *, layout: PointLayout = OWN, closer_is_less: bool = False) -> HostMemory | None:
    """The memory that a point carries, with a score when it comes from a search; None where it holds no text."""
    payload = point.payload or {}
    text = value_at(payload, layout.text)
    if not isinstance(text, str):
        return None
    score: float | None = getattr(point, "score", None)
    if closer_is_less and score is not None:
        score = -score
    fields = {name: value_at(payload, name) for name in layout.fields.names}
    return layout.fields.read(str(point.id), text, fields, score=score)


def number_of(point: Point, layout: PointLayout = OWN) -> int | None:
    """The number that orders a point among those of its collection."""
    name = layout.fields.sequence
    return sequence_of({name: value_at(point.payload or {}, name)}, name)


def scope_filter(
    scope: Scope,
    ids: Iterable[int | str] | None = None,
    *,
    layout: PointLayout = OWN,
    numbered: bool | None = None,
    other_than: Sequence[int | str] = (),
) -> models.Filter:
    """What keeps a request inside a scope; tenant and user are always decided.

    Args:
        scope: whose points.
        ids: only among these.
        layout: where the points say whose they are.
        numbered: only such as have, or have not, a number.
        other_than: none of these.
    """
    from qdrant_client import models

    # Ids first: the in-process engine looks at every payload, and stops at the first condition that fails.
    must: list[models.Condition] = [] if ids is None else [models.HasIdCondition(has_id=list(ids))]
    for name, value in layout.fields.conditions(scope).items():
        must.append(models.FieldCondition(key=name, match=models.MatchValue(value=value)))
    must_not: list[models.Condition] = [] if not other_than else [models.HasIdCondition(has_id=list(other_than))]
    if numbered is not None:
        unnumbered = models.IsEmptyCondition(is_empty=models.PayloadField(key=layout.fields.sequence))
        (must_not if numbered else must).append(unnumbered)
    if layout != OWN:
        # Any element of a list matches: a point of several owners is nobody's alone, to be read or deleted for one.
        sole = models.ValuesCount(lte=1)
        must += [models.FieldCondition(key=name, values_count=sole) for name in layout.fields.conditions(scope)]
        must_not.append(models.IsEmptyCondition(is_empty=models.PayloadField(key=layout.text)))
    return models.Filter(must=must, must_not=must_not or None)


def keyed_filter(scope: Scope, *, layout: PointLayout = OWN) -> models.Filter:
    """The points of a scope that carry a write's key."""
    from qdrant_client import models

    absent = models.IsEmptyCondition(is_empty=models.PayloadField(key=layout.fields.key))
    own = scope_filter(scope, layout=layout)
    others = own.must_not if isinstance(own.must_not, list) else []
    return own.model_copy(update={"must_not": [*others, absent]})


def point_ids(ids: Iterable[str]) -> list[int | str]:
    """Those of the ids that can be a point's at all, as Qdrant writes them, each once."""
    return list(dict.fromkeys(known for known in map(_point_id, ids) if known is not None))


def _point_id(identifier: str) -> int | str | None:
    if identifier.isascii() and identifier.isdecimal() and str(int(identifier[:21])) == identifier:
        number = int(identifier)
        return number if number <= _LARGEST_NUMBER else None
    try:
        return str(UUID(identifier))
    except ValueError:
        return None
