"""The readout: a model reads a query against what the ledger has settled (CUPMem, section F.3; A-TMA's controller)."""

from atma_overlay.readout.schemas import Read, SaidNeed, SaidPremise, SaidRow

__all__ = ["Read", "SaidNeed", "SaidPremise", "SaidRow"]
