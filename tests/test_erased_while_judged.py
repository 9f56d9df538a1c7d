"""A judge's answer about what was erased while it was awaited is not kept: the batch is judged anew (law 7)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from atma_overlay import Overlay
from atma_overlay.judge import Judge, Judged
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.ledger import Ledger
from atma_overlay.ports.model import ModelRequest
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.judge_worlds import GARLIC, JAIN, ME, World, day, lines, told, verdict

SAUSAGE = "My favourite food is Zebrawurst."


@pytest.fixture(params=["memory", "sqlite"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    return open_ledger(
        "memory://" if request.param == "memory" else f"sqlite:///{tmp_path}/l.db", clock=lambda: day(12)
    )


def ruling(meanwhile: Callable[[], object]) -> Callable[[ModelRequest], Judged]:
    """A judge that rules on garlic and sausage; something happens while it is first asked."""
    waiting = iter([meanwhile])

    def answer(request: ModelRequest) -> Judged:
        shown = lines(request, "r")
        next(waiting, lambda: None)()
        turn = next(t["id"] for t in lines(request, "t") if "Jain" in t["text"])
        return Judged(
            statements=(told("Jain dietary rules", evidence="observing Jain dietary rules", turn=turn),),
            verdicts=tuple(verdict(r["id"], reason=f"the rules forbid {r['value']}") for r in shown),
        )

    return answer


def kept(ledger: Ledger) -> set[str]:
    """The reasons of what a judge ruled."""
    return {v.reason for v in ledger.read(ME, lambda reader: reader.verdicts()) if "scripted" in v.decider}


def world_of(ledger: Ledger, meanwhile: Callable[[], object]) -> World:
    world = World(ruling(meanwhile), ledger=ledger)
    plain = Overlay(world.host, ledger=ledger, clock=world.clock)
    plain.remember(GARLIC, scope=ME, observed_at=day(1))
    plain.remember(SAUSAGE, scope=ME, observed_at=day(2))
    return world


def erased(world: World, text: str) -> None:
    [said] = [o.id for o in world.ledger.read(ME, lambda r: r.observed_after(None)) if o.text == text]
    Overlay(world.host, ledger=world.ledger, clock=world.clock).erase(scope=ME, observation_id=said)


@pytest.mark.parametrize("gone", [SAUSAGE, GARLIC])
def test_an_answer_that_was_shown_what_is_gone_by_now_is_not_kept_and_the_text_waits(ledger: Ledger, gone: str) -> None:
    world = world_of(ledger, lambda: erased(world, gone))
    done = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    assert done.judging is not None
    assert (done.judging.asked, done.judging.verdicts, done.judging.statements, done.judging.pending) == (1, 0, 0, 1)
    assert kept(ledger) == set()


def test_it_is_asked_again_without_what_is_gone(ledger: Ledger) -> None:
    world = world_of(ledger, lambda: erased(world, SAUSAGE))
    world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    again = world.overlay.rejudge(scope=ME)
    assert again is not None
    assert (again.verdicts > 0, again.pending) == (True, 0)
    assert kept(ledger) == {"the rules forbid raw garlic"}


@pytest.mark.parametrize("gone", [SAUSAGE, GARLIC, JAIN])
def test_so_is_what_was_left_to_be_judged_later(ledger: Ledger, gone: str) -> None:
    world = world_of(ledger, lambda: erased(world, gone))
    plain = Overlay(
        world.host,
        ledger=ledger,
        clock=world.clock,
        judge=Judge(ScriptedModel([TimeoutError()], name="scripted:judge")),
    )
    plain.remember(JAIN, scope=ME, observed_at=day(3))
    world.overlay.rejudge(scope=ME)
    left = {SAUSAGE: {"the rules forbid raw garlic"}, GARLIC: {"the rules forbid Zebrawurst"}, JAIN: set[str]()}
    assert kept(ledger) == left[gone]


def test_what_is_erased_of_what_the_judge_was_not_shown_costs_no_answer(ledger: Ledger) -> None:
    world = world_of(ledger, lambda: erased(world, "Hello there."))
    world.overlay.remember("Hello there.", scope=ME, role="assistant", observed_at=day(2))
    done = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    assert done.judging is not None
    assert (done.judging.asked, done.judging.verdicts > 0, done.judging.pending) == (1, True, 0)
