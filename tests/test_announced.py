"""What is told for a day to come is proposed, however that day is told, of whomever; what has begun is applied."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.dates.times import find_times
from tests.dated_worlds import ME

WEDNESDAY = datetime(2024, 10, 23, 12, tzinfo=UTC)


def changes(said: str, then: str) -> list[tuple[str, str | None, str]]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember([Turn(text=said, observed_at=WEDNESDAY - timedelta(days=30))], scope=ME)
        overlay.remember([Turn(text=then, observed_at=WEDNESDAY)], scope=ME)
        return [(t.from_value, t.to_value, str(t.state)) for t in overlay.timeline(scope=ME).transitions]


@pytest.mark.parametrize(
    ("said", "then", "change"),
    [
        ("I work at Globex.", "From Monday I work at Acme.", ("Globex", "Acme")),
        ("I live in Leeds.", "From tomorrow I live in York.", ("Leeds", "York")),
        ("My rent is 800 euros.", "My rent is 900 euros from January.", ("800 euros", "900 euros")),
        ("My boss is Anna.", "From November my boss is Tom.", ("Anna", "Tom")),
        ("I work at Globex.", "As of next Monday I work at Acme.", ("Globex", "Acme")),
        ("I work at Globex.", "From 1 December I work at Acme.", ("Globex", "Acme")),
        ("My manager is Ravi.", "Effective 1 November, my manager is Lena.", ("Ravi", "Lena")),
        ("We use Slack.", "With effect from Monday we use Teams.", ("Slack", "Teams")),
        ("My rent is 800 euros.", "Next month my rent is 900 euros.", ("800 euros", "900 euros")),
        ("I live in Leeds.", "I move to York on Sunday.", ("Leeds", "York")),
        ("Our database is MySQL.", "We migrate to Postgres on Saturday.", ("MySQL", "Postgres")),
        ("My boss is Anna.", "In November my boss is Tom.", ("Anna", "Tom")),
        ("My sister lives in Leeds.", "From Monday my sister lives in York.", ("Leeds", "York")),
        ("My sister lives in Leeds.", "My sister is moving to York next month.", ("Leeds", "York")),
        ("My sister lives in Leeds.", "My sister moves to York on Sunday.", ("Leeds", "York")),
        ("I work at Globex.", "As of 1 November I work at Acme.", ("Globex", "Acme")),
        ("My boss is Anna.", "I leave on Friday, and from Monday my boss is Tom.", ("Anna", "Tom")),
        ("My boss is Anna.", "I have news: from Monday my boss is Tom.", ("Anna", "Tom")),
        ("I work at Globex.", "I work at Acme, three days a week from Monday.", ("Globex", "Acme")),
        ("I work at Globex.", "My first day at Acme is Monday.", ("Globex", "Acme")),
        ("I work at Globex.", "My first day at Acme is on the 1st.", ("Globex", "Acme")),
        ("I work at Globex.", "Tomorrow is my first day at Acme.", ("Globex", "Acme")),
        ("I live in Leeds.", "I live in York starting next month.", ("Leeds", "York")),
        ("My gym is Beta.", "My gym is Fitworks starting Monday.", ("Beta", "Fitworks")),
        ("My rent is 900.", "My rent is 950 effective 1 November.", ("900", "950")),
        ("My boss is Anna.", "My boss is Tom beginning next week.", ("Anna", "Tom")),
        ("I live in Leeds.", "I move to York Sunday.", ("Leeds", "York")),
        ("I live in Leeds.", "Sunday I move to York.", ("Leeds", "York")),
        ("We use Jira.", "We're switching to Linear Thursday.", ("Jira", "Linear")),
        ("I live in Leeds.", "I'm moving to York soon.", ("Leeds", "York")),
        ("I live in Leeds.", "I'm moving to York after Easter.", ("Leeds", "York")),
        ("I live in Leeds.", "Come June I live in York.", ("Leeds", "York")),
        ("My boss is Anna.", "Come Monday my boss is Tom.", ("Anna", "Tom")),
        ("I live in Leeds.", "After Easter I live in York.", ("Leeds", "York")),
        ("I live in Leeds.", "From July onwards I live in York.", ("Leeds", "York")),
        ("I live in Leeds.", "I live in York from the first of next month.", ("Leeds", "York")),
        ("I work at Globex.", "As of the 10th I work at Acme.", ("Globex", "Acme")),
        ("I work at Globex.", "Starting on the 28th I work at Acme.", ("Globex", "Acme")),
        ("I work at Globex.", "By the 28th I work at Acme.", ("Globex", "Acme")),
        ("I work at Globex.", "I work at Acme sooner or later.", ("Globex", "Acme")),
        ("Our database is MySQL.", "We migrate to Postgres in the spring.", ("MySQL", "Postgres")),
        ("I live in Leeds.", "I live in York after Easter.", ("Leeds", "York")),
        ("I work at Acme.", "After the holidays I work at Globex.", ("Acme", "Globex")),
        ("I work at Acme.", "After my notice period I work at Globex.", ("Acme", "Globex")),
        ("I live in Leeds.", "Once I've sold the flat I live in York.", ("Leeds", "York")),
        ("I live in Leeds.", "After the lease ends I live in York.", ("Leeds", "York")),
        ("My rent is £800.", "My rent is £950 next month.", ("£800", "£950")),
        ("My rent is £800.", "From Monday, my rent is £950.", ("£800", "£950")),
        ("My rent is £800.", "My rent is £950 once we've signed.", ("£800", "£950")),
        ("My boss is Anna.", "My boss is Priya next year.", ("Anna", "Priya")),
        ("I live in Leeds.", "I live in York two weeks from now.", ("Leeds", "York")),
        ("I work at Globex.", "I work at Acme later this month.", ("Globex", "Acme")),
        ("Our standup is at 9.", "Our standup is at 10 from next month on.", ("9", "10")),
        ("My dentist is Dr. Hall.", "By Christmas, my dentist is Dr. Moss.", ("Dr. Hall", "Dr. Moss")),
        ("My dentist is Dr. Hall.", "My dentist is Dr. Moss in a year's time.", ("Dr. Hall", "Dr. Moss")),
        ("My dentist is Dr. Hall.", "Next term my dentist is Dr. Moss.", ("Dr. Hall", "Dr. Moss")),
        ("My gym is Beta.", "Eventually my gym is Fitworks.", ("Beta", "Fitworks")),
    ],
)
def test_a_change_for_a_day_to_come_is_proposed(said: str, then: str, change: tuple[str, str]) -> None:
    assert changes(said, then) == [(*change, "proposed")]


@pytest.mark.parametrize(
    ("said", "then", "change"),
    [
        ("I work at Globex.", "Since Monday I work at Acme.", ("Globex", "Acme")),
        ("I live in Leeds.", "As of today I live in York.", ("Leeds", "York")),
        ("My insurer is Aviva.", "My insurer is Axa from 1 October.", ("Aviva", "Axa")),
        ("My gym is Apex.", "From now on my gym is Pulse.", ("Apex", "Pulse")),
        ("My flight is on Monday.", "My flight is on Friday.", ("Monday", "Friday")),
        ("I live in Leeds.", "On Monday I moved to York.", ("Leeds", "York")),
        ("Bin day is Wednesday.", "Bin day is Friday now.", ("Wednesday", "Friday")),
        ("I live in Leeds.", "From Monday I work at Acme, and I live in York.", ("Leeds", "York")),
        ("I live in Leeds.", "I live in York now and from Monday I work at Acme.", ("Leeds", "York")),
        ("I work at Globex.", "I work at Acme now, from Monday in the Berlin office.", ("Globex", "Acme")),
        ("My gym is Apex.", "Tomorrow I'm off, and my gym is Pulse now.", ("Apex", "Pulse")),
        ("My holiday is from 9 November.", "My holiday is from 12 November.", ("9 November", "12 November")),
        ("My diet is keto.", "Next week plan my meals, I'm vegan now.", ("keto", "vegan")),
        ("I need the room from the 1st.", "I need the room from the 3rd.", ("1st", "3rd")),
        ("My gym is Apex.", "I'm off tomorrow and my gym is Pulse.", ("Apex", "Pulse")),
        ("My gym is Apex.", "We have a party next week, my gym is Pulse.", ("Apex", "Pulse")),
        ("My boss is Anna.", "I'm on holiday from Monday and my boss is Tom.", ("Anna", "Tom")),
        ("My sister works at BP.", "My sister leaves on Monday; she works at Acme.", ("BP", "Acme")),
        ("My sister lives in Leeds.", "My sister moved to York on Sunday.", ("Leeds", "York")),
        ("I work at Globex.", "As of 1 October I work at Acme.", ("Globex", "Acme")),
        ("I work at Globex.", "My first day at Acme is going well.", ("Globex", "Acme")),
        ("I work at Globex.", "Today is my first day at Acme.", ("Globex", "Acme")),
        ("I work at Globex.", "My first day at Acme was on Monday.", ("Globex", "Acme")),
        ("We use Jira.", "We switched to Linear Thursday.", ("Jira", "Linear")),
        ("I live in Leeds.", "After Easter I moved to York.", ("Leeds", "York")),
        ("I live in Leeds.", "Since Easter I live in York.", ("Leeds", "York")),
        ("I live in Leeds.", "After the divorce I live in York.", ("Leeds", "York")),
        ("I live in Leeds.", "After I had sold the flat I moved to York.", ("Leeds", "York")),
        ("My train is at 9.", "From Monday to Friday my train is at 8.", ("9", "8")),
        ("I'm on the Basic plan.", "As of 1 October I'm on the Pro plan.", ("Basic plan", "Pro plan")),
        ("I'm on the Basic plan.", "I switched to the Pro plan last Monday.", ("Basic plan", "Pro plan")),
        ("My rent is £800.", "My rent went up to £950 last week.", ("£800", "£950")),
        ("My rent is £800.", "My rent went up to £950 earlier this month.", ("£800", "£950")),
        ("My rent is £800.", "My rent went up to £950 the other day.", ("£800", "£950")),
        ("Our standup is at 9.", "Our standup moved to 10 last week.", ("9", "10")),
        ("I drive a Volvo.", "I switched to a Honda earlier this month.", ("Volvo", "Honda")),
        ("My hotel is the Ritz.", "My hotel is the Plaza next week.", ("Ritz", "Plaza")),
    ],
)
def test_a_change_that_has_begun_is_applied_whatever_else_is_told_for_a_day_to_come(
    said: str, then: str, change: tuple[str, str]
) -> None:
    assert (*change, "applied") in changes(said, then)


def test_the_day_from_which_something_is_so_takes_no_place_of_what_is_so_until_then() -> None:
    told = changes("My rent is £800.", "My rent is £950 from the 1st.")
    assert ("£800", "£950", "proposed") in told
    assert {state for _, _, state in told} == {"proposed"}


@pytest.mark.parametrize(
    "stay",
    [
        "Our hotel is the Hotel Jazz, 3 nights from 9 December.",
        "Our hotel is the Hotel Jazz - two weeks from Monday.",
        "Our hotel is the Hotel Jazz (3 nights from 9 December).",
    ],
)
def test_what_is_booked_for_so_many_nights_from_a_day_to_come_is_booked_already(stay: str) -> None:
    assert ("Hotel Jazz", "Casa Bonay", "applied") in changes(stay, "Changed our hotel to the Casa Bonay.")


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("My rent is 900 euros from January.", (2025, 1)),
        ("From 1 October my insurer is Axa.", (2024, 10)),
        ("My rent has been 900 euros from January.", (2024, 1)),
        ("I worked at Acme from December.", (2023, 12)),
        ("Since December I work at Acme.", (2023, 12)),
        ("From December 2023 I work at Acme.", (2023, 12)),
        ("From August onwards I work at Acme.", (2025, 8)),
        ("From October onwards I work at Acme.", (2024, 10)),
        ("From August onwards I have worked at Acme.", (2024, 8)),
        ("As of August I work at Acme.", (2024, 8)),
    ],
)
def test_what_begins_in_a_month_begins_in_the_coming_one_unless_it_is_told_as_begun(
    text: str, starts: tuple[int, int]
) -> None:
    (found,) = find_times(text, WEDNESDAY)
    assert (found.start.year, found.start.month) == starts
