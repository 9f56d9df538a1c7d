"""What the rows of a packet show: values with what the row's label says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from atma_overlay.evaluation.matching import carries, mentions
from atma_overlay.evaluation.wording import Phrase, phrase
from atma_overlay.ports.host import HostSearch
from atma_overlay.views import Label, Packet, Row, StateRecord, View

_ARROW = "→"
_PAST = frozenset({Label.HISTORICAL, Label.UNRESOLVED})
"""What these labels are on does not hold now: it held once, or it is no longer safe."""
_UNDATED = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Shown:
    """One value that a row shows.

    A row about a record shows its value. A transition row shows a chain: all of it is past but the end, which
    it gives as what holds after. A row that no record stands behind shows its whole text.

    Attributes:
        text: the value, or the whole text.
        label: the row's.
        past: whether the label says that it does not hold now.
        tracked: whether a record stands behind it.
        source: the words that it stands on: a record's evidence, or the text of the row.
        record: the record's id, where it is known.
    """

    text: Phrase
    label: Label
    past: bool
    tracked: bool
    source: str = ""
    record: str | None = None

    def gives(self, forms: Iterable[str], *, besides: Sequence[str] = ()) -> bool:
        """Whether the value is one of the forms; in an untracked text it only has to stand."""
        others = [phrase(form) for form in besides]
        finds = carries if self.tracked else mentions
        return any(finds(self.text, phrase(form), besides=others) for form in forms)

    def exposes(self, stale: Iterable[str], *, besides: Sequence[str] = ()) -> bool:
        """Whether a stale string stands in the value, undenied; the length of the value is no excuse."""
        others = [phrase(form) for form in besides]
        wanted = [phrase(form) for form in stale]
        return any(
            mentions(self.text, form, besides=others)
            for form in wanted
            if not self.tracked or self.text.negated == form.negated
        )


def shown(row: Row, records: Mapping[str, StateRecord]) -> tuple[Shown, ...]:
    """What a row shows.

    Args:
        row: of a packet.
        records: by id, for the polarity of what the row names.
    """
    if row.label is Label.UNTRACKED:
        text = row.value or row.text
        return (Shown(phrase(text), row.label, past=False, tracked=False, source=text),)
    behind = [records.get(name) for name in row.record_ids]
    if row.label is not Label.TRANSITION:
        affirmed = not (len(behind) == 1 and behind[0] is not None and not behind[0].affirmed)
        value = phrase(row.value, affirmed=affirmed)
        first = row.record_ids[0] if row.record_ids else None
        return (Shown(value, row.label, past=row.label in _PAST, tracked=True, source=row.text, record=first),)
    chain = [(part, records.get(name or "")) for part, name in chain_of(row)]
    return tuple(
        Shown(
            phrase(part, affirmed=record is None or record.affirmed),
            row.label,
            past=place < len(chain) - 1 or len(chain) == 1,
            tracked=True,
            source=record.evidence if record else "",
            record=record.id if record else None,
        )
        for place, (part, record) in enumerate(chain)
    )


def quoted(row: Row) -> Shown:
    """The evidence that a row quotes: a reader sees it, so it may answer, though the label is not on it."""
    return Shown(phrase(row.text), row.label, past=row.label in _PAST, tracked=False, source=row.text)


def chain_of(row: Row) -> list[tuple[str, str | None]]:
    """The values of a transition row in their order, each with the id of its record where the row names one each."""
    parts = [part.strip() for part in row.value.split(_ARROW)]
    ids: Sequence[str | None] = row.record_ids if len(row.record_ids) == len(parts) else [None] * len(parts)
    return list(zip(parts, ids, strict=True))


def in_time(rows: Iterable[Row]) -> list[Row]:
    """The rows by the time their value begins, else by when it was said; rows without a date last."""
    return sorted(rows, key=lambda row: row.valid_from or row.observed_at or _UNDATED)


def host_packet(query: str, found: HostSearch) -> Packet:
    """A bare host's answer as a packet: its rows in its order, none of them labelled."""
    rows = tuple(
        Row(
            label=Label.UNTRACKED,
            text=memory.text,
            value=memory.text,
            observed_at=memory.created_at,
            host_ids=(memory.id,),
            score=memory.score or 0.0,
            packet=place,
        )
        for place, memory in enumerate(found.memories)
    )
    return Packet(query=query, view=View.NEUTRAL, as_of=None, known_at=None, rows=rows)
