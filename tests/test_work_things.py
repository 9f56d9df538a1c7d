"""Facts of what people at work look after: services, orders, tickets, accounts, vendors, deadlines, owners, prices.

`work_things.jsonl` was written before the rules were read: a fact as it is typed to a work assistant, and what is typed
later, which changes it or leaves it (another order, customer or environment, a plan, a question, a stand-in, a quote).
The rows marked *read* were read when the rules were mended, those marked *held* were not; the halves were drawn at
random (seed 20260). Before that, 21 and 20 changes were heard, and 7 and 8 rows had something retired wrongly.
"""

from __future__ import annotations

import pytest

from tests.work_worlds import changes, counted, rows_of

ROWS = rows_of("work_things.jsonl")
HEARD = {"read": 33, "held": 21}
"""Of 50 changes in each half, those that are heard with the new value; more are a reason to raise these."""
WRONG = {"read": 0, "held": 0}
"""Of 100 rows in each half, those in which something is retired that stands, or gets a value that was not told."""
DOUBTED = {"read": 1, "held": 3}
"""Of 50 facts that stand in each half, those about which somebody is asked."""


def test_a_change_of_what_is_looked_after_is_heard_and_nothing_else_is_retired() -> None:
    found = counted(ROWS)
    for half in ("read", "held"):
        assert found[half, "heard"] >= HEARD[half]
        assert found[half, "wrong"] <= WRONG[half]
        assert found[half, "asked"] <= DOUBTED[half]


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("Shipment 7734 is due on 12 May.", "Shipment 7743 is now due on 15 May."),
        ("Truck 12 is driven by Pavel.", "Truck 21 is driven by Igor now."),
        ("Ticket 8821 is assigned to Marco.", "I reassigned ticket 8812 to Aisha."),
        ("Ticket 8821 is assigned to Marco.", "Should we reassign ticket 8821 to Aisha?"),
        ("The login bug is assigned to Marco.", "I reassigned the signup bug to Aisha."),
        ("I assigned ticket 8812 to Aisha.", "I assigned ticket 8813 to Bob."),
        ("The warehouse in Venlo is run by Kuehne.", "The warehouse in Duisburg is run by DSV now."),
        ("The warehouse in Venlo is run by Kuehne.", "Since last week the Venlo warehouse is run by DSV."),
        ("The forecast for Q3 is 1.2M.", "The forecast for Q4 is 0.9M now."),
        ("Our SLA with Acme is 4 hours.", "Our SLA with Globex is 2 hours now."),
        ("The kickoff with Stark is on Tuesday.", "The kickoff with Oscorp moved to Thursday."),
        ("My meeting with Ann is on Monday.", "I moved my meeting with Bob to Tuesday."),
        ("My meeting with Ann is on Monday.", "My meeting with Bob is on Tuesday now."),
        ("My interview at Acme is on Monday.", "I moved my interview at Globex to Tuesday."),
        ("My flight to Rome is on May 3.", "I moved my flight to Paris to May 5."),
        ("My reading goal is 20 books.", "I changed my running goal to 30 km."),
        ("My sleeping bag is a Rab.", "I changed my hiking bag to an Osprey."),
        ("My shipping address is 12 Oak Street.", "I changed my billing address to 9 Elm Road."),
        ("My home address is 5 Elm Street.", "My delivery address is 12 Oak Street."),
        ("The frontend repo is on GitLab.", "The backend repo moved from GitLab to GitHub."),
        ("The audit is on 8 October.", "The fire drill was pushed back from 8 October to 22 October."),
        ("The launch is on 3 June.", "The beta slipped from 3 June to 17 June."),
        ("The launch is on 3 June.", "The launch of the partner portal slipped to 17 June."),
        ("The default branch is master.", "We renamed the file from master to main."),
        ("Carla runs the Monday ops review.", "Carla handed the Monday ops review deck to Dev."),
        ("Carla runs the Monday ops review.", "Carla handed the Friday ops review to Dev."),
        ("Carla runs the Monday ops review.", "Carla handed the Monday ops review to Dev for this week."),
        ("Carla runs the book club.", "Carla handed the book to Dev."),
        ("Mia owns the car insurance renewal.", "Mia handed the car to Joe."),
        ("Omar runs the wine tasting.", "Omar passed the wine to Nils."),
        ("Ben owns the ticket queue.", "Ben handed the ticket to Kim."),
        ("Tom owns the search index.", "Tom might hand the search index to Nadia."),
        ("Tom owns the search index.", "Tom handed the search index to Nadia while he is away."),
        ("We ship with PostNord.", "My brother ships with Bring now, no longer with PostNord."),
        ("The staging database is Postgres 13.", "We upgraded the reporting database to Postgres 16."),
    ],
)
def test_what_is_told_of_another_one_of_its_name_retires_nothing(said: str, then: str) -> None:
    assert changes(said, then) == []


