"""What is told while something else is asked: who took over from whom, what is over, what goes by another name now.

Two stretches that stand apart tell nothing together: what is missed and what was joined may each be of anything.
"""

from __future__ import annotations

import pytest

from atma_overlay.records import DecisionState, Status
from tests.overlay_worlds import told

ACTIVE = Status.ACTIVE


def current(*said: str) -> set[str]:
    """The values that are current after some utterances."""
    return {r.value for r in told(*said).timeline().records if r.status is ACTIVE and r.valid_to is None}


def over(*said: str) -> set[str]:
    """The values that no longer hold, and those of which that is proposed."""
    timeline = told(*said).timeline()
    proposed = {t.from_value or "" for t in timeline.transitions if t.state is DecisionState.PROPOSED}
    return {r.value for r in timeline.records if r.status is not ACTIVE} | proposed


@pytest.mark.parametrize(
    ("known", "said", "old", "new"),
    [
        ("My manager is Ilka.", "My first one-to-one is with Bram, since he took over from Ilka.", "Ilka", "Bram"),
        ("My manager is Ilka.", "It's with Bram, who took over from Ilka in March.", "Ilka", "Bram"),
        ("My manager is Ilka.", "It's with Bram, who took over our team from Ilka.", "Ilka", "Bram"),
        ("My doctor is Dr Ames.", "Dr Ames retired, so they put me on Dr Lind's list.", "Dr Ames", "Dr Lind"),
        ("Our landlord is Mr Kerr.", "The rent goes to Ms Dahl since Mr Kerr moved away.", "Mr Kerr", "Ms Dahl"),
        (
            "My daughter Ella has piano with Mrs Webb.",
            "Mr Otto, who's been teaching Ella piano since Mrs Webb moved away, is strict.",
            "Mrs Webb",
            "Mr Otto",
        ),
        ("My GP is Dr Ames.", "Dr Lind, who's been my GP since Dr Ames retired, says to rest.", "Dr Ames", "Dr Lind"),
    ],
)
def test_who_took_over_from_somebody_does_what_they_did(known: str, said: str, old: str, new: str) -> None:
    assert old in over(known, said)
    assert new in current(known, said)


@pytest.mark.parametrize(
    ("known", "said", "old"),
    [
        (
            "I take amlodipine.",
            "They took me off the amlodipine altogether, where do the boxes go?",
            "amlodipine",
        ),
        ("We have Netflix.", "What's worth reading? We read more since we cancelled Netflix.", "Netflix"),
        ("I drive a Skoda Octavia.", "I traded the Skoda in on Saturday.", "Skoda Octavia"),
        ("My dog is called Biscuit.", "Since we had to put Biscuit to sleep I can't look at his basket.", "Biscuit"),
        ("My partner is Marek.", "Marek and I split up in the summer, long story.", "Marek"),
        ("My partner is Marek.", "Marek and I broke up last week, don't ask.", "Marek"),
    ],
)
def test_an_end_that_is_told_for_itself_needs_nothing_beside_it(known: str, said: str, old: str) -> None:
    assert old in over(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Norvane.", "Norvane never had a gym; I've joined Fitworks."),
        ("My manager is Ilka.", "When Ilka went to get coffee, Bram took over the slides."),
        ("My manager is Ilka.", "Bram took over the slides from Ilka for the demo."),
        ("My manager is Ilka.", "I miss Ilka, she's on a course. Bram leads the stand-ups."),
        ("My bank is Barclays.", "I've cut up the Barclays credit card, and opened one with Amex."),
        ("I use Gmail.", "I left Gmail open while I was moving to Outlook's calendar view."),
        ("I live in Leeds.", "My umbrella stayed behind in Leeds, and we've just unpacked in Porto."),
        ("My daughter is Ella.", "Leo is in Ella's room, she's on a school trip."),
        ("I drive a Fiesta.", "Third week at Halden, and I miss the canteen we had when I was at Norvane."),
        ("I live in Ghent.", "Third week at Halden and I still cycle home to Ghent for lunch."),
        ("I drive a Fiesta.", "I closed Barclays last month, and the second lesson with Ilse was fun."),
        ("My manager is Ilka.", "Ilka retired the old tracker. My first one-to-one with Bram from sales went well."),
        ("I live in Leeds.", "My sister left Leeds for Bristol on Friday."),
        ("My manager is Priya.", "Sam is in Priya's chair today, she's off sick."),
        ("My wife is Sue.", "Sue never had patience with kids, so it's Bob who teaches them."),
        ("My best friend is Amy.", "Amy never had kids. Three weeks with Beth and her twins wore me out."),
        (
            "My doctor is Dr Osei.",
            "Dr Osei never once made me wait. I had my first appointment with Dr Kim for my skin.",
        ),
        ("I play for the Rovers.", "It was my last game for the Rovers and we lost 3-1."),
        ("I use Zoom.", "When I closed Zoom, the laptop cooled down."),
        ("My dog is called Rex.", "The vet put Rex to sleep for an hour to clean his teeth."),
        ("I take sertraline.", "The doctor never took me off sertraline completely."),
        ("I'm learning Japanese.", "My study buddy traded Japanese for Korean after two weeks."),
        ("I work at Norvane.", "My brother's first week at Halden beats what he had when he was at Norvane."),
        ("I drive a Fiesta.", "The Kia we've got as a courtesy car is quiet while the Fiesta is at the garage."),
        ("I work at Norvane.", "If I ever left Norvane, my first week at Halden would be a shock."),
        (
            "I'm building the portal in Vue.",
            "The last test in the portal got deleted today. Now that it's all green, what next?",
        ),
        ("I'm learning Italian.", "I do regret dropping the Italian class on Friday; our trip was moved to Lisbon."),
        ("My dentist is Dr Ames.", "Dr Ames was ill, so I had my second cleaning with Dr Lind this once."),
    ],
)
def test_two_stretches_that_stand_apart_tell_nothing_together(known: str, said: str) -> None:
    assert over(known, said) == set()


