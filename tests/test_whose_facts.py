"""Whose a told fact is, and whether it is one: what *it* does, what is former, what was renamed, what was not so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.views import StateRecord, TransitionRecord

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def told(*texts: str) -> tuple[list[TransitionRecord], list[StateRecord]]:
    """The applied transitions of all texts, and the records of the last one."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        moves: list[TransitionRecord] = []
        records: list[StateRecord] = []
        for n, text in enumerate(texts):
            news = overlay.remember([Turn(text=text, observed_at=FIRST + timedelta(days=n))], scope=ME)
            moves += [t for t in news.transitions if t.state == "applied"]
            records = list(news.records)
        return moves, records


@pytest.mark.parametrize(
    ("mine", "its"),
    [
        ("I work at Acme.", "It works at Norvane now."),
        ("I live in Porto.", "It has moved to Leeds."),
        ("I use Vim as my editor.", "It switched from Vim to Emacs."),
        ("I bank with Chase.", "It banks with Monzo now."),
        ("I live in Porto.", "It left Porto."),
        ("I work at Acme.", "The agency is nice. It works at Norvane now."),
    ],
)
def test_what_it_does_changes_nothing_that_only_a_person_has(mine: str, its: str) -> None:
    moves, records = told(mine, "I told you about the agency.", its)
    assert moves == []
    assert [r for r in records if r.subject == "user" and r.attribute in {"employer", "home_city", "bank"}] == []


@pytest.mark.parametrize(
    ("before", "now", "gone"),
    [
        ("Our database is Postgres.", "It moved from Postgres to MariaDB.", "Postgres"),
        ("My gym is Iron Hall.", "Iron Hall got too full, it was loud, and I cancelled Iron Hall.", "Iron Hall"),
    ],
)
def test_what_it_does_changes_what_is_told_of_a_thing(before: str, now: str, gone: str) -> None:
    moves, _ = told(before, now)
    assert [t.from_value for t in moves] == [gone]


@pytest.mark.parametrize(
    ("mine", "former"),
    [
        ("I work at Acme.", "My old company is with Norvane now."),
        ("I work at Acme.", "My former employer is now called Norvane."),
        ("My manager is Dana.", "My old manager Ravi left the company."),
        ("My manager is Dana.", "Ravi, my former manager, is now at Norvane."),
        ("My manager is Dana.", "My old colleague Ines took over from Dana at Norvane."),
        ("I bank with Chase.", "My previous bank is Monzo."),
        ("My landlord is Mr. Osei.", "My previous landlord, Ms. Varga, moved to Leeds."),
    ],
)
def test_what_is_former_takes_no_place(mine: str, former: str) -> None:
    assert told(mine, former)[0] == []


def test_the_present_one_takes_it_beside_the_former_one() -> None:
    moves, _ = told("My manager is Dana.", "My old boss left and Ravi is my manager now.")
    assert [(t.from_value, t.to_value) for t in moves] == [("Dana", "Ravi")]


@pytest.mark.parametrize(
    ("before", "now", "gone", "new"),
    [
        ("I work at Acme.", "Acme is now called Norvane.", "Acme", "Norvane"),
        ("I work at Acme.", "Acme has been renamed Norvane.", "Acme", "Norvane"),
        ("I work at Acme.", "Acme changed its name to Norvane.", "Acme", "Norvane"),
        ("I work at Acme.", "Acme rebranded as Norvane.", "Acme", "Norvane"),
        ("I work at Acme.", "My company is called Norvane now.", "Acme", "Norvane"),
        ("My gym is Corepoint.", "My gym changed its name from Corepoint to Basement.", "Corepoint", "Basement"),
        ("My cat is called Mog.", "I renamed my cat from Mog to Olive.", "Mog", "Olive"),
    ],
)
def test_a_new_name_takes_the_place_of_the_old_one(before: str, now: str, gone: str, new: str) -> None:
    moves, _ = told(before, now)
    assert [(t.from_value, t.to_value) for t in moves] == [(gone, new)]


