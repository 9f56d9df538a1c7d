"""What the ledger adds to a changeset before it is applied: its revision and its instant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from atma_overlay.altering import altered
from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, InvalidInputError
from atma_overlay.records import UNRECORDED, Version

Clock = Callable[[], datetime]

BEFORE_ALL = datetime.min.replace(tzinfo=UTC)
_LAST = datetime.max.replace(tzinfo=UTC)
_NEXT = timedelta(microseconds=1)


def utc_now() -> datetime:
    """The machine's clock."""
    return datetime.now(UTC)


def next_revision(last: int, changes: Changeset) -> int:
    """The revision that a changeset makes: one more than the last, and never below the history it carries."""
    if not changes.versions:
        return last + 1
    carried = (
        *(version.revision for version in changes.versions),
        *(statement.sequence for statement in changes.statements),
        *(decision.revision for decision in changes.decisions),
        *(verdict.revision for verdict in changes.verdicts),
        *(version.revision for version in changes.staged),
        *(touch.revision for touch in changes.touches),
    )
    return max(last + 1, *carried)


def next_instant(now: datetime, last: datetime, changes: Changeset) -> datetime:
    """The recorded time of a write: the clock's, but always later than what is already recorded.

    The clocks of several writers differ, and a clock may be set back. Where a write shared its instant with the one
    before it, an answer as of that instant would have changed.

    Raises:
        InvalidInputError: the clock gave a naive datetime.
    """
    if now.utcoffset() is None:
        raise InvalidInputError("clock", f"gave the naive {now!r}: return aware datetimes")
    if now <= last:
        now = last + _NEXT if last < _LAST else last
    if not (changes.versions or changes.staged):
        return now
    carried = [v.recorded_to or v.recorded_from for v in changes.versions]
    carried += [v.recorded_to or v.recorded_from for v in changes.staged]
    return max(now, *carried)


def stamped(changes: Changeset, revision: int, now: datetime) -> Changeset:
    """The changeset with `revision` and `now` where a record is new: left its own revision at 0, or its instant open.

    A flow's clock was read before it asked a judge, and may be another machine's: by it, an answer as of an instant in
    between would gain a decision, and not the versions that it made.
    """
    if not (changes.statements or changes.decisions or changes.verdicts or changes.touches or changes.contingencies):
        return changes
    decided = {d.transition_id for d in changes.decisions if not d.revision}
    statements = [s if s.sequence else altered(s, sequence=revision) for s in changes.statements]
    transitions = [t.recorded(now) if t.id in decided else t for t in changes.transitions]
    decisions = [d if d.revision else d.recorded(now, revision=revision) for d in changes.decisions]
    verdicts = [v if v.revision else altered(v, recorded_at=now, revision=revision) for v in changes.verdicts]
    stated = [altered(c, recorded_at=now) if c.recorded_at == UNRECORDED else c for c in changes.contingencies]
    touches = [t if t.revision else altered(t, revision=revision) for t in changes.touches]
    return altered(
        changes, statements=tuple(statements), transitions=tuple(transitions), decisions=tuple(decisions),
        verdicts=tuple(verdicts), contingencies=tuple(stated), touches=tuple(touches),
    )  # fmt: skip


def require_one_at_a_time(versions: Sequence[Version]) -> None:
    """Check what an import carried for one statement, in the order of revisions.

    Raises:
        ConflictError: two versions would be known at one instant.
    """
    for version in versions:
        if version.recorded_to is not None and version.recorded_to < version.recorded_from:
            raise ConflictError(f"statement {version.standing.statement_id!r} has a version that ends before it begins")
    for earlier, later in pairwise(versions):
        if earlier.recorded_to is None or later.recorded_from < earlier.recorded_to:
            raise ConflictError(f"statement {later.standing.statement_id!r} has versions that overlap")


def pair_slot(pair: str) -> str:
    """What the keys of all pairs of one slot share: the part before the colon."""
    return pair.partition(":")[0]


def descendants(roots: set[str], lineages: Iterable[tuple[str, tuple[str, ...]]]) -> set[str]:
    """The ids among `lineages` (id, what it derives from) that derive from a root, over any number of steps.

    Args:
        roots: ids that need not be among the lineages themselves.
        lineages: an id and the ids that it derives from directly.
    """
    waiting = [(key, parents) for key, parents in lineages if parents]
    found: set[str] = set()
    known = set(roots)
    while reached := {key for key, parents in waiting if not known.isdisjoint(parents)} - found:
        found |= reached
        known |= reached
    return found
