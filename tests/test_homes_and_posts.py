"""Plain words about a move or a new post: who moves to an office, a team or a firm has not left town."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay import Overlay, Timeline
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from tests.dated_worlds import ME


def told(*texts: str) -> Timeline:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for year, text in enumerate(texts, 2020):
            overlay.remember(text, scope=ME, observed_at=datetime(year, 1, 1, tzinfo=UTC))
        return overlay.timeline(scope=ME)


def applied(*texts: str) -> list[tuple[str | None, str | None]]:
    return [(t.from_value, t.to_value) for t in told(*texts).transitions if t.state is DecisionState.APPLIED]


def values(attribute: str, *texts: str) -> list[str]:
    return [r.value for r in told(*texts).records if r.attribute == attribute]


@pytest.mark.parametrize(
    "moved",
    [
        "I moved to Google.",
        "I moved to Deloitte last month.",
        "We moved to Microsoft for mail.",
        "I moved to Goldman Sachs.",
        "I moved to Sales.",
        "I moved to Operations.",
        "I moved to Payments.",
        "I moved to Infra.",
        "I've moved to QA.",
        "I moved to R&D.",
        "I moved to our Dublin office.",
        "I moved to Acme's London office.",
        "I've moved to their Berlin branch.",
        "She moved me to our Paris team.",
        "I moved to Berlin time.",
        "I moved to PureGym.",
        "I moved to Android.",
        "I moved to Excel.",
        "I moved to Aldi.",
        "I moved to Gold membership.",
        "I moved to Business Class.",
        "I moved to Premium Economy.",
        "I moved to Seat 12A.",
        "I moved to Dr Brown.",
        "I moved to Arsenal.",
        "I moved to Spanish.",
        "I moved to Dvorak for typing.",
        "I moved to Acme.",
        "I moved to Globex in March.",
        "I moved to Ableton for making music.",
        "We moved to Zorblatt for payroll.",
        "I've moved to Birkenstocks.",
        "I moved to Mounjaro.",
        "I moved to Welsh on the app.",
        "I moved to English at university.",
        "I moved back to Spanish.",
        "I moved over to Zorblatt.",
    ],
)
def test_who_moves_to_a_firm_a_team_or_an_office_has_not_left_town(moved: str) -> None:
    assert applied("I live in Leeds.", moved) == []


@pytest.mark.parametrize(
    "town",
    ["Wells", "McAllen", "DeKalb", "LaGrange", "NYC",
     "LA", "L.A.", "St. Louis", "Köln", "Sunnyvale", "Bakewell", "Kings Heath", "Hull",
     "York full time", "the York area",
     "Hebden Bridge", "Little Snoring", "Aberavon", "Wombatburg", "Willow Creek", "Shoreditch", "South Yorkshire",
     "Paris for work", "Madrid for studying", "Durbuy with my partner"],
)  # fmt: skip
def test_who_moves_to_a_town_has(town: str) -> None:
    assert [before for before, _ in applied("I live in Leeds.", f"I moved to {town}.")] == ["Leeds"]


@pytest.mark.parametrize(
    "moved",
    [
        "I moved from Leeds to Zottegem.",
        "I relocated to Zottegem.",
        "I moved back to Zottegem with my parents.",
        "I moved to Zottegem, the house has a garden.",
    ],
)
def test_a_name_that_no_list_has_is_a_home_where_the_sentence_speaks_of_one(moved: str) -> None:
    assert applied("I live in Leeds.", moved) == [("Leeds", "Zottegem")]


def test_who_moves_from_what_is_no_town_has_left_none() -> None:
    assert "Leeds" not in [before for before, _ in applied("I live in Leeds.", "I moved to Chelsea from Arsenal.")]
    assert ("Leeds", "York") in applied("I live in Leeds.", "I moved to York from Leeds.")


def test_a_name_that_no_list_has_is_proposed_as_a_home() -> None:
    changes = told("I live in Leeds.", "I moved to Norvane.").transitions
    assert [(t.to_value, t.state) for t in changes] == [("Norvane", DecisionState.PROPOSED)]


@pytest.mark.parametrize(
    "entered",
    [
        "I joined Acme as a data engineer.",
        "I started at Acme as a nurse.",
        "I've just joined Acme as a senior product manager.",
        "I started at Acme last week as their head of sales.",
        "I switched jobs, I'm at Acme now.",
        "I changed jobs. I'm with Acme now.",
    ],
)
def test_who_enters_a_firm_in_a_post_or_changes_jobs_works_there(entered: str) -> None:
    assert applied("I work at Hooli.", entered) == [("Hooli", "Acme")]


@pytest.mark.parametrize(
    "entered",
    [
        "I joined Acme as a member.",
        "I joined Rotary as a volunteer.",
        "I joined Facebook as a teenager.",
        "I joined Acme.",
        "If I joined Acme as a nurse, I'd earn more.",
        "I'll join Acme as a nurse in May.",
        "I never joined Acme as a nurse.",
        "I joined Acme as a nurse in 2012.",
        "My sister joined Acme as a nurse.",
    ],
)
def test_who_joins_as_no_employee_or_not_yet_or_long_ago_still_works_where_they_did(entered: str) -> None:
    assert applied("I work at Hooli.", entered) == []


@pytest.mark.parametrize("elsewhere", ["I changed jobs. I'm in Berlin now.", "I changed jobs. I'm on holiday now."])
def test_who_changes_jobs_and_is_somewhere_works_nobody_knows_where(elsewhere: str) -> None:
    assert applied("I work at Hooli.", elsewhere) == [("Hooli", None)]


def test_who_changes_jobs_and_is_a_teacher_now_has_changed_what_they_are() -> None:
    assert applied("I'm a nurse.", "I switched jobs, I'm a teacher now.") == [("nurse", "teacher")]


@pytest.mark.parametrize(
    "news", ["I have a new phone, an iPhone 15.", "My new phone is an iPhone 15.", "I switched to an iPhone 15."]
)
def test_a_name_with_its_capital_inside_is_a_name_and_its_number_no_count(news: str) -> None:
    assert applied("My phone is a Pixel 7.", news) == [("Pixel 7", "iPhone 15")]


def test_of_two_attributes_that_share_a_noun_the_value_tells_which() -> None:
    assert values("tablet", "My tablet is an iPad Pro.") == ["iPad Pro"]
    assert values("medication", "My tablet is sertraline.") == ["sertraline"]


def test_what_is_wrong_with_a_thing_is_no_name_of_something_of_its_own() -> None:
    assert [r.subject for r in told("I've got a Pixel 6, battery's rubbish").records] == ["user"]


@pytest.mark.parametrize(
    ("stands", "done"),
    [
        ("My manager is Dana.", "I manage Priya now."),
        ("My manager is Dana.", "I now manage Priya and Tom."),
        ("My employer is Hooli.", "I employ Priya now."),
    ],
)
def test_to_whom_the_speaker_does_so_is_not_who_does_so_to_the_speaker(stands: str, done: str) -> None:
    assert applied(stands, done) == []


@pytest.mark.parametrize(
    ("stands", "told_for_one"),
    [
        ("I use Vim.", "I use Emacs for org mode now."),
        ("I use Vim.", "I use VS Code at work now."),
        ("I take sertraline.", "I take ibuprofen now for my knee."),
        ("I'm reading Dune.", "I'm reading Emma to my son now."),
        ("I'm reading Dune.", "I'm reading Emma for class now."),
        ("I work at Hooli.", "I freelance for Acme now."),
        ("I drive a Golf.", "My company gave me a Tesla."),
    ],
)
def test_what_the_later_sentence_alone_tells_for_a_purpose_is_at_most_proposed(stands: str, told_for_one: str) -> None:
    assert applied(stands, told_for_one) == []


@pytest.mark.parametrize(
    ("stands", "told_whole"),
    [
        ("I use Vim.", "I use Emacs now."),
        ("I use Vim.", "I use Emacs for everything now."),
        ("I learn Spanish on Duolingo.", "I'm using Pimsleur for Spanish now, I ditched Duolingo."),
        ("My phone is a Fairphone.", "I bought myself a Pixel 8 for my birthday, it's my phone now."),
        ("I take sertraline for anxiety.", "I take fluoxetine for anxiety now."),
    ],
)
def test_what_is_told_of_the_same_or_of_all_changes_it(stands: str, told_whole: str) -> None:
    assert len(applied(stands, told_whole)) == 1
