"""Killed at any point, what was acknowledged is there, once; what was not is there whole or not at all (law 12)."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Turn
from atma_overlay.adoption import DifferenceKind
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import Host
from atma_overlay.records import LinkState
from tests.crash_worker import ELSEWHERE, FAILED, HOSTS, ME, fill, instant, ledger_of, open_overlay, text
from tests.postgres_server import missing, server

ROOT = Path(__file__).parent.parent
STORED = 24
LONGEST_SECONDS = 0.15
"""From an acknowledgement to the kill: as long as one of the deeds takes."""
A_STORE_SERVES = 16
"""Kills before a new folder is taken, so that the checks stay as fast as the first."""


@dataclass(frozen=True, slots=True)
class Point:
    """When a worker is killed: so many seconds after it was opened, and after so many acknowledgements."""

    acknowledged: int
    seconds: float
    start: int = 0


class Workers:
    """A process that forks the workers to be killed."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        paths = os.pathsep.join((str(ROOT), str(ROOT / "adapters")))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash_worker", kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths, "MEM0_TELEMETRY": "False"},
        )  # fmt: skip
        assert self._line() == "ready"

    def killed(self, deed: str, folder: Path, point: Point) -> list[str]:
        """What a worker acknowledged until it was killed."""
        said = folder / "said"
        said.write_bytes(b"")
        assert self._process.stdin is not None
        self._process.stdin.write(f"{deed} {point.start} {folder}\n")
        worker = int(self._line())
        deadline = time.monotonic() + 60
        while not _reached(said, point) and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(point.seconds)
        os.kill(worker, signal.SIGKILL)
        assert int(self._line()) == -signal.SIGKILL
        lines = said.read_text().split("\n")[:-1]
        assert lines[:1] == ["open"], f"{self.kind} was not open after 60 s: {lines}"
        assert not lines[-1].startswith(FAILED), lines[-1]
        return lines[1:]

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")


def _reached(said: Path, point: Point) -> bool:
    lines = said.read_bytes()
    return lines.count(b"\n") > point.acknowledged or f"\n{FAILED}".encode() in lines or lines.startswith(b"failed")


@pytest.fixture(scope="module")
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    """The workers of one kind of host."""
    pool = Workers(request.param)
    yield pool
    pool.close()


@dataclass(frozen=True, slots=True)
class Found:
    """What is in the files after a kill: texts in the ledger and at the host, and which memory carries which."""

    ids: list[str]
    texts: list[str]
    stored: list[str]
    carried: list[tuple[str, str]]


def found(host: Host, overlay: Overlay) -> Found:
    def read(reader: Any) -> tuple[list[Any], list[Any]]:
        said = reader.observed_after(None)
        return said, reader.links(observation_ids=[o.id for o in said])

    said, links = overlay.ledger.read(ME, read)
    memories = host.page(scope=ME, limit=10_000).memories
    texts = {o.id: o.text for o in said}
    held = {m.id: m.text for m in memories}
    carried = [(texts[x.observation_id], held[x.host_id]) for x in links if x.state is LinkState.LIVE]
    return Found([o.id for o in said], [o.text for o in said], [m.text for m in memories], carried)


def agree(after: Found, *, rows: int, adopted: bool = False) -> None:
    """Every text once in the ledger, in all its rows at the host and in no more, and linked to each.

    Of an adopted store each row is a text of its own.
    """
    texts = set(after.texts)
    assert Counter(after.texts) == dict.fromkeys(texts, rows if adopted else 1)
    assert Counter(after.stored) == dict.fromkeys(texts, rows)
    assert Counter(after.carried) == {(t, t): rows for t in texts}


@contextmanager
def reopened(kind: str, folder: Path) -> Iterator[tuple[Host, Overlay]]:
    host, overlay = open_overlay(kind, folder)
    try:
        yield host, overlay
    finally:
        overlay.close()
        host.close()


def reconciled(overlay: Overlay) -> None:
    """Repaired, with nothing left to repair; no row at the host is one that nobody wrote."""
    report = overlay.reconcile(scope=ME)
    assert report.pending == 0
    assert DifferenceKind.ADDED not in report.counts
    assert overlay.reconcile(scope=ME).agrees


@dataclass(frozen=True, slots=True)
class Crashes:
    """How often workers are killed and, by a seed, when."""

    pool: Workers
    kills: int
    chance: random.Random
    folder: Path
    on_a_server: bool = False

    @property
    def kind(self) -> str:
        return self.pool.kind

    @property
    def rows(self) -> int:
        """At the host, of one text: an episode is there beside the fact that was taken from it."""
        return 2 if self.kind == "graphiti-episodes" else 1

    def killed(self, deed: str, folder: Path, point: Point) -> list[str]:
        """What the worker said before it was killed; a server has finished what it was given by then."""
        said = self.pool.killed(deed, folder, point)
        if self.on_a_server:
            server().settle()
        return said

    def points(self) -> Iterator[tuple[Path, bool, Point]]:
        """A folder, whether it is a new one, and the point of the kill in it."""
        for number in range(self.kills):
            folder = self.folder / f"{number // A_STORE_SERVES}"
            fresh = not folder.exists()
            folder.mkdir(exist_ok=True)
            if fresh:
                self.empty_ledger(folder)
            yield folder, fresh, Point((number + 1) % 4, self.chance.uniform(0, LONGEST_SECONDS))

    def empty_ledger(self, folder: Path) -> None:
        """Give the folder a new ledger, of this version's schema: an upgrade is not what is killed."""
        if self.on_a_server:
            (folder / ELSEWHERE).write_text(server().new_url())
            open_ledger(ledger_of(folder)).close()
            return
        for path in folder.glob("ledger.db*"):
            path.unlink()
        empty = self.folder / "empty.db"
        if not empty.exists():
            open_ledger(f"sqlite:///{empty}").close()
        shutil.copyfile(empty, folder / "ledger.db")


