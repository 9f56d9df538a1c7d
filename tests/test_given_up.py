"""Ordinary ends: what is done no more, who parted, whose place was left, what lapsed; and what only looks like it."""

from __future__ import annotations

import pytest

from tests.test_two_things import applied, states


@pytest.mark.parametrize(
    ("told", "said", "gone"),
    [
        ("I smoke a pack a day.", "I've quit smoking.", "pack"),
        ("I smoke twenty cigarettes a week.", "I don't smoke any more.", "twenty cigarettes"),
        ("I jog four times a week.", "I gave up jogging in May.", "four times a week"),
        ("I jog four times a week.", "I no longer jog.", "four times a week"),
        ("I freelance for Norvane.", "I've stopped freelancing.", "Norvane"),
        ("I volunteer at the hospice.", "I don't volunteer there any more.", "hospice"),
        ("I sing with the Plovers.", "I stopped singing last year.", "Plovers"),
    ],
)
def test_what_is_done_no_more_ends_all_that_was_told_of_doing_it(told: str, said: str, gone: str) -> None:
    assert (gone, None) in applied(told, said)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I jog four times a week.", "I stopped jogging at the bridge."),
        ("I jog four times a week.", "I stopped jogging when it hailed."),
        ("I jog four times a week.", "I stopped jogging at seven."),
        ("I jog four times a week.", "I don't jog on Sundays any more."),
        ("I jog four times a week.", "If I gave up jogging, I'd go mad."),
        ("I jog four times a week.", "I haven't given up jogging."),
        ("I jog four times a week.", "My brother gave up jogging."),
        ("I jog four times a week.", "I might give up jogging."),
        ("I run a bakery in Hull.", "I've given up running."),
        ("I run the Hull office two days a week.", "I stopped running."),
        ("I drink two coffees a day.", "I don't drink any more."),
        ("I teach at Oakdale.", "I stopped teaching at four."),
    ],
)
def test_a_pause_an_occasion_or_another_thing_done_by_that_verb_ends_nothing(told: str, said: str) -> None:
    assert applied(told, said) == []


def test_what_is_given_up_for_now_is_proposed() -> None:
    told = states("I jog four times a week.", "I've stopped jogging for now.")
    assert {state for _, _, state in told} == {"proposed"}


@pytest.mark.parametrize(
    ("told", "said", "gone"),
    [
        ("My girlfriend is Mara.", "Me and Mara broke up.", "Mara"),
        ("My girlfriend is Mara.", "so me and mara broke up two weeks ago", "Mara"),
        ("My boyfriend is Idris.", "Idris and I aren't together any more.", "Idris"),
        ("My cofounder is Wren.", "Wren and I parted ways in June.", "Wren"),
        ("My cofounder is Wren.", "Wren and I went our separate ways after four years.", "Wren"),
        ("I live with my parents.", "I moved out of my parents' house in April.", "parents"),
        ("I live with Wren.", "I've moved out of Wren's flat.", "Wren"),
        ("I live alone.", "My cousin moved in with me.", "alone"),
        ("I live by myself.", "I don't live alone any more.", "alone"),
        ("My flatmate is Wren.", "Wren moved out last month.", "Wren"),
        ("My gym is Norvane.", "Norvane closed down two months ago.", "Norvane"),
    ],
)
def test_who_parted_or_left_is_no_longer_with_the_speaker(told: str, said: str, gone: str) -> None:
    assert (gone, None) in applied(told, said)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My girlfriend is Mara.", "Mara and I split up the groceries."),
        ("My girlfriend is Mara.", "Mara and I broke up a fight."),
        ("My girlfriend is Mara.", "Mara and I nearly broke up."),
        ("My girlfriend is Mara.", "Mara and I broke up, but we're back together."),
        ("My girlfriend is Mara.", "Mara and I went our separate ways after lunch."),
        ("My girlfriend is Mara.", "If Mara and I broke up, I'd move."),
        ("My cofounder is Wren.", "Wren and I parted at the station."),
        ("My boyfriend is Idris.", "Idris and I aren't together today."),
        ("I live in Hull.", "I moved out of my parents' house."),
        ("I live with my wife.", "My cousin moved in with us."),
        ("I live alone.", "My cousin moved in next door."),
        ("My flatmate is Wren.", "Wren went out last night."),
        ("My dentist is Dr. Idris.", "Dr. Idris closed the door."),
        ("My hairdresser is Wren.", "Wren closed the salon for the holidays."),
    ],
)
def test_who_is_only_away_or_told_of_something_else_stays(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("I live alone.", "I live with my aunt now.", "alone", "aunt"),
        ("I live with my aunt.", "I live on my own now.", "aunt", "alone"),
        ("We use Jira.", "The company moved us over to Linear.", "Jira", "Linear"),
        ("We use Slack.", "We moved to Teams.", "Slack", "Teams"),
    ],
)
def test_whom_one_lives_with_and_what_one_was_moved_to_takes_the_old_one_s_place(
    told: str, said: str, old: str, new: str
) -> None:
    assert applied(told, said) == [(old, new)]


@pytest.mark.parametrize(
    "said",
    [
        "We moved to Scrum.", "I moved to Marketing.", "I moved to Platform in May.", "I moved to Desk 14.",
        "We moved to Teams.", "The company moved us to Linear.", "The company moved us to Room 4.",
    ],
)  # fmt: skip
def test_nobody_moves_home_to_a_tool_a_team_or_a_way_of_working(said: str) -> None:
    assert applied("I live in Hull.", said) == []


@pytest.mark.parametrize("town", ["Reading", "Bath", "Cork", "Long Beach", "Little Rock", "Ulverston", "Flat 12"])
def test_a_town_may_be_called_by_an_everyday_word(town: str) -> None:
    assert applied("I live in Hull.", f"I moved to {town}.") == [("Hull", town)]


@pytest.mark.parametrize(
    ("told", "said", "gone"),
    [
        ("I'm a scout leader.", "I finished as a scout leader in July.", "scout leader"),
        ("I'm team lead.", "I resigned as team lead.", "team lead"),
        ("I'm a teacher.", "I retired as a teacher.", "teacher"),
        ("I subscribe to The Planet.", "I let my Planet subscription lapse in August.", "The Planet"),
        ("My gym is Norvane.", "I let my gym membership lapse.", "Norvane"),
        ("My gym is Norvane.", "My gym membership expired.", "Norvane"),
        ("My cleaner is Wren.", "We let Wren go last month.", "Wren"),
        ("My dentist is Dr. Idris.", "Dr. Idris closed her practice.", "Dr. Idris"),
    ],
)
def test_a_post_that_was_given_up_and_a_tie_that_ran_out_are_over(told: str, said: str, gone: str) -> None:
    assert applied(told, said) == [(gone, None)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I'm a teacher.", "I stopped as a joke."),
        ("I'm a teacher.", "My mum retired as a teacher."),
        ("My gym is Norvane.", "I never let my gym membership lapse."),
        ("My gym is Norvane.", "Should I let my gym membership lapse?"),
        ("My gym is Norvane.", "My sister let her Norvane membership lapse."),
        ("My cleaner is Wren.", "I let Wren go home."),
        ("My cleaner is Wren.", "I let Wren go at five."),
    ],
)
def test_what_others_let_go_or_nobody_did_ends_nothing(told: str, said: str) -> None:
    assert applied(told, said) == []


def test_a_post_that_is_held_no_more_is_told_beside_the_new_one() -> None:
    told = applied("I'm a project manager at Norvane.", "I'm head of delivery now and not a project manager anymore.")
    assert told == [("project manager", "head of delivery")]
