"""Who is whose parent: across threads, executors, the bridge between sync and async, and tasks."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace import StatusCode, get_current_span, use_span

from atma_overlay import Scope
from atma_overlay.drivers import run, run_async
from atma_overlay.effects import Compute, Flow, HostSearchCall, Stage
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ledger import MemoryLedger
from atma_overlay.ports.model import ModelCapabilities, ModelReply, ModelRequest
from atma_overlay.telemetry import READ_ROOT
from atma_overlay.testing.scripted_model import ScriptedModel
from tests import judge_worlds as judges
from tests.traced_worlds import CHICAGO, GYM, ME, Traced, day, moved


class Instrumented(MemoryHost):
    """A host whose SDK opens spans of its own."""

    def __init__(self, traced: Traced) -> None:
        super().__init__()
        self._tracer = traced.tracers.get_tracer("sdk")
        self.threads: set[int] = set()

    def search(self, query: str, **asked: Any) -> Any:
        self.threads.add(threading.get_ident())
        with self._tracer.start_as_current_span("POST /search"):
            return super().search(query, **asked)


class Awaited(Instrumented):
    """The same, on coroutines."""

    @property
    def capabilities(self) -> Any:
        from dataclasses import replace

        return replace(super().capabilities, asynchronous=True)

    async def search(self, query: str, **asked: Any) -> Any:  # type: ignore[override]  # it is declared
        await asyncio.sleep(0)
        return super().search(query, **asked)

    async def add(self, items: Any, *, scope: Scope) -> Any:  # type: ignore[override]  # it is declared
        return super().add(items, scope=scope)

    async def close(self) -> None:  # type: ignore[override]  # it is declared
        return super().close()


def lineage(traced: Traced, span: ReadableSpan) -> list[str]:
    """The names from a span up to its root."""
    by_id = {s.context.span_id: s for s in traced.spans}
    out = [span.name]
    while span.parent is not None and span.parent.span_id in by_id:
        span = by_id[span.parent.span_id]
        out.append(span.name)
    return out


@pytest.mark.parametrize("kind", [Instrumented, Awaited])
def test_a_hosts_own_spans_hang_below_its_call(kind: type[Instrumented]) -> None:
    traced = Traced()
    with traced.overlay(kind(traced)) as overlay:
        overlay.recall(GYM, scope=ME)
    assert lineage(traced, traced.one("POST /search")) == [
        "POST /search",
        "search_memory",
        "search_memory",
    ]


@pytest.mark.parametrize("kind", [Instrumented, Awaited])
async def test_a_hosts_own_spans_hang_below_its_call_from_a_worker_thread(kind: type[Instrumented]) -> None:
    traced = Traced()
    host = kind(traced)
    async with traced.async_overlay(host) as overlay:
        await overlay.recall(GYM, scope=ME)
    assert lineage(traced, traced.one("POST /search")) == [
        "POST /search",
        "search_memory",
        "search_memory",
    ]
    assert threading.get_ident() not in host.threads


async def test_concurrent_tasks_keep_to_their_own_traces() -> None:
    traced = Traced()
    tracer = traced.tracers.get_tracer("application")

    async def request(number: int) -> None:
        with use_span(tracer.start_span(f"request {number}"), end_on_exit=True):
            await overlay.remember(CHICAGO, scope=Scope(tenant="acme", user=f"u-{number}"), observed_at=day(1))
            await overlay.recall(GYM, scope=Scope(tenant="acme", user=f"u-{number}"))

    async with traced.async_overlay(Instrumented(traced)) as overlay:
        await asyncio.gather(*(request(n) for n in range(8)))
    traces = {s.context.trace_id: s.name for s in traced.spans if s.name.startswith("request")}
    assert len(traces) == 8
    for trace_id in traces:
        members = [s for s in traced.spans if s.context.trace_id == trace_id]
        assert len({lineage(traced, s)[-1] for s in members}) == 1
        assert sorted(s.name for s in members).count("POST /search") == 1


class Asked(ScriptedModel):
    """A model that can be awaited and opens spans of its own."""

    def __init__(self, traced: Traced) -> None:
        super().__init__(judges.diligent, name="scripted:judge")
        self._tracer = traced.tracers.get_tracer("sdk")

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(asynchronous=True)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        await asyncio.sleep(0)
        with self._tracer.start_as_current_span("POST /chat/completions"):
            return self.complete(request)


async def test_an_awaited_models_own_spans_hang_below_its_call() -> None:
    traced = Traced()
    async with traced.async_overlay(judge=Judge(Asked(traced))) as overlay:
        await overlay.remember(judges.GARLIC, scope=ME, observed_at=day(1))
    assert lineage(traced, traced.one("POST /chat/completions")) == [
        "POST /chat/completions", "chat judge", "atma.adjudicate", "upsert_memory"
    ]  # fmt: skip


def test_a_callers_span_is_the_parent_and_stays_the_callers() -> None:
    traced = Traced()
    tracer = traced.tracers.get_tracer("application")
    seen = []
    with traced.overlay(Instrumented(traced)) as overlay:
        from atma_overlay.effects import HostAdd
        from atma_overlay.ports.host import HostItem

        overlay.executor.perform(HostAdd(ME, [HostItem("k", CHICAGO, "user", day(1))]))
        with use_span(tracer.start_span("request"), end_on_exit=True) as request:
            overlay.backfill(scope=ME, role="user", on_progress=lambda *_: seen.append(get_current_span()))
            packet = overlay.recall(GYM, scope=ME)
            after = get_current_span()
            packet.render()
    assert (seen, after) == ([request], request)
    assert {lineage(traced, s)[-1] for s in traced.spans} == {"request"}
    assert not get_current_span().get_span_context().is_valid


def _watching(seen: list[bool]) -> Flow[None]:
    """A flow that looks at its context whenever it has control."""
    for stage in ("search", "commit", None):
        yield Stage(stage)
        seen.append(get_current_span().get_span_context().is_valid)
        yield Compute(lambda: seen.append(not get_current_span().get_span_context().is_valid))
        seen.append(get_current_span().get_span_context().is_valid)


async def test_no_span_is_current_while_a_flow_has_control() -> None:
    traced = Traced()
    seen: list[bool] = []
    with traced.overlay() as overlay:
        run(_watching(seen), overlay.executor, root=READ_ROOT)
        await run_async(_watching(seen), overlay.executor, root=READ_ROOT)
    assert seen == [False] * 18


async def test_a_cancelled_call_leaves_its_status_unset_and_ends_its_spans() -> None:
    traced = Traced()
    gate = threading.Event()

    class Slow(MemoryHost):
        def search(self, query: str, **asked: Any) -> Any:
            gate.wait(5)
            return super().search(query, **asked)

    overlay = traced.async_overlay(Slow())
    task = asyncio.create_task(overlay.recall(GYM, scope=ME))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()
    await overlay.close()
    for _ in range(100):
        if len(traced.spans) == 2:
            break
        await asyncio.sleep(0.02)
    assert sorted(s.name for s in traced.spans) == ["search_memory", "search_memory"]
    assert {s.status.status_code for s in traced.spans} == {StatusCode.UNSET}
    assert not any("error.type" in (s.attributes or {}) for s in traced.spans)
    assert not get_current_span().get_span_context().is_valid


def test_calls_in_threads_do_not_mix() -> None:
    traced = Traced()
    with moved(traced, host=Instrumented(traced)) as overlay:
        callers = [threading.Thread(target=overlay.recall, args=(GYM,), kwargs={"scope": ME}) for _ in range(6)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    roots = traced.roots("recall")
    assert len({s.context.trace_id for s in roots}) == 6
    assert {str(traced.tree(root)) for root in roots} == {str(traced.tree(roots[0]))}


def test_an_effect_outside_of_a_flow_is_not_traced() -> None:
    traced = Traced()
    with traced.overlay() as overlay:
        overlay.executor.perform(HostSearchCall(ME, GYM, 5))
    assert traced.spans == ()


def test_what_comes_after_the_deadline_is_neither_told_nor_counted(caplog: pytest.LogCaptureFixture) -> None:
    read = threading.Event()

    class Slow(MemoryLedger):
        slow = False

        def read(self, scope: Scope, work: Any) -> Any:
            if not self.slow:
                return super().read(scope, work)
            time.sleep(1.5)
            try:
                return super().read(scope, work)
            finally:
                read.set()

    traced, ledger = Traced(), Slow()
    with moved(traced, ledger=ledger) as overlay:
        ledger.slow = True
        packet = overlay.recall(GYM, scope=ME, deadline_seconds=0.6)
        assert read.wait(5)
        time.sleep(0.05)
        ledger.slow = False
    assert packet.degraded == "LedgerLateError"
    (root,) = traced.roots("recall")
    assert traced.tree(root) == ["search_memory", ["search_memory"], ["atma.infer_view"], ["atma.link"]]
    assert (root.links, traced.counted("atma.rows")) == ((), {})
    (message,) = caplog.messages
    assert message.startswith("recall goes on without the ledger: LedgerLateError, no answer in 0.")


def test_of_a_trace_that_is_not_sampled_nothing_is_made_and_everything_is_measured() -> None:
    class Asked(MemoryLedger):
        def read(self, scope: Scope, work: Any) -> Any:
            return super().read(scope, lambda reader: work(_Untraced(reader)))

    class _Untraced:
        def __init__(self, reader: Any) -> None:
            self._reader = reader

        def __getattr__(self, name: str) -> Any:
            assert name != "provenance"
            return getattr(self._reader, name)

    traced = Traced()
    traced.tracers.sampler = ALWAYS_OFF
    with moved(traced, ledger=Asked()) as overlay:
        overlay.recall(GYM, scope=ME).render()
    assert traced.spans == ()
    assert traced.counted("atma.rows") == {("current", "kept"): 1, ("superseded", "suppressed"): 1}
    assert traced.counted("atma.decisions") == {("add",): 1, ("replace",): 1}
    stages = {stage for stage, *_ in traced.counted("atma.stage.duration")}
    assert stages >= {"search", "infer_view", "link", "build_packet", "check_premises", "render"}


def test_what_a_database_is_instrumented_with_hangs_below_the_read() -> None:
    traced = Traced()
    tracer = traced.tracers.get_tracer("sql")

    class Seen(MemoryLedger):
        def read(self, scope: Scope, work: Any) -> Any:
            with tracer.start_as_current_span("SELECT"):
                return super().read(scope, work)

    with traced.overlay(ledger=Seen()) as overlay:
        overlay.recall(GYM, scope=ME)
    assert lineage(traced, traced.one("SELECT")) == ["SELECT", "search_memory"]
