"""The reader without a model: the packet's top row of the asked view, word for word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.evaluation.answers.answer import Answer, Verdict
from atma_overlay.evaluation.episodes import AskedView
from atma_overlay.evaluation.shown import in_time
from atma_overlay.views import Label, Packet, Row

_ARROW = "→"
_UNSURE = frozenset({Label.CONTESTED, Label.UNRESOLVED})
_OF_NOW = frozenset({Label.CURRENT, *_UNSURE})
_OF_THEN = (Label.HISTORICAL, Label.TRANSITION, Label.CURRENT)


class ExtractiveReader:
    """Says what the packet shows first, and nothing of its own.

    An outdated premise is blocked. For the current view the first row labelled current answers, with the other
    current rows of its slot; for the neutral view the first row that is not past. A contested or unresolved row in
    that place is uncertain. For the historical view the first past row answers, for the change view the chain. Where
    the ledger has nothing, the first row of the host answers by its text; where there is no such row, nothing is known.
    """

    name = "extractive"

    def read(self, packet: Packet, *, view: AskedView, now: datetime) -> Answer:
        """The answer to the packet's query."""
        if packet.blocked:
            values = tuple(dict.fromkeys(value for premise in packet.blocked for value in premise.current))
            past = tuple(premise.text for premise in packet.blocked)
            return Answer(", ".join(values), Verdict.BLOCKED, values, past)
        if view in ("current", "neutral"):
            return _of_now(packet.rows, in_order=view == "neutral")
        return _of_changes(packet.rows) if view == "change" else _of_then(packet.rows)


def _of_now(rows: Sequence[Row], *, in_order: bool) -> Answer:
    known = [row for row in rows if row.label in _OF_NOW or (in_order and row.label is Label.UNTRACKED)]
    if not known or known[0].label is Label.UNTRACKED:
        return _of_host(rows)
    first = known[0]
    if first.label in _UNSURE:
        return Answer("", Verdict.UNCERTAIN, past=(first.value,) if first.label is Label.UNRESOLVED else ())
    alike = [row for row in known if row.label is Label.CURRENT and _slot(row) == _slot(first)]
    return _values([row.value for row in alike] if any(_slot(first)) else [first.value])


def _of_then(rows: Sequence[Row]) -> Answer:
    for label in _OF_THEN:
        for row in rows:
            if row.label is label:
                return _values(_chain(row)[:-1] or _chain(row) if label is Label.TRANSITION else [row.value])
    return _of_host(rows)


def _of_changes(rows: Sequence[Row]) -> Answer:
    chain = next((row for row in rows if row.label is Label.TRANSITION), None)
    if chain is not None:
        return _values(_chain(chain))
    told = [row for row in rows if row.label in (Label.CURRENT, Label.HISTORICAL)]
    if not told:
        return _of_host(rows)
    return _values([row.value for row in in_time(row for row in told if _slot(row) == _slot(told[0]))])


def _of_host(rows: Sequence[Row]) -> Answer:
    first = next((row for row in rows if row.label is Label.UNTRACKED), None)
    if first is not None:
        return Answer(first.value or first.text, Verdict.ANSWER)
    return Answer("", Verdict.UNCERTAIN if any(row.label in _UNSURE for row in rows) else Verdict.ABSENT)


def _values(values: Sequence[str]) -> Answer:
    distinct = tuple(value for place, value in enumerate(values) if place == 0 or values[place - 1] != value)
    return Answer(", ".join(distinct), Verdict.ANSWER, distinct)


def _chain(row: Row) -> list[str]:
    return [part.strip() for part in row.value.split(_ARROW)]


def _slot(row: Row) -> tuple[str, str]:
    return (row.subject, row.attribute)
