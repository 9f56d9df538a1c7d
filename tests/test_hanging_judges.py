"""A judge that hangs: a recall is answered in time by the rules, and no more is asked of it at once than it takes."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from atma_overlay import AsyncOverlay, Overlay
from atma_overlay.errors import ModelError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.models import LimitedModel, RetryingModel, RetryPolicy
from atma_overlay.patience import Patience
from atma_overlay.ports.model import Message, Model, ModelCapabilities, ModelReply, ModelRequest
from atma_overlay.readout import Read
from atma_overlay.testing.scripted_model import ScriptedModel
from atma_overlay.views import Turn
from tests.dated_worlds import FIRST, ME
from tests.judge_worlds import GARLIC, JAIN, diligent
from tests.readout_worlds import DINNER, attentive


class Hanging(ScriptedModel):
    """A judge that answers writes at once, and queries when it is let; it counts the queries."""

    def __init__(self) -> None:
        super().__init__(lambda request: attentive(request) if request.schema is Read else diligent(request))
        self.let = threading.Event()
        self.queries = 0
        self.fails = False

    def complete(self, request: ModelRequest) -> ModelReply:
        if request.schema is Read:
            self.queries += 1
            self.let.wait(60)
            if self.fails:
                raise ModelError(self.name, "is away", transient=True)
        return super().complete(request)


@pytest.fixture
def model() -> Iterator[Hanging]:
    model = Hanging()
    yield model
    model.let.set()


def overlay_of(model: Hanging, patience: Patience, *, over: Model | None = None) -> Overlay:
    judge = Judge(over or model, reads="on")
    overlay = Overlay(MemoryHost(), ledger="memory://", judge=judge, patience=patience)
    overlay.remember([Turn(text=GARLIC), Turn(text=JAIN)], scope=ME, observed_at=FIRST)
    model.let.set()
    overlay.recall("What do I collect?", scope=ME, deadline_seconds=30)  # a first recall imports much
    model.let.clear()
    model.queries = 0
    return overlay


def test_a_judge_that_is_late_with_a_query_is_passed_over_and_the_rules_answer(model: Hanging) -> None:
    overlay = overlay_of(model, Patience(recall_seconds=1.0))
    start = time.monotonic()
    packet = overlay.recall(DINNER, scope=ME)
    assert time.monotonic() - start < 4
    assert packet.readout is not None
    assert (packet.readout.error, packet.readout.applied, packet.degraded) == ("ModelError", False, None)
    assert "Jain dietary rules" in {row.value for row in overlay.recall("What are my dietary rules?", scope=ME).rows}


async def test_the_deadline_of_an_awaited_recall_holds_for_its_judge_too(model: Hanging) -> None:
    overlay = AsyncOverlay(MemoryHost(), ledger="memory://", judge=Judge(model, reads="on"))
    await overlay.remember([Turn(text=GARLIC), Turn(text=JAIN)], scope=ME, observed_at=FIRST)
    start = time.monotonic()
    packet = await overlay.recall(DINNER, scope=ME, deadline_seconds=2.0)
    assert time.monotonic() - start < 8
    assert packet.readout is not None
    assert packet.readout.error == "ModelError"


def test_a_judge_that_is_late_each_time_is_left_alone(model: Hanging) -> None:
    overlay = overlay_of(model, Patience(recall_seconds=1.0, failures=2, rest_seconds=30.0))
    for n in range(2):
        overlay.recall(f"{DINNER} Number {n}.", scope=ME)
        model.let.set()  # what comes when nobody waits for it is no success
        time.sleep(0.1)
        model.let.clear()
    assert model.queries == 2
    start = time.monotonic()
    packet = overlay.recall("What shall we eat?", scope=ME)
    assert time.monotonic() - start < 0.9
    assert packet.readout is not None
    assert (packet.readout.error, model.queries) == ("ModelError", 2)


def test_a_question_that_nobody_waits_for_any_more_is_not_put_again(model: Hanging) -> None:
    patient = RetryingModel(model, policy=RetryPolicy(attempts=3, first_seconds=0.0))
    overlay = overlay_of(model, Patience(recall_seconds=0.5), over=patient)
    overlay.recall(DINNER, scope=ME)
    model.fails = True
    model.let.set()
    time.sleep(0.3)
    assert model.queries == 1


def asked_at_once(overlay: Overlay, count: int) -> None:
    """So many recalls from as many threads, until all have their packets."""
    asking = [threading.Thread(target=lambda n=n: overlay.recall(f"{DINNER} {n}", scope=ME)) for n in range(count)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()


def test_a_question_whose_caller_left_while_it_waited_for_a_place_is_never_put(model: Hanging) -> None:
    overlay = overlay_of(model, Patience(recall_seconds=0.8))
    asked_at_once(overlay, 4)
    assert model.queries == 1
    model.let.set()
    time.sleep(0.3)
    assert model.queries == 1


async def test_so_it_is_of_awaited_recalls(model: Hanging) -> None:
    model.let.set()
    overlay = AsyncOverlay(MemoryHost(), ledger="memory://", judge=Judge(model, reads="on"))
    await overlay.remember([Turn(text=GARLIC), Turn(text=JAIN)], scope=ME, observed_at=FIRST)
    await overlay.recall("What do I collect?", scope=ME, deadline_seconds=30)  # a first recall imports much
    model.let.clear()
    model.queries = 0
    await asyncio.gather(*(overlay.recall(f"{DINNER} {n}", scope=ME, deadline_seconds=0.8) for n in range(4)))
    model.let.set()
    await asyncio.sleep(0.3)
    assert model.queries == 1


def test_nobody_stands_in_line_for_a_place_when_all_callers_have_left(model: Hanging) -> None:
    limited = LimitedModel(model, 1)
    asked_at_once(overlay_of(model, Patience(recall_seconds=0.8), over=limited), 4)
    time.sleep(0.3)
    assert list(limited._places._waiting) == []


def test_a_wait_before_another_try_ends_when_the_caller_leaves(model: Hanging) -> None:
    patient = RetryingModel(model, policy=RetryPolicy(attempts=3, first_seconds=60.0, longest_seconds=60.0))
    overlay = overlay_of(model, Patience(recall_seconds=0.5), over=patient)
    model.fails = True
    model.let.set()
    overlay.recall(DINNER, scope=ME)
    model.fails = False
    packet = overlay.recall("What do I like to eat?", scope=ME, deadline_seconds=20)
    assert packet.readout is not None
    assert (packet.readout.error, model.queries) == (None, 2)


class OneAtATime(ScriptedModel):
    """A judge that blocks until it is let, and notes how many calls of it there are at once."""

    def __init__(self) -> None:
        super().__init__([])
        self.let = threading.Event()
        self.inside = self.most = self.asked = 0

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(thread_safe=False)

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.let.wait(20)
        self.inside -= 1
        raise ModelError(self.name, "is away", transient=False)


REQUEST = ModelRequest((Message("user", "hello"),))


@pytest.mark.parametrize("retried", [False, True])
async def test_calls_that_were_given_up_keep_their_places_while_their_threads_last(retried: bool) -> None:
    inner = OneAtATime()
    model = LimitedModel(RetryingModel(inner) if retried else inner, 8)
    for _ in range(5):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await model.complete_async(REQUEST)
    assert (inner.asked, inner.most) == (1, 1)
    inner.let.set()
    async with asyncio.timeout(5):
        with pytest.raises(ModelError, match="is away"):
            await model.complete_async(REQUEST)
    assert (inner.asked, inner.most) == (2, 1)


async def test_a_judge_that_blocks_holds_up_no_thread_of_the_application() -> None:
    inner = OneAtATime()
    judges = [LimitedModel(inner, 1) for _ in range(40)]
    calls = [asyncio.create_task(judge.complete_async(REQUEST)) for judge in judges]
    async with asyncio.timeout(60):
        while inner.asked < len(judges):  # all of them wait from here on
            await asyncio.sleep(0.01)
    async with asyncio.timeout(5):
        await asyncio.to_thread(int)
    inner.let.set()
    await asyncio.gather(*calls, return_exceptions=True)


async def test_a_place_within_a_place_is_kept_for_the_thread_too() -> None:
    inner = OneAtATime()
    outer = LimitedModel(LimitedModel(inner, 8), 1)
    for _ in range(3):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await outer.complete_async(REQUEST)
    assert outer._places._free == 0
    inner.let.set()
    with pytest.raises(ModelError, match="is away"):
        await outer.complete_async(REQUEST)
    assert outer._places._free == 1
