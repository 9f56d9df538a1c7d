"""One episode, run: sessions and fillers handed over in order of time, probes asked as they come due."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import perf_counter
from typing import Self

from atma_overlay.evaluation.bank import bank_tallies
from atma_overlay.evaluation.diagnosis import failure
from atma_overlay.evaluation.dump import dumped
from atma_overlay.evaluation.embedding import keeping_embedder
from atma_overlay.evaluation.episodes import Episode, EpisodeSession
from atma_overlay.evaluation.fillers import Filler, filler_dates, fillers
from atma_overlay.evaluation.matching import Bank, Pairing, SpellKey, pair
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.retrieval import Asked, retrieval_tallies
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.systems import SYSTEMS, Memory, Moment
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.hosts.registry import open_host
from atma_overlay.ledger import open_ledger
from atma_overlay.overlay import Overlay
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from atma_overlay.views import Turn

PAUSE = timedelta(hours=1)
"""How long after a session its probes are asked."""


@dataclass(slots=True)
class Clock:
    """The time of the conversation, so that what is recorded is recorded when it was said."""

    now: datetime

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def move_to(self, moment: datetime) -> None:
        """Go on; never back."""
        self.now = max(self.now, moment)


Opener = Callable[[Host, Clock], Memory]
"""Opens the memory to measure over a host, with the clock it is to go by."""


def open_overlay(host: Host, clock: Clock) -> Memory:
    """An overlay with a ledger in memory, which raises what fails."""
    return Overlay(host, ledger=open_ledger("memory://", clock=clock), clock=clock, on_error="raise")


def run_episode(episode: Episode, settings: Settings, *, opened: Opener = open_overlay) -> EpisodeResult:
    """Run an episode in a memory of its own."""
    trial = _Trial.opened(episode, settings, opened)
    try:
        for index, session in enumerate(episode.sessions):
            trial.fill_until(session.at)
            trial.hold(index, session)
            trial.ask(index, session.at + PAUSE)
        return trial.result()
    finally:
        trial.memory.close()


@dataclass(slots=True)
class _Trial:
    episode: Episode
    settings: Settings
    host: Host
    memory: Memory
    scope: Scope
    clock: Clock
    waiting: deque[tuple[datetime, Filler]]
    observations: dict[str, int] = field(default_factory=dict)
    held: set[SpellKey] = field(default_factory=set)
    asked: dict[str, list[Asked]] = field(default_factory=dict)
    said: list[tuple[str, ...]] = field(default_factory=list)
    remember_ms: list[float] = field(default_factory=list)
    recall_ms: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def opened(cls, episode: Episode, settings: Settings, opener: Opener) -> Self:
        first, last = episode.sessions[0].at, episode.sessions[-1].at
        dates = filler_dates(first, last, settings.fillers)
        waiting = deque(zip(dates, fillers(settings.fillers, settings.filler_file), strict=True))
        clock = Clock(min(first, dates[0] if dates else first))
        host = _open_host(settings.host)
        scope = Scope(tenant="evaluation", user=_user(episode))
        return cls(episode, settings, host, opener(host, clock), scope, clock, waiting)

    def fill_until(self, moment: datetime) -> None:
        """Hand over the fillers that are due."""
        while self.waiting and self.waiting[0][0] < moment:
            at, filler = self.waiting.popleft()
            self.clock.move_to(at)
            if not filler.turns:
                continue
            if self.settings.fillers_in == "both":
                self.memory.remember(filler.turns, scope=self.scope, observed_at=at)
            else:
                self.host.add(_items(filler, at), scope=self.scope)

    def hold(self, index: int, session: EpisodeSession) -> None:
        """Hand over a session of the episode."""
        self.clock.move_to(session.at)
        turns = [Turn(role=t.role, text=t.text, name=t.name) for t in session.turns]
        started = perf_counter()
        receipt = self.memory.remember(turns, scope=self.scope, observed_at=session.at)
        self.remember_ms.append((perf_counter() - started) * 1000)
        self.said.append(receipt.observation_ids)
        self.observations |= dict.fromkeys(receipt.observation_ids, index)

    def ask(self, index: int, now: datetime) -> None:
        """Ask the probes that follow the session."""
        self.clock.move_to(now)
        bank, pairing = self.snapshot(up_to=index)
        self.held |= pairing.anywhere
        moment = Moment(self.episode, self.memory, self.host, self.scope, bank, pairing, now, self.settings.k)
        for name in self.settings.systems:
            for probe in (p for p in self.episode.probes if p.after_session == index):
                started = perf_counter()
                self.asked.setdefault(name, []).append(SYSTEMS[name](moment, probe))
                self.recall_ms.setdefault(name, []).append((perf_counter() - started) * 1000)

    def snapshot(self, *, up_to: int) -> tuple[Bank, Pairing]:
        """The ledger as it is."""
        bank = Bank.of(self.memory.timeline(scope=self.scope), self.observations)
        return bank, pair(self.episode, bank, up_to=up_to)

    def result(self) -> EpisodeResult:
        """The measurements, once everything is asked."""
        bank, pairing = self.snapshot(up_to=len(self.episode.sessions) - 1)
        text = dumped(self.episode, bank, pairing, said=self.said, asked=self.asked) if self.settings.dumped else ""
        return EpisodeResult(
            episode=self.episode.id,
            family=self.episode.family,
            bank=bank_tallies(self.episode, bank, pairing, held_before=self.held, now=self.clock.now),
            probes={name: [_probe_result(a) for a in asked] for name, asked in self.asked.items()},
            remember_ms=self.remember_ms,
            recall_ms=self.recall_ms,
            dump=text,
        )


def _probe_result(asked: Asked) -> ProbeResult:
    return ProbeResult(asked.probe.task, retrieval_tallies(asked), failure(asked))


def _open_host(spec: str) -> Host:
    return MemoryHost(keeping_embedder()) if spec == "memory" else open_host(spec)


def _user(episode: Episode) -> str:
    return f"episode {episode.id}".replace("*", "-")


def _items(filler: Filler, at: datetime) -> list[HostItem]:
    return [
        HostItem(key=f"filler {at.isoformat()} {place}", text=turn.text, role=turn.role, observed_at=at)
        for place, turn in enumerate(filler.turns)
    ]
