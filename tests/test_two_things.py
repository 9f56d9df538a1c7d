"""Two things that share a word: what is told of the one takes no place of the other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.state.slots.mentions import naming_terms

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
BEFORE_AND_AFTER = {
    "place": ("Leeds", "York"), "person": ("Priya", "Tomas"), "number": ("14", "27"), "quantity": ("14 kg", "27 kg"),
    "money": ("£40", "£90"), "percent": ("40%", "60%"), "time": ("9am", "11am"), "day": ("Monday", "Friday"),
    "date": ("3 May", "9 June"), "frequency": ("weekly", "monthly"), "version": ("3.1", "4.2"),
}  # fmt: skip
CHANGES = (
    "My {} is {} now.", "I changed my {} to {}.", "I've got a new {}: {}.", "I switched my {} to {}.",
    "Actually my {} is {}.", "Correction: my {} is {}.",
)  # fmt: skip


def states(*texts: str) -> list[tuple[str, str | None, str]]:
    """The transitions of all texts, each with what it left, what came, and how it stands."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(texts):
            overlay.remember([Turn(text=text, observed_at=FIRST + timedelta(days=n))], scope=ME)
        return [(t.from_value, t.to_value, str(t.state)) for t in overlay.timeline(scope=ME).transitions]


def applied(*texts: str) -> list[tuple[str, str | None]]:
    return [(old, new) for old, new, state in states(*texts) if state == "applied"]


def named_alike() -> list[tuple[str, str]]:
    """Every two known attributes of which one's name has all of the other's nouns."""
    known = {a.id: naming_terms(a.id) for a in default_extractor().lexicon.attributes.values() if a.nouns}
    return [(a, b) for a, b in permutations(known, 2) if known[a] and known[a] <= known[b]]


def value_of(attribute: Attribute, place: int) -> str:
    kind = next((kind for kind in attribute.values if kind in BEFORE_AND_AFTER), None)
    return BEFORE_AND_AFTER[kind][place] if kind is not None else ("Quill", "Norvo")[place]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_one_known_slot_retires_nothing_in_another_that_shares_its_words(change: str) -> None:
    extractor, pairs = default_extractor(), named_alike()
    lexicon, wrong = extractor.lexicon.attributes, []
    for first, second in pairs + [(b, a) for a, b in pairs]:
        one, other = lexicon[first], lexicon[second]
        fact = f"My {one.nouns[0]} is {value_of(one, 0)}."
        news = change.format(other.nouns[0], value_of(other, 1))
        read = [{c.attribute for c in extractor.extract(x, speaker="user", at=FIRST).candidates} for x in (fact, news)]
        told = first in read[0] and second in read[1] and read[0].isdisjoint(read[1])
        if told and not {first, second} <= ALMOST_ONE and applied(fact, news):
            wrong.append((fact, news))
    assert len(pairs) > 50
    assert wrong == []


ALMOST_ONE = {"work_hours", "work_end", "work_start", "floor", "work_floor", "manager", "release_manager"}
"""Known slots whose values stand for one another: *sorry, my floor at work is 4*."""


@pytest.mark.parametrize(
    ("mine", "beside"),
    [
        ("My gym is PureGym.", "My gym bag is a Norvo now."),
        ("My gym bag is a Norvo.", "I changed my gym to Halden."),
        ("My office chair is a Quill.", "My office plant is a fern now."),
        ("My car stereo is a Sony.", "I've got a new car: a Golf."),
        ("Our database is Postgres.", "I changed my database admin to Priya."),
        ("My doctor is Dr Lee.", "My doctor's receptionist is Kim now."),
        ("My email is with Proton.", "I switched my email signature to Quill."),
        ("My guitar teacher is Bob.", "I changed my guitar to a Fender."),
        ("My favourite tea is Assam.", "My favourite tea shop is Quill now."),
        ("My phone case is a Spigen.", "My phone is a Pixel now."),
        ("My laptop stand is a Norvo.", "Since May my laptop charger has been a Quill."),
        ("We use Slack for chat.", "We switched to the Figma Team plan."),
        ("I live in Leeds.", "I changed my name to Norvo."),
        ("My university is Quill.", "I changed my name to Norvo."),
    ],
)
def test_what_is_told_of_another_thing_leaves_this_one(mine: str, beside: str) -> None:
    assert applied(mine, beside) == []


