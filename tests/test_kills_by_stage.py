"""Killed at the entry of each stage of a write, and before each statement of its transactions (law 12)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from atma_overlay import Overlay
from atma_overlay.telemetry.flow import FlowTrace
from tests.crash_worker import ME, instant, open_overlay, text
from tests.test_crashes import agree, found, reconciled, reopened

HOST = "qdrant"
STATEMENTS = 400
"""More than any of these writes takes; the run ends where a write came through."""


def remember(overlay: Overlay) -> None:
    overlay.remember(text(2), scope=ME, observed_at=instant(2), key="said-2")


def erase(overlay: Overlay) -> None:
    first = overlay.ledger.read(ME, lambda reader: reader.observed_after(None))[0]
    overlay.erase(observation_id=first.id, scope=ME)


def prune(overlay: Overlay) -> None:
    overlay.prune(scope=ME, older_than=timedelta(0), active=True)


DEEDS: dict[str, Callable[[Overlay], None]] = {"remember": remember, "erase": erase, "prune": prune}
STAGES = {
    "remember": ("extract", "adjudicate", "propagate", "commit", "host"),
    "erase": ("maintain",),
    "prune": ("maintain",),
}


def died() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class AtStage:
    """Dies where a flow enters a stage."""

    def __init__(self, name: str) -> None:
        enter = FlowTrace.enter

        def entered(self: FlowTrace, stage: str | None) -> None:
            if stage == name:
                died()
            enter(self, stage)

        setattr(FlowTrace, "enter", entered)  # noqa: B010 - in a process that is about to die

    def arm(self) -> None:
        """Nothing to count: opening an overlay enters no stage."""


class BeforeStatement:
    """Dies where SQLite begins a statement, `BEGIN` and `COMMIT` among them, after it was armed."""

    def __init__(self, number: int) -> None:
        self._left = number
        self._armed = False
        event.listen(Engine, "connect", lambda connection, _: connection.set_trace_callback(self._count))

    def arm(self) -> None:
        """Count from here on."""
        self._armed = True

    def _count(self, statement: str) -> None:
        self._left -= self._armed
        if self._left == 0:
            died()


def killed(folder: Path, deed: str, weapon: Callable[[], AtStage | BeforeStatement]) -> bool:
    """Whether a process that does a deed was killed before its end."""
    child = os.fork()
    if child == 0:
        code = 3
        try:
            made = weapon()
            _, overlay = open_overlay(HOST, folder)
            made.arm()
            DEEDS[deed](overlay)
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL)
    return code != 0


def stored(folder: Path) -> None:
    folder.mkdir()
    with reopened(HOST, folder) as (_, overlay):
        for number in range(2):
            overlay.remember(text(number), scope=ME, observed_at=instant(number), key=f"said-{number}")


def check(folder: Path, deed: str) -> None:
    """Nothing acknowledged is lost, the deed is there whole or not at all, and done again it is there once."""
    with reopened(HOST, folder) as (host, overlay):
        texts = found(host, overlay).texts
        whole = {"remember": [text(0), text(1), text(2)], "erase": [text(1)]}.get(deed, [text(0), text(1)])
        assert texts in ([text(0), text(1)], whole)
        marks = {record.archived for record in overlay.timeline(scope=ME).records}
        assert marks in ([{True}, {False}] if deed == "prune" else [{False}])
        reconciled(overlay)
        if deed != "erase" or texts != whole:
            DEEDS[deed](overlay)
        reconciled(overlay)
        assert found(host, overlay).texts == whole
        agree(found(host, overlay), rows=1)


@pytest.mark.parametrize(("deed", "stage"), [(deed, stage) for deed, stages in STAGES.items() for stage in stages])
def test_killed_where_it_enters_a_stage_a_write_is_whole_or_not_there(tmp_path: Path, deed: str, stage: str) -> None:
    folder = tmp_path / "memory"
    stored(folder)
    assert killed(folder, deed, lambda: AtStage(stage))
    check(folder, deed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("deed", DEEDS)
def test_killed_before_any_statement_a_write_is_whole_or_not_there(tmp_path: Path, deed: str) -> None:
    step = 1 if os.environ.get("ATMA_LONG_KILLS") else 11
    kills = 0
    for number in range(1, STATEMENTS, step):
        folder = tmp_path / f"{number}"
        stored(folder)
        if not killed(folder, deed, partial(BeforeStatement, number)):
            break
        check(folder, deed)
        kills += 1
    else:
        pytest.fail(f"{deed} takes more than {STATEMENTS} statements")
    print(f"{deed}: {kills} kills, each before another statement")  # noqa: T201 - the number that a long run is for
    assert kills > 0
