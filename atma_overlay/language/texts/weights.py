"""How far something that is said is meant."""

from __future__ import annotations

from enum import IntEnum


class Weight(IntEnum):
    """How far a frame takes what is said in it: as it is, as what may be so, or as nothing that is so."""

    MEANT = 0
    DOUBTED = 1
    UNMEANT = 2
