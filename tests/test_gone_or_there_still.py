"""What is taken out or had no more is over; what was only full, or is getting old, is there still."""

from __future__ import annotations

import pytest

from tests.told_texts import heard, retired

pytestmark = pytest.mark.usefixtures("read_once")


@pytest.mark.parametrize(
    ("first", "second", "old"),
    [
        ("We use Celery.", "We've removed Celery from the codebase.", "Celery"),
        ("We use Celery.", "Celery was dropped from the stack last week.", "Celery"),
        ("We use Celery.", "Celery got ripped out completely.", "Celery"),
        ("We use Togglewick.", "Semaphor took over on Sunday and the Togglewick account's closed.", "Togglewick"),
        ("We use Trello.", "no trello anymore, we've closed the boards", "Trello"),
        ("We use Trello.", "There's no Trello any more.", "Trello"),
        ("My flatmate is Joe.", "No Joe anymore, he moved out.", "Joe"),
    ],
)
def test_what_is_taken_out_or_had_no_more_is_over(first: str, second: str, old: str) -> None:
    assert (old, None) in retired(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("We use Celery.", "Celery was removed from the agenda."),
        ("We use Celery.", "We removed the Celery docs from the repo."),
        ("We use Slack.", "No Slack anymore today, I need to focus."),
        ("I use Slack.", "No Slack after six anymore."),
        ("I eat meat.", "There's no meat anymore at the shop."),
        ("My favourite coffee place is Kaffeine.", "Kaffeine was rammed today so i ended up in Pret like a tourist."),
        ("My gym is PureGym.", "PureGym was heaving so I ended up at FitWorks."),
        ("My gym is PureGym.", "PureGym was packed, so we went to FitWorks."),
        ("My gym is PureGym.", "PureGym's closed so I'm heading to FitWorks."),
        ("Our services: catalog (Go), pricing (Java).", "The search service was rewritten from Python to Rust."),
        ("My cat is called Tom.", "Tom is getting old so we adopted a kitten, Milo."),
        ("My kelpie is called Dusty.", "Dusty's slowing down so we've got a pup in, Jet, to learn off him."),
    ],
)
def test_what_was_full_or_is_getting_old_is_there_still(first: str, second: str) -> None:
    assert [t for t in heard(first, second).transitions if t.state == "applied"] == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("My gym is PureGym.", "PureGym raised its prices, so I joined FitWorks.", "PureGym", "FitWorks"),
        ("My gym is PureGym.", "PureGym got expensive, so I go to FitWorks now.", "PureGym", "FitWorks"),
        ("My gym is PureGym.", "PureGym's closed, so I joined FitWorks.", "PureGym", "FitWorks"),
        ("My gym is PureGym.", "PureGym's closed down, so I go to FitWorks.", "PureGym", "FitWorks"),
        ("My bank is Monzo.", "Monzo kept failing, so I moved to Starling.", "Monzo", "Starling"),
        ("The contract ends 31 March.", "The contract runs until 30 September now.", "31 March", "30 September"),
        ("My lease ends 31 March.", "My lease was renewed and runs to 30 June.", "31 March", "30 June"),
        ("My lease ends 1 June.", "My lease ends 31 August now.", "1 June", "31 August"),
        ("Our default branch is master.", "The default branch got renamed to main last night.", "master", "main"),
        ("My favourite food is ramen.", "Pizza is my favourite food now.", "ramen", "Pizza"),
        ("My major is physics.", "I switched my major to chemistry yesterday.", "physics", "chemistry"),
        ("My major is physics.", "I changed my major to chemistry two weeks ago.", "physics", "chemistry"),
        ("My editor is Vim.", "I switched my editor to Zed this morning.", "Vim", "Zed"),
        ("My plan is Basic.", "My plan has been changed to Pro today.", "Basic", "Pro"),
        ("My diet is keto.", "I changed my diet to vegan last month.", "keto", "vegan"),
        ("I weigh 80 kg.", "I'm down to 76 kg now.", "80 kg", "76 kg"),
        ("My credit limit is 4,000.", "I have a credit limit of 6,000 now.", "4,000", "6,000"),
        ("Our budget is 5000 euros.", "We've got a budget of 8000 euros.", "5000 euros", "8000 euros"),
    ],
)
def test_what_takes_its_place_is_told(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in retired(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My favourite food is ramen.", "Pizza is my favourite food to cook."),
        ("My favourite book is Dune.", "Emma is my favourite book for long flights."),
        ("My lease ends 1 June.", "My sister's lease ends 31 August now."),
        ("My editor is Vim.", "I switched my editor to Zed until Friday."),
        ("My editor is Vim.", "I switched my editor to Zed for this week."),
        ("My plan is Basic.", "My plan was changed to Pro for this month only."),
        ("Our standup is at 9.", "We changed our standup to 10 today."),
        ("My alarm is at 7.", "I changed my alarm to 6 yesterday."),
        ("My major is physics.", "My sister switched her major to chemistry yesterday."),
        ("I weigh 80 kg.", "I'm down to 40 kg on the bench press."),
        ("I weigh 80 kg.", "My suitcase is down to 20 kg."),
        ("My lease ends 1 June.", "If the lease ends 31 August I'm fine."),
    ],
)
def test_what_is_for_something_for_a_while_or_of_another_takes_no_place(first: str, second: str) -> None:
    assert [t for t in heard(first, second).transitions if t.state == "applied"] == []
