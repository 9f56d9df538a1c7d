"""The trace of one flow: its root, the span of its current stage, its calls, and what their results tell.

No span is current while a caller, or the flow itself, has control: only while an effect is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter, time_ns
from typing import Any

from opentelemetry.context import Context, attach, detach
from opentelemetry.trace import Span, SpanContext, TraceFlags, set_span_in_context

from atma_overlay import effects as e
from atma_overlay.changes import Changeset
from atma_overlay.language.view import ViewRequest
from atma_overlay.models.structured import Answered
from atma_overlay.ports.host import Host, HostSearch
from atma_overlay.telemetry import calls, facts
from atma_overlay.telemetry import names as n
from atma_overlay.telemetry.events import add_event
from atma_overlay.telemetry.handle import Telemetry, mark
from atma_overlay.telemetry.trail import Trail
from atma_overlay.views import Label, Packet, Premise, PremiseVerdict


def start_counting(telemetry: Telemetry) -> None:
    """Let every counter start at zero; see `Instruments.start_at_zero`."""
    telemetry.instruments.start_at_zero(labels=[x.value for x in Label], verdicts=[v.value for v in PremiseVerdict])


@dataclass(slots=True)
class _Stage:
    """A stage that was entered; `left` is when it ended, in ns since the epoch, while its facts are still to come."""

    name: str
    span: Span
    context: Context
    started: float
    seconds: float = 0.0
    left: int | None = None
    error: str | None = None
    counts: dict[str, int] = field(default_factory=dict)


class FlowTrace:
    """One run of one flow. Its stages are entered one after another, from whichever thread carries out an effect."""

    def __init__(self, telemetry: Telemetry, operation: n.Operation, host: Host) -> None:
        self._telemetry, self._operation, self._host = telemetry, operation, host
        self._started = perf_counter()
        self._root = telemetry.tracer.start_span(
            operation.span,
            attributes={n.OPERATION_NAME: operation.span, n.ATMA_CALL: operation.call, n.STORE_ID: host.name},
        )
        self._context = set_span_in_context(self._root)
        self.recording = self._root.is_recording()
        self._stage: _Stage | None = None
        self._done: list[_Stage] = []
        """Stages of a running transaction: their facts are known when it is through."""
        self._holding = self._closed = False
        self._hits: frozenset[str] = frozenset()
        self._scoped = False

    def enter(self, name: str | None) -> None:
        """End the stage before and start another; None only ends."""
        self._leave()
        if name is None or self._closed:
            return
        span = self._telemetry.tracer.start_span(
            n.STAGE_PREFIX + name, self._context, attributes={n.ATMA_STAGE: name}
        )  # fmt: skip
        self._stage = _Stage(name, span, set_span_in_context(span, self._context), perf_counter())

    def failed(self, error: Exception) -> None:
        """Mark the stage whose effect failed, whatever the flow then makes of it."""
        if self._stage is not None:
            self._stage.error = type(error).__name__
            mark(self._stage.span, error)

    @contextmanager
    def during(self, effect: e.Effect) -> Iterator[None]:
        """The stage's span is current while an effect is carried out, for whatever instruments a host or a driver."""
        self._name_conversation(effect)
        token = attach(self._stage.context if self._stage is not None else self._context)
        try:
            yield
        finally:
            detach(token)

    @contextmanager
    def calling(self, call: calls.Call) -> Iterator[Span]:
        """The span of a call that leaves the overlay."""
        with self._telemetry.current(call.name, call.attributes, kind=call.kind) as span:
            yield span

    def host(self, effect: e.HostEffect, perform: Callable[[], Any]) -> Any:
        """Carry out a call of the host under a span of its own."""
        with self.calling(calls.host_call(effect, self._host)) as span:
            if self._telemetry.content.on_spans and isinstance(effect, e.HostSearchCall):
                span.set_attribute(n.QUERY_TEXT, effect.query)
            answer = perform()
            calls.host_answered(span, effect, answer)
        if isinstance(answer, HostSearch):
            self._hits = frozenset(m.id for m in answer.memories)
        return answer

    @contextmanager
    def model(self, effect: e.ModelCall) -> Iterator[Callable[[Answered[Any]], Answered[Any]]]:
        """The span of a question to a model; what is yielded takes the answer and hands it back."""
        with self.calling(calls.model_call(effect)) as span:
            if self._telemetry.content.on_spans:
                span.set_attribute(n.INPUT_MESSAGES, calls.messages_text(effect))

            def answered(answer: Answered[Any]) -> Answered[Any]:
                calls.model_answered(span, answer)
                if self._telemetry.content.on_spans:
                    span.set_attribute(n.OUTPUT_MESSAGES, calls.answer_text(answer))
                tokens = answer.usage.tokens_in + answer.usage.tokens_out
                self._telemetry.instruments.judge(tokens, set_span_in_context(span))
                return answer

            yield answered

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Stages that end in the block stay open for facts until it is over."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
            done, self._done = self._done, []
            for stage in done:
                self._finish(stage)

    def stamped(self, changes: Changeset) -> Changeset:
        """The changes with the ids of the root span at each observation that has none: reads link to them."""
        context = self._root.get_span_context()
        if not context.is_valid:
            return changes
        trace_id, span_id = f"{context.trace_id:032x}", f"{context.span_id:016x}"
        return replace(
            changes,
            observations=tuple(
                o if o.trace_id is not None else replace(o, trace_id=trace_id, span_id=span_id)
                for o in changes.observations
            ),
        )

    def committed(self, changes: Changeset, result: object) -> None:
        """Tell what a write decided."""
        made = facts.moves(changes, result)
        stated = list(facts.statements_decided(changes, made))
        counts = facts.decisions(made, stated)
        where = self._named(n.ADJUDICATE) or self._named(n.COMMIT) or self._stage
        context = where.context if where is not None else self._context
        for decision, count in counts.items():
            self._telemetry.instruments.decided(decision, count, context)
        if not self.recording or where is None:
            return
        self._count(where, {n.DECISIONS_PREFIX + d.value: count for d, count in counts.items()})
        for record_id, decided in stated:
            add_event(where.span, n.DECISION_EVENT, ids={n.RECORD_ID: record_id}, enums={n.ATMA_DECISION: decided})
        for move in made:
            self._transition(where.span, move)
        if (propagated := self._named(n.PROPAGATE)) is not None:
            self._count(propagated, {n.ATMA_FAN_OUT: facts.fan_out(made)})
        commit = self._named(n.COMMIT) or where
        if changes.observations:
            self._count(commit, {n.ATMA_OBSERVATIONS: len(changes.observations)})
        if (revision := facts.revision_of(result)) is not None:
            commit.span.set_attribute(n.ATMA_REVISION, revision)

    def answered(self, value: object) -> None:
        """Tell what an effect's result holds, where that is a reading of the query or a packet."""
        if isinstance(value, ViewRequest) and self._stage is not None:
            self._stage.span.set_attribute(n.ATMA_VIEW, value.view.value)
        elif isinstance(value, Packet):
            self._packet(value)

    def sources(self, found: Iterable[e.Source]) -> None:
        """Link the root to the spans that wrote its rows, and to those that caused their transitions; each once."""
        writes: dict[tuple[str, str], list[e.Source]] = {}
        for source in found:
            writes.setdefault((source.trace_id, source.span_id), []).append(source)
        for ids, of_one in writes.items():
            context = _span_context(*ids)
            if context is None:
                continue
            transitions = [i for source in of_one for i in source.transition_ids]
            lists = {
                n.ATMA_OBSERVATIONS_IDS: [source.observation_id for source in of_one],
                n.ATMA_RECORDS: [i for source in of_one for i in source.record_ids],
                n.ATMA_TRANSITIONS: transitions,
            }
            tie = n.Tie.CAUSED if transitions else n.Tie.WROTE
            self._root.add_link(
                context, {n.ATMA_LINK: tie.value} | {key: value for key, value in lists.items() if value}
            )

    def close(self, error: BaseException | None, result: object = None) -> None:
        """End every span. An error leaves its class name; a cancellation leaves nothing."""
        self._closed = True
        failed = type(error).__name__ if isinstance(error, Exception) else None
        if isinstance(error, Exception):
            mark(self._root, error)
            if self._stage is not None:
                self.failed(error)
        self._leave()
        if isinstance(result, Packet):
            result.follow(Trail(self._telemetry, self._root.get_span_context()))
        if self.recording and error is None:
            self._tell(result)
        self._telemetry.instruments.operation(
            perf_counter() - self._started, name=self._operation.span, provider=calls.provider_of(self._host.name),
            error=failed, context=self._context,
        )  # fmt: skip
        self._root.end()

    def _tell(self, result: object) -> None:
        mode = getattr(result, "mode", None)
        told: dict[str, Any] = {
            n.RECORD_COUNT: facts.record_count(result), n.ATMA_REVISION: facts.revision_of(result), n.ATMA_MODE: mode
        }  # fmt: skip
        if isinstance(result, Packet):
            told |= {n.ATMA_VIEW: result.view.value, n.ATMA_DEGRADED: result.degraded}
        if self._telemetry.content.on_spans:
            told[n.QUERY_TEXT] = result.query if isinstance(result, Packet) else None
            told[n.RECORDS_TEXT] = facts.records_text(result)
        self._root.set_attributes({key: value for key, value in told.items() if value is not None})

    def _packet(self, packet: Packet) -> None:
        rows, left = facts.rows(packet, self._hits), facts.suppressed(packet)
        verdicts = [p.verdict for p in packet.premises]
        instruments, built, checked = self._telemetry.instruments, self._stage_or(n.BUILD_PACKET), self._stage_or(
            n.CHECK_PREMISES
        )  # fmt: skip
        context = built.context if built is not None else self._context
        for (label, action), count in rows.items():
            instruments.rows(label, action, count, context)
        for reason, count in left.items():
            instruments.rows(reason.value, n.Action.SUPPRESSED, count, context)
        for verdict in dict.fromkeys(verdicts):
            instruments.checked(verdict.value, verdicts.count(verdict), context)
        if not self.recording:
            return
        if built is not None:
            for (label, _), count in rows.items():
                self._count(built, {n.ROWS_PREFIX + label: count})
            self._count(built, {n.SUPPRESSED_PREFIX + reason.value: count for reason, count in left.items()})
        if checked is not None:
            self._count(checked, {n.PREMISES_PREFIX + v.value: verdicts.count(v) for v in verdicts})
            for premise in packet.premises:
                if premise.verdict is PremiseVerdict.OUTDATED:
                    self._outdated(checked.span, premise)

    def _outdated(self, span: Span, premise: Premise) -> None:
        texts = {n.PREMISE_TEXT: premise.text, n.CURRENT_TEXT: premise.current}
        add_event(
            span, n.PREMISE_EVENT, ids={n.ATMA_RECORDS: premise.record_ids}, enums={n.ATMA_VERDICT: premise.verdict},
            texts=texts if self._telemetry.content.on_events else None,
        )  # fmt: skip

    def _transition(self, span: Span, move: facts.Move) -> None:
        told = move.told if self._telemetry.content.on_events else None
        enums = {n.ATMA_STATE: move.state, n.ATMA_DECISION: move.decided, n.ATMA_DECIDER: move.by}
        add_event(
            span, n.TRANSITION_EVENT,
            ids={
                n.ATMA_TRANSITION: move.id, n.ATMA_FROM: move.from_id, n.ATMA_TO: move.to_id,
                n.ATMA_CAUSE: move.cause,
            },
            enums=enums if move.kind is None else enums | {n.ATMA_KIND: move.kind},
            texts=None if told is None else {n.FROM_TEXT: told.from_value, n.TO_TEXT: told.to_value},
        )  # fmt: skip

    def _name_conversation(self, effect: e.Effect) -> None:
        """By the first scope that is named, which is the caller's; the outbox may hold other conversations' writes."""
        scope = getattr(effect, "scope", None)
        if self._scoped or scope is None:
            return
        self._scoped = True
        if scope.session is not None:
            self._root.set_attribute(n.CONVERSATION_ID, scope.session)

    def _named(self, name: str) -> _Stage | None:
        """The latest stage of this name that can still be told something."""
        open_ = [*self._done, *([] if self._stage is None else [self._stage])]
        return next((s for s in reversed(open_) if s.name == name), None)

    def _stage_or(self, name: str) -> _Stage | None:
        return self._named(name) or self._stage

    def _count(self, stage: _Stage, counts: dict[str, int]) -> None:
        for key, count in counts.items():
            stage.counts[key] = stage.counts.get(key, 0) + count

    def _leave(self) -> None:
        stage, self._stage = self._stage, None
        if stage is None:
            return
        stage.seconds = perf_counter() - stage.started
        if self._holding:
            stage.left = time_ns()
            self._done.append(stage)
        else:
            self._finish(stage)

    def _finish(self, stage: _Stage) -> None:
        if stage.counts:
            stage.span.set_attributes(stage.counts)
        stage.span.end(stage.left)
        self._telemetry.instruments.stage(
            stage.seconds, name=stage.name, error=stage.error, context=stage.context
        )  # fmt: skip


def _span_context(trace: str, span: str) -> SpanContext | None:
    try:
        trace_id, span_id = int(trace, 16), int(span, 16)
    except ValueError:  # a ledger that somebody edited
        return None
    context = SpanContext(trace_id, span_id, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
    return context if context.is_valid else None
