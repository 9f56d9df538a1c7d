"""What a lifecycle means for a recall: what is archived stays out, and what was shown as current is touched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.lifecycle.touches import TouchQueue
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.selection import Selection
from atma_overlay.records import Held, Residence
from atma_overlay.scope import Scope
from atma_overlay.state.pruned import last_said, pruned
from atma_overlay.views import Label, Packet, View

DEFAULT = (View.CURRENT, View.NEUTRAL)
"""The views that leave out what is archived; the others ask for history."""


def archived_of(
    ledger: LedgerReader, held: Sequence[Held], scope: Scope, *, view: View, known_at: datetime | None, lifecycle: bool
) -> frozenset[str]:
    """The archived records of some slots, as it was known; without a lifecycle what retention archived.

    Stages are the user's: a scope that is narrowed to an agent or a session sees all that was said there, so that
    what is said elsewhere never changes what it reads (law 8).
    """
    if view not in DEFAULT or _narrow(scope):
        return frozenset()
    records = {h.statement.id for h in held if h.is_record}
    kept = [version.staging for version in ledger.staged(records, known_at=known_at)] if records else []
    said = last_said(held) if any(staging.residence is Residence.PRUNED for staging in kept) else {}
    return frozenset(
        s.record_id
        for s in kept
        if (lifecycle and s.residence is Residence.ARCHIVED) or (said and pruned(s, said=said[s.record_id]))
    )


def unarchived(ranked: Sequence[Ranked], gathered: Gathered) -> Sequence[Ranked]:
    """The records that may be shown."""
    if not gathered.archived:
        return ranked
    return [r for r in ranked if r.held.statement.id not in gathered.archived]


def leave_out(selection: Selection, ranked: Sequence[Ranked], gathered: Gathered) -> None:
    """Take archived records out of packets that led to them, and count those that the query asked for.

    Rows that come from the host stay as the view has them (law 11), and are not left out.
    """
    left = (
        [row for row in group if row.host_ids or not gathered.archived.intersection(row.record_ids)]
        for group in selection.groups
    )
    selection.groups = [group for group in left if group]
    shown = {i for group in selection.groups for row in group for i in row.record_ids}
    asked = (r.held.statement.id for r in ranked if r.strong)
    selection.archived = (selection.archived | gathered.archived.intersection(asked)) - shown


def note_recall(touches: TouchQueue, packet: Packet, scope: Scope) -> None:
    """Queue what was shown as current; what is read of the past, or in a narrower scope, reinforces nothing."""
    if _narrow(scope) or packet.known_at is not None:
        return
    shown = (i for row in (*packet.instructions, *packet.rows) if row.label is Label.CURRENT for i in row.record_ids)
    touches.note(scope.partition, shown)


def _narrow(scope: Scope) -> bool:
    return scope.agent is not None or scope.session is not None
