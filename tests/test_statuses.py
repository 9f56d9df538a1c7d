"""What leaves a slot empty though nobody says what stood there: a status, a departure, an end in so many words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from tests.dated_worlds import FIRST, ME


def ends(known: str, said: str, *, days: int = 330) -> tuple[list[str], list[str]]:
    """The values that nothing took the place of: those that are over, and those that are proposed to be."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(known, scope=ME, observed_at=FIRST)
        told = overlay.remember(said, scope=ME, observed_at=FIRST + timedelta(days=days))
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


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Corvell.", "I got laid off in March."),
        ("I work at Corvell.", "I retired last month."),
        ("I work at Corvell.", "I was made redundant on 20 March."),
        ("My flatmate is Ravi.", "My flatmate moved out in March."),
    ],
)
def test_a_month_in_which_something_was_known_still_is_one_in_which_it_may_have_ended(known: str, said: str) -> None:
    over, _ = ends(known, said, days=33)  # told on 4 March and 6 April
    assert len(over) == 1


@pytest.mark.parametrize("when", ["in February", "on 2 March", "last year", "on 20 February"])
def test_what_ended_before_a_thing_was_known_ended_another(when: str) -> None:
    assert ends("I work at Corvell.", f"I got laid off {when}.", days=33)[0] == []


@pytest.mark.parametrize(
    "said",
    ["I resigned yesterday.", "I handed in my notice.", "I gave my notice last week.", "I stopped working in March."],
)
def test_who_resigns_may_have_a_notice_to_serve(said: str) -> None:
    assert ends("I work at Corvell.", said) == ([], ["Corvell"])


@pytest.mark.parametrize(
    "said",
    [
        "I resigned from the board.", "I resigned myself to it.", "I gave notice on my flat.", "My brother resigned.",
        "My laptop stopped working.", "I stopped working at six today.", "I stopped working on the report.",
        "My last day at Corvell was supposed to be Friday.", "My last day at PyCon was Friday.",
    ],
)  # fmt: skip
def test_who_resigns_from_something_else_or_stops_for_a_day_keeps_the_job(said: str) -> None:
    assert ends("I work at Corvell.", said) == ([], [])


@pytest.mark.parametrize("said", ["My last day at Corvell was Friday.", "Friday was my last day at Corvell."])
def test_the_last_day_that_was_ends_it(said: str) -> None:
    assert ends("I work at Corvell.", said) == (["Corvell"], [])
