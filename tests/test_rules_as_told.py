"""Rules in everyday words, end to end and without a model: what is known, the rule, the change, what then holds.

Each row is a class of wordings; beside it stands what only looks like it, and must change nothing.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import DecisionState, Status

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def told(overlay: Overlay, *texts: str) -> None:
    for n, text in enumerate(texts):
        overlay.remember(text, scope=ME, observed_at=START + timedelta(days=10 * n))


def current(overlay: Overlay) -> set[str]:
    return {r.value for r in overlay.timeline(scope=ME).records if r.status is Status.ACTIVE}


GIVEN = [
    ("My gym is Corefit.", "I swim at Beale Pool.", "The plan is to swim at Orrin Baths if I ever change gyms.",
     "I've switched gyms to Ironyard.", "Beale Pool", "Orrin Baths"),
    ("My gym is Corefit.", "I swim at Beale Pool.", "Any other gym and I'd swim at Orrin Baths.",
     "I've switched gyms to Ironyard.", "Beale Pool", "Orrin Baths"),
    ("I study at Corbet College.", "My bank account is with Ostra.",
     "Once I've left Corbet College I'm moving my account to Petrel.", "I graduated from Corbet College.", "Ostra",
     "Petrel"),
    ("I drive a Fiesta.", "My insurance is with Ostra.",
     "Soon as I get rid of the Fiesta the insurance goes to Petrel.", "I sold the Fiesta.", "Ostra", "Petrel"),
    ("I live in Derby.", "My swim spot is Queens Baths.", "If I end up leaving Derby I'd swim at Orrin Baths.",
     "I've moved to Sheffield.", "Queens Baths", "Orrin Baths"),
    ("Our treasurer is Imani.", "Our bookkeeper is Odile.", "Without Imani, our bookkeeper would be Rafael.",
     "Imani left, our treasurer is Sune now.", "Odile", "Rafael"),
    ("We keep the boat at Gull Marina.", "Our boat mechanic is Enzo.",
     "Enzo only works at Gull Marina, and anywhere else our boat mechanic is Marguerite.",
     "The boat has a new berth at Port Sallow, we gave up Gull Marina.", "Enzo", "Marguerite"),
    ("The baby isn't sleeping through.", "Our bedtime is 9 pm.",
     "As soon as the baby sleeps through, our bedtime will be 11 pm.", "The baby sleeps through, at last.", "9 pm",
     "11 pm"),
]  # fmt: skip


@pytest.mark.parametrize("row", GIVEN, ids=[row[2][:40] for row in GIVEN])
def test_what_a_rule_gives_takes_the_known_one_s_place(row: tuple[str, ...]) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, *row[:3])
        assert row[5] not in current(overlay), "what a rule gives is no fact before the change"
        overlay.remember(row[3], scope=ME, observed_at=START + timedelta(days=40))
        now = current(overlay)
    assert row[5] in now
    assert row[4] not in now


OPEN = [
    ("My gym is Corefit.", "I swim at Beale Pool.", "My gym decides where I swim.", "I've switched gyms to Ironyard.",
     "Beale Pool"),
    ("I'm with the Daleside football club.", "My shirt number is 14.", "Shirt numbers are tied to the club.",
     "I transferred to Brookhaven FC.", "14"),
    ("I live in Norwich.", "Our vet is Hallam Vets.", "If we move we can't keep Hallam Vets.", "I've moved to Ipswich.",
     "Hallam Vets"),
    ("I live in Norwich.", "Our vet is Hallam Vets.", "If we moved the vet would be different.",
     "I've moved to Ipswich.", "Hallam Vets"),
    ("My health insurance is Bupa.", "My physio is Dan Okafor.", "I can only see Dan Okafor on Bupa.",
     "I've switched my health insurance from Bupa to Vitality.", "Dan Okafor"),
    ("My laptop is a Dell.", "My screen scaling is 125 percent.", "The scaling I use is whatever suits the laptop.",
     "I swapped my Dell for a Framework laptop.", "125 percent"),
]  # fmt: skip


@pytest.mark.parametrize("row", OPEN, ids=[row[2][:40] for row in OPEN])
def test_what_hangs_on_a_change_is_no_longer_taken_for_known(row: tuple[str, ...]) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, *row[:3])
        assert row[4] in current(overlay)
        overlay.remember(row[3], scope=ME, observed_at=START + timedelta(days=40))
        assert row[4] not in current(overlay)


KEPT = [
    ("If I switch gyms I'll still swim at Beale Pool, not Orrin Baths.", "I've switched gyms to Ironyard."),
    ("I wondered whether I'd swim at Orrin Baths if I switched gyms.", "I've switched gyms to Ironyard."),
    ("My sister says if she switches gyms she'll swim at Orrin Baths.", "I've switched gyms to Ironyard."),
    ("If I switch jobs I'll swim at Orrin Baths.", "I've switched gyms to Ironyard."),
    ("My gym doesn't decide where I swim.", "I've switched gyms to Ironyard."),
    ("If I leave Corefit, my brother's pool will be Orrin Baths.", "I've switched gyms from Corefit to Ironyard."),
    ("If my coach retires I'll swim at Orrin Baths.", "My coach nearly retired last week."),
    ("If my coach retires I'll swim at Orrin Baths.", "My coach might have retired by June, they say."),
    ("If my coach retires I'll swim at Orrin Baths.", "My sister's coach retired."),
    ("If my coach retires I'll swim at Orrin Baths.", "Has my coach retired?"),
    ("As soon as the baby sleeps through I'll swim at Orrin Baths.", "The baby doesn't sleep through."),
    ("As soon as the baby sleeps through I'll swim at Orrin Baths.", "Once the baby sleeps through, all is well."),
    ("If it rains I swim at Orrin Baths.", "It rained all day."),
]


@pytest.mark.parametrize("row", KEPT, ids=[f"{row[0][:30]} {row[1][:20]}" for row in KEPT])
def test_what_is_no_rule_or_has_not_come_true_changes_nothing(row: tuple[str, str]) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, "My gym is Corefit.", "I swim at Beale Pool.", *row)
        now = current(overlay)
    assert "Beale Pool" in now
    assert "Orrin Baths" not in now


EVENT = (
    "Our bedtime is 9 pm.",
    "As soon as the baby sleeps through, our bedtime will be 11 pm.",
    "The baby sleeps through.",
)


def test_a_condition_told_as_come_true_gives_the_same_in_every_order_of_arrival() -> None:
    for order in permutations(range(3)):
        with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
            for n in order:
                overlay.remember(EVENT[n], scope=ME, observed_at=START + timedelta(days=10 * n))
            assert current(overlay) == {"11 pm"}, order


def test_what_follows_from_a_told_condition_can_be_undone_and_goes_with_what_told_it() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, *EVENT)
        (transition,) = (t for t in overlay.timeline(scope=ME).transitions if t.state is DecisionState.APPLIED)
        overlay.undo(transition.id, scope=ME)
        assert "9 pm" in current(overlay)
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, *EVENT)
        (transition,) = (t for t in overlay.timeline(scope=ME).transitions if t.state is DecisionState.APPLIED)
        overlay.erase(observation_id=transition.cause, scope=ME)
        assert "11 pm" not in current(overlay)


def test_a_told_condition_waits_no_longer_once_its_rule_is_forgotten() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, *EVENT[:2], "Please forget what I said about the baby sleeping through.", EVENT[2])
        assert "9 pm" in current(overlay)


def test_what_a_rule_gives_to_a_thing_that_nothing_is_known_of_by_that_name_is_not_stated() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(
            overlay,
            "My gym is Corefit.",
            "If I change gyms my keeper will be Orrin.",
            "I've switched gyms to Ironyard.",
        )
        assert "Orrin" not in current(overlay)


THEIRS = [
    ("My son goes to Elm School.", "I go to Oak School.", "My pick-up time is two o'clock.",
     "When my son changes school, my pick-up time will be three o'clock.", "My son goes to Pine School now.",
     "I changed schools, I go to Ash School now.", "three o'clock"),
    ("My wife works at Corefit.", "I work at Corefit.", "My health insurance is Ostra.",
     "If my wife leaves Corefit, my health insurance will be Petrel.", "My wife left Corefit.",
     "I left Corefit, I work at Ironyard now.", "Petrel"),
    ("My sister Lotte lives in Derby.", "I live in Derby.", "My favourite lunch place is the Gull.",
     "If my sister moves to Porto, my favourite lunch place will be the Quay.", "Lotte lives in Porto now.",
     "I moved to Porto.", "Quay"),
    ("My brother lives in Derby.", "I live in Derby.", "My gym is Corefit.",
     "If my brother moves house, my gym will be Ironyard.", "My brother moved to Leeds.", "I moved to Leeds.",
     "Ironyard"),
    ("My mum banks with Ostra.", "I bank with Ostra.", "My accountant is Imani.",
     "If my mum changes banks, my accountant will be Rafael.", "My mum switched from Ostra to Petrel.",
     "I switched banks, I'm with Petrel now.", "Rafael"),
    ("My husband drives a Fiesta.", "I drive a Polo.", "My parking spot is B12.",
     "When my husband sells his car, my parking spot will be A1.", "My husband sold his Fiesta.",
     "I sold my Polo.", "A1"),
]  # fmt: skip


@pytest.mark.parametrize("row", THEIRS, ids=[row[3][:40] for row in THEIRS])
@pytest.mark.parametrize("whose", ["theirs", "one's own"])
def test_a_rule_about_somebody_s_change_waits_for_theirs_and_not_for_one_s(row: tuple[str, ...], whose: str) -> None:
    *known, rule, hers, own, given = row
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        told(overlay, *known, rule, hers if whose == "theirs" else own)
        assert (given in current(overlay)) is (whose == "theirs")
