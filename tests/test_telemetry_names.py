"""The names of the overlay's telemetry stand in one place, and it needs no SDK."""

from __future__ import annotations

import ast
from pathlib import Path

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.telemetry import STAGES, names
from tests.processes import bare
from tests.traced_worlds import CHICAGO, ME, Traced, moved

SOURCES = Path(__file__).parent.parent
CORE = SOURCES / "atma_overlay"


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
