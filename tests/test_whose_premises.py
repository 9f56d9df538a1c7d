"""A premise is blocked where a query takes it for granted of the asker, and not where it is told of anybody else.

`data/language/whose_premises.jsonl` holds queries of somebody of whom the facts below are known, all of whose old
values are gone. The rows `read-…` were written before `reading/whose.py`, which was read off them; 19 of their 36 that
say nothing of the asker were blocked then. The rows `apart-…` were written before they were run: 13 of 30 were blocked
by the rules before, 4 by the new ones when first scored, 2 since they were read; of their 25 that do say something of
the asker 23 were blocked before, 21 when first scored. Of the rows `others-…`, on other facts, 11 of the 20 that say
nothing of the asker were blocked by the rules before, 4 when first scored, and 11 of the 12 others by both. The rows
`wide-…` are by a reader who looked for what the rules get wrong, and were read: of 172 that say something of the asker
144 were blocked by the rules before and 122 at first, of 105 others 62 and 11.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)
SAID = (
    "I live in Leeds.", "I work at Acme.", "Our database is MySQL.", "I drive a Golf.", "My manager is Priya.",
    "My gym is PureGym.", "We deploy to Heroku.", "I'm vegetarian.", "My rent is £900.", "I bank with Monzo.",
    "My laptop runs Ubuntu.", "I moved to York.", "I left Acme and joined Globex.",
    "We switched our database to Postgres.", "I sold the Golf and bought a Leaf.", "My new manager is Tom.",
    "I switched gyms to Corepoint.", "We deploy to Fly now.", "I'm vegan now.", "My rent went up to £950.",
    "I switched banks from Monzo to Starling.", "I switched my laptop from Ubuntu to Fedora.",
)  # fmt: skip
OTHERS = (
    "My sister lives in Oslo.", "My daughter goes to Elm School.", "Our standup is at 9:30.", "I take metformin.",
    "I play squash.", "My partner is Ana.", "My landlord is Mr Shah.", "My flight is on Friday.", "We use Slack.",
    "I have two cats.", "My wifi password is apple77.", "I speak French at work.", "My sister moved to Bergen.",
    "My daughter goes to Oak School now.", "Our standup is at 10 now.", "I stopped metformin, I take gliclazide now.",
    "I gave up squash, I play padel now.", "Ana and I split up.", "My new landlord is Ms Kaur.",
    "My flight moved to Sunday.", "We switched from Slack to Zulip.", "One of the cats died, I have one cat.",
    "My wifi password is pear88 now.", "I speak German at work now.",
)  # fmt: skip
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "language" / "whose_premises.jsonl").read_text("utf-8").splitlines()
]
WIDE = [r for r in ROWS if r["id"].startswith("wide-")]
MISSED = {
    "read-n25": "the car is told to be gone elsewhere in the query (… now that the car's gone)",
    "apart-n03": "a possessive that is what the query is about (Priya's offer)",
    "apart-n15": "what is got rid of (uninstall … from my laptop)",
    "others-n18": "a name with what it is from before a verb that is not known as one",
    "others-p11": "how many there are is told by what is left of them",
}


def overlay_of(said: tuple[str, ...]) -> Overlay:
    made = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for day, text in enumerate(said):
        made.remember(text, scope=ME, observed_at=START + timedelta(days=day))
    return made


@pytest.fixture(scope="module")
def overlays() -> dict[str, Overlay]:
    """Two people all of whose facts have changed, by the rows about them."""
    first = overlay_of(SAID)
    return {"read": first, "apart": first, "others": overlay_of(OTHERS)}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            r, id=r["id"], marks=[pytest.mark.xfail(strict=True, reason=MISSED[r["id"]])] if r["id"] in MISSED else []
        )
        for r in ROWS
        if r not in WIDE
    ],
)
def test_only_what_is_taken_for_granted_of_the_asker_is_blocked(
    overlays: dict[str, Overlay], row: dict[str, object]
) -> None:
    overlay = overlays[str(row["id"]).partition("-")[0]]
    assert bool(overlay.recall(str(row["query"]), scope=ME).blocked) is row["blocked"], row["query"]


def test_as_many_are_told_apart_as_before(overlays: dict[str, Overlay]) -> None:
    found = [(bool(overlays["read"].recall(r["query"], scope=ME).blocked), r["blocked"]) for r in WIDE]
    assert found.count((True, True)) >= 142
    assert found.count((True, False)) <= 1


def test_what_is_taken_for_granted_of_somebody_known_is_blocked_for_them() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as made:
        for day, text in enumerate(("My sister lives in Leeds.", "My sister moved to York.", "I live in Leeds.")):
            made.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        theirs = made.recall("Since my sister lives in Leeds, where should we meet?", scope=ME)
        mine = made.recall("Since I live in Leeds, where should we meet?", scope=ME)
    assert [p.current for p in theirs.blocked] == [("York",)]
    assert mine.blocked == ()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("Since my dad takes metformin 500mg, can he have grapefruit?", ()),
        ("Since I take metformin 500mg, can I have grapefruit?", ("metformin 500mg", "500mg")),
        ("My wife and I take metformin 500mg, is that fine?", ("metformin 500mg", "500mg")),
        ("Since my friend's startup runs on Heroku, can I reuse his procfile?", ()),
        ("Since our API runs on Heroku, how do I scale it?", ("Heroku",)),
        ("Since my ex still lives at 8 Harbour Rd, how do I forward mail?", ()),
    ],
)
def test_what_is_told_of_somebody_else_is_not_called_true_for_what_the_asker_has(
    query: str, said: tuple[str, ...]
) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as made:
        for text in ("I take metformin 500mg.", "Our API runs on Heroku.", "I live at 8 Harbour Rd."):
            made.remember(text, scope=ME, observed_at=START)
        premises = made.recall(query, scope=ME).premises
    assert {(p.verdict.value, p.text) for p in premises} == {("supported", text) for text in said}


def test_what_is_asked_for_on_a_ground_is_not_the_ground() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as made:
        for day, text in enumerate(("My piano lesson is on Mondays.", "My piano lesson is on Wednesdays now.")):
            made.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        asked = made.recall("Since piano is on Wednesdays, can I do Mondays for yoga?", scope=ME)
        granted = made.recall("Since piano is on Mondays, can I do yoga on Tuesdays?", scope=ME)
    assert asked.blocked == ()
    assert [p.text for p in granted.blocked] == ["Mondays"]


def test_a_clause_about_another_fact_of_the_same_sentence_is_not_blocked() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as made:
        for day, text in enumerate(("Our queue is RabbitMQ, our cache is Redis.", "We got rid of RabbitMQ.")):
            made.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        assert made.recall("Since our cache is Redis, how do I set eviction?", scope=ME).blocked == ()
        assert made.recall("Since our queue is RabbitMQ, how do I bind it?", scope=ME).blocked != ()


def test_a_query_of_grounds_and_requests_without_end_is_read() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as made:
        for day, text in enumerate(("I live in Leeds.", "I moved to York.")):
            made.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        packet = made.recall(f"{'still, can ' * 1800}I visit Leeds?", scope=ME)
    assert packet.degraded is None


@pytest.mark.parametrize("thing", ["meeting time", "running shoe", "hosting", "phone number", "swimming pool"])
@pytest.mark.parametrize("owner", ["my sister", "Anna"])
def test_what_is_called_in_ing_is_owned_behind_an_s(owner: str, thing: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(f"Our {thing} is Norvane.", scope=ME, observed_at=START)
        overlay.remember(f"Our {thing} is Corepoint now.", scope=ME, observed_at=START + timedelta(days=9))
        packet = overlay.recall(f"Since {owner}'s {thing} is Norvane, what should she do?", scope=ME)
    assert [p.verdict for p in packet.premises if p.verdict == "outdated"] == []


@pytest.mark.parametrize(
    ("query", "blocked"),
    [
        ("I have a storage unit in Leeds. How do I cancel it?", False),
        ("I got a parking fine in Leeds last week. How do I contest it?", False),
        ("I was born in Leeds. Where's my birth certificate?", False),
        ("I bought a house in Leeds to let. Which taxes do I pay?", False),
        ("I work in Leeds but live in York, which pass do I need?", False),
        ("I'm meeting Acme as a client tomorrow, how do I prepare?", False),
        ("I got an offer by Acme, should I take it?", False),
        ("My wife's colleagues at Acme are loud. What can she do?", False),
        ("How long is the commute from Leeds to Hull by train?", False),
        ("My commute to Acme is long. What can I listen to?", True),
        ("Write a note to my colleagues at Acme", True),
        ("Tell Priya I'll be late for our 1:1", False),
        ("Thank Priya for the feedback that she gave me", False),
        ("Ask Priya for the notes of last year", False),
        ("Email my manager Priya my new address", True),
        ("I have a flat in Leeds, how do I insure it?", True),
        ("I need a gym in Leeds, close to my home", True),
        ("I have a job at Acme, how do I ask for a raise?", True),
        ("My son needs a school in Leeds, where we live. Which?", True),
    ],
)
def test_what_somebody_has_or_does_there_and_whom_they_write_to_is_not_where_they_live_or_who_that_was(
    overlays: dict[str, Overlay], query: str, *, blocked: bool
) -> None:
    assert bool(overlays["read"].recall(query, scope=ME).blocked) is blocked


KINDS = "target starting spare second work emergency practice rental virtual dream shared".split()
THINGS = {"database": "MySQL", "rent": "£900", "manager": "Priya", "gym": "PureGym", "bank": "Monzo"}


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_taken_for_granted_of_another_one_than_the_one_that_changed_is_not_blocked(
    overlays: dict[str, Overlay], kind: str, thing: str
) -> None:
    query = f"Since my {kind} {thing} is {THINGS[thing]}, what should I do?"
    assert not overlays["read"].recall(query, scope=ME).blocked


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("kind", ["", "usual", "current", "main", "own"])
def test_the_one_that_changed_is_blocked_however_it_is_described(
    overlays: dict[str, Overlay], kind: str, thing: str
) -> None:
    query = f"Since my {kind} {thing} is {THINGS[thing]}, what should I do?".replace("  ", " ")
    assert overlays["read"].recall(query, scope=ME).blocked


@pytest.mark.parametrize(
    ("query", "blocked"),
    [
        ("Since my previous bank is Monzo, do they keep my data?", False),
        ("My spare Golf needs new tyres. Which?", False),
        ("My monthly rent of £900 is too much, no?", True),
        ("My Golf needs new tyres. Which?", True),
    ],
)
def test_a_spare_one_or_the_one_before_is_not_the_one_that_changed(
    overlays: dict[str, Overlay], query: str, *, blocked: bool
) -> None:
    assert bool(overlays["read"].recall(query, scope=ME).blocked) is blocked