@pytest.mark.parametrize(
    ("mine", "beside"),
    [
        ("My car is a Golf.", "My company car is a BMW now."),
        ("My bike is a Trek.", "My road bike is a Giant now."),
        ("My teacher is Anna.", "My piano teacher is Bob now."),
        ("My budget is £500.", "My food budget is £200 now."),
        ("Our database is Postgres.", "Our analytics database is ClickHouse now."),
        ("My business bank is Starling.", "My bank is Monzo now."),
        ("I pay £60 for the gym.", "I now pay £40 for broadband."),
        ("On Tuesdays I run 10 km.", "These days I run 5 km before work."),
        ("I run 10 km with Ana.", "From now on I run 5 km on Sundays."),
        ("We take the tram to school.", "I take a taxi to work now."),
        ("I park in Bay 4 for football.", "When it rains I park on Elm Street now."),
        ("I eat porridge for breakfast.", "I eat salad for lunch now."),
        ("I write my letters by hand.", "I write my code in Quill now."),
        ("I store backups on Norvo.", "From now on I store invoices in Quill."),
    ],
)
def test_what_may_stand_beside_it_is_not_put_in_its_place(mine: str, beside: str) -> None:
    assert applied(mine, beside) == []


@pytest.mark.parametrize(
    ("mine", "now", "change"),
    [
        ("My car stereo is a Sony.", "My car stereo is a Bose now.", ("Sony", "Bose")),
        ("My piano teacher is Bob.", "My teacher is Anna now.", ("Bob", "Anna")),
        ("My rent is £900.", "My monthly rent is £950 now.", ("£900", "£950")),
        ("My internet provider is Sky.", "My internet company is Virgin now.", ("Sky", "Virgin")),
        ("My car insurance is with Acorn.", "I've changed my car insurer, it's Beacon now.", ("Acorn", "Beacon")),
        ("My wife's car is a Golf.", "My wife drives a Polo now.", ("Golf", "Polo")),
        ("I pay £60 for the gym.", "I pay £70 for the gym now.", ("£60", "£70")),
        ("I pay £60 for the gym.", "I pay £70 now.", ("£60", "£70")),
        ("I write my code in Quill.", "I write my code in Norvo now.", ("Quill", "Norvo")),
        ("I record on a Rode for the podcast.", "I've swapped the Rode for a Shure.", ("Rode", "Shure")),
        ("My gym bag is a Nike.", "I swapped my gym bag, the Nike, for a Puma.", ("Nike", "Puma")),
    ],
)
def test_the_same_thing_by_its_own_name_or_a_shorter_one_is_replaced(
    mine: str, now: str, change: tuple[str, str]
) -> None:
    assert change in applied(mine, now)


@pytest.mark.parametrize(
    ("mine", "over"),
    [
        ("My car insurance is with Aviva.", "My car died."),
        ("My phone number is 14.", "I lost my phone."),
        ("My note-taking app is Quill.", "I gave up my to-do app."),
        ("My medical condition is asthma.", "We got rid of my medication."),
        ("My deadline is 3 May.", "My project died."),
    ],
)
def test_the_end_of_a_thing_ends_nothing_that_is_only_told_of_it(mine: str, over: str) -> None:
    assert applied(mine, over) == []


def test_the_end_of_a_thing_by_its_shorter_name_ends_it() -> None:
    assert applied("My home insurance is Quill.", "My insurance expired.") == [("Quill", None)]


def test_a_change_that_may_be_of_another_thing_is_proposed() -> None:
    assert states("My car is a Golf.", "My company car is a BMW now.") == [("Golf", "BMW", "proposed")]
