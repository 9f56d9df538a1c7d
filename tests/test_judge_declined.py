"""A text that a filter declines, or that no answer fits, holds up no other: it is found, and set aside."""

from __future__ import annotations

import pytest

from atma_overlay import Overlay
from atma_overlay.errors import ModelError, ModelRefusedError
from atma_overlay.judge import Judge, Judged
from atma_overlay.ports.model import ModelRequest
from atma_overlay.testing.scripted_model import Said, ScriptedModel
from tests.judge_worlds import ME, World, day, lines, told

BAD = "That film with the vile scene was something."
DECLINED: dict[str, Said] = {
    "a refusal": ModelRefusedError("scripted:judge", "a filter declines"),
    "no answer that fits": "no JSON at all",
}


def fussy(request: ModelRequest, kind: str) -> Said:
    """A model that has no answer for whatever shows one word, and reads lockers elsewhere."""
    if "vile" in request.messages[1].text:
        return DECLINED[kind]
    read = [told(t["text"].split()[-1][:-1], evidence=t["text"], label=f"s{n}", turn=t["id"], slot=f"locker {n}",
                 holds="many", basis="inferred") for n, t in enumerate(lines(request, "t"), start=1)]  # fmt: skip
    return Judged(statements=tuple(read))


def ten_that_wait(kind: str, *, place: int = 1) -> World:
    """Ten turns that were said while the model was away, one of them bad; then it is back."""
    world = World(lambda _: ModelError("m", "down", transient=True))
    for n in range(1, 11):
        text = BAD if n == place else f"They opened mine, number {n}, with code A{n}."
        world.overlay.remember(text, scope=ME, observed_at=day(1, n))
    world.model._answer = lambda request: fussy(request, kind)
    return world


@pytest.mark.parametrize("place", [1, 6, 10])
@pytest.mark.parametrize("kind", DECLINED)
def test_one_declined_text_is_set_aside_and_the_others_are_judged(kind: str, place: int) -> None:
    world = ten_that_wait(kind, place=place)
    done = world.overlay.rejudge(scope=ME)
    assert done is not None
    assert (done.pending, done.set_aside, done.error, done.statements) == (0, 1, None, 9)
    assert world.overlay.rejudge(scope=ME) is None


def test_what_is_set_aside_is_asked_of_another_model_and_shown_to_the_same_one_no_more() -> None:
    world = ten_that_wait("a refusal")
    world.overlay.rejudge(scope=ME)
    receipt = world.overlay.remember("They opened mine with code B7.", scope=ME, observed_at=day(2))
    assert receipt.judging is not None
    assert (receipt.judging.pending, receipt.judging.error) == (0, None)
    other = ScriptedModel(lambda _: Judged(), name="scripted:other")
    overlay = Overlay(world.host, ledger=world.ledger, clock=world.clock, judge=Judge(other))
    done = overlay.rejudge(scope=ME)
    assert done is not None
    assert (done.pending, done.set_aside) == (0, 0)
    assert [t["text"] for t in lines(other.requests[0], "t")] == [BAD]


@pytest.mark.parametrize("kind", DECLINED)
def test_a_model_that_answers_nothing_sets_nothing_aside_and_costs_a_bounded_number_of_questions(kind: str) -> None:
    world = ten_that_wait(kind)
    asked = len(world.model.requests)
    world.model._answer = lambda _: DECLINED[kind]
    done = world.overlay.rejudge(scope=ME)
    assert done is not None
    assert (done.pending, done.set_aside, done.error is None) == (10, 0, False)
    assert len(world.model.requests) - asked <= 2 * 12


def test_a_model_out_of_reach_is_asked_of_no_parts() -> None:
    world = ten_that_wait("a refusal")
    world.model._answer = lambda _: ModelError("m", "down", transient=True)
    asked = len(world.model.requests)
    done = world.overlay.rejudge(scope=ME)
    assert done is not None
    assert (done.pending, done.error, len(world.model.requests) - asked) == (10, "ModelError", 1)


def test_a_text_that_is_declined_alone_waits_until_another_that_waits_has_an_answer() -> None:
    world = World(lambda request: fussy(request, "a refusal"))
    world.overlay.remember(BAD, scope=ME, observed_at=day(1))
    first = world.overlay.rejudge(scope=ME)
    assert first is not None
    assert (first.asked, first.pending, first.set_aside, first.error) == (1, 1, 0, "ModelRefusedError")
    world.model._answer = lambda _: ModelError("m", "down", transient=True)
    world.overlay.remember("They opened mine with code B7.", scope=ME, observed_at=day(2))
    world.model._answer = lambda request: fussy(request, "a refusal")
    second = world.overlay.rejudge(scope=ME)
    assert second is not None
    assert (second.pending, second.set_aside, second.error) == (0, 1, None)
