"""The trace of one flow: its root, the span of its current stage, its calls, and what their results tell.

No span is current while a caller, or the flow itself, has control: only while an effect is carried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from time import perf_counter
from typing import Any

from opentelemetry.context import attach, detach
from opentelemetry.trace import SpanContext, TraceFlags, set_span_in_context

from atma_overlay import effects as e
from atma_overlay.changes import Changeset
from atma_overlay.language.view import ViewRequest
from atma_overlay.models.structured import Answered
from atma_overlay.ports.host import Host, HostSearch
from atma_overlay.telemetry import calls, facts
from atma_overlay.telemetry import names as n
from atma_overlay.telemetry.events import add_event
from atma_overlay.telemetry.handle import Telemetry, mark
from atma_overlay.telemetry.stages import OpenStage, Stages
from atma_overlay.telemetry.trail import Trail
from atma_overlay.views import Label, Packet, Premise, PremiseVerdict


def start_counting(telemetry: Telemetry) -> None:
    """Let every counter start at zero; see `Instruments.start_at_zero`."""
    telemetry.instruments.start_at_zero(labels=[x.value for x in Label], verdicts=[v.value for v in PremiseVerdict])


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
        self._stages = Stages(telemetry, (self._root, self._context), recording=self.recording)
        self._hits: frozenset[str] = frozenset()
        self._scoped = False

    def enter(self, name: str | None) -> None:
        """End the stage before and start another; None only ends."""
        self._stages.enter(name)

    def failed(self, error: Exception) -> None:
        """Mark the stage whose effect failed, whatever the flow then makes of it."""
        self._stages.failed(error)

    @contextmanager
    def during(self, effect: e.Effect) -> Iterator[None]:
        """The stage's span is current while an effect is carried out, for whatever instruments a host or a driver."""
        self._name_conversation(effect)
        stage = self._stages.current
        token = attach(stage.context if stage is not None else self._context)
        try:
            yield
        finally:
            detach(token)

    def host(self, effect: e.HostEffect, perform: Callable[[], Any]) -> Any:
        """Carry out a call of the host under a span of its own."""
        call = calls.host_call(effect, self._host)
        with self._telemetry.current(call.name, call.attributes, kind=call.kind) as span:
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
        call = calls.model_call(effect)
        with self._telemetry.current(call.name, call.attributes, kind=call.kind) as span:
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

    def transaction(self) -> AbstractContextManager[None]:
        """Stages that end in the block stay open for facts until it is over."""
        return self._stages.holding()

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
        where = self._stages.latest(n.ADJUDICATE, n.COMMIT)
        context = where.context if where is not None else self._context
        for decision, count in counts.items():
            self._telemetry.instruments.decided(decision, count, context)
        if not self.recording or where is None:
            return
        where.count({n.DECISIONS_PREFIX + d.value: count for d, count in counts.items()})
        for record_id, decided in stated:
            ids = {n.RECORD_ID: record_id}
            add_event(where.span, n.DECISION_EVENT, ids=ids, enums={n.ATMA_DECISION: decided}, at=where.left)
        for move in made:
            self._transition(where, move)
        self._wrote(changes, made, facts.revision_of(result))

    def _wrote(self, changes: Changeset, made: Sequence[facts.Move], revision: int | None) -> None:
        propagated, commit = self._stages.latest(n.PROPAGATE, n.ADJUDICATE), self._stages.latest(n.COMMIT)
        fan_out = facts.fan_out(made)
        if propagated is not None and (fan_out or propagated.name == n.PROPAGATE):
            propagated.count({n.ATMA_FAN_OUT: fan_out})
        if commit is not None and changes.observations:
            commit.count({n.ATMA_OBSERVATIONS: len(changes.observations)})
        if commit is not None and revision is not None:
            commit.facts[n.ATMA_REVISION] = revision

    def answered(self, value: object) -> None:
        """Tell what an effect's result holds, where that is a reading of the query or a packet."""
        if isinstance(value, ViewRequest):
            if self.recording and self._stages.current is not None:
                self._stages.current.facts[n.ATMA_VIEW] = value.view.value
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
        failed = type(error).__name__ if isinstance(error, Exception) else None
        if isinstance(error, Exception):
            mark(self._root, error)
            self.failed(error)
        self._stages.close()
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
        verdicts = Counter(p.verdict for p in packet.premises)
        built, checked = self._stages.latest(n.BUILD_PACKET), self._stages.latest(n.CHECK_PREMISES)
        instruments, context = self._telemetry.instruments, self._context if built is None else built.context
        for (label, action), count in rows.items():
            instruments.rows(label, action, count, context)
        for reason, count in left.items():
            instruments.rows(reason.value, n.Action.SUPPRESSED, count, context)
        for verdict, count in verdicts.items():
            instruments.checked(verdict.value, count, context)
        if not self.recording or built is None or checked is None:
            return
        for (label, _), count in rows.items():
            built.count({n.ROWS_PREFIX + label: count})
        built.count({n.SUPPRESSED_PREFIX + reason.value: count for reason, count in left.items()})
        checked.count({n.PREMISES_PREFIX + verdict.value: count for verdict, count in verdicts.items()})
        for premise in packet.premises:
            if premise.verdict is PremiseVerdict.OUTDATED:
                self._outdated(checked, premise)

    def _outdated(self, stage: OpenStage, premise: Premise) -> None:
        texts = {n.PREMISE_TEXT: premise.text, n.CURRENT_TEXT: premise.current}
        add_event(
            stage.span, n.PREMISE_EVENT, ids={n.ATMA_RECORDS: premise.record_ids},
            enums={n.ATMA_VERDICT: premise.verdict}, texts=texts if self._telemetry.content.on_events else None,
            at=stage.left,
        )  # fmt: skip

    def _transition(self, stage: OpenStage, move: facts.Move) -> None:
        told = move.told if self._telemetry.content.on_events else None
        ids = {
            n.ATMA_TRANSITION: move.id, n.ATMA_FROM: move.from_id, n.ATMA_TO: move.to_id, n.ATMA_CAUSE: move.cause
        }  # fmt: skip
        enums = {n.ATMA_STATE: move.state, n.ATMA_DECISION: move.decided, n.ATMA_DECIDER: move.by}
        texts = None if told is None else {n.FROM_TEXT: told.from_value, n.TO_TEXT: told.to_value}
        enums = enums if move.kind is None else enums | {n.ATMA_KIND: move.kind}
        add_event(stage.span, n.TRANSITION_EVENT, ids=ids, enums=enums, texts=texts, at=stage.left)

    def _name_conversation(self, effect: e.Effect) -> None:
        """By the first scope that is named, which is the caller's; the outbox may hold other conversations' writes."""
        scope = getattr(effect, "scope", None)
        if self._scoped or scope is None:
            return
        self._scoped = True
        if scope.session is not None:
            self._root.set_attribute(n.CONVERSATION_ID, scope.session)


def _span_context(trace: str, span: str) -> SpanContext | None:
    try:
        trace_id, span_id = int(trace, 16), int(span, 16)
    except ValueError:  # a ledger that somebody edited
        return None
    context = SpanContext(trace_id, span_id, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
    return context if context.is_valid else None
