"""The id of a statement, by its contents."""

from __future__ import annotations

import hashlib

from atma_overlay.records import Statement


def content_id(statement: Statement) -> str:
    """The id of a statement says everything that the fold reads of it: resolved anew to the same, it is the same."""
    s = statement
    parts = (
        s.observation_id, s.slot.subject, s.slot.attribute, s.cardinality, s.act, s.value, s.norm, s.value_kind, s.unit,
        s.affirmed, s.span, s.valid_from.isoformat(), s.valid_to and s.valid_to.isoformat(), s.temporary, s.replaces,
        s.change, s.confidence, s.basis, s.origin, s.extractor, s.lineage,
    )  # fmt: skip
    return "rec_" + hashlib.sha256("\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()[:20]
