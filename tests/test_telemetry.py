"""The spans, events, links and metrics of the overlay."""

from __future__ import annotations

import ast
import copy
import pickle
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.trace import SpanKind, StatusCode, get_current_span, use_span

from atma_overlay import Overlay, Scope
from atma_overlay.changes import Changeset
from atma_overlay.drivers import run
from atma_overlay.effects import Flow, LedgerWrite, Stage, Steps
from atma_overlay.errors import HostError, NotFoundError
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Kind
from atma_overlay.telemetry import STAGES, WRITE_ROOT, names
from atma_overlay.telemetry.names import Left
from atma_overlay.testing import ledger_samples as samples
from atma_overlay.testing.scripted_model import ScriptedModel
from atma_overlay.views import Suppressed
from tests import judge_worlds as judges
from tests.processes import bare
from tests.traced_worlds import ATLANTA, CHICAGO, GYM, ME, Traced, attributes, day, moved

SOURCES = Path(__file__).parent.parent
CORE = SOURCES / "atma_overlay"


def test_a_write_is_a_root_with_a_span_for_each_stage_and_the_hosts_own_call() -> None:
    traced = Traced()
    with traced.overlay() as overlay:
        overlay.remember(CHICAGO, scope=ME, observed_at=day(1))
    (root,) = traced.roots("remember")
    assert traced.tree(root) == [
        "upsert_memory", ["atma.extract"], ["atma.adjudicate"], ["atma.propagate"], ["atma.commit"], ["upsert_memory"]
    ]  # fmt: skip
    assert {s.kind for s in traced.spans} == {SpanKind.INTERNAL}
    assert attributes(root) == {
        "gen_ai.operation.name": "upsert_memory", "atma.call": "remember", "gen_ai.memory.store.id": "memory",
        "gen_ai.memory.record.count": 1, "atma.ledger.revision": 1, "atma.mode": "active",
    }  # fmt: skip
    assert attributes(traced.one("atma.commit")) == {
        "atma.stage": "commit", "atma.ledger.revision": 1, "atma.observations": 1
    }  # fmt: skip
    assert attributes(traced.one("atma.adjudicate")) == {"atma.stage": "adjudicate", "atma.decisions.add": 1}
    assert attributes(traced.one("atma.propagate")) == {"atma.stage": "propagate", "atma.propagate.fan_out": 0}


def test_consequences_are_counted_behind_the_turn_that_has_them() -> None:
    traced = Traced()
    with traced.overlay() as overlay:
        said = ("My gym is Iron Works.", "If I change jobs, my gym becomes Riverside Gym.", "I work at Apex.")
        for number, text in enumerate((*said, "I left Apex and work at Nova now."), start=1):
            overlay.remember(text, scope=ME, observed_at=day(number))
    stages = [s for s in traced.spans if s.name == "atma.propagate"]
    assert [attributes(s)["atma.propagate.fan_out"] for s in stages] == [0, 0, 0, 1]


def test_a_recall_is_a_root_with_a_span_for_each_stage() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        overlay.recall(GYM, scope=ME).render()
    (root,) = traced.roots("recall")
    assert traced.tree(root) == [
        "search_memory", ["search_memory"], ["atma.infer_view"], ["atma.link"], ["atma.build_packet"],
        ["atma.check_premises"], ["atma.render"],
    ]  # fmt: skip
    assert attributes(root) == {
        "gen_ai.operation.name": "search_memory", "atma.call": "recall", "gen_ai.memory.store.id": "memory",
        "gen_ai.memory.record.count": 1, "atma.ledger.revision": 4, "atma.mode": "active", "atma.view": "current",
    }  # fmt: skip
    (call,) = traced.roots("search")
    assert attributes(call) == {
        "gen_ai.operation.name": "search_memory", "gen_ai.provider.name": "memory", "atma.call": "search",
        "gen_ai.memory.store.id": "memory", "gen_ai.retrieval.top_k": 20, "gen_ai.memory.record.count": 2,
    }  # fmt: skip
    assert attributes(traced.one("atma.infer_view")) == {"atma.stage": "infer_view", "atma.view": "current"}
    assert attributes(traced.one("atma.build_packet")) == {
        "atma.stage": "build_packet", "atma.rows.current": 1, "atma.suppressed.superseded": 1
    }  # fmt: skip
    assert attributes(traced.one("atma.check_premises")) == {
        "atma.stage": "check_premises",
        "atma.premises.outdated": 1,
    }
    assert set(attributes(traced.one("atma.render"))) == {"atma.stage", "atma.render.characters"}


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


