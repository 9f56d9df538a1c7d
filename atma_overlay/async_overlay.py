"""The public face, awaited."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from functools import partial
from types import TracebackType
from typing import Self

from atma_overlay import telemetry, views
from atma_overlay.behind import ERASE_SECONDS
from atma_overlay.drivers import run_async
from atma_overlay.effects import Compute
from atma_overlay.errors import AtmaError
from atma_overlay.records import DecisionState, Origin
from atma_overlay.scope import Scope
from atma_overlay.upkeep import AsyncUpkeep


class AsyncOverlay(AsyncUpkeep):
    """`Overlay`, awaited: the same flows, one hop to a worker thread an effect. See `Overlay` for the arguments."""

    async def remember(  # noqa: PLR0913 - see `Overlay.remember`
        self, said: str | Sequence[views.Turn], *, scope: Scope, observed_at: datetime | None = None,
        role: str = "user", name: str | None = None, origin: Origin | str | None = None, key: str | None = None,
        timezone: str | tzinfo | None = None, wait: bool = True, answering: str | None = None,
    ) -> views.WriteReceipt:  # fmt: skip
        """See `Overlay.remember`."""
        flow = self.remember_(
            said, scope, observed_at, role, name, origin, key, timezone, wait=wait, answering=answering
        )
        receipt = await run_async(flow, self.executor, root=telemetry.WRITE_ROOT)
        if not wait and not self._behind.owe(scope):
            with suppress(AtmaError):  # no thread: it stays owed in the ledger, which has the write
                await self.executor.in_worker(partial(self._settle_now, scope))
        return receipt

    async def recall(  # noqa: PLR0913 - see `Overlay.recall`
        self, query: str, *, scope: Scope, limit: int = 5, valid_at: datetime | None = None,
        known_at: datetime | None = None, view: views.View | str | None = None, asker: str | None = None,
        max_tokens: int | None = None, now: datetime | None = None, timezone: str | tzinfo | None = None,
        deadline_seconds: float | None = None,
    ) -> views.Packet:  # fmt: skip
        """See `Overlay.recall`."""
        flow = self.recall_(
            query, scope, limit=limit, valid_at=valid_at, known_at=known_at, view=view, asker=asker,
            max_tokens=max_tokens, now=now, timezone=timezone,
        )  # fmt: skip
        seconds = self.deadline_(deadline_seconds)
        return await run_async(flow, self.executor, root=telemetry.READ_ROOT, seconds=seconds)

    async def timeline(
        self, *, scope: Scope, subject: str | None = None, attribute: str | None = None,
        known_at: datetime | None = None, limit: int | None = None, offset: int = 0,
    ) -> views.Timeline:  # fmt: skip
        """See `Overlay.timeline`."""
        flow = self.timeline_(scope, subject, attribute, known_at, limit, offset)
        return await run_async(flow, self.executor, root=telemetry.TIMELINE)

    async def why(self, record_id: str, *, scope: Scope) -> views.Explanation:
        """See `Overlay.why`."""
        return await run_async(self.why_(record_id, scope), self.executor, root=telemetry.WHY)

    async def undo(self, transition_id: str, *, scope: Scope, by: str = "user") -> views.TransitionRecord:
        """See `Overlay.undo`."""
        flow = self.rule_(transition_id, scope, DecisionState.UNDONE, by)
        return await run_async(flow, self.executor, root=telemetry.RULE)

    async def accept(self, transition_id: str, *, scope: Scope, by: str = "user") -> views.TransitionRecord:
        """See `Overlay.accept`."""
        flow = self.rule_(transition_id, scope, DecisionState.APPLIED, by)
        return await run_async(flow, self.executor, root=telemetry.RULE)

    async def decline(self, transition_id: str, *, scope: Scope, by: str = "user") -> views.TransitionRecord:
        """See `Overlay.decline`."""
        flow = self.rule_(transition_id, scope, DecisionState.DECLINED, by)
        return await run_async(flow, self.executor, root=telemetry.RULE)

    async def decide(
        self, *, scope: Scope, accept: Collection[str] = (), decline: Collection[str] = (), undo: Collection[str] = (),
        by: str = "user",
    ) -> tuple[views.TransitionRecord, ...]:  # fmt: skip
        """See `Overlay.decide`."""
        return await run_async(
            self.decide_(scope, accept, decline, undo, by), self.executor, root=telemetry.RULE
        )  # fmt: skip

    async def review(self, *, scope: Scope, limit: int | None = None, offset: int = 0) -> tuple[views.Proposal, ...]:
        """See `Overlay.review`."""
        return await run_async(self.review_(scope, limit, offset), self.executor, root=telemetry.REVIEW)

    async def correct(
        self, record_id: str, value: str, *, scope: Scope, observed_at: datetime | None = None,
        origin: Origin | str = Origin.USER,
    ) -> views.WriteReceipt:  # fmt: skip
        """See `Overlay.correct`."""
        flow = self.correct_(record_id, value, scope, observed_at, origin)
        return await run_async(flow, self.executor, root=telemetry.CORRECT)

    async def forget(
        self, what: str, *, scope: Scope, observed_at: datetime | None = None, origin: Origin | str = Origin.USER
    ) -> views.WriteReceipt:
        """See `Overlay.forget`."""
        flow = self.forget_(what, scope, observed_at, origin)
        return await run_async(flow, self.executor, root=telemetry.FORGET)

    async def erase(
        self, *, scope: Scope, record_id: str | None = None, observation_id: str | None = None, everything: bool = False
    ) -> views.EraseReceipt:
        """See `Overlay.erase`."""
        flow = self.erase_(scope, record_id, observation_id, everything=everything)
        await self._behind.wait_for_async(scope, seconds=ERASE_SECONDS)
        return await run_async(flow, self.executor, root=telemetry.ERASE)

    async def close(self) -> None:
        """See `Overlay.close`."""
        await self.executor.perform_async(Compute(self._release))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
