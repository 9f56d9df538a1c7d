"""An old one, somebody's teacher of one thing, a share and what is saved so far replace nothing that is known."""

from __future__ import annotations

import pytest

from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My email is a@x.com.", "My old email is b@y.com."),
        ("My number is 07700 900123.", "My old number is 07700 900456."),
        ("My phone number is 07700 900123.", "My old phone number is 07700 900456."),
        ("My address is 5 Elm Road.", "My old address is 9 Oak Street."),
        ("My surname is Hill.", "My old surname is Brown."),
        ("My phone is an iPhone.", "My old phone is a Nokia."),
        ("My car is a Golf.", "My old car is a Mini."),
        ("My sofa is grey.", "My old sofa is blue."),
        ("My wife's email is a@x.com.", "My wife's old email is b@y.com."),
        ("My mum's address is 5 Elm Road.", "My mum's old address is 9 Oak Street."),
    ],
)
def test_an_old_one_replaces_none_that_is_known(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My email is a@x.com.", "My new email is b@y.com."),
        ("My email is a@x.com.", "My email is b@y.com now."),
        ("My old phone is a Nokia.", "My phone is an iPhone now."),
        ("My wife's email is a@x.com.", "My wife's new email is b@y.com."),
    ],
)
def test_a_new_one_does(stands: str, told: str) -> None:
    assert applied(stands, told) != []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My son's teacher is Mrs Hall.", "My son's piano teacher is Mr Brown now."),
        ("My daughter's doctor is Dr Hall.", "My daughter's eye doctor is Dr Brown now."),
        ("My mum's doctor is Dr Hall.", "My mum's heart doctor is Dr Brown now."),
    ],
)
def test_who_serves_one_s_own_in_one_thing_replaces_nobody(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My mum's doctor is Dr Hall.", "My mum's doctor is Dr Brown now."),
        ("My son's teacher is Mrs Hall.", "My son's new teacher is Mr Brown."),
        ("My wife's car is a Golf.", "My wife's car is a Skoda now."),
    ],
)
def test_who_serves_one_s_own_now_does(stands: str, told: str) -> None:
    assert applied(stands, told) != []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My rent is £900.", "My share of the rent is £450 now."),
        ("My best 5k time is 25 minutes.", "My best 10k time is 55 minutes now."),
        ("My savings goal is £10k.", "I've saved £4k now."),
        ("My savings goal is £10k.", "We've saved £500 on the car."),
    ],
)
def test_a_share_another_distance_and_what_is_saved_so_far_replace_nothing(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("My share of the rent is £400.", "My share of the rent is £450 now."),
        ("My best 5k time is 25 minutes.", "My best 5k time is 24 minutes now."),
        ("My savings goal is £10k.", "My goal is £12k now."),
    ],
)
def test_the_same_share_distance_and_goal_do(stands: str, told: str) -> None:
    assert applied(stands, told) != []


def test_a_share_told_behind_the_whole_leaves_it_whole() -> None:
    assert applied("My rent is 800 euros.", "My rent is 900 euros now, half of my salary.") != []
