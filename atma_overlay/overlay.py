"""The public face: `Overlay`; `AsyncOverlay` runs the same flows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, tzinfo
from types import TracebackType
from typing import Self

from atma_overlay import telemetry, views
from atma_overlay.behind import ERASE_SECONDS
from atma_overlay.drivers import run
from atma_overlay.records import DecisionState, Origin
from atma_overlay.scope import Scope
from atma_overlay.upkeep import Upkeep


class Overlay(Upkeep):
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
        standing_instructions: whether packets hold how the asker wants to be answered (*answer in German from now on*),
            whatever is asked; see `Packet.instructions`.
        patience: how long a recall waits, and after how many failures a host or a model is left alone.
        redact: takes secrets out of a text before anything is stored or handed to host or model: what was said, who
            said it and under which key, a correction, a query, whose word a ruling is, and what is taken in from a
            host: what that one held before the overlay stays there as it is, and is stored here without them.
        timezone: where users are, as in "Europe/Berlin", for *today* and *last Tuesday*; UTC by default.
        clock: the system clock, aware UTC.
        tracer_provider: where spans go; by default where the application's global provider sends them, if it has one.
        meter_provider: likewise for metrics.

    Raises:
        InvalidInputError: an argument cannot be used.
        LedgerError: the ledger cannot be opened.
    """

    def remember(  # noqa: PLR0913 - keyword-only parts of one utterance
        self, said: str | Sequence[views.Turn], *, scope: Scope, observed_at: datetime | None = None,
        role: str = "user", name: str | None = None, origin: Origin | str | None = None, key: str | None = None,
        timezone: str | tzinfo | None = None, wait: bool = True, answering: str | None = None,
    ) -> views.WriteReceipt:  # fmt: skip
        """Store what was said and what follows from it.

        Args:
            said: one utterance, or the turns of a conversation in order, as one atomic batch.
            scope: whose memory.
            observed_at: when it was said, aware; the clock's now by default. Turns may carry their own.
            role: user, assistant, tool or system. Only a user's and a tool's words state facts.
            name: the speaker where several people speak.
            origin: who stands behind it; by default what the role says.
            key: your own id of the utterance: the same text under it is stored once, another one refused. What the
                scope does not see has keys of its own: two sessions may both have a message `1`.
            timezone: where it was said; the overlay's by default.
            wait: False returns once the ledger has it, as the rules read it; a slow host and a slow judge follow
                behind, and a crash loses neither. `flush` and `close` wait for them. Of more than a thousand scopes
                that wait, the next writer does its own scope's work before it returns.
            answering: what the agent had said right before, so that a short answer is read by what it asked (*York.* to
                *Where do you live now?*); nothing of it is kept. Of turns each takes the agent's turn before it.

        Raises:
            InvalidInputError: a naive date, an empty text or scope, an unknown role, the key of another text.
            LedgerError: nothing was stored.
        """
        flow = self.remember_(
            said, scope, observed_at, role, name, origin, key, timezone, wait=wait, answering=answering
        )
        receipt = run(flow, self.executor, root=telemetry.WRITE_ROOT)
        if not wait:
            self._owe(scope)
        return receipt

    def recall(  # noqa: PLR0913 - keyword-only parts of one question
        self, query: str, *, scope: Scope, limit: int = 5, valid_at: datetime | None = None,
        known_at: datetime | None = None, view: views.View | str | None = None, asker: str | None = None,
        max_tokens: int | None = None, now: datetime | None = None, timezone: str | tzinfo | None = None,
        deadline_seconds: float | None = None,
    ) -> views.Packet:  # fmt: skip
        """Labelled evidence for a query.

        Args:
            query: what was asked, verbatim.
            scope: whose memory.
            limit: groups of rows at most; a pair of old and new is one group.
            valid_at: read the state of the world at this instant.
            known_at: read what was known here at this instant.
            view: the state view; inferred from the query by default.
            asker: the speaker that *I* stands for, where several people speak.
            max_tokens: a budget for the rows, in tokens of about four characters; standing instructions take no more
                than half of it. The frame of the block, its premises and its footer come on top.
            now: the query's clock, from which *last winter* is read; the system's by default.
            timezone: where it is asked; the overlay's by default.
            deadline_seconds: what has not answered by then is passed over; `Patience.recall_seconds` by default.

        Raises:
            InvalidInputError: an argument cannot be used.
        """
        flow = self.recall_(
            query, scope, limit=limit, valid_at=valid_at, known_at=known_at, view=view, asker=asker,
            max_tokens=max_tokens, now=now, timezone=timezone,
        )  # fmt: skip
        return run(flow, self.executor, root=telemetry.READ_ROOT, seconds=self.deadline_(deadline_seconds))

    def timeline(
        self, *, scope: Scope, subject: str | None = None, attribute: str | None = None,
        known_at: datetime | None = None, limit: int | None = None, offset: int = 0,
    ) -> views.Timeline:  # fmt: skip
        """Slots with their records in the order of valid time, and the transitions between them.

        Args:
            scope: whose memory.
            subject: only the slots of this one.
            attribute: only the slots of this name.
            known_at: as it was known then.
            limit: records at most, with the transitions from and to them, 200 at most; None means all. While
                `revision` is the same, one part follows on the other.
            offset: records to pass over, in the order of subject, attribute and valid time.

        Raises:
            InvalidInputError: an argument cannot be used.
        """
        flow = self.timeline_(scope, subject, attribute, known_at, limit, offset)
        return run(flow, self.executor, root=telemetry.TIMELINE)

    def why(self, record_id: str, *, scope: Scope) -> views.Explanation:
        """The evidence of a record and the transitions in and out of it.

        Raises:
            NotFoundError: the scope holds no such record.
        """
        return run(self.why_(record_id, scope), self.executor, root=telemetry.WHY)

    def undo(self, transition_id: str, *, scope: Scope, by: str = "user") -> views.TransitionRecord:
        """Veto an applied transition for good: the state is as if it had been ruled *keep* (law 5).

        Raises:
            NotFoundError: the scope holds no such transition.
            ConflictError: it is not applied.
        """
        flow = self.rule_(transition_id, scope, DecisionState.UNDONE, by)
        return run(flow, self.executor, root=telemetry.RULE)

    def accept(self, transition_id: str, *, scope: Scope, by: str = "user") -> views.TransitionRecord:
        """Apply a proposed transition; one that expired is applied no more. Raises: as `undo`."""
        flow = self.rule_(transition_id, scope, DecisionState.APPLIED, by)
        return run(flow, self.executor, root=telemetry.RULE)

    def decline(self, transition_id: str, *, scope: Scope, by: str = "user") -> views.TransitionRecord:
        """Decline a proposed transition, expired or not: both values stay, uncontested. Raises: as `undo`."""
        flow = self.rule_(transition_id, scope, DecisionState.DECLINED, by)
        return run(flow, self.executor, root=telemetry.RULE)

    def decide(
        self, *, scope: Scope, accept: Collection[str] = (), decline: Collection[str] = (), undo: Collection[str] = (),
        by: str = "user",
    ) -> tuple[views.TransitionRecord, ...]:  # fmt: skip
        """Accept, decline and undo many transitions at once, for the price of one: all of them, or none.

        Args:
            scope: whose memory.
            accept: ids of proposals to apply, see `accept`.
            decline: ids of proposals to decline, see `decline`.
            undo: ids of applied transitions to veto, see `undo`.
            by: the person whose word it is.

        Returns:
            The transitions as they were decided: accepted, declined, undone, each in the order of the ids.

        Raises:
            InvalidInputError: no id, or one twice.
            NotFoundError: the scope holds no such transition; nothing was decided.
            ConflictError: one of them, which the message names, cannot be decided so; nothing was decided.
        """
        return run(self.decide_(scope, accept, decline, undo, by), self.executor, root=telemetry.RULE)

    def review(self, *, scope: Scope, limit: int | None = None, offset: int = 0) -> tuple[views.Proposal, ...]:
        """The proposals that wait for a person; after 30 days one waits no more, and its values stay contested.

        Args:
            scope: whose memory.
            limit: proposals at most, 200 at most; None means all.
            offset: proposals to pass over, in the order in which they were recorded.

        Raises:
            InvalidInputError: an argument cannot be used.
        """
        return run(self.review_(scope, limit, offset), self.executor, root=telemetry.REVIEW)

    def correct(
        self, record_id: str, value: str, *, scope: Scope, observed_at: datetime | None = None,
        origin: Origin | str = Origin.USER,
    ) -> views.WriteReceipt:  # fmt: skip
        """Say that a record was never true, and what was.

        Args:
            record_id: the record.
            value: what is true instead.
            scope: whose memory.
            observed_at: when it was said; now by default.
            origin: who stands behind it, a person by default. Where that ranks below who stands behind the record, the
                correction is proposed and waits in `review` (law 9).

        Raises:
            InvalidInputError: an argument cannot be used.
            NotFoundError: the scope holds no such record.
        """
        flow = self.correct_(record_id, value, scope, observed_at, origin)
        return run(flow, self.executor, root=telemetry.CORRECT)

    def forget(
        self, what: str, *, scope: Scope, observed_at: datetime | None = None, origin: Origin | str = Origin.USER
    ) -> views.WriteReceipt:
        """Retract a record, by id or by words: it is not used any more, and stays in the ledger. See `erase`.

        Words of a stated rule retract the rule, which then waits no longer, and no record.

        Args:
            what: the id of a record, or words for it or for a rule.
            scope: whose memory.
            observed_at: when it was said; now by default.
            origin: who stands behind it, see `correct`.

        Raises:
            InvalidInputError: an argument cannot be used.
            NotFoundError: nothing in the scope is meant by it.
        """
        return run(self.forget_(what, scope, observed_at, origin), self.executor, root=telemetry.FORGET)

    def erase(
        self, *, scope: Scope, record_id: str | None = None, observation_id: str | None = None, everything: bool = False
    ) -> views.EraseReceipt:
        """Remove a record's observations, one observation, or all of the scope, here and at the host (law 7).

        Nothing that this process keeps in memory holds the text then. Another process on the same SQLite file or
        PostgreSQL schema drops it with its next call there, for whatever scope; where it may be idle for long, call
        `atma_overlay.forget_texts` in it. What follows a write with `wait=False` is waited for first, two seconds at
        most.

        A user of whom nothing was ever stored is no error with `everything`: nothing is made, and the receipt says
        `known=False`.

        Raises:
            InvalidInputError: not exactly one of the three is named.
            NotFoundError: the scope holds no such record or observation.
        """
        flow = self.erase_(scope, record_id, observation_id, everything=everything)
        self._behind.wait_for(scope, seconds=ERASE_SECONDS)
        return run(flow, self.executor, root=telemetry.ERASE)

    def close(self) -> None:
        """Wait for what follows writes behind them; release the host adapter, and the ledger if opened from a URL.

        Later calls are refused with a `LedgerError`, whatever `on_error` says.
        """
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