@pytest.mark.parametrize(
    "text",
    [
        "Twitter is now called X.", "Acme is sometimes called the Firm.", "My brother's company is now called Norvane.",
        "Acme was called Norvane once.", "Is Acme called Norvane now?",
    ],
)  # fmt: skip
def test_a_name_of_something_else_or_of_other_times_renames_nothing(text: str) -> None:
    moves, records = told("I work at Acme.", text)
    assert moves == []
    assert [r for r in records if r.subject == "user" and r.attribute in {"employer", "switched_to"}] == []


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("I got promoted to team lead.", "team lead"),
        ("Promoted to site manager!", "site manager"),
        ("I've been made head of finance.", "head of finance"),
        ("I took over from Ravi as head of finance.", "head of finance"),
    ],
)
def test_a_promotion_takes_the_place_of_what_one_was(text: str, role: str) -> None:
    moves, _ = told("I'm a baker.", text)
    assert [(t.from_value, t.to_value) for t in moves] == [("baker", role)]


@pytest.mark.parametrize(
    "text",
    [
        "Marta took over from Ravi as head of finance.", "My brother got promoted to team lead.",
        "I wasn't promoted to team lead.", "I might get promoted to team lead.",
    ],
)  # fmt: skip
def test_a_promotion_of_somebody_else_or_none_is_not_the_speakers(text: str) -> None:
    moves, records = told("I'm a baker.", text)
    assert moves == []
    mine = [r for r in records if r.subject == "user" and r.attribute in {"occupation", "role"}]
    assert [r.value for r in mine if r.affirmed] == []


@pytest.mark.parametrize(
    ("mine", "text"),
    [
        ("My manager is Dana.", "Dana was laid off."),
        ("My girlfriend is Lena.", "Lena got fired."),
        ("My dog is called Rex.", "Rex nearly died last week."),
        ("I work at Acme.", "I never said I left Acme."),
        ("I work at Acme.", "It wasn't me who left Acme."),
        ("I work at Acme.", "According to LinkedIn I work at Norvane."),
        ("I live in Porto.", "People say I moved to Leeds."),
        ("My phone is a Pixel 7.", "I dropped my Pixel 7."),
        ("My girlfriend is Lena.", "Lena left me a note."),
        ("My girlfriend is Lena.", "I left Lena a note."),
        ("My girlfriend is Lena.", "I dropped Lena at the station."),
        ("My flatmate is Tom Hale.", "I sold Tom Hale my old bike."),
        ("My dog is called Rex.", "I lost Rex for an hour in the park."),
        ("My gym is Corepoint.", "Corepoint closed its sauna."),
        ("I listen to music on Spotify.", "I haven't cancelled Spotify yet."),
        ("I listen to music on Spotify.", "I switched off Spotify."),
        ("I live in Porto.", "I left Porto at six and was in Leeds by noon."),
        ("I live in Porto.", "You said I moved to Leeds."),
        ("I bank with Chase.", "Until 2020 my bank was Monzo."),
        ("My manager is Dana.", "Ravi took over from Dana on the panel."),
        ("My cat is called Mog.", "My neighbour renamed her cat from Mog to Olive."),
        ("Our database is Postgres.", "The vendor's database moved from Postgres to MariaDB."),
        ("My sister lives in Porto.", "Tom doesn't live in Ghent any more, he lives in Leeds."),
    ],
)
def test_what_only_sounds_like_an_end_ends_nothing(mine: str, text: str) -> None:
    assert told(mine, text)[0] == []


@pytest.mark.parametrize(
    ("mine", "text", "gone"),
    [
        ("My girlfriend is Lena.", "Lena left me.", "Lena"),
        ("My girlfriend is Lena.", "Lena is my ex now.", "Lena"),
        ("I work at Acme.", "Today was my last day at Acme.", "Acme"),
        ("I work at Acme.", "Norvane hired me.", "Acme"),
        ("I bank with Chase.", "I closed my Chase account.", "Chase"),
        ("My girlfriend is Lena.", "Lena dumped me last week.", "Lena"),
        ("My doctor is Dr. Pohl.", "I no longer see Dr. Pohl.", "Dr. Pohl"),
        ("I work at Acme.", "They let me go at Acme.", "Acme"),
        ("My phone is a Pixel 7.", "Someone nicked my Pixel 7.", "Pixel 7"),
        ("I drive a Volvo.", "I got rid of the Volvo.", "Volvo"),
        ("My car is a Volvo.", "I don't have the Volvo any more.", "Volvo"),
        ("My gym is Corepoint.", "I no longer go to Corepoint.", "Corepoint"),
        ("I subscribe to Mubi.", "I unsubscribed from Mubi.", "Mubi"),
        ("I take sertraline.", "I stopped sertraline two weeks ago.", "sertraline"),
    ],
)
def test_an_end_is_heard_however_it_is_told(mine: str, text: str, gone: str) -> None:
    assert [t.from_value for t in told(mine, text)[0]] == [gone]


