"""What people tell in passing, of something else that shares a word, a kind or a verb with a plain fact."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts.memory import MemoryHost
from tests.test_two_things import FIRST, ME, applied, states


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("My phone is a Pixel 6.", "I found the way with my phone's GPS."),
        ("My car is a Golf.", "I charge everything in my car's USB port."),
        ("I work at Norvane.", "I've got a bike that I've named Bertha."),
        ("I use Unsplash for images.", "We've named our son Otto."),
        ("I work at Norvane.", "I had dinner with my colleagues at Nando's."),
        ("I work at Norvane.", "I've worked with Python and Rust."),
        ("I work at Norvane.", "I've been working on a mural with Portuguese painters."),
        ("My camera is a Nikon.", "I still keep my first camera, a Yashica, on the shelf."),
        ("My camera is a Nikon.", "I took my Canon EF 70-200mm lens with me to Iceland."),
        ("My car is a Golf.", "My car is the best."),
        ("My car is a Golf.", "My car is red."),
        ("My team is Payments.", "My team has been super encouraging."),
        ("My bank is Monzo.", "My bank is brilliant."),
        ("I live with my sister.", "Glad we're friends!"),
        ("I live with my sister.", "I'm lucky to have my friends and family."),
        ("I live in Hull.", "I took a trip with my class to a city in Japan recently."),
        ("I live in Hull.", "I need an apartment in Santa Rosa."),
        ("I get up at 7.", "Now I'm getting around 4-5 hours out of the battery."),
        ("I get up at 7.", "On Fridays I like an early start, so I wake up at 5:30."),
        ("I go to bed at 11.", "I often lie awake in bed between 2:00 AM and 3:00 AM."),
        ("My commute takes 40 minutes.", "I'm proud of my finishing time in the race - 30 minutes and 45 seconds."),
        ("My manager is Priya.", "I report to the Head of Marketing."),
        ("I'm reading Dune.", "I'm currently reading a novel."),
        ("I'm reading Dune.", "I just finished reading 'The Nightingale' by Kristin Hannah."),
        ("I'm reading Dune.", "I actually started reading a book about the history of Broadway."),
        ("I play tennis.", "I've been doing yoga for ten weeks now."),
        ("I speak German.", "I've been taking Japanese classes for about a month now."),
        ("I subscribe to Netflix.", "I've been using Podzilla to manage my subscriptions."),
        ("I take notes in Obsidian.", "I've been using the Cartwheel app at Target for a few weeks now."),
        ("We deploy on Fly.", "I've been using the Cartwheel app at Target for a few weeks now."),
        ("We use Terraform.", "I've been using my new Trek for my daily rides since May."),
        ("We use Terraform.", "I'm still getting used to it: my old name was Johnson, but now it's Winters."),
        ("I study biology at Leeds University.", "I've been to Harvard University for a conference."),
        ("I'm in the marketing department.", "The average age in my department is 29.5 years."),
        ("My job title is analyst.", "I read about the Medici family's role in the Renaissance."),
        ("Our CI is Jenkins.", "I recently upgraded my home router to a new mesh system."),
    ],
)
def test_what_is_told_of_something_else_retires_no_plain_fact(fact: str, told: str) -> None:
    assert applied(fact, told) == []


@pytest.mark.parametrize(
    ("fact", "told", "old", "new"),
    [
        ("My phone is a Pixel 6.", "My phone is a Fairphone now.", "Pixel 6", "Fairphone"),
        ("My bank is Monzo.", "My bank is revolut now.", "Monzo", "revolut"),
        ("My editor is Vim.", "My editor is emacs now.", "Vim", "emacs"),
        ("I live with my sister.", "I'm living with friends now.", "sister", "friends"),
        ("I get up at 7.", "I get up at 6 now.", "7", "6"),
        ("My manager is Priya.", "I report to Tomas now.", "Priya", "Tomas"),
        ("I'm reading Dune.", "I'm reading Emma now.", "Dune", "Emma"),
        ("I live in Hull.", "My city is York now.", "Hull", "York"),
        ("My commute takes 40 minutes.", "My commute takes 20 minutes now.", "40 minutes", "20 minutes"),
        ("I'm single.", "I'm married.", "single", "married"),
    ],
)
def test_what_is_told_of_the_same_changes_it_as_ever(fact: str, told: str, old: str, new: str) -> None:
    assert applied(fact, told) == [(old, new)]


def test_whoever_is_told_by_a_title_is_proposed_beside_a_name() -> None:
    assert states("My manager is Priya.", "I report to the Head of Marketing.") == [
        ("Priya", "Head of Marketing", "proposed")
    ]


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("I wrote two loops and a function. My gym is Norvane.", "replaced"),
        ("I'm learning from my mistake. My gym is Norvane.", "replaced"),
        ("The typography is fine. My gym is Norvane.", "replaced"),
        ("Oops, my gym is Norvane.", "corrected"),
    ],
)
def test_a_word_that_only_holds_that_of_a_correction_corrects_nothing(told: str, kind: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(("My gym is Corvell.", told)):
            overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=n))
        assert [str(t.kind) for t in overlay.timeline(scope=ME).transitions] == [kind]


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("My girlfriend is Mara.", "Mara and I broke up laughing."),
        ("My girlfriend is Mara.", "Mara and I split up to look for the keys."),
        ("I swim four times a week.", "I gave up swimming in year 9."),
        ("I live alone.", "A stray cat moved in with me."),
        ("I get up at 7.", "I get up at 7:00 now."),
    ],
)
def test_what_only_sounds_like_an_end_or_a_change_is_none(fact: str, told: str) -> None:
    assert states(fact, told) == []


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("I work at Norvane.", "On the side I work at Halden."),
        ("My phone is a Pixel 6.", "I got a new phone for work, a Nokia 3310."),
        ("I live in Hull.", "We moved to Plan B."),
        ("I'm 34.", "I'm 21 at heart."),
        ("My son is 12.", "My son is 9."),
        ("My schedule is flexible.", "My schedule is pretty consistent."),
    ],
)
def test_one_more_another_plan_or_a_lower_age_is_proposed(fact: str, told: str) -> None:
    assert {state for _, _, state in states(fact, told)} == {"proposed"}


def test_a_higher_age_is_applied_and_a_lower_one_as_a_correction() -> None:
    assert applied("I'm 34.", "I'm 35 now.") == [("34", "35")]
    assert [old for old, _ in applied("I'm 34.", "Correction: I'm 33.")] == ["34"]


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("My girlfriend is Mara.", "Mara and I split up at the station."),
        ("My girlfriend is Mara.", "Mara and I split up so we could cover more ground."),
        ("My girlfriend is Mara.", "Mara and I broke up for a week."),
        ("My girlfriend is Mara.", "Mara and I broke up in 2018 before we got married."),
        ("My girlfriend is Mara.", "Mara and I broke up and made up."),
        ("My girlfriend is Mara.", "Mara and I aren't on the same team together any more."),
        ("I live alone.", "My mum moved in with me for Christmas."),
        ("I live alone.", "My girlfriend practically moved in with me."),
        ("I live alone.", "In 2015 my brother moved in with me."),
        ("I live alone.", "My sister moved in with me while her flat is painted."),
        ("I live with my parents.", "I moved out of my parents' spare room into the attic."),
        ("I swim four times a week.", "I don't swim any more than him."),
        ("I swim four times a week.", "I don't swim any more today."),
        ("I smoke.", "I quit smoking every January."),
        ("I'm 34.", "I'm 35 in dog years."),
        ("I'm 34.", "I'm 90 inside."),
        ("I'm 34.", "I'm 35 on Tuesday."),
        ("I'm 34.", "I'm almost 40."),
        ("I'm 34.", "I'm 50/50 on that."),
        ("My son is 12.", "My son is 14 in the photo."),
        ("I work at Norvane.", "After hours I work at Halden."),
        ("I work at Norvane.", "I have started a weekend job at Halden."),
        ("My phone is a Pixel 6.", "I got a new phone for my mum, a Nokia 3310."),
        ("My phone is a Pixel 6.", "My company gave me a phone, an iPhone 15."),
        ("My laptop is a ThinkPad.", "I got a new laptop for gaming, an Alienware."),
    ],
)
def test_what_is_told_of_a_while_a_place_or_somebody_else_is_not_applied(fact: str, told: str) -> None:
    assert applied(fact, told) == []


@pytest.mark.parametrize(
    ("fact", "told", "old"),
    [
        ("My girlfriend is Mara.", "Mara and I split up because we wanted different things.", "Mara"),
        ("My girlfriend is Mara.", "Mara and I broke up.", "Mara"),
        ("I live alone.", "Tom moved in with me.", "alone"),
        ("I live with my parents.", "I moved out of my parents' place.", "parents"),
        ("My son is 12.", "My son just turned 13.", "12"),
        ("I swim four times a week.", "I don't swim any more.", "four times a week"),
    ],
)
def test_what_plainly_is_over_has_ended(fact: str, told: str, old: str) -> None:
    assert old in [x for x, _ in applied(fact, told)]
