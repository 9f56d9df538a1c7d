"""The collection that memories are kept in: made when missing, refused when its vectors do not compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.embedder import Embedder
from atma_qdrant.layout import OWN, PointLayout

if TYPE_CHECKING:
    from qdrant_client import QdrantClient, models

__all__ = ["check_foreign", "closer_is_less", "in_order", "prepare"]

_EMBEDDER = "atma_embedder"
"""The key of the embedder's name in the collection's metadata."""


def prepare(client: QdrantClient, collection: str, *, embedder: Embedder, indexed: bool) -> None:
    """Make the collection ready for the embedder's vectors.

    Args:
        client: where the collection lives.
        collection: its name.
        embedder: whose vectors it holds; the name is kept in the collection's metadata.
        indexed: whether to index the payload's scope and order, which a server needs and the in-process engine
            cannot.

    Raises:
        InvalidInputError: the collection holds vectors of another embedder or shape.
    """
    if not client.collection_exists(collection):
        _create(client, collection, embedder)
    info = client.get_collection(collection)
    _check_embedder(client, collection, info=info, embedder=embedder)
    _check_shape(collection, info, embedder)
    if indexed:
        _index(client, collection, info)


def check_foreign(client: QdrantClient, collection: str, *, embedder: Embedder, layout: PointLayout) -> None:
    """See that the embedder's vectors compare with those of a collection that someone else made.

    Raises:
        InvalidInputError: there is no vector of that name, or it has another length.
    """
    shape = _shape(client.get_collection(collection), layout)
    if shape is None:
        problem = f"{collection!r} has no vector {layout.vector!r}: name the one to search, None for an unnamed one"
        raise InvalidInputError("layout.vector", problem)
    _check_length(collection, shape.size, embedder)


def closer_is_less(client: QdrantClient, collection: str, *, layout: PointLayout) -> bool:
    """Whether the collection's score is a distance, less for the nearer."""
    from qdrant_client import models

    shape = _shape(client.get_collection(collection), layout)
    return shape is not None and shape.distance in {models.Distance.EUCLID, models.Distance.MANHATTAN}


def in_order(client: QdrantClient, collection: str, *, layout: PointLayout) -> bool:
    """Whether a server's collection has the index that reading in the order of numbers needs."""
    return layout.fields.sequence in client.get_collection(collection).payload_schema


def _shape(info: models.CollectionInfo, layout: PointLayout) -> models.VectorParams | None:
    vectors = info.config.params.vectors
    if isinstance(vectors, dict):
        return vectors.get(layout.vector) if layout.vector is not None else None
    return vectors if layout.vector is None else None


def _create(client: QdrantClient, collection: str, embedder: Embedder) -> None:
    from qdrant_client import models

    shape = models.VectorParams(size=embedder.dimension, distance=models.Distance.COSINE)
    try:
        client.create_collection(collection, vectors_config=shape, metadata={_EMBEDDER: embedder.name})
    except Exception:
        if not client.collection_exists(collection):  # it does when another process was faster
            raise


def _check_embedder(client: QdrantClient, collection: str, *, info: models.CollectionInfo, embedder: Embedder) -> None:
    mark = _mark(info)
    if mark is None and not info.points_count:
        client.update_collection(collection, metadata={_EMBEDDER: embedder.name})
        mark = _mark(client.get_collection(collection))
        if mark is None:
            raise InvalidInputError("url", "the server keeps no collection metadata: run Qdrant 1.16 or newer")
    if mark is None:
        raise InvalidInputError("collection", _unmarked(client, collection, embedder))
    if mark != embedder.name:
        problem = (
            f"{embedder.name!r} is not the {mark!r} that collection {collection!r} was filled with: "
            "pass that embedder or name another collection"
        )
        raise InvalidInputError("embedder", problem)


def _unmarked(client: QdrantClient, collection: str, embedder: Embedder) -> str:
    """What to do about a filled collection without a mark: of this host's own it was cleared, when somebody left."""
    found, _ = client.scroll(collection, limit=1, with_payload=True)
    own = {OWN.text, OWN.fields.sequence, *OWN.fields.scope_fields[:2]}
    if not all(own <= set(point.payload or ()) for point in found):
        return f"{collection!r} holds points that are not this host's: name another collection"
    mark = f"client.update_collection({collection!r}, metadata={{{_EMBEDDER!r}: {embedder.name!r}}})"
    return (
        f"{collection!r} holds this host's points without the name of their embedder, which is cleared when one leaves:"
        f" where {embedder.name!r} made their vectors, set it again, {mark}; else name another collection"
    )


def _mark(info: models.CollectionInfo) -> str | None:
    mark: str | None = (info.config.metadata or {}).get(_EMBEDDER)
    return mark


def _check_shape(collection: str, info: models.CollectionInfo, embedder: Embedder) -> None:
    from qdrant_client import models

    shape = info.config.params.vectors
    if not isinstance(shape, models.VectorParams) or shape.distance is not models.Distance.COSINE:
        problem = f"{collection!r} does not hold one cosine vector a point: name another collection"
        raise InvalidInputError("collection", problem)
    _check_length(collection, shape.size, embedder)


def _check_length(collection: str, size: int, embedder: Embedder) -> None:
    if size != embedder.dimension:
        problem = (
            f"{embedder.name!r} makes vectors of {embedder.dimension}, collection {collection!r} holds "
            f"vectors of {size}: pass the embedder it was filled with or name another collection"
        )
        raise InvalidInputError("embedder", problem)


def _index(client: QdrantClient, collection: str, info: models.CollectionInfo) -> None:
    from qdrant_client import models

    fields = OWN.fields
    for field in fields.scope_fields:
        if field not in info.payload_schema:
            schema = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=field == fields.tenant)
            client.create_payload_index(collection, field, field_schema=schema)
    if fields.sequence not in info.payload_schema:
        order = models.IntegerIndexParams(type=models.IntegerIndexType.INTEGER, lookup=False, range=True)
        client.create_payload_index(collection, fields.sequence, field_schema=order)
