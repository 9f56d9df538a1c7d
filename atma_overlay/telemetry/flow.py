"""The trace of one flow: its root, the span of its current stage, its calls, and what their results tell.

No span is current while a caller, or the flow itself, has control: only while an effect is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Token
from dataclasses import replace
from typing import Any

from opentelemetry.context import Context, attach, detach
from opentelemetry.trace import set_span_in_context

from atma_overlay import effects as e
from atma_overlay.changes import Changeset
from atma_overlay.language.queries.view import ViewRequest
from atma_overlay.models.structured import Answered
from atma_overlay.ports.host import Host, HostSearch
from atma_overlay.ports.ledger import Provenance
from atma_overlay.telemetry import calls, facts
from atma_overlay.telemetry import names as n
from atma_overlay.telemetry.clock import Clock
from atma_overlay.telemetry.events import Event, event
from atma_overlay.telemetry.guarded import begun, ended
from atma_overlay.telemetry.handle import Telemetry, mark
from atma_overlay.telemetry.links import links
from atma_overlay.telemetry.stages import OpenStage, Stages
from atma_overlay.telemetry.trail import Trail
from atma_overlay.views import Label, Packet, Premise, PremiseVerdict

_AT_ROOT = (e.Compute, e.LedgerRead)
_SUPPRESSED = n.Action.SUPPRESSED.value


def start_counting(telemetry: Telemetry) -> None:
    """Let every counter start at zero, again once anything is made of it; see `Instruments.start_at_zero`."""
    telemetry.instruments.start_at_zero(
        labels=[x.value for x in Label], verdicts=[v.value for v in PremiseVerdict], measuring=telemetry.measuring
    )


class FlowTrace:
    """One run of one flow. Its stages are entered one after another, from whichever thread carries out an effect."""

    __slots__ = (
        "_clock", "_context", "_heard", "_hits", "_host", "_operation", "_root", "_scoped", "_stages", "_started",
        "_telemetry", "_traced", "recording",
    )  # fmt: skip

    def __init__(
        self, telemetry: Telemetry, operation: n.Operation, host: Host, conversation: str | None = None
    ) -> None:
        self._telemetry, self._operation, self._host = telemetry, operation, host
        self._clock = Clock()
        self._started = self._clock.now()
        self._root = begun(
            telemetry.tracer,
            operation.span,
            attributes={n.OPERATION_NAME: operation.span, n.ATMA_CALL: operation.call, n.STORE_ID: host.name},
            start_time=self._started,
        )
        self._context = set_span_in_context(self._root)
        self.recording = self._root.is_recording()
        measuring = telemetry.measuring
        if measuring and not telemetry.instruments.started:
            start_counting(telemetry)
        self._heard = self.recording or measuring
        self._traced = self._root.get_span_context().is_valid
        self._stages = Stages(telemetry, self._context, recording=self.recording, clock=self._clock)
        self._hits: frozenset[str] = frozenset()
        self._scoped = conversation is not None
        if conversation is not None:
            self._root.set_attribute(n.CONVERSATION_ID, conversation)

    def enter(self, name: str | None) -> None:
        """End the stage before and start another; None only ends."""
        if self._heard:
            self._stages.enter(name)

    def failed(self, error: Exception) -> None:
        """Mark the stage whose effect failed, whatever the flow then makes of it."""
        self._stages.failed(error)

    def begin(self, effect: e.Effect) -> Token[Context] | None:
        """Make a span current until `end` gets the token: the stage's, for whatever instruments a model or a linker.

        While rules compute, or one snapshot is read in several stages, it is the root's. Where nothing traces and no
        trace was begun before, there is no span to be current.
        """
        if not self._traced:
            return None
        if not self._scoped:
            self._name_conversation(effect)
        stage = self._stages.current
        if stage is None or isinstance(effect, _AT_ROOT):
            return attach(self._context)
        return attach(self._stages.context(stage))

    def end(self, token: Token[Context] | None) -> None:
        """Make current what was so before."""
        if token is not None:
            detach(token)

    def host(self, effect: e.HostEffect, perform: Callable[[], Any]) -> Any:
        """Carry out a call of the host under a span of its own."""
        answer = self._call_of_host(effect, perform) if self._traced else perform()
        if isinstance(answer, HostSearch):
            self._hits = frozenset(m.id for m in answer.memories)
        return answer

    def _call_of_host(self, effect: e.HostEffect, perform: Callable[[], Any]) -> Any:
        call = calls.host_call(effect, self._host)
        if self._telemetry.content.on_spans and isinstance(effect, e.HostSearchCall):
            call.attributes[n.QUERY_TEXT] = effect.query
        with self._telemetry.current(call.name, call.attributes, kind=call.kind, clock=self._clock) as current:
            answer = perform()
            calls.host_answered(current.span, effect, answer)
        return answer

    @contextmanager
    def model(self, effect: e.ModelCall) -> Iterator[Callable[[Answered[Any]], Answered[Any]]]:
        """The span of a question to a model; what is yielded takes the answer and hands it back."""
        call = calls.model_call(effect)
        if self._telemetry.content.on_spans:
            call.attributes[n.INPUT_MESSAGES] = calls.messages_text(effect)
        with self._telemetry.current(call.name, call.attributes, kind=call.kind, clock=self._clock) as current:

            def answered(answer: Answered[Any]) -> Answered[Any]:
                calls.model_answered(current.span, answer)
                if self._telemetry.content.on_spans:
                    current.span.set_attribute(n.OUTPUT_MESSAGES, calls.answer_text(answer))
                return answer

            try:
                yield answered
            finally:
                if (spent := effect.model.usage).completions:
                    calls.model_spent(current.span, spent)
                    self._telemetry.instruments.judge(spent.tokens_in + spent.tokens_out, current.context)

    def hold(self) -> None:
        """Keep the stages of a transaction open for facts, until `release`."""
        self._stages.hold()

    def release(self) -> None:
        """The transaction is over."""
        self._stages.release()

    def stamped(self, changes: Changeset) -> Changeset:
        """The changes with the ids of the root span at each observation that has none: reads link to them.

        A span that no sampler let through is nowhere to be found: it leaves no ids.
        """
        context = self._root.get_span_context()
        if not (self.recording and context.trace_flags.sampled):
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
        if not self._heard:
            return
        counts = facts.counted(changes, result)
        if not (counts or self.recording):
            return
        where = self._stages.latest(n.ADJUDICATE, n.COMMIT)
        context = self._stages.context(where) if where is not None else self._context
        for decision, count in counts.items():
            self._telemetry.instruments.decided(decision, count, context)
        if not self.recording or where is None:
            return
        for decision, count in counts.items():
            where.count(n.DECISIONS_PREFIX + decision.value, count)
        made = facts.moves(changes, result)
        for record_id, decided in facts.statements_decided(changes, made):
            ids = {n.RECORD_ID: record_id}
            where.events.append(
                event(n.DECISION_EVENT, ids=ids, enums={n.ATMA_DECISION: decided}, at=self._when(where))
            )
        for move in made:
            where.events.append(self._transition(where, move))
        self._wrote(changes, made, facts.revision_of(result))

    def _wrote(self, changes: Changeset, made: Sequence[facts.Move], revision: int | None) -> None:
        propagated, commit = self._stages.latest(n.PROPAGATE, n.ADJUDICATE), self._stages.latest(n.COMMIT)
        fan_out = facts.fan_out(made)
        if propagated is not None and (fan_out or propagated.name == n.PROPAGATE):
            propagated.count(n.ATMA_FAN_OUT, fan_out)
        if commit is not None and changes.observations:
            commit.count(n.ATMA_OBSERVATIONS, len(changes.observations))
        if commit is not None and revision is not None:
            commit.facts[n.ATMA_REVISION] = revision

    def answered(self, value: object) -> None:
        """Tell what an effect's result holds, where that is a reading of the query or a packet."""
        if isinstance(value, ViewRequest):
            if self.recording and self._stages.current is not None:
                self._stages.current.facts[n.ATMA_VIEW] = value.view.value
        elif isinstance(value, Packet):
            self._packet(value)

    def sources(self, found: Iterable[Provenance]) -> None:
        """Link the root to the spans that wrote its rows, and to those that caused their transitions; each once."""
        if self._stages.closed:  # it came too late for the caller
            return
        for context, told in links(found):
            self._root.add_link(context, told)

    def close(self, error: BaseException | None, result: object = None) -> None:
        """End every span. An error leaves its class name; a cancellation leaves nothing."""
        now, failed = self._clock.now(), None
        if isinstance(error, Exception):
            failed = type(error).__name__
            mark(self._root, error)
            self.failed(error)
        stages = self._stages.close(now)
        told = _told_of(result)
        if isinstance(told, Packet):
            told.follow(Trail(self._telemetry, self._root.get_span_context()))
        if self.recording and error is None:
            self._tell(told)
        ended(self._root, now)
        if self._heard:
            self._stages.measure(stages)
            self._telemetry.instruments.operation(
                (now - self._started) / 1e9, name=self._operation.span, provider=calls.provider_of(self._host.name),
                error=failed, context=self._context,
            )  # fmt: skip

    def _tell(self, result: object) -> None:
        told: dict[str, Any] = facts.outcome(result)
        if self._telemetry.content.on_spans:
            if isinstance(result, Packet):
                told[n.QUERY_TEXT] = result.query
            told[n.RECORDS_TEXT] = facts.records_text(result)
        self._root.set_attributes({key: value for key, value in told.items() if value is not None})

    def _packet(self, packet: Packet) -> None:
        if self._stages.closed:  # likewise
            return
        rows, left, verdicts = facts.rows(packet, self._hits), facts.suppressed(packet), facts.verdicts(packet)
        instruments = self._telemetry.instruments
        told = facts.instructions(packet)
        instruments.rows(
            [*rows.items(), *told.items(), *(((reason, _SUPPRESSED), count) for reason, count in left.items())]
        )
        if verdicts:
            instruments.checked([((verdict,), count) for verdict, count in verdicts.items()])
        built, checked = self._stages.latest(n.BUILD_PACKET), self._stages.latest(n.CHECK_PREMISES)
        if not self.recording or built is None or checked is None:
            return
        for (label, _), count in rows.items():
            built.count(n.ROWS_PREFIX + label, count)
        if told:
            built.count(n.ATMA_INSTRUCTIONS, len(packet.instructions))
        for reason, count in left.items():
            built.count(n.SUPPRESSED_PREFIX + reason, count)
        for verdict, count in verdicts.items():
            checked.count(n.PREMISES_PREFIX + verdict, count)
        for premise in packet.premises:
            if premise.verdict is PremiseVerdict.OUTDATED:
                checked.events.append(self._outdated(checked, premise))

    def _outdated(self, stage: OpenStage, premise: Premise) -> Event:
        texts = {n.PREMISE_TEXT: premise.text, n.CURRENT_TEXT: premise.current}
        return event(
            n.PREMISE_EVENT, ids={n.ATMA_RECORDS: premise.record_ids}, enums={n.ATMA_VERDICT: premise.verdict},
            texts=texts if self._telemetry.content.on_events else None, at=self._when(stage),
        )  # fmt: skip

    def _transition(self, stage: OpenStage, move: facts.Move) -> Event:
        told = move.told if self._telemetry.content.on_events else None
        ids = {
            n.ATMA_TRANSITION: move.id, n.ATMA_FROM: move.from_id, n.ATMA_TO: move.to_id, n.ATMA_CAUSE: move.cause
        }  # fmt: skip
        enums = {n.ATMA_STATE: move.state, n.ATMA_DECISION: move.decided, n.ATMA_DECIDER: move.by}
        texts = None if told is None else {n.FROM_TEXT: told.from_value, n.TO_TEXT: told.to_value}
        enums = enums if move.kind is None else enums | {n.ATMA_KIND: move.kind}
        return event(n.TRANSITION_EVENT, ids=ids, enums=enums, texts=texts, at=self._when(stage))

    def _when(self, stage: OpenStage) -> int:
        return self._clock.now() if stage.left is None else stage.left

    def _name_conversation(self, effect: e.Effect) -> None:
        """By the first scope that is named, which is the caller's; the outbox may hold other conversations' writes."""
        scope = getattr(effect, "scope", None)
        if scope is None:
            return
        self._scoped = True
        if scope.session is not None:
            self._root.set_attribute(n.CONVERSATION_ID, scope.session)


def _told_of(result: object) -> object:
    """The packet that a flow's result carries, as the evidence of a conversation does, or the result itself."""
    packet = getattr(result, "packet", None)
    return packet if isinstance(packet, Packet) else result
