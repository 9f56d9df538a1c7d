"""Rules in other words than *if …, …*, end to end: what they give holds once the parent has changed, not before.

Each row is a class of wordings: events as nouns and verbal nouns, changes as consequences, notes, questions with their
answers, asides. Beside them stands what asks for nothing yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import Status

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class World:
    """A child, the value that a rule gives it, and the change that the rule waits for."""

    known: tuple[str, ...]
    change: str
    old: str
    new: str


MOVING = World(("I live in Derby.", "My gym is Corefit."), "I moved to Bath last week.", "Corefit", "Ironyard")
HIRED = World(("I work at Brightwell.", "My bank is Ostra."), "I work at Corvell now.", "Ostra", "Petrel")
DATABASE = World(
    ("Our database is MySQL.", "Our hosting provider is Nimbus."), "We've switched our database to Postgres.", "Nimbus",
    "Stratus",
)  # fmt: skip
SCHOOL = World(
    ("My son's school is Oakfield.", "My son's coach is Anna."), "My son's school is Hillview now.", "Anna",
    "Marta",
)  # fmt: skip
CAR = World(("My car is a Golf.", "My insurer is Aviva."), "I drive a Tesla now.", "Aviva", "Allianz")


def states(world: World, told: str) -> tuple[set[str], set[str]]:
    """The values of the child's slot that hold after the rule was told, and after the parent changed."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate((*world.known, told)):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=10 * n))
        before = held(overlay, world)
        overlay.remember(world.change, scope=ME, observed_at=START + timedelta(days=40))
        return before, held(overlay, world)


def held(overlay: Overlay, world: World) -> set[str]:
    records = overlay.timeline(scope=ME).records
    slots = {(r.subject, r.attribute) for r in records if r.value == world.old}
    return {r.value for r in records if (r.subject, r.attribute) in slots and r.status is Status.ACTIVE}


GIVEN = [
    # What follows is a change.
    (MOVING, "If I move to Bath, I'll switch gyms to Ironyard."),
    (MOVING, "If I move to Bath, I'll swap Corefit for Ironyard."),
    (HIRED, "When I change jobs, I'll switch banks to Petrel."),
    (HIRED, "If I end up at Corvell, I'll move my account to Petrel."),
    (DATABASE, "Once we're on Postgres, we'll trade Nimbus for Stratus."),
    (MOVING, "If I move to Bath, Ironyard replaces Corefit as my gym."),
    # What is waited for is a noun or a verbal noun.
    (MOVING, "A move to Bath means Ironyard as my gym."),
    (MOVING, "Moving to Bath means my gym will be Ironyard."),
    (DATABASE, "With a switch to Postgres, our hosting provider will be Stratus."),
    (HIRED, "In the event of a job at Corvell, my bank will be Petrel."),
    (CAR, "My insurer will be Allianz after a switch to a Tesla."),
    # What belongs to somebody else of one's own.
    (SCHOOL, "If my son changes to Hillview, his coach will be Marta."),
    (SCHOOL, "Once my son switches schools, Marta becomes my son's coach."),
    # Plans, promises and what only leads up to a rule.
    (MOVING, "My plan is to switch gyms to Ironyard once I've moved to Bath."),
    (HIRED, "I've decided to switch banks to Petrel as soon as I work at Corvell."),
    (MOVING, "For your records, my gym will be Ironyard as soon as I move to Bath."),
    (MOVING, "It's been settled since Easter that my gym will be Ironyard once I've moved to Bath."),
    (DATABASE, "I like it there, but once we switch to Postgres, our hosting provider will be Stratus."),
    # The old value beside the new one.
    (MOVING, "If I move to Bath, my gym goes from Corefit to Ironyard."),
    (MOVING, "My gym stays Corefit until I move to Bath, and after that it's Ironyard."),
    (MOVING, "Corefit won't do as my gym if I move to Bath, so my gym will be Ironyard."),
    (HIRED, "Before a job at Corvell, my bank is Ostra; afterwards, it's Petrel."),
    (MOVING, "As soon as I move to Bath it's goodbye Corefit, hello Ironyard."),
    # Asides.
    (MOVING, "If I move to Bath (and that's a big if), my gym will be Ironyard."),
    (MOVING, "If I move to Bath, which won't be this year, I'll switch gyms to Ironyard."),
    (HIRED, "Provided I go to work at Corvell, I'll switch banks to Petrel."),
    (MOVING, "When I move to Bath, my gym will be Ironyard, okay?"),
    # Questions with their answers.
    (MOVING, "Will my gym still be Corefit after a move to Bath? No, Ironyard."),
    (HIRED, "If I go to work at Corvell, does that affect my bank? Yes, my bank will be Petrel."),
    (CAR, "What happens to my insurer if I get a Tesla? Well, it'll be Allianz."),
    # Notes.
    (MOVING, "gym -> Ironyard once I move to Bath"),
    (MOVING, "gym: Corefit for now, Ironyard after a move to Bath"),
    (DATABASE, "- if we switch to Postgres: hosting provider = Stratus"),
    (MOVING, "My gym is Corefit (but Ironyard if I move to Bath)."),
]  # fmt: skip


@pytest.mark.parametrize(("world", "told"), GIVEN, ids=[told[:60] for _, told in GIVEN])
def test_what_a_rule_gives_holds_once_its_parent_has_changed_and_not_before(world: World, told: str) -> None:
    before, after = states(world, told)
    assert before == {world.old}
    assert after == {world.new}


