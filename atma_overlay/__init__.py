"""Memory that knows what is still true: an overlay on the memory that people already run."""

from __future__ import annotations

from atma_overlay.errors import (
    AtmaError,
    ConflictError,
    HostError,
    InvalidInputError,
    LedgerCorruptError,
    LedgerError,
    MissingExtraError,
    NotFoundError,
)
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.overlay import AsyncOverlay, Overlay
from atma_overlay.records import Kind, Origin, Status
from atma_overlay.scope import Scope
from atma_overlay.views import (
    EraseReceipt,
    Explanation,
    Label,
    Packet,
    Premise,
    PremiseVerdict,
    Proposal,
    Row,
    StateRecord,
    Timeline,
    TransitionRecord,
    Turn,
    View,
    WriteReceipt,
)

__all__ = [
    "AsyncOverlay",
    "AtmaError",
    "ConflictError",
    "EraseReceipt",
    "Explanation",
    "HostError",
    "InvalidInputError",
    "Kind",
    "Label",
    "LedgerCorruptError",
    "LedgerError",
    "Lexicon",
    "MissingExtraError",
    "NotFoundError",
    "Origin",
    "Overlay",
    "Packet",
    "Premise",
    "PremiseVerdict",
    "Proposal",
    "Row",
    "Scope",
    "StateRecord",
    "Status",
    "Timeline",
    "TransitionRecord",
    "Turn",
    "View",
    "WriteReceipt",
]
