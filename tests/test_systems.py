"""Each system under comparison is what its name says: what it forgets, keeps, orders or shows."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from atma_overlay.evaluation.corpus import Corpus
from atma_overlay.evaluation.embedding import embedder_named
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.notes import NotesMemory
from atma_overlay.evaluation.passes import compared, passes
from atma_overlay.evaluation.results import EpisodeResult
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.systems import COMPARED, SYSTEMS
from atma_overlay.evaluation.systems.moment import Moment
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.overlay import Overlay
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope
from atma_overlay.views import Label

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
SAID = (
    "I live in Leeds. My sister lives in Bath.",
    "The boiler makes a noise.",
    "I live in York now.",
    "Which plants like shade?",
)


def probe(name: str, **changes: Any) -> dict[str, Any]:
    """Where the user lives, asked after the last session."""
    return {
        "id": name, "after_session": 3, "task": "conflict", "query": "Where do I live now?", "view": "current",
        "expect": "answer", "gold": ["York"], "stale": ["Leeds"],
    } | changes  # fmt: skip


def episode() -> Episode:
    leeds = {"value": "Leeds", "from_session": 0, "until_session": 2, "ended_by": "replaced"}
    whole = {
        "id": "e1",
        "family": "conflict",
        "sessions": [
            {"at": (START + timedelta(days=30 * n)).isoformat(), "turns": [{"role": "user", "text": text}]}
            for n, text in enumerate(SAID)
        ],
        "states": [
            {"slot": "user / home city", "history": [leeds, {"value": "York", "from_session": 2}]},
            {"slot": "sister / home city", "history": [{"value": "Bath", "from_session": 0}]},
        ],
        "probes": [
            probe("now"),
            probe("then", task="historical", query="Where did I live before York?", view="historical", gold=["Leeds"],
                  stale=[]),
            probe("gym", task="premise", query="Since I live in Leeds, which gym is near?", expect="blocked"),
            probe("sister", task="control", query="Where does my sister live?", gold=["Bath"], stale=[]),
        ],
    }  # fmt: skip
    return Episode.model_validate_json(json.dumps(whole))


@pytest.fixture(scope="module")
def found() -> EpisodeResult:
    return run_episode(
        episode(), Settings(systems=tuple(name for name, s in SYSTEMS.items() if not s.answers), fillers=0, k=2)
    )


def share(found: EpisodeResult, system: str, probe: str, metric: str) -> float:
    tally = next(p for p in found.probes[system] if p.probe == probe).tallies[metric]
    return tally.hits / tally.out_of


def test_nine_are_compared_by_default() -> None:
    assert len(COMPARED) == 9
    assert COMPARED[0] == "host"
    assert COMPARED[-1] == "full"


def test_the_overlay_meets_what_each_probe_asks(found: EpisodeResult) -> None:
    assert [p.failure for p in found.probes["full"]] == [None] * 4


def test_a_host_alone_exposes_what_is_stale_and_blocks_nothing(found: EpisodeResult) -> None:
    assert share(found, "host", "now", "stale_exposed_rate") == 1
    assert share(found, "host", "gym", "premise_block_recall") == 0


def test_sorting_moves_rows_and_changes_none(found: EpisodeResult) -> None:
    for metric in ("current_recall", "stale_exposed_rate"):
        assert share(found, "host-sorted", "now", metric) == share(found, "host", "now", metric)


def test_where_the_last_write_wins_history_is_gone(found: EpisodeResult) -> None:
    assert share(found, "last-write-wins", "now", "current_recall") == 1
    assert share(found, "last-write-wins", "now", "stale_exposed_rate") == 0
    assert share(found, "last-write-wins", "then", "history_recall") == 0
    assert found.bank["last-write-wins"]["history_kept"] == Tally(0, 1)


def test_an_append_only_ledger_shows_the_old_value_as_current(found: EpisodeResult) -> None:
    assert share(found, "append-only", "now", "stale_as_current_rate") == 1
    assert found.bank["append-only"]["supersession_recall"] == Tally(0, 1)
    assert found.bank["append-only"]["current_correct"].hits < found.bank["as kept"]["current_correct"].hits


def test_labels_alone_leave_the_old_value_among_the_rows(found: EpisodeResult) -> None:
    assert share(found, "labels-only", "now", "stale_as_current_rate") == 0
    assert share(found, "labels-only", "now", "label_accuracy") == 1
    assert share(found, "labels-only", "gym", "stale_exposed_rate") == 0


def test_without_labels_nothing_is_labelled_and_nothing_blocked(found: EpisodeResult) -> None:
    assert share(found, "no-labels", "now", "current_recall") == 1
    assert share(found, "no-labels", "now", "current_labelled_recall") == 0
    assert share(found, "no-labels", "gym", "premise_block_recall") == 0


def test_without_packets_no_row_tells_a_change() -> None:
    scope, now = Scope(tenant="t", user="u"), START + timedelta(days=90)
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: now) as overlay:
        for n, text in enumerate(SAID):
            overlay.remember(text, scope=scope, observed_at=START + timedelta(days=n))
        moment = Moment(episode(), overlay, None, Corpus(embedder_named(None)), scope, now, 5)
        asked = episode().probes[0].model_copy(update={"query": "How did my home city change?"})
        whole, single = (SYSTEMS[name].ask(moment, asked).rows for name in ("full", "no-packet"))
    assert Label.TRANSITION in {row.label for row in whole}
    assert Label.TRANSITION not in {row.label for row in single}
    assert {"Leeds", "York"} <= {row.value for row in single}


def test_the_host_is_given_as_much_as_the_packet_used(found: EpisodeResult) -> None:
    for matched, full in zip(found.probes["volume-matched"], found.probes["full"], strict=True):
        room = full.cost["packet_tokens"].hits
        assert matched.cost["packet_tokens"].hits >= min(room, 1)


def test_notes_in_proportion_hold_what_fixed_notes_forget() -> None:
    opened = {name: SYSTEMS[name].opens for name in ("notes", "notes-150")}
    bounds = {name: opens(40) for name, opens in opened.items() if opens is not None}
    assert {name: memory.budget for name, memory in bounds.items() if isinstance(memory, NotesMemory)} == {
        "notes": 300,
        "notes-150": 6000,
    }


def test_the_gold_facts_are_the_ceiling(found: EpisodeResult) -> None:
    assert [p.failure for p in found.probes["gold-facts"]] == [None] * 4


def test_words_and_meaning_rank_every_turn_that_was_handed_over() -> None:
    corpus = Corpus(embedder_named(None))
    corpus.add([HostItem(key=f"{n}", text=text, role="user", observed_at=START) for n, text in enumerate(SAID)])
    assert len(corpus) == 4
    assert [m.text for m in corpus.by_words("In York?", limit=1)] == [SAID[2]]
    assert corpus.by_words("?!", limit=3) == ()
    assert corpus.by_meaning("noise of the boiler", limit=1)[0].text == SAID[1]
    corpus.add([HostItem(key="late", text="York is windy; York is grey.", role="user", observed_at=START)])
    assert "late" in [m.id for m in corpus.by_words("York", limit=2)]
    assert corpus.by_meaning("windy and grey", limit=1)[0].text.startswith("York is windy")
    corpus.close()


def test_a_pass_counts_only_where_the_question_was_right_before_the_change(found: EpisodeResult) -> None:
    host, full = (passes([found], system=name) for name in ("host", "full"))
    assert full["e1", "now"]
    assert not host["e1", "now"]
    before = probe("before", after_session=0, task="exact_recall", gold=["Hull"], stale=[])
    paired = json.loads(episode().model_dump_json())
    paired["probes"] = [before, probe("after", pair="before")]
    result = run_episode(Episode.model_validate_json(json.dumps(paired)), Settings(systems=("full",), fillers=0))
    assert passes([result], system="full") == {("e1", "before"): False, ("e1", "after"): False}


def test_the_paired_test_weighs_only_what_one_of_the_two_passed() -> None:
    a = {("e", str(n)): True for n in range(10)}
    b = {key: key[1] in "01" for key in a}
    found = compared(a, b, names=("full", "host"))
    assert (found.only_system, found.only_against, found.n) == (8, 0, 10)
    assert found.p == pytest.approx(2 * 0.5**8, abs=1e-6)
    assert compared(a, a, names=("full", "full")).p == 1.0
