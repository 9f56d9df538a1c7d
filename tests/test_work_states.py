"""How far things at work have come, whose duty they are, and what only was, is wished for or holds for an occasion.

152 pairs of sentences, both halves by the writer of the rules and before them, some after examples that were given; one
half was read while they were written, of the other only the counts were. Before them something was retired wrongly in 6
and 5 of the 44 and 43 pairs that change nothing, and no change of a status was heard.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.test_work_things import changes

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("data").joinpath("language/work_states.jsonl").read_text("utf-8").splitlines()
]
HEARD = {"read": 26, "held": 23}
"""Of 34 and 31 changes, those that are heard; more are a reason to raise these."""
WRONG = {"read": 1, "held": 0}
"""Of 44 and 43 rows that change nothing, those in which something is retired."""


def test_changes_of_states_and_duties_are_heard_and_what_is_no_change_retires_nothing() -> None:
    heard = Counter(row["half"] for row in ROWS if row["over"] and changes(row["said"], row["then"]))
    wrong = Counter(row["half"] for row in ROWS if not row["over"] and changes(row["said"], row["then"]))
    assert all(heard[half] >= HEARD[half] and wrong[half] <= WRONG[half] for half in HEARD), (heard, wrong)


@pytest.mark.parametrize(
    ("said", "then", "change"),
    [
        ("Ticket 8821 is open.", "Ticket 8821 is closed now.", ("open", "closed")),
        ("The invoice for March is unpaid.", "The invoice for March is paid.", ("unpaid", "paid")),
        ("The build is red.", "The build is green again.", ("red", "green")),
        ("PR 212 is in review.", "PR 212 was merged.", ("in review", "merged")),
    ],
)
def test_the_last_that_a_thing_has_come_to_is_its_status(said: str, then: str, change: tuple[str, str]) -> None:
    assert changes(said, then) == [change]


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("Ticket 8821 is open.", "Ticket 8822 is closed now."),
        ("Ticket 8821 is open.", "Is ticket 8821 closed now?"),
        ("Ticket 8821 is open.", "If ticket 8821 is closed, tell me."),
        ("Ticket 8821 is open.", "I think ticket 8821 is closed."),
        ("Ticket 8821 is open.", "Ticket 8821 will be closed tomorrow."),
        ("Order 4411 has shipped.", "Order 4411 is paid."),
        ("The build is red.", "Yesterday's build is green."),
        ("The cutoff is 4 pm.", "Before the merger the cutoff was 2 pm."),
        ("The discount is 10%.", "The client wants 15% instead of 10%."),
        ("The cutoff is 4 pm.", "During the sale the cutoff is 2 pm."),
    ],
)
def test_what_is_of_another_thing_asked_supposed_past_wished_or_for_an_occasion_is_no_change(
    said: str, then: str
) -> None:
    assert changes(said, then) == []
