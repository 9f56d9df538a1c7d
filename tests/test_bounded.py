"""What is told to be so up to an end that lies ahead retires nothing; how long something has been so is no such end."""

from __future__ import annotations

import pytest

from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I live in Leeds.", "I'm based in York for the next two weeks."),
        ("I live in Leeds.", "Over the next three weeks I'm based in York."),
        ("I live in Leeds.", "I'm living in York for three weeks."),
        ("I live in Leeds.", "For a fortnight I'm based in York."),
        ("I live in Leeds.", "I live in York until I find a flat."),
        ("I live in Leeds.", "I moved to York until Christmas."),
        ("I live in Leeds.", "I live in York over the summer."),
        ("I live in Leeds.", "I live in York for the rest of the month."),
        ("I live in Leeds.", "I live in York as long as my mum is ill."),
        ("I work at Acme.", "I work at Globex for the next quarter."),
        ("I work at Acme.", "I'm working at Globex till the end of the project."),
        ("I drive a Volvo.", "I drive a Fiat for the next few days."),
        ("My phone is a Pixel 8.", "My phone is an iPhone 8 until the new one arrives."),
        ("My gym is Apex.", "My gym is Pulse for the next fortnight."),
        ("My manager is Ana.", "My manager is Raj until someone new is hired."),
        ("My sister lives in Leeds.", "My sister lives in York for the next two weeks."),
        ("My rent is 800 euros.", "My rent is 900 euros for the next year."),
        ("My diet is vegetarian.", "My diet is vegan for January."),
        ("My gym is Apex.", "My gym is Pulse for March, and I miss the pool."),
    ],
)
def test_what_holds_up_to_an_end_ahead_retires_nothing(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I live in Leeds.", "I've lived in York for six weeks."),
        ("I live in Leeds.", "I live in York for two years now."),
        ("I live in Leeds.", "I live in York for the rest of my life."),
        ("I live in Leeds.", "I've lived in York as long as I can remember."),
        ("I live in Leeds.", "I lived in Hull until I found a flat, now I live in York."),
        ("I live in Leeds.", "I moved to York for a job."),
        ("My gym is Apex.", "My gym is Pulse for three months now."),
        ("The launch is planned for May.", "The launch is planned for June now."),
        ("The exam is in March.", "The exam is in May now."),
        ("My birthday party is in late May.", "My birthday party is in early June now."),
        ("We keep logs for 14 days.", "We now keep logs for 30 days."),
        ("My shift is from 9 until 5.", "My shift is from 10 until 6 now."),
    ],
)
def test_how_long_something_has_been_so_leaves_it_a_change(stands: str, told: str) -> None:
    assert applied(stands, told) != []
