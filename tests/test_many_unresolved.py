"""However many slots are unknown by now, why they are is asked of the ledger at once."""

from __future__ import annotations

from collections.abc import Callable

from atma_overlay import Label
from tests.dated_worlds import ME
from tests.ruled_worlds import ruled
from tests.test_consequence_laws import SETTING, told

CODES = ("gate", "garage", "alarm", "safe", "cellar", "bike", "attic", "shed")


def test_a_query_that_meets_many_unknown_slots_asks_no_more_statements_than_one_that_meets_few(
    fetches: Callable[[], int],
) -> None:
    spent = []
    for many in (2, len(CODES)):
        with ruled("sqlite:") as world:
            codes = CODES[:many]
            told(world, *SETTING, *(f"My {code} code is {n}{n}7." for n, code in enumerate(codes)))
            told(world, *(f"RULE home_city any > {code}_code = none" for code in codes), "I moved to York.")
            before = fetches()
            packet = world.overlay.recall("What is my code?", scope=ME)
            spent.append(fetches() - before)
            unknown = [row for row in packet.rows if row.label is Label.UNRESOLVED]
            assert len(unknown) > 1
            assert all("Porto → York" in row.note for row in unknown)
    assert spent[1] <= spent[0]
