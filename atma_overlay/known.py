"""Whether a ledger knows a user at all: one it does not know is most often a slip of the pen."""

from __future__ import annotations

from atma_overlay.ports.ledger import Ledger
from atma_overlay.scope import Scope


def knows(scope: Scope, *planes: Ledger) -> bool:
    """Whether anything was ever stored of the user on one of the planes; what was erased since counts."""
    return any(plane.read(scope, lambda reader: reader.revision()) for plane in planes)
