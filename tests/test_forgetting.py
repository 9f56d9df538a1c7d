"""What is asked to be forgotten is, however it is asked; a request of another thing, or of another fact, takes none."""

from __future__ import annotations

import pytest

from atma_overlay.records import Status
from tests.overlay_worlds import told

pytestmark = pytest.mark.usefixtures("read_once")

FACTS = (
    "I live in Leeds.", "I work at Acme.", "My dentist is Dr. Weiss.", "My rent is 900 euros.", "My gym is Fernhill.",
    "My dog is called Rex.", "I'm vegetarian.",
)  # fmt: skip


def forgotten(said: str, *known: str) -> set[str]:
    """The values that a request takes, of the facts or of what else is known."""
    records = told(*(known or FACTS), said).timeline().records
    return {r.value for r in records if r.status is Status.RETRACTED}


def held(said: str, *known: str) -> set[str]:
    """The values that hold after it."""
    records = told(*(known or FACTS), said).timeline().records
    return {r.value for r in records if r.status is Status.ACTIVE}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("forget my dentist pls", "Dr. Weiss"),
        ("Pls delete my gym.", "Fernhill"),
        ("Take my rent out of my profile.", "900 euros"),
        ("Get rid of my gym in your notes, please.", "Fernhill"),
        ("I no longer want you to know that I live in Leeds.", "Leeds"),
        ("I don't want you keeping my rent.", "900 euros"),
        ("Nothing about my dentist should stay in your memory.", "Dr. Weiss"),
        ("What you know about my rent should be deleted.", "900 euros"),
        ("I'd feel safer if my rent weren't stored.", "900 euros"),
        ("No longer keep my gym, please.", "Fernhill"),
        ("It's time for you to forget my dentist.", "Dr. Weiss"),
        ("Could my rent be deleted from what you remember?", "900 euros"),
        ("My gym must not stay in your notes.", "Fernhill"),
        ("I'm withdrawing my permission for you to store my rent.", "900 euros"),
        ("Don't use my gym in any answers, and don't keep it either.", "Fernhill"),
        ("Make sure you don't have my rent saved anywhere.", "900 euros"),
        ("Please make sure my rent is no longer stored.", "900 euros"),
        ("Under data protection law I request the erasure of my rent from your memory.", "900 euros"),
        ("I'd be happier if you forgot my dentist.", "Dr. Weiss"),
        ("I'd rather you forgot that I'm vegetarian.", "vegetarian"),
        ("I'd like to have my gym deleted from what you know about me.", "Fernhill"),
        ("I want you to have no idea what my rent is.", "900 euros"),
        ("Would you mind dropping my rent from the things you remember about me?", "900 euros"),
        ("Please strike from your memory that I work at Acme.", "Acme"),
        ("Of all the things you know, please remove just one: that I work at Acme.", "Acme"),
        ("The fact that my dentist is Dr. Weiss must not be kept.", "Dr. Weiss"),
        ("Erase the entry that says my gym is Fernhill.", "Fernhill"),
        ('Scrub "my gym is Fernhill" from your notes about me.', "Fernhill"),
        ("Forget I work at Acme.", "Acme"),
        ("Delete everything I said about my rent, but keep my gym.", "900 euros"),
        ("Drop the bit about my dog.", "Rex"),
    ],
)
def test_a_request_takes_the_fact_that_it_names_and_no_other(said: str, value: str) -> None:
    assert forgotten(said) == {value}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Do me a favour and forget what my rent is.", "900 euros"),
        ("Forget where I live.", "Leeds"),
        ("Please forget where I work.", "Acme"),
        ("I'd rather you didn't know where I live.", "Leeds"),
        ("You know where I live. Please forget that.", "Leeds"),
        ("Do you know where I work? Delete that, please.", "Acme"),
    ],
)
def test_what_a_question_asks_for_is_the_slot_that_is_meant(said: str, value: str) -> None:
    assert forgotten(said) == {value}


def test_what_a_verb_alone_asks_for_is_known_by_it() -> None:
    assert forgotten("Could you forget what I earn?", "My salary is 41,000.", "My gym is Fernhill.") == {"41,000"}
    assert forgotten("Forget who I live with.", "I live in Leeds.", "I live with Anna.") == {"Anna"}


