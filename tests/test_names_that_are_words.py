"""Names that English has as words, and names by which a thing goes besides, as told and as asked.

`names_that_are_words.jsonl` has three sets by writers who knew neither rules nor lists. *word*: a fact, its change, a
query that takes the old fact for granted, or only has its word (*I eat an apple at work*). *name*: the query calls the
value otherwise than the user did. *told*: a fact and what is said weeks later, which ends it or only sounds so (*I gave
up golf*). Before the rules 44 of 80 *word* queries were blocked wrongly, 4 of 70 *name* premises were, and 21 of 152
*told* facts were retired wrongly. Half of the rows of *word* and *name* were read when the rules were made.

*small* has the same in small letters alone, as many of each, by one who had not read the rules; those whose `set` is
*held* were not read either when more rules were made (of 20 and 20 there 10 are blocked and 1 is wrongly, before 3 and
1). *near* was made against these rules: the word where a name would stand (*in a meeting with grace*).
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import DecisionState
from atma_overlay.state.pairs.adjudication import RulesLinker
from atma_overlay.threads.outdated import Conversation, Said, outdated_in

ME = Scope(tenant="acme", user="ana")
START = datetime(2026, 1, 1, tzinfo=UTC)
ROWS = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("data")
    .joinpath("language/names_that_are_words.jsonl")
    .read_text("utf-8")
    .splitlines()
]
BLOCKED = {("word", True): 66, ("name", True): 42, ("small", True): 23}
"""Of 80, 70 and 40 premises that are outdated, those that are blocked; more are a reason to raise these."""
WRONGLY = {("word", False): 1, ("name", False): 0, ("small", False): 1, ("near", False): 1}
"""Of 80, 50, 40 and 70 queries that take nothing outdated for granted, those that are blocked all the same."""
HEARD, DOUBTED, RETIRED = 34, 8, 0
"""Of 60 changes, those that are heard; of 152 facts that stand, those that are put in doubt, and retired."""


def told(*texts: str) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for number, text in enumerate(texts):
        overlay.remember(text, scope=ME, observed_at=START + timedelta(days=9 * number))
    return overlay


def changes(*texts: str) -> list[DecisionState]:
    """What is decided of the first text's fact when the others are told."""
    with told(*texts) as overlay:
        decided = overlay.timeline(scope=ME).transitions
    first = texts[0].lower()
    return [t.state for t in decided if t.from_value and t.from_value.lower() in first]


def is_blocked(row: dict[str, Any]) -> bool:
    with told(*row["said"]) as overlay:
        return bool(overlay.recall(row["query"], scope=ME).blocked)


def test_a_query_is_blocked_for_a_name_and_not_for_the_word_that_the_name_is() -> None:
    asked = [r for r in ROWS if "query" in r]
    found = Counter((r["id"].partition("-")[0], r["blocked"]) for r in asked if is_blocked(r))
    assert {key: found[key] for key in BLOCKED} == {key: max(BLOCKED[key], found[key]) for key in BLOCKED}
    assert {key: found[key] for key in WRONGLY} == {key: min(WRONGLY[key], found[key]) for key in WRONGLY}


def test_a_fact_is_over_where_it_is_told_so_and_not_where_its_word_is() -> None:
    found = Counter((r["over"], state) for r in ROWS if "then" in r for state in set(changes(r["said"], r["then"])))
    assert found[True, DecisionState.APPLIED] >= HEARD
    assert found[False, DecisionState.PROPOSED] <= DOUBTED
    assert found[False, DecisionState.APPLIED] <= RETIRED


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("I drive a Golf.", "I gave up golf."),
        ("I drive a Golf.", "I switched from golf to tennis."),
        ("I work at Apple.", "I stopped eating apples."),
        ("I work at Apple.", "I swapped apples for pears."),
        ("I live in Reading.", "I stopped reading."),
        ("I live in Bath.", "I replaced the bath with a shower."),
        ("My therapist is Hope.", "I gave up hope."),
        ("My manager is Grace.", "I traded grace for power."),
        ("My cat is called Summer.", "Summer is over."),
        ("We use Spring.", "Spring is over."),
        ("We use Express.", "I no longer take the express."),
        ("I use Windows.", "I replaced the windows with shutters."),
        ("My editor is VS Code.", "I no longer code."),
        ("We use Slack.", "We traded slack for speed."),
    ],
)
def test_a_word_that_ends_is_not_the_name_that_it_is(said: str, then: str) -> None:
    assert changes(said, then) == []


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("I drive a Golf.", "I gave up the Golf."),
        ("I drive a Golf.", "I sold my golf."),
        ("I drive a Ford Fiesta.", "I got rid of the fiesta."),
        ("I work at Apple.", "I quit apple."),
        ("I work at Target.", "Target laid me off."),
        ("We use Slack.", "We moved from slack to teams."),
        ("My cat is called Summer.", "Summer died last week."),
        ("My therapist is Hope.", "Hope is no longer my therapist."),
        ("My cofounder is Wren.", "Wren and I parted ways."),
    ],
)
def test_a_name_that_is_a_word_ends_where_it_is_written_or_told_as_the_name(said: str, then: str) -> None:
    assert DecisionState.APPLIED in changes(said, then)


