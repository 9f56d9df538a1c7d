"""What a judge may cost: completions at a time, estimates before a backfill, and adopted memories judged after it."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from atma_overlay import AsyncOverlay, Overlay
from atma_overlay.errors import InvalidInputError, ModelError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Budget, Judge, Judged, Prices
from atma_overlay.judge.estimate import estimated
from atma_overlay.ledger import open_ledger
from atma_overlay.models import LimitedModel
from atma_overlay.ports.host import HostItem
from atma_overlay.ports.model import Finish, Message, ModelCapabilities, ModelReply, ModelRequest, Usage
from atma_overlay.testing.scripted_model import Said, ScriptedModel
from atma_overlay.views import Turn
from tests.judge_worlds import GARLIC, JAIN, ME, World, day, diligent

REQUEST = ModelRequest((Message("user", "hello"),))


class Busy:
    """A model that notes how many completions it is asked for at a time."""

    def __init__(self, *, thread_safe: bool = True) -> None:
        self.at_a_time = self.most = self.asked = 0
        self._thread_safe = thread_safe
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return "busy:1"

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(thread_safe=self._thread_safe)

    def complete(self, request: ModelRequest) -> ModelReply:
        with self._lock:
            self.at_a_time += 1
            self.asked += 1
            self.most = max(self.most, self.at_a_time)
        time.sleep(0.01)
        with self._lock:
            self.at_a_time -= 1
        return ModelReply("{}", Finish.STOP, Usage(1, 1, 1))

    def close(self) -> None:
        """Nothing is open."""


def test_threads_and_loops_share_one_limit() -> None:
    inner = Busy()
    model = LimitedModel(inner, 3)

    async def many() -> None:
        await asyncio.gather(*(model.complete_async(REQUEST) for _ in range(10)))

    with ThreadPoolExecutor(12) as pool:
        blocking = [pool.submit(model.complete, REQUEST) for _ in range(20)]
        awaiting = [pool.submit(lambda: asyncio.run(many())) for _ in range(2)]
        assert len([each.result(timeout=20) for each in blocking]) == 20
        assert [each.result(timeout=20) for each in awaiting] == [None, None]
    assert (inner.asked, inner.most) == (40, 3)


def test_a_model_that_is_not_safe_for_threads_is_asked_one_at_a_time() -> None:
    inner = Busy(thread_safe=False)
    model = LimitedModel(inner, 8)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(model.complete, [REQUEST] * 12))
    assert inner.most == 1


def test_who_is_cancelled_while_waiting_leaves_the_place_to_the_next() -> None:
    model = LimitedModel(Busy(), 1)

    async def run() -> None:
        running = asyncio.create_task(model.complete_async(REQUEST))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(model.complete_async(REQUEST)) for _ in range(5)]
        await asyncio.sleep(0.001)
        for task in waiting[:4]:
            task.cancel()
        await asyncio.wait_for(asyncio.gather(running, waiting[4]), timeout=5)
        await asyncio.wait_for(model.complete_async(REQUEST), timeout=5)

    asyncio.run(run())


def test_a_failure_gives_its_place_back() -> None:
    answers: list[Said] = [ModelError("m", "down")] * 5
    model = LimitedModel(ScriptedModel([*answers, "{}"]), 1)
    for _ in range(5):
        with pytest.raises(ModelError):
            model.complete(REQUEST)
    assert model.complete(REQUEST).text == "{}"


def test_one_judge_keeps_its_limit_over_several_overlays() -> None:
    inner = Busy()
    judge = Judge(inner, concurrency=2)

    async def write(overlay: AsyncOverlay, n: int) -> None:
        await overlay.remember(f"My favourite spice is number {n}.", scope=ME, observed_at=day(1))

    async def run() -> None:
        overlays = [AsyncOverlay(MemoryHost(), ledger=open_ledger("memory://"), judge=judge) for _ in range(6)]
        await asyncio.gather(*(write(o, n) for n, o in enumerate(overlays)))

    asyncio.run(run())
    assert (inner.asked, inner.most) == (6, 2)


@pytest.mark.parametrize("concurrency", [0, -1])
def test_a_limit_leaves_room(concurrency: int) -> None:
    with pytest.raises(InvalidInputError, match="concurrency"):
        Judge(ScriptedModel([]), concurrency=concurrency)


def filled(*texts: str, role: str = "user") -> MemoryHost:
    host = MemoryHost()
    items = [
        HostItem(key=f"k{n}", text=text, role=role, observed_at=datetime(2025, n + 1, 1, tzinfo=UTC))
        for n, text in enumerate(texts)
    ]
    host.add(items, scope=ME)
    return host


def adopting(host: MemoryHost, model: ScriptedModel, **rest: object) -> Overlay:
    judge = Judge(model, **rest)  # type: ignore[arg-type]  # a Judge's own keywords
    return Overlay(host, ledger=open_ledger("memory://"), on_error="raise", judge=judge)


def test_what_is_taken_in_is_judged_like_what_was_said() -> None:
    overlay = adopting(filled(GARLIC, JAIN), ScriptedModel(diligent))
    report = overlay.backfill(scope=ME, role="user")
    assert report.judging is not None
    assert (report.judging.pending, report.judging.verdicts, report.judging.asked) == (0, 1, 1)
    statuses = {r.value: r.status.value for r in overlay.timeline(scope=ME).records}
    assert statuses["raw garlic"] == "superseded"
    assert statuses["raw garlic"] == World().told_garlic_then_jain().standing()["raw garlic"]
    assert overlay.rejudge(scope=ME) is None


def test_a_backfill_whose_judge_fails_keeps_what_the_rules_found_and_waits() -> None:
    up = [False]
    model = ScriptedModel(lambda r: diligent(r) if up[0] else ModelError("m", "down"))
    overlay = adopting(filled(GARLIC, JAIN), model)
    report = overlay.backfill(scope=ME, role="user")
    assert report.taken == 2
    assert report.judging is not None
    assert (report.judging.pending, report.judging.error) == (2, "ModelError")
    up[0] = True
    done = overlay.rejudge(scope=ME)
    assert done is not None
    assert done.verdicts == 1


def test_words_of_an_agent_wait_for_no_judge() -> None:
    model = ScriptedModel(diligent)
    report = adopting(filled(GARLIC, role="assistant"), model).backfill(scope=ME)
    assert (report.judging, model.requests) == (None, [])


def test_an_estimate_asks_no_model_and_writes_nothing() -> None:
    model = ScriptedModel([])
    overlay = adopting(filled(GARLIC, JAIN), model, prices=Prices(1.0, 4.0))
    guess = overlay.estimate(scope=ME, role="user")
    assert model.requests == []
    assert overlay.timeline(scope=ME).records == ()
    assert (guess.texts, guess.calls, guess.completions, guess.tokens_out) == (2, 1, 2, 4096)
    assert guess.cost == round((guess.tokens_in + 4 * 4096) / 1e6, 4)
    assert asyncio.run(AsyncOverlay(overlay.host, ledger=overlay.ledger, judge=overlay.writer.judge).estimate(
        scope=ME, role="user")) == guess  # fmt: skip


def test_an_estimate_needs_a_judge() -> None:
    overlay = Overlay(filled(GARLIC), ledger=open_ledger("memory://"))
    with pytest.raises(InvalidInputError, match="judge"):
        overlay.estimate(scope=ME)


def test_a_backfill_costs_no_more_than_was_estimated() -> None:
    texts = [f"My locker number {n} at the pool is A{n}7 since the spring." for n in range(11)]
    for budget in (Budget(tokens_in=1500), Budget(tokens_in=1500, calls=1), Budget()):
        model = ScriptedModel(lambda r: r.schema() if r.schema else Judged())
        overlay = adopting(filled(*texts), model, budget=budget)
        guess = overlay.estimate(scope=ME, role="user")
        report = overlay.backfill(scope=ME, role="user")
        assert report.judging is not None
        assert report.judging.pending == 0
        assert report.judging.asked <= guess.calls
        assert report.judging.tokens_in <= guess.tokens_in


def test_an_estimate_counts_an_answer_that_is_cut_off_and_its_repair() -> None:
    def cut(request: ModelRequest) -> ModelReply:
        asked = sum(len(m.text.encode()) for m in request.messages) // 4
        return ModelReply('{"statements": [', Finish.LENGTH, Usage(asked, request.max_tokens, 1))

    class Cutting(Busy):
        def complete(self, request: ModelRequest) -> ModelReply:
            return cut(request)

    host = filled("We are expecting twins in May.")
    overlay = Overlay(host, ledger=open_ledger("memory://"), judge=Judge(Cutting(), prices=Prices(1, 1)))
    guess = overlay.estimate(scope=ME, role="user")
    spent = overlay.backfill(scope=ME, role="user").judging
    assert spent is not None
    assert (spent.completions, spent.tokens_out) == (guess.completions, guess.tokens_out) == (2, 4096)
    assert spent.tokens_in <= guess.tokens_in


def tokens_of(request: ModelRequest) -> int:
    """As a budget counts them."""
    return sum(-(-len(m.text.encode()) // 4) for m in request.messages)


@pytest.mark.parametrize("calls", [1, 2])
@pytest.mark.parametrize(
    "text", ["word " * 1600, '\\"' * 4000, "\x07" * 8000 + " I live in York", "我住在北京。" * 1400]
)
def test_a_turn_is_shown_as_far_as_the_budget_has_room_for_it(text: str, calls: int) -> None:
    world = World(lambda _: Judged(), budget=Budget(tokens_in=1500, calls=calls))
    receipt = world.overlay.remember(text, scope=ME, observed_at=day(9))
    assert receipt.judging is not None
    assert receipt.judging.pending == 0
    assert 0 < max(map(tokens_of, world.model.requests)) <= 1500


def test_where_not_even_an_opening_has_room_nothing_is_asked_and_the_batch_waits() -> None:
    world = World(lambda _: Judged(), budget=Budget(tokens_in=100))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(9))
    assert receipt.judging is not None
    assert (receipt.judging.pending, receipt.judging.error, world.model.requests) == (1, "InvalidInputError", [])


@pytest.mark.parametrize("tokens", [1200, 3000])
def test_the_texts_of_a_host_have_no_more_room_than_the_budget_gives_a_reading(tokens: int) -> None:
    world = World(lambda _: "{}", budget=Budget(tokens_in=tokens), reads="on")
    long = "long words follow here " * 12
    Overlay(world.host, ledger=open_ledger("memory://"), mode="shadow").remember(
        [Turn(text=f"Some gyms and pools {n} that nobody tracks, {long}") for n in range(50)], scope=ME
    )
    world.overlay.recall("gyms and pools?", scope=ME, limit=50)
    assert [tokens_of(r) <= tokens for r in world.model.requests[:1]] == [True]


def test_prices_are_no_negative_numbers() -> None:
    with pytest.raises(InvalidInputError, match="prices"):
        Prices(-1, 2)


def test_without_prices_there_is_no_cost() -> None:
    assert estimated(Judge(ScriptedModel([])), [GARLIC]).cost is None
