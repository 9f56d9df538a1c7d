"""What holds after a change, a return, or a change that is told whole."""

from __future__ import annotations

import pytest

from tests.dated_worlds import ME
from tests.reading_worlds import told


@pytest.mark.parametrize(
    ("said", "current"),
    [
        (("I work at Acme.", "I work at Globex now.", "I'm back at Acme."), "Acme"),
        (("I use Vim.", "I switched to Emacs.", "I went back to Vim."), "Vim"),
        (("We host it on Heroku.", "We moved from Heroku to Render.", "We've gone back to Heroku."), "Heroku"),
        (("I use Vim.", "I switched to Emacs.", "I went back to Nano."), "Emacs"),
        (("I bank with Barclays.", "I bank with Monzo now.", "I went back to Barclays for the cash machine."), "Monzo"),
        (("I use Vim.", "I switched to Emacs.", "Should I go back to Vim?"), "Emacs"),
        (("I use Vim.", "I switched to Emacs.", "If it crashes again I'll go back to Vim."), "Emacs"),
    ],
)
def test_what_was_given_up_holds_again_once_somebody_went_back_to_it(said: tuple[str, ...], current: str) -> None:
    records = told(*said).timeline(scope=ME).records
    former = next(r for r in records if r.status == "superseded")
    standing = [r.value for r in records if r.attribute == former.attribute and r.status == "active"]
    assert standing == [current]


@pytest.mark.parametrize("second", ["My manager is Tomas now.", "As of today my manager is Tomas."])
def test_two_sentences_of_one_turn_leave_one_manager(second: str) -> None:
    active = [
        r.value for r in told(f"My manager is Priya. {second}").timeline(scope=ME).records if r.status == "active"
    ]
    assert active == ["Tomas"]


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("I lost my job at Hooli this month.", [("Hooli", None)]),
        ("I lost my job as a banker.", [("banker", None)]),
        ("We switched from Trello to Linear.", [("Trello", "Linear")]),
        ("We went from London to Paris in two hours.", []),
        ("I left Leeds at noon.", []),
    ],
)
def test_a_change_that_is_told_whole_keeps_what_it_takes_for_granted(
    said: str, moves: list[tuple[str, str | None]]
) -> None:
    found = told(said).timeline(scope=ME).transitions
    assert [(t.from_value, t.to_value) for t in found if t.state == "applied"] == moves
