"""One episode, run: sessions and fillers handed over in order of time, probes asked as they come due."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from time import perf_counter
from typing import Self

from atma_overlay.effects import HostAdd
from atma_overlay.evaluation.answering import Answering, open_answering
from atma_overlay.evaluation.answers import Answer, answer_tallies
from atma_overlay.evaluation.bank import bank_tallies
from atma_overlay.evaluation.clock import Clock
from atma_overlay.evaluation.comparators import Comparator
from atma_overlay.evaluation.corpus import Corpus
from atma_overlay.evaluation.costs import cost_of, read_cost, used
from atma_overlay.evaluation.diagnosis import answer_failure, failure
from atma_overlay.evaluation.dump import dumped
from atma_overlay.evaluation.embedding import embedder_named, keeping_embedder
from atma_overlay.evaluation.episodes import Episode, EpisodeSession, Probe
from atma_overlay.evaluation.fillers import Filler, filler_dates, fillers
from atma_overlay.evaluation.matching import Bank, Pairing, SpellKey, pair
from atma_overlay.evaluation.opening import Opener, host_named, judge_of, linker_of, open_overlay, read_as
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.retrieval import Asked, retrieval_tallies
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suites import suite_named
from atma_overlay.evaluation.systems import SYSTEMS, Memory, Moment
from atma_overlay.evaluation.systems.readings import AS_KEPT
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.tracing import episode_span
from atma_overlay.ports.host import HostItem
from atma_overlay.ports.model import Usage
from atma_overlay.scope import Scope
from atma_overlay.views import Packet, Turn, WriteReceipt

PAUSE = timedelta(hours=1)
"""How long after a session its probes are asked."""


def run_episode(
    episode: Episode, settings: Settings, *, opened: Opener | None = None, answering: Answering | None = None
) -> EpisodeResult:
    """Run an episode in a memory of its own.

    Args:
        episode: what is said and asked.
        settings: what to run, and against what.
        opened: opens the memory to measure; by default an overlay with the judge of the settings.
        answering: who answers and grades; by default what the settings name, closed when the episode is over.

    Raises:
        InvalidInputError: a model or a host cannot be opened.
        ModelError: a model failed, retries and all.
    """
    if answering is None:
        own = open_answering(settings.models)
        try:
            return run_episode(episode, settings, opened=opened, answering=own)
        finally:
            own.close()
    judge = judge_of(episode, settings.models) if opened is None else None
    trial = _Trial.opened(
        episode, settings, opened or partial(open_overlay, judge=judge, linker=linker_of(settings)), answering
    )
    try:
        with episode_span(settings):
            for index, session in enumerate(episode.sessions):
                trial.fill_until(session.at)
                trial.hold(index, session)
                trial.ask(index, session.at + PAUSE)
            return trial.result()
    finally:
        trial.corpus.close()
        for memory in (*trial.apart.values(), trial.memory):
            memory.close()
        if judge is not None:
            judge.model.close()


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
    answering: Answering
    comparators: Mapping[str, Comparator]
    scope: Scope
    clock: Clock
    corpus: Corpus
    waiting: deque[tuple[datetime, Filler]]
    observations: dict[str, int] = field(default_factory=dict)
    held: dict[str, set[SpellKey]] = field(default_factory=dict)
    asked: dict[str, list[Asked]] = field(default_factory=dict)
    results: dict[str, list[ProbeResult]] = field(default_factory=dict)
    answers: dict[str, list[tuple[Probe, Answer]]] = field(default_factory=dict)
    spent: dict[str, Usage] = field(default_factory=dict)
    """What systems have cost since they were last asked."""
    said: list[tuple[str, ...]] = field(default_factory=list)
    remember_ms: list[float] = field(default_factory=list)
    recall_ms: dict[str, list[float]] = field(default_factory=dict)
    unjudged: int = 0

    @classmethod
    def opened(cls, episode: Episode, settings: Settings, opener: Opener, answering: Answering) -> Self:
        first, last = episode.sessions[0].at, episode.sessions[-1].at
        dates = filler_dates(first, last, settings.fillers)
        waiting = deque(zip(dates, fillers(settings.fillers, settings.filler_file), strict=True))
        clock = Clock(min(first, dates[0] if dates else first))
        memory = opener(host_named(settings.host), clock)
        readings = {name: read_as(name, memory, clock) for name in settings.readings}
        scope = Scope(tenant="evaluation", user=_user(episode))
        corpus = Corpus(embedder_named(settings.embedder))
        sessions = len(episode.sessions) + settings.fillers
        apart = {name: opens(sessions) for name in settings.systems if (opens := SYSTEMS[name].opens) is not None}
        comparators = {
            name: answering.comparator(name, host=memory.executor.host, scope=scope)
            for name in settings.systems
            if SYSTEMS[name].answers
        }
        return cls(
            episode, settings, memory, readings, apart, answering, comparators, scope, clock, corpus, waiting
        )  # fmt: skip

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
                self.charge(self.memory.remember(filler.turns, scope=self.scope, observed_at=at))
            else:
                self.memory.executor.perform(HostAdd(self.scope, items))

    def hold(self, index: int, session: EpisodeSession) -> None:
        """Hand over a session of the episode."""
        self.clock.move_to(session.at)
        turns = [Turn(role=t.role, text=t.text, name=t.name) for t in session.turns]
        started = perf_counter()
        receipt = self.memory.remember(turns, scope=self.scope, observed_at=session.at)
        self.remember_ms.append((perf_counter() - started) * 1000)
        self.charge(receipt)
        self.said.append(receipt.observation_ids)
        self.observations |= dict.fromkeys(receipt.observation_ids, index)
        self.corpus.add(_items(Filler(tuple(turns)), session.at, name=f"session {index}"))
        self.tell_others(turns, session.at)

    def charge(self, receipt: WriteReceipt) -> None:
        """Put what a write's judge has cost on the account of the systems that read the ledger."""
        done = receipt.judging
        if done is None:
            return
        self.unjudged += done.pending if done.error else 0
        spent = Usage(done.tokens_in, done.tokens_out, done.completions, done.estimated)
        for name in self.settings.systems:
            if SYSTEMS[name].reading is not None:
                self.spent[name] = self.spent.get(name, Usage()) + spent

    def tell_others(self, turns: Sequence[Turn], at: datetime) -> None:
        """Hand a session to the systems that keep a memory of their own."""
        for memory in self.apart.values():
            memory.remember(turns, scope=self.scope, observed_at=at)
        for name, comparator in self.comparators.items():
            before = self.answering.usage()
            comparator.hold(turns, at=at)
            self.spent[name] = self.spent.get(name, Usage()) + used(before, self.answering.usage())

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
        embedded, before, started = counter.texts, self.answering.usage(), perf_counter()
        packet = system.ask(moment, probe)
        self.recall_ms.setdefault(name, []).append((perf_counter() - started) * 1000)
        answer = self.reply(name, probe, packet)
        spent = self.spent.pop(name, Usage()) + used(before, self.answering.usage()) + read_cost(packet)
        self.unjudged += bool(packet.readout and packet.readout.error)
        asked = Asked(self.episode, probe, packet, bank, pairing)
        found = ProbeResult(
            probe=probe.id, task=probe.task, tallies={}, failure=None, pair=probe.pair, category=probe.category,
            answer=self.graded_by_words(probe, answer) if answer else {},
            cost=cost_of(packet, embeddings=counter.texts - embedded, spent=spent), held_turns=len(self.corpus),
        )  # fmt: skip
        self.results.setdefault(name, []).append(found if system.answers else self.measured(found, asked))
        if not system.answers:
            self.asked.setdefault(name, []).append(asked)
        if answer:
            self.answers.setdefault(name, []).append((probe, answer))

    def reply(self, name: str, probe: Probe, packet: Packet) -> Answer | None:
        """What is answered: by the system itself, or by the reader of its packet."""
        if name in self.comparators:
            return self.comparators[name].answer(probe.query, now=self.clock.now)
        return self.answering.read(packet, probe=probe, now=self.clock.now)

    def graded_by_words(self, probe: Probe, answer: Answer) -> dict[str, Tally]:
        """The metrics of an answer that need no model, the benchmark's own among them."""
        own = {name: score(probe, answer.text) for name, score in suite_named(self.settings.suite).scores.items()}
        scored = {name: Tally(value, 1) for name, value in own.items() if value is not None}
        return {**answer_tallies(probe, answer), **scored}

    def measured(self, found: ProbeResult, asked: Asked) -> ProbeResult:
        """A result with what its packet is worth."""
        lost = failure(asked)
        wrong = found.answer.get("accuracy", Tally(1, 1)).hits == 0
        split = suite_named(self.settings.suite).loss
        return replace(
            found,
            tallies=retrieval_tallies(asked),
            failure=lost or (answer_failure(asked) if wrong else None),
            passed=lost is None,
            loss=split(asked.episode, asked.probe, asked.bank, asked.pairing)
            if lost and split and asked.bank and asked.pairing
            else None,
        )

    def snapshot(self, reading: str, *, up_to: int) -> _Snapshot:
        """The ledger as it is under a reading."""
        bank = Bank.of(self.readings[reading].timeline(scope=self.scope), self.observations)
        return _Snapshot(bank, pair(self.episode, bank, up_to=up_to))

    def result(self) -> EpisodeResult:
        """The measurements, once everything is asked."""
        last = len(self.episode.sessions) - 1
        self.grade()
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
            unjudged=self.unjudged,
        )

    def grade(self) -> None:
        """Have the answers graded by a model, where one was named."""
        for name, answers in self.answers.items():
            grades = self.answering.grades(self.episode, answers)
            self.results[name] = [
                replace(found, answer={**found.answer, "graded_accuracy": Tally.of([grades[found.probe].passed])})
                if found.probe in grades
                else found
                for found in self.results[name]
            ]

    def dump(self, final: _Snapshot | None) -> str:
        """A readable text of the episode, where the overlay's own ledger was asked."""
        if final is None:
            return ""
        return dumped(self.episode, final.bank, final.pairing, said=self.said, asked=self.asked)


def _user(episode: Episode) -> str:
    return f"episode {episode.id}".replace("*", "-")


def _items(filler: Filler, at: datetime, *, name: str = "filler") -> list[HostItem]:
    return [
        HostItem(key=f"{name} {at.isoformat()} {place}", text=turn.text, role=turn.role, observed_at=at)
        for place, turn in enumerate(filler.turns)
    ]
