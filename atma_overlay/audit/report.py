"""The report of an audit."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from atma_overlay.audit.corpus import Order, Unread
from atma_overlay.audit.findings import Contest, Finding
from atma_overlay.audit.inquiry import Inquiry
from atma_overlay.scope import Scope

__all__ = ["AuditReport", "Unread"]


class AuditReport(BaseModel):
    """What the overlay would do to a store; nothing of it was done."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str
    """The host's name."""
    scope: Scope
    audited_at: datetime
    version: str
    memories: int
    """Memories that the host holds in this scope."""
    read: int
    """Those that were read; the others are in `unread`."""
    order: Order
    """What says which memory came first: dates, or the host's pages where no memory has a date."""
    notes: tuple[str, ...]
    """What a reader has to know about how the store was read."""
    records: int
    """Facts that the overlay would track."""
    retired: tuple[Finding, ...]
    """Transitions that would be applied."""
    proposed: tuple[Finding, ...]
    """Transitions that a person would be asked about."""
    contested: tuple[Contest, ...]
    by_kind: dict[str, int]
    """Applied transitions by kind."""
    contingencies: tuple[str, ...]
    """Stated dependencies between facts, verbatim."""
    inquiries: tuple[Inquiry, ...]
    unread: tuple[Unread, ...]
