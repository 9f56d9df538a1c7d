"""What only looks like a change retires nothing, and a change that looks like nothing is heard as often as measured.

`data/language/unchanged.jsonl` holds sentences said to somebody of whom the facts below are known. Those with `gone`
null leave every fact as it is. The rows `ours-…` were written before the rules; those called `first-…` and `second-…`
by writers who had seen neither the rules nor the other rows. Before its misses were read and mended, 11 of the 160
unchanged rows of *first* retired something, and 5 of the 160 of *second*; the changes are as they were scored.
The rows `whose-…` were written before the rules for what *it* does, for what is former and for what is renamed;
`before` is what was said just before. At first 22 of the 233 unchanged rows retired something, and 115 of the 147
changes were heard. Those called `whose-p…` were written after these had been read, and mended likewise: 19 of the 126
retired something at first. Of the 20 called `whose-e…`, on what is told of another's place, 13 did; of the 28 called
`whose-t…`, on what holds for a while or ends for a moment, 15. The rows `agents-…` are what agents at work hear: goals,
games, what others have wrong, other environments and other people's figures. At first 84 of the 299 unchanged ones
retired something. The rows `beside-…` were written before the rules of `leads`: texts of somebody else beside a request
or a question, and what people tell at length, or beside a request of their own. At first 32 of the 92 unchanged ones
retired something. `data/language/pasted_held.jsonl` was written with them and has not been looked at since: there it
were 21 of 64.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.views import TransitionRecord

pytestmark = pytest.mark.usefixtures("read_once")
ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)
KNOWN = {
    "": (
        "I live in Leeds.", "I work at Norvane.", "My gym is Corepoint.", "My bank is Halden.", "I drive a Corolla.",
        "My doctor is Dr. Pohl.", "My code editor is Vim.", "My phone is a Pixel.", "My flatmate is Jonas.",
        "I play the cello.", "I'm vegetarian.", "My dog is called Biscuit.",
    ),
    "second": (
        "I live in Utrecht.", "I work as a nurse at St. Brigid's hospital.", "My rent is 950 a month.",
        "My energy supplier is Voltera.", "I cycle to work.", "My partner is called Ilse.",
        "My daughter Noor goes to Kersvelt school.", "I'm allergic to peanuts.",
        "Our team meeting is on Tuesdays at 10.", "Our database is MariaDB.", "We deploy on Hetzner.",
        "My manager is Petra Vos.", "I read The Guardian.", "I play badminton on Thursdays.",
        "I subscribe to Netflix.",
    ),
    "whose": (
        "I work at Tervane.", "I'm a backend engineer.", "I live in Ghent.", "My manager is Priya.",
        "I bank with Nordea.", "My gym is Fitworks.", "I drive a Saab.", "My phone is a Fairphone 4.", "I'm vegan.",
        "My code editor is Sublime.", "My girlfriend is Lena.", "My dog is called Rufus.", "My doctor is Dr. Lund.",
        "My landlord is Mr. Osei.", "I listen to music on Spotify.", "I take sertraline.", "I play the violin.",
        "I run on Thursdays.", "I commute by tram.", "Our database is Postgres.", "My insurer is Aviva.",
        "My laptop is a ThinkPad.", "I'm learning Dutch.", "My flatmate is Marek.", "My daughter goes to Oakfield.",
        "My sister lives in Hamburg.",
    ),
    "agents": (
        "I live in Leeds.", "I work at Norvane.", "My manager is Priya.", "My gym is Apex.", "My squat is 120.",
        "My bench is 85.", "We have 23 members.", "Our budget is 4000.", "Our api is deployed on Heroku.",
        "Our database is Postgres.", "Our CI is GitHub Actions.", "The on-call is Marisa.", "I'm on the Growth plan.",
        "I drive a Golf.", "I'm vegetarian.", "I take ramipril 5 mg.", "My quota is 1.2 million.",
    ),
}  # fmt: skip
KNOWN["beside"] = KNOWN["held"] = KNOWN["whose"]
"""What is known of the user before a sentence, by the set of the sentence; the empty one is everybody else's."""
ROWS = {
    row["id"]: row
    for line in (Path(__file__).parent / "data" / "language" / "unchanged.jsonl").read_text("utf-8").splitlines()
    for row in [json.loads(line)]
}
HELD = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "language" / "pasted_held.jsonl").read_text("utf-8").splitlines()
]
"""Rows that nobody has looked at since they were written."""
UNCHANGED = [row for row in ROWS.values() if row["gone"] is None]
CHANGED = [row for row in ROWS.values() if row["gone"] is not None]
WRONG = {
    "whose-p037": "a question whose own answer takes it back",
    "whose-p044": "told only by being absurd (bought a castle)",
    "whose-p100": "a variant of what is held, or a toy of it",
    "agents-253": "whose a figure is, told by a bare name before a noun that is no verb",
    "agents-255": "a set and its weight, told like a record of one's best",
}
"""Rows that still retire something, with the reason."""
HEARD = {"ours": 28, "first": 40, "second": 27, "whose": 151, "agents": 33, "beside": 78}
"""How many changes of each set are heard: as measured, less a little."""