def killed_while_writing(crashes: Crashes) -> int:
    """How many writes were acknowledged over all kills."""
    start = acknowledged = 0
    for folder, fresh, point in crashes.points():
        start = 0 if fresh else start
        said = crashes.killed("write", folder, replace(point, start=start))
        with reopened(crashes.kind, folder) as (host, overlay):
            known = found(host, overlay).texts
            assert {text(int(n)) for n in said} <= set(known)
            reconciled(overlay)
            state = found(host, overlay)
            agree(state, rows=crashes.rows)
            assert state.texts == [text(n) for n in range(len(state.texts))]
            assert len(known) <= start + len(said) + 1
            start, acknowledged = len(state.texts), acknowledged + len(said)
    return acknowledged


def killed_while_adopting(crashes: Crashes) -> int:
    """How many batches were acknowledged over all kills."""
    acknowledged, stored = 0, STORED * crashes.rows
    for folder, fresh, point in crashes.points():
        if fresh:
            fill(crashes.kind, folder, count=STORED)
        crashes.empty_ledger(folder)
        said = crashes.killed("adopt", folder, point)
        with reopened(crashes.kind, folder) as (host, overlay):
            partly = found(host, overlay)
            done = max([stored if n == "whole" else int(n) for n in said], default=0)
            assert done <= len(partly.texts) <= min(done + 3, stored)
            assert sorted(partly.carried) == [(t, t) for t in sorted(partly.texts)]
            assert overlay.backfill(scope=ME).taken == stored - len(partly.texts)
            agree(found(host, overlay), rows=crashes.rows, adopted=True)
            assert overlay.reconcile(scope=ME).agrees
            acknowledged += len(said)
    return acknowledged


def killed_while_erasing(crashes: Crashes) -> int:
    """How many erasures were acknowledged over all kills."""
    acknowledged = number = 0
    for folder, fresh, point in crashes.points():
        with reopened(crashes.kind, folder) as (host, overlay):
            number = 0 if fresh else number
            missing = range(number, number + STORED - len(found(host, overlay).texts))
            if missing:
                overlay.remember([Turn(text=text(n), observed_at=instant(n)) for n in missing], scope=ME)
            number = missing.stop
            before = found(host, overlay)
        said = crashes.killed("erase", folder, point)
        with reopened(crashes.kind, folder) as (host, overlay):
            gone = len(before.ids) - len(found(host, overlay).ids)
            reconciled(overlay)
            after = found(host, overlay)
            agree(after, rows=crashes.rows)
            assert after.ids == before.ids[gone:]
            assert said == before.ids[: len(said)]
            assert len(said) <= gone <= len(said) + 1
            acknowledged += len(said)
    return acknowledged


DEEDS = {"write": killed_while_writing, "adopt": killed_while_adopting, "erase": killed_while_erasing}


PER_HOST = pytest.mark.parametrize("workers", HOSTS, indirect=True, scope="module")
SHORT = pytest.mark.parametrize(
    "workers", ["qdrant", "mem0", "graphiti", "langchain", "llamaindex"], indirect=True, scope="module"
)
"""One kind of store each: the others are ways of writing to one of them."""
LONG = pytest.mark.skipif(
    not os.environ.get("ATMA_LONG_KILLS"), reason="takes minutes: set ATMA_LONG_KILLS=1 to kill two hundred times"
)


@SHORT
@pytest.mark.parametrize("deed", DEEDS)
def test_a_kill_loses_nothing_acknowledged_and_doubles_nothing(tmp_path: Path, deed: str, workers: Workers) -> None:
    assert_survived(tmp_path, deed, pool=workers, kills=1)


@LONG
@PER_HOST
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("deed", "kills"), [("write", 70), ("adopt", 65), ("erase", 65)])
def test_two_hundred_kills(tmp_path: Path, deed: str, kills: int, workers: Workers) -> None:
    assert_survived(tmp_path, deed, pool=workers, kills=kills)


SERVICE = pytest.mark.skipif(missing() is not None, reason=missing() or "")
ON_QDRANT = pytest.mark.parametrize("workers", ["qdrant"], indirect=True, scope="module")


@SERVICE
@ON_QDRANT
@pytest.mark.service
@pytest.mark.parametrize("deed", DEEDS)
def test_a_ledger_on_a_server_survives_kills_as_well(tmp_path: Path, deed: str, workers: Workers) -> None:
    assert_survived(tmp_path, deed, pool=workers, kills=3, on_a_server=True)


@LONG
@SERVICE
@ON_QDRANT
@pytest.mark.service
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("deed", DEEDS)
def test_many_kills_with_a_ledger_on_a_server(tmp_path: Path, deed: str, workers: Workers) -> None:
    assert_survived(tmp_path, deed, pool=workers, kills=70, on_a_server=True)


def assert_survived(folder: Path, deed: str, *, pool: Workers, kills: int, on_a_server: bool = False) -> None:
    chance = random.Random(f"{pool.kind} {deed} {kills}")
    crashes = Crashes(pool, kills, chance, folder, on_a_server=on_a_server)
    start = time.monotonic()
    acknowledged = DEEDS[deed](crashes)
    print(  # noqa: T201 - the numbers that a long run is for
        f"{pool.kind}{' and a server' * on_a_server} {deed}: {kills} kills,"
        f" {acknowledged} acknowledged, {time.monotonic() - start:.1f} s"
    )
    assert acknowledged > 0
