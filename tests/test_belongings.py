"""What somebody only says to have, by its noun; how it comes to be had no more, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from atma_overlay import InvalidInputError, Lexicon, Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor
from tests.test_two_things import FIRST, ME, applied, states

pytestmark = pytest.mark.usefixtures("read_once")


def had(text: str) -> list[str]:
    """The values of what a text tells to be had."""
    found = default_extractor().extract(text, speaker="user", at=FIRST).candidates
    return [c.value for c in found if c.value_kind == "had"]


@pytest.mark.parametrize(
    ("told", "values"),
    [
        ("I have a dog.", ["dog"]),
        ("We've got a cat and a rabbit.", ["cat", "rabbit"]),
        ("I own an old van.", ["old van"]),
        ("I keep hens.", []),
        ("I have eczema.", ["eczema"]),
        ("We have a mortgage.", ["mortgage"]),
        ("I have an exercise bike at home.", ["exercise bike"]),
    ],
)
def test_what_is_told_by_its_noun_alone_is_had(told: str, values: list[str]) -> None:
    assert had(told) == values


@pytest.mark.parametrize(
    "told",
    [
        "I have a car for the weekend.", "I have a van on loan.", "I have a bike to sell.", "I have a rental car.",
        "I have a dog to walk.", "I had a boat.", "If I had a boat, I'd sail.", "I'd like to have a dog.",
        "Do I have a dog?", "I don't have a car.", "I have a toy boat.", "I have my brother's bike.",
        "I have a picture of a boat.", "I have a car booked for Friday.", "I have a house viewing at noon.",
    ],
)  # fmt: skip
def test_what_is_had_for_a_while_on_loan_or_not_at_all_is_not_kept(told: str) -> None:
    assert had(told) == []


@pytest.mark.parametrize(
    ("told", "said", "gone"),
    [
        ("I have a dog.", "Our dog died.", "dog"),
        ("I have a dog.", "My dog has passed away.", "dog"),
        ("I have a cat and a dog.", "We gave the dog away.", "dog"),
        ("I have a cat.", "We had to put our cat down yesterday.", "cat"),
        ("I have a pony.", "We've rehomed our pony.", "pony"),
        ("I own a car.", "I sold my car.", "car"),
        ("I own a red car.", "Sold the car yesterday.", "red car"),
        ("I have a van.", "My van was written off.", "van"),
        ("I have a van.", "I traded in my van.", "van"),
        ("I have a bike.", "Someone stole my bike.", "bike"),
        ("I have a bike.", "My bike got stolen. I never got it back.", "bike"),
        ("I've got a piano.", "I finally got rid of my piano.", "piano"),
        ("I've got a hot tub.", "We gave away our hot tub.", "hot tub"),
        ("We have an allotment.", "We've given up our allotment.", "allotment"),
        ("I have a student loan.", "I've paid off my student loan.", "student loan"),
        ("We have a cleaner.", "We sacked our cleaner.", "cleaner"),
        ("I have a lodger.", "My lodger moved out.", "lodger"),
        ("I have a beard.", "I've shaved my beard off.", "beard"),
        ("I have eczema.", "My eczema has cleared up.", "eczema"),
        ("I have a car.", "I don't have a car any more.", "car"),
        ("I have a car.", "We no longer own a car.", "car"),
        ("My car is a Golf.", "I no longer have a car.", "Golf"),
        ("We have chickens.", "A while ago we sold our chickens.", "chickens"),
        ("We have a cat.", "We put our cat down yesterday.", "cat"),
        ("I have a van.", "I traded in my van for a Golf.", "van"),
        ("I have a van.", "I swapped my van for an e-bike.", "van"),
        ("I have a rash.", "I got over my rash.", "rash"),
    ],
)
def test_what_is_had_no_more_has_ended(told: str, said: str, gone: str) -> None:
    assert (gone, None) in applied(told, said)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I have a dog.", "My sister's dog died."),
        ("I have a dog.", "The dog died in the end, what a sad film."),
        ("I have a dog.", "My dog nearly died."),
        ("I have a dog.", "My dog died laughing at me."),
        ("I have a dog.", "My dog died of boredom."),
        ("I have a dog.", "I don't have a dog in this fight any more."),
        ("I have a car.", "I no longer have a car at work."),
        ("I have a shop.", "I gave up the shop for today."),
        ("I have a guitar.", "I sold the band's guitar."),
        ("I have an electric guitar.", "I sold my guitar."),
        ("I have a brace.", "I got off my brace for dinner."),
        ("I have a dog.", "My dog hasn't died."),
        ("I have a dog.", "I put my dog down on the sofa."),
        ("I have a cat.", "I gave my cat a bath."),
        ("I have a cat.", "I gave away my cat's bed."),
        ("I have two cats.", "Our cat died."),
        ("I have a cat.", "We lost our dog."),
        ("I have a bike.", "I sold my old bike."),
        ("I have a bike.", "I sold my other bike."),
        ("I have an exercise bike.", "I sold my bike."),
        ("I have a bike.", "I sold my exercise bike."),
        ("I have a bike.", "I sold my bike helmet."),
        ("I have a car.", "I sold my car insurance policy."),
        ("I have a car.", "I might have sold my car."),
        ("I have a car.", "If I sold my car, I'd take the bus."),
        ("I have a car.", "I'm selling my car."),
        ("I have a car.", "I almost sold my car."),
        ("I have a car.", "My brother sold his car."),
        ("I have a car.", "I sold my brother's car."),
        ("I have a car.", "I wish I'd sold my car."),
        ("I have a car.", "I dreamt that I sold my car."),
        ("I have a car.", "Have I sold my car?"),
        ("I have a car.", "I dropped my car off at the garage."),
        ("I have a car.", "My car died on the motorway."),
        ("I have a van.", "My van was towed."),
        ("I have a mortgage.", "I paid the mortgage."),
        ("I have a piano.", "I gave the piano a clean."),
        ("I have a house.", "We closed the house for the winter."),
        ("I have a lodger.", "My lodger moved out of the way."),
        ("I have a cleaner.", "Our cleaner quit smoking."),
        ("I have a beard.", "My brother shaved his beard off."),
        ("I have a cast.", "I took my cast off for a shower."),
        ("I have a red bike.", "I have a blue bike."),
        ("I have a dog.", "I have a cat."),
        ("I have a dog.", "I have a new dog."),
        ("I have a house.", "My car is a Golf now."),
        ("I have a van.", "I traded my van for a day."),
        ("I have a van.", "I swapped my van for a bigger one."),
        ("I have a van.", "I swapped the van's tyres for a set of winter ones."),
        ("I have a van.", "I traded my mate's van for a Golf."),
        ("I have a bike.", "I swapped my bike for a car for the weekend."),
        ("We have a dog.", "We put our dog down for a minute last week."),
        ("We have a dog.", "We put our dog in kennels last week."),
        ("I have a rash.", "I can't get over my rash."),
        ("I have a car.", "Q: what did you do? A: I sold my car."),
        ("I have a car.", "Q: What did you do?\nA: I sold my car."),
    ],
)
def test_another_one_a_part_a_thought_or_an_occasion_ends_nothing_that_is_had(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I own a shop.", "I sold my shop a new till."),
        ("I have a cleaner.", "I fired my cleaner an angry email."),
        ("I own a company.", "I sold half my company."),
        ("I own a company.", "I sold the company on my plan."),
        ("We have goats.", "Half our goats died."),
        ("I have dogs.", "Our dog died."),
        ("I have a beard.", "I shaved my beard into a goatee."),
        ("I have a car.", "My car was sold to me by my uncle."),
        ("I have a dog.", "My dog was given up by his previous owners."),
        ("I have a car.", "My car was written off before I bought it."),
        ("I have a car.", "Back in the nineties I sold my car to go travelling."),
        ("I have a house.", "We sold our house when the kids were small."),
        ("I have a car.", "I sold my car once and regretted it."),
        ("I have eczema.", "My eczema went away on holiday."),
        ("I have eczema.", "My eczema has mostly cleared up."),
        ("I own a restaurant.", "We closed down the restaurant last night, what a party."),
        ("I have a tenant.", "My tenant moved out of the front room."),
        ("I have a cleaner.", "My cleaner resigned from the parish council."),
        ("I have a cast.", "My cast came off and they put on a new one."),
        ("I have a cat.", "I had to put the cat down because my arms hurt."),
        ("I have a dog.", "My dog died when he saw the vet, poor drama queen"),
        ("I have a dog.", "We buried the dog in sand at the beach."),
        ("I have a house.", "I sold my house in Monopoly."),
        ("I have a dog.", "My dog died on the operating table but they revived him."),
        ("I have a car.", "Once I've sold my car, I'll cycle."),
        ("I have a car.", "I've all but sold my car."),
        ("I have a car.", "I hope I've sold my car by then."),
        ("I have a car.", "Best case: I sold my car by Friday."),
        ("I have a car.", "On paper I sold my car to my wife."),
        ("I have a car.", "I told everyone I sold my car."),
        ("I have a car.", "have i sold my car"),
        ("I have a house.", "I sold the house to a young couple, my first sale as an estate agent!"),
        ("I have a house.", "We sold our house in Spain."),
        ("I have a house.", "I sold the house I grew up in."),
        ("I have a car.", "I sold my car and bought a new one."),
        ("I have a dog.", "I no longer have a dog that listens."),
        ("I have a car.", "I don't have a car any more than you have a plane."),
        ("I have a car.", "Soon I no longer have a car."),
        ("I have a car.", "My mum is convinced I no longer have a car."),
    ],
)
def test_a_part_a_case_a_hearsay_or_a_while_ends_nothing_that_is_had(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I have a van.", "I sold the van on eBay."),
        ("I have a van.", "I sold my van for £4000."),
        ("I have a van.", "My van was stolen, I'm gutted."),
        ("I have a van.", "I told you I sold my van, right? Anyway."),
        ("I have a dog.", "My dog died of cancer."),
        ("I have a dog.", "We buried our dog in the garden."),
        ("I have a piano.", "I donated my piano to a school."),
        ("I have a car.", "I sold my car, so I take the bus now."),
        ("We have hens.", "Our hens died."),
    ],
)
def test_what_stands_beside_a_plain_end_leaves_it_one(told: str, said: str) -> None:
    assert [new for _, new in applied(told, said)] == [None]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("We have hens.", "We have goats now."),
        ("I have a dog.", "I have a cat now."),
        ("I own a van.", "These days I own a boat."),
    ],
)
def test_what_one_has_now_takes_no_place_of_another_thing_that_is_had(told: str, said: str) -> None:
    assert states(told, said) == []


@pytest.mark.parametrize("back", ["but I got it back", "and it turned up a day later", "but the police found it"])
def test_what_came_back_is_proposed(back: str) -> None:
    told = states("I have a bike.", f"My bike was stolen {back}.")
    assert {state for _, _, state in told} <= {"proposed"}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I have a car.", "When I was 20 I sold my car."),
        ("I have a bike.", "My bike was stolen when I was a kid."),
        ("I have a car.", "I told him I sold my car, but I didn't."),
        ("I have a cough.", "My cough has gone away and come back."),
    ],
)
def test_what_was_long_ago_or_is_taken_back_is_proposed(told: str, said: str) -> None:
    assert {state for _, _, state in states(told, said)} == {"proposed"}


def test_what_is_had_is_found_by_its_noun_and_gone_from_the_present_once_it_is_over() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I have a parrot.", scope=ME, observed_at=FIRST)
        (record,) = overlay.timeline(scope=ME).records
        assert (record.attribute, record.value) == ("other_pet", "parrot")
        overlay.remember("We rehomed our parrot.", scope=ME)
        rows = overlay.recall("Do I have a parrot?", scope=ME).rows
        assert {str(r.label) for r in rows if r.value == "parrot"} <= {"historical", "transition"}


def test_a_file_of_ones_own_adds_what_people_have(tmp_path: Path) -> None:
    own = tmp_path / "farm.toml"
    own.write_text('[[belonging]]\nnouns = ["combine"]\ndisposals = ["auction off"]\n', encoding="utf-8")
    with Overlay(MemoryHost(), ledger="memory://", lexicon=Lexicon.load(str(own)), on_error="raise") as overlay:
        overlay.remember("We have a combine.", scope=ME, observed_at=FIRST)
        overlay.remember("We auctioned off our combine.", scope=ME)
        (ended,) = overlay.timeline(scope=ME).transitions
        assert (ended.from_value, ended.to_value) == ("combine", None)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('nouns = []', "belonging.0.nouns: is empty: write one at least"),
        ('nouns = ["ox"]\nattribute = "cattle"', "belonging.attribute: 'cattle': no attribute has this id"),
        ('nouns = ["ox"]\ndisposals = ["Sell {old}"]', "belonging.0.disposals.0: 'Sell {old}': write lower-case words"),
        ('nouns = ["ox"]\nsells = ["sell"]', "there is no such field; there are nouns, attribute"),
    ],
)  # fmt: skip
def test_a_belonging_without_effect_is_refused_by_its_field(tmp_path: Path, table: str, told: str) -> None:
    own = tmp_path / "farm.toml"
    own.write_text(f"[[belonging]]\n{table}\n", encoding="utf-8")
    with pytest.raises(InvalidInputError) as refused:
        Lexicon.load(str(own))
    assert told in str(refused.value)
