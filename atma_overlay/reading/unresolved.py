"""Unresolved: a slot whose value is no longer safe, why, and what it last was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.rows import Evidence, row_of
from atma_overlay.records import Act, Held, Statement
from atma_overlay.values.sameness import one_form
from atma_overlay.views import Label

UNKNOWN = "no longer safe; the present value is not known"
Lookup = Callable[[Sequence[str]], list[Statement]]
"""Statements by id, as far as they are left."""
Doubts = Mapping[str, Statement]
"""What made values of a slot unsafe, the latest of each value, by `one_form`."""


def lookup(reader: LedgerReader) -> Lookup:
    """Statements of a ledger by id; each is asked for once, also where it is not there."""
    known: dict[str, Statement | None] = {}

    def looked_up(ids: Sequence[str]) -> list[Statement]:
        if unasked := [i for i in dict.fromkeys(ids) if i not in known]:
            known.update(dict.fromkeys(unasked))
            known.update((h.statement.id, h.statement) for h in reader.held(unasked))
        return [statement for i in ids if (statement := known[i]) is not None]

    return looked_up


def doubts_of(members: Iterable[Held]) -> Doubts:
    """What made values of a slot unsafe, among all its statements."""
    found: dict[str, Statement] = {}
    for s in (h.statement for h in members if h.statement.act is Act.DOUBT and h.statement.follows):
        known = found.get(value := one_form(s.norm))
        if known is None or s.order > known.order:
            found[value] = s
    return found


def unresolved_rows(held: Held, doubts: Doubts, score: float, *, statements: Lookup) -> list[Evidence]:
    """A row that says that the slot is unknown now and why, and its last known value as history."""
    note = why_unknown(held, doubts, statements=statements)
    unknown = row_of(held, Label.UNRESOLVED, score, note=note).but(value="")
    return [unknown, row_of(held, Label.HISTORICAL, score, note="the last value that was known")]


def why_unknown(held: Held, doubts: Doubts, *, statements: Lookup) -> str:
    """What made the value unsafe: the change of another slot and the rule that ties them, else only that it is."""
    doubt = doubts.get(one_form(held.statement.norm))
    if doubt is None:
        return UNKNOWN
    sides = {s.id: s for s in statements(doubt.lineage)}
    told = [sides[i] for i in doubt.lineage if i in sides]
    if not told:
        return UNKNOWN
    became = f"{told[0].value} → {told[1].value}" if len(told) > 1 else f"{told[0].value} is over"
    slot = told[0].slot
    return f"{UNKNOWN}: it depends on {slot.subject} / {slot.attribute.replace('_', ' ')}, and that changed ({became})"