@pytest.mark.parametrize(
    ("said", "then", "change"),
    [
        ("Shipment 7734 is due on 12 May.", "Shipment 7734 is now due on 15 May.", ("12 May", "15 May")),
        ("Truck 12 is driven by Pavel.", "Truck 12 is driven by Igor now.", ("Pavel", "Igor")),
        ("Ticket 8821 is assigned to Marco.", "I reassigned ticket 8821 to Aisha.", ("Marco", "Aisha")),
        ("Ticket 8821 is assigned to Marco.", "Ticket 8821 was reassigned from Marco to Aisha.", ("Marco", "Aisha")),
        ("The kickoff with Stark is on Tuesday.", "The kickoff with Stark moved to Thursday.", ("Tuesday", "Thursday")),
        ("My meeting with Ann is on Monday.", "I moved my meeting with Ann to Tuesday.", ("Monday", "Tuesday")),
        ("My interview at Acme is on Monday.", "I moved my interview at Acme to Tuesday.", ("Monday", "Tuesday")),
        ("My flight is on May 3.", "I moved my flight to May 5.", ("May 3", "May 5")),
        (
            "My delivery address is 12 Oak Street.",
            "I changed my delivery address to 9 Elm Road.",
            ("12 Oak Street", "9 Elm Road"),
        ),
        ("The frontend repo is on GitLab.", "The frontend repo moved from GitLab to GitHub.", ("GitLab", "GitHub")),
        (
            "The audit is scheduled for 8 October.",
            "The audit was pushed back from 8 October to 22 October.",
            ("8 October", "22 October"),
        ),
        ("The launch is on 3 June.", "launch slipped to 17 June", ("3 June", "17 June")),
        ("The launch is on 3 June.", "The launch slipped from 3 June to 17 June.", ("3 June", "17 June")),
        ("The default branch is master.", "We renamed the default branch from master to main.", ("master", "main")),
        ("Carla runs the Monday ops review.", "Carla handed the Monday ops review to Dev.", ("Carla", "Dev")),
        ("Project Falcon is led by Samira.", "Samira handed Project Falcon to Ben.", ("Samira", "Ben")),
        ("Carla runs the book club on Mondays.", "Carla handed the book club to Dev.", ("Carla", "Dev")),
        ("Ben owns the ticket queue.", "Ben handed the queue to Kim.", ("Ben", "Kim")),
        (
            "We ship to Norway with PostNord.",
            "We ship to Norway with Bring now, no longer with PostNord.",
            ("PostNord", "Bring"),
        ),
        (
            "The staging database is Postgres 13.",
            "We upgraded the staging database to Postgres 16.",
            ("Postgres 13", "Postgres 16"),
        ),
    ],
)
def test_a_change_of_the_one_that_is_meant_is_heard(said: str, then: str, change: tuple[str, str]) -> None:
    assert change in changes(said, then)


def test_a_duty_is_elsewhere_where_it_is_told_to_be_with_somebody() -> None:
    assert ("Priya", "Tom's team") in changes("Priya owns the billing service.", "Billing is with Tom's team now.")


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("Order 2093 is in picking.", "Order 2093 has shipped."),
        ("PO 1187 is waiting for approval.", "PO 1187 has been approved."),
        ("The status of ticket 5530 is open.", "5530 is closed now."),
        ("Bug 917 is a blocker.", "Bug 917 was downgraded from blocker to minor."),
    ],
)
def test_what_an_order_has_come_to_takes_the_place_of_what_it_was(said: str, then: str) -> None:
    assert changes(said, then)


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("The price of the starter package is $49.", "Before 2023 the starter package was $39."),
        ("The discount for Umbrella is 10%.", "Umbrella is pushing for 15% instead of 10%."),
        (
            "The rate limit on the public API is 100 requests per minute.",
            "We raised the limit to 250 for the load test, it's back to normal.",
        ),
        ("Our shipping cutoff is 4 pm.", "Over Christmas the shipping cutoff is 2 pm."),
    ],
)
def test_what_was_so_once_or_is_wished_for_retires_nothing(said: str, then: str) -> None:
    assert changes(said, then) == []
