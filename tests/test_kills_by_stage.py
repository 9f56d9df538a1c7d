"""Killed at the entry of each stage of a write, and before each statement of its transactions (law 12)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from atma_overlay import Overlay
from atma_overlay.errors import LedgerError
from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ledger.postgres_statements import Prepared
from atma_overlay.telemetry.flow import FlowTrace
from tests.crash_worker import ELSEWHERE, ME, instant, open_overlay, text
from tests.postgres_server import Server, needs_server, server
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
    """Dies where a statement begins, `BEGIN` and `COMMIT` among them, after it was armed."""

    def __init__(self, number: int, *, on_a_server: bool = False) -> None:
        self._left = number
        self._armed = False
        if on_a_server:
            before_statements(lambda session, text: self._count(text))
        else:
            event.listen(Engine, "connect", lambda connection, _: connection.set_trace_callback(self._count))

    def arm(self) -> None:
        """Count from here on."""
        self._armed = True

    def _count(self, statement: str) -> None:
        self._left -= self._armed
        if self._left == 0:
            died()


def before_statements(call: Callable[[PostgresSession, str], None]) -> pytest.MonkeyPatch:
    """Called before each statement that a session hands to the driver."""
    say, ask = PostgresSession.say, PostgresSession._ask

    def saying(self: PostgresSession, text: str, bound: Sequence[object] = ()) -> object:
        call(self, text)
        return say(self, text, bound)

    def asking(self: PostgresSession, prepared: Prepared, bound: Sequence[object]) -> object:
        call(self, prepared.text)
        return ask(self, prepared, bound)

    patch = pytest.MonkeyPatch()
    patch.setattr(PostgresSession, "say", saying)
    patch.setattr(PostgresSession, "_ask", asking)
    return patch


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


def stored(folder: Path, url: str | None = None) -> None:
    """Two texts in a host in the folder, and in a ledger beside it or at a URL."""
    folder.mkdir()
    if url is not None:
        (folder / ELSEWHERE).write_text(url)
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


EACH_STAGE = pytest.mark.parametrize(
    ("deed", "stage"), [(deed, stage) for deed, stages in STAGES.items() for stage in stages]
)
LEDGERS = pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=needs_server)])


def place_of(kind: str) -> str | None:
    return server().new_url() if kind == "postgresql" else None


@LEDGERS
@EACH_STAGE
def test_killed_where_it_enters_a_stage_a_write_is_whole_or_not_there(
    tmp_path: Path, kind: str, deed: str, stage: str
) -> None:
    folder = tmp_path / "memory"
    stored(folder, place_of(kind))
    assert killed(folder, deed, lambda: AtStage(stage))
    check(folder, deed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@LEDGERS
@pytest.mark.parametrize("deed", DEEDS)
def test_killed_before_any_statement_a_write_is_whole_or_not_there(tmp_path: Path, kind: str, deed: str) -> None:
    step = 1 if os.environ.get("ATMA_LONG_KILLS") else 11
    kills = 0
    for number in range(1, STATEMENTS, step):
        folder = tmp_path / f"{number}"
        stored(folder, place_of(kind))
        if not killed(folder, deed, partial(BeforeStatement, number, on_a_server=kind == "postgresql")):
            break
        check(folder, deed)
        kills += 1
    else:
        pytest.fail(f"{deed} takes more than {STATEMENTS} statements")
    print(f"{kind}, {deed}: {kills} kills, each before another statement")  # noqa: T201 - the number that a long run is for
    assert kills > 0


def done_or_refused(folder: Path, deed: str) -> bool:
    """Whether a deed was acknowledged; where the server was lost it may be, and else it is refused in words."""
    with reopened(HOST, folder) as (_, overlay):
        try:
            DEEDS[deed](overlay)
        except LedgerError:
            return False
        return True


@pytest.fixture(scope="module")
def own() -> Iterator[Server]:
    """One that may be stopped: no other test is on it."""
    started = Server()
    yield started
    started.close()


class TestLosingTheServer:
    """The server goes, the process stays: at each stage, and before each statement of a transaction."""

    pytestmark = needs_server

    @pytest.mark.slow
    @EACH_STAGE
    def test_gone_where_a_stage_begins_a_write_is_whole_or_not_there(
        self, own: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, stage: str
    ) -> None:
        folder, enter = tmp_path / "memory", FlowTrace.enter
        lost: list[str] = []

        def entered(self: FlowTrace, name: str | None) -> None:
            if name == stage and not lost:
                lost.append(name)
                own.stop("immediate")
                own.start()
            enter(self, name)

        stored(folder, own.new_url())
        monkeypatch.setattr(FlowTrace, "enter", entered)
        done_or_refused(folder, deed)
        assert lost
        check(folder, deed)

    @pytest.mark.slow
    @pytest.mark.timeout(900)
    @pytest.mark.parametrize("deed", DEEDS)
    def test_cut_off_before_any_statement_a_write_is_whole_or_not_there(self, tmp_path: Path, deed: str) -> None:
        step = 1 if os.environ.get("ATMA_LONG_KILLS") else 5
        cuts = 0
        for number in range(1, STATEMENTS, step):
            folder, left = tmp_path / f"{number}", [number]

            def cut(session: PostgresSession, text: str, left: list[int] = left) -> None:
                left[0] -= 1
                if left[0] == 0:
                    backend = session._raw.info.backend_pid
                    server().sql("postgres", "SELECT pg_terminate_backend(%s, 10000)", backend)

            stored(folder, place_of("postgresql"))
            patch = before_statements(cut)
            try:
                acknowledged = done_or_refused(folder, deed)
            finally:
                patch.undo()
            if left[0] > 0:
                break
            if acknowledged and deed == "remember":
                with reopened(HOST, folder) as (host, overlay):
                    assert text(2) in found(host, overlay).texts
            check(folder, deed)
            cuts += 1
        print(f"{deed}: {cuts} cuts, each before another statement")  # noqa: T201 - the number that a long run is for
        assert cuts > 0
