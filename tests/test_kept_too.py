"""What is told to be kept beside what is new stands, and so does what is told of another thing or environment.

Of two days of one month neither follows the other.
"""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes, left

JIRA, SLACK, VOLVO = "We track issues in Jira.", "Our team chats in Slack.", "I drive a Volvo."


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "Our payroll runs through Gusto.",
            "We changed our benefits broker to Justworks and kept Gusto for the payroll.",
        ),
        (JIRA, "We moved our docs to Linear and kept Jira for issues."),
        (SLACK, "We moved to Teams for meetings, keeping Slack for chat."),
        (SLACK, "We moved to Teams for meetings; Slack stays for chat."),
        (VOLVO, "I drive a Tesla now and I'm keeping the Volvo."),
    ],
)
def test_what_is_kept_is_not_retired_by_what_comes_beside_it(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    "said",
    [
        "We switched from Slack to Teams; we couldn't keep Slack.",
        "We switched from Slack to Teams, I wish we'd kept Slack.",
    ],
)
def test_what_was_not_kept_is_retired(said: str) -> None:
    assert left(SLACK, said)[0] == "superseded"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My interview is on 17 April.", "I moved my haircut to 18 April."),
        ("My eye test is on 17 April.", "The garage moved my MOT to 18 April."),
        ("My flight is on May 3.", "They moved the party to May 8."),
        (
            "My eye test is on 17 April.",
            "The dentist moved my check-up to 18 April; it doesn't clash with the eye test.",
        ),
    ],
)
def test_two_days_of_one_month_are_no_series(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My office is in Room 12.", "They moved the meeting to Room 14."),
        ("Our seat is Room 12.", "My office is Room 14 now."),
        ("My locker is in Room 12.", "We changed the parking space to Room 14."),
        ("The database is at 16 GB.", "They moved the cluster to 32 GB."),
        ("My commute is 8 km each way.", "My scooter's brochure claims a range of 11 km."),
        ("The cardiologist has me on ramipril 5 mg.", "I'm translating a package insert for losartan 50 mg."),
        ("I live in Zone 2.", "We moved the warehouse to Zone 4."),
        ("I'm on Chapter 4.", "We moved the diagram to Chapter 5."),
        ("Our staging runs Postgres 15.", "We upgraded production to Postgres 16."),
        ("Our prod database is Postgres.", "Our dev database is SQLite now."),
    ],
)
def test_what_is_moved_by_its_name_is_that_alone(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


def test_numbered_names_are_a_series() -> None:
    assert changes("We're on Plim 3.", "We moved to Plim 4.") == [("Plim 3", "Plim 4", "applied")]
    assert changes("My office is in Room 12.", "I've moved to Room 14.") == [("Room 12", "Room 14", "applied")]
    assert changes("Our staging runs Postgres 15.", "Staging runs Postgres 16 now.")[0][2] == "applied"