def test_in_small_letters_alone_it_is_asked_which_of_the_two_is_meant() -> None:
    assert changes("I drive a Golf.", "i gave up golf") == [DecisionState.PROPOSED]


def test_what_was_given_up_does_not_come_back_with_its_word() -> None:
    moved = "I sold the Golf and bought a Tesla."
    with told("I drive a Golf.", moved, "I went back to golf.") as overlay:
        held = [r.value for r in overlay.timeline(scope=ME).records if r.attribute == "car"]
    assert held == ["Golf", "Tesla"]


@pytest.mark.parametrize(
    ("said", "change", "query", "blocked"),
    [
        ("I live in Reading.", "I moved to York.", "Since I love reading where I live, which books?", False),
        ("I live in Reading.", "I moved to York.", "Since I live in Reading, which market?", True),
        ("I work at Shell.", "I now work at Acme.", "I opened a shell at work, why is it gone?", False),
        ("I work at Apple.", "I now work at Acme.", "since i work at apple, do i get a discount?", True),
        ("My boss is Bill.", "My boss is Tom now.", "my boss bill keeps calling me, what can i do?", True),
        ("My coach is Drew.", "My coach is Tom now.", "My coach drew a plan, how do I copy it?", False),
        ("I bank with Chase.", "I switched my bank to Monzo.", "I had to chase my bank, what now?", False),
        ("I bank with Chase.", "I switched my bank to Monzo.", "Chase charged my account, what now?", True),
        ("My boss is Bill.", "My boss is Tom now.", "does bill approve my leave", True),
        ("My boss is Bill.", "My boss is Tom now.", "does the bill need my boss's approval", False),
        ("My lawyer is Will.", "My lawyer is Tom now.", "can my lawyer write my will", False),
        ("I work at Target.", "I now work at Acme.", "as a target employee can i park here", True),
        ("I work at Target.", "I now work at Acme.", "are we at target for my quarter at work", False),
        ("I live in Bath.", "I moved to York.", "which gyms are near me in bath", True),
        ("I live in Bath.", "I moved to York.", "can my phone lie in bath water where i live", False),
        ("We code in Rust.", "We switched to Go.", "we code every service in rust, which linter?", True),
        ("I drive a Beetle.", "I drive a Honda now.", "since i have a beetle, which wipers?", True),
        ("I drive a Beetle.", "I drive a Honda now.", "i have a beetle in my car, what do i do?", False),
        ("My tutor is Art.", "My tutor is Helen now.", "as art is my tutor, can he sign my form", True),
        ("My lawyer is Mark.", "My lawyer is Tom now.", "should my lawyer mark the pages i sign", False),
        ("My editor is VS Code.", "I switched to Zed.", "I write code in Python all day, which chair?", False),
    ],
)
def test_a_premise_is_the_name_and_not_its_word(said: str, change: str, query: str, blocked: bool) -> None:
    assert is_blocked({"said": [said, change], "query": query}) is blocked


@pytest.mark.parametrize(
    ("reply", "outdated"),
    [
        ("As you live in NYC, try the Equinox.", True),
        ("As you live in New York City, try the Equinox.", True),
        ("The train to NYC takes four hours.", False),
        ("As you live in Berlin, try the Equinox.", False),
    ],
)
def test_a_reply_that_repeats_what_is_over_by_another_name_is_outdated(reply: str, outdated: bool) -> None:
    with told("I live in New York City.", "I moved to Berlin.") as overlay:
        said = Conversation([Said(reply)], ME, RulesLinker(), default_extractor().lexicon, START + timedelta(days=30))
        (found,) = overlay.ledger.read(ME, lambda reader: outdated_in(reader, said))
    assert bool(found) is outdated


@pytest.mark.parametrize(
    ("reply", "outdated"),
    [
        ("Since you have hypertension, skip the sauna.", True),
        ("Since you have high blood pressure, skip the sauna.", True),
        ("Hypertension is common.", False),
        ("Since your dad has hypertension, he should skip the sauna.", False),
    ],
)
def test_a_reply_that_has_what_is_over_in_a_clause_is_outdated(reply: str, outdated: bool) -> None:
    with told("I have high blood pressure.", "I no longer have high blood pressure.") as overlay:
        said = Conversation([Said(reply)], ME, RulesLinker(), default_extractor().lexicon, START + timedelta(days=30))
        (found,) = overlay.ledger.read(ME, lambda reader: outdated_in(reader, said))
    assert bool(found) is outdated
