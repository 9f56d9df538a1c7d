"""Pages of a scope's points in the order of writing, as far as the points tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from atma_overlay.errors import InvalidInputError
from atma_overlay.scope import Scope
from atma_qdrant.layout import PointLayout
from atma_qdrant.points import number_of, point_ids, scope_filter

if TYPE_CHECKING:
    from qdrant_client import QdrantClient, models

__all__ = ["Pager"]

PointId = int | str

_BY_ID, _BY_NUMBER = "id", "number"
_PART = 500


@dataclass(frozen=True, slots=True)
class Pager:
    """Reads the points of a collection page by page.

    Points without a number, written by someone else, come first, in the order of their ids; then the numbered ones
    in the order of their numbers. A cursor is `id:POINT`, the next point, or `number:NUMBER:POINT,…`, the last
    number shown and the points shown of it.

    Attributes:
        client: where the collection lives.
        collection: its name.
        layout: where its points keep what.
        ordered: whether the collection can be read in the order of numbers, which a server does by an index only.
    """

    client: QdrantClient
    collection: str
    layout: PointLayout
    ordered: bool

    def page(self, scope: Scope, *, cursor: str | None, limit: int) -> tuple[Sequence[models.Record], str | None]:
        """At most `limit` points, and the cursor of the next page.

        Raises:
            InvalidInputError: the cursor did not come from here.
        """
        kind, _, place = (cursor or f"{_BY_ID}:").partition(":")
        if kind == _BY_ID:
            return self._by_id(scope, cursor=place, limit=limit)
        number, shown = _number(place) if kind == _BY_NUMBER else _refuse(cursor)
        return self._by_number(scope, number=number, shown=shown, limit=limit)

    def _by_id(self, scope: Scope, *, cursor: str, limit: int) -> tuple[Sequence[models.Record], str | None]:
        offset = point_ids([cursor])
        if cursor and not offset:
            _refuse(cursor)
        within = scope_filter(scope, layout=self.layout, numbered=False if self.ordered else None)
        points, following = self._scroll(within, offset=offset[0] if offset else None, limit=limit)
        if following is not None:
            return points, f"{_BY_ID}:{following}"
        if not self.ordered:
            return points, None
        if len(points) == limit:
            return points, f"{_BY_NUMBER}:0:"
        numbered, after = self._by_number(scope, number=0, shown=(), limit=limit - len(points))
        return [*points, *numbered], after

    def _by_number(
        self, scope: Scope, *, number: int, shown: Sequence[PointId], limit: int
    ) -> tuple[Sequence[models.Record], str | None]:
        from qdrant_client import models

        within = scope_filter(scope, layout=self.layout, numbered=True, other_than=shown)
        order = models.OrderBy(key=self.layout.fields.sequence, start_from=number)
        points, _ = self._scroll(within, order_by=order, limit=limit + 1)
        if len(points) <= limit:
            return points, None
        points = points[:limit]
        last = number_of(points[-1], self.layout) or 0
        of_last = [p.id for p in points if number_of(p, self.layout) == last]
        carried = [*shown, *of_last] if last == number else of_last
        return points, f"{_BY_NUMBER}:{last}:{','.join(map(str, carried))}"

    def everything(self, within: models.Filter) -> Iterator[list[models.Record]]:
        """All points that pass a filter, in parts."""
        offset: PointId | None = None
        while True:
            points, offset = self._scroll(within, offset=offset, limit=_PART)
            yield points
            if offset is None:
                return

    def _scroll(self, within: models.Filter, **options: Any) -> tuple[list[models.Record], PointId | None]:
        points, following = self.client.scroll(self.collection, scroll_filter=within, **options)
        return points, following  # type: ignore[return-value]  # the union also names a form of the gRPC transport


def _number(place: str) -> tuple[int, list[PointId]]:
    number, _, ids = place.partition(":")
    named = ids.split(",") if ids else []
    shown = point_ids(named)
    if not number.isdecimal() or len(shown) != len(named):
        _refuse(place)
    return int(number), shown


def _refuse(cursor: str | None) -> Any:
    raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