@pytest.mark.parametrize(
    ("text", "year"), [("In 2019 I took sertraline.", 2020), ("In 2018 I used Emacs.", 2019)]
)  # fmt: skip
def test_a_state_of_a_time_that_is_over_is_over(text: str, year: int) -> None:
    ends = [r.valid_to for r in told(text)[1] if r.subject == "user"]
    assert ends
    assert all(end is not None and end <= datetime(year, 1, 1, tzinfo=UTC) for end in ends)


@pytest.mark.parametrize(
    ("mine", "text", "gone", "new"),
    [
        ("I bank with Chase.", "I now bank with Monzo instead of Chase.", "Chase", "Monzo"),
        ("My doctor is Dr. Pohl.", "I see Dr. Maes now instead of Dr. Pohl.", "Dr. Pohl", "Dr. Maes"),
        ("I'm learning Dutch.", "I'm learning Spanish now instead of Dutch.", "Dutch", "Spanish"),
        ("I play the cello.", "I play the oboe now instead of the cello.", "cello", "oboe"),
    ],
)
def test_what_is_done_now_instead_takes_the_place(mine: str, text: str, gone: str, new: str) -> None:
    assert [(t.from_value, t.to_value) for t in told(mine, text)[0]] == [(gone, new)]


@pytest.mark.parametrize(
    "text",
    [
        "I'd bank with Monzo instead of Chase.", "She banks with Monzo now instead of Chase.",
        "I paid with Monzo instead of Chase today.",
    ],
)  # fmt: skip
def test_what_would_be_done_instead_or_for_once_does_not(text: str) -> None:
    assert told("I bank with Chase.", text)[0] == []


def test_he_is_nobodys_sister() -> None:
    assert told("My sister lives in Porto.", "Somebody rang. He lives in Leeds now.")[0] == []


@pytest.mark.parametrize("who", ["The Hendersons run", "A friend of Lena's runs", "The Okafors run"])
def test_what_a_family_or_somebodys_friend_does_is_not_the_speakers(who: str) -> None:
    moves, records = told("I run on Thursdays.", f"{who} on Mondays now.")
    assert moves == []
    assert [r for r in records if r.subject == "user" and r.attribute == "run_on"] == []


def test_what_a_relative_does_is_told_of_the_relative() -> None:
    _, records = told("My daughter goes to Oakfield.")
    assert {r.subject for r in records} == {"user's daughter"}


@pytest.mark.parametrize(
    ("mine", "text"),
    [
        ("I'm having an art show.", "I'm putting together an art show."),
        ("I have a new bike.", "I put together my new bike yesterday."),
        ("I have a sofa.", "I'm putting the sofa together."),
    ],
)
def test_what_is_put_together_does_not_end(mine: str, text: str) -> None:
    assert told(mine, text)[0] == []


@pytest.mark.parametrize(
    ("before", "now", "whose"),
    [
        ("My wife's car is a Golf.", "My wife drives a Polo now.", "user's wife"),
        ("My wife drives a Golf.", "My wife's car is a Polo now.", "user's wife"),
        ("Our neighbour's car is a Golf.", "My neighbour drives a Polo now.", "user's neighbour"),
        ("The kids' school is Elm.", "My kids go to Pine School now.", "user's kid"),
        ("My sister Lotte's car is a Golf.", "Lotte drives a Polo now.", "lotte"),
        ("My sister Lotte drives a Golf.", "My sister's car is a Polo now.", "lotte"),
    ],
)
def test_what_somebody_has_and_does_is_told_of_one(before: str, now: str, whose: str) -> None:
    moves, _ = told(before, now)
    assert [t.subject for t in moves] == [whose]


