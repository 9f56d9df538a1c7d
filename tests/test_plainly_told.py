"""Changes told plainly, in the words that people have for each kind of them; beside them what only sounds like one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)


def applied(first: str, second: str) -> list[tuple[str, str | None]]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(first, scope=ME, observed_at=START)
        receipt = overlay.remember(second, scope=ME, observed_at=START + timedelta(days=9))
    return [(t.from_value, t.to_value) for t in receipt.transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Priya owns the billing service.", "The billing service belongs to Tom now.", "Priya", "Tom"),
        ("Marta owns the auth module.", "auth belongs to Jonas from today", "Marta", "Jonas"),
        ("Sam owns the payments repo.", "The payments repo has been handed to Ines.", "Sam", "Ines"),
        ("Marta owns the auth module.", "Marta handed auth to Jonas.", "Marta", "Jonas"),
        ("Lena is in charge of onboarding.", "Onboarding's with Omar now.", "Lena", "Omar"),
        ("Nadia organises the book club.", "Nadia's handed the book club to Felix.", "Nadia", "Felix"),
    ],
)
def test_what_belongs_to_somebody_else_now_is_whose_it_was_no_more(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in applied(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Marta owns the auth module.", "Jonas owns a boat now."),
        ("Marta owns the auth module.", "Marta handed notes to Jonas."),
        ("Marta owns the auth module.", "The tests of the auth module belong to Jonas."),
        ("Priya owns the billing service.", "The billing service belongs to Stripe now."),
        ("Priya owns the billing service.", "Does the billing service belong to Tom now?"),
        ("Nadia organises the book club.", "Nadia handed cookies to Felix."),
        ("Nadia organises the book club.", "Nadia handed the book to Felix."),
    ],
)
def test_what_else_is_handed_on_leaves_a_duty_where_it_is(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Emil's teacher is Mr. Vance.", "Emil's got a new teacher, Miss Okafor.", "Mr. Vance", "Miss Okafor"),
        ("My son's teacher is Mr. Vance.", "My son has a new teacher called Miss Okafor.", "Mr. Vance", "Miss Okafor"),
        ("Zoe's coach is Marco.", "Zoe has a new coach, Lena.", "Marco", "Lena"),
        ("Mum's carer is Denise.", "Mum has a new carer, Grace.", "Denise", "Grace"),
        ("My accountant is Rob Hall.", "I've got a new accountant, Sue Lim.", "Rob Hall", "Sue Lim"),
        ("Our son's doctor is Dr. Vance.", "Our son has a new doctor, Dr. Lee.", "Dr. Vance", "Dr. Lee"),
    ],
)
def test_somebody_new_in_a_post_takes_the_place_of_who_had_it(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in applied(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Emil's teacher is Mr. Vance.", "Ida's got a new teacher, Miss Okafor."),
        ("Emil's teacher is Mr. Vance.", "Emil's got a new piano teacher, Mr. Vidal."),
        ("Emil's maths teacher is Mr. Vance.", "Emil's got a new teacher, Miss Okafor."),
        ("Emil's teachers are Mr. Vance and Ms. Roe.", "Emil's got a new teacher, Miss Okafor."),
        ("Emil's teacher is Mr. Vance.", "Emil had a new teacher, Miss Okafor, last week."),
        ("Emil's teacher is Mr. Vance.", "Emil's friend has a new teacher, Miss Okafor."),
        ("Emil's teacher is Mr. Vance.", "I hear Emil's got a new teacher, Miss Okafor."),
        ("My son's teacher is Mr. Vance.", "My other son has a new teacher, Miss Okafor."),
        ("My son's teacher is Mr. Vance.", "My son will get a new teacher, Miss Okafor."),
        ("Mum's carer is Denise.", "Mum has a new night carer, Grace."),
        ("Mum's carer is Denise.", "Mum has a new carer too, Grace."),
        ("My line manager is Claire.", "I have a new manager, Stefan."),
        ("Zoe's coach is Marco.", "Marco has a new assistant coach, Lena."),
    ],
)
def test_somebody_new_beside_a_post_or_in_another_one_leaves_it_as_it_is(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "new"),
    [
        ("My salary is 62,000.", "I got a raise to 66,000.", "66,000"),
        ("I earn 62,000 a year.", "Got a raise to 66,000!", "66,000"),
        ("I make 25 dollars an hour.", "I got a raise to 28 dollars an hour.", "28 dollars"),
        ("My salary is 62,000.", "I was given a pay rise to 66,000.", "66,000"),
    ],
)
def test_a_raise_to_an_amount_is_what_somebody_earns_from_then_on(first: str, second: str, new: str) -> None:
    assert [x for _, x in applied(first, second)] == [new]


@pytest.mark.parametrize(
    "second",
    [
        "My wife got a raise to 66,000.",
        "I asked for a raise to 66,000.",
        "I hope to get a raise to 66,000.",
        "I didn't get a raise to 66,000.",
        "I nearly got a raise to 66,000.",
        "I got a raise of 4,000.",
        "I got a raise to 40 days of holiday.",
    ],
)
def test_a_raise_that_is_asked_for_or_is_another_s_changes_no_salary(second: str) -> None:
    assert applied("My salary is 62,000.", second) == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("The deploy user is ci-bot.", "The deploy user got renamed to gha-deployer.", "ci-bot", "gha-deployer"),
        ("The deploy user is ci-bot.", "We renamed the deploy user to gha-deployer.", "ci-bot", "gha-deployer"),
        ("The bucket name is acme-logs.", "We've renamed the bucket to acme-audit.", "acme-logs", "acme-audit"),
        ("Our main branch is called master.", "We renamed the main branch to trunk.", "master", "trunk"),
        ("The project is called Falcon.", "The project has been renamed to Osprey.", "Falcon", "Osprey"),
        ("My username is shadowfox.", "I renamed my username to moonfox.", "shadowfox", "moonfox"),
        ("The wifi network is called homenet.", "The wifi network got renamed to nest5.", "homenet", "nest5"),
        ("Our database is called shop.", "The database got renamed to orders.", "shop", "orders"),
    ],
)
def test_a_thing_that_was_renamed_goes_by_its_old_name_no_more(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in applied(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The bucket is acme-logs.", "The bucket is read-only."),
        ("The deploy user is ci-bot.", "The deploy user is rate-limited."),
        ("The deploy user is ci-bot.", "The test user got renamed to qa-bot."),
        ("The deploy user is ci-bot.", "We renamed the deploy script to go-live."),
        ("The deploy user is ci-bot.", "I renamed my variable to gha-deployer."),
        ("The project is called Falcon.", "The project folder was renamed to Osprey."),
        ("The project is called Falcon.", "The client renamed the project to Osprey in their tracker."),
        ("The project is called Falcon.", "The other project is called Osprey."),
        ("The project is called Falcon.", "The project was nearly renamed to Osprey."),
        ("The project is called Falcon.", "Should we rename the project to Osprey?"),
        ("The project is called Falcon.", "The project is called off."),
        ("The bucket is called acme-logs.", "We renamed the backup bucket to acme-bak."),
        ("The function is called foo.", "The function is called twice."),
        ("Our database is Postgres.", "Our database is called orders."),
        ("Our database is Postgres.", "We renamed the database to orders."),
        ("Our queue is RabbitMQ.", "The queue got renamed to jobs."),
        ("Our repo is on GitHub.", "We renamed the repo to acme-web."),
        ("The repo is called acme-web.", "We renamed the repo back to something sane."),
    ],
)
def test_another_thing_s_name_or_how_a_thing_is_renames_nothing(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("The hiring process has 4 stages.", "We cut the hiring process to 3 stages.", "4 stages", "3 stages"),
        ("The interview process has 4 stages.", "The interview process has 3 stages now.", "4 stages", "3 stages"),
        ("The min SDK is 21.", "Raised the min SDK to 24.", "21", "24"),
        ("The flight is at 3:20pm.", "The flight's delayed to 5:45pm.", "3:20pm", "5:45pm"),
        ("We start at 6:30.", "We start at 7 now.", "6:30", "7"),
    ],
)
def test_a_count_a_setting_and_an_hour_move_to_what_they_are_said_to_be(
    first: str, second: str, old: str, new: str
) -> None:
    assert applied(first, second) == [(old, new)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The hiring process has 4 stages.", "We have 3 stages in the other process."),
        ("The hiring process has 4 stages.", "The sales process has 3 stages."),
        ("The hiring process has 4 stages.", "We cut the sales process to 3 stages."),
        ("The hiring process has 4 stages.", "We finished 3 stages of the hiring process."),
        ("The min SDK is 21.", "Raised the target SDK to 34."),
        ("The flight is at 3:20pm.", "Tom's flight's delayed to 5:45pm."),
        ("We start at 6:30.", "They start at 7 now."),
        ("We start at 6:30.", "We start at 7 sites now."),
        ("We start at 6:30.", "We finish at 9 now."),
        ("We meet at Cafe Luna.", "We meet at 7 now."),
    ],
)
def test_another_count_setting_or_hour_moves_none_of_these(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("My lease runs until August.", "My lease got extended to December.", "August", "December"),
        ("My contract ends in June.", "My contract got extended to September.", "June", "September"),
        ("My passport expires in 2027.", "I renewed my passport, it's good until 2034.", "2027", "2034"),
        ("My visa is valid until Oct 30.", "My visa was extended until Jan 31.", "Oct 30", "Jan 31"),
        ("My membership runs out on May 1.", "I extended my membership to Aug 1.", "May 1", "Aug 1"),
        ("My visa expires on Oct 30.", "My visa expires on Jan 31 now.", "Oct 30", "Jan 31"),
    ],
)
def test_a_paper_that_was_extended_holds_until_the_later_day(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in applied(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My lease runs until August.", "My lease starts in December."),
        ("My lease runs until August.", "My brother's lease got extended to December."),
        ("My lease runs until August.", "My lease might get extended to December."),
        ("My contract ends in June.", "The cleaning contract got extended to September."),
        ("My contract ends in June.", "My contract was signed in May."),
        ("My visa expires on Oct 30.", "My passport expires on Jan 31."),
        ("My visa expires on Oct 30.", "I want to get the visa extended to Jan 31."),
        ("The lease ends in August.", "The shop lease ends in December."),
        ("My passport expires in 2027.", "My husband renewed his passport, it's good until 2034."),
        ("My passport expires in 2027.", "My old passport expired in 2019."),
        ("My subscription runs until May.", "I renewed my other subscription until September."),
    ],
)
def test_another_paper_s_day_or_one_that_is_only_wished_for_extends_none(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Mum takes warfarin.", "They took Mum off warfarin.", "warfarin", None),
        ("Mum takes warfarin.", "They took her off warfarin and gave her apixaban.", "warfarin", "apixaban"),
        (
            "My dad takes ramipril.",
            "The doctor took my dad off ramipril and put him on losartan.",
            "ramipril",
            "losartan",
        ),
        ("My son is on Ritalin.", "They took him off Ritalin and gave him Concerta.", "Ritalin", "Concerta"),
        ("We use merge commits.", "We switched from merge commits to squash merges.", "merge commits", "squash merges"),
    ],
)
def test_what_somebody_is_taken_off_gives_way_to_what_they_are_put_on(
    first: str, second: str, old: str, new: str | None
) -> None:
    assert applied(first, second) == [(old, new)]


@pytest.mark.parametrize(
    "second",
    [
        "They took Aunt May off warfarin and gave her apixaban.",
        "They took him off warfarin and gave him apixaban.",
        "He switched from warfarin to apixaban.",
        "They took Mum off the ventilator and gave her water.",
        "They might take her off warfarin and give her apixaban.",
        "They took her off metformin and gave her apixaban.",
        "They never took her off warfarin.",
        "They took her off warfarin for two days.",
        "They took her off warfarin until Monday.",
        "I heard they took her off warfarin.",
        "Did they take her off warfarin?",
    ],
)
def test_what_another_is_taken_off_or_for_a_while_leaves_hers(second: str) -> None:
    assert applied("Mum takes warfarin.", second) == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        (
            "My son Emil is in year 5. His teacher is Mr. Vance.", "Emil's got a new teacher, Miss Okafor.",
            "Mr. Vance", "Miss Okafor",
        ),
        ("Visa runs till Oct 30.", "visa got extended to Jan 31 :)", "Oct 30", "Jan 31"),
        ("My broker is Degiro.", "transferred everything to Interactive Brokers", "Degiro", "Interactive Brokers"),
        ("Book club is on Tuesdays.", "Changed book club to Thursdays.", "Tuesdays", "Thursdays"),
    ],
)  # fmt: skip
def test_what_is_told_in_few_words_is_heard_as_well(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in applied(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My broker is Degiro.", "I moved 10 shares to Trade Republic."),
        ("My broker is Degiro.", "My sister transferred everything to Interactive Brokers."),
        ("My bank is Barclays.", "I transferred everything to Interactive Brokers."),
        ("My boss is Kim.", "Tom moved. His boss is Ana now."),
    ],
)
def test_a_part_that_is_moved_or_another_s_boss_changes_nothing(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My contract with Vodafone ends in May 2026.", "My contract with E.ON ends in June 2026."),
        ("The lease runs until August 2026.", "The lease for the car runs until May 2027."),
        ("My card expires in 2027.", "My card ends in 2031."),
        ("Emil's teacher is Mr Vance.", "Emil's got a new teacher, Miss Okafor, for swimming."),
        ("Our cleaner is Lena.", "We have a different cleaner, Sue, this week."),
        ("Mum takes warfarin.", "They took Mum off warfarin and put her back on it."),
        ("The branch is called main.", "The branch is called fix-login."),
        ("Tom owns permissions.", "Permissions are given to Anna."),
    ],
)
def test_what_is_of_another_of_the_kind_or_said_with_more_behind_retires_nothing(first: str, second: str) -> None:
    assert applied(first, second) == []


@pytest.mark.parametrize("said", ["My boss is Thor now.", "My manager is Michael Scott now."])
def test_a_name_that_somebody_is_likened_to_is_a_name_where_it_is_news(said: str) -> None:
    assert applied("My boss is Ann." if "boss" in said else "My manager is Ann.", said) != []
