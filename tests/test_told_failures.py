"""What goes on without the host, the ledger or the judge says so in the log, without a word of what was said."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from atma_openai import OpenAIModel
from atma_overlay import Overlay, Scope
from atma_overlay.errors import ModelError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ledger import open_ledger
from atma_overlay.models import ModelOptions
from atma_overlay.patience import Patience
from atma_overlay.ports.host import HostItem, HostSearch
from atma_overlay.ports.model import Model, ModelRequest
from atma_overlay.testing.model_answers import Failing
from atma_overlay.testing.model_server import ModelServer
from atma_overlay.testing.scripted_model import Said, ScriptedModel
from atma_overlay.views import Turn

ME = Scope(tenant="acme", user="u-1")
PIN = "My PIN is 4711."


class Away(MemoryHost):
    """A host that is down, and whose errors quote what they were asked."""

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        raise RuntimeError(f"away: {items[0].text}")

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        raise RuntimeError(f"away: {PIN}")

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        raise RuntimeError(f"away: {query}")


@pytest.fixture(autouse=True)
def _at_warning(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="atma_overlay")


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [(r.name, r.getMessage()) for r in caplog.records if r.name.startswith("atma_overlay")]


def test_a_host_that_is_away_is_told_of_by_its_error_alone(caplog: pytest.LogCaptureFixture) -> None:
    with Overlay(Away(), ledger="memory://") as overlay:
        overlay.remember(PIN, scope=ME)
        overlay.recall(PIN, scope=ME)
    assert told(caplog) == [
        ("atma_overlay.outbox", "what is to be handed over waits in the outbox: RuntimeError"),
        ("atma_overlay.recall", "recall goes on without the host: RuntimeError"),
    ]


def test_a_ledger_that_is_away_is_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'memory.db'}")
    with Overlay(MemoryHost(), ledger=ledger) as overlay:
        ledger.close()
        assert overlay.recall(PIN, scope=ME).degraded == "LedgerError"
    assert told(caplog) == [("atma_overlay.recall", "recall goes on without the ledger: LedgerError")]


def test_a_host_that_is_late_or_left_alone_is_told_of_with_why(caplog: pytest.LogCaptureFixture) -> None:
    class Hanging(MemoryHost):
        def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
            time.sleep(0.3)
            return HostSearch(())

    with Overlay(Hanging(), ledger="memory://", patience=Patience(failures=1)) as overlay:
        for _ in range(2):
            overlay.recall(PIN, scope=ME, deadline_seconds=0.1)
    late, alone = (message for _, message in told(caplog))
    assert re.fullmatch(r"recall goes on .*: HostLateError, 'memory' failed to search: no answer in 0\.\d\d s", late)
    assert re.fullmatch(r".*: HostError, 'memory' failed to search: is left alone for \d+ s more: .* running", alone)


def test_a_ledger_whose_file_was_removed_is_told_of_with_why(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with Overlay(MemoryHost(), ledger=url) as overlay:
        (tmp_path / "memory.db").unlink()
        overlay.recall(PIN, scope=ME)
    why = "LedgerError, its file was removed or replaced while open"
    assert told(caplog) == [("atma_overlay.recall", f"recall goes on without the ledger: {why}")]


def openai_at(url: str) -> Model:
    return OpenAIModel("m", options=ModelOptions(base_url=url, api_key="sk-4711"))


def quoting(request: ModelRequest) -> Said:
    return ModelError("openai:m", f"bad request: {request.messages[-1].text}")


def scripted(script: Callable[[ModelRequest], Said]) -> Callable[[str], Model]:
    return lambda _: ScriptedModel(script, name="openai:m")


FAILURES: dict[str, tuple[Callable[[str], Model], str, str | None]] = {
    "a key that is not accepted": (openai_at, "ModelError", "the key is not accepted: check the API key"),
    "a closed port": (lambda _: openai_at("http://127.0.0.1:9/v1"), "ModelError", "the endpoint cannot be reached"),
    "no JSON, twice": (
        scripted(lambda _: PIN), "ModelAnswerError", "its answer does not fit {}, nor does its repair (json_invalid)"
    ),
    "words of its own": (scripted(quoting), "ModelError", None),
    "a fault of its SDK": (scripted(lambda _: RuntimeError(PIN)), "RuntimeError", None),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAILURES)
def test_a_judge_that_fails_is_told_of_with_its_cause_and_with_how_much_waits(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened, name, cause = FAILURES[kind]
    with ModelServer([Failing(401, "no such key: sk-4711")] * 2) as server:
        judge = Judge(opened(server.base_url), reads="on")
        with Overlay(MemoryHost(), ledger="memory://", judge=judge) as overlay:
            judging = overlay.remember([Turn(text=PIN), Turn(text="I like tea.")], scope=ME).judging
            readout = overlay.recall(PIN, scope=ME).readout
        judge.model.close()
    assert judging is not None
    assert readout is not None
    of_write, of_read = (cause and cause.format(form) for form in ("Judged", "Read"))
    assert (judging.error, judging.cause, judging.pending) == (name, of_write, 2)
    assert (readout.error, readout.cause) == (name, of_read)
    for_write, for_read = (", ".join(filter(None, (name, why))) for why in (of_write, of_read))
    assert told(caplog) == [
        ("atma_overlay.judge", f"the judge 'openai:m' failed: {for_write}; turns that wait to be judged: 2"),
        ("atma_overlay.readout", f"the judge 'openai:m' did not read a query: {for_read}"),
    ]
    assert "4711" not in caplog.text


def test_a_judge_that_is_left_alone_after_its_failures_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    down = ScriptedModel(lambda _: ModelError("openai:m", "down", transient=True), name="openai:m")
    with Overlay(
        MemoryHost(), ledger="memory://", judge=Judge(down), patience=Patience(failures=1, rest_seconds=3600)
    ) as overlay:
        overlay.remember("I like tea.", scope=ME)
        judging = overlay.remember("I like cocoa.", scope=ME).judging
    assert judging is not None
    assert judging.cause is not None
    assert judging.cause.startswith("is left alone for 3")
    assert "ModelError, is left alone for 3" in told(caplog)[-1][1]
