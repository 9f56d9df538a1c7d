"""An act that is only spoken of, owed or meant retires nothing; one that is told as done does, whatever leads to it."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes

HOME, PRICE, DATABASE = "I live in Leeds.", "Our price is £80.", "Our database is MySQL."


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (PRICE, "I considered raising our price to £95."),
        (PRICE, "We discussed raising our price to £95."),
        (PRICE, "They suggested raising our price to £95."),
        (PRICE, "I'm against raising our price to £95."),
        (PRICE, "I ruled out raising our price to £95."),
        (PRICE, "There's no point in raising our price to £95."),
        (PRICE, "Without raising our price to £95 we lose money."),
        (PRICE, "I intend to raise our price to £95."),
        (PRICE, "The plan is to raise our price to £95."),
        (DATABASE, "I'm looking forward to migrating our database to Postgres."),
        (DATABASE, "What are the risks of migrating our database to Postgres?"),
        (DATABASE, "I regret not migrating our database to Postgres."),
        (DATABASE, "Our goal is to migrate our database to Postgres."),
        (DATABASE, "We have to migrate our database to Postgres."),
        (HOME, "I have to move to York."),
        (HOME, "I still have to move to York."),
        (HOME, "Why don't I move to York?"),
        (HOME, "Rather than moving to York, I stayed."),
        (HOME, "I never managed to move to York."),
        (HOME, "I'm not sure I live in York."),
        (HOME, "Do you have on file that I live in York?"),
        (HOME, "What makes you say I live in York?"),
        (HOME, "Could it be that I live in York?"),
        (HOME, "Forget that I live in York."),
        (HOME, "Ignore that I live in York."),
        (DATABASE, "I don't think our database is Postgres."),
        (DATABASE, "I'm not sure our database is Postgres."),
        (DATABASE, "Don't assume our database is Postgres."),
        (DATABASE, "Don't assume I'm on the Pro plan."),
        (DATABASE, "We'll migrate our database to Postgres from Monday."),
    ],
)
def test_what_is_not_told_as_done_retires_nothing(holds: str, said: str) -> None:
    assert changes(holds, said) == []


@pytest.mark.parametrize(
    ("holds", "said", "change"),
    [
        (HOME, "It seems I live in York.", ("Leeds", "York", "proposed")),
        (DATABASE, "It appears our database is Postgres.", ("MySQL", "Postgres", "proposed")),
        (DATABASE, "You'd think our database is Postgres.", ("MySQL", "Postgres", "proposed")),
        ("Our standup is at 9:30.", "Maybe our standup is at 10:15.", ("9:30", "10:15", "proposed")),
        ("Our standup is at 9:30.", "I think our standup is at 10:15.", ("9:30", "10:15", "proposed")),
    ],
)
def test_what_only_seems_so_is_proposed(holds: str, said: str, change: tuple[str, str, str]) -> None:
    assert changes(holds, said) == [change]


def test_a_fact_that_is_to_be_forgotten_takes_no_other_value_with_it() -> None:
    assert changes("I live in York.", "Forget that I live in York.") == [("York", None, "applied")]
    assert changes("My gym is Pulse.", "Please forget that my gym is Pulse.") == [("Pulse", None, "applied")]
    assert changes("My gym is Pulse and I live in York.", "Disregard that my gym is Pulse.") == [
        ("Pulse", None, "applied")
    ]


@pytest.mark.parametrize(
    ("holds", "said", "change"),
    [
        (PRICE, "We ended up raising our price to £95.", ("£80", "£95", "applied")),
        (PRICE, "We finally got round to raising our price to £95.", ("£80", "£95", "applied")),
        (PRICE, "We had to raise our price to £95.", ("£80", "£95", "applied")),
        (PRICE, "We managed to raise our price to £95.", ("£80", "£95", "applied")),
        (DATABASE, "We finished migrating our database to Postgres.", ("MySQL", "Postgres", "applied")),
        (HOME, "I ended up moving to York.", ("Leeds", "York", "applied")),
        (HOME, "I managed to move to York.", ("Leeds", "York", "applied")),
    ],
)
def test_what_is_told_as_done_is_heard(holds: str, said: str, change: tuple[str, str, str]) -> None:
    assert changes(holds, said) == [change]