def test_two_things_that_are_named_are_both_meant() -> None:
    assert forgotten("Forget my gym and my rent.") == {"Fernhill", "900 euros"}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("I told you about my rent. I'd feel better if you forgot it.", "900 euros"),
        ("You have Acme down as my employer. Delete that.", "Acme"),
        ("It was a mistake to tell you that I live in Leeds. Please get rid of it.", "Leeds"),
        ("You shouldn't have my rent saved. Remove it.", "900 euros"),
        ("I never agreed to you saving my dentist. Remove it at once.", "Dr. Weiss"),
        ('I once told you: "My gym is Fernhill." Please throw that one away.', "Fernhill"),
        ("Your memory says that I work at Acme. That line has to go.", "Acme"),
        ("I said earlier that I'm vegetarian. I don't want that remembered.", "vegetarian"),
        ("You've got it saved that I work at Acme. I want that deleted.", "Acme"),
        ("That thing I said about my rent? Forget I ever said it.", "900 euros"),
        ("My rent is none of your business after all, so delete it.", "900 euros"),
        ("About my dentist: please forget it.", "Dr. Weiss"),
        ("Right, my gym: bin it. I don't want that stored.", "Fernhill"),
    ],
)
def test_what_it_points_at_is_what_was_said_before(said: str, value: str) -> None:
    assert forgotten(said) == {value}


@pytest.mark.parametrize(
    "said",
    [
        "You think I live in Porto. Please forget that.",
        "My sister lives in Porto. Please forget that.",
        "Bob said I live in Porto. Please forget that.",
        "I never said I live in Porto. Please remove that.",
        "Someone told you that my gym is Westside? Scrap that.",
        "Earlier I wrote that I live in Porto. Please remove that again.",
        "Please erase that my sister's dentist is Dr. Blum.",
        "Forget that I live in Porto; I mixed that up.",
        "Please don't save that my gym is Westside. It's still the case that my gym is Fernhill.",
        "Don't save this: I live in Porto.",
        "You have Initech down as my employer. Remove that.",
        'Delete "my rent is 700 euros" from your memory.',
        "Forget my sister's dentist.",
        "Forget my neighbour's dog.",
        "Forget that my brother works at Acme.",
        "Forget that I'm vegan.",
        "I lost my dog. Please forget it.",
        "My gym is dirty. Please clear it out.",
        "I have a dog called Rex. I want it gone.",
        "My gym smells. Please forget that.",
        "That contract is my dentist's, please ignore it.",
    ],
)
def test_what_is_said_of_another_takes_nothing(said: str) -> None:
    assert forgotten(said) == set()
    assert {"Leeds", "Acme", "Dr. Weiss", "900 euros", "Rex", "vegetarian"} <= held(said)


def test_of_two_alike_the_one_whose_owner_is_named_is_meant() -> None:
    known = "My dentist is Dr. Weiss.", "My sister's dentist is Dr. Blum."
    for order in (known, known[::-1]):
        assert forgotten("Forget my dentist.", *order) == {"Dr. Weiss"}
        assert forgotten("Forget my sister's dentist.", *order) == {"Dr. Blum"}
    homes = "I live in Leeds.", "My sister lives in Porto."
    assert forgotten("My sister lives in Porto. Please forget that.", *homes) == {"Porto"}


@pytest.mark.parametrize(
    "said",
    [
        "Please delete the email in which I wrote that I live in Leeds.",
        "Delete the second paragraph of my essay, the one about my rent.",
        "Delete the silly joke about my dog from my speech, nobody will laugh.",
        "Please remove the PDF about my rent from the downloads folder.",
        "Delete the slide that says my gym is Fernhill, the deck is too long.",
        "Delete the calendar entry about my dentist.",
        "Please delete my dentist reminder.",
        "Please erase the pencil marks next to my rent on the form.",
        "Remove my dentist from the guest list.",
        "Take my rent off the invoice.",
        "Remove Fernhill from the title of the slide.",
        "Wipe the whiteboard, but not the line about my rent.",
        "Drop me a quick summary of everything you know about my rent.",
        "Please drop my dog off at the vet.",
        "Take my rent, divide it by three and tell me the result.",
        "Don't save my rent in the spreadsheet.",
        "Don't hold my rent against me.",
    ],
)
def test_a_thing_of_the_world_that_is_done_away_with_takes_nothing(said: str) -> None:
    assert forgotten(said) == set()


