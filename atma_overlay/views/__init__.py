"""What crosses the public boundary: frozen, typed, extra fields forbidden."""

from atma_overlay.views.packets import Label, Packet, Premise, PremiseVerdict, Readout, Row, Suppressed, View
from atma_overlay.views.receipts import EraseReceipt, Judging, PruneReceipt, RestoreReceipt, Turn, WriteReceipt
from atma_overlay.views.states import Explanation, Proposal, RejectedNote, StateRecord, Timeline, TransitionRecord

__all__ = [
    "EraseReceipt",
    "Explanation",
    "Judging",
    "Label",
    "Packet",
    "Premise",
    "PremiseVerdict",
    "Proposal",
    "PruneReceipt",
    "Readout",
    "RejectedNote",
    "RestoreReceipt",
    "Row",
    "StateRecord",
    "Suppressed",
    "Timeline",
    "TransitionRecord",
    "Turn",
    "View",
    "WriteReceipt",
]
