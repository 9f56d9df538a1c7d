"""Glyphs and colours of labels, statuses and verdicts."""

from __future__ import annotations

from atma_overlay.records import Status
from atma_overlay.views import Label, PremiseVerdict, StateRecord

_LABELS = {
    Label.CURRENT: ("●", "green"),
    Label.HISTORICAL: ("○", "dim"),
    Label.TRANSITION: ("→", "cyan"),
    Label.CONTESTED: ("≠", "yellow"),
    Label.UNRESOLVED: ("?", "magenta"),
    Label.UNTRACKED: ("·", "dim italic"),
}
_STATUSES = {
    Status.ACTIVE: ("●", "green"),
    Status.SUPERSEDED: ("○", "dim"),
    Status.ENDED: ("■", "dim"),
    Status.INVALIDATED: ("?", "magenta"),
    Status.CORRECTED: ("✗", "red"),
    Status.RETRACTED: ("⊘", "red"),
}
_VERDICTS = {
    PremiseVerdict.SUPPORTED: ("✓", "green"),
    PremiseVerdict.OUTDATED: ("✗", "red"),
    PremiseVerdict.UNRESOLVED: ("?", "magenta"),
}


def label_mark(label: Label) -> tuple[str, str]:
    """The words for a label, and their colour."""
    glyph, colour = _LABELS[label]
    return f"{glyph} {label}", colour


def verdict_mark(verdict: PremiseVerdict) -> tuple[str, str]:
    """The words for a premise's verdict, and their colour."""
    glyph, colour = _VERDICTS[verdict]
    return f"{glyph} {verdict}", colour


def record_mark(record: StateRecord) -> tuple[str, str]:
    """The words for what became of a record, and their colour."""
    if record.contested_with:
        return "≠ contested", "yellow"
    glyph, colour = _STATUSES[record.status]
    if record.temporary and record.status is Status.ACTIVE:
        return f"{glyph} for a time", "blue"
    return f"{glyph} {record.status}", colour
