"""What something is likened to, what somebody is besides, and where one is for an hour change nothing that is known."""

from __future__ import annotations

import pytest

from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My kitchen is white.", "My kitchen is a mess now."),
        ("My kitchen is white.", "My kitchen is a building site now."),
        ("My bathroom is white.", "My bathroom is a disaster now."),
        ("My garden is small.", "My garden is a jungle now."),
        ("My car is a Golf.", "My car is a wreck now."),
        ("My bike is a Trek.", "My bike is a wreck now."),
        ("My phone is an iPhone.", "My phone is a brick now."),
        ("My laptop is a Dell.", "My laptop is a pain now."),
        ("My gym is PureGym.", "My gym is a dump now."),
        ("My house is a terrace.", "My house is a mess now."),
        ("My hobby is knitting.", "My hobby is a chore now."),
        ("My doctor is Dr Hall.", "My doctor is a friend of Anna."),
        ("My boss is Sarah.", "My boss is a friend of Tom now."),
    ],
)
def test_what_a_thing_is_likened_to_is_not_what_it_is(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told", "value"),
    [
        ("My car is a Golf.", "My car is a Skoda now.", "Skoda"),
        ("My kitchen is white.", "My kitchen is green now.", "green"),
        ("My hobby is knitting.", "My hobby is pottery now.", "pottery"),
        ("My doctor is Dr Hall.", "My doctor is Dr Brown now.", "Dr Brown"),
    ],
)
def test_what_a_thing_is_now_replaces_what_it_was(stands: str, told: str, value: str) -> None:
    assert [after for _, after in applied(stands, told)] == [value]


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My sister is a nurse.", "My sister is a mum now."),
        ("My sister is a nurse.", "My sister is an aunt now."),
        ("My sister is a nurse.", "My sister is a homeowner now."),
        ("My dad is a plumber.", "My dad is a grandad now."),
        ("My dad is a plumber.", "My dad is a grandfather now."),
        ("My husband is a chef.", "My husband is a dad now."),
        ("My wife is a teacher.", "My wife is a runner now."),
        ("My wife is a teacher.", "My wife is a school governor now."),
        ("My sister is married.", "My sister is a bridesmaid now."),
        ("My sister is married.", "My sister is a mum now."),
        ("My brother is single.", "My brother is a landlord now."),
        ("My son is a student.", "My son is a teenager now."),
    ],
)
def test_what_somebody_is_to_others_or_besides_is_no_trade(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My sister is a nurse.", "My sister is a teacher now."),
        ("My dad is a plumber.", "My dad is a chef now."),
        ("My sister is married.", "My sister is divorced now."),
    ],
)
def test_a_new_trade_or_state_replaces_the_one_before(stands: str, told: str) -> None:
    assert applied(stands, told) != []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I'm on the late shift.", "I'm on the bus now."),
        ("I'm on the morning shift.", "I'm on the train now."),
        ("I'm on the late shift.", "I'm on the phone now."),
        ("I'm on the committee.", "I'm on the train now."),
        ("I'm in the choir.", "I'm in the car now."),
        ("My son is at Park School.", "My son is at the dentist now."),
        ("My brother is at Google.", "My brother is at the pub now."),
        ("I work in sales.", "I work in silence now."),
        ("I work in sales.", "I work in shifts now."),
    ],
)
def test_where_one_is_for_an_hour_and_how_one_works_ends_no_membership(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I'm on the late shift.", "I'm on the day shift now."),
        ("I work in sales.", "I work in marketing now."),
        ("My son is at Park School.", "My son is at Hill School now."),
    ],
)
def test_another_shift_department_or_school_replaces_the_one_before(stands: str, told: str) -> None:
    assert applied(stands, told) != []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I have two kids.", "I have three kids in my class now."),
        ("I have two kids.", "I have four kids at my table now."),
        ("I have two cats.", "I have three cats in my garden now."),
        ("I have two dogs.", "I have three dogs to walk now."),
        ("I have two bikes.", "I have three bikes on loan now."),
    ],
)
def test_how_many_are_there_is_not_how_many_one_has(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    "told", ["I have three cats now.", "I have three cats at home now.", "I have three cats in total now."]
)
def test_how_many_one_has_now_replaces_how_many_one_had(told: str) -> None:
    assert [after for _, after in applied("I have two cats.", told)] == ["three cats"]


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I have two cats.", "I want three cats."),
        ("I have two kids.", "I want three kids."),
        ("My commute is 30 minutes.", "My commute was 50 minutes today."),
        ("I'm a nurse.", "My job is stressful now."),
    ],
)
def test_a_wish_one_day_and_how_a_job_is_change_nothing(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I have two cats.", "I have three cats now."),
        ("My commute is 30 minutes.", "My commute is 50 minutes now."),
    ],
)
def test_what_is_had_or_lasts_now_does(stands: str, told: str) -> None:
    assert applied(stands, told) != []
