"""Traces and metrics: every name, the spans of flows and calls, and what their results tell.

`names` holds every string that reaches OpenTelemetry. The drivers open the spans; stages and calls report here, in
`flow`, what their results tell (`facts`). Texts stay out unless `content` says otherwise.
"""

from atma_overlay.telemetry.handle import Telemetry, mark
from atma_overlay.telemetry.names import (
    AUDIT,
    BACKFILL,
    CORRECT,
    DETACH,
    ERASE,
    FLUSH,
    FORGET,
    PROMOTE,
    PRUNE,
    READ_ROOT,
    RECONCILE,
    REJUDGE,
    RESTORE,
    REVIEW,
    RULE,
    STAGES,
    TIMELINE,
    WHY,
    WRITE_ROOT,
    Operation,
)

__all__ = [
    "AUDIT",
    "BACKFILL",
    "CORRECT",
    "DETACH",
    "ERASE",
    "FLUSH",
    "FORGET",
    "PROMOTE",
    "PRUNE",
    "READ_ROOT",
    "RECONCILE",
    "REJUDGE",
    "RESTORE",
    "REVIEW",
    "RULE",
    "STAGES",
    "TIMELINE",
    "WHY",
    "WRITE_ROOT",
    "Operation",
    "Telemetry",
    "mark",
]
