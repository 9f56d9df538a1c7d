"""Where the rows of a packet come from: the writes behind them, and the host memories that carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atma_overlay.effects import Source
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.rows import Evidence
from atma_overlay.records import LinkState


def sources_of(ledger: LedgerReader, record_ids: Sequence[str]) -> list[Source]:
    """The writes behind some records, in their order: what stated them, and what caused their transitions."""
    ids = dict.fromkeys(record_ids)
    stated = {h.statement.id: h.statement.observation_id for h in ledger.held(ids)}
    records: dict[str, list[str]] = {stated[i]: [] for i in ids if i in stated}
    for i in ids:
        if i in stated:
            records[stated[i]].append(i)
    caused: dict[str, list[str]] = {}
    for judged in ledger.transitions(ids):
        caused.setdefault(judged.transition.cause, []).append(judged.transition.id)
    said = {o.id: o for o in ledger.observations({*records, *caused})}
    found = (said[i] for i in dict.fromkeys((*records, *caused)) if i in said)
    return [
        Source(o.trace_id, o.span_id, o.id, tuple(records.get(o.id, ())), tuple(caused.get(o.id, ())))
        for o in found
        if o.trace_id is not None and o.span_id is not None
    ]


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
    found = (host_id for i in row.record_ids if i in held for host_id in links.get(held[i], ()))
    return tuple(dict.fromkeys(found))
