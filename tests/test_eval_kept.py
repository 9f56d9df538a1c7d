"""A run against a model goes on where it stopped, several episodes at a time, with what it cost."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.cli.eval_tables import print_cost
from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.settings import ModelSettings, Settings
from atma_overlay.evaluation.suite import run_suite
from atma_overlay.testing.model_answers import Failing, Saying, ScriptedAnswer
from atma_overlay.testing.model_server import ModelServer

EMPTY = '{"statements": [], "contingencies": [], "verdicts": []}'
READ = '{"intent": "x", "view": "current", "fallback": true, "confidence": 1}'


class Endpoint:
    """Counts what it is asked, and may refuse the words of some episodes."""

    def __init__(self) -> None:
        self.refused = ""
        self.busy = self.most = 0
        self.lock = threading.Lock()

    def __call__(self, body: dict[str, Any]) -> ScriptedAnswer:
        text = body["messages"][-1]["content"]
        if self.refused and self.refused in text:
            return Failing(401, "no key")
        return Saying(READ if body["response_format"]["json_schema"]["name"] == "Read" else EMPTY)


@pytest.fixture
def episodes(tmp_path: Path) -> Path:
    path = tmp_path / "episodes.jsonl"
    path.write_text("".join(json.dumps(episode(n)) + "\n" for n in range(4)), encoding="utf-8")
    return path


def episode(n: int) -> dict[str, object]:
    texts = (f"My locker is number {n}7.", f"My badge is B{n}9.")
    return {
        "id": f"e{n}", "family": "control", "source": "x",
        "sessions": [
            {"at": f"2025-0{m}-01T09:00:00Z", "turns": [{"role": "user", "text": t}]} for m, t in enumerate(texts, 1)
        ],
        "states": [{"slot": "user / locker", "history": [{"value": f"{n}7", "from_session": 0}]}],
        "probes": [
            {"id": f"e{n}-a", "after_session": 1, "task": "control", "query": "What is my locker's number?",
             "view": "current", "expect": "answer", "gold": [f"{n}7"], "stale": []}
        ],
    }  # fmt: skip


def settings(server: ModelServer, *, reads: str = "off", limit: int | None = None) -> Settings:
    models = ModelSettings.model_validate(
        {"reader": None, "judge": "openai:m", "base_url": server.base_url, "reads": reads}
    )
    return Settings(systems=("full",), fillers=0, models=models, limit=limit)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


def test_finished_episodes_are_not_run_again(episodes: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    with ModelServer(Endpoint()) as server:
        first = run_suite([episodes], settings=settings(server, limit=2), keep=keep)
        asked = len(server.requests)
        whole = run_suite([episodes], settings=settings(server), keep=keep)
        assert len(server.requests) == 2 * asked
        again = run_suite([episodes], settings=settings(server), keep=keep, concurrency=3)
        assert len(server.requests) == 2 * asked
    assert (first[0].n, whole[0].n) == (2, 4)
    assert again[0].overall == whole[0].overall


def test_a_line_that_was_cut_short_is_run_again(episodes: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    with ModelServer(Endpoint()) as server:
        run_suite([episodes], settings=settings(server), keep=keep)
        asked = len(server.requests)
        keep.write_bytes(keep.read_bytes()[:-40])
        run_suite([episodes], settings=settings(server), keep=keep)
        assert len(server.requests) == asked + asked // 4
    assert sum(_whole(line) for line in keep.read_text().splitlines()) == 4


def test_a_line_that_was_cut_through_a_character_is_run_again(episodes: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    with ModelServer(Endpoint()) as server:
        whole = run_suite([episodes], settings=settings(server), keep=keep)
        keep.write_bytes(keep.read_bytes()[:-40] + "é".encode()[:1])
        again = run_suite([episodes], settings=settings(server), keep=keep)
    assert again[0].overall == whole[0].overall


@pytest.mark.parametrize("held", [b"my notes\n", b"\xff\x00\x80", b'{"id": "a", "sessions": []}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(episodes: Path, tmp_path: Path, held: bytes) -> None:
    keep = tmp_path / "kept.jsonl"
    keep.write_bytes(held)
    with (
        ModelServer(Endpoint()) as server,
        pytest.raises(InvalidInputError, match=r"keep: .*kept\.jsonl' holds no finished episodes: name another file"),
    ):
        run_suite([episodes], settings=settings(server), keep=keep)
    assert keep.read_bytes() == held


def _whole(line: str) -> bool:
    try:
        return "result" in json.loads(line)
    except ValueError:
        return False


def test_other_settings_are_other_results(episodes: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    with ModelServer(Endpoint()) as server:
        run_suite([episodes], settings=settings(server), keep=keep)
        asked = len(server.requests)
        run_suite([episodes], settings=settings(server, reads="on"), keep=keep)
        assert len(server.requests) >= 2 * asked


def test_an_episode_whose_judge_failed_is_told_of_and_asked_again_another_time(
    episodes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep, endpoint = tmp_path / "kept.jsonl", Endpoint()
    endpoint.refused = "number 27"
    with ModelServer(endpoint) as server:
        first = run_suite([episodes], settings=settings(server), keep=keep)
        assert len(keep.read_text().splitlines()) == 3
        endpoint.refused = ""
        again = run_suite([episodes], settings=settings(server), keep=keep)
    assert len(keep.read_text().splitlines()) == 4
    print_cost(first, None)
    assert "the judge's model failed on 2 turns and queries" in capsys.readouterr().out
    print_cost(again, None)
    assert "failed" not in capsys.readouterr().out


def test_several_at_a_time_measure_what_one_at_a_time_does(episodes: Path) -> None:
    with ModelServer(Endpoint()) as server:
        one = run_suite([episodes], settings=settings(server))
        many = run_suite([episodes], settings=settings(server), concurrency=4)
    assert many[0].overall == one[0].overall


@pytest.mark.parametrize(("processes", "concurrency"), [(1, 0), (2, 2)])
def test_a_concurrency_that_cannot_be_is_refused(episodes: Path, processes: int, concurrency: int) -> None:
    with pytest.raises(InvalidInputError, match="concurrency"):
        run_suite([episodes], settings=Settings(fillers=0), processes=processes, concurrency=concurrency)
