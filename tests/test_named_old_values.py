"""Changes that name the old value in so many words, wherever it is held; and pairs that are of something else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay.language.extract import default_extractor
from atma_overlay.records import Act
from tests.test_two_things import applied, states


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("Osaka is 5 nights.", "Osaka is 4 nights instead of 5", "5 nights", "4 nights"),
        ("hotel in Kyoto is the Granvia, 4 nights", "Kyoto is 3 nights instead of 4, we added a night in Nara",
         "4 nights", "3 nights"),
        ("The trip is 5 days.", "the trip is 6 days instead of 5", "5 days", "6 days"),
        ("The cruise is 7 nights.", "the cruise is 10 nights instead of 7", "7 nights", "10 nights"),
    ],
)  # fmt: skip
def test_how_much_it_is_instead_takes_the_place_of_how_much_it_was(told: str, said: str, old: str, new: str) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Osaka is 5 nights.", "Nara is 4 nights instead of 5"),
        ("Osaka is 5 nights.", "Osaka was 4 nights instead of 5 last year"),
        ("Osaka is 5 nights.", "Osaka is 4 nights instead of 5 if we fly late"),
        ("The fee is 20 euros.", "the student fee is 15 euros instead of 20"),
        ("The class lasts 60 minutes.", "This week the class lasts 45 minutes instead of 60"),
        ("Lunch is 9 euros.", "Lunch is 7 euros instead of 9 on Fridays"),
    ],
)
def test_a_measure_of_another_thing_or_for_once_changes_none(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("Our venue is Iron Works.", "Iron Palace rather than Iron Works", "Iron Works", "Iron Palace"),
        ("Our colour is Navy Blue.", "Forest Green, not Navy Blue, it's warmer", "Navy Blue", "Forest Green"),
        ("We get our beans from Union Roasters.", "not Union Roasters, Assembly", "Union Roasters", "Assembly"),
    ],
)
def test_two_values_with_no_verb_change_what_is_held_by_the_old_one(told: str, said: str, old: str, new: str) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("We use GitLab.", "GitHub, not GitLab"),
        ("The standup is at 9am.", "10am, not 9am"),
        ("My dentist is Dr. Marsh.", "Dr. Okafor instead of Dr. Marsh"),
        ("I drink oat milk.", "soy milk, not oat milk"),
    ],
)
def test_a_lone_name_an_hour_somebody_or_what_is_done_by_a_verb_is_only_proposed(told: str, said: str) -> None:
    assert {state for _, _, state in states(told, said)} == {"proposed"}


@pytest.mark.parametrize(
    "said",
    [
        "Iron Palace rather than Iron Works?",
        "Iron Palace rather than Iron Works, just for today",
        "Iron Palace, not Iron Works, is what Tom recommends",
        "I'd take Iron Palace rather than Iron Works",
        "maybe Iron Palace, not Iron Works",
    ],
)
def test_a_question_a_wish_or_an_occasion_is_no_pair(said: str) -> None:
    assert states("Our venue is Iron Works.", said) == []


def test_what_stands_behind_not_is_no_value() -> None:
    found = default_extractor().extract("GitHub, not GitLab", speaker="user", at=datetime(2026, 1, 5, tzinfo=UTC))
    assert "GitLab" not in {c.value for c in found.candidates}


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("My GP is Dr. Shah.", "My GP changed from Dr. Shah to Dr. Lowe", "Dr. Shah", "Dr. Lowe"),
        ("Our plan is Basic.", "We changed our plan from Basic to Pro", "Basic", "Pro"),
    ],
)
def test_what_changed_from_one_to_another_is_the_other(told: str, said: str, old: str, new: str) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My GP is Dr. Shah.", "My husband's GP changed from Dr. Shah to Dr. Lowe"),
        ("Our plan is Basic.", "I almost changed my plan from Basic to Pro"),
        ("Our plan is Basic.", "I changed my sister's plan from Basic to Pro"),
    ],
)
def test_what_changed_for_somebody_else_or_almost_is_what_it_was(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("The service account is called ci-runner.", "ci-runner got renamed to build-agent", "ci-runner",
         "build-agent"),
        ("The deploy user is ci-bot.", "ci-bot was renamed to gha-deployer.", "ci-bot", "gha-deployer"),
        ("The deploy user is ci-bot.", "Heads up: deploy user got renamed to gha-deployer.", "ci-bot", "gha-deployer"),
        ("The deploy user is ci-bot.", "deploy user got renamed to gha-deployer.", "ci-bot", "gha-deployer"),
    ],
)  # fmt: skip
def test_what_was_renamed_is_found_by_its_spelling_or_as_it_is_noted(told: str, said: str, old: str, new: str) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    "said",
    [
        "should we rename ci-bot to gha-deployer?",
        "ci-bot could be renamed to gha-deployer",
        "their deploy user got renamed to gha-deployer",
        "ci-bot.log was renamed to gha-deployer.log",
        "files get renamed to lowercase",
    ],
)
def test_a_renaming_that_is_asked_possible_or_of_another_thing_renames_nothing(said: str) -> None:
    assert applied("The deploy user is ci-bot.", said) == []


def test_what_one_is_off_as_of_today_is_over() -> None:
    assert applied("We sync on Zoom.", "we're off Zoom and on Meet as of today") == [("Zoom", "Meet")]


@pytest.mark.parametrize("said", ["we're off Zoom today", "we're off Zoom until Monday and on Meet"])
def test_what_one_is_off_for_a_day_is_not(said: str) -> None:
    assert states("We sync on Zoom.", said) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("The train is at 9:15.", "Dad's train is at 10:15, not 9:15"),
        ("My insurance is with Aviva.", "my wife's insurance is with Axa, not Aviva"),
        ("My wife's insurance is with Aviva.", "my insurance is with Axa, not Aviva"),
    ],
)
def test_a_correction_of_somebody_elses_corrects_nothing_of_ones_own(told: str, said: str) -> None:
    assert applied(told, said) == []


def test_a_correction_of_theirs_corrects_theirs() -> None:
    told = ("My wife's insurance is with Aviva.", "my wife's insurance is with Axa, not Aviva")
    assert applied(*told) == [("Aviva", "Axa")]


def test_a_part_that_moved_leaves_the_rest_where_it_is() -> None:
    told = states("We host on AWS.", "We've moved the backups off AWS and onto Hetzner.")
    assert {state for _, _, state in told} == {"proposed"}


def test_he_beside_one_of_his_may_be_either() -> None:
    told = states("My son plays football.", "His cousin's given up football, he plays rugby now.")
    assert {state for _, _, state in told} == {"proposed"}


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("Deliveries are on Wednesdays.", "Deliveries are on Fridays rather than Wednesdays", "Wednesdays", "Fridays"),
        ("Reports go to Tina.", "reports go to Will, not Tina", "Tina", "Will"),
        ("Send invoices to billing@corvid.co.", "invoices go to accounts@corvid.co please, not billing@corvid.co",
         "billing@corvid.co", "accounts@corvid.co"),
        ("The choir meets at St Mark's.", "the choir meets at the Guildhall rather than St Mark's", "St Mark's",
         "Guildhall"),
    ],
)  # fmt: skip
def test_what_is_plainly_so_takes_the_place_of_what_it_is_told_not_to_be(
    told: str, said: str, old: str, new: str
) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Alerts go to #ops.", "billing alerts go to #oncall, not #ops"),
        ("Alerts go to #ops.", "alerts go to #oncall, not #ops, on weekends"),
        ("Reports go to Tina.", "this report goes to Will, not Tina"),
        ("Reports go to Tina.", "their reports go to Will, not Tina"),
        ("Reports go to Tina.", "reports sometimes go to Will rather than Tina"),
        ("Deliveries are on Wednesdays.", "Returns are on Fridays rather than Wednesdays"),
        ("Deliveries come from Bristol.", "Some deliveries come from Bath, not Bristol"),
        ("We get our beans from Union.", "the shop next door gets its beans from Assembly rather than Union"),
    ],
)
def test_what_is_so_of_a_part_of_others_or_of_another_thing_takes_no_place(told: str, said: str) -> None:
    assert applied(told, said) == []


def test_what_one_does_rather_than_something_else_is_told_and_not_what_one_does_not() -> None:
    found = default_extractor().extract(
        "We use GitHub, not GitLab", speaker="user", at=datetime(2026, 1, 5, tzinfo=UTC)
    )
    assert [c.value for c in found.candidates if c.act is Act.ASSERT] == ["GitHub"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("We deploy on Heroku.", "We moved one demo off Heroku to fly.io"),
        ("We deploy on Heroku.", "We moved a few scripts from Heroku to Fly"),
        ("Our flight is with KLM.", "the return flight is with Lufthansa, not KLM"),
        ("The babysitter is Chloe.", "Chloe is off tonight, so the babysitter is Maddie"),
        ("I bank with HSBC.", "closed my HSBC savings account, opened one with Starling"),
    ],
)
def test_one_of_several_another_of_its_noun_or_one_evening_takes_no_place(told: str, said: str) -> None:
    assert applied(told, said) == []


def test_a_reason_that_lasts_is_no_evening() -> None:
    told = ("The babysitter is Chloe.", "Chloe moved to Spain last week, so the babysitter is Maddie")
    assert ("Chloe", "Maddie") in applied(*told)
