"""StageMem's lifecycle over the ledger: how deep a record is kept, never whether it is true."""

from atma_overlay.lifecycle.policy import Capacity, Dynamics, StageMem, Thresholds
from atma_overlay.lifecycle.salience import Candidate, EvidenceSalience, Salience

__all__ = ["Candidate", "Capacity", "Dynamics", "EvidenceSalience", "Salience", "StageMem", "Thresholds"]
