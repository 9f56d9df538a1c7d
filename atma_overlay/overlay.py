"""The public face: `Overlay`, and `AsyncOverlay` over the same flows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from types import TracebackType
from typing import Literal, Self

from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import TracerProvider

from atma_overlay import maintenance as m
from atma_overlay import telemetry
from atma_overlay.adoption import (
    BATCH,
    MAX_BATCH,
    Backfill,
    BackfillReport,
    DetachReport,
    Noticed,
    Progress,
    ReconcileReport,
    Reconciliation,
    Voice,
    backfill_flow,
    detach_flow,
    reconcile_flow,
)
from atma_overlay.behind import Behind
from atma_overlay.drivers import Executor, run, run_async
from atma_overlay.effects import Flow
from atma_overlay.erasure import Erasure, erase_flow
from atma_overlay.errors import InvalidInputError
from atma_overlay.judge.estimate import Estimate
from atma_overlay.judge.settings import Judge
from atma_overlay.language.extract import RulesExtractor, default_extractor
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.language.zones import zone_named
from atma_overlay.ledger import open_ledger
from atma_overlay.lifecycle import StageMem
from atma_overlay.lifecycle.ledger import StagedLedger
from atma_overlay.lifecycle.touches import TouchQueue
from atma_overlay.outbox import drain_flow
from atma_overlay.patience import Patience
from atma_overlay.ports.host import Host
from atma_overlay.ports.host_powers import HostPowers
from atma_overlay.ports.ledger import Ledger
from atma_overlay.read_path import recall_flow
from atma_overlay.reading.query import Query, Reader
from atma_overlay.records import Act, DecisionState, Origin, Ruling
from atma_overlay.redaction import Redact, redacted, redacted_turn
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker, RulesLinker
from atma_overlay.state.kept import forget_texts
from atma_overlay.steady import Steady
from atma_overlay.views import (
    EraseReceipt,
    Explanation,
    Judging,
    Packet,
    Proposal,
    Timeline,
    TransitionRecord,
    Turn,
    View,
    WriteReceipt,
    plain,
)
from atma_overlay.write_path import (
    MAX_CLOCK_SKEW,
    ROLES,
    Writer,
    observe,
    rejudge_flow,
    remember_flow,
    speaker_subject,
)

Mode = Literal["active", "shadow"]
OnError = Literal["pass_through", "raise"]
DEFAULT_LEDGER = "sqlite:///memory.atma.db"
MAX_LIMIT = 200


def utc_now() -> datetime:
    """The system clock, aware UTC."""
    return datetime.now(UTC)


class _Core:
    """What both faces share: the parts, the checks of arguments, and the flows they make."""

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
        patience: Patience | None = None,
        redact: Redact | None = None,
        timezone: str | tzinfo | None = None,
        clock: Callable[[], datetime] = utc_now,
        tracer_provider: TracerProvider | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        if mode not in ("active", "shadow"):
            raise InvalidInputError("mode", f"{mode!r} is not 'active' or 'shadow'")
        if on_error not in ("pass_through", "raise"):
            raise InvalidInputError("on_error", f"{on_error!r} is not 'pass_through' or 'raise'")
        clock = Steady(clock)
        self._owned = isinstance(ledger, str)
        self._store: Ledger = open_ledger(ledger, clock=clock) if isinstance(ledger, str) else ledger
        if lifecycle is not None:
            self._store = StagedLedger(self._store, lifecycle, clock=clock)
        self.host, self.mode, self._clock = host, mode, clock
        self._linker = linker or RulesLinker()
        self._noticed = Noticed()
        extractor = default_extractor() if lexicon is None else RulesExtractor(lexicon)
        plane = self._store.plane("shadow") if mode == "shadow" else self._store
        self.executor = Executor(
            host,
            plane,
            patience or Patience(),
            telemetry=telemetry.Telemetry(tracer_provider=tracer_provider, meter_provider=meter_provider),
        )
        self._redact, self._zone = redact, zone_named(timezone)
        self._behind = Behind(self._settle)
        self.writer = Writer(extractor, self._linker, host.name, clock, mode, HostPowers.of(host), judge)
        self.reader = Reader(
            extractor.lexicon, self._linker, host.capabilities.over_fetch, on_error, mode, _touches(plane), judge
        )

    @property
    def ledger(self) -> Ledger:
        """The ledger that this overlay reads and writes; in shadow mode its shadow plane."""
        return self.executor.ledger

    def remember_(  # noqa: PLR0913 - the arguments of `remember`
        self, said: str | Sequence[Turn], scope: Scope, observed_at: datetime | None, role: str, name: str | None,
        origin: Origin | str | None, key: str | None, zone: str | tzinfo | None = None, *, wait: bool = True,
    ) -> Flow[WriteReceipt]:  # fmt: skip
        _check_scope(scope)
        if not isinstance(said, str) and (key is not None or name is not None):
            raise InvalidInputError("key" if key else "name", "belongs to one utterance: give each turn its own")
        turns = [Turn(text=said, role=role, name=name, key=key)] if isinstance(said, str) else list(said)
        if not turns:
            raise InvalidInputError("turns", "is empty: pass at least one turn")
        turns = [redacted_turn(turn, self._redact) for turn in turns]
        at = _aware(observed_at, "observed_at")
        observations = observe(turns, scope=scope, observed_at=at, origin=_origin(origin), clock=self._clock)
        return remember_flow(self.writer, scope, observations, zone=self._in(zone), later=not wait)

    def recall_(  # noqa: PLR0913 - the arguments of `recall`
        self, query: str, scope: Scope, *, limit: int, valid_at: datetime | None, known_at: datetime | None,
        view: View | str | None, asker: str | None, max_tokens: int | None, now: datetime | None,
        zone: str | tzinfo | None = None,
    ) -> Flow[Packet]:  # fmt: skip
        _check_scope(scope)
        if not query.strip():
            raise InvalidInputError("query", "is empty: pass what the agent was asked")
        if not 1 <= limit <= MAX_LIMIT:
            raise InvalidInputError("limit", f"{limit} is not between 1 and {MAX_LIMIT}")
        if max_tokens is not None and max_tokens < 1:
            raise InvalidInputError("max_tokens", f"{max_tokens} admits nothing: pass a positive number, or None")
        asked = Query(
            plain(redacted(query, self._redact)), scope, _aware(now, "now") or self._clock(), limit,
            speaker_subject(asker), _aware(valid_at, "valid_at"), self._past(known_at), _view(view), max_tokens,
            self._in(zone),
        )  # fmt: skip
        return recall_flow(self.reader, asked)

    def timeline_(
        self, scope: Scope, subject: str | None, attribute: str | None, known_at: datetime | None
    ) -> Flow[Timeline]:
        _check_scope(scope)
        return m.timeline_flow(scope, m.Wanted(subject, attribute, self._past(known_at)), linker=self._linker)

    def why_(self, record_id: str, scope: Scope) -> Flow[Explanation]:
        _check_scope(scope)
        return m.why_flow(record_id, scope, now=self._clock(), linker=self._linker)

    def review_(self, scope: Scope) -> Flow[tuple[Proposal, ...]]:
        _check_scope(scope)
        return m.review_flow(scope, now=self._clock())

    def rule_(self, transition_id: str, scope: Scope, becomes: DecisionState, person: str) -> Flow[TransitionRecord]:
        _check_scope(scope)
        if not person.strip():
            raise InvalidInputError("by", "is empty: name the person whose word it is")
        ruling = Ruling.REPLACE if becomes is DecisionState.APPLIED else Ruling.KEEP
        return m.rule_flow(scope, m.Word(transition_id, ruling, becomes, person, self._clock()), linker=self._linker)

    def act_(
        self, act: Act, what: str, value: str | None, scope: Scope, observed_at: datetime | None
    ) -> Flow[WriteReceipt]:
        _check_scope(scope)
        if not what.strip():
            raise InvalidInputError("what", "is empty: pass the id of a record, or words for it")
        if value is not None and not value.strip():
            raise InvalidInputError("value", "is empty: pass what is true, or call forget")
        now = self._clock()
        at = _aware(observed_at, "observed_at") or now
        if at > now + MAX_CLOCK_SKEW:
            raise InvalidInputError("observed_at", f"{at.isoformat()} lies in the future: pass when it was said")
        mended = None if value is None else plain(redacted(value, self._redact))
        return m.state_flow(self.writer, scope, m.Deed(act, plain(what), mended, at))

    def erase_(
        self, scope: Scope, record_id: str | None, observation_id: str | None, *, everything: bool
    ) -> Flow[EraseReceipt]:
        _check_scope(scope)
        if self.writer.judge is not None:
            self.writer.judge.answers.clear()
        forget_texts()
        receipt = yield from erase_flow(self.writer, scope, Erasure(record_id, observation_id, everything))
        forget_texts()  # the erasure itself has read what it erases
        return receipt

    def drain_(self, scope: Scope) -> Flow[int]:
        """Round after round while the host takes something: one round is bounded."""
        _check_scope(scope)
        taken, retry_failed = 0, True
        while True:
            drained = yield from drain_flow(self.writer, scope, retry_failed=retry_failed)
            taken, retry_failed = taken + len(drained.carried), False
            if not drained.settled:
                return taken

    def backfill_(
        self, scope: Scope, *, dry_run: bool, role: str | None, origin: Origin | str | None, batch: int,
        on_progress: Progress | None,
    ) -> Flow[BackfillReport]:  # fmt: skip
        _check_scope(scope)
        if not 1 <= batch <= MAX_BATCH:
            raise InvalidInputError("batch", f"{batch} is not between 1 and {MAX_BATCH}")
        plan = Backfill(dry_run, _voice(role, origin), batch, on_progress)
        report = yield from backfill_flow(self.writer, scope, plan)
        if dry_run or self.writer.judge is None:
            return report
        judging = yield from self.rejudge_(scope)
        return report.model_copy(update={"judging": judging})

    def estimate_(self, scope: Scope, *, role: str | None, origin: Origin | str | None) -> Flow[Estimate]:
        if self.writer.judge is None:
            raise InvalidInputError("judge", "is none: open the overlay with the one whose cost is wanted")
        report = yield from self.backfill_(scope, dry_run=True, role=role, origin=origin, batch=BATCH, on_progress=None)
        assert report.estimate is not None
        return report.estimate

    def reconcile_(
        self, scope: Scope, *, dry_run: bool, full: bool, role: str | None, origin: Origin | str | None
    ) -> Flow[ReconcileReport]:
        _check_scope(scope)
        return reconcile_flow(self.writer, scope, Reconciliation(dry_run, full, _voice(role, origin), self._noticed))

    def detach_(self, scope: Scope) -> Flow[DetachReport]:
        _check_scope(scope)
        return detach_flow(self.writer, scope)

    def rejudge_(self, scope: Scope) -> Flow[Judging | None]:
        """Batch after batch while the judge answers; the reports added up."""
        _check_scope(scope)
        total: Judging | None = None
        while True:
            receipt = yield from rejudge_flow(self.writer, scope)
            if receipt is None or receipt.judging is None:
                return total
            total = receipt.judging.after(total)
            if receipt.judging.error is not None:
                return total

    def promote_(self, scope: Scope) -> Flow[WriteReceipt]:
        _check_scope(scope)
        return m.promote_flow(self.writer, scope, shadow=self._store.plane("shadow"))

    def _past(self, known_at: datetime | None) -> datetime | None:
        """An instant that may be read as known: what is known later may still change (law 6)."""
        at = _aware(known_at, "known_at")
        if at is not None and at > self._clock():
            raise InvalidInputError("known_at", f"{at.isoformat()} lies in the future: pass None for what is known now")
        return at

    def _in(self, zone: str | tzinfo | None) -> tzinfo:
        return self._zone if zone is None else zone_named(zone)

    def _deadline(self, seconds: float | None) -> float | None:
        if seconds is None:
            return self.executor.patience.recall_seconds
        if not seconds > 0:
            raise InvalidInputError("deadline_seconds", f"{seconds} is not positive: pass None to wait for ever")
        return seconds

    def _owe(self, scope: Scope) -> None:
        """Have host and judge follow a write of the scope, now where there is no room behind."""
        if not self._behind.owe(scope):
            self._settle(scope)

    def _settle(self, scope: Scope) -> None:
        run(self.drain_(scope), self.executor, root=telemetry.FLUSH)
        if self.writer.judge is not None:
            run(self.rejudge_(scope), self.executor, root=telemetry.REJUDGE)

    def _live(self) -> Executor:
        """The executor of the live plane, which shadow mode otherwise leaves alone."""
        return Executor(self.host, self._store, telemetry=self.executor.telemetry)

    def _release(self) -> None:
        self._behind.close()
        self.executor.close()
        if self._owned:
            self._store.close()


class Overlay(_Core):
    """Memory that knows what is still true, on top of a host memory that stays as it is.

    Args:
        host: the memory that holds the texts, unmodified.
        ledger: a ledger URL (`sqlite:///memory.atma.db`, `memory://`) or a ledger.
        mode: "active", or "shadow" to observe and report while the host's answers pass unchanged (law 11).
        on_error: "pass_through" hands the host's own answer on when the overlay fails; "raise" raises.
        lexicon: attributes of your own; see `Lexicon.load`.
        linker: answers whether two statements of one slot conflict; rules by default.
        judge: a model that reads what rules cannot, within a budget; none by default. It stays open.
        lifecycle: how deep what is known is kept: beyond its capacities records are archived, out of the current
            view and never out of the ledger. None by default: everything is kept alike.
        patience: how long a recall waits, and after how many failures a host or a model is left alone.
        redact: takes secrets out of a text before anything is stored or handed to host or model: what was said, who
            said it, a correction, a query. What a host held before the overlay is there already, and stays.
        timezone: where users are, as in "Europe/Berlin", for *today* and *last Tuesday*; UTC by default.
        clock: the system clock, aware UTC.
        tracer_provider: where spans go; by default where the application's global provider sends them, if it has one.
        meter_provider: likewise for metrics.

    Raises:
        InvalidInputError: an argument cannot be used.
        LedgerError: the ledger cannot be opened.
    """

    def remember(  # noqa: PLR0913 - keyword-only parts of one utterance
        self, said: str | Sequence[Turn], *, scope: Scope, observed_at: datetime | None = None, role: str = "user",
        name: str | None = None, origin: Origin | str | None = None, key: str | None = None,
        timezone: str | tzinfo | None = None, wait: bool = True,
    ) -> WriteReceipt:  # fmt: skip
        """Store what was said and what follows from it.

        Args:
            said: one utterance, or the turns of a conversation in order, as one atomic batch.
            scope: whose memory.
            observed_at: when it was said, aware; the clock's now by default. Turns may carry their own.
            role: user, assistant, tool or system. Only a user's and a tool's words state facts.
            name: the speaker where several people speak.
            origin: who stands behind it; by default what the role says.
            key: your own id of the utterance: the same key is stored once.
            timezone: where it was said; the overlay's by default.
            wait: False returns once the ledger has it, as the rules read it; a slow host and a slow judge follow
                behind, and a crash loses neither. `flush` and `close` wait for them. Of more than a thousand scopes
                that wait, the next writer does its own scope's work before it returns.

        Raises:
            InvalidInputError: a naive date, an empty text or scope, an unknown role.
            LedgerError: nothing was stored.
        """
        flow = self.remember_(said, scope, observed_at, role, name, origin, key, timezone, wait=wait)
        receipt = run(flow, self.executor, root=telemetry.WRITE_ROOT)
        if not wait:
            self._owe(scope)
        return receipt

    def recall(  # noqa: PLR0913 - keyword-only parts of one question
        self, query: str, *, scope: Scope, limit: int = 5, valid_at: datetime | None = None,
        known_at: datetime | None = None, view: View | str | None = None, asker: str | None = None,
        max_tokens: int | None = None, now: datetime | None = None, timezone: str | tzinfo | None = None,
        deadline_seconds: float | None = None,
    ) -> Packet:  # fmt: skip
        """Labelled evidence for a query.

        Args:
            query: what was asked, verbatim.
            scope: whose memory.
            limit: packets at most; a pair of old and new is one packet.
            valid_at: read the state of the world at this instant.
            known_at: read what was known here at this instant.
            view: the state view; inferred from the query by default.
            asker: the speaker that *I* stands for, where several people speak.
            max_tokens: a budget for the rows, in tokens of about four characters.
            now: the query's clock, from which *last winter* is read; the system's by default.
            timezone: where it is asked; the overlay's by default.
            deadline_seconds: what has not answered by then is passed over; `Patience.recall_seconds` by default.

        Raises:
            InvalidInputError: an argument cannot be used.
        """
        flow = self.recall_(
            query, scope, limit=limit, valid_at=valid_at, known_at=known_at, view=view, asker=asker,
            max_tokens=max_tokens, now=now, zone=timezone,
        )  # fmt: skip
        return run(flow, self.executor, root=telemetry.READ_ROOT, seconds=self._deadline(deadline_seconds))

    def timeline(
        self, *, scope: Scope, subject: str | None = None, attribute: str | None = None,
        known_at: datetime | None = None,
    ) -> Timeline:  # fmt: skip
        """Slots with their records in the order of valid time, and the transitions between them."""
        return run(self.timeline_(scope, subject, attribute, known_at), self.executor, root=telemetry.TIMELINE)

    def why(self, record_id: str, *, scope: Scope) -> Explanation:
        """The evidence of a record and the transitions in and out of it.

        Raises:
            NotFoundError: the scope holds no such record.
        """
        return run(self.why_(record_id, scope), self.executor, root=telemetry.WHY)

    def undo(self, transition_id: str, *, scope: Scope, by: str = "user") -> TransitionRecord:
        """Veto an applied transition for good: the state is as if it had been ruled *keep* (law 5).

        Raises:
            NotFoundError: the scope holds no such transition.
            ConflictError: it is not applied.
        """
        flow = self.rule_(transition_id, scope, DecisionState.UNDONE, by)
        return run(flow, self.executor, root=telemetry.RULE)

    def accept(self, transition_id: str, *, scope: Scope, by: str = "user") -> TransitionRecord:
        """Apply a proposed transition. Raises: as `undo`."""
        flow = self.rule_(transition_id, scope, DecisionState.APPLIED, by)
        return run(flow, self.executor, root=telemetry.RULE)

    def decline(self, transition_id: str, *, scope: Scope, by: str = "user") -> TransitionRecord:
        """Decline a proposed transition. Raises: as `undo`."""
        flow = self.rule_(transition_id, scope, DecisionState.DECLINED, by)
        return run(flow, self.executor, root=telemetry.RULE)

    def review(self, *, scope: Scope) -> tuple[Proposal, ...]:
        """The proposals that wait for a person."""
        return run(self.review_(scope), self.executor, root=telemetry.REVIEW)

    def correct(self, record_id: str, value: str, *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        """Say that a record was never true, and what was.

        Raises:
            NotFoundError: the scope holds no such record.
        """
        return run(self.act_(Act.CORRECT, record_id, value, scope, observed_at), self.executor, root=telemetry.CORRECT)

    def forget(self, what: str, *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        """Retract a record, by id or by words: it is not used any more, and stays in the ledger. See `erase`.

        Raises:
            NotFoundError: nothing in the scope is meant by it.
        """
        return run(self.act_(Act.RETRACT, what, None, scope, observed_at), self.executor, root=telemetry.FORGET)

    def erase(
        self, *, scope: Scope, record_id: str | None = None, observation_id: str | None = None, everything: bool = False
    ) -> EraseReceipt:
        """Remove a record's observations, one observation, or all of the scope, here and at the host (law 7).

        Raises:
            InvalidInputError: not exactly one of the three is named.
            NotFoundError: the scope holds no such record or observation.
        """
        return run(
            self.erase_(scope, record_id, observation_id, everything=everything),
            self.executor,
            root=telemetry.ERASE,
        )

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
        self, *, scope: Scope, dry_run: bool = False, full: bool = True, role: str | None = None,
        origin: Origin | str | None = None,
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
            role: as of `backfill`, for what was added or edited.
            origin: likewise.

        Raises:
            InvalidInputError: an argument cannot be used.
            HostError: the host cannot be read.
            LedgerError: the ledger cannot be written.
        """
        flow = self.reconcile_(scope, dry_run=dry_run, full=full, role=role, origin=origin)
        return run(flow, self.executor, root=telemetry.RECONCILE)

    def detach(self, *, scope: Scope) -> DetachReport:
        """Take out of the host's memories what the overlay left beside their texts; the report says what stays.

        Texts, ids, dates and vectors stay as they are, and so does the ledger. Go on without the overlay afterwards:
        its next write would leave a key again.

        Raises:
            HostError: the host cannot be read or changed.
        """
        return run(self.detach_(scope), self.executor, root=telemetry.DETACH)

    def flush(self, *, scope: Scope) -> int:
        """Hand pending writes to the host; returns how many memories it took.

        Writes with `wait=False` are waited for first, the judge's part of them too; what they handed over by then is
        not counted.
        """
        self._behind.wait_for(scope)
        return run(self.drain_(scope), self.executor, root=telemetry.FLUSH)

    def rejudge(self, *, scope: Scope) -> Judging | None:
        """Ask the judge again of what it could not be asked when it was said; None when nothing waited.

        Raises:
            InvalidInputError: the overlay has no judge.
        """
        return run(self.rejudge_(scope), self.executor, root=telemetry.REJUDGE)

    def promote(self, *, scope: Scope) -> WriteReceipt:
        """Make the decisions of the shadow ledger real."""
        return run(self.promote_(scope), self._live(), root=telemetry.PROMOTE)

    def close(self) -> None:
        """Wait for what follows writes behind them; release the host adapter, and the ledger if opened from a URL."""
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncOverlay(_Core):
    """`Overlay`, awaited: the same flows, one hop to a worker thread an effect. See `Overlay` for the arguments."""

    async def remember(  # noqa: PLR0913 - see `Overlay.remember`
        self, said: str | Sequence[Turn], *, scope: Scope, observed_at: datetime | None = None, role: str = "user",
        name: str | None = None, origin: Origin | str | None = None, key: str | None = None,
        timezone: str | tzinfo | None = None, wait: bool = True,
    ) -> WriteReceipt:  # fmt: skip
        """See `Overlay.remember`."""
        flow = self.remember_(said, scope, observed_at, role, name, origin, key, timezone, wait=wait)
        receipt = await run_async(flow, self.executor, root=telemetry.WRITE_ROOT)
        if not wait:
            await asyncio.to_thread(self._owe, scope)
        return receipt

    async def recall(  # noqa: PLR0913 - see `Overlay.recall`
        self, query: str, *, scope: Scope, limit: int = 5, valid_at: datetime | None = None,
        known_at: datetime | None = None, view: View | str | None = None, asker: str | None = None,
        max_tokens: int | None = None, now: datetime | None = None, timezone: str | tzinfo | None = None,
        deadline_seconds: float | None = None,
    ) -> Packet:  # fmt: skip
        """See `Overlay.recall`."""
        flow = self.recall_(
            query, scope, limit=limit, valid_at=valid_at, known_at=known_at, view=view, asker=asker,
            max_tokens=max_tokens, now=now, zone=timezone,
        )  # fmt: skip
        seconds = self._deadline(deadline_seconds)
        return await run_async(flow, self.executor, root=telemetry.READ_ROOT, seconds=seconds)

    async def timeline(
        self, *, scope: Scope, subject: str | None = None, attribute: str | None = None,
        known_at: datetime | None = None,
    ) -> Timeline:  # fmt: skip
        """See `Overlay.timeline`."""
        return await run_async(
            self.timeline_(scope, subject, attribute, known_at), self.executor, root=telemetry.TIMELINE
        )

    async def why(self, record_id: str, *, scope: Scope) -> Explanation:
        """See `Overlay.why`."""
        return await run_async(self.why_(record_id, scope), self.executor, root=telemetry.WHY)

    async def undo(self, transition_id: str, *, scope: Scope, by: str = "user") -> TransitionRecord:
        """See `Overlay.undo`."""
        flow = self.rule_(transition_id, scope, DecisionState.UNDONE, by)
        return await run_async(flow, self.executor, root=telemetry.RULE)

    async def accept(self, transition_id: str, *, scope: Scope, by: str = "user") -> TransitionRecord:
        """See `Overlay.accept`."""
        flow = self.rule_(transition_id, scope, DecisionState.APPLIED, by)
        return await run_async(flow, self.executor, root=telemetry.RULE)

    async def decline(self, transition_id: str, *, scope: Scope, by: str = "user") -> TransitionRecord:
        """See `Overlay.decline`."""
        flow = self.rule_(transition_id, scope, DecisionState.DECLINED, by)
        return await run_async(flow, self.executor, root=telemetry.RULE)

    async def review(self, *, scope: Scope) -> tuple[Proposal, ...]:
        """See `Overlay.review`."""
        return await run_async(self.review_(scope), self.executor, root=telemetry.REVIEW)

    async def correct(
        self, record_id: str, value: str, *, scope: Scope, observed_at: datetime | None = None
    ) -> WriteReceipt:
        """See `Overlay.correct`."""
        flow = self.act_(Act.CORRECT, record_id, value, scope, observed_at)
        return await run_async(flow, self.executor, root=telemetry.CORRECT)

    async def forget(self, what: str, *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        """See `Overlay.forget`."""
        flow = self.act_(Act.RETRACT, what, None, scope, observed_at)
        return await run_async(flow, self.executor, root=telemetry.FORGET)

    async def erase(
        self, *, scope: Scope, record_id: str | None = None, observation_id: str | None = None, everything: bool = False
    ) -> EraseReceipt:
        """See `Overlay.erase`."""
        flow = self.erase_(scope, record_id, observation_id, everything=everything)
        return await run_async(flow, self.executor, root=telemetry.ERASE)

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
        self, *, scope: Scope, dry_run: bool = False, full: bool = True, role: str | None = None,
        origin: Origin | str | None = None,
    ) -> ReconcileReport:  # fmt: skip
        """See `Overlay.reconcile`."""
        flow = self.reconcile_(scope, dry_run=dry_run, full=full, role=role, origin=origin)
        return await run_async(flow, self.executor, root=telemetry.RECONCILE)

    async def detach(self, *, scope: Scope) -> DetachReport:
        """See `Overlay.detach`."""
        return await run_async(self.detach_(scope), self.executor, root=telemetry.DETACH)

    async def flush(self, *, scope: Scope) -> int:
        """See `Overlay.flush`."""
        await asyncio.to_thread(self._behind.wait_for, scope)
        return await run_async(self.drain_(scope), self.executor, root=telemetry.FLUSH)

    async def rejudge(self, *, scope: Scope) -> Judging | None:
        """See `Overlay.rejudge`."""
        return await run_async(self.rejudge_(scope), self.executor, root=telemetry.REJUDGE)

    async def promote(self, *, scope: Scope) -> WriteReceipt:
        """See `Overlay.promote`."""
        return await run_async(self.promote_(scope), self._live(), root=telemetry.PROMOTE)

    async def close(self) -> None:
        """See `Overlay.close`."""
        await asyncio.to_thread(self._release)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _check_scope(scope: object) -> None:
    if not isinstance(scope, Scope):
        raise InvalidInputError("scope", f"{type(scope).__name__} is not a Scope: pass Scope(tenant=…, user=…)")


def _touches(ledger: Ledger) -> TouchQueue | None:
    return ledger.touches if isinstance(ledger, StagedLedger) else None


def _aware(instant: datetime | None, field: str) -> datetime | None:
    if instant is None:
        return None
    if instant.tzinfo is None:
        raise InvalidInputError(field, "has no time zone: pass an aware datetime, e.g. with tzinfo=UTC")
    return instant.astimezone(UTC)


def _origin(origin: Origin | str | None) -> Origin | None:
    if origin is None or isinstance(origin, Origin):
        return origin
    try:
        return Origin(origin)
    except ValueError:
        raise InvalidInputError("origin", f"{origin!r} is not one of {', '.join(Origin)}") from None


def _voice(role: str | None, origin: Origin | str | None) -> Voice:
    if role is not None and role not in ROLES:
        raise InvalidInputError("role", f"{role!r} is not one of {', '.join(ROLES)}")
    return Voice(role, _origin(origin))


def _view(view: View | str | None) -> View | None:
    if view is None or isinstance(view, View):
        return view
    try:
        return View(view)
    except ValueError:
        raise InvalidInputError("view", f"{view!r} is not one of {', '.join(View)}") from None
