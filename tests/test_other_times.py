"""What is told of another time than now changes nothing of what is known, and what is told of now does.

Crossed: what is known, what would take its place in four forms of its verb, and the words around it.
"""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes, left

pytestmark = pytest.mark.usefixtures("read_once")

KNOWN = {
    "I live in Leeds.": ("live in Porto", "living in Porto", "lived in Porto", "lived in Porto"),
    "I work at Acme.": ("work at Globex", "working at Globex", "worked at Globex", "worked at Globex"),
    "I drive a Ford Focus.": ("drive a Tesla", "driving a Tesla", "drove a Tesla", "driven a Tesla"),
    "I commute by train.": ("commute by bike", "commuting by bike", "commuted by bike", "commuted by bike"),
    "I study physics.": ("study law", "studying law", "studied law", "studied law"),
    "I report to Dana.": ("report to Luis", "reporting to Luis", "reported to Luis", "reported to Luis"),
}
OF_ANOTHER_TIME = (
    # a perfect of what has been so at some time, so often or on and off
    "I've {pp} before, and I didn't like it.",
    "I have {pp} in the past.",
    "In the past I've {pp}.",
    "I've {pp} on and off since school.",
    "I've {pp} a few times over the years.",
    "I've {pp} two or three times.",
    "I have previously {pp}.",
    "I've {pp} at some point or other.",
    "I've {pp} as a student.",
    "I've {pp}, but that was years ago.",
    "I've {pp} now and again.",
    # next to never
    "I hardly ever {base} any more.",
    "I almost never {base}.",
    "I seldom {base}.",
    "Once in a blue moon, when it rains, I {base}.",
    "Rarely do I {base}.",
    "It's not very often that I {base}.",
    "I only {base} when I'm abroad.",
    # no chance of it
    "There's no chance that I'm {ing}.",
    "No way I'm {ing}.",
    "Not in a hundred years would I {base}.",
    # remembered, thought of, weighed
    "I still remember {ing}.",
    "I miss {ing}, it was fun.",
    "The thought of {ing} scares me.",
    "My days of {ing} are over.",
    "Nothing keeps me from {ing}.",
    "It's been three years since I last {past}.",
    "I'm torn between staying as I am and {ing}.",
    "I can't choose between what I do now and {ing}.",
    "Unless something happens I may {base} one day.",
    "The suggestion that I {base} was voted down.",
    # believed by others, or said for effect
    "People always think I {base}.",
    "Everyone at work just assumes that I {base}.",
    "Anyone would believe I {base}.",
    "I told the neighbours that I {base} just to impress them.",
    "I said I {base} to sound clever.",
)
BESIDE = (
    "Sometimes I {base}.",
    "Every now and again I {base}.",
    "Whenever my sister is here I {base}.",
    "When I'm on holiday I {base}, else it's the same as always.",
    "Now and then, when I'm visiting my parents, I {base}.",
)
OF_NOW = (
    "I've {pp} since February.",
    "I've {pp} for two months now.",
    "I've {pp} ever since the wedding.",
    "For the past three weeks I've {pp}.",
    "Not sure if I told you, but I've {pp} since May.",
    "I switched in spring and have {pp} ever since.",
    "I changed over a while ago and currently {base}.",
    "I took the plunge and now {base}.",
    "I ended up {ing} after all, and that's how things are today.",
    "I've settled into {ing}, having dropped the old one.",
    "I've gone over to {ing}.",
    "I've finally got used to {ing}.",
    "I'm still getting the hang of {ing}.",
    "My new normal is that I {base}.",
    "Guess who's {ing} now? Me!",
    "Everyone's surprised that I {base} now.",
    "My friends can't believe that I {base} now.",
    "Six months ago I swapped, and I still {base} today.",
    "After years of the old one I made a switch, and today I {base}.",
    "At the moment I {base}, and that won't change.",
    "I used to do it differently, but now I {base}.",
)
DOSES = (
    "I took 50 mg of sertraline in 2014.",
    "From 2015 to 2018 I took 50 mg of sertraline.",
    "I took 50 mg of sertraline for two weeks in June.",
    "I took 50 mg of sertraline for one night last week.",
    "At the time of the accident in 2011 I was taking 50 mg of sertraline.",
    "Sometimes I take 50 mg of sertraline.",
)


def told(frame: str, known: str) -> str:
    base, ing, past, participle = KNOWN[known]
    said = frame.format(base=base, ing=ing, past=past, pp=participle)
    return said[0].upper() + said[1:]


@pytest.mark.parametrize("frame", OF_ANOTHER_TIME)
@pytest.mark.parametrize("known", KNOWN)
def test_what_is_told_of_another_time_retires_nothing_and_asks_nothing(known: str, frame: str) -> None:
    assert changes(known, told(frame, known)) == []


@pytest.mark.parametrize("frame", BESIDE)
@pytest.mark.parametrize("known", KNOWN)
def test_what_comes_and_goes_stands_beside_what_is_so(known: str, frame: str) -> None:
    assert left(known, told(frame, known)) == ("active", 0)


@pytest.mark.parametrize("frame", OF_NOW)
@pytest.mark.parametrize("known", [k for k in KNOWN if "drive" not in k and "study" not in k])
def test_what_is_told_of_now_takes_the_place(known: str, frame: str) -> None:
    assert "applied" in {state for *_, state in changes(known, told(frame, known))}


@pytest.mark.parametrize(
    "said", ["Guess who lives in Porto now? My sister!", "Who lives in Porto now?", "Guess who? Me!"]
)
def test_who_is_asked_for_is_the_speaker_only_where_they_answer_so(said: str) -> None:
    assert changes("I live in Leeds.", said) == []


@pytest.mark.parametrize("known", KNOWN)
def test_a_perfect_that_says_neither_only_asks(known: str) -> None:
    assert "applied" not in {state for *_, state in changes(known, told("I've {pp}.", known))}


@pytest.mark.parametrize("said", DOSES)
def test_a_dose_of_another_time_is_none_of_today(said: str) -> None:
    assert left("I take 20 mg of sertraline.", said) == ("active", 0)


@pytest.mark.parametrize("said", ["I take 50 mg of sertraline now.", "I've taken 50 mg of sertraline since May."])
def test_a_dose_of_today_takes_the_place(said: str) -> None:
    assert ("20 mg", "50 mg", "applied") in changes("I take 20 mg of sertraline.", said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I live in Leeds.", "I don't live in Porto, whoever told you that was wrong."),
        ("I live in Leeds.", "Who said I live in Porto? Please delete that."),
        ("I work at Acme.", "It says I work at Globex, please delete that."),
        ("I live in Leeds.", "The plan for me to live in Porto is off, so ignore what I said about it."),
        ("I work at Acme.", "I no longer work at Globex, please take that off my profile."),
        ("I live in Leeds.", "Delete the bit about me living in Porto, it was a mistake."),
        ("I use Firefox as my browser.", "I no longer use Brave as my browser."),
        ("I pay 900 euros in rent.", "I no longer pay 1,100 euros in rent."),
    ],
)
def test_what_is_denied_or_asked_to_be_forgotten_is_the_value_that_is_named(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I live in Porto.", "Who said I live in Porto? Please delete that."),
        ("I work at Globex.", "It says I work at Globex, please delete that."),
        ("I live in Porto.", "Delete the bit about me living in Porto, it was a mistake."),
        ("I use Brave as my browser.", "I no longer use Brave as my browser."),
    ],
)
def test_where_that_is_what_is_known_it_goes(known: str, said: str) -> None:
    assert left(known, said)[0] != "active"