def after(row: dict[str, str]) -> list[TransitionRecord]:
    """The applied transitions of a sentence said to an overlay that knows the facts of its set."""
    known = KNOWN.get(row["id"].partition("-")[0], KNOWN[""])
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        said = [Turn(text=x, observed_at=START + timedelta(minutes=n)) for n, x in enumerate(known)]
        overlay.remember(said, scope=ME)
        if "before" in row:
            overlay.remember(row["before"], scope=ME, observed_at=START + timedelta(days=60, minutes=-1))
        receipt = overlay.remember(row["text"], scope=ME, observed_at=START + timedelta(days=60))
    return [t for t in receipt.transitions if t.state == "applied"]


@pytest.mark.parametrize(
    "row_id",
    [
        pytest.param(r["id"], marks=[pytest.mark.xfail(strict=True, reason=WRONG[r["id"]])] if r["id"] in WRONG else [])
        for r in UNCHANGED
    ],
)
def test_what_only_looks_like_a_change_retires_nothing(row_id: str) -> None:
    row = ROWS[row_id]
    assert not [(t.from_value, t.to_value) for t in after(row)], row["text"]


@pytest.mark.parametrize("name", sorted(HEARD))
def test_a_change_told_in_words_that_look_like_none_is_heard_as_often_as_measured(name: str) -> None:
    rows = [r for r in CHANGED if r["id"].startswith(name)]
    heard = [r["id"] for r in rows if any(_same(t.from_value, r["gone"]) for t in after(r))]
    assert len(heard) >= HEARD[name], sorted({r["id"] for r in rows} - set(heard))


def test_texts_beside_a_request_retire_as_little_unseen_as_measured() -> None:
    pasted = [row for row in HELD if row["gone"] is None]
    assert len(pasted) == 64
    assert sum(any(t.from_value for t in after(row)) for row in pasted) <= 6


def test_what_is_told_at_length_is_heard_unseen_as_often_as_measured() -> None:
    told = [row for row in HELD if row["gone"] is not None]
    assert sum(any(_same(t.from_value or "", row["gone"]) for t in after(row)) for row in told) >= 34


def _same(value: str, gone: str) -> bool:
    return gone.lower() in value.lower() or value.lower() in gone.lower()


def test_a_plan_that_is_off_takes_the_rule_with_it_and_leaves_the_facts() -> None:
    turns = (
        "My bank is Halden.", "I work at Trisk.", "If I leave Trisk I'll bank with Monrow.",
        "Actually scrap that thing about Monrow, I'm happy where I am.", "I left Trisk on Friday.",
    )  # fmt: skip
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(turns):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=n))
        packet = overlay.recall("What's my bank?", scope=ME)
    assert [r.value for r in packet.rows if r.label == "current"] == ["Halden"]


def test_never_minding_a_name_leaves_what_is_known_of_it() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("My bank is Monrow.", scope=ME, observed_at=START)
        receipt = overlay.remember("Never mind about Monrow.", scope=ME, observed_at=START + timedelta(days=1))
        assert not receipt.transitions


@pytest.mark.parametrize(
    "text", ["I think I work at Boot.", "We believe we bank with Monrow.", "I guess I live in Bath."]
)
def test_what_the_speaker_only_believes_to_hold_is_proposed(text: str) -> None:
    assert not after({"id": "ours-believed", "text": text})
