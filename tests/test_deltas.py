"""By how much something changed is not how much it is: *my rent went up by £50* retires no rent for one of £50."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.dated_worlds import FIRST, ME
from tests.overlay_worlds import told
from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    ("stands", "moved"),
    [
        ("My rent is £900.", "My rent went up by £50."),
        ("My rent is £900.", "My rent went up £50."),
        ("My rent is £900.", "My rent is £50 higher now."),
        ("My rent is £900.", "My rent is £50 less now."),
        ("My rent is £900.", "My rent is up £50."),
        ("My rent is £900.", "My rent's down 5% now."),
        ("My rent is £900.", "I pay £50 more rent now."),
        ("My rent is £900.", "My landlord put my rent up £50."),
        ("The budget is $50k.", "The budget was cut by $10k."),
        ("The budget is $50k.", "The budget rose by 10k."),
        ("The price is $10.", "The price is $2 off this week."),
        ("My salary is 50k.", "My salary went up 10%."),
        ("My salary is 50k.", "My salary is now 5k higher."),
        ("My savings are 10k.", "My savings grew 2k."),
        ("My weight is 75 kg.", "My weight dropped 5 kg."),
        ("I weigh 75 kg.", "I weigh 5 kg less now."),
        ("My dose is 50 mg.", "My dose went up 25 mg."),
        ("The build takes 10 minutes.", "The build is 2 minutes faster now."),
        ("The build takes 10 minutes.", "The build takes 2 minutes longer now."),
        ("The limit is 100 requests.", "The limit is 20 higher now."),
        ("The team has 6 people.", "The team grew by 2 people."),
        ("The team has 6 people.", "The team has 2 more people now."),
        ("I have 2 cats.", "I have one more cat now."),
    ],
)
def test_by_how_much_something_changed_is_not_how_much_it_is(stands: str, moved: str) -> None:
    assert applied(stands, moved) == []


@pytest.mark.parametrize(
    ("stands", "moved", "value"),
    [
        ("My rent is £900.", "My rent went up to £950.", "£950"),
        ("My rent is £900.", "My landlord put the rent up to £950.", "£950"),
        ("My rent is £900.", "My rent jumped £50 to £950.", "£950"),
        ("My rent is £900.", "My rent jumped by £50 to £950.", "£950"),
        ("My rent is £900.", "My rent is £950 now.", "£950"),
        ("My weight is 75 kg.", "My weight dropped to 70 kg.", "70 kg"),
        ("The price is $10.", "The price increased to $12.", "$12"),
        ("I run 5 km.", "I run 10 km now.", "10 km"),
    ],
)
def test_how_much_it_is_by_now_replaces_how_much_it_was(stands: str, moved: str, value: str) -> None:
    assert [after for _, after in applied(stands, moved)] == [value]


@pytest.mark.parametrize(
    "dealt_with",
    [
        "We're evaluating MySQL now.",
        "We're piloting MySQL now.",
        "We sync to MySQL now.",
        "We export to MySQL now.",
        "We support MySQL now.",
        "We monitor MySQL now.",
    ],
)
def test_what_one_tries_feeds_or_looks_after_is_not_what_one_runs(dealt_with: str) -> None:
    assert applied("We use Postgres.", dealt_with) == []


@pytest.mark.parametrize("team", ["Support", "Design", "Sales", "Marketing", "Ops", "Product"])
def test_what_a_team_uses_is_not_what_all_use(team: str) -> None:
    assert applied("We use Jira.", f"{team} uses Linear now.") == []


@pytest.mark.parametrize(
    ("stands", "came"),
    [
        ("We have 200 customers.", "We signed 20 customers."),
        ("We have 200 customers.", "We signed 20 customers this month."),
        ("Our team has 6 engineers.", "We hired 2 engineers."),
        ("We have 200 customers.", "We have 20 trial customers now."),
        ("I have 3 hens.", "I have 4 brown hens now."),
        ("We use Node 18.", "We use Node 20 in CI now."),
        ("I sit next to Tom.", "I sit next to Ana in meetings now."),
    ],
)
def test_how_many_came_and_how_many_of_one_sort_there_are_is_not_how_many_there_are(stands: str, came: str) -> None:
    assert applied(stands, came) == []


@pytest.mark.parametrize(
    ("stands", "counted"),
    [
        ("We have 200 customers.", "We have 250 customers now."),
        ("I have two cats.", "I have three cats now."),
        ("I have one cup of coffee a day.", "I have two cups of coffee a day now."),
    ],
)
def test_how_many_there_are_now_replaces_how_many_there_were(stands: str, counted: str) -> None:
    assert len(applied(stands, counted)) == 1


def test_what_is_being_put_up_by_others_is_the_speakers_and_in_doubt() -> None:
    world = told("My rent is £900.")
    done = world.overlay.remember(
        "My landlord is raising the rent to £950 from next month.", scope=ME, observed_at=FIRST + timedelta(days=9)
    )
    assert [(t.from_value, t.to_value, str(t.state)) for t in done.transitions] == [("£900", "£950", "proposed")]
    assert {r.subject for r in world.overlay.timeline(scope=ME).records} == {"user"}
