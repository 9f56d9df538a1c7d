"""How much of which medicine is one thing in whatever order it is told; a dose takes the place of its own alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def held(*texts: str) -> set[str]:
    """The medicines and doses that are current once all of it was told."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=n))
        records = overlay.timeline(scope=ME).records
    current = [r for r in records if r.status == "active" and r.attribute in {"medication", "dose"}]
    return {f"{r.attribute} {r.value}" for r in current}


FORMS = ["metformin {}", "{} of metformin", "{} metformin"]


@pytest.mark.parametrize("before", FORMS)
@pytest.mark.parametrize("after", FORMS)
def test_a_dose_told_anew_in_another_order_takes_the_place_of_the_old_one(before: str, after: str) -> None:
    now = held(f"I take {before.format('500 mg')}.", f"I'm on {after.format('850 mg')} now.")
    assert now == {"dose 850 mg", f"medication {after.format('850 mg')}"}


@pytest.mark.parametrize("known", ["metformin 500 mg and ramipril 5 mg", "500 mg of metformin and 5 mg of ramipril"])
@pytest.mark.parametrize(
    "said",
    [
        "My ramipril is 10 mg now.",
        "My ramipril dose is 10 mg now.",
        "My ramipril went up to 10 mg.",
        "My doctor raised my ramipril to 10 mg.",
        "I take 10 mg of ramipril now.",
        "My doctor put me on ramipril 10 mg.",
    ],
)
def test_of_two_medicines_the_one_named_changes(known: str, said: str) -> None:
    now = held(f"I take {known}.", said)
    assert {x for x in now if "metformin" in x} == {f"medication {known.split(' and ', maxsplit=1)[0]}"}
    assert len([x for x in now if "ramipril" in x]) == 1
    assert all("10 mg" in x for x in now if "ramipril" in x)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "said", ["I take ramipril 5 mg.", "I also take 5 mg of ramipril now.", "I'm on ramipril 5 mg now."]
)
def test_another_medicine_comes_beside_it(form: str, said: str) -> None:
    known = form.format("500 mg")
    assert {"dose 500 mg", f"medication {known}"} <= held(f"I take {known}.", said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I take metformin 500 mg.", "My mum takes metformin 850 mg."),
        ("I take metformin 500 mg.", "I take metformin 850 mg on Sundays."),
        ("I take metformin 500 mg in the morning.", "I take metformin 850 mg at night."),
        ("I take metformin 500 mg.", "I used to take metformin 850 mg."),
        ("I take metformin 500 mg.", "Is metformin 850 mg safe?"),
        ("I take metformin 500 mg.", "The vet raised the gabapentin to 200 mg."),
    ],
)
def test_what_is_no_new_dose_of_it_leaves_it(known: str, said: str) -> None:
    assert {"dose 500 mg", "medication metformin 500 mg"} <= held(known, said)


@pytest.mark.parametrize(
    ("known", "rest"),
    [
        ("I take losartan 50 mg and aspirin.", {"medication aspirin"}),
        ("I take losartan 50 mg.", set()),
        ("I take losartan 50 mg and ramipril 5 mg.", {"medication ramipril 5 mg"}),
    ],
)
def test_what_is_stopped_goes_with_its_dose(known: str, rest: set[str]) -> None:
    assert held(known, "I stopped losartan.") == rest


def test_the_name_of_a_medicine_stays_small() -> None:
    assert held("i'm on 100mg of sertraline") == {"dose 100mg", "medication 100mg of sertraline"}
