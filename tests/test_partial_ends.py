"""What is no longer so at some times, in some way or so often is still so, and is put to the user at most."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def gone(*texts: str) -> list[str]:
    """The values that are retired, once all of it was told."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=n))
        return [t.from_value for t in overlay.timeline(scope=ME).transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Acme.", "I no longer work at Acme on Fridays."),
        ("I work at Acme.", "On Fridays I no longer work at Acme."),
        ("I work at Acme.", "I no longer work full-time at Acme."),
        ("My wife works at Acme.", "My wife no longer works at Acme on Mondays."),
        ("My son's school is Oakfield.", "My son no longer goes to Oakfield on Mondays."),
        ("My gym is Oakfield.", "I don't go to Oakfield on Fridays any more."),
        ("My gym is Oakfield.", "I no longer go to Oakfield by bus."),
        ("My gym is Oakfield.", "I don't go to Oakfield as often any more."),
        ("I swim at Beale Pool.", "I stopped swimming at Beale Pool at weekends."),
        ("I take sertraline.", "I stopped taking sertraline every day."),
        ("I use Slack.", "I no longer check Slack in the evenings."),
        ("I live in Derby.", "I no longer live in Derby during the week."),
        ("My physio is Dan Okafor.", "I've stopped seeing Dan Okafor twice a week."),
        ("We deploy with Jenkins.", "We no longer deploy with Jenkins on Fridays."),
        ("Our standup is on Zoom.", "We no longer do the standup on Zoom daily."),
    ],
)
def test_an_end_of_a_part_ends_nothing_else(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I work at Acme.", "I no longer work at Acme.", "Acme"),
        ("I work at Acme.", "I no longer work at Acme, on Fridays I paint.", "Acme"),
        ("I work at Acme.", "I no longer work at Acme and on Fridays I paint.", "Acme"),
        ("I work at Acme.", "I quit Acme on Friday.", "Acme"),
        ("I work at Acme.", "As of Friday I no longer work at Acme.", "Acme"),
        ("My gym is Oakfield.", "I stopped going to Oakfield because evenings were too busy.", "Oakfield"),
        ("My bank is Ostra.", "I no longer bank with Ostra, every month they charged me.", "Ostra"),
        ("I live in Derby.", "Since the weekend I no longer live in Derby.", "Derby"),
        ("I swim on Fridays.", "I no longer swim on Fridays.", "Fridays"),
    ],
)
def test_an_end_of_the_whole_and_of_the_part_itself_does(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)
