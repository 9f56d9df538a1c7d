"""Whether stored vectors are of the length that an embedder makes."""

from __future__ import annotations

from collections.abc import Iterable, Sized

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.embedder import Embedder

__all__ = ["check_lengths"]


def check_lengths(vectors: Iterable[Sized], *, embedder: Embedder, place: str) -> None:
    """Refuse an embedder whose vectors would stand beside others: a store of two lengths can be searched no more.

    Raises:
        InvalidInputError: a stored vector is of another length.
    """
    for size in {len(vector) for vector in vectors} - {embedder.dimension}:
        problem = (
            f"{embedder.name!r} makes vectors of {embedder.dimension}, {place!r} holds vectors of {size}: "
            "open it in code with the embedder it was filled with"
        )
        raise InvalidInputError("embedder", problem)
