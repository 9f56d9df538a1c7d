"""The audit: what the overlay would retire, propose and block in a store that people already run; nothing changes."""

from atma_overlay.audit.findings import Contest, Finding, Side
from atma_overlay.audit.inquiry import HostRow, Inquiry
from atma_overlay.audit.report import AuditReport, Unread
from atma_overlay.audit.run import audit

__all__ = ["AuditReport", "Contest", "Finding", "HostRow", "Inquiry", "Side", "Unread", "audit"]
