"""What is told of several people at once is told of each; who is called by a word, or without *my*, is somebody."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)


def current(*said: str) -> set[tuple[str, str, str]]:
    """What stands after all that is said: whose, what, and the value."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=45 * n))
        records = overlay.timeline(scope=ME).records
    return {(r.subject, r.attribute, r.value or "") for r in records if r.status == "active" and r.valid_to is None}


@pytest.mark.parametrize(
    ("said", "whose", "what", "value"),
    [
        ("Mum and Dad moved to Spain.", ("user's mum", "user's dad"), "home_city", "Spain"),
        ("My mum and dad live in Spain.", ("user's mum", "user's dad"), "home_city", "Spain"),
        ("Last week Mum and Dad moved to Spain.", ("user's mum", "user's dad"), "home_city", "Spain"),
        ("Anna and Sam moved to Leeds.", ("anna", "sam"), "home_city", "Leeds"),
        ("Anna, Sam and Mia live in Leeds now.", ("anna", "sam", "mia"), "home_city", "Leeds"),
        ("Kelly and Sam both work at BP.", ("kelly", "sam"), "employer", "BP"),
        ("My sister and her husband work at BP.", ("user's sister", "user's sister's husband"), "employer", "BP"),
        ("Ana and her sister moved to Spain.", ("ana", "ana's sister"), "home_city", "Spain"),
        ("My wife and I are vegan now.", ("user", "user's wife"), "diet", "vegan"),
        ("Tom and I use Linear now.", ("user", "tom"), "issue_tracker", "Linear"),
        ("Me and Tom moved to Leeds.", ("user", "tom"), "home_city", "Leeds"),
        ("Mark, Luke and I use Zulip.", ("user", "mark", "luke"), "chat_tool", "Zulip"),
        ("My kids Leo and Mia go to Elm School.", ("leo", "mia"), "school", "Elm School"),
        ("My brothers, Tom and Max, work at BP.", ("tom", "max"), "employer", "BP"),
        ("My son and daughter go to Elm School.", ("user's son", "user's daughter"), "school", "Elm School"),
        ("Tom and Jess have a dog called Rex.", ("tom", "jess"), "pet_dog", "Rex"),
    ],
)
def test_what_several_people_do_is_told_of_each(said: str, whose: tuple[str, ...], what: str, value: str) -> None:
    assert {(who, what, value) for who in whose} == {x for x in current(said) if x[1] == what}


@pytest.mark.parametrize(
    ("known", "said", "gone", "new"),
    [
        ("Anna lives in York.", "Anna and Sam moved to Spain.", "York", "Spain"),
        ("Mum lives in York.", "Mum and Dad moved to Spain.", "York", "Spain"),
        ("Mum lives in York.", "Yesterday Mum moved to Spain.", "York", "Spain"),
        ("mum lives in York.", "last week mum moved to Spain.", "York", "Spain"),
        ("Dad lives in York.", "this evening dad moved to Spain.", "York", "Spain"),
        ("My sister lives in York.", "My sister and her husband moved to Spain.", "York", "Spain"),
        ("Anna works at Shell.", "Anna and Sam both work at BP now.", "Shell", "BP"),
        ("Anna is vegan.", "Anna and Sam are no longer vegan.", "vegan", ""),
        ("Mum and Dad live in York.", "Mum and Dad don't live in York any more.", "York", ""),
        ("Mark lives in York.", "Mark's moved to Leeds.", "York", "Leeds"),
    ],
)
def test_what_changes_for_several_changes_for_each(known: str, said: str, gone: str, new: str) -> None:
    assert gone in {value for _, _, value in current(known)}
    after = {value for _, _, value in current(known, said)}
    assert gone not in after
    assert not new or new in after


@pytest.mark.parametrize(
    "said",
    [
        "Tom and Jess work at BP now.",
        "Tom and Jess both work at BP.",
        "Mum and Dad work at BP these days.",
        "Tom and Jess said I should work at BP.",
        "Tom and Jess used to work at BP.",
        "Rob works at BP now.",
        "Drew works for BP.",
        "Kelly works at BP now.",
        "Mark's now at BP.",
    ],
)
def test_what_others_do_is_not_the_speakers(said: str) -> None:
    assert ("user", "employer", "Shell") in current("I work at Shell.")
    assert {x for x in current("I work at Shell.", said) if x[:2] == ("user", "employer")} == {
        ("user", "employer", "Shell")
    }


@pytest.mark.parametrize(
    "said",
    [
        "Tom and Jess got married.",
        "Tom and Jess are twins.",
        "Tom and Jess live together in York.",
        "Tom and Jess live in York and Leeds respectively.",
    ],
)
def test_what_holds_of_them_only_together_is_not_told_of_each(said: str) -> None:
    held = current(said)
    assert not {("tom", "marital_status", "married"), ("tom", "home_city", "York")} & held


@pytest.mark.parametrize(
    "name", ["Rob", "Mark", "Bill", "Drew", "Nick", "Chase", "Rich", "Rose", "Kelly", "Sally", "Carly"]
)
@pytest.mark.parametrize(
    ("known", "does"),
    [
        ("I drive a Golf.", "drives a Skoda now"),
        ("I live in York.", "moved to Leeds"),
        ("I work at Shell.", "works at BP now"),
        ("I take sertraline.", "takes metformin now"),
        ("I use Slack.", "switched to Teams"),
    ],
)
def test_who_has_a_word_for_a_name_does_what_is_told_of_them(name: str, known: str, does: str) -> None:
    before = {x for x in current(known) if x[0] == "user"}
    assert before
    after = current(known, f"{name} {does}.")
    assert {x for x in after if x[0] == "user" and x[1] in {a for _, a, _ in before}} == before


@pytest.mark.parametrize(
    "said",
    [
        "Finally moved to Leeds.",
        "Really moved to Leeds now.",
        "Mark my words, I moved to Leeds.",
        "Rob me of York, I moved to Leeds.",
    ],
)
def test_a_word_that_opens_a_sentence_is_no_name_for_that(said: str) -> None:
    assert ("user", "home_city", "Leeds") in current("I live in York.", said)
    assert ("user", "home_city", "York") not in current("I live in York.", said)
