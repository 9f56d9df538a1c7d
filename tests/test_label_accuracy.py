"""Where a host puts every turn into words of its own, the labels of what the ledger holds are still right.

All episodes of a file or folder: `ATMA_EPISODES=PATH make test JOBS=0 ARGS='-s tests/test_label_accuracy.py'`; it prints the
numbers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

import pytest

from atma_overlay.evaluation.episodes import Episode, load_episodes
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.tallies import Tally, added
from atma_overlay.evaluation.trial import run_episode

ENOUGH = 0.95
EPISODES = os.environ.get("ATMA_EPISODES")
HOSTS = pytest.mark.parametrize("host", ["mem0", "graphiti"])

TWO_MOVES = Episode.model_validate_json(
    json.dumps({
        "id": "two-moves",
        "family": "conflict",
        "source": "written for this test",
        "sessions": [
            {"at": f"2025-0{month}-01T09:00:00Z", "turns": [{"role": "user", "text": text}]}
            for month, text in enumerate(("I live in Leeds.", "I moved to York.", "I moved to Bath."), start=1)
        ],
        "states": [
            {
                "slot": "user / home city",
                "history": [
                    {"value": "Leeds", "from_session": 0, "until_session": 1, "ended_by": "replaced"},
                    {"value": "York", "from_session": 1, "until_session": 2, "ended_by": "replaced"},
                    {"value": "Bath", "from_session": 2},
                ],
            }
        ],
        "probes": [
            {"id": "now", "after_session": 2, "task": "conflict", "query": "Where do I live?", "view": "current",
             "expect": "answer", "gold": ["Bath"], "stale": ["Leeds", "York"]},
            {"id": "before", "after_session": 2, "task": "historical", "query": "Where did I live before?",
             "view": "historical", "expect": "answer", "gold": ["York"], "stale": []},
        ],
    })
)  # fmt: skip


def measured(host: str, episodes: Sequence[Episode]) -> dict[str, Tally]:
    """Over the system `full`: labels where the ledger's state is gold's, and labels of all rows gold has a say in."""
    settings = Settings(systems=("full",), host=f"python:tests.paraphrasing_hosts:{host}", fillers=0)
    results = [run_episode(episode, settings) for episode in episodes]
    return added(probe.tallies for result in results for probe in result.probes["full"])


@HOSTS
def test_labels_are_right_on_two_moves(host: str) -> None:
    held = measured(host, [TWO_MOVES])["held_label_accuracy"]
    assert held.out_of >= 2
    assert held.hits == held.out_of


@HOSTS
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(EPISODES is None, reason="takes minutes: set ATMA_EPISODES to a file or folder of episodes")
def test_labels_are_right_on_every_episode(host: str) -> None:
    episodes = load_episodes([EPISODES or ""])
    found = measured(host, episodes)
    for name in ("held_label_accuracy", "label_accuracy"):
        print(f"{host}, {len(episodes)} episodes: {name} {found[name].hits:.0f} of {found[name].out_of:.0f}")  # noqa: T201
    held = found["held_label_accuracy"]
    assert held.hits >= ENOUGH * held.out_of
