"""The metrics of the overlay, and the exemplars that lead from them to traces."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from opentelemetry.trace import use_span

from atma_overlay.errors import NotFoundError
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.telemetry import names
from atma_overlay.telemetry.names import Left
from atma_overlay.views import Suppressed
from tests import judge_worlds as judges
from tests.processes import bare
from tests.traced_worlds import GYM, ME, Traced, day, moved


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


LATE = """
from opentelemetry import metrics
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

me = Scope(tenant="acme", user="u-42")
reader = InMemoryMetricReader()
with Overlay(MemoryHost(), ledger="memory://") as overlay:
    metrics.set_meter_provider(MeterProvider([reader]))
    overlay.timeline(scope=me)
    (found,) = reader.get_metrics_data().resource_metrics[0].scope_metrics
    for metric in found.metrics:
        if metric.name in ("atma.decisions", "atma.premise.checks", "atma.rows"):
            print(metric.name, len(metric.data.data_points), sum(p.value for p in metric.data.data_points))
"""


def test_counters_start_at_zero_where_the_provider_is_set_after_the_overlay_was_made_too() -> None:
    assert sorted(bare("-c", LATE).splitlines()) == ["atma.decisions 14 0", "atma.premise.checks 3 0", "atma.rows 21 0"]


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