def test_metrics_have_the_units_the_buckets_and_the_labels_of_the_table_and_no_others() -> None:
    traced = Traced()
    world = judges.World()
    with traced.overlay(judge=Judge(world.model)) as overlay:
        overlay.remember(judges.GARLIC, scope=ME, observed_at=day(1))
        overlay.remember(judges.JAIN, scope=ME, observed_at=day(2))
        overlay.recall("Since my favourite spice is raw garlic, what shall I cook?", scope=ME).render()
        with pytest.raises(NotFoundError):
            overlay.why("rec_none", scope=ME)
    found = {name: (m.unit, sorted({k for p in m.data.data_points for k in p.attributes})) for name, m in
             traced.metrics().items()}  # fmt: skip
    assert found == {
        "gen_ai.client.operation.duration": ("s", ["error.type", "gen_ai.operation.name", "gen_ai.provider.name"]),
        "atma.stage.duration": ("s", ["atma.stage", "error.type"]),
        "atma.decisions": ("{decision}", ["atma.decision"]),
        "atma.premise.checks": ("{check}", ["atma.premise.verdict"]),
        "atma.rows": ("{row}", ["atma.row.action", "atma.row.label"]),
        "atma.packet.tokens": ("{token}", []),
        "atma.judge.tokens": ("{token}", []),
    }
    bounds = traced.metrics()["gen_ai.client.operation.duration"].data.data_points[0].explicit_bounds
    assert bounds == (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
    assert traced.counted("gen_ai.client.operation.duration") == {
        ("upsert_memory", "memory"): 2, ("search_memory", "memory"): 1, ("search_memory", "memory", "NotFoundError"): 1,
    }  # fmt: skip


def test_every_duration_decision_and_token_count_of_a_recorded_call_has_an_exemplar_that_leads_to_its_trace() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        overlay.recall(GYM, scope=ME).render()
    known = {s.context.trace_id for s in traced.spans}
    kept = {name: m for name, m in traced.metrics().items() if name not in ("atma.rows", "atma.premise.checks")}
    points = [p for m in kept.values() for p in m.data.data_points if getattr(p, "value", 1)]
    assert len(points) > 12
    assert all(p.exemplars for p in points)
    assert {e.trace_id for p in points for e in p.exemplars} <= known


def test_a_stages_exemplar_is_the_stages_own_span() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        overlay.recall(GYM, scope=ME).render()
    names = {s.context.span_id: s.name for s in traced.spans}
    points = traced.metrics()["atma.stage.duration"].data.data_points
    found = {(p.attributes["atma.stage"], names[e.span_id].removeprefix("atma.")) for p in points for e in p.exemplars}
    assert {stage for stage, name in found if stage != name} == {"search", "host"}  # theirs are the calls'
    assert len(found) > 8


def test_who_collects_counts_is_not_taken_for_the_call_behind_them() -> None:
    traced = Traced()
    with moved(traced) as overlay:
        overlay.recall(GYM, scope=ME)
    with use_span(traced.tracers.get_tracer("application").start_span("collecting"), end_on_exit=True):
        points = [p for name in ("atma.rows", "atma.premise.checks") for p in traced.metrics()[name].data.data_points]
    assert {p.value for p in points} == {0, 1}
    assert not any(p.exemplars for p in points)


def test_overlays_that_share_a_meter_count_together_and_others_do_not() -> None:
    traced, other = Traced(), Traced()
    for _ in range(2):
        with moved(traced) as overlay:
            overlay.recall(GYM, scope=ME)
    with moved(other) as overlay:
        overlay.recall("What changed about my home?", scope=ME)
    assert traced.counted("atma.rows") == {("current", "kept"): 2, ("superseded", "suppressed"): 2}
    assert traced.counted("atma.rows") == {("current", "kept"): 2, ("superseded", "suppressed"): 2}  # read, not taken
    assert traced.counted("atma.premise.checks") == {("outdated",): 2}
    assert other.counted("atma.premise.checks") == {}


def test_counters_start_at_zero_so_that_no_rate_misses_their_first_event() -> None:
    traced = Traced()
    with traced.overlay():
        pass
    points = traced.metrics()["atma.decisions"].data.data_points
    assert {(p.attributes["atma.decision"], p.value) for p in points} == {(d.value, 0) for d in names.Decided}
    assert {name for name, m in traced.metrics().items() if m.data.data_points} == {
        "atma.decisions", "atma.premise.checks", "atma.rows"
    }  # fmt: skip


def test_rows_count_as_kept_where_the_host_found_them_and_as_added_where_it_did_not() -> None:
    class Forgetful(MemoryHost):
        def search(self, query: str, **asked: Any) -> Any:
            answer = super().search(query, **asked)
            return type(answer)(tuple(m for m in answer.memories if "Atlanta" not in m.text), answer.native)

    for host, action in ((MemoryHost(), "kept"), (Forgetful(), "added")):
        traced = Traced()
        with moved(traced, host=host) as overlay:
            overlay.recall("Where do I live?", scope=ME)
        counted = traced.counted("atma.rows")
        assert counted[("current", action)] == 1
        assert counted[("superseded", "suppressed")] >= 1


def test_every_reason_to_leave_a_row_out_is_counted() -> None:
    assert {reason.value for reason in Left} == set(Suppressed.model_fields)
    traced = Traced()
    with moved(traced) as overlay:
        overlay.prune(scope=ME, older_than=timedelta(0), active=True)
        packet = overlay.recall("Where do I live?", scope=ME)
    assert packet.suppressed.archived == traced.counted("atma.rows")[("archived", "suppressed")] == 2


def test_the_judges_question_is_a_call_of_a_client_with_its_tokens() -> None:
    traced = Traced()
    world = judges.World()
    with traced.overlay(judge=Judge(ScriptedModel(judges.diligent, name="azure:judge-1"))) as overlay:
        receipt = overlay.remember(judges.GARLIC, scope=ME, observed_at=day(1))
    span = traced.one("chat judge-1")
    judging = receipt.judging
    assert judging is not None
    assert span.kind is SpanKind.CLIENT
    found = attributes(span)
    assert found.pop("atma.prompt").startswith("judge")
    assert found == {
        "gen_ai.operation.name": "chat", "gen_ai.provider.name": "azure.ai.openai", "gen_ai.request.model": "judge-1",
        "gen_ai.request.max_tokens": world.overlay.writer.judge.budget.tokens_out,  # type: ignore[union-attr]  # it has one
        "gen_ai.response.model": "azure:judge-1", "gen_ai.usage.input_tokens": judging.tokens_in,
        "gen_ai.usage.output_tokens": judging.tokens_out, "atma.completions": 1,
    }  # fmt: skip
    (root,) = traced.roots("remember")
    assert traced.tree(root)[1:3] == [["atma.extract"], ["atma.adjudicate", ["chat judge-1"]]]
    assert traced.metrics()["atma.judge.tokens"].data.data_points[0].sum == judging.tokens_in + judging.tokens_out


def test_a_vector_store_is_a_data_source_and_a_server_a_client(tmp_path: Path) -> None:
    from atma_qdrant import QdrantHost

    traced = Traced()
    host = QdrantHost(path=tmp_path / "store")
    with moved(traced, host=host) as overlay:
        overlay.recall(GYM, scope=ME)
    host.close()
    span = traced.one("retrieval atma_memories")
    assert span.kind is SpanKind.INTERNAL
    assert attributes(span)["gen_ai.data_source.id"] == "atma_memories"
    assert attributes(span)["gen_ai.operation.name"] == "retrieval"

    class Served(MemoryHost):
        server = ServerAddress("memories.internal", 6334)

    traced = Traced()
    with moved(traced, host=Served()) as overlay:
        overlay.recall(GYM, scope=ME)
    (call,) = traced.roots("search")
    assert call.kind is SpanKind.CLIENT
    assert (attributes(call)["server.address"], attributes(call)["server.port"]) == ("memories.internal", 6334)


def test_a_conversation_is_named_only_where_the_caller_gave_one() -> None:
    class Moody(MemoryHost):
        failing = False

        def add(self, items: Any, *, scope: Scope) -> Any:
            if self.failing:
                raise HostError("memory", "add", "it is down", transient=True)
            return super().add(items, scope=scope)

    traced = Traced()
    session = Scope(tenant="acme", user="u-42", session="s-7")
    with traced.overlay(Moody()) as overlay:
        overlay.remember(CHICAGO, scope=session, observed_at=day(1))
        overlay.remember(ATLANTA, scope=ME, observed_at=day(3))
        overlay.executor.host.failing = True  # type: ignore[attr-defined]  # it can fail
        overlay.remember("I work at Acme.", scope=session, observed_at=day(4))
        overlay.executor.host.failing = False  # type: ignore[attr-defined]  # it can fail
        overlay.remember("I work at Initech.", scope=ME, observed_at=day(5))
    first, second, _, last = traced.roots("remember")
    assert "gen_ai.conversation.id" not in attributes(last)  # it also handed over what s-7 was waiting for
    assert attributes(first)["gen_ai.conversation.id"] == "s-7"
    assert "gen_ai.conversation.id" not in attributes(second)


def test_a_failing_host_marks_its_call_and_its_stage_and_the_recall_goes_on_degraded() -> None:
    class Failing(MemoryHost):
        def search(self, query: str, **asked: Any) -> Any:
            raise HostError("memory", "search", "it is down")

    traced = Traced()
    with moved(traced, host=Failing()) as overlay:
        packet = overlay.recall(GYM, scope=ME)
    assert packet.degraded == "HostError"
    (root,), (call,), stage = traced.roots("recall"), traced.roots("search"), traced.one("atma.search")
    assert [attributes(s).get("error.type") for s in (root, call, stage)] == [None, "HostError", "HostError"]
    assert [s.status.status_code for s in (root, call, stage)] == [
        StatusCode.UNSET, StatusCode.ERROR, StatusCode.ERROR
    ]  # fmt: skip
    assert attributes(root)["atma.degraded"] == "HostError"
    assert {s.status.description for s in traced.spans} == {None}
    assert [e.name for s in traced.spans for e in s.events if e.name == "exception"] == []
    assert traced.counted("atma.stage.duration")[("search", "HostError")] == 1


def test_adopting_and_reconciling_a_store_are_traced_stage_by_stage() -> None:
    from atma_overlay.effects import HostAdd
    from atma_overlay.ports.host import HostItem

    traced = Traced()
    with traced.overlay() as overlay:
        items = [HostItem("k1", CHICAGO, "user", day(1)), HostItem("k2", ATLANTA, "user", day(3))]
        overlay.executor.perform(HostAdd(ME, items))
        overlay.backfill(scope=ME, role="user")
        overlay.reconcile(scope=ME)
    (backfill,), (reconcile,) = traced.roots("backfill"), traced.roots("reconcile")
    assert traced.tree(backfill) == [
        "upsert_memory", ["search_memory"], ["atma.commit"], ["atma.extract"], ["atma.adjudicate"], ["atma.propagate"],
        ["atma.commit"],
    ]  # fmt: skip
    assert attributes(backfill)["gen_ai.memory.record.count"] == 2
    assert [child[0] for child in traced.tree(reconcile)[1:]] == ["search_memory", "atma.commit", "atma.commit"]
    links = traced.counted("atma.decisions")
    assert links == {("add",): 1, ("replace",): 1}


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


def _cascade(reader: LedgerReader) -> Steps[tuple[Changeset, None]]:
    """The commit of a write whose change reaches two other slots."""
    said = samples.observation("o-1", "I changed jobs.")
    made = [replace(samples.transition(f"tr-{n}", f"s-{n}", cause="o-1"), kind=kind)
            for n, kind in enumerate((Kind.REPLACED, Kind.CASCADED, Kind.INVALIDATED))]  # fmt: skip
    yield Stage("propagate")
    yield Stage("commit")
    decisions = tuple(samples.decision(t.id) for t in made)
    return Changeset(observations=(said,), transitions=tuple(made), decisions=decisions), None


def test_what_a_transaction_decides_is_told_on_the_stages_that_it_went_through() -> None:
    def flow() -> Flow[None]:
        yield Stage("adjudicate")
        yield LedgerWrite(ME, _cascade)
        yield Stage(None)

    traced = Traced()
    with traced.overlay() as overlay:
        run(flow(), overlay.executor, root=WRITE_ROOT)
    (root,) = traced.roots("remember")
    assert traced.tree(root) == ["upsert_memory", ["atma.adjudicate"], ["atma.propagate"], ["atma.commit"]]
    assert attributes(traced.one("atma.adjudicate")) == {
        "atma.stage": "adjudicate", "atma.decisions.replace": 1, "atma.decisions.cascade": 1,
        "atma.decisions.invalidate": 1,
    }  # fmt: skip
    assert attributes(traced.one("atma.propagate"))["atma.propagate.fan_out"] == 2
    ends = [traced.one(f"atma.{name}") for name in ("adjudicate", "propagate", "commit")]
    assert all((a.end_time or 0) <= (b.start_time or 0) for a, b in pairwise(ends))


def test_a_measured_suite_is_one_trace_of_its_episodes(monkeypatch: pytest.MonkeyPatch) -> None:
    from atma_overlay.evaluation.settings import Settings
    from atma_overlay.evaluation.suite import run_suite
    from atma_overlay.telemetry import handle

    traced = Traced()
    monkeypatch.setattr(handle, "_default_tracer", lambda: traced.tracers.get_tracer("atma_overlay"))
    seen = []
    settings = Settings(suite="supersede", limit=2, systems=("full",))
    run_suite([], settings=settings, on_progress=lambda *_: seen.append(get_current_span().get_span_context().is_valid))
    suite = traced.one("atma.eval")
    assert attributes(suite)["atma.eval.suite"] == "supersede"
    episodes = [s for s in traced.spans if s.name == "atma.eval.episode"]
    assert [s.parent.span_id for s in episodes if s.parent] == [suite.context.span_id] * 2
    assert {s.context.trace_id for s in traced.spans} == {suite.context.trace_id}
    assert {child[0] for child in traced.tree(episodes[0])[1:]} >= {"upsert_memory", "search_memory"}
    assert seen == [False, False]


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


def test_no_schema_url_and_no_global_provider() -> None:
    traced = Traced()
    with moved(traced):
        pass
    assert {(s.name, s.schema_url) for s in (span.instrumentation_scope for span in traced.spans) if s is not None} == {
        ("atma_overlay", "")
    }  # fmt: skip
    code = """
from opentelemetry import metrics, trace
import atma_overlay, sys
from atma_overlay.hosts import MemoryHost
with atma_overlay.Overlay(MemoryHost(), ledger="memory://") as overlay:
    me = atma_overlay.Scope(tenant="a", user="b")
    overlay.remember("I live in Chicago.", scope=me)
    overlay.recall("Where do I live?", scope=me).render()
print("opentelemetry.sdk" in sys.modules, type(trace.get_tracer_provider()).__name__)
"""
    assert bare("-c", code).split() == ["False", "ProxyTracerProvider"]


def test_every_stage_that_a_flow_enters_is_registered() -> None:
    entered = {
        call.args[0].value
        for path in CORE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Stage"
        and call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value is not None
    }  # fmt: skip
    assert entered <= STAGES
    assert {"extract", "adjudicate", "commit", "infer_view", "link", "build_packet", "check_premises"} <= entered
    assert "propagate" in STAGES


def test_names_of_spans_attributes_events_and_metrics_stand_in_one_module() -> None:
    told = {value for value in vars(names).values() if isinstance(value, str)}
    loose = {
        (path.name, node.value)
        for path in [*CORE.rglob("*.py"), *(SOURCES / "integrations" / "atma_otel").rglob("*.py")]
        if path != CORE / "telemetry" / "names.py" and path.name != "tracing.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        and (node.value in told - {"search", "host", "link", "commit", "extract", "maintain", "propagate", "render",
                                   "adjudicate", "infer_view", "build_packet", "check_premises", "chat", "retrieval",
                                   "atma_overlay"}
             or node.value.startswith(("gen_ai.", "atma.decision", "atma.transition", "atma.premise")))
    }  # fmt: skip
    assert loose == set()


def test_without_an_sdk_nothing_is_stored_with_an_observation_and_a_callers_trace_is() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(CHICAGO, scope=ME)
        (said,) = overlay.ledger.read(ME, lambda reader: reader.observed_after(None))
    assert (said.trace_id, said.span_id) == (None, None)
    traced = Traced()
    with traced.overlay() as overlay:
        overlay.remember(CHICAGO, scope=ME)
        (said,) = overlay.ledger.read(ME, lambda reader: reader.observed_after(None))
    (root,) = traced.roots("remember")
    assert (said.trace_id, said.span_id) == (f"{root.context.trace_id:032x}", f"{root.context.span_id:016x}")
