"""What a query itself tells as past is no premise; a word for the past elsewhere in it frees nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
FIRST, NOW = datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
SAID = (
    "I live in Leeds.", "I work at Acme.", "My manager is Priya.", "My rent is £900.", "We use Jenkins for CI.",
    "I drive a Golf.", "Our database is MySQL.", "I bank with Monzo.", "My phone is a Pixel 7.",
    "I moved to York.", "I left Acme and joined Globex.", "My new manager is Tom.", "My rent went up to £950.",
    "We switched from Jenkins to Buildkite.", "I sold my Golf.", "We migrated our database from MySQL to Postgres.",
    "I switched banks from Monzo to Starling.", "My phone is an iPhone 15 now.",
)  # fmt: skip


@pytest.fixture(scope="module")
def overlay() -> Overlay:
    """Somebody all of whose facts have changed."""
    made = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for n, text in enumerate(SAID):
        made.remember(text, scope=ME, observed_at=FIRST + n * timedelta(days=20))
    return made


def outdated(overlay: Overlay, query: str) -> list[str]:
    return [premise.text for premise in overlay.recall(query, scope=ME, now=NOW).blocked]


@pytest.mark.parametrize(
    "query",
    [
        "I left Acme last spring, how do I get my P45?",
        "Now that I've left Acme, who handles my pension?",
        "Since leaving Acme I've been sleeping better. Why might that be?",
        "After leaving Acme I took a break. Was that wise?",
        "Left Acme in May. Who handles my pension now?",
        "Remind me what happened after I left Acme",
        "I quit my job at Acme, am I still insured?",
        "I sold my Golf. What documents do I need to keep?",
        "I got rid of my Golf, should I get a bike?",
        "We've dropped Jenkins, what about its agents?",
        "Write a blog post on how we moved off Jenkins.",
        "We replaced Jenkins with Buildkite. How do I tell the team?",
    ],
)
def test_what_a_query_tells_to_have_been_left_is_no_premise(overlay: Overlay, query: str) -> None:
    assert outdated(overlay, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "My rent rose from £900 to £950, is that legal?",
        "My landlord raised my rent from £900 to £950. Is that legal?",
        "Write an email to my landlord complaining that my rent rose from £900 to £950.",
        "I moved from Leeds to York. How do I change my GP?",
        "Since I moved from Leeds I sleep better, why?",
        "My move from Leeds to York cost £800, is it deductible?",
    ],
)
def test_the_old_side_of_a_change_that_a_query_tells_is_no_premise(overlay: Overlay, query: str) -> None:
    assert outdated(overlay, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "I was at Acme until May. Do I get the yearly bonus?",
        "I worked at Acme for eight months, how do I put it on my CV?",
        "Priya was my manager. Should I ask her for a reference?",
        "I had Priya as my manager. Should I ask her for a reference?",
        "My rent was £900, is £950 fair?",
        "I grew up in Leeds. Which school district was it?",
        "What was my title at Acme?",
        "What was my bank in Leeds?",
        "Is there any leftover Jenkins config we should delete?",
        "Our legacy Jenkins server is still running, how do we shut it down?",
    ],
)
def test_a_state_that_a_query_tells_in_the_past_is_no_premise(overlay: Overlay, query: str) -> None:
    assert outdated(overlay, query) == []


@pytest.mark.parametrize(
    ("query", "premise"),
    [
        ("I'm leaving Acme next week, what should I say?", "Acme"),
        ("I haven't left Acme yet, when do I give notice?", "Acme"),
        ("Before I leave Acme, what should I negotiate?", "Acme"),
        ("I want to sell my Golf, what's it worth?", "Golf"),
        ("I left my Golf at the station, is it safe?", "Golf"),
        ("I dropped my Pixel 7, how much is a new screen?", "Pixel 7"),
        ("I sold some shares with Monzo, my bank. Is it taxed?", "Monzo"),
        ("We moved a table from our MySQL database to S3. How do we link them?", "MySQL"),
        ("You said my manager was Priya. Draft her a note about my leave.", "Priya"),
        ("My manager Priya was angry today, how do I apologise?", "Priya"),
        ("Given my home in Leeds, which train do I take?", "Leeds"),
    ],
)
def test_what_is_only_about_to_go_or_what_goes_from_there_leaves_the_premise(
    overlay: Overlay, query: str, premise: str
) -> None:
    assert outdated(overlay, query) == [premise]


@pytest.mark.parametrize(
    ("query", "premise"),
    [
        ("Since I live in Leeds, where can my three year old learn to swim?", "Leeds"),
        ("My old bike is rusty. Since I live in Leeds, which shop is near?", "Leeds"),
        ("I live in Leeds and need to get rid of old furniture, who collects it?", "Leeds"),
        ("I used to run. Now that I live in Leeds, where can I run again?", "Leeds"),
        ("My rent is £900 and my old boiler broke, who pays?", "£900"),
        ("Before I go to work I like coffee. Which cafe in Leeds, where I live, opens at six?", "Leeds"),
        ("We no longer test on Windows. How do I drop it from our Jenkins pipeline?", "Jenkins"),
    ],
)
def test_a_word_for_the_past_frees_only_what_it_is_said_of(overlay: Overlay, query: str, premise: str) -> None:
    assert outdated(overlay, query) == [premise]


@pytest.mark.parametrize(
    "query",
    [
        "I used to live in Leeds, so which team would I have supported?",
        "How do I pack up my old flat in Leeds?",
        "I no longer work at Acme. Who handles my pension?",
        "We don't use Jenkins any more. Which plugins can I uninstall?",
    ],
)
def test_a_word_for_the_past_frees_what_its_sentence_names(overlay: Overlay, query: str) -> None:
    assert outdated(overlay, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "Globex sued Acme. Does it affect me?",
        "Import our Jenkins config into Buildkite",
        "How do I delete the Jenkins jobs now that we're on Buildkite?",
        "Which tables of our MySQL database did we not port to Postgres?",
        "We chose Buildkite over Jenkins, remind me why",
    ],
)
def test_who_names_what_holds_beside_it_takes_the_old_value_for_granted_only_in_so_many_words(
    overlay: Overlay, query: str
) -> None:
    assert outdated(overlay, query) == []


@pytest.mark.parametrize(
    ("query", "premise"),
    [
        ("I live in Leeds, how far is York?", "Leeds"),
        ("Since our CI is Jenkins, should we try Buildkite?", "Jenkins"),
        ("Ask my manager Priya whether Tom may join us", "Priya"),
        ("I work at Acme; how does Globex compare?", "Acme"),
    ],
)
def test_who_says_that_the_old_value_holds_is_told_beside_the_new_one_too(
    overlay: Overlay, query: str, premise: str
) -> None:
    assert outdated(overlay, query) == [premise]


@pytest.mark.parametrize(
    "query",
    [
        "My parents want me to move back to Leeds. What do I tell them?",
        "I might move to Leeds next year; what are rents like?",
        "I miss living in Leeds. What helps against homesickness?",
        "People think I live in Leeds, how do I correct them?",
        "Which neighbourhood of Leeds did I live in?",
        "I stopped working at Acme, how do I explain the gap?",
    ],
)
def test_what_is_missed_gone_back_to_or_believed_by_others_is_no_premise(overlay: Overlay, query: str) -> None:
    assert outdated(overlay, query) == []