@pytest.mark.parametrize(
    ("known", "said", "old", "new"),
    [
        (
            "My project is called Bluefin.",
            "Bluefin is now Kestrel, please use that in the slides.",
            "Bluefin",
            "Kestrel",
        ),
        ("I work at Tervane.", "Tervane is now Kolibri.", "Tervane", "Kolibri"),
        ("I bank with TSB.", "TSB is now Santander.", "TSB", "Santander"),
    ],
)
def test_what_goes_by_another_name_now_has_that_name(known: str, said: str, old: str, new: str) -> None:
    assert old in over(known, said)
    assert new in current(known, said)


@pytest.mark.parametrize(
    ("known", "said", "kept"),
    [
        ("My manager is Ana.", "Ana is now Director.", "Ana"),
        ("I work at Acme.", "Acme is now Public.", "Acme"),
        ("I work at Acme.", "Acme is now part of Globex.", "Acme"),
        ("I take Zyrtec.", "Zyrtec is now OTC.", "Zyrtec"),
        ("My project is called Bluefin.", "Bluefin is now Priya's.", "Bluefin"),
        ("My project is called Bluefin.", "Bluefin is now Open Source.", "Bluefin"),
        ("I work at Rivet.", "Rivet is now Series B.", "Rivet"),
        ("My son Leo is nine.", "Leo is now Captain.", "Leo"),
        ("My sister lives in Leeds.", "Leeds is now Second.", "Leeds"),
    ],
)
def test_what_somebody_or_something_is_now_is_no_name(known: str, said: str, kept: str) -> None:
    assert kept in current(known, said)


@pytest.mark.parametrize(
    ("known", "said", "old", "new"),
    [
        ("Our backend runs on MySQL.", "We're on PostgreSQL now.", "MySQL", "PostgreSQL"),
        ("Our API runs on Flask.", "We've now ported the whole API from Flask to FastAPI.", "Flask", "FastAPI"),
        ("I bank with Barclays.", "My account is with Nationwide now.", "Barclays", "Nationwide"),
        ("I have Spotify Premium.", "I switched to Tidal.", "Spotify Premium", "Tidal"),
    ],
)
def test_what_is_told_of_a_thing_is_told_by_what_its_name_is(known: str, said: str, old: str, new: str) -> None:
    assert old in over(known, said)
    assert new in current(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I carry an EpiPen.", "My EpiPen ran out in May so I've got a new one from the chemist."),
        ("I have a travel card.", "My travel card expired, so I bought a new one."),
    ],
)
def test_what_ran_out_and_was_got_anew_is_had(known: str, said: str) -> None:
    assert over(known, said) == set()


def test_the_second_of_a_month_is_no_slip_of_the_finger() -> None:
    assert "2 June" in current("The deadline was moved to 2 June.")


def test_the_day_of_a_class_takes_no_hours_place() -> None:
    assert over("My class is at 10.", "My class is on Tuesdays now.") == set()


def test_a_language_has_its_name_alone() -> None:
    assert "Italian" in current("I'm learning Italian ready for our trip.")


def test_the_usual_amount_is_the_amount() -> None:
    assert over("I'm on 75 mg of venlafaxine.", "Since yesterday I'm back on my usual 75 mg.") == set()


def test_somebody_with_a_title_is_no_home() -> None:
    assert current("I live in Leeds.", "I've been moved to Dr Lind.") == {"Leeds"}


def test_a_school_of_a_saint_has_one_name() -> None:
    assert "St Brendan's Primary" in current("My son goes to St Brendan's Primary.")
