"""A process killed at any moment of a write leaves whole changesets only, and everything it acknowledged (law 12)."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from atma_overlay.ledger import SqlLedger
from atma_overlay.testing.ledger_samples import ALICE
from tests.ledger_writers import check_whole, write_for_ever
from tests.postgres_server import Server, missing, server

SERVICE = [pytest.mark.service, pytest.mark.skipif(missing() is not None, reason=missing() or "")]
LONG = pytest.mark.skipif(
    not os.environ.get("ATMA_LONG_KILLS"), reason="takes minutes: set ATMA_LONG_KILLS=1 to kill a thousand times"
)
LONGEST_SECONDS = 0.04
"""From an acknowledgement to the kill: a few writes long."""
A_LEDGER_SERVES = 25
"""Kills before a new ledger is taken, so that the checks stay as fast as the first."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=SERVICE)])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[int], str]:
    if request.param == "sqlite":
        return lambda number: f"sqlite:///{tmp_path}/ledger-{number}.db"
    return lambda number: server().new_url()


def writer_of(url: str, *, until: Callable[[int], None]) -> int:
    """Fork a writer, do away with it after its first acknowledgement; the revision that it acknowledged last."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            sys.stdout = os.fdopen(writing, "w")
            write_for_ever(url)
        finally:
            os._exit(1)
    os.close(writing)
    said = b""
    try:
        said = os.read(reading, 1)
        until(child)
        while some := os.read(reading, 65_536):
            said += some
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
    return int(said.rpartition(b"\n")[0].split()[-1])


def killed_after(seconds: float) -> Callable[[int], None]:
    def kill(child: int) -> None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)

    return kill


def checked(url: str, acknowledged: int) -> int:
    """The revision of what is left, which is whole."""
    ledger = SqlLedger(url)
    revision = ledger.read(ALICE, lambda r: r.revision())
    assert acknowledged <= revision <= acknowledged + 1
    ledger.read(ALICE, lambda r: check_whole(r, revision))
    ledger.close()
    return revision


@dataclass(slots=True)
class Count:
    """What the kills left."""

    kills: int = 0
    acknowledged: int = 0
    unacknowledged_whole: int = 0


def killed(new_url: Callable[[int], str], kills: int, chance: random.Random) -> Count:
    """Kill writers one after the other, and check what each left before the next begins."""
    count = Count()
    url, before = "", 0
    for number in range(kills):
        if number % A_LEDGER_SERVES == 0:
            url, before = new_url(number), 0
            SqlLedger(url).close()
        acknowledged = writer_of(url, until=killed_after(chance.uniform(0, LONGEST_SECONDS)))
        revision = checked(url, acknowledged)
        count.kills += 1
        count.acknowledged += acknowledged - before
        count.unacknowledged_whole += revision - acknowledged
        before = revision
    if url.startswith("sqlite"):
        sound(Path(url.removeprefix("sqlite:///")))
    return count


def sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
    file.close()


def test_a_kill_loses_nothing_acknowledged_and_leaves_no_half(new_url: Callable[[int], str]) -> None:
    assert killed(new_url, 8, random.Random(1)).acknowledged >= 8


@LONG
@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_five_hundred_kills(new_url: Callable[[int], str]) -> None:
    start = time.monotonic()
    count = killed(new_url, 500, random.Random(2))
    print(f"{new_url(0).partition(':')[0]}: {count}, {time.monotonic() - start:.0f} s, 0 lost")  # noqa: T201 - the numbers that a long run is for
    assert count.acknowledged > 500


@pytest.mark.service
@pytest.mark.skipif(missing() is not None, reason=missing() or "")
def test_a_server_that_crashes_loses_nothing_acknowledged() -> None:
    own, chance = Server(), random.Random(3)
    try:
        url = own.new_url()
        SqlLedger(url).close()
        for _ in range(3):
            acknowledged = writer_of(url, until=crashed_after(own, chance.uniform(0, LONGEST_SECONDS)))
            own.start()
            checked(url, acknowledged)
    finally:
        own.close()


def crashed_after(own: Server, seconds: float) -> Callable[[int], None]:
    def crash(_: int) -> None:
        time.sleep(seconds)
        own.stop("immediate")

    return crash
