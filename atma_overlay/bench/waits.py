"""How long another process waits to write, to its own user's memory, while much is done in somebody else's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from multiprocessing.connection import Connection

from atma_overlay.bench.beside import beside
from atma_overlay.bench.figures import Figure, timed
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.world import name_of
from atma_overlay.errors import AtmaError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.overlay import Overlay
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Observation
from atma_overlay.scope import Scope

PAUSE_SECONDS = 0.02
"""Between two writes of the other process."""
LATE_BY = 500
"""Messages of the large scope that were said after what arrives late, and are replayed."""


def wait_figures(url: str, filled: Filled, *, kind: str) -> Iterator[Figure]:
    """The writes of another process beside an erasure in the large scope, and beside a late arrival there.

    Of each the median and the 95th percentile of a write, its longest one, and how long the erasure or the arrival
    itself took. A write that fails counts with the time after which it did.
    """
    overlay = Overlay(MemoryHost(), ledger=filled.ledger, on_error="raise")
    try:
        for name, work in (("erase", _erase), ("late", _late)):
            with _another(url, filled.tenant) as others:
                done = timed(kind, filled.records, name, [_took(lambda work=work: work(overlay, filled))])  # type: ignore[misc]
            seconds = others()
            yield done
            yield timed(kind, filled.records, f"write_beside_{name}", seconds)
            yield timed(kind, filled.records, f"longest_write_beside_{name}", [max(seconds)])
    finally:
        overlay.executor.close()


def _erase(overlay: Overlay, filled: Filled) -> None:
    last = filled.ledger.read(filled.large, lambda reader: reader.last_observation())
    if last is not None:
        overlay.erase(scope=filled.large, observation_id=last.id)


def _late(overlay: Overlay, filled: Filled) -> None:
    after = filled.ledger.read(filled.large, _late_by)
    overlay.remember(
        "Thanks for the report.", scope=filled.large, observed_at=after.observed_at - timedelta(microseconds=1)
    )


def _late_by(reader: LedgerReader) -> Observation:
    return reader.observed_after(None)[-LATE_BY:][0]


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


@contextmanager
def _another(url: str, tenant: str) -> Iterator[Callable[[], list[float]]]:
    """Another process that writes meanwhile; what is given tells afterwards how long each of its writes took."""
    told: list[float] = []
    with beside(_write, url, tenant) as other:
        other.recv()  # it has opened the ledger
        try:
            yield lambda: told
        finally:
            other.send(None)
            told += other.recv()


def _write(url: str, tenant: str, asked: Connection) -> None:
    """Write again and again until something is asked."""
    seconds: list[float] = []
    with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
        scope = Scope(tenant=tenant, user="beside")
        overlay.remember("My dentist is Kim.", scope=scope)
        asked.send(None)
        while not (asked.poll(PAUSE_SECONDS) and seconds):
            told = f"My dentist is {name_of(len(seconds) + 1)} now."
            seconds.append(_took(lambda told=told: _remembered(overlay, told, scope)))  # type: ignore[misc]
    asked.send(seconds)


def _remembered(overlay: Overlay, told: str, scope: Scope) -> None:
    with suppress(AtmaError):
        overlay.remember(told, scope=scope)
