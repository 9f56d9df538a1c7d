"""What a message tells to have changed, where it is answered before it is learnt."""

from __future__ import annotations

from collections.abc import Mapping

from atma_overlay.language.candidates import RETIRE, Candidate
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.records import STATING, Cardinality, Change, Slot
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.views import Label, Packet, Row, View
from atma_overlay.writing.observing import speaker_subject
from atma_overlay.writing.writer import Writer

__all__ = ["without_overtaken"]


def without_overtaken(packet: Packet, *, asker: str | None, writer: Writer) -> Packet:
    """What holds now, without the rows that the query itself tells to be over.

    *I moved to Leeds. Which gym is near me?*: where somebody lived until then is no answer. Only what would retire them
    once it is learnt counts: a change of a slot with one value, told plainly and of no earlier time. The query says
    what took their place. One that only asks is not read.
    """
    rows = [row for row in packet.rows if row.label is Label.CURRENT]
    if packet.view is not View.CURRENT or not rows or all(sentence.asks for sentence in sentences(packet.query)):
        return packet
    told = _changed(packet.query, asker, writer)
    over = {row.packet for row in rows if _is_overtaken(row, told)}
    if not over:
        return packet
    suppressed = packet.suppressed.model_copy(update={"superseded": packet.suppressed.superseded + len(over)})
    kept = tuple(row for row in packet.rows if row.packet not in over)
    return packet.model_copy(update={"rows": kept, "suppressed": suppressed})


def _changed(text: str, asker: str | None, writer: Writer) -> Mapping[Slot, Candidate]:
    at = writer.clock()
    found = writer.extractor.extract(text, speaker=speaker_subject(asker), at=at)
    return {Slot(c.subject, c.attribute): c for c in found.candidates if _is_change(c) and c.valid_from <= at}


def _is_change(told: Candidate) -> bool:
    plain = told.change is not Change.NONE and told.confidence >= RETIRE and told.act in STATING
    lasts = not told.temporary and told.valid_to is None
    return plain and lasts and told.affirmed and told.cardinality is Cardinality.SINGLE


def _is_overtaken(row: Row, told: Mapping[Slot, Candidate]) -> bool:
    new = told.get(Slot(row.subject, row.attribute))
    if new is None or (row.valid_from is not None and new.valid_from < row.valid_from):
        return False
    return not same_value(new.norm, normalise(row.value))
