"""What retention took out when it was over, and what holds again since: an undo, a person's word or an erasure did it.

Retention lets nothing go that holds, is contested or unresolved (`retention`), so such a record is out no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Residence, Staging, Standing, Status

__all__ = ["reinstated"]


def reinstated(
    reader: LedgerReader, standings: Iterable[Standing], *, before: Mapping[str, Held], now: datetime
) -> tuple[Staging, ...]:
    """The restorings of pruned records that some new standings bring back into use.

    What was pruned while it held stays out: somebody asked for that.

    Args:
        reader: the ledger, which is asked only where something that was over is over no more.
        standings: new ones.
        before: how statements stood until now, by id.
        now: the instant of the write.
    """
    back = [
        s.record_id
        for s in standings
        if s.record_id == s.statement_id
        and _stays(s, now)
        and (was := before.get(s.statement_id)) is not None
        and was.is_record
        and not (_holds(was.standing, now) or was.standing.contested_with)
    ]
    stagings = (version.staging for version in reader.staged(back)) if back else ()
    return tuple(replace(s, residence=Residence.LEFT) for s in stagings if s.residence is Residence.PRUNED)


def _stays(standing: Standing, now: datetime) -> bool:
    return bool(standing.contested_with) or standing.status is Status.INVALIDATED or _holds(standing, now)


def _holds(standing: Standing, now: datetime) -> bool:
    return standing.status is Status.ACTIVE and (standing.valid_to is None or standing.valid_to > now)
