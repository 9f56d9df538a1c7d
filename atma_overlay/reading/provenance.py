"""Where the rows of a packet come from: the host memories that carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.rows import Evidence
from atma_overlay.records import LinkState


def with_hosts(rows: Sequence[Evidence], ledger: LedgerReader) -> list[Evidence]:
    """The rows with the host memories that carry what they show, where they do not name them already."""
    ids = {i for r in rows for i in r.record_ids if not r.host_ids}
    held = {h.statement.id: h.statement.observation_id for h in ledger.held(ids)}
    links: dict[str, list[str]] = {}
    for link in ledger.links(observation_ids=set(held.values())):
        if link.state is LinkState.LIVE:
            links.setdefault(link.observation_id, []).append(link.host_id)
    return [r if r.host_ids else r.but(host_ids=_carriers(r, held, links)) for r in rows]


def _carriers(row: Evidence, held: Mapping[str, str], links: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    found = [host_id for i in row.record_ids if i in held for host_id in links.get(held[i], ())]
    return tuple(dict.fromkeys((*found, *row.again)))
