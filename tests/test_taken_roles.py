"""A new value that takes a role in other words takes the place of the one that had it; what looks alike does not."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes, left

pytestmark = pytest.mark.usefixtures("read_once")

HEARD = ("superseded", 0)
PROPOSED = ("active", 1)
UNCHANGED = ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My favourite plant is rosemary.", "jasmine has become my favourite plant."),
        ("My main hobby is fencing.", "rowing has taken over as my main hobby."),
        ("My favourite story of all time is Emma.", "Severance has taken over as my favourite of all time."),
        ("My favourite drink is espresso.", "I've got to say green tea has become my favourite drink."),
        ("My favourite language is Go.", "Kotlin has overtaken Go as my favourite language."),
        ("My favourite language is Go.", "Kotlin has taken the place of Go as my favourite language."),
        ("My favourite game is Catan.", "Minecraft has dethroned my old favourite game."),
        ("My favourite show is Lost.", "My favourite show has become Severance."),
        ("My go-to snack is almonds.", "I've picked walnuts as my go-to snack."),
        ("My sister's main instrument is the cello.", "My sister has made the clarinet her main instrument."),
        ("My sister's main instrument is the cello.", "She's made the clarinet her main instrument."),
        (
            "My sister's main instrument is the cello.",
            "My sister's wrists got bad, so the trumpet has become her main instrument.",
        ),
        ("My sister's drink of choice is cider.", "My sister has made stout her drink of choice."),
    ],
)
def test_what_has_become_ones_favourite_or_main_one_takes_the_place_of_the_old(known: str, said: str) -> None:
    assert left(known, said) == HEARD


@pytest.mark.parametrize(
    "said",
    [
        "rowing has become expensive.",
        "rowing could become my main hobby.",
        "rowing is becoming my main hobby.",
        "rowing has almost become my main hobby.",
        "rowing has become one of my main hobbies.",
        "rowing has become my second main hobby.",
        "rowing has become my main hobby for the summer.",
        "rowing has become my sister's main hobby.",
        "rowing has become her main hobby.",
        "rowing had become my main hobby by then.",
        "rowing became my main hobby when I was at school.",
        "If rowing has become my main hobby, it's your fault.",
        "Has rowing become my main hobby?",
        "My dad says rowing has become my main hobby.",
        "I wish rowing had become my main hobby.",
        "This has become my main hobby.",
        "My main hobby has become dull.",
        "Maybe rowing has become my main hobby.",
        "rowing has become my main hobby of the three.",
        "Looking after Mum has become my main hobby.",
        "I want to make rowing my main hobby.",
    ],
)
def test_what_may_become_so_or_does_so_for_others_or_for_a_while_changes_nothing(said: str) -> None:
    assert left("My main hobby is fencing.", said) == UNCHANGED


def test_what_became_so_at_an_untold_time_is_proposed() -> None:
    assert left("My favourite plant is rosemary.", "jasmine became my favourite plant.") == PROPOSED


@pytest.mark.parametrize(
    "said", ["As a kid Genesis became my favourite band.", "Genesis has become my favourite band name."]
)
def test_what_was_ones_favourite_then_or_in_a_part_changes_nothing(said: str) -> None:
    assert left("My favourite band is Rush.", said) == UNCHANGED


def test_two_things_with_one_role_are_not_read_as_one() -> None:
    assert left("My usual lunch is soup.", "Soup and a roll has become my usual lunch.") == UNCHANGED


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My minor is Spanish.", "I've changed my minor to chemistry."),
        ("My girlfriend is majoring in chemistry.", "My girlfriend changed her major to geography."),
        ("My girlfriend is majoring in chemistry.", "She's changed her major to geography."),
        ("My usual at the café is green tea.", "My usual at the café has changed to oat latte."),
        (
            "My husband's diagnosis is pneumonia.",
            "After the scan they changed my husband's diagnosis to bronchitis.",
        ),
        ("My allergy medicine is cetirizine.", "My GP switched my allergy medicine to loratadine."),
        ("My Thursday class is climbing.", "They've replaced my Thursday class with fencing."),
        ("My morning drink is green tea.", "I've swapped my morning drink for oat latte."),
        ("The set text in my class is Emma.", "The exam board changed the set text for my class to Severance."),
        ("My mum's parking permit is TR-11956.", "Mum's parking permit was renewed as BX-48213."),
        (
            "My wife's wedding bouquet flower is lavender.",
            "My wife changed her wedding bouquet flower to rosemary.",
        ),
    ],
)
def test_what_something_is_changed_to_by_its_owner_or_by_others_takes_the_place_of_the_old(
    known: str, said: str
) -> None:
    assert left(known, said) == HEARD


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My minor is Spanish.", "I'm thinking of changing my minor to chemistry."),
        ("My minor is Spanish.", "I nearly changed my minor to chemistry."),
        ("My minor is Spanish.", "I changed my minor to chemistry and then changed it back."),
        ("My minor is Spanish.", "I've changed my minor to chemistry for one term."),
        ("My minor is Spanish.", "My friend Jo changed her minor to chemistry."),
        ("My phone is a Pixel.", "I changed my phone to silent."),
        ("My editor is Vim.", "I switched my editor to dark mode."),
        ("My desk is oak.", "I swapped my desk for the week."),
        ("My drink is a latte.", "I swapped my drink for my sister's."),
        ("My school is St Mary's.", "My school has switched to online lessons."),
        ("My school is St Mary's.", "They changed my school to an academy."),
        ("My gym is PureGym.", "I changed my gym to mornings."),
        ("My gym is PureGym.", "They changed my gym to a members-only place."),
        ("My favourite pub is the Anchor.", "My favourite pub has changed to a gastropub."),
        ("My phone number is 07700 900417.", "The school changed its phone number to 0113 496 0182."),
    ],
)
def test_what_is_set_otherwise_undone_or_somebody_elses_changes_nothing(known: str, said: str) -> None:
    assert left(known, said) == UNCHANGED


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My favourite language is Go.", "I've got a new favourite language: Rust."),
        ("My daughter's favourite subject is geography.", "My daughter has a new favourite subject, Spanish."),
        ("My husband's favourite sport is rowing.", "My husband's found a new favourite sport, climbing."),
        ("My record on the bench is 70 kg.", "I got a new record on the bench: 76 kg."),
        ("My phone number is 020 7946 0325.", "Lost my phone and had to get a new number: 0113 496 0182."),
        ("My mum's number is 020 7946 0325.", "Mum got a new number, 0113 496 0182."),
        ("My sister's go-to on dates is espresso.", "My sister ended up with a new go-to for dates, green tea."),
        ("My wifi password is tulip7.", "They gave us a new wifi password: roses9."),
    ],
)
def test_the_new_one_of_what_one_has_one_of_takes_the_place_of_the_old(known: str, said: str) -> None:
    assert left(known, said) == HEARD


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My booking reference is QL-90377.", "The airline gave me a different reference, BX-48213."),
        (
            "My wife's wedding bouquet flower is lavender.",
            "My wife's picked a different flower for her wedding bouquet: rosemary.",
        ),
    ],
)
def test_a_different_one_that_may_be_of_another_thing_is_proposed(known: str, said: str) -> None:
    assert left(known, said) == PROPOSED


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My record on the bench is 70 kg.", "I've got a new record: she loves it."),
        ("My record on the bench is 70 kg.", "I've got a new record, Abbey Road."),
        ("My phone number is 020 7946 0325.", "I've got a new phone number for the school: 0113 496 0182."),
        ("My phone number is 020 7946 0325.", "I have a new number for Mum: 0113 496 0182."),
        ("My phone number is 020 7946 0325.", "Ann got a new number: 0113 496 0182."),
        ("My diagnosis is asthma.", "I got a new diagnosis: diabetes."),
        ("My client is Aspen.", "I've got a new client, Juniper."),
        ("My colleague is Tom.", "I have a new colleague, Ann."),
        ("My guitar is a Fender.", "I got a new guitar: a Taylor."),
        ("My favourite language is Go.", "Do I have a new favourite language: Rust?"),
        ("My favourite language is Go.", "I need a new favourite language: Rust, Zig or Nim."),
        ("My favourite language is Go.", "I've got a new favourite language book: Rust in Action."),
        ("My favourite language is Go.", "My colleague has a new favourite language: Rust."),
        ("My favourite song is Hurt.", "I have a new favourite song every week, lately Jolene."),
        ("My favourite pub is the Anchor.", "I've got a new second favourite pub: the Fenton."),
    ],
)
def test_one_more_or_one_of_somebody_else_changes_nothing(known: str, said: str) -> None:
    assert left(known, said) == UNCHANGED


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My best mate Tom is a paramedic.", "Tom jacked it in and became a surveyor."),
        ("My boyfriend's a surveyor.", "My boyfriend gave up his job to be a project manager."),
        ("My flatmate works as a surveyor.", "My flatmate lost her job and found work as a project manager."),
        ("I'm a surveyor.", "I've qualified and earn my living as a paramedic."),
        ("My wife works as a paramedic.", "My wife packed in her old job and is a surveyor."),
        ("My mum's a surveyor.", "Mum's switched professions in her fifties: she's a project manager."),
        ("Our landlord is a surveyor.", "Our landlord's got a different day job, he's working as a project manager."),
        ("My sister Amy is a teacher.", "Amy left her old line of work, she makes her money as a paramedic."),
        ("I'm a nurse.", "I left my job and I'm a driving instructor."),
    ],
)
def test_what_one_does_since_the_old_job_was_left_takes_its_place(known: str, said: str) -> None:
    assert left(known, said) == HEARD


@pytest.mark.parametrize(
    "said",
    [
        "My dad lost his job and is a wreck.",
        "My dad quit his Saturday job and is a waiter.",
        "My dad left his job at the bar and is a doorman.",
        "My dad's friend quit his job and is a chef.",
        "My dad wants to quit his job and become a chef.",
        "My dad would quit his job to be a chef.",
        "My dad gave up his job to train as a chef.",
        "My dad got a second job and works as a barman.",
        "My dad's got a new job, my brother is a chef.",
        "My dad changed jobs and my mum became a chef.",
        "In 1990 my dad quit his job and became a chef.",
        "My dad nearly quit his job and is a chef at heart.",
        "My dad jacked it in and became a legend.",
        "My dad qualified as a referee and is a captain.",
        "My dad's got a new role in the play: he's a nurse.",
    ],
)
def test_a_job_that_is_not_left_or_not_taken_changes_nothing(said: str) -> None:
    assert left("My dad is a plumber.", said) == UNCHANGED


def test_what_a_job_was_left_for_and_did_not_come_about_is_proposed() -> None:
    said = "My dad quit his job to be a chef, but it didn't work out."
    assert left("My dad is a plumber.", said) == PROPOSED


@pytest.mark.parametrize("place", ["café", "restaurant", "pub", "bakery"])
def test_a_name_that_opens_with_what_it_is_one_of_is_whole(place: str) -> None:
    first, second = f"{place.title()} Dunmerick", f"{place.title()} Lantrell"
    told = changes(f"My favourite {place} is {first}.", f"I've got a new favourite {place}, {second}.")
    assert told == [(first, second, "applied")]
