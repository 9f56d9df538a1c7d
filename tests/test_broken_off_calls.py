"""A call that its caller broke off says nothing of the host or the model: it is neither a failure nor a success."""

from __future__ import annotations

import asyncio

import pytest

from atma_overlay import AsyncOverlay, HostError
from atma_overlay.errors import ModelError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.patience import Breaker, Patience
from atma_overlay.ports.model import ModelCapabilities, ModelReply, ModelRequest
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.dated_worlds import ME


def _have_rested(breaker: Breaker) -> None:
    """The rest is over by now."""
    breaker._circuit._opened -= 60


def _ended(breaker: Breaker, ending: BaseException) -> str:
    """What a call raises that ends so."""
    try:
        with breaker.guarding(lambda problem: HostError("h", "search", problem)):
            raise ending
    except BaseException as error:
        return str(error) or type(error).__name__


@pytest.mark.parametrize("ending", [asyncio.CancelledError, KeyboardInterrupt, GeneratorExit])
def test_a_call_that_is_broken_off_is_neither_a_failure_nor_a_success(ending: type[BaseException]) -> None:
    breaker = Breaker(Patience(failures=2, rest_seconds=60))
    for _ in range(2):
        assert _ended(breaker, ending()) == ending.__name__
        assert _ended(breaker, OSError("away")) == "away"
    assert "is left alone" in _ended(breaker, OSError("away"))
    _have_rested(breaker)
    assert _ended(breaker, ending()) == ending.__name__  # the trial, which nobody waited for
    assert _ended(breaker, OSError("away")) == "away"  # so the next call is one
    assert "is left alone" in _ended(breaker, OSError("away"))


class Given(ScriptedModel):
    """A judge that can be awaited: it is away, or hangs."""

    hangs = False
    asked = 0

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(asynchronous=True)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        raise ModelError(self.name, "is away", transient=True)


async def test_a_judge_is_left_alone_still_when_the_call_that_tried_it_again_was_given_up() -> None:
    model = Given([])
    patience = Patience(failures=2, rest_seconds=60)
    overlay = AsyncOverlay(MemoryHost(), ledger="memory://", judge=Judge(model), patience=patience)
    for number in range(4):
        await overlay.remember(f"I unpacked {number} boxes above the river.", scope=ME)
    assert model.asked == 2
    _have_rested(overlay.executor._model_breaker)
    model.hangs = True
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await overlay.remember("I unpacked a lamp above the river.", scope=ME)
    model.hangs = False
    for number in range(4):
        await overlay.remember(f"I unpacked {number} chairs above the river.", scope=ME)
    assert model.asked == 4  # the trial that was given up, and the next one
    await overlay.close()
