"""What retention took out of default retrieval, and what is back since it was said again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Residence, Staging, StagingVersion


def last_said(held: Collection[Held]) -> dict[str, datetime]:
    """When each record among some statements was last said."""
    said: dict[str, datetime] = {}
    for h in held:
        key = h.standing.record_id
        said[key] = max(h.statement.observed_at, said.get(key, h.statement.observed_at))
    return said


def pruned(staging: Staging, *, said: datetime) -> bool:
    """Whether a record is out by retention: it was not said again since."""
    return staging.residence is Residence.PRUNED and said <= staging.seen_at


def retained(reader: LedgerReader) -> dict[str, StagingVersion]:
    """What retention last did with each record that it ever took out: that, or what brought the record back."""
    done: dict[str, StagingVersion] = {}
    for version in reader.staging_history():
        last = done.get(version.staging.record_id)
        was_out = last is not None and last.staging.residence is Residence.PRUNED
        if was_out or version.staging.residence is Residence.PRUNED:
            done[version.staging.record_id] = version
    return done
