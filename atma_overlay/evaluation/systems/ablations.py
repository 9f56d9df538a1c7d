"""The overlay, and the overlay with one part taken away (the ablations that A-TMA's reviewers would ask for)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from atma_overlay.evaluation.episodes import Probe
from atma_overlay.evaluation.matching import is_retired
from atma_overlay.evaluation.shown import chain_of
from atma_overlay.evaluation.systems.moment import Moment
from atma_overlay.views import Label, Packet, Row, StateRecord, View

_OVER_FETCH = 3


def full(moment: Moment, probe: Probe) -> Packet:
    """The overlay's packet over the system's reading of the ledger."""
    return moment.recall(probe.query)


def labels_only(moment: Moment, probe: Probe) -> Packet:
    """The host's own rows in its own order, labelled: no row is dropped, added or moved."""
    return moment.recall(probe.query, view=View.NEUTRAL)


def no_labels(moment: Moment, probe: Probe) -> Packet:
    """The overlay's rows as bare texts: selection without labels."""
    packet = moment.recall(probe.query)
    bare = {"rows": tuple(_bare(row) for row in packet.rows), "premises": (), "instructions": ()}
    return packet.model_copy(update=bare)


def _bare(row: Row) -> Row:
    text = row.text or row.value
    return row.model_copy(update={"label": Label.UNTRACKED, "text": text, "value": text, "note": ""})


def no_packet(moment: Moment, probe: Probe) -> Packet:
    """The overlay's records each by itself, the first k of them: a pair of old and new may lose a half."""
    packet = moment.recall(probe.query, limit=moment.k * _OVER_FETCH)
    records = {r.id: r for r in moment.bank.timeline.records} if moment.bank else {}
    singles = [single for row in packet.rows for single in _singles(row, records)]
    return packet.model_copy(update={"rows": tuple(singles[: moment.k])})


def _singles(row: Row, records: Mapping[str, StateRecord]) -> Iterator[Row]:
    if row.label is not Label.TRANSITION:
        yield row
        return
    for value, name in chain_of(row):
        record = records.get(name or "")
        label = Label.HISTORICAL if record is None or is_retired(record) else Label.CURRENT
        ids = (name,) if name else ()
        yield row.model_copy(update={"label": label, "value": value, "record_ids": ids, "note": ""})