OPEN = [
    (MOVING, "My gym stands and falls with where I live."),
    (MOVING, "If I move to Bath, I'll have to find a different gym, no idea which."),
    (MOVING, "As soon as I move to Bath, I'll be on the lookout for another gym."),
    (MOVING, "If I move to Bath, Corefit is history as my gym."),
    (HIRED, "I'd have to give up Ostra if I went to work at Corvell."),
    (HIRED, "A job at Corvell would be the end of Ostra as my bank."),
    (DATABASE, "When our database changes, so does our hosting provider."),
    (MOVING, "If I move to Bath, what I told you about my gym will be out of date."),
]


@pytest.mark.parametrize(("world", "told"), OPEN, ids=[told[:60] for _, told in OPEN])
def test_a_rule_without_a_value_leaves_the_child_open_once_its_parent_has_changed(world: World, told: str) -> None:
    before, after = states(world, told)
    assert before == {world.old}
    assert after == set()


NONE = [
    (MOVING, "If I move to Bath, my gym will be Ironyard, right?"),
    (MOVING, "Will my gym be Ironyard after a move to Bath? No, Corefit as ever."),
    (MOVING, "On weekends when I move about Bath my gym is closed."),
    (MOVING, "Given the weather in Bath, Ironyard will be full."),
]


@pytest.mark.parametrize(("world", "told"), NONE, ids=[told[:60] for _, told in NONE])
def test_what_gives_nothing_leaves_the_child_as_it_is(world: World, told: str) -> None:
    assert states(world, told) == ({world.old}, {world.old})


FEELINGS = [
    "Moving to Bath makes my wife happy.", "If I move to Bath, my wife will be happy.",
    "When I move to Bath, write a letter for my wife.", "Flowers for my wife when I move to Bath.",
    "As for my wife: it's a relief when I move to Bath.", "If I move to Bath, Anna is over the moon.",
    "Once I move to Bath, I can't keep Anna waiting.", "When I move to Bath, ask me about my wife.",
    "If I move to Bath, I'd have to say goodbye to Anna.", "My wife won't be happy until I move to Bath.",
]  # fmt: skip


@pytest.mark.parametrize("told", FEELINGS)
def test_no_rule_ends_who_is_near_or_puts_a_feeling_in_their_place(told: str) -> None:
    world = World(("I live in Derby.", "My wife is Anna."), MOVING.change, "Anna", "")
    assert states(world, told) == ({"Anna"}, {"Anna"})


REMINDERS = [
    "When I move to Bath, check my gym card.", "If I move to Bath, I won't need a new gym.",
    "When I move to Bath, replace Corefit with Ironyard in the draft.",
    "When I move to Bath I might look for a new gym.",
    "Once I move to Bath I can help Sam find a new gym.", "Is my gym still Corefit if I move to Bath? No idea.",
    "When I move to Bath, write Ironyard for my gym on the form.",
    "Corefit is noisy, free parking when I move to Bath.",
]  # fmt: skip


@pytest.mark.parametrize("told", REMINDERS)
def test_a_reminder_and_what_may_be_is_no_rule(told: str) -> None:
    assert states(MOVING, told) == ({"Corefit"}, {"Corefit"})


LATER = [
    "If I ever tell you that I've moved to Bath, forget about Corefit as my gym.",
    "When I move to Bath, forget that I train at Corefit.",
    "If I leave Brightwell, please delete my gym.",
    "If Priya asks, you can forget about Corefit.",
    "Should my home town change, forget what I said about my gym.",
]


@pytest.mark.parametrize("told", LATER)
def test_what_is_to_be_forgotten_once_something_else_comes_true_is_not_forgotten_now(told: str) -> None:
    before, _ = states(MOVING, told)
    assert before == {"Corefit"}


@pytest.mark.parametrize(
    "told",
    [
        "Please forget what I told you about my gym, as I don't want it stored.",
        "Forget what I said about my gym once and for all.",
        "Delete what I told you about my gym as soon as possible please.",
        "If I have to say it again, forget my gym.",
        "If possible, forget that my gym is Corefit.",
        "When you get a chance, forget that my gym is Corefit.",
        "If I told you my gym is Corefit, forget that.",
    ],
)
def test_a_courtesy_puts_no_request_to_forget_off(told: str) -> None:
    before, _ = states(MOVING, told)
    assert before == set()


@pytest.mark.parametrize(
    ("known", "told", "new"),
    [
        ("My phone is a Galaxy S21.", "Got a Pixel 8 now, how do I move my contacts across?", "Pixel 8"),
        ("I live in Derby.", "Just moved to Bath, any tips?", "Bath"),
        ("My bank is HSBC.", "Switched to Monzo, what happens to my direct debits?", "Monzo"),
    ],
)
def test_what_is_told_without_a_subject_before_a_question_is_told(known: str, told: str, new: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(known, scope=ME, observed_at=START)
        overlay.remember(told, scope=ME, observed_at=START + timedelta(days=10))
        active = {r.value for r in overlay.timeline(scope=ME).records if r.status is Status.ACTIVE}
    assert active == {new}


@pytest.mark.parametrize("told", ["Moved to Bath yet, or what is the plan?", "Thought of Bath, would that be nice?"])
def test_what_is_only_asked_without_a_subject_is_not_told(told: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I live in Derby.", scope=ME, observed_at=START)
        receipt = overlay.remember(told, scope=ME, observed_at=START + timedelta(days=10))
    assert not receipt.transitions
