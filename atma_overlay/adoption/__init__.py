"""Hosts that were there before the overlay, changed around it, or are to be left again."""

from atma_overlay.adoption.backfill import BATCH, MAX_BATCH, Backfill, backfill_flow
from atma_overlay.adoption.detachment import detach_flow
from atma_overlay.adoption.hearing import Hearing
from atma_overlay.adoption.intake import Voice
from atma_overlay.adoption.reconciliation import Noticed, Reconciliation, reconcile_flow
from atma_overlay.adoption.reports import (
    BackfillReport,
    DetachReport,
    Difference,
    DifferenceKind,
    ReconcileReport,
    Unread,
)
from atma_overlay.adoption.taking import Progress

__all__ = [
    "BATCH",
    "MAX_BATCH",
    "Backfill",
    "BackfillReport",
    "DetachReport",
    "Difference",
    "DifferenceKind",
    "Hearing",
    "Noticed",
    "Progress",
    "ReconcileReport",
    "Reconciliation",
    "Unread",
    "Voice",
    "backfill_flow",
    "detach_flow",
    "reconcile_flow",
]
