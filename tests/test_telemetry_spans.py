"""The spans of the overlay: a root for each call, and one for each stage and call below it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor
from opentelemetry.trace import SpanKind, StatusCode, get_current_span

from atma_overlay import Scope
from atma_overlay.changes import Changeset
from atma_overlay.drivers import run
from atma_overlay.effects import Flow, LedgerWrite, Stage, Steps
from atma_overlay.errors import HostError
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge, Judged, SaidRejection
from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Kind
from atma_overlay.telemetry import WRITE_ROOT, guarded
from atma_overlay.testing import ledger_samples as samples
from atma_overlay.testing.scripted_model import ScriptedModel
from tests import judge_worlds as judges
from tests.traced_worlds import ATLANTA, CHICAGO, GYM, ME, Traced, attributes, day, moved


class Raising(SpanProcessor):
    """An application's processor with a fault in it."""

    def __init__(self, fault: str) -> None:
        self._fault = fault

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if self._fault == "begin":
            raise RuntimeError("a fault")

    def on_end(self, span: ReadableSpan) -> None:
        if self._fault == "end":
            raise RuntimeError("a fault")


@pytest.mark.parametrize("fault", ["begin", "end"])
def test_what_a_processor_of_spans_raises_fails_no_call_and_is_logged_once(
    fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    guarded._tell.cache_clear()
    traced = Traced()
    traced.tracers.add_span_processor(Raising(fault))
    with moved(traced) as overlay:
        packet = overlay.recall("Where do I live?", scope=ME)
        assert [row.value for row in packet.rows] == ["Atlanta"]
        assert packet.render()
        assert len(overlay.timeline(scope=ME).records) == 2
    told = f"a span could not {fault} (RuntimeError): look at the span processors of the tracer provider"
    assert [record.getMessage() for record in caplog.records] == [told]


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
    told = {key: value for key, value in attributes(root).items() if key.startswith("atma.judge.")}
    assert told == {
        "atma.judge.statements": judging.statements, "atma.judge.verdicts": judging.verdicts, "atma.judge.rejected": 0,
        "atma.judge.refused": sum(judging.refused.values()), "atma.judge.pending": 0,
    }  # fmt: skip
    assert traced.metrics()["atma.judge.tokens"].data.data_points[0].sum == judging.tokens_in + judging.tokens_out


def test_what_a_judge_rejects_and_what_its_guards_refuse_is_counted_on_the_root() -> None:
    shown, unknown = (SaidRejection(note=n, reason="a crossword", confidence=0.9) for n in ("n1", "n7"))
    answer = Judged(wrong=(shown, unknown))
    traced = Traced()
    with traced.overlay(judge=Judge(ScriptedModel([answer]))) as overlay:
        overlay.remember("I now work at Umbar Foods. So much for the crossword.", scope=ME, observed_at=day(1))
    (root,) = traced.roots("remember")
    found = attributes(root)
    assert (found["atma.judge.rejected"], found["atma.judge.refused"]) == (1, 1)
    assert found["gen_ai.memory.record.count"] == 0


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
