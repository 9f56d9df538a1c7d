"""What the keys of all pairs of one slot share."""

from __future__ import annotations

import hashlib

from atma_overlay.kept import kept
from atma_overlay.records import Slot


@kept(4096)
def slot_key(slot: Slot) -> str:
    """The prefix that the keys of all pairs of a slot share."""
    return hashlib.sha256(f"{slot.subject}\x1f{slot.attribute}".encode()).hexdigest()[:16]
