"""The events and links of the overlay's spans, and the trail that a packet carries."""

from __future__ import annotations

import copy
import pickle

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace import NonRecordingSpan, NoOpTracerProvider, SpanContext, TraceFlags, use_span

from atma_overlay.hosts import MemoryHost
from tests.traced_worlds import CHICAGO, GYM, ME, Traced, attributes, day, moved


def test_from_an_answer_links_lead_to_the_write_of_its_row_and_to_the_write_that_caused_its_transition() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        (transition,) = overlay.timeline(scope=ME).transitions
        overlay.recall(GYM, scope=ME)
    first, second = traced.roots("remember")
    (root,) = traced.roots("recall")
    assert [(link.context.span_id, attributes(link)["atma.link"]) for link in root.links] == [
        (second.context.span_id, "caused"), (first.context.span_id, "wrote"),
    ]  # fmt: skip
    caused, wrote = (attributes(link) for link in root.links)
    assert caused["atma.transition.ids"] == (transition.id,)
    assert (caused["atma.record.ids"], wrote["atma.record.ids"]) == ((transition.to_id,), (transition.from_id,))


def test_events_tell_decisions_transitions_and_outdated_premises_by_ids_and_enums() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        (t,) = overlay.timeline(scope=ME).transitions
        overlay.recall(GYM, scope=ME)
    events = [(e.name, dict(e.attributes or {})) for s in traced.spans for e in s.events]
    assert events == [
        ("atma.decision", {"gen_ai.memory.record.id": t.from_id, "atma.decision": "add"}),
        ("atma.decision", {"gen_ai.memory.record.id": t.to_id, "atma.decision": "replace"}),
        ("atma.transition", {
            "atma.transition.id": t.id, "atma.transition.from": t.from_id, "atma.transition.to": t.to_id,
            "atma.transition.cause": t.cause, "atma.transition.state": "applied", "atma.transition.kind": "replaced",
            "atma.decision": "replace", "atma.decider": "rules",
        }),
        ("atma.premise.outdated", {"atma.record.ids": (t.from_id, t.to_id), "atma.premise.verdict": "outdated"}),
    ]  # fmt: skip


def test_a_persons_word_is_traced_without_the_persons_name() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        (transition,) = overlay.timeline(scope=ME).transitions
        overlay.undo(transition.id, scope=ME, by="Wilhelmina")
    (root,) = traced.roots("rule")
    assert root.name == "update_memory"
    (event,) = (
        e for s in traced.spans for e in s.events if dict(e.attributes or {}).get("atma.transition.state") == "undone"
    )
    assert dict(event.attributes or {})["atma.decider"] == "person"
    assert "Wilhelmina" not in traced.exported()
    assert traced.counted("atma.decisions") == {("add",): 1, ("replace",): 1, ("undo",): 1}


def test_no_link_leads_to_a_write_that_was_not_sampled() -> None:
    traced, host = Traced(), MemoryHost()
    unsampled = TracerProvider(sampler=ALWAYS_OFF, shutdown_on_exit=False)
    with traced.overlay(host, tracer_provider=unsampled) as writer:
        writer.remember(CHICAGO, scope=ME)
        with traced.overlay(host, ledger=writer.ledger) as overlay:
            overlay.recall("Where do I live?", scope=ME)
            assert [list(root.links) for root in traced.roots("recall")] == [[]]


def test_a_write_without_a_tracer_of_its_own_is_not_taken_for_the_request_it_was_part_of() -> None:
    traced, host = Traced(), MemoryHost()
    request = SpanContext(7, 7, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
    with traced.overlay(host, tracer_provider=NoOpTracerProvider()) as writer:
        with use_span(NonRecordingSpan(request)):
            writer.remember(CHICAGO, scope=ME)
        with traced.overlay(host, ledger=writer.ledger) as overlay:
            overlay.recall("Where do I live?", scope=ME)
            assert [list(root.links) for root in traced.roots("recall")] == [[]]


def test_what_an_adopted_store_said_links_to_its_backfill() -> None:
    from atma_overlay.effects import HostAdd
    from atma_overlay.ports.host import HostItem

    traced = Traced()
    with traced.overlay() as overlay:
        overlay.executor.perform(HostAdd(ME, [HostItem("k1", CHICAGO, "user", day(1))]))
        overlay.backfill(scope=ME, role="user")
        overlay.recall("Where do I live?", scope=ME)
    (backfill,), (recall,) = traced.roots("backfill"), traced.roots("recall")
    assert [link.context.span_id for link in recall.links] == [backfill.context.span_id]


def test_rendering_joins_the_trace_of_its_recall_and_another_trace_by_a_link() -> None:
    traced = Traced()
    tracer = traced.tracers.get_tracer("application")
    with moved(traced) as overlay:
        packet = overlay.recall(GYM, scope=ME)
        packet.render()
        with use_span(tracer.start_span("another request"), end_on_exit=True) as request:
            packet.render()
    (recall,) = traced.roots("recall")
    same, other = (s for s in traced.spans if s.name == "atma.render")
    assert same.parent is not None
    assert same.parent.span_id == recall.context.span_id
    assert other.parent is not None
    assert other.parent.span_id == request.get_span_context().span_id
    assert [link.context.span_id for link in other.links] == [recall.context.span_id]


def test_a_packets_trail_is_no_part_of_its_data() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        packet, again = (overlay.recall(GYM, scope=ME, now=day(5)) for _ in range(2))
    assert packet == again
    for other in (copy.deepcopy(packet), pickle.loads(pickle.dumps(packet)), packet.model_copy()):
        assert other == packet
        assert other.render(nonce="a") == packet.render(nonce="a")
    assert "trail" not in str(packet.model_dump())
