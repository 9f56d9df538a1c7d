"""A stated rule is forgotten by its own words, and words that are a rule's take back no fact."""

from __future__ import annotations

import pytest

from atma_overlay import NotFoundError
from atma_overlay.records import Origin
from tests.dated_worlds import FIRST, ME, World, current, opened
from tests.reading_worlds import GAP, told

RULE = "If I move, my gym will be Pulse."
WORDS = [
    RULE, "if I move, my gym will be pulse", "that if I move my gym will be Pulse", "if I move",
    "the rule about my gym", "the rule about Pulse", "what I said about my gym if I move",
]  # fmt: skip


def ruled(*more: str) -> World:
    return told("I live in Leeds.", "My gym is Vita.", RULE, *more)


def moved(world: World) -> list[str]:
    """The gym after a move that is told last."""
    world.clock.now += 30 * GAP
    world.overlay.remember("I moved to York.", scope=ME)
    return current(world, "gym")


@pytest.mark.parametrize("words", WORDS)
def test_the_words_of_a_rule_forget_the_rule_and_no_fact(words: str) -> None:
    world = ruled()
    receipt = world.overlay.forget(words, scope=ME)
    assert (receipt.transitions, receipt.forgotten_rules) == ((), (RULE,))
    assert world.timeline().contingencies == ()
    assert moved(world) == ["Vita"]


@pytest.mark.parametrize("words", ["if I win, my gym will be Apex", "whenever we ski, my gym", "the rule about my car"])
def test_the_words_of_a_rule_that_nobody_stated_forget_nothing(words: str) -> None:
    world = ruled()
    before = world.timeline()
    with pytest.raises(NotFoundError):
        world.overlay.forget(words, scope=ME)
    assert world.timeline() == before


def test_words_that_only_tell_when_something_was_said_still_forget_the_fact() -> None:
    world = told("My gym is Vita.")
    world.overlay.forget("my gym when we met", scope=ME)
    assert current(world, "gym") == []


def test_a_rule_without_a_condition_is_forgotten_by_its_words_and_leaves_what_it_hangs_on() -> None:
    world = told("I live in Leeds.", "My vet is Ash Lane.", "My vet depends on where I live.")
    assert world.overlay.forget("my vet depends on where I live", scope=ME).forgotten_rules
    assert (current(world, "home_city"), current(world, "vet")) == (["Leeds"], ["Ash Lane"])


def test_of_several_rules_a_lone_word_names_none() -> None:
    world = ruled("If I change jobs, my gym will be Apex.")
    with pytest.raises(NotFoundError):
        world.overlay.forget("the rule about my gym", scope=ME)
    assert len(world.timeline().contingencies) == 2


def test_a_fact_is_forgotten_as_before_and_its_rules_wait_on() -> None:
    world = ruled()
    world.overlay.forget("my gym", scope=ME)
    assert current(world, "gym") == []
    assert world.timeline().contingencies == (RULE,)


@pytest.mark.parametrize(
    "words",
    [
        "Forget the rule about my gym.", "Forget that if I move, my gym will be Pulse.",
        "Please forget the rule that if I move, my gym will be Pulse.",
    ],
)  # fmt: skip
def test_a_rule_is_forgotten_where_that_is_said(words: str) -> None:
    world = ruled(words)
    assert world.timeline().contingencies == ()
    assert moved(world) == ["Vita"]


def test_not_to_forget_a_rule_keeps_it() -> None:
    assert moved(ruled("Don't forget that if I move, my gym will be Pulse.")) == ["Pulse"]


def test_a_lower_origin_forgets_no_rule_of_the_users() -> None:
    world = ruled()
    assert world.overlay.forget(RULE, scope=ME, origin=Origin.TOOL).forgotten_rules == ()
    assert world.timeline().contingencies == (RULE,)
    assert moved(world) == ["Pulse"]


def test_the_timeline_lists_the_rules_that_may_fire_as_they_were_known() -> None:
    world = ruled()
    first = world.clock.now
    world.clock.now += GAP
    world.overlay.remember("If I move, my gym will be Apex.", scope=ME, observed_at=FIRST + 5 * GAP)
    assert world.timeline().contingencies == ("If I move, my gym will be Apex.",)
    assert world.timeline(known_at=first).contingencies == (RULE,)


@pytest.mark.parametrize("url", ["memory://", "sqlite:"])
def test_what_is_kept_of_forgetting_a_rule_has_no_word_of_it_and_is_no_text_for_a_host(url: str) -> None:
    with opened(url) as world:
        stated = world.overlay.remember(RULE, scope=ME, observed_at=FIRST)
        world.overlay.forget(RULE, scope=ME)
        assert world.overlay.reconcile(scope=ME, refill=True).refilled == 0
        world.overlay.erase(observation_id=stated.observation_ids[0], scope=ME)
        kept = world.ledger.read(
            ME,
            lambda r: repr(
                (r.observed_after(None), r.all_held(), r.extractions([o.id for o in r.observed_after(None)]))
            ),
        )
    assert "Pulse" not in kept
    assert "gym" not in kept
