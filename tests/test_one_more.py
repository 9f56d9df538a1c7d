"""What comes beside what there is: an allergy, a language or an office more ends none by being told of the present."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.views import TransitionRecord

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)

BESIDE = [
    ("I'm allergic to nuts.", "I'm allergic to eggs now.", "nuts"),
    ("I'm allergic to nuts.", "I'm allergic to eggs now. How do I get it to stop?", "nuts"),
    ("I speak French.", "I changed jobs, so I speak Spanish now.", "French"),
    ("I take metformin.", "I take ramipril now. How do I stop the cough?", "metformin"),
    ("My son is allergic to nuts.", "My son is allergic to eggs now.", "nuts"),
    ("I'm lactose intolerant.", "I'm gluten intolerant now.", "lactose"),
    ("I suffer from asthma.", "I suffer from migraines now.", "asthma"),
    ("I take metformin.", "I take ramipril now.", "metformin"),
    ("I take metformin.", "Since May I take ramipril.", "metformin"),
    ("I'm afraid of spiders.", "I'm afraid of heights now.", "spiders"),
    ("I speak French.", "I speak Spanish now.", "French"),
    ("I'm fluent in French.", "These days I'm fluent in Spanish.", "French"),
    ("I'm good at chess.", "I'm good at go now.", "chess"),
    ("I'm friends with Ana.", "I'm friends with Bea now.", "Ana"),
    ("I mentor Ana.", "I mentor Bea now.", "Ana"),
    ("I work alongside Ana.", "I work alongside Bea now.", "Ana"),
    ("I'm godmother to Ana.", "I'm godmother to Bea now.", "Ana"),
    ("We keep hens.", "We keep goats now.", "hens"),
    ("We keep hens.", "Now we keep goats.", "hens"),
    ("We have an office in Leeds.", "We have an office in York.", "Leeds"),
    ("We have an office in Leeds.", "We have an office in York now.", "Leeds"),
    ("I have a degree in maths.", "I have a degree in law now.", "maths"),
    ("I have an account with Barclays.", "I have an account with Monzo now.", "Barclays"),
    ("I sponsor a child in Mali.", "I sponsor a child in Chad now.", "Mali"),
    ("I've read Dune.", "I've read Emma now.", "Dune"),
    ("The team speaks German.", "The team speaks Polish now.", "German"),
    ("I'm a fan of Leeds.", "I'm a fan of the Lakers.", "Leeds"),
    ("I code in Python.", "I code in Rust.", "Python"),
    ("I'm vegetarian.", "I'm gluten-free now.", "vegetarian"),
    ("I'm dairy-free.", "I'm vegan.", "dairy-free"),
    ("I know Python.", "I know Rust now.", "Python"),
    ("Our company has a warehouse in Leipzig.", "Our company has a warehouse in Gdansk since March.", "Leipzig"),
    ("The library supports Python 3.11.", "The library supports Python 3.13 now.", "Python 3.11"),
    ("The site supports German.", "The site has supported Dutch since the last release.", "German"),
    ("The project depends on requests.", "The project depends on pydantic now.", "requests"),
    ("I'm a member of the chess club.", "I'm a member of the rowing club now.", "chess club"),
    ("I subscribe to the Economist.", "I subscribe to the New Yorker now.", "Economist"),
    ("I live in Lyon.", "I live in the Croix-Rousse quarter now.", "Lyon"),
    ("The firm has a site in Aberdeen.", "The firm recently opened a site in Stavanger.", "Aberdeen"),
    ("We are saving for a new roof.", "We are currently saving for a campervan.", "new roof"),
]
"""What is known, what is told, and what of the former is to stand."""

INSTEAD = [
    ("I'm allergic to nuts.", "I'm allergic to eggs now, not nuts.", "nuts"),
    ("I'm allergic to nuts.", "I meant I'm allergic to eggs.", "nuts"),
    ("I'm allergic to nuts and shellfish.", "I'm only allergic to shellfish now.", "nuts"),
    ("I'm on sertraline.", "I stopped taking sertraline. I'm on fluoxetine now.", "sertraline"),
    ("I'm on sertraline.", "She took me off it; I take bupropion now.", "sertraline"),
    ("I'm on sertraline.", "I'm on fluoxetine instead of sertraline now.", "sertraline"),
    ("I take metformin.", "I take insulin instead now.", "metformin"),
    ("I take 50mg of sertraline.", "I take 100mg of sertraline now.", "50mg of sertraline"),
    ("I take sertraline for anxiety.", "I take fluoxetine for anxiety now.", "sertraline"),
    ("I speak French.", "I don't speak French any more, I speak Spanish now.", "French"),
    ("I speak French at work.", "I speak Spanish at work now.", "French"),
    ("I subscribe to Cinebox for films.", "I subscribe to Filmroom for films now.", "Cinebox"),
    ("My dog is called Rex.", "My dog is called Bella now.", "Rex"),
    ("We keep hens.", "We keep goats instead of hens now.", "hens"),
    ("I'm reading Dune.", "I'm reading Emma now.", "Dune"),
    ("I have a job at Acme.", "I have a job at Apex now.", "Acme"),
    ("We have an office in Leeds.", "We have a new office in York.", "Leeds"),
    ("My football team is Leeds.", "My football team is York now.", "Leeds"),
    ("The API is written in Python.", "The API is written in Go now.", "Python"),
    ("I'm vegetarian.", "I'm vegan.", "vegetarian"),
    ("I live in Leeds.", "I live in Spain now.", "Leeds"),
    ("I live in Leeds.", "I live in York.", "Leeds"),
]
"""What is known, what is told, and what of the former is to be over."""

IN_DOUBT = [
    ("I have a flat in Leeds.", "I have a flat in York now.", "Leeds"),
    ("I live in Leeds.", "I have a flat in York now.", "Leeds"),
    ("I live in Leeds.", "I live in France.", "Leeds"),
    ("I live in France.", "I live in Leeds.", "France"),
    ("I sleep 7 hours.", "I sleep 9 hours on Sundays.", "7 hours"),
    ("I sleep 7 hours.", "I sleep 9 hours at weekends.", "7 hours"),
    ("I bank with Lloyds for the business.", "I bank with Starling for my private money.", "Lloyds"),
    ("We use Jest for unit tests.", "We use Playwright for end-to-end tests now.", "Jest"),
    ("My doctor is Dr Haas.", "My doctor changed to Leeds General.", "Dr Haas"),
    ("I was born in Nigeria.", "I was born in Little Ibadan.", "Nigeria"),
]
"""What is known, what is told, and what of the former a person is asked about."""


def retired(before: str, said: str) -> list[str | None]:
    """What a sentence retires of what is known."""
    return [t.from_value for t in moves(before, said) if t.state == "applied"]


def moves(before: str, said: str) -> Sequence[TransitionRecord]:
    """What a sentence does to what is known; that it is known is looked at."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        known = overlay.remember(before, scope=ME, observed_at=START)
        assert known.records
        receipt = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=30))
    return receipt.transitions


@pytest.mark.parametrize(("before", "said", "old"), BESIDE)
def test_what_is_told_of_one_more_is_kept_and_retires_nothing(before: str, said: str, old: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(before, scope=ME, observed_at=START)
        receipt = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=30))
        standing = [r.value for r in overlay.timeline(scope=ME).records if r.valid_to is None]
    assert receipt.records
    assert receipt.transitions == ()
    assert any(old in value for value in standing)


@pytest.mark.parametrize(("before", "said", "old"), INSTEAD)
def test_what_is_told_to_be_the_only_one_takes_the_place_of_the_old_one(before: str, said: str, old: str) -> None:
    assert old in retired(before, said)


@pytest.mark.parametrize(("before", "said", "old"), IN_DOUBT)
def test_what_may_say_the_same_of_another_grain_or_part_is_proposed(before: str, said: str, old: str) -> None:
    assert [t.state for t in moves(before, said) if t.from_value == old] == ["proposed"]
