"""The seams of the overlay: Protocols that adapters implement and the flows call."""

from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.host import Host, HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.ledger import Judged, Ledger, LedgerReader

__all__ = [
    "Embedder",
    "Host",
    "HostCapabilities",
    "HostItem",
    "HostMemory",
    "HostPage",
    "HostSearch",
    "Judged",
    "Ledger",
    "LedgerReader",
]
