"""A change is told where it is told as real: not in a mock-up, under a lie, or taken back right behind.

Crossed: what is known, a change of it, and the words around the change.
"""

from __future__ import annotations

import pytest

from tests.dated_worlds import ME
from tests.overlay_worlds import changes, told

pytestmark = pytest.mark.usefixtures("read_once")

KNOWN = {
    "I live in Leeds.": "I live in Porto now",
    "My manager is Priya.": "my manager is now Dana",
    "We use MySQL as our database.": "we've switched to Postgres",
    "My deadline is 5 May.": "the deadline has moved to 9 June",
    "My dog is called Rex.": "my dog is called Bella now",
}
UNREAL = (
    # set in what is not real
    "In the simulation {c}.",
    "In the Sims save I started last night, {c}.",
    "In Stardew Valley {c}.",
    "In my Minecraft world {c}.",
    "On the wireframe, {c}.",
    "In the test data, {c}.",
    "For the sake of argument, {c}.",
    "For demo purposes, {c}.",
    "{C}, at least in the game I'm playing.",
    "{C} (only in the demo account, mind you).",
    "Under the plan that we haven't agreed on yet, {c}.",
    # told untruly, or hanging on what does not tell it
    "I lied to the recruiter and said {c}.",
    "I've been letting my aunt believe {c} because the truth would upset her.",
    "My excuse to the neighbours was that {c}, and they bought it.",
    "The test fixture claims that {c}.",
    "The seed data has a row claiming {c}.",
    "People think {c}.",
    "You seem to think {c}.",
    "Half the office has got it into their heads that {c}.",
    "There's a false rumour going round that {c}.",
    # wished, hoped and waited for
    "It would be nice to say {c}.",
    "I'd give anything to be able to say {c}.",
    "I hope {c}.",
    "{C}, fingers crossed.",
    "I'm still waiting for the email confirming that {c}.",
    "Remind me to update the form once {c}.",
    # said of it behind
    "I told my mum that {c}, which isn't true.",
    "{C} - or so I thought.",
    "{C}, or that's what I've been telling people.",
    "{C} (just an example).",
    "{C}, if you believe the office gossip, which you shouldn't.",
    "{C}, my grandmother insists.",
    "{C}, says the insurance company, who have confused me with another customer.",
    "{C}, which is only a thought at this stage.",
    "{C} - that's option two, and I haven't picked one yet.",
    "{C}, and pigs can fly.",
    "{C}. As if!",
    "{C}. None of this is real, I'm only checking how the reminder works.",
    "{C}. Pretend that's the case for a moment.",
    "I was this close to writing back that {c}.",
    "One option we're looking at is that {c}, nothing decided yet.",
    "{C}. Nah, just messing with you.",
    "{C}. That's row 14 of the dummy CSV.",
    "{C}. That was a rehearsal for the prank.",
    "{C}. How would you put that in Portuguese?",
    "{C}. This is the plan I'm toying with, so poke holes in it.",
    "{C}: would that be a smart move, do you think?",
)
REAL = (
    "FYI, {c}.",
    "No joke, {c}.",
    "I'm happy to report that {c}.",
    "I should mention that {c}.",
    "I told my mum yesterday that {c}.",
    "My wife reminded me that {c}.",
    "The upshot is that {c}.",
    "It turns out {c}.",
    "{C}, which is great.",
    "{C}, and that was a good idea.",
    "{C}. That was the plan all along.",
    "{C}. No joke, it really happened.",
    "{C}. It was only a rumour for ages and now it's done.",
    "{C}. Remind me to tell Tom.",
    "{C}, so please update it. That would be great.",
    "{C}, according to my new contract.",
    "{C}. Well, not alone, of course.",
    "{C}. I can't wait till we see you.",
    "{C}. Can you help me with the test data for the sandbox?",
    "{C} (sorry, should have told you sooner).",
)
HEARD = [(known, said) for known, said in KNOWN.items() if "dog" not in known]
"""Whose change is heard in so many words."""


def around(frame: str, said: str) -> str:
    return frame.replace("{c}", said).replace("{C}", said[0].upper() + said[1:])


@pytest.mark.parametrize("frame", UNREAL)
@pytest.mark.parametrize("known", KNOWN)
def test_what_is_not_told_as_real_retires_nothing(known: str, frame: str) -> None:
    assert "applied" not in {state for *_, state in changes(known, around(frame, KNOWN[known]))}


@pytest.mark.parametrize("frame", REAL)
@pytest.mark.parametrize(("known", "said"), HEARD)
def test_what_is_told_as_real_in_such_words_changes_it(known: str, said: str, frame: str) -> None:
    assert "applied" in {state for *_, state in changes(known, around(frame, said))}


HELD = {"I live in Leeds": "I live in Porto now.", "my manager is Priya": "My manager is now Dana."}
NO_PREMISE = (
    "In the game I'm playing {c}, so which quest comes next?",
    "In my D&D campaign {c}, so keep that in mind.",
    "Hypothetically speaking, {c}. Does your advice change?",
    "I dreamt last night that {c} - what would Freud say?",
    "Say, for argument's sake, {c}; would you recommend the same thing?",
    "The seed data has a row claiming {c}, is that a problem?",
    "People at work are convinced that {c}. How do I tell them?",
    "It isn't true that {c}, whatever you've heard.",
    "{C}. How would you put that in Portuguese?",
    "{C} - or so I thought. What now?",
    "{C}, says the CRM. The CRM is wrong, as usual.",
    "{C}. That's row 14 of the dummy CSV, can you check it?",
)
PREMISE = (
    "Since {c}, what should I keep in mind?",
    "Given that {c}, is there anything I ought to change?",
    "{C}. What does that mean for my week?",
    "My neighbour thinks I'm on holiday, but {c}. What now?",
)


def blocks(old: str, frame: str) -> bool:
    overlay = told(f"{old[0].upper()}{old[1:]}.", HELD[old]).overlay
    return bool(overlay.recall(around(frame, old), scope=ME).blocked)


@pytest.mark.parametrize("frame", NO_PREMISE)
@pytest.mark.parametrize("old", HELD)
def test_what_is_not_taken_for_granted_is_no_premise(old: str, frame: str) -> None:
    assert not blocks(old, frame)


@pytest.mark.parametrize("frame", PREMISE)
@pytest.mark.parametrize("old", HELD)
def test_what_is_taken_for_granted_is_blocked_where_it_is_over(old: str, frame: str) -> None:
    assert blocks(old, frame)
