"""The parts of one overlay, put together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime, tzinfo
from typing import Literal

from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import TracerProvider

from atma_overlay import telemetry
from atma_overlay.adoption import Noticed
from atma_overlay.arguments import utc_now
from atma_overlay.behind import Behind
from atma_overlay.drivers import run
from atma_overlay.effects import Flow
from atma_overlay.errors import AtmaError
from atma_overlay.executor import Executor
from atma_overlay.judge.settings import Judge
from atma_overlay.language.dates.zones import zone_named
from atma_overlay.language.extract import RulesExtractor, default_extractor
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.ledger import open_ledger
from atma_overlay.lifecycle import StageMem
from atma_overlay.lifecycle.ledger import StagedLedger
from atma_overlay.lifecycle.touches import TouchQueue
from atma_overlay.outbox import AT_ONCE, drain_flow
from atma_overlay.patience import Patience, waitable
from atma_overlay.ports.host import Host
from atma_overlay.ports.host_powers import HostPowers
from atma_overlay.ports.ledger import Ledger
from atma_overlay.reading.query import Reader
from atma_overlay.redaction import Redact
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_overlay.state.pairs.adjudication import Linker, RulesLinker
from atma_overlay.steady import Steady
from atma_overlay.views import Judging
from atma_overlay.writing.rejudging import rejudge_flow
from atma_overlay.writing.writer import Writer

Mode = Literal["active", "shadow"]
OnError = Literal["pass_through", "raise"]
DEFAULT_LEDGER = "sqlite:///memory.atma.db"


@typed
class Assembly:
    """The parts that both faces share, put together and closed again."""

    def __init__(  # noqa: PLR0913 - keyword-only parts of one overlay
        self,
        host: Host,
        *,
        ledger: str | Ledger = DEFAULT_LEDGER,
        mode: Mode = "active",
        on_error: OnError = "pass_through",
        lexicon: Lexicon | None = None,
        linker: Linker | None = None,
        judge: Judge | None = None,
        lifecycle: StageMem | None = None,
        standing_instructions: bool = True,
        patience: Patience | None = None,
        redact: Redact | None = None,
        timezone: str | tzinfo | None = None,
        clock: Callable[[], datetime] = utc_now,
        tracer_provider: TracerProvider | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        clock = Steady(clock)
        self.host, self.mode, self._clock = host, mode, clock
        self._linker = linker or RulesLinker()
        self._noticed = Noticed()
        self._redact, self._zone = redact, zone_named(timezone)
        extractor = default_extractor() if lexicon is None else RulesExtractor(lexicon)
        powers, over_fetch = HostPowers.of(host), host.capabilities.over_fetch
        # Opened last: what is wrong with another argument leaves no ledger open.
        self._owned = isinstance(ledger, str)
        self._store: Ledger = open_ledger(ledger, clock=clock) if isinstance(ledger, str) else ledger
        if lifecycle is not None:
            self._store = StagedLedger(self._store, lifecycle, clock=clock)
        plane = self._store.plane("shadow") if mode == "shadow" else self._store
        self.executor = Executor(
            host,
            plane,
            patience or Patience(),
            telemetry=telemetry.Telemetry(tracer_provider=tracer_provider, meter_provider=meter_provider),
        )
        self._behind = Behind(self._settle)
        self.writer = Writer(extractor, self._linker, host.name, clock, mode, powers, judge, redact)
        self.reader = Reader(
            extractor.lexicon, self._linker, over_fetch, on_error, mode, _touches(plane), judge, standing_instructions
        )

    @property
    def ledger(self) -> Ledger:
        """The ledger that this overlay reads and writes; in shadow mode its shadow plane."""
        return self.executor.ledger

    def deadline_(self, deadline_seconds: float | None) -> float | None:
        """How long a recall may take."""
        if deadline_seconds is None:
            return self.executor.patience.recall_seconds
        waitable("deadline_seconds", deadline_seconds)
        return deadline_seconds

    def _owe(self, scope: Scope) -> None:
        """Have host and judge follow a write of the scope, now where there is no room behind."""
        if not self._behind.owe(scope):
            self._settle_now(scope)

    def _settle(self, scope: Scope) -> None:
        run(self.drain_(scope), self.executor, root=telemetry.FLUSH)
        if self.writer.judge is not None:
            run(self.rejudge_(scope), self.executor, root=telemetry.REJUDGE)

    def _settle_now(self, scope: Scope) -> None:
        """What fails stays owed in the ledger, which has the write: it is no failure of that."""
        with suppress(AtmaError):
            self._settle(scope)

    def drain_(self, scope: Scope) -> Flow[int]:
        """Round after round while the host takes something: one round is bounded.

        What was given up is tried again until a round leaves something of it; the rest goes on without.
        """
        taken, retry_failed = 0, True
        while True:
            drained = yield from drain_flow(self.writer, scope, retry_failed=retry_failed)
            taken += len(drained.carried)
            more_behind = retry_failed and drained.waiting >= AT_ONCE
            if not (drained.settled or more_behind):
                return taken
            retry_failed = retry_failed and not drained.waiting

    def rejudge_(self, scope: Scope) -> Flow[Judging | None]:
        """Batch after batch while the judge answers; the reports added up."""
        total: Judging | None = None
        while True:
            judging = yield from rejudge_flow(self.writer, scope)
            if judging is None:
                return total
            total = judging.after(total)
            if judging.error is not None:
                return total

    def _other_plane(self) -> Ledger:
        """The live plane in shadow mode, else the shadow plane."""
        return self._store if self.mode == "shadow" else self._store.plane("shadow")

    def _live(self) -> Executor:
        """The executor of the live plane, which shadow mode otherwise leaves alone.

        Raises:
            LedgerError: the overlay is closed.
        """
        self.executor.refuse_closed()
        return Executor(self.host, self._store, telemetry=self.executor.telemetry)

    def _release(self) -> None:
        with ExitStack() as closing:  # what fails to close keeps nothing else open
            if self._owned:
                closing.callback(self._store.close)
            closing.callback(self.executor.close)
            closing.callback(self._behind.close)


def _touches(ledger: Ledger) -> TouchQueue | None:
    return ledger.touches if isinstance(ledger, StagedLedger) else None
