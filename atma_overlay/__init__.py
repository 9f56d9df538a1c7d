"""Memory that knows what is still true: an overlay on the memory that people already run."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atma_overlay.async_overlay import AsyncOverlay
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
    from atma_overlay.kept import forget_texts
    from atma_overlay.language.vocabulary.lexicon import Lexicon
    from atma_overlay.overlay import Overlay
    from atma_overlay.records import Kind, Origin, Status
    from atma_overlay.release import __version__
    from atma_overlay.scope import Scope
    from atma_overlay.views import (
        EraseReceipt,
        Explanation,
        Label,
        Packet,
        Premise,
        PremiseVerdict,
        Proposal,
        PruneReceipt,
        RestoreReceipt,
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
    "PruneReceipt",
    "RestoreReceipt",
    "Row",
    "Scope",
    "StateRecord",
    "Status",
    "Timeline",
    "TransitionRecord",
    "Turn",
    "View",
    "WriteReceipt",
    "__version__",
    "forget_texts",
]

_HOMES = {
    "AtmaError": "atma_overlay.errors",
    "ConflictError": "atma_overlay.errors",
    "HostError": "atma_overlay.errors",
    "InvalidInputError": "atma_overlay.errors",
    "LedgerCorruptError": "atma_overlay.errors",
    "LedgerError": "atma_overlay.errors",
    "MissingExtraError": "atma_overlay.errors",
    "NotFoundError": "atma_overlay.errors",
    "Lexicon": "atma_overlay.language.vocabulary.lexicon",
    "AsyncOverlay": "atma_overlay.async_overlay",
    "Overlay": "atma_overlay.overlay",
    "Kind": "atma_overlay.records",
    "Origin": "atma_overlay.records",
    "Status": "atma_overlay.records",
    "__version__": "atma_overlay.release",
    "Scope": "atma_overlay.scope",
    "EraseReceipt": "atma_overlay.views",
    "Explanation": "atma_overlay.views",
    "Label": "atma_overlay.views",
    "Packet": "atma_overlay.views",
    "Premise": "atma_overlay.views",
    "PremiseVerdict": "atma_overlay.views",
    "Proposal": "atma_overlay.views",
    "PruneReceipt": "atma_overlay.views",
    "RestoreReceipt": "atma_overlay.views",
    "Row": "atma_overlay.views",
    "StateRecord": "atma_overlay.views",
    "Timeline": "atma_overlay.views",
    "TransitionRecord": "atma_overlay.views",
    "Turn": "atma_overlay.views",
    "View": "atma_overlay.views",
    "WriteReceipt": "atma_overlay.views",
    "forget_texts": "atma_overlay.kept",
}


def __getattr__(name: str) -> object:
    """Load what is asked for, so that the command line starts fast."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
