"""One episode, run: sessions and fillers handed over in order of time, probes asked as they come due."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import perf_counter
from typing import Self

from atma_overlay.effects import HostAdd
from atma_overlay.evaluation.bank import bank_tallies
from atma_overlay.evaluation.corpus import Corpus
from atma_overlay.evaluation.diagnosis import failure
from atma_overlay.evaluation.dump import dumped
from atma_overlay.evaluation.embedding import embedder_named, keeping_embedder
from atma_overlay.evaluation.episodes import Episode, EpisodeSession, Probe
from atma_overlay.evaluation.fillers import Filler, filler_dates, fillers
from atma_overlay.evaluation.matching import Bank, Pairing, SpellKey, pair
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.retrieval import Asked, retrieval_tallies
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.systems import SYSTEMS, Memory, Moment
from atma_overlay.evaluation.systems.baselines import packet_tokens
from atma_overlay.evaluation.systems.readings import AS_KEPT, REWRITINGS, Reading
from atma_overlay.evaluation.tallies import Tally
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
        trial.corpus.close()
        for memory in (*trial.apart.values(), trial.memory):
            memory.close()


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The ledger under one reading, beside the gold."""

    bank: Bank
    pairing: Pairing


@dataclass(slots=True)
class _Trial:
    episode: Episode
    settings: Settings
    memory: Memory
    readings: Mapping[str, Memory]
    apart: Mapping[str, Memory]
    """The memories of the systems that keep one of their own."""
    scope: Scope
    clock: Clock
    corpus: Corpus
    waiting: deque[tuple[datetime, Filler]]
    observations: dict[str, int] = field(default_factory=dict)
    held: dict[str, set[SpellKey]] = field(default_factory=dict)
    asked: dict[str, list[Asked]] = field(default_factory=dict)
    results: dict[str, list[ProbeResult]] = field(default_factory=dict)
    said: list[tuple[str, ...]] = field(default_factory=list)
    remember_ms: list[float] = field(default_factory=list)
    recall_ms: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def opened(cls, episode: Episode, settings: Settings, opener: Opener) -> Self:
        first, last = episode.sessions[0].at, episode.sessions[-1].at
        dates = filler_dates(first, last, settings.fillers)
        waiting = deque(zip(dates, fillers(settings.fillers, settings.filler_file), strict=True))
        clock = Clock(min(first, dates[0] if dates else first))
        memory = opener(_open_host(settings.host), clock)
        readings = {name: _read_as(name, memory, clock) for name in settings.readings}
        scope = Scope(tenant="evaluation", user=_user(episode))
        corpus = Corpus(embedder_named(settings.embedder))
        sessions = len(episode.sessions) + settings.fillers
        apart = {name: opens(sessions) for name in settings.systems if (opens := SYSTEMS[name].opens) is not None}
        return cls(episode, settings, memory, readings, apart, scope, clock, corpus, waiting)

    def fill_until(self, moment: datetime) -> None:
        """Hand over the fillers that are due."""
        while self.waiting and self.waiting[0][0] < moment:
            at, filler = self.waiting.popleft()
            self.clock.move_to(at)
            if not filler.turns:
                continue
            items = _items(filler, at)
            self.corpus.add(items)
            self.tell_others(filler.turns, at)
            if self.settings.fillers_in == "both":
                self.memory.remember(filler.turns, scope=self.scope, observed_at=at)
            else:
                self.memory.executor.perform(HostAdd(self.scope, items))

    def hold(self, index: int, session: EpisodeSession) -> None:
        """Hand over a session of the episode."""
        self.clock.move_to(session.at)
        turns = [Turn(role=t.role, text=t.text, name=t.name) for t in session.turns]
        started = perf_counter()
        receipt = self.memory.remember(turns, scope=self.scope, observed_at=session.at)
        self.remember_ms.append((perf_counter() - started) * 1000)
        self.said.append(receipt.observation_ids)
        self.observations |= dict.fromkeys(receipt.observation_ids, index)
        self.corpus.add(_items(Filler(tuple(turns)), session.at, name=f"session {index}"))
        self.tell_others(turns, session.at)

    def tell_others(self, turns: Sequence[Turn], at: datetime) -> None:
        """Hand a session to the systems that keep a memory of their own."""
        for memory in self.apart.values():
            memory.remember(turns, scope=self.scope, observed_at=at)

    def ask(self, index: int, now: datetime) -> None:
        """Ask the probes that follow the session."""
        self.clock.move_to(now)
        due = [probe for probe in self.episode.probes if probe.after_session == index]
        snapshots = {name: self.snapshot(name, up_to=index) for name in self.settings.readings}
        for name, snapshot in snapshots.items():
            self.held.setdefault(name, set()).update(snapshot.pairing.anywhere)
        for name in self.settings.systems:
            for probe in due:
                self.answer(name, probe, snapshots.get(SYSTEMS[name].reading or ""))

    def answer(self, name: str, probe: Probe, snapshot: _Snapshot | None) -> None:
        """Ask one system one probe."""
        system, counter = SYSTEMS[name], keeping_embedder()
        memory = self.apart.get(name) or self.readings.get(system.reading or "", self.memory)
        bank, pairing = (snapshot.bank, snapshot.pairing) if snapshot else (None, None)
        moment = Moment(self.episode, memory, bank, self.corpus, self.scope, self.clock.now, self.settings.k)
        embedded, started = counter.texts, perf_counter()
        packet = system.ask(moment, probe)
        self.recall_ms.setdefault(name, []).append((perf_counter() - started) * 1000)
        cost = {
            "packet_tokens": Tally(packet_tokens(packet), 1),
            "embeddings": Tally(counter.texts - embedded, 1),
            "model_calls": Tally(0, 1),
            "tokens_in": Tally(0, 1),
            "tokens_out": Tally(0, 1),
        }
        asked = Asked(self.episode, probe, packet, bank, pairing)
        self.asked.setdefault(name, []).append(asked)
        self.results.setdefault(name, []).append(
            ProbeResult(
                probe=probe.id, task=probe.task, tallies=retrieval_tallies(asked), failure=failure(asked),
                pair=probe.pair, category=probe.category, cost=cost, held_turns=len(self.corpus),
            )
        )  # fmt: skip

    def snapshot(self, reading: str, *, up_to: int) -> _Snapshot:
        """The ledger as it is under a reading."""
        bank = Bank.of(self.readings[reading].timeline(scope=self.scope), self.observations)
        return _Snapshot(bank, pair(self.episode, bank, up_to=up_to))

    def result(self) -> EpisodeResult:
        """The measurements, once everything is asked."""
        last = len(self.episode.sessions) - 1
        final = {name: self.snapshot(name, up_to=last) for name in self.settings.readings}
        return EpisodeResult(
            episode=self.episode.id,
            family=self.episode.family,
            bank={
                name: bank_tallies(
                    self.episode, s.bank, s.pairing, held_before=self.held.get(name, set()), now=self.clock.now
                )
                for name, s in final.items()
            },
            probes=self.results,
            remember_ms=self.remember_ms,
            recall_ms=self.recall_ms,
            dump=self.dump(final.get(AS_KEPT)) if self.settings.dumped else "",
        )

    def dump(self, final: _Snapshot | None) -> str:
        """A readable text of the episode, where the overlay's own ledger was asked."""
        if final is None:
            return ""
        return dumped(self.episode, final.bank, final.pairing, said=self.said, asked=self.asked)


def _read_as(reading: str, memory: Memory, clock: Clock) -> Memory:
    if reading not in REWRITINGS:
        return memory
    executor = memory.executor
    ledger = Reading(executor.ledger, REWRITINGS[reading])
    return Overlay(executor.host, ledger=ledger, clock=clock, on_error="raise")


def _open_host(spec: str) -> Host:
    return MemoryHost(keeping_embedder()) if spec == "memory" else open_host(spec)


def _user(episode: Episode) -> str:
    return f"episode {episode.id}".replace("*", "-")


def _items(filler: Filler, at: datetime, *, name: str = "filler") -> list[HostItem]:
    return [
        HostItem(key=f"{name} {at.isoformat()} {place}", text=turn.text, role=turn.role, observed_at=at)
        for place, turn in enumerate(filler.turns)
    ]
