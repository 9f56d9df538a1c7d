"""Whose duty something is stands in one slot, however it is worded, and what is no duty stands in none."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState, Status
from tests.work_worlds import ME, START, changes, decided


@pytest.mark.parametrize(
    ("said", "then", "change"),
    [
        (
            "EMEA support is with the London office.",
            "Support for EMEA is handled by Marta now.",
            ("London office", "Marta"),
        ),
        ("Marta handles payroll.", "Payroll is Jo's job now.", ("Marta", "Jo")),
        ("Customer refunds are with tier 1.", "Customer refunds moved to tier 2.", ("tier 1", "tier 2")),
        ("The search index is owned by Tom.", "Tom handed the search index to Nadia.", ("Tom", "Nadia")),
        ("Tom owns the search index.", "The owner of the search index is Nadia now.", ("Tom", "Nadia")),
        ("Tom handles billing.", "Wei took over billing from Tom.", ("Tom", "Wei")),
        ("Tom handles billing.", "Tom handed billing over to Wei.", ("Tom", "Wei")),
        ("Tom handles billing.", "I handed billing over to Wei.", ("Tom", "Wei")),
        ("Dana handles payroll.", "Dana passed payroll on to Rui.", ("Dana", "Rui")),
        ("Billing is with Tom's team now.", "Priya owns the billing service now.", ("Tom's team", "Priya")),
        ("Tom is on call.", "Wei is on call now.", ("Tom", "Wei")),
        ("On-call is with Tom.", "Wei is on call now.", ("Tom", "Wei")),
        ("Tom is on call for payments.", "Wei is on call for payments now.", ("Tom", "Wei")),
        ("Payroll is with Ana.", "Payroll isn't with Ana anymore.", ("Ana", None)),
        ("Ana runs the newsletter.", "Ana doesn't run the newsletter anymore.", ("Ana", None)),
        ("Ana is on call.", "Ana isn't on call anymore.", ("Ana", None)),
        ("Payroll is handled by Marta.", "Payroll is no longer handled by Marta.", ("Marta", None)),
    ],
)
def test_a_duty_is_one_however_it_is_worded(said: str, then: str, change: tuple[str, str | None]) -> None:
    assert changes(said, then) == [change]


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("Payroll is with finance.", "Payroll is with the finance team."),
        ("The newsletter is Ines's.", "Ines runs the newsletter."),
        ("Our website is Ana's job.", "Our website is with GoDaddy now."),
        ("Tom owns the auth service.", "The auth service moved to Clerk."),
        ("Billing is with Tom's team.", "Their billing is with Ana's team now."),
        ("Billing is with Tom's team.", "Billing might be with Ana's team now."),
        ("Tom handles billing.", "Wei took over billing for a week."),
        ("Tom handles billing.", "Tom handed billing over to Wei for this week."),
        ("Tom handles billing.", "Tom wants to hand billing to Wei."),
        ("Tom handles billing.", "Tom handed the billing forms to Wei."),
        ("Tom handles billing.", "Tom handed billing the forms."),
        ("Support is with Dana.", "Rui moved to support."),
        ("Tom is on call for payments.", "Wei is on call for search now."),
        ("Tom is on call.", "Wei is on call tonight."),
        ("Tom is on call.", "Wei was on call last week."),
        ("Tom is on call.", "My doctor is on call now."),
        ("Tom is on call.", "Wei is on a call now."),
        ("Marketing is with Ana's team.", "Marketing has moved to Berlin."),
        ("Documentation is with Tom.", "We moved documentation to Notion."),
        ("Documentation is with Tom.", "Documentation was moved to Notion."),
        ("Payroll is with Ana.", "Payroll isn't with Tom."),
        ("Payroll is with Ana.", "Payroll isn't with Tom anymore."),
        ("Billing is with Tom's team.", "Ana's team wants to handle billing."),
    ],
)
def test_a_duty_that_is_told_again_or_of_others_or_wished_for_stays_where_it_is(said: str, then: str) -> None:
    assert changes(said, then) == []


def test_of_two_who_are_told_to_be_on_call_somebody_is_asked() -> None:
    told = decided("Tom is on call.", "Wei is on call.")
    assert [(t.from_value, t.to_value, t.state) for t in told] == [("Tom", "Wei", DecisionState.PROPOSED)]


@pytest.mark.parametrize("said", ["Dana handles payroll.", "Payroll is with Dana.", "Dana owns payroll."])
def test_a_duty_is_told_once_and_outlives_nobody_who_hands_it_on(said: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(said, scope=ME, observed_at=START)
        overlay.remember("Payroll is with Rui now.", scope=ME, observed_at=START + timedelta(days=9))
        standing = [r for r in overlay.timeline(scope=ME).records if r.status is Status.ACTIVE]
    assert [(r.attribute, r.value) for r in standing] == [("payroll_owner", "Rui")]
