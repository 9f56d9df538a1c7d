"""What sounds like a new value and is another's, another thing's, or for a while: what stands is left alone."""

from __future__ import annotations

import pytest

from tests.told_texts import heard

TEAM = "My team has 18 people."
RELEASE = "Release 2.0 is planned for March 3."
CAPTAIN = "Our captain is Paul."
KIDS = "Our kids are Mia (7) and Leo (4)."
PARTY = "The party is at the boathouse."
DOSE = "I take metformin 500 mg."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (RELEASE, "Kotlin 2.0 is due on March 17."),
        (RELEASE, "Acme's release 2.0 is planned for March 17."),
        (RELEASE, "The release notes for 2.0 are due on February 20."),
        (RELEASE, "We demo 2.0 on February 20."),
        ("Version 1.4 ships on May 4.", "Task 1.4 is due on May 9."),
        (TEAM, "Three left at noon, so 15."),
        (TEAM, "Two new people joined my wife's team, so 20."),
        (TEAM, "Two more people are joining, so 20 chairs."),
        (TEAM, "Three bailed on the pub quiz, so 15."),
        (CAPTAIN, "Sunita replaced Paul as captain after 60 minutes."),
        (CAPTAIN, "Sunita took over as captain when Paul was ill."),
        ("Our team lead is Moritz.", "They made Ilse our team lead before Moritz."),
        ("Our team lead is Moritz.", "My old company made Ilse our team lead."),
        (KIDS, "My sister's kids are Mia (9) and Tom (5)."),
        (KIDS, "Tom has two kids, Mia (12) and Noah (10)."),
        (PARTY, "The party is at the planning stage."),
        (PARTY, "The party is at the height of summer."),
        (PARTY, "Usually the party is at the town hall."),
        ("My rent is 900.", "My sister moved. Rent to 950."),
        ("Our budget is 400.", "Acme update. Budget to 450, decision in May."),
        ("Our deadline is May 4.", "Another team, another mess. Deadline to May 9."),
        ("My internship starts on May 4.", "My internship at Dell starts on June 4."),
        ("The freeze starts on December 12.", "The freeze starts on December 20 for mobile."),
        (DOSE, "The nurse put me on metformin 1000 mg for the test."),
        (DOSE, "Dr. Osei put me on metformin 1000 mg but took me off again."),
        ("I put 500 a month in an ETF.", "I put 100 a month in another ETF."),
        ("My team plays in red.", "The other team plays in blue, not red."),
        ("Our builds run on Jenkins.", "The nightly builds run on Travis rather than Jenkins."),
        ("our hotel is hotel adler", "for the parents: hotel baren rather than hotel adler"),
        ("Our team lead is Moritz.", "I wish they made Ilse our team lead."),
        ("Our team lead is Moritz.", "At first they made Ilse our team lead."),
        ("Our team lead is Moritz.", "They made Ilse our team lead, but she declined."),
        ("Our goalkeeper is Paul.", "Sunita replaced Paul as goalkeeper twice."),
        (DOSE, "As a trial Dr. Osei put me on metformin 1000 mg."),
        ("Our rate limit is 100.", "Reset password. Rate limit to 200."),
        ("Our reports go to Tina.", "Our error reports go to Will, not Tina."),
    ],
)
def test_what_stands_is_left_alone(first: str, second: str) -> None:
    assert [(t.from_value, t.to_value) for t in heard(first, second).transitions if t.state == "applied"] == []


@pytest.mark.parametrize(
    ("first", "second", "attribute"),
    [
        ("My rent is 900.", "The flat we saw, rent 1,200, was dark.", "rent"),
        ("I'm 40.", "Patient: age 30, two kids.", "age"),
    ],
)
def test_what_is_put_in_of_something_else_stands_beside_nothing(first: str, second: str, attribute: str) -> None:
    assert len([r for r in heard(first, second).records if r.attribute == attribute]) == 1


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        (RELEASE, "2.0 slipped to March 17.", ("March 3", "March 17")),
        (TEAM, "Two more people are joining, so 20.", ("18 people", "20")),
        (CAPTAIN, "Sunita replaced Paul as captain.", ("Paul", "Sunita")),
        ("The party is at our place.", "The party's at the boathouse.", ("our place", "boathouse")),
        ("The freeze starts on December 12.", "The freeze starts on December 20 now.", ("December 12", "December 20")),
        (DOSE, "Dr. Osei put me up to metformin 1000 mg.", ("metformin 500 mg", "metformin 1000 mg")),
        ("My supervisor is Professor Adeyemi.", "Adeyemi retired, so since this week Castellanos is my supervisor.",
         ("Professor Adeyemi", "Castellanos")),
    ],
)  # fmt: skip
def test_what_is_one_s_own_is_heard(first: str, second: str, change: tuple[str, str]) -> None:
    assert change in [(t.from_value, t.to_value) for t in heard(first, second).transitions if t.state == "applied"]
