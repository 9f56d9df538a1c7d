"""What is changed of the one that is known (its software, its setting, its hour) puts no other one in its place."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.dated_worlds import FIRST, ME
from tests.overlay_worlds import left, told

LAPTOP, PHONE, CAR = "My laptop is a ThinkPad.", "My phone is a Pixel 7.", "My car is a Honda Civic."
GYM, DENTIST = "My gym is Halden Gym.", "My dentist is Dr. Patel."


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (LAPTOP, "I upgraded my laptop to Windows 11."),
        (LAPTOP, "I upgraded my laptop to Python 3.13."),
        (LAPTOP, "I upgraded my laptop to 32 GB of RAM."),
        (LAPTOP, "My laptop is on Fedora now."),
        (LAPTOP, "I moved my laptop to Fedora."),
        (PHONE, "I updated my phone to Android 15."),
        (PHONE, "I set my phone to German."),
        (PHONE, "I switched my phone to Vodafone."),
        (PHONE, "My phone is on Android 15 now."),
        (CAR, "I upgraded my car to CarPlay."),
        (CAR, "I switched my car to Geico."),
    ],
)
def test_what_runs_on_a_device_or_how_it_is_set_is_no_other_device(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (LAPTOP, "I upgraded my laptop to a Dell XPS 13."),
        (LAPTOP, "I switched my laptop to a Framework."),
        (LAPTOP, "My laptop is now a MacBook Pro."),
        (PHONE, "I upgraded my phone to a Pixel 9."),
        (PHONE, "I switched my phone from a Pixel to an iPhone 15."),
        (CAR, "I changed my car to a Polestar."),
    ],
)
def test_another_device_takes_its_place(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


def test_one_system_takes_the_place_of_another_and_not_that_of_the_device() -> None:
    world = told(PHONE, "My phone is on Android 14 now.")
    world.overlay.remember("I updated my phone to Android 15.", scope=ME, observed_at=FIRST + timedelta(days=40))
    held = {r.value: str(r.status) for r in world.overlay.timeline(scope=ME).records}
    assert held["Pixel 7"] == "active"
    assert held["Android 15"] == "active"
    assert held["Android 14"] == "superseded"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (GYM, "I switched my gym to mornings."),
        (GYM, "I changed my gym to weekends."),
        (DENTIST, "I moved my dentist to another branch."),
        ("My therapist is Rachel.", "I switched my therapist to online."),
        ("My hotel is the Ibis.", "I changed my hotel to the second floor."),
        ("My project is Falcon.", "My project is public now."),
    ],
)
def test_when_where_and_how_it_is_leaves_which_it_is(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (GYM, "I switched my gym to PureGym."),
        (DENTIST, "I changed my dentist to Dr. Lowe."),
        ("My manager is Priya.", "My manager is now Florence."),
        ("My hotel is the Ibis.", "I changed my hotel to the Hilton."),
        ("My office is in Berlin.", "My office moved to Hamburg."),
        ("My theme is Solarized.", "I switched my theme to dark."),
        ("My diet is keto.", "I switched my diet to vegan."),
    ],
)
def test_another_of_its_kind_takes_its_place(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We use Jira for tickets.", "I moved ticket 9001 to Done."),
        ("We use Jira for tickets.", "I assigned the ticket to Dana."),
        ("We use Notion for docs.", "I moved the doc to Archive."),
    ],
)
def test_one_of_what_something_is_used_for_changes_nothing_of_it(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We use Jira for tickets.", "We moved our issue tracker to Linear."),
        ("Our wiki is Notion.", "We moved the wiki to Coda."),
    ],
)
def test_all_of_what_it_is_used_for_does(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (CAR, "I brought a Toyota to the show."),
        (CAR, "I bumped a Toyota."),
        (CAR, "I took a Toyota to the airport."),
        (PHONE, "I brought an iPhone to the meeting."),
        (PHONE, "I took an iPhone to the repair shop."),
    ],
)
def test_what_was_only_at_hand_is_not_had(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We use MySQL.", "We brought in Postgres."),
        ("We use MySQL.", "We rolled out Postgres last week."),
        ("We use MySQL.", "We swapped MySQL for Postgres."),
        (CAR, "I treated myself to a Tesla."),
        (CAR, "They gave me a Tesla."),
    ],
)
def test_what_was_brought_in_or_given_is(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)
