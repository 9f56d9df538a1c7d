"""The commands with a judge, over real HTTP: a model on loopback answers through the SDK."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from atma_overlay.cli.judging import READS
from atma_overlay.judge.settings import Reads
from atma_overlay.ports.model import Message, ModelRequest
from atma_overlay.readout import Read
from atma_overlay.testing.model_answers import Failing, Saying, ScriptedAnswer
from atma_overlay.testing.model_server import ModelServer
from tests.cli_shell import Shell
from tests.judge_worlds import GARLIC, JAIN, diligent
from tests.readout_worlds import attentive


class Switched:
    """A judge behind a server, which can be put down."""

    def __init__(self) -> None:
        self.up = True

    def __call__(self, body: dict[str, Any]) -> ScriptedAnswer:
        if not self.up:
            return Failing(401, "no key")
        form = body["response_format"]["json_schema"]["name"]
        messages = tuple(Message(m["role"], m["content"]) for m in body["messages"])
        said = attentive(ModelRequest(messages, schema=Read)) if form == "Read" else diligent(ModelRequest(messages))
        assert not isinstance(said, str | Exception)
        return Saying(said.model_dump_json())  # type: ignore[union-attr]  # a value of a schema


@pytest.fixture
def answers() -> Switched:
    return Switched()


@pytest.fixture
def judge(answers: Switched, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with ModelServer(answers) as server:
        yield ["--judge", "openai:m", "--base-url", server.base_url]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def ok(shell: Shell, *arguments: str) -> str:
    done = shell(*arguments)
    assert done.code == 0, done.err
    return done.out


def refused(shell: Shell, *arguments: str) -> str:
    done = shell(*arguments)
    assert done.code == 2, done.out
    return done.err


def test_what_is_remembered_is_judged_and_the_answer_says_so(shell: Shell, judge: list[str]) -> None:
    ok(shell, "remember", GARLIC, "--at", "2025-01-01T12:00:00Z", *judge)
    told = ok(shell, "remember", JAIN, "--at", "2025-03-01T12:00:00Z", *judge)
    assert "judged by openai:m: 1 statement, 1 verdict, 1 call," in told
    statuses = {r["value"]: r["status"] for r in json.loads(ok(shell, "timeline", "--json"))["records"]}
    assert statuses["raw garlic"] == "superseded"


def test_what_waits_is_judged_by_rejudge(shell: Shell, judge: list[str], answers: Switched) -> None:
    answers.up = False
    ok(shell, "remember", GARLIC, "--at", "2025-01-01T12:00:00Z", *judge)
    told = ok(shell, "remember", JAIN, "--at", "2025-03-01T12:00:00Z", *judge)
    assert "1 wait to be judged" in told
    answers.up = True
    assert "1 verdict," in ok(shell, "rejudge", *judge)
    assert "nothing waited" in ok(shell, "rejudge", *judge)


def test_the_doctor_tells_what_waits_for_the_judge_and_finds_no_fault_in_it(
    shell: Shell, judge: list[str], answers: Switched
) -> None:
    def of_judge(*place: str) -> dict[str, Any]:
        (row,) = [c for c in json.loads(ok(shell, "doctor", "--json", *place))["checks"] if c["name"] == "judge"]
        assert row.pop("ok") is True
        return row  # type: ignore[no-any-return]  # of JSON

    answers.up = False
    ok(shell, "remember", GARLIC, *judge)
    waits = {"name": "judge", "detail": "1 text waits to be judged: run `atma rejudge`", "remark": True}
    assert of_judge() == waits
    ok(shell, "remember", JAIN, "--session", "s-2", *judge)
    assert of_judge() == waits | {"detail": "2 texts wait to be judged: run `atma rejudge`"}
    assert of_judge("--session", "s-2") == waits
    nothing = {"name": "judge", "detail": "nothing waits to be judged", "remark": False}
    assert of_judge("--user", "somebody") == nothing
    (row,) = [line for line in ok(shell, "doctor").splitlines() if "to be judged" in line]
    assert row.split()[:2] == ["judge", "!"]
    answers.up = True
    ok(shell, "rejudge", *judge)
    assert of_judge() == nothing


def test_rejudge_asks_for_a_judge(shell: Shell) -> None:
    ok(shell, "remember", GARLIC)
    assert "judge: is missing" in refused(shell, "rejudge")


def test_a_base_url_without_a_judge_is_refused(shell: Shell) -> None:
    assert "base-url" in refused(shell, "remember", GARLIC, "--base-url", "http://127.0.0.1:1/v1")


def test_a_recall_with_a_judge_is_read_by_it(shell: Shell, judge: list[str]) -> None:
    ok(shell, "remember", GARLIC, "--at", "2025-01-01T12:00:00Z", *judge)
    ok(shell, "remember", JAIN, "--at", "2025-03-01T12:00:00Z", *judge)
    packet = json.loads(ok(shell, "recall", "Suggest something for me to cook.", "--json", *judge))
    assert packet["readout"]["applied"] is True
    assert [r["value"] for r in packet["rows"]] == ["Jain dietary rules"]
    shadow = json.loads(ok(shell, "recall", "Suggest something for me to cook.", "--json", "--reads", "shadow", *judge))
    assert (shadow["readout"]["applied"], shadow["readout"]["mode"]) == (False, "shadow")


def test_a_shadow_reading_tells_what_it_would_have_shown(shell: Shell, judge: list[str], answers: Switched) -> None:
    ok(shell, "remember", GARLIC, "--at", "2025-01-01T09:00:00Z")
    told = ok(shell, "recall", "Suggest something for me to cook.", "--reads", "shadow", *judge)
    assert "query read by openai:m, the answer is that of the rules: " in told
    assert "depends on: " in told
    assert "what it would have shown:" in told
    applied = ok(shell, "recall", "Suggest something for me to cook.", *judge)
    assert "query read by openai:m: " in applied
    assert "what it would have shown:" not in applied
    answers.up = False
    failed = ok(shell, "recall", "Suggest something else for me to cook.", *judge)
    why = "ModelError, the key is not accepted: check the API key"
    assert f"query not read by openai:m: {why}; the answer is that of the rules" in failed


def test_a_rejudge_that_cannot_ask_is_a_failure(shell: Shell, judge: list[str], answers: Switched) -> None:
    answers.up = False
    assert "1 call, " in ok(shell, "remember", GARLIC, "--at", "2025-01-01T09:00:00Z", *judge)
    for form in ([], ["--json"]):
        done = shell("rejudge", *judge, *form)
        assert done.code == 1
        assert "ModelError" in done.out
    answers.up = True
    assert shell("rejudge", *judge).code == 0


def test_a_file_is_taken_in_with_a_judge(shell: Shell, judge: list[str], tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    sessions = [
        {"at": f"2025-0{m}-01T12:00:00Z", "turns": [{"role": "user", "text": t}]} for m, t in ((1, GARLIC), (3, JAIN))
    ]
    file.write_text(json.dumps({"id": "talk", "family": "conflict", "source": "x", "sessions": sessions, "states": [],
                                "probes": []}) + "\n", encoding="utf-8")  # fmt: skip
    report = json.loads(ok(shell, "ingest", str(file), "--json", *judge))
    assert (report["judging"]["asked"], report["judging"]["verdicts"]) == (2, 1)


def test_prices_are_two_numbers(shell: Shell, judge: list[str]) -> None:
    assert "IN,OUT" in refused(shell, "backfill", "--prices", "cheap", *judge)


def test_the_options_choices_of_reading_are_the_judges() -> None:
    assert get_args(Reads) == READS