@pytest.mark.parametrize(
    "said",
    [
        "Forget the weather, let's talk about my rent.",
        "Forget the film, tell me again what you know about my gym.",
        "Forget my rent, what about yours?",
        "Forget my rent, the deposit is the problem.",
        "Forget about my gym for now, let's plan the trip.",
        "Forget where I live for a moment, which city is best?",
        "Please forget about the gym today.",
        "You can forget my rent going down, the landlord said no.",
        "Let's forget my rent.",
    ],
)
def test_what_is_only_left_aside_is_kept(said: str) -> None:
    assert forgotten(said) == set()


@pytest.mark.parametrize(
    "said",
    [
        "If I asked you to forget my rent, would you really do it?",
        "I'd be so annoyed if you forgot that I live in Leeds.",
        "It would be a shame if you deleted my rent.",
        "If you ever forgot my gym, I'd have to tell you again.",
        "Would you forget my rent if I paid you?",
        "Do you delete things like my rent after a while?",
        "How can I get you to forget my rent?",
        "Is it OK to delete my rent from your memory?",
        "Should I delete my rent from your memory?",
        "Don't you remember my rent?",
        "Has my rent been removed from your memory?",
        "My rent is gone from your memory!",
        "It's good that you forgot my rent.",
        "I don't want you to forget my rent.",
        "I'd never ask you to forget my rent.",
        "I told you not to forget my rent.",
        "I don't want my rent to be deleted from your memory.",
        "Nothing about my rent should be deleted from your memory.",
        "Who told you to delete my rent?",
        "Don't keep telling me that my gym is Westside.",
        "You should never forget that I live in Leeds.",
    ],
)
def test_what_is_weighed_asked_about_or_forbidden_takes_nothing(said: str) -> None:
    assert forgotten(said) == set()


def test_a_request_within_a_request_is_read_once() -> None:
    said = "Please forget that " * 12 + "I live in Leeds."
    assert forgotten(said, "I live in Leeds.") <= {"Leeds"}
    assert forgotten("My rent is not to be kept.", "My rent is 900 euros.") == {"900 euros"}


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("I scored 54 on the mock exam.", "Oh and that mock result I gave you, don't hang on to it.", "54"),
        (
            "I tore a meniscus in 2019.",
            "Please forget about my knee history, I don't want it in every plan.",
            "meniscus",
        ),
        ("My sister is allergic to shellfish.", "She asks that you no longer hold her allergy details.", "shellfish"),
    ],
)
def test_a_topic_that_is_named_ahead_or_in_passing_is_what_is_meant(known: str, said: str, value: str) -> None:
    assert value in forgotten(said, known)


def test_what_is_to_be_forgotten_for_what_follows_is_replaced_by_it() -> None:
    said = "Please forget the old one, my dentist is Dr. Blum now."
    assert forgotten(said) == set()
    assert "Dr. Blum" in held(said)
    assert "Dr. Weiss" not in held(said)


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("I take metformin.", "Forgot my metformin.", "metformin"),
        ("I take metformin.", "Ugh, I just forgot my metformin again.", "metformin"),
        ("My gym is Fernhill.", "Forgot my gym bag, can I rent a towel?", "Fernhill"),
        ("My wife is Anna.", "Forgot my wife's birthday, what do I do?", "Anna"),
        ("My gym is Fernhill.", "Forgot what I told you about my gym?", "Fernhill"),
        ("My dog is called Rex.", "Lost Rex again, he loves the woods.", "Rex"),
    ],
)
def test_what_has_slipped_the_mind_or_is_lost_once_more_still_holds(known: str, said: str, value: str) -> None:
    assert value in held(said, known)
