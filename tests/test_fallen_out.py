"""What fell out or falls short, told by its name beside what took its place; and what is another's, or for once."""

from __future__ import annotations

import pytest

from tests.test_two_things import applied, states


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("My physio is Karin.", "karin moved to spain, my physio is Dev", "Karin", "Dev"),
        ("monthly meetup at Cafe Luna", "cafe luna shut down. we meet at Byte Bar", "Cafe Luna", "Byte Bar"),
        ("Keynote: Dr. Amina Yusuf.", "Dr. Yusuf had to pull out. Keynote's by Ravi Menon.", "Dr. Amina Yusuf",
         "Ravi Menon"),
        ("i train 3x weekly at FitHaus", "changed gyms, FitHaus got too pricey, i go to Gravity", "FitHaus", "Gravity"),
        ("We train at Corepoint.", "corepoint went bust, we train at Ironworks", "Corepoint", "Ironworks"),
    ],
)  # fmt: skip
def test_what_fell_out_gives_way_to_what_is_told_of_its_slot(told: str, said: str, old: str, new: str) -> None:
    assert (old, new) in applied(told, said)


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("The wedding is at St Paul's.", "the wedding's at Kew, St Paul's is too small", "St Paul's", "Kew"),
        ("Flour supplier is Mungoswells.", "We get our flour from Shipton Mill since Mungoswells hiked prices",
         "Mungoswells", "Shipton Mill"),
        ("We order from Bella's.", "We order from Nino's since Bella's hiked their prices", "Bella's", "Nino's"),
        ("We get our beans from Union.", "We get our beans from Assembly since Union put their prices up", "Union",
         "Assembly"),
    ],
)  # fmt: skip
def test_what_falls_short_gives_way_to_what_is_told_of_its_slot(told: str, said: str, old: str, new: str) -> None:
    assert (old, new) in applied(told, said)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My physio is Karin.", "karin moved to spain, my cardiologist is Dev"),
        ("My physio is Karin.", "karin moved to spain, my sister's physio is Dev"),
        ("My physio is Karin.", "if karin moved to spain my physio would be Dev"),
        ("My goalkeeper is Evan.", "Evan pulled out of the drive, my goalkeeper coach is Luca"),
        ("We meet at Cafe Luna.", "cafe luna shut for lunch. we met at Byte Bar"),
        ("We meet at Cafe Luna.", "cafe luna got too small. They meet at Byte Bar"),
        ("The wedding is at St Paul's.", "my cousin's wedding's at Kew, St Paul's is too small"),
        ("Flour supplier is Mungoswells.", "We get our eggs from Shipton Mill since Mungoswells hiked prices"),
        ("Flour supplier is Mungoswells.", "They get their flour from Shipton Mill since Mungoswells hiked prices"),
        ("I bank with Chase.", "Chase raised its fees. My brother banks with Citi."),
    ],
)
def test_what_is_told_of_another_slot_of_others_or_for_once_takes_no_place(told: str, said: str) -> None:
    assert applied(told, said) == []


def test_a_contact_there_is_a_contact() -> None:
    told = ("Our contact at Acme is Laura Finch.", "Laura left Acme. Our contact there is Victor Pohl.")
    assert ("Laura Finch", "Victor Pohl") in applied(*told)


def test_a_contact_elsewhere_is_another() -> None:
    told = ("Our contact at Acme is Laura Finch.", "Laura left Acme. Our contact at Initech is Victor Pohl.")
    assert applied(*told) == []


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("I take the bus to work.", "I gave up the bus, I cycle to work now.", "bus", "cycle"),
        ("My carer is Denise.", "Denise is retiring; the new carer is Grace.", "Denise", "Grace"),
    ],
)
def test_what_is_told_of_the_very_slot_is_as_sure_as_itself(told: str, said: str, old: str, new: str) -> None:
    assert states(told, said) == [(old, new, "applied")]


def test_what_is_typed_without_i_announces_a_change() -> None:
    assert applied("My gym is FitHaus.", "changed gyms, i go to Gravity") == [("FitHaus", "Gravity")]


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("I study history at Leeds.", "dropped history, I study law", "history", "law"),
        ("I drink coffee.", "I gave up coffee, I drink tea", "coffee", "tea"),
    ],
)
def test_what_is_given_up_gives_way_to_what_is_done_by_that_verb(told: str, said: str, old: str, new: str) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I study history.", "I gave up history, my brother studies law"),
        ("We shop at Tesco.", "We stopped shopping at Tesco, my sister shops at Lidl now"),
        ("My gym is Corepoint.", "I left Corepoint, my wife goes to Ironworks now"),
        ("I grow tomatoes.", "I sold my tomatoes at the market, I grow carrots"),
    ],
)
def test_what_somebody_else_does_takes_the_place_of_nothing_of_ones_own(told: str, said: str) -> None:
    assert {new for _, new in applied(told, said)} <= {None}


def test_who_is_on_leave_may_be_back() -> None:
    told = states("The course is taught by Prof. Lind.", "Prof. Lind is on leave; the course is taught by Dr. Amari")
    assert told == [("Prof. Lind", "Dr. Amari", "proposed")]
