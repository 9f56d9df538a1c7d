"""Where somebody works as a rule: one mode at a time; a day, an occasion or somebody else's is none."""

from __future__ import annotations

import pytest

from tests.test_two_things import applied, states


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("I work from home.", "I'm back in the office full time.", "home", "office"),
        ("I work from home.", "We're back in the office five days a week now.", "home", "office"),
        ("I work remotely.", "I work in the office now.", "remotely", "office"),
        ("I'm fully remote.", "I'm hybrid now, three days in the office.", "remote", "hybrid"),
        ("I work in the office.", "We've gone fully remote.", "office", "remote"),
        ("I work from home.", "I stopped working from home.", "home", None),
        ("I work from home.", "I don't work from home any more.", "home", None),
    ],
)
def test_a_way_of_working_takes_the_place_of_another(told: str, said: str, old: str, new: str | None) -> None:
    assert (old, new) in applied(told, said)


@pytest.mark.parametrize(
    "said",
    [
        "I'm working from the office today.", "I'm in the office.", "My wife is back in the office.",
        "I'm back in the office tomorrow.", "I stopped working from the office.", "I work at the office on Mondays.",
        "I stopped working from home on Mondays.", "I work in the office of a notary.", "I'm hybrid by nature.",
        "I might work in the office now.", "My brother works in the office now.", "I went remote for a week.",
        "I work remotely.", "I'd love to work in the office now.", "Do I work in the office now?",
        "I work from the office next to the kitchen.", "If I worked in the office, I'd see people.",
    ],
)  # fmt: skip
def test_a_day_an_occasion_or_somebody_elses_changes_no_way_of_working(said: str) -> None:
    assert applied("I work from home.", said) == []


def test_who_works_remotely_works_from_home() -> None:
    assert states("I work from home.", "I'm remote.") == []


@pytest.mark.parametrize(
    "said",
    [
        "Tomorrow I'm back in the office full time.", "I'm in the office all week.", "I'm on-site.",
        "I'm back in the office for good reason.", "Every Friday I work in the office.",
        "Next week I work in the office.", "As of next month I work in the office.",
        "When there's a deadline I work in the office now.", "I work in the office every so often.",
        "I work in the office since the wifi is down.", "I work in the office in my house.",
        "I work in the office (my spare bedroom).", "I went hybrid and the mileage is great.",
        "We're hybrid now, half petrol and half electric.", "On paper I work in the office.",
        "I told her I work in the office now.", "I've stopped working from home in my pyjamas.",
        "I don't work from home any more than you do.", "I no longer only work from home.",
        "I no longer work from home all the time.", "Soon I no longer work from home.",
    ],
)  # fmt: skip
def test_a_case_a_season_a_paper_or_a_part_changes_no_way_of_working(said: str) -> None:
    assert applied("I work from home.", said) == []


@pytest.mark.parametrize(
    "said", ["I work from home all morning.", "I work remotely in August.", "I'm remote, see you on Zoom."]
)
def test_a_while_at_home_changes_no_work_in_the_office(said: str) -> None:
    assert applied("I work in the office.", said) == []


@pytest.mark.parametrize(
    "said", ["I work from home now.", "Since March I work from home.", "I now work from home.", "We went fully remote."]
)
def test_what_holds_from_now_on_takes_the_place_of_the_office(said: str) -> None:
    assert [old for old, _ in applied("I work in the office.", said)] == ["office"]
