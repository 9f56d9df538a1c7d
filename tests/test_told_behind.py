"""A measure that a later sentence tells of one circumstance alone replaces none that is told of all of them."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("The price is 49.", "The price is 39 with the student discount."),
        ("The hotel is 120 a night.", "the hotel is 150 a night with breakfast"),
        ("My commute takes 40 minutes.", "my commute takes 25 minutes by car"),
        ("The build takes 12 minutes.", "The build takes 6 minutes without tests."),
        ("The build takes 12 minutes.", "the build takes 6 minutes if you skip the tests"),
        ("I drink two coffees a day.", "I drink four coffees a day during exams."),
        ("My resting pulse is 58.", "my resting pulse is 64 when I'm sick"),
        ("The latency is 80 ms.", "The latency is 200 ms from Australia."),
        ("The limit is 10 MB.", "The limit is 25 MB for attachments in Gmail."),
        ("The limit is 100 requests.", "the limit is 1000 requests on the paid plan"),
        ("The conversion rate is 2%.", "The conversion rate is 3.1% for variant B."),
    ],
)
def test_a_measure_in_one_circumstance_replaces_none(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("The price is 49.", "The price is 55.", "49"),
        ("My commute takes 40 minutes.", "My commute takes 25 minutes with the new bike.", "40 minutes"),
        ("My commute takes 40 minutes.", "My commute takes 25 minutes by car now.", "40 minutes"),
        ("My commute by car takes 40 minutes.", "My commute takes 25 minutes by car.", "40 minutes"),
        ("I read 20 pages before bed.", "I read 30 pages before bed.", "20 pages"),
        ("I take 20 mg of citalopram.", "I take 30 mg of citalopram in the morning.", "20 mg"),
        ("I pay 60 for internet.", "I pay 45 for internet.", "60"),
        ("My rent is 900.", "My rent is 950 for the flat.", "900"),
        ("We have 12 employees.", "We have 14 employees in total.", "12 employees"),
        ("My salary is 52k.", "My salary is 57k after the raise.", "52k"),
    ],
)
def test_a_measure_of_all_of_them_does(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


def test_what_is_so_every_summer_is_so_then_alone() -> None:
    assert gone("I live in Leeds.", "Every summer I live in York.") == []