@pytest.mark.parametrize(
    ("theirs", "others"),
    [
        ("My sister's car is a Golf.", "My wife's sister's car is a Polo."),
        ("A friend's car is a Golf.", "My friend's car is a Polo."),
        ("My ex-wife's car is a Golf.", "My wife's car is a Polo."),
        ("My friend Tom lives in Ghent.", "His sister lives in Porto."),
        ("My friend Tom drives a Golf.", "His wife's car is a Polo."),
        ("My colleague Ann works at Acme.", "Her brother works at Norvane."),
        ("My sister lives in Ghent.", "Her boss moved to Porto."),
    ],
)
def test_what_those_of_somebody_have_is_not_theirs(theirs: str, others: str) -> None:
    assert told(theirs, others)[0] == []


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("My desk is room 3.", "Anna's desk is room 5."),
        ("My desk is room 3.", "His desk is room 5."),
        ("My room is room 3.", "My sister's room is room 5."),
        ("My locker is box 3.", "The coach's locker is box 5."),
        ("My tent is pitch 12.", "Their tent is pitch 40."),
        ("My stall is plot 7.", "The baker's stall is plot 9."),
    ],
)
def test_what_is_numbered_of_somebody_elses_thing_is_none_of_the_speakers(mine: str, theirs: str) -> None:
    moves, records = told(mine, theirs)
    assert moves == []
    assert [r for r in records if r.subject == "user"] == []


@pytest.mark.parametrize("once", ["Tomorrow I cover ward 9.", "On Friday I cover ward 9.", "I cover ward 9 this week."])
def test_a_number_of_one_day_or_week_takes_no_other_ones_place(once: str) -> None:
    moves, _ = told("I cover ward 7.", once)
    assert moves == []


def test_a_number_from_a_day_on_takes_the_place_of_the_one_before() -> None:
    moves, _ = told("I cover ward 7.", "I cover ward 9 now.")
    assert {(t.from_value, t.to_value) for t in moves} == {("ward 7", "ward 9")}


@pytest.mark.parametrize(
    ("mine", "done"),
    [
        ("My sister is Lotte.", "My sister's sold the flat."),
        ("My sister is Lotte.", "My sister's left the choir."),
        ("My dentist is Dr Sorel.", "My dentist's sold her practice."),
        ("My landlord is Mr Brown.", "My landlord's sold his car."),
        ("My gym is Corepoint.", "My gym's closed its pool."),
        ("My employer is Acme.", "Acme's cancelled the picnic."),
        ("I work at Acme.", "Acme's closed its Leeds office."),
        ("I use Slack.", "Slack's dropped the free plan."),
        ("My coach is Ben.", "My coach's quit his day job."),
        ("My phone provider is Vodafone.", "Vodafone has ended the trial."),
        ("My phone provider is Vodafone.", "Vodafone closed two branches yesterday."),
        ("My bank is Chase.", "I heard Chase has just shut the car park."),
        ("My dog is Rex.", "Rex has finished the course."),
        ("My gym is Corepoint.", "My gym ran out of towels."),
        ("My team uses Jira.", "My team has hired Tom."),
        ("My team uses Jira.", "My team moved to York."),
        ("My doctor is Dr Sorel.", "Dr Sorel's quit smoking."),
        ("My phone is a Pixel 8.", "The coach's phone is a Galaxy S9."),
        ("My phone is a Pixel 8.", "Anna's phone is a Galaxy S9."),
    ],
)
def test_what_somebody_has_done_or_has_of_their_own_is_no_end_of_theirs(mine: str, done: str) -> None:
    moves, _ = told(mine, done)
    assert moves == []


@pytest.mark.parametrize(
    ("mine", "gone"),
    [
        ("My car is a Skoda.", "My car's sold."),
        ("My car is a Skoda.", "My car's sold this week."),
        ("My car is a Skoda.", "My car's been sold."),
        ("My gym is Corepoint.", "My gym's closed."),
        ("My gym is Corepoint.", "Corepoint closed its doors yesterday."),
        ("My gym is Corepoint.", "Corepoint has shut down."),
        ("My gym is Corepoint.", "Corepoint closed last week."),
    ],
)
def test_what_is_sold_or_closed_itself_is_over(mine: str, gone: str) -> None:
    moves, _ = told(mine, gone)
    assert [t.to_value for t in moves] == [None]


@pytest.mark.parametrize(
    "once",
    [
        "My gym was closed yesterday.",
        "Corepoint closed early today.",
        "My gym ended early today.",
        "My gym is closed for lunch.",
        "Corepoint is closing early.",
        "My gym left at five.",
        "My gym is over there.",
        "Corepoint has gone quiet.",
    ],
)
def test_what_is_over_for_once_is_not_over(once: str) -> None:
    moves, _ = told("My gym is Corepoint.", once)
    assert moves == []
