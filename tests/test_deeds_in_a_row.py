"""Deeds told one behind another are of one who does them; what is given to what is owned is of its kind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)


def current(*said: str) -> set[tuple[str, str, str]]:
    """What stands after all that is said: whose, what, and the value."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=45 * n))
        records = overlay.timeline(scope=ME).records
    return {(r.subject, r.attribute, r.value or "") for r in records if r.status == "active" and r.valid_to is None}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I drive a Skoda.", "Jo's husband lost his job, sold the Skoda I lent him."),
        ("I live in Leeds.", "My brother quit his job, left Leeds and drives an old Honda."),
        ("I drive a Skoda.", "My sister got divorced, sold the Skoda and moved to York."),
        ("I live in Leeds.", "Tom got promoted, moved to York, bought a house."),
        ("I use Vim.", "Tom started a new job, switched to Emacs and uses Linux now."),
        ("I work at Shell.", "My sister finished her degree, joined BP and lives in Hull now."),
    ],
)
def test_what_somebody_else_did_one_behind_another_is_theirs(known: str, said: str) -> None:
    before = current(known)
    assert before
    after = current(known, said)
    assert before <= after
    assert {x for x in after if x[0] == "user" and x[1] in {a for _, a, _ in before}} == before


@pytest.mark.parametrize(
    ("known", "said", "gone", "new"),
    [
        ("I live in Leeds.", "I quit my job, moved to York and bought a house.", "Leeds", "York"),
        ("I live in Leeds.", "I quit my job, moved to York, bought a Skoda.", "Leeds", "York"),
        ("I use Vim.", "I started a new job, switched to Emacs.", "Vim", "Emacs"),
        ("Tom lives in Leeds.", "Tom got promoted, moved to York, bought a house.", "Leeds", "York"),
        ("My boss lives in Leeds.", "My boss got promoted, moved to York and bought a house.", "Leeds", "York"),
    ],
)
def test_what_one_did_one_behind_another_is_heard_of_each_deed(known: str, said: str, gone: str, new: str) -> None:
    assert gone in {value for _, _, value in current(known)}
    after = {value for _, _, value in current(known, said)}
    assert gone not in after
    assert new in after


@pytest.mark.parametrize(
    ("said", "whose", "what"),
    [
        ("My brother has a son, named Leo.", "user's brother", "name"),
        ("I met Tom, born in Leeds.", "user", "birthplace"),
    ],
)
def test_a_participle_behind_a_comma_tells_of_the_noun_before_it(said: str, whose: str, what: str) -> None:
    assert (whose, what) not in {x[:2] for x in current(said)}


@pytest.mark.parametrize(
    "said",
    [
        "I've got a new doctor, a smaller car, and a nicer flat.",
        "I've got a new doctor, a lovely woman.",
        "We've got a new doctor, a new office, a new coffee machine.",
    ],
)
def test_the_next_of_a_list_is_no_name_of_the_one_before(said: str) -> None:
    assert ("user", "doctor", "Dr Lind") in current("My doctor is Dr Lind.")
    assert {x for x in current("My doctor is Dr Lind.", said) if x[1] == "doctor"} <= {("user", "doctor", "Dr Lind")}


def test_what_stands_beside_what_is_new_says_which_it_is() -> None:
    assert ("user", "manager", "Priya") in current("I've got a new boss, Priya, and a new desk.")
    assert ("user", "hobby", "fencing") in current("I've got a new hobby, fencing.")


@pytest.mark.parametrize(
    ("known", "said", "held", "new"),
    [
        ("I take 20 mg of lisinopril.", "I've moved all my prescriptions to Costco.", "20 mg of lisinopril", "Costco"),
        ("My email is a@b.com.", "I changed my email to Outlook.", "a@b.com", "Outlook"),
        ("My phone is a Pixel 7.", "I've moved my phone to Vodafone.", "Pixel 7", "Vodafone"),
        ("My laptop is a ThinkPad.", "I moved my laptop to Windows.", "ThinkPad", "Windows"),
    ],
)
def test_what_is_moved_to_another_provider_is_what_it_was(known: str, said: str, held: str, new: str) -> None:
    before = {x for x in current(known) if x[2] == held}
    after = current(known, said)
    assert before
    assert before <= after
    assert {x for x in after if x[2] == new and x[1] == next(iter(before))[1]} == set()


@pytest.mark.parametrize(
    ("known", "said", "gone", "new"),
    [
        ("My pharmacy is CVS.", "I moved my prescriptions to Costco.", "CVS", "Costco"),
        ("My mobile provider is O2.", "I've moved my phone to Vodafone.", "O2", "Vodafone"),
        ("I bank with Chase.", "I moved my account to Monzo.", "Chase", "Monzo"),
        ("My email is a@b.com.", "I changed my email to c@d.org.", "a@b.com", "c@d.org"),
        ("I use Gmail for email.", "I use Outlook for email now.", "Gmail", "Outlook"),
    ],
)
def test_who_looks_after_it_now_takes_the_place_of_who_did(known: str, said: str, gone: str, new: str) -> None:
    assert gone in {value for _, _, value in current(known)}
    after = {value for _, _, value in current(known, said)}
    assert gone not in after
    assert new in after


@pytest.mark.parametrize(
    ("known", "said", "gone", "new"),
    [
        ("The Atlas deadline is 15 May.", "They pushed the Atlas deadline to 15 June.", "15 May", "15 June"),
        ("The Atlas deadline is 15 May.", "They moved the deadline back to 15 June.", "15 May", "15 June"),
        ("My flight is on 5 May.", "They changed my flight to 5 June.", "5 May", "5 June"),
    ],
)
def test_a_day_that_something_is_put_off_to_is_to_come(known: str, said: str, gone: str, new: str) -> None:
    assert gone in {value for _, _, value in current(known)}
    after = {value for _, _, value in current(known, said)}
    assert gone not in after
    assert new in after
