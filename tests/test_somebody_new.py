"""What is told of somebody new is not of who was that before; what stands beside them is not who they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2025, 6, 5, tzinfo=UTC)


def told(*said: str) -> tuple[list[tuple[str, str | None]], set[tuple[str, str, str]]]:
    """What the last utterance retires, by the old value and the new; and what is current, by subject and slot."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(said):
            done = overlay.remember(text, scope=ME, observed_at=START + timedelta(days=45 * n))
        records = overlay.timeline(scope=ME).records
    current = {(r.subject, r.attribute, r.value or "") for r in records if r.status == "active" and r.valid_to is None}
    return [(t.from_value, t.to_value) for t in done.transitions if t.state == "applied"], current


@pytest.mark.parametrize(
    "said",
    [
        ("Karen lives in Leeds.", "My manager is Karen.", "Our new manager lives in York."),
        ("Karen lives in Leeds.", "My manager is Karen.", "My next manager lives in York."),
        ("Ana drives a Golf.", "My neighbour is Ana.", "Our new neighbours drive a Tesla."),
        ("Mia works at BP.", "My girlfriend is Mia.", "My new girlfriend works at Shell."),
        ("Leo lives in Leeds.", "My son is Leo.", "My daughter moved to York."),
        ("Mia lives in Leeds.", "My daughter is Mia.", "My stepdaughter moved to York."),
        ("Mia lives in Leeds.", "My daughter is Mia.", "My youngest daughter moved to York."),
        ("Tom lives in Leeds.", "My brother is Tom.", "My brothers moved to York."),
        ("Tom lives in Leeds.", "My friend is Tom.", "My best friend moved to York."),
        ("Tom lives in Leeds.", "My colleague is Tom.", "My colleague in sales moved to York."),
        ("Tom drives a Golf.", "My boss is Tom.", "My acting boss drives a Tesla."),
        ("Tom drives a Golf.", "My landlord is Tom.", "My landlady drives a Tesla."),
        ("Karen's wife is vegan.", "My manager is Karen.", "My new manager's wife is vegetarian."),
    ],
)
def test_what_is_told_of_somebody_else_is_not_of_who_is_known_by_name(said: tuple[str, ...]) -> None:
    retired, current = told(*said)
    assert retired == []
    assert current >= {x for x in told(*said[:-1])[1] if x[0] != "user"}
    named = {"karen", "ana", "mia", "leo", "tom"}
    assert not any(subject in named and value in said[-1] for subject, _, value in current)


@pytest.mark.parametrize(
    "said",
    [
        ("Leo lives in Leeds.", "My son is Leo.", "My son moved to York."),
        ("Leo lives in Leeds.", "My son is Leo.", "My kid moved to York."),
        ("Mia lives in Leeds.", "My fiancée is Mia.", "My wife moved to York."),
        ("Lotte lives in Leeds.", "My older sister is Lotte.", "My older sister moved to York."),
        ("Lotte lives in Leeds.", "My sister is Lotte.", "My big sister moved to York."),
        ("Tom lives in Leeds.", "My manager is Tom.", "My boss moved to York."),
        ("Tom lives in Leeds.", "My friend from school is Tom.", "My friend from school moved to York."),
    ],
)
def test_who_is_called_as_before_is_the_one_whose_name_is_known(said: tuple[str, ...]) -> None:
    assert told(*said)[0] == [("Leeds", "York")]


@pytest.mark.parametrize(
    ("known", "said", "of"),
    [
        ("My manager lives in York.", "My new manager lives in Leeds.", ("user's manager", "home_city", "Leeds")),
        ("My manager is Karen.", "My new manager's name is Priya.", ("user", "manager", "Priya")),
        ("My son's boss is Tom.", "My son's new boss is Lea.", ("user's son's boss", "identity", "Lea")),
        ("My manager is Karen.", "My new manager Priya lives in York.", ("priya", "home_city", "York")),
    ],
)
def test_who_somebody_new_is_takes_the_place(known: str, said: str, of: tuple[str, str, str]) -> None:
    assert of in told(known, said)[1]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My vet is Dr Lund.", "We've got a new vet in Leeds."),
        ("My vet is Dr Lund.", "We have a new vet for Pepper."),
        ("My boss is Dana.", "I've got a new boss from Google."),
        ("My boss is Dana.", "I've got a new boss like Priya."),
        ("My doctor is Dr Ames.", "I have a new doctor's appointment with Dr Bell."),
        ("My partner is Tom.", "I have a new partner for tennis, Sam."),
        ("My partner is Tom.", "I've a new partner at the firm, Sam."),
        ("My car is a Golf.", "I bought a new car from Tom."),
    ],
)
def test_what_is_beside_somebody_new_is_not_who_they_are(known: str, said: str) -> None:
    retired, current = told(known, said)
    assert [new for _, new in retired if new] == []
    assert {x for x in told(known)[1] if x[0] == "user"} <= current


@pytest.mark.parametrize(
    ("known", "said", "new"),
    [
        ("My partner is Tom.", "I have a new partner, Sam.", "Sam"),
        ("My boss is Karen.", "I have a new boss in sales, Sam.", "Sam"),
        ("I work for Shell.", "I work for BP now.", "BP"),
        ("I'm training for a marathon.", "I'm training for a triathlon now.", "triathlon"),
        ("My savings goal is 5000 euros.", "My goal for savings is 6000 euros now.", "6000 euros"),
        ("The meeting with Ana is at 3.", "The meeting with Ana moved to 4.", "4"),
    ],
)
def test_what_is_told_of_the_same_thing_takes_the_place(known: str, said: str, new: str) -> None:
    assert new in [to for _, to in told(known, said)[0]]
