"""A reading of a query never calls outdated what stands, lifts no block of the rules, and keeps the very answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from atma_overlay.judge import Judged
from atma_overlay.ports.model import ModelRequest
from atma_overlay.readout import Read, SaidRow
from atma_overlay.testing.scripted_model import Said
from atma_overlay.views import Label, Packet, PremiseVerdict
from tests.judge_worlds import World, day
from tests.readout_worlds import ME, row, rows, said_premise

TOLD = (
    "I live in Chicago.",
    "My dog is called Moss.",
    "My gym is FitWorks.",
    "My gym is Pulse now.",
    "I moved again; I'm in Atlanta now.",
)


def read(query: str, answer: Callable[[ModelRequest], Said], *told: str) -> Packet:
    """The packet of a query that a judge reads so."""
    made = World(lambda request: answer(request) if request.schema is Read else Judged(), reads="on")
    for n, text in enumerate(told or TOLD, start=1):
        made.overlay.remember(text, scope=ME, observed_at=day(n))
    return made.overlay.recall(query, scope=ME)


def calling(text: str, verdict: str, *values: str, view: str = "current") -> Callable[[ModelRequest], Said]:
    """A judge with one verdict, by the rows of these values."""

    def answer(request: ModelRequest) -> Said:
        ids = [row(request, value)["id"] for value in values]
        premises = (said_premise(text, verdict, *ids),) if text else ()
        return Read.model_validate({"intent": "x", "view": view, "presupposed": premises, "confidence": 0.95})

    return answer


@pytest.mark.parametrize(
    ("query", "text", "cited"),
    [
        ("Is Pulse open today?", "Pulse", ("Chicago",)),
        ("Is Pulse open today?", "Pulse", ("Chicago", "Atlanta")),
        ("Is Pulse open today?", "Pulse open today", ("FitWorks", "Pulse")),
        ("Is my gym open today?", "my gym", ("Chicago",)),
        ("Which gym suits someone of Atlanta like me?", "Atlanta", ("Chicago", "Atlanta")),
        ("Book a table for Moss and me.", "Moss", ("Chicago",)),
    ],
)
def test_words_of_what_stands_are_not_outdated_by_another_row(query: str, text: str, cited: tuple[str, ...]) -> None:
    packet = read(query, calling(text, "OUTDATED", *cited))
    assert packet.blocked == ()
    assert packet.readout is not None
    assert packet.readout.refused == {"verdict against the ledger": 1}


def test_the_rules_own_supported_verdict_and_its_row_stay() -> None:
    packet = read("Is Pulse open today?", calling("Pulse", "OUTDATED", "Chicago"))
    assert [(p.text, p.verdict) for p in packet.premises] == [("Pulse", PremiseVerdict.SUPPORTED)]
    assert "Pulse" in [r.value for r in packet.rows if r.label is Label.CURRENT]


def test_what_stands_under_the_name_of_what_is_over_is_not_outdated_by_the_name_alone() -> None:
    told = ("My car is a Vellmo.", "My car is a Rendt now.", "My favourite toy is a Vellmo.")

    def answer(request: ModelRequest) -> Said:
        lines = [line for line in rows(request) if line.get("value") == "Vellmo"]
        old = next(line["id"] for line in lines if line["state"] == "historical")
        return Read(
            intent="x", view="current", presupposed=(said_premise("the Vellmo", "OUTDATED", old),), confidence=0.95
        )

    assert read("Where did I put the Vellmo?", answer, *told).blocked == ()


def test_a_retired_value_is_outdated_by_its_own_row_and_by_no_other_that_is_named_with_it() -> None:
    query = "Which socks go with FitWorks evenings?"
    (premise,) = read(query, calling("FitWorks evenings", "OUTDATED", "Chicago", "FitWorks")).blocked
    assert (premise.text, premise.current) == ("FitWorks evenings", ("Pulse",))


@pytest.mark.parametrize("view", ["historical", "change", "neutral"])
def test_a_reading_of_another_view_lifts_no_block_of_the_rules(view: str) -> None:
    packet = read("Since I live in Chicago, which gym is near me?", calling("", "", view=view))
    assert packet.view == view
    assert [p.text for p in packet.blocked] == ["Chicago"]


def test_the_row_of_the_slot_that_is_asked_for_stays_beside_what_a_reading_selects() -> None:
    def answer(request: ModelRequest) -> Said:
        chosen = SaidRow(row=row(request, "Moss")["id"], role="current")
        return Read(intent="x", view="current", selected=(chosen,), confidence=0.95)

    packet = read("Where do I live?", answer)
    assert [r.value for r in packet.rows] == ["Moss", "Atlanta"]


def test_what_stands_is_not_called_unresolved_by_its_own_row() -> None:
    packet = read("Is my gym open today?", calling("my gym", "UNRESOLVED", "Pulse"))
    assert packet.premises == ()
    assert packet.readout is not None
    assert packet.readout.refused == {"verdict against the ledger": 1}
