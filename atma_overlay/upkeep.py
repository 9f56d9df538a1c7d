"""The public face towards whoever keeps the memory in order, plain and awaited."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from atma_overlay import telemetry
from atma_overlay.adoption import BATCH, BackfillReport, DetachReport, Progress, ReconcileReport
from atma_overlay.drivers import run, run_async
from atma_overlay.judge.estimate import Estimate
from atma_overlay.records import Origin, Stage
from atma_overlay.requests import Requests
from atma_overlay.scope import Scope
from atma_overlay.views import Judging, PruneReceipt, RestoreReceipt, WriteReceipt


class Upkeep(Requests):
    """Adopting a host, agreeing with it again, leaving it; what waits, and what was shadowed."""

    def backfill(
        self, *, scope: Scope, dry_run: bool = False, role: str | None = None, origin: Origin | str | None = None,
        batch: int = BATCH, on_progress: Progress | None = None,
    ) -> BackfillReport:  # fmt: skip
        """Take in what the host held before the overlay, in the order of saying; nothing in the host changes.

        Every memory that the ledger does not know becomes an observation, linked to where it is. A run that was cut
        short is run again: it goes on with what is left. What follows from the memories is decided as ever, and
        proposals wait in `review`.

        Args:
            scope: whose memories.
            dry_run: only count, and say what would be read.
            role: whose words memories are that do not say so: `user` for a store of facts about the user. They may
                then retire what the user says elsewhere. Left out, they count as the agent's and state nothing.
            origin: who stands behind those memories, where it is not who the role says: with `document` they are
                read, and retire nothing that the user says.
            batch: texts a ledger transaction.
            on_progress: told after each batch how many of how many are stored.

        Raises:
            InvalidInputError: an argument cannot be used.
            HostError: the host cannot be read.
            LedgerError: a batch was not stored; those before it were.
        """
        flow = self.backfill_(
            scope, dry_run=dry_run, role=role, origin=origin, batch=batch, on_progress=on_progress
        )  # fmt: skip
        return run(flow, self.executor, root=telemetry.BACKFILL)

    def estimate(self, *, scope: Scope, role: str | None = None, origin: Origin | str | None = None) -> Estimate:
        """What judging the memories that `backfill` would take in costs; no model is asked, nothing is written.

        Args:
            scope: whose memories.
            role: as of `backfill`.
            origin: likewise.

        Raises:
            InvalidInputError: the overlay has no judge, or an argument cannot be used.
            HostError: the host cannot be read.
        """
        return run(self.estimate_(scope, role=role, origin=origin), self.executor, root=telemetry.READ_ROOT)

    def reconcile(
        self, *, scope: Scope, dry_run: bool = False, full: bool = True, refill: bool = False,
        role: str | None = None, origin: Origin | str | None = None,
    ) -> ReconcileReport:  # fmt: skip
        """Make host and ledger agree after a crash, or after somebody wrote around the overlay.

        Memories are compared by id and by digest. What was added is observed, what was edited is a new observation
        beside the older one, what was deleted is no longer linked and stays in the ledger; what the ledger owes the
        host is handed over or deleted there. The report names every difference. Where a host keeps no keys of
        writes, let nothing else write meanwhile.

        Args:
            scope: whose memories.
            dry_run: only report.
            full: read the whole scope; False reads only what the host's change feed named in this process, where
                it has one that missed nothing.
            refill: give the host every text of the ledger that it does not hold: where it was emptied or lost, or
                takes another's place; not where somebody deleted there what should stay deleted. The whole scope is
                read.
            role: as of `backfill`, for what was added or edited.
            origin: likewise.

        Raises:
            InvalidInputError: an argument cannot be used.
            HostError: the host cannot be read.
            LedgerError: the ledger cannot be written.
        """
        flow = self.reconcile_(scope, dry_run=dry_run, full=full, refill=refill, role=role, origin=origin)
        return run(flow, self.executor, root=telemetry.RECONCILE)

    def detach(self, *, scope: Scope) -> DetachReport:
        """Take out of the host's memories what the overlay left beside their texts; the report says what stays.

        Texts, ids, dates and vectors stay as they are, and so does the ledger. Go on without the overlay afterwards:
        its next write would leave a key again.

        Raises:
            HostError: the host cannot be read or changed.
        """
        return run(self.detach_(scope), self.executor, root=telemetry.DETACH)

    def prune(
        self, *, scope: Scope, older_than: timedelta, stages: Collection[Stage | str] | None = None,
        active: bool = False, dry_run: bool = False,
    ) -> PruneReceipt:  # fmt: skip
        """Archive what is over and was neither said nor recalled for long; nothing is deleted (law 4).

        The current and the neutral view leave it out. Timeline, history, `why`, premises and every answer as of an
        earlier instant have it, and so has the host. Said again it is back, and `restore` brings it back. What waits
        for a decision and what is unresolved stays; a chain of values is archived from its beginning.

        Args:
            scope: whose memory: a user's, not narrowed to an agent or a session.
            older_than: the time since a record last held, was said or was recalled.
            stages: the stages of a lifecycle that are thinned; all of them by default.
            active: True archives what still holds as well.
            dry_run: only count.

        Raises:
            InvalidInputError: an argument cannot be used.
            LedgerError: nothing was archived.
        """
        flow = self.prune_(scope, older_than, stages, active=active, dry_run=dry_run)
        return run(flow, self.executor, root=telemetry.PRUNE)

    def restore(self, *, scope: Scope, record_ids: Sequence[str] | None = None) -> RestoreReceipt:
        """Take pruned records back: those that are named, or all of them; the receipt names what came back.

        Raises:
            InvalidInputError: the scope is narrower than a user.
            NotFoundError: the scope holds no such record; nothing came back.
        """
        return run(self.restore_(scope, record_ids), self.executor, root=telemetry.RESTORE)

    def flush(self, *, scope: Scope) -> int:
        """Hand pending writes to the host; returns how many memories it took.

        Writes with `wait=False` are waited for first, the judge's part of them too; what they handed over by then is
        not counted.
        """
        flow = self.drain_(scope)  # which looks at the scope
        self._behind.wait_for(scope)
        return run(flow, self.executor, root=telemetry.FLUSH)

    def rejudge(self, *, scope: Scope) -> Judging | None:
        """Ask the judge again of what it could not be asked when it was said; None when nothing waited.

        Raises:
            InvalidInputError: the overlay has no judge.
        """
        return run(self.rejudge_(scope), self.executor, root=telemetry.REJUDGE)

    def promote(self, *, scope: Scope) -> WriteReceipt:
        """Make the decisions of the shadow ledger real; done again, what came since.

        What was decided on the live plane later than in shadow mode stands. A text whose key stands for another one
        there by now comes under a key of its own: both are kept.
        """
        return run(self.promote_(scope), self._live(), root=telemetry.PROMOTE)


class AsyncUpkeep(Requests):
    """`Upkeep`, awaited."""

    async def backfill(
        self, *, scope: Scope, dry_run: bool = False, role: str | None = None, origin: Origin | str | None = None,
        batch: int = BATCH, on_progress: Progress | None = None,
    ) -> BackfillReport:  # fmt: skip
        """See `Overlay.backfill`."""
        flow = self.backfill_(
            scope, dry_run=dry_run, role=role, origin=origin, batch=batch, on_progress=on_progress
        )  # fmt: skip
        return await run_async(flow, self.executor, root=telemetry.BACKFILL)

    async def estimate(self, *, scope: Scope, role: str | None = None, origin: Origin | str | None = None) -> Estimate:
        """See `Overlay.estimate`."""
        flow = self.estimate_(scope, role=role, origin=origin)
        return await run_async(flow, self.executor, root=telemetry.READ_ROOT)

    async def reconcile(
        self, *, scope: Scope, dry_run: bool = False, full: bool = True, refill: bool = False,
        role: str | None = None, origin: Origin | str | None = None,
    ) -> ReconcileReport:  # fmt: skip
        """See `Overlay.reconcile`."""
        flow = self.reconcile_(scope, dry_run=dry_run, full=full, refill=refill, role=role, origin=origin)
        return await run_async(flow, self.executor, root=telemetry.RECONCILE)

    async def detach(self, *, scope: Scope) -> DetachReport:
        """See `Overlay.detach`."""
        return await run_async(self.detach_(scope), self.executor, root=telemetry.DETACH)

    async def prune(
        self, *, scope: Scope, older_than: timedelta, stages: Collection[Stage | str] | None = None,
        active: bool = False, dry_run: bool = False,
    ) -> PruneReceipt:  # fmt: skip
        """See `Overlay.prune`."""
        flow = self.prune_(scope, older_than, stages, active=active, dry_run=dry_run)
        return await run_async(flow, self.executor, root=telemetry.PRUNE)

    async def restore(self, *, scope: Scope, record_ids: Sequence[str] | None = None) -> RestoreReceipt:
        """See `Overlay.restore`."""
        return await run_async(self.restore_(scope, record_ids), self.executor, root=telemetry.RESTORE)

    async def flush(self, *, scope: Scope) -> int:
        """See `Overlay.flush`."""
        flow = self.drain_(scope)
        await self._behind.wait_for_async(scope)
        return await run_async(flow, self.executor, root=telemetry.FLUSH)

    async def rejudge(self, *, scope: Scope) -> Judging | None:
        """See `Overlay.rejudge`."""
        return await run_async(self.rejudge_(scope), self.executor, root=telemetry.REJUDGE)

    async def promote(self, *, scope: Scope) -> WriteReceipt:
        """See `Overlay.promote`."""
        return await run_async(self.promote_(scope), self._live(), root=telemetry.PROMOTE)
