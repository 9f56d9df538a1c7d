"""What is switched off, put down or shut for the night is had still; what is phased out or deleted is not."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import left

LAPTOP, PHONE, GUITAR = "My laptop is a ThinkPad.", "My phone is a Pixel 7.", "My guitar is a Fender."


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (LAPTOP, "I've turned off my laptop."),
        (LAPTOP, "I shut down my laptop last night."),
        (LAPTOP, "I shut my laptop down for the night."),
        (PHONE, "I switched off my phone."),
        (PHONE, "I've just put down my phone."),
        (GUITAR, "I put down my guitar to answer the door."),
        (GUITAR, "I hung up my guitar on the wall."),
        (GUITAR, "I laid my guitar down."),
        (LAPTOP, "I stepped away from my laptop."),
        ("My car is a Honda.", "I walked away from my car."),
        ("My bike is a Trek.", "I laid down my bike on the grass."),
        ("My bike is a Trek.", "I threw my Trek out of the van."),
        ("Our server is Falcon.", "We shut down the server last night for maintenance."),
        ("My office is in Berlin.", "We closed down the office last night."),
        ("I use Netflix.", "I turned off Netflix last night and went to bed."),
        ("I use Slack.", "I turned off Slack at 6."),
        ("We use Jenkins.", "I shut Jenkins down to upgrade it."),
        ("My email is zoe@example.com.", "My email was deleted by the spam filter."),
        ("I use Instagram.", "My Instagram post was deleted."),
        ("I use Instagram.", "My sister's Instagram account was deleted."),
    ],
)
def test_what_is_put_aside_is_had_still(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We use HubSpot.", "We've shut HubSpot down."),
        ("We use HubSpot.", "We shut HubSpot down last week."),
        ("We use Jira.", "We've phased Jira out."),
        ("We use Redux.", "We ripped Redux out."),
        (LAPTOP, "I threw my laptop out."),
        ("My roommate is Bob.", "We kicked Bob out."),
        ("I use Dropbox.", "My Dropbox account was deleted."),
        ("I use Dropbox.", "The Dropbox account is deleted."),
        ("My passwords are in LastPass.", "I deleted my LastPass account."),
    ],
)
def test_what_is_done_away_with_is_over(known: str, said: str) -> None:
    assert left(known, said) == ("ended", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My rent is 870 euros a month.", "The landlord has put my rent up, it's 915 a month now."),
        ("My rent is 870 euros a month.", "The landlord put our rent up last week, it's 915 now."),
        ("My rent is 870.", "My landlord increased my rent, it's now 915."),
        ("My password is hunter2.", "IT reset my password, it's abc123 now."),
    ],
)
def test_what_somebody_altered_of_ones_own_is_what_it_is_now(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    "said",
    ["My landlord put my sister's rent up, it's 915 now.", "She put her rent up, it's 915 now."],
)
def test_what_was_altered_of_another_s_is_theirs(said: str) -> None:
    assert left("My rent is 870.", said) == ("active", 0)
