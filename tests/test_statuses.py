"""What leaves a slot empty though nobody says what stood there: a status, a departure, an end in so many words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from tests.dated_worlds import FIRST, ME


def ends(known: str, said: str) -> tuple[list[str], list[str]]:
    """The values that nothing took the place of: those that are over, and those that are proposed to be."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(known, scope=ME, observed_at=FIRST)
        told = overlay.remember(said, scope=ME, observed_at=FIRST + timedelta(days=330))
    out: dict[DecisionState, list[str]] = {DecisionState.APPLIED: [], DecisionState.PROPOSED: []}
    for transition in told.transitions:
        if transition.to_value is None:
            assert transition.from_value is not None
            out[transition.state].append(transition.from_value)
    return out[DecisionState.APPLIED], out[DecisionState.PROPOSED]


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("My wife is Nora.", "I'm a widower now.", "Nora"),
        ("My wife is Nora.", "We got divorced in autumn.", "Nora"),
        ("My wife is Nora.", "Our divorce came through.", "Nora"),
        ("My girlfriend is Nora.", "I'm single again.", "Nora"),
        ("My girlfriend is Nora.", "My girlfriend and I broke up.", "Nora"),
        ("My girlfriend is Nora.", "I broke up with my girlfriend last week.", "Nora"),
        ("My partner is Nora.", "My partner passed away in May.", "Nora"),
        ("My partner is Nora.", "My partner left me in May.", "Nora"),
        ("I work at Corvell.", "I've retired.", "Corvell"),
        ("I work at Corvell.", "I've been unemployed since May.", "Corvell"),
        ("My aunt works at Corvell.", "My aunt is retired now.", "Corvell"),
        ("My uncle works at Corvell.", "My uncle got laid off.", "Corvell"),
        ("I go to Halden University.", "I dropped out of university.", "Halden University"),
        ("I go to Halden University.", "I'm not a student any more.", "Halden University"),
        ("My flatmate is Ravi.", "My flatmate moved out on Sunday.", "Ravi"),
        ("My flatmate is Ravi.", "I live on my own now.", "Ravi"),
        ("My manager is Ravi.", "My manager left the company.", "Ravi"),
        ("My manager is Ravi.", "My manager got fired.", "Ravi"),
        ("My therapist is Dr. Okafor.", "I'm not in therapy any more.", "Dr. Okafor"),
        ("My therapist is Dr. Okafor.", "I don't see a therapist any more.", "Dr. Okafor"),
        ("My gym is Fitworks.", "I don't go to a gym any more.", "Fitworks"),
        ("My dog is called Rufus.", "My dog died yesterday.", "Rufus"),
        ("My dog is called Rufus.", "We had to have the dog put to sleep.", "Rufus"),
    ],
)
def test_what_a_status_or_a_departure_leaves_empty_is_over(known: str, said: str, over: str) -> None:
    assert ends(known, said) == ([over], [])


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("My wife is Nora.", "We've separated.", "Nora"),
        ("My girlfriend is Nora.", "We broke up.", "Nora"),
        ("I work at Corvell.", "I'm self-employed now.", "Corvell"),
        ("I work at Corvell.", "I'm retired.", "Corvell"),
        ("My landlord is Mr. Voss.", "We own our home now.", "Mr. Voss"),
    ],
)
def test_what_may_go_on_beside_a_status_or_is_not_told_as_new_is_proposed(known: str, said: str, over: str) -> None:
    assert ends(known, said) == ([], [over])


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My wife is Nora.", "My mum is a widow now."),
        ("My wife is Nora.", "I'm not divorced."),
        ("My wife is Nora.", "Are we divorced now?"),
        ("My wife is Nora.", "I'd be divorced by now if I worked that much."),
        ("My wife is Nora.", "I left my wife at the airport."),
        ("My girlfriend is Nora.", "My girlfriend left for work."),
        ("My girlfriend is Nora.", "We split up to look for the keys."),
        ("My girlfriend is Nora.", "My friend's girlfriend left him."),
        ("My girlfriend is Nora.", "The band broke up."),
        ("I work at Corvell.", "I retired to bed early."),
        ("I work at Corvell.", "I've retired my old laptop."),
        ("I work at Corvell.", "I'm semi-retired now."),
        ("I work at Corvell.", "My brother is unemployed now."),
        ("I work at Corvell.", "When I'm retired, I'll travel."),
        ("I work at Corvell.", "I was unemployed for a year."),
        ("I study law.", "I graduated to the advanced class."),
        ("My flatmate is Ravi.", "My flatmate left the door open."),
        ("My flatmate is Ravi.", "I'd like to live on my own."),
        ("My flatmate is Ravi.", "My flatmate moved out for a month."),
        ("My flatmate is Ravi.", "I moved on my own last week, without any help."),
        ("My flatmate is Ravi.", "I have the flat to myself now, he's at a fair."),
        ("My manager is Ravi.", "My manager left early today."),
        ("My gym is Fitworks.", "I don't go to the gym on Mondays any more."),
        ("My dog is called Rufus.", "I put the dog down on the sofa."),
        ("My cat is called Mia.", "We left Mia with my parents."),
    ],
)
def test_the_same_words_of_others_or_of_something_else_end_nothing(known: str, said: str) -> None:
    assert ends(known, said) == ([], [])
