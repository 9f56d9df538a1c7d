"""Taking the keys of writes out of Mem0's rows again.

Mem0 itself cannot: `update` embeds anew and adds to the history, and its vector store's `update` only adds fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atma_mem0.rows import KEY

__all__ = ["remove_keys"]


def remove_keys(store: Any, ids: Sequence[str]) -> list[str]:
    """Remove the field from the payloads of a Qdrant store; vectors and the other fields stay.

    Args:
        store: the instance's vector store.
        ids: the rows to clear.

    Returns:
        What is left: nothing, or that a store of another kind keeps the field.
    """
    client: Any = getattr(store, "client", None)
    collection = getattr(store, "collection_name", None)
    if not hasattr(client, "delete_payload") or collection is None:
        return [f"vector store: the field {KEY!r} stays in the metadata of {len(ids)} rows: remove it there"]
    client.delete_payload(collection, keys=[KEY], points=list(ids), wait=True)
    return []
