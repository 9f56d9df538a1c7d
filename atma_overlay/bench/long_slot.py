"""A fact that has changed often: what that costs its readers and writers, alone and by turns with another process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from multiprocessing.connection import Connection

from atma_overlay.bench.beside import beside
from atma_overlay.bench.figures import Figure, timed
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.hosts import ListHost, TimedExecutor
from atma_overlay.bench.world import name_of
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.stamping import utc_now
from atma_overlay.overlay import Overlay
from atma_overlay.ports.ledger import Ledger
from atma_overlay.scope import Scope
from atma_overlay.views import Turn

CHANGES = 500
"""How often the fact has changed before anything is measured."""
TIMES = 40
"""How often each measure is taken; each changes the fact once more."""
SESSIONS = ("monday", "tuesday")
QUERY = "Who is my dentist?"


class _User:
    """A user who has changed dentists often, in two sessions by turns, over a host that answers at once."""

    def __init__(self, ledger: Ledger, scope: Scope, since: datetime) -> None:
        self.scope, self._since = scope, since
        host = ListHost()
        self._overlay = Overlay(host, ledger=ledger, on_error="raise")
        self._overlay.executor = self._timer = TimedExecutor(host, ledger)

    def fill(self) -> None:
        """Have the changes told, half of them in each session."""
        for first, session in enumerate(SESSIONS):
            turns = [
                Turn(text=_changed(n), observed_at=self._at(n)) for n in range(CHANGES) if n % len(SESSIONS) == first
            ]
            self._overlay.remember(turns, scope=self._in(session))

    def remember(self, number: int) -> float:
        """Tell a change; how long it took but for the host."""
        at, where = self._at(number), self._in(SESSIONS[number % len(SESSIONS)])
        return self._took(lambda: self._overlay.remember(_changed(number), scope=where, observed_at=at))

    def recall(self, session: str | None = None) -> float:
        """Ask who it is now; how long it took but for the host."""
        return self._took(lambda: self._overlay.recall(QUERY, scope=self._in(session)))

    def _took(self, work: Callable[[], object]) -> float:
        self._timer.take()
        started = time.perf_counter()
        work()
        return time.perf_counter() - started - sum(self._timer.take()["host"])

    def close(self) -> None:
        """Release the overlay; the ledger stays open."""
        self._overlay.executor.close()

    def _in(self, session: str | None) -> Scope:
        return Scope(tenant=self.scope.tenant, user=self.scope.user, session=session)

    def _at(self, number: int) -> datetime:
        return self._since + timedelta(minutes=number)


def _changed(number: int) -> str:
    return f"My dentist is {name_of(number)} now."


def long_slot_figures(url: str, filled: Filled, *, kind: str) -> Iterator[Figure]:
    """What a write, a recall, and a recall of one session cost where a fact has changed `CHANGES` times before.

    `remember_long_slot_anew` is the first write of a process; in `remember_by_turns` another process writes the same
    user's same fact before each. A ledger in memory has neither.
    """
    scope = Scope(tenant=filled.tenant, user=f"changed-{filled.records}")
    since = utc_now() - timedelta(days=2)
    user = _User(filled.ledger, scope, since)
    try:
        user.fill()
        taken: dict[str, list[float]] = {f"{what}_long_slot": [] for what in ("remember", "recall", "recall_session")}
        for number in range(CHANGES, CHANGES + TIMES):
            taken["remember_long_slot"].append(user.remember(number))
            taken["recall_long_slot"].append(user.recall())
            taken["recall_session_long_slot"].append(user.recall(SESSIONS[0]))
        if not url.startswith("memory:"):
            taken |= _with_another(user, url, since)
    finally:
        user.close()
    for measure, seconds in taken.items():
        yield timed(kind, filled.records, measure, seconds)


def _with_another(user: _User, url: str, since: datetime) -> dict[str, list[float]]:
    """The writes of another process, which begins with this, and of this one, by turns."""
    theirs, ours = [], []
    with beside(_tell, url, user.scope, since) as other:
        try:
            for number in range(CHANGES + TIMES, CHANGES + 3 * TIMES, 2):
                other.send(number)
                theirs.append(other.recv())
                ours.append(user.remember(number + 1))
        finally:
            other.send(None)
    return {"remember_by_turns": ours, "remember_long_slot_anew": theirs[:1]}


def _tell(url: str, scope: Scope, since: datetime, asked: Connection) -> None:
    """Tell the changes whose numbers are sent, and answer how long each took."""
    ledger = open_ledger(url)
    user = _User(ledger, scope, since)
    _warm(ledger, scope, since)
    while (number := asked.recv()) is not None:
        asked.send(user.remember(number))
    user.close()
    ledger.close()


def _warm(ledger: Ledger, scope: Scope, since: datetime) -> None:
    """Have the patterns compiled, which a process does once, in another user's memory."""
    other = _User(ledger, Scope(tenant=scope.tenant, user="beside"), since)
    for number in range(3):
        other.remember(number)
    other.close()
