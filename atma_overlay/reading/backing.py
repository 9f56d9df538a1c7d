"""Who stands behind what the ledger has against a value.

A query is the user's own word. What only tools, documents or agents have said since does not make it outdated, as it
would retire nothing that the user has said (law 9); it leaves it unresolved.
"""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.records import STATING, Cardinality, Held, Origin, Statement
from atma_overlay.state.folds.spells import is_about
from atma_overlay.values.sameness import same_value

__all__ = ["OVERRULED", "overrules"]

OVERRULED = "changed by the word of a less trusted source alone"
"""Why a value that was retired is unresolved for who says it."""


def overrules(held: Held, slot: Iterable[Held], *, whose: Origin, elsewhere: Iterable[Held] = ()) -> bool:
    """Whether somebody of at least this origin stands behind the retirement of a record.

    Args:
        held: the record, retired.
        slot: all statements of its slot.
        whose: the origin of who takes its value for granted.
        elsewhere: what stands in its place in another slot.
    """
    if held.statement.origin.trust >= whose.trust or any(h.statement.origin.trust >= whose.trust for h in elsewhere):
        return True
    trusted = [h for h in slot if h.statement.origin.trust >= whose.trust]
    # What was said by such a one itself, nobody lower can have retired.
    own = any(h.standing.record_id == held.standing.record_id for h in trusted)
    return own or any(_speaks_against(h.statement, held.statement) for h in trusted)


def _speaks_against(later: Statement, value: Statement) -> bool:
    if later.observed_at < value.observed_at:
        return False
    if later.act not in STATING:
        return not later.norm or is_about(value, later)
    if later.replaces and same_value(later.replaces, value.norm):
        return True
    return later.cardinality is value.cardinality is Cardinality.SINGLE and not later.bounded
