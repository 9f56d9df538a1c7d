"""Questions that share few words with what answers them, class by class.

`data/language/recall_held.jsonl` was written before the rules of these classes. Its open half was read while the rules
were mended, its kept half was only scored. Every question is asked over the same other memories of the same speaker,
and counts where a row labelled current has the value.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.state.slots.topics import meanings
from atma_overlay.values.terms import stem
from atma_overlay.views import Label, Packet, StateRecord

ME = Scope(tenant="acme", user="u-1")
START = datetime(2025, 1, 5, 9, tzinfo=UTC)
FILE = Path(__file__).parent / "data" / "language" / "recall_held.jsonl"
HELD = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
ANSWERED = {"open": 45, "kept": 39}
"""How many questions of each half of 51 are answered: as measured, less a little; 25 and 24 before the rules."""
OTHERS = (
    "My bedroom wall is painted in Thistle Blue.",
    "I water the ferns on Mondays.",
    "Our street party is on 14 June.",
    "My bus pass number is 55120.",
    "I collect stamps from Iceland.",
    "The gate code is 4471.",
    "My neighbour is called Rufus.",
    "I rent a garage in Harwell Lane.",
    "Our Wi-Fi is named Puffin.",
    "My grandmother lives in Trieste.",
    "I read the Evening Ledger.",
    "My favourite composer is Nyland.",
    "I sleep with the window open.",
    "The shed key hangs behind the clock.",
    "Our parish newsletter is Crossways.",
    "My umbrella is a Brolliver.",
    "I pay 38 a month for the lottery club.",
    "The stapler is in the top drawer.",
)


def asked(*said: str, query: str) -> Packet:
    moments = [START + timedelta(days=n) for n in range(len(OTHERS) + len(said) + 30)]
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: moments[-1]) as overlay:
        for at, text in zip(moments, (*OTHERS, *said), strict=False):
            overlay.remember(text, scope=ME, observed_at=at)
        return overlay.recall(query, scope=ME)


def current(*said: str, query: str) -> list[str]:
    return [row.value for row in asked(*said, query=query).rows if row.label is Label.CURRENT]


@cache
def answered() -> Counter[str]:
    return Counter(
        row["half"]
        for row in HELD
        if any(row["gold"].lower() in value.lower() for value in current(*row["said"], query=row["query"]))
    )


@pytest.mark.parametrize("half", sorted(ANSWERED))
def test_questions_of_the_held_classes_are_answered_as_often_as_measured(half: str) -> None:
    assert answered()[half] >= ANSWERED[half]


@pytest.mark.parametrize(
    ("said", "query", "value"),
    [
        ("Our lodger is Bastien.", "Who is the tenant in our spare room?", "Bastien"),
        ("My sofa is a Halden three-seater.", "What couch do I have?", "Halden three-seater"),
        ("Our cinema is the Rialto.", "What's our spot for films?", "Rialto"),
        ("I broke my collarbone in 2017.", "Do I have any old injuries?", "collarbone"),
        ("My son Aled has an egg allergy.", "Is there any food Aled can't have?", "egg"),
        ("Charging the drone takes about 50 min.", "How long does it take to charge the drone?", "50 min"),
    ],
)
def test_what_is_told_in_other_words_than_it_is_asked_in_is_current(said: str, query: str, value: str) -> None:
    assert value in current(said, query=query)


def test_a_general_word_asks_for_what_it_covers_and_not_the_other_way_round() -> None:
    assert stem("cinema") in meanings({stem("spot")})[1]
    assert stem("spot") not in meanings({stem("cinema")})[1]


def test_a_quotation_is_asked_for_in_its_own_words() -> None:
    said = 'My favourite line of the book is: "The lake keeps no clock but the heron."'

    assert "The lake keeps no clock but the heron." not in current(said, query="Which novel do I have?")[:1]


def test_a_state_over_a_stated_year_is_past_while_what_came_about_in_it_lasts() -> None:
    rows = {
        r.value: r.valid_to
        for text in ("I worked at Bexley in 2019.", "I fractured my ankle in 2019.")
        for r in _told(text)
    }

    assert rows["Bexley"] == datetime(2020, 1, 1, tzinfo=UTC)
    assert rows["ankle"] is None


@pytest.mark.parametrize(
    "text", ["I have no nut allergy.", "I have no allergy to nuts.", "My brother takes two days off."]
)
def test_what_is_denied_or_taken_off_states_nothing(text: str) -> None:
    assert [r for r in _told(text) if r.attribute == "allergy" or "duration" in r.attribute] == []


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Our nightly backup takes 35 min.", "backup_duration", "35 min"),
        ("My train takes 25 minutes, so I read a novel.", "train_duration", "25 minutes"),
        ("Drying the paint takes two days.", "dry_paint_duration", "two days"),
        ("I have a walnut allergy.", "allergy", "walnut"),
    ],
)
def test_a_measure_or_a_trouble_is_kept_under_its_name(text: str, attribute: str, value: str) -> None:
    assert (attribute, value) in [(r.attribute, r.value) for r in _told(text)]


@pytest.mark.parametrize(
    ("told", "news"),
    [
        ("Our war room is Teams 41, every division has its own.", "The payroll app reports into Platform as of today."),
        ("Our printer is Ink 7, each department has a printer of its own.", "The payroll app sits under Retail now."),
    ],
)
def test_what_every_body_has_of_its_own_is_unknown_when_something_comes_under_another(told: str, news: str) -> None:
    before = "The payroll app sits under Finance."

    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for n, text in enumerate((before, told, news)):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=30 * n))
        statuses = {r.value: r.status for r in overlay.timeline(scope=ME).records}

    assert [s for v, s in statuses.items() if v in {"Teams 41", "Ink 7"}] == ["invalidated"]


def _told(text: str) -> list[StateRecord]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(text, scope=ME, observed_at=START)
        return list(overlay.timeline(scope=ME).records)
