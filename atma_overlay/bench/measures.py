"""What is measured of a filled ledger: each measure takes it and gives its times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import cycle, islice

from atma_overlay.bench.figures import Figure, repeated, timed
from atma_overlay.bench.filling import SMALL, Filled
from atma_overlay.bench.hosts import ListHost, TimedExecutor
from atma_overlay.bench.machine import Machine
from atma_overlay.bench.world import SORTS, Told, name_of, subject_of, told
from atma_overlay.ledger.stamping import utc_now
from atma_overlay.overlay import Overlay
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.gather import hits_of
from atma_overlay.scope import Scope
from atma_overlay.state.present import label_of

HITS = 20
SCOPES = 40
"""Small scopes that a measure goes round; as many at every size, so that sizes compare."""
LARGE = "_large_scope"
"""What the name of a measure ends in where it was taken in the large scope."""


class Bench:
    """An overlay over a filled ledger and a host that answers at once.

    Args:
        filled: the ledger.
        kind: what its figures call it.
        repeats: how often each measure is taken.
    """

    def __init__(self, filled: Filled, *, kind: str, repeats: int) -> None:
        self.filled, self.kind, self.repeats = filled, kind, repeats
        self.host = ListHost()
        self.overlay = Overlay(self.host, ledger=filled.ledger, on_error="raise")
        self.overlay.executor = self._timer = TimedExecutor(self.host, filled.ledger)
        step = max(1, filled.small // SCOPES)
        self._numbers = [*range(1, filled.small + 1, step)][:SCOPES]
        rest = [number for number in range(1, filled.small + 1) if number not in self._numbers]
        self._strangers = rest[:: max(1, len(rest) // SCOPES)][:SCOPES]
        for number in (0, *self._numbers, *self._strangers):
            self.host.lists[self._scope(number).partition] = filled.memories(number, 2 * HITS)

    def figures(self, machine: Machine) -> Iterator[Figure]:
        """Every measure, in the small scopes and in the large one, and how quick the machine is meanwhile."""
        for where, numbers in (("", self._numbers), (LARGE, [0])):
            yield from self._recalls(where, numbers)
            if where == "" and self._strangers:
                yield self._recalled_first()
            yield self._timed(f"label_20{where}", self._label(numbers), self.repeats)
            yield from self._remembers(where, numbers)
            if where == "":
                yield from machine.figures(self.filled.records, repeats=self.repeats)
            yield self._recalled_after_news(where, numbers)
            yield self._timed(f"timeline{where}", self._timeline(numbers), max(3, self.repeats // 4))
            yield self._timed(f"as_of{where}", self._as_of(numbers), max(3, self.repeats // (4 if where == "" else 20)))

    def close(self) -> None:
        """Release the overlay; the ledger stays open."""
        self.overlay.executor.close()

    def _scope(self, number: int) -> Scope:
        return self.filled.scope(number) if number else self.filled.large

    def _timed(self, measure: str, work: object, times: int) -> Figure:
        assert callable(work)
        work(0)
        return timed(self.kind, self.filled.records, measure, repeated(work, times))

    def _recalls(self, where: str, numbers: list[int]) -> Iterator[Figure]:
        asked = islice(_asked(numbers), self.repeats + WARM)
        tax, view, packet = zip(*[self._recalled(*one) for one in asked][WARM:], strict=True)
        for measure, seconds in (("recall_tax", tax), ("recall_view", view), ("recall_packet", packet)):
            yield timed(self.kind, self.filled.records, measure + where, seconds)

    def _recalled_first(self) -> Figure:
        """The tax of the first recall of each of some users in the process: nothing is kept of them yet."""
        asked = islice(_asked(self._strangers), len(self._strangers))
        return timed(self.kind, self.filled.records, "recall_first", [self._recalled(*one)[0] for one in asked])

    def _recalled(self, scope_number: int, query: str) -> tuple[float, float, float]:
        """Of a recall the whole but the host's part, the reading of the query, and the packet."""
        self._timer.take()
        started = time.perf_counter()
        self.overlay.recall(query, scope=self._scope(scope_number))
        whole = time.perf_counter() - started
        spent = self._timer.take()
        return whole - sum(spent["host"]), sum(spent["compute"]), sum(spent["read"])

    def _remembers(self, where: str, numbers: list[int]) -> Iterator[Figure]:
        whole, extracted, committed = zip(*self._remembered(numbers, _news), strict=True)
        measures = (("remember_durable", whole), ("remember_extract", extracted), ("remember_commit", committed))
        for measure, seconds in measures:
            yield timed(self.kind, self.filled.records, measure + where, seconds)
        for measure, said in (("remember_one_slot", _one_news), ("remember_no_slot", _chatter)):
            seconds = tuple(whole for whole, _, _ in self._remembered(numbers, said))
            yield timed(self.kind, self.filled.records, measure + where, seconds)

    def _remembered(self, numbers: list[int], said: Callable[[int, int], str]) -> Iterator[tuple[float, float, float]]:
        """Of each write the whole but the host's part, the reading of the words, and the commit of what they say."""
        for number, scope_number in islice(enumerate(cycle(numbers)), self.repeats + WARM):
            self._timer.take()
            started = time.perf_counter()
            self.overlay.remember(said(number, scope_number), scope=self._scope(scope_number))
            whole = time.perf_counter() - started
            spent = self._timer.take()
            if number >= WARM:
                yield whole - sum(spent["host"]), sum(spent["compute"]), spent["write"][0]

    def _recalled_after_news(self, where: str, numbers: list[int]) -> Figure:
        """The tax of a recall right after something was remembered, as agents do by turns."""
        tax = []
        for number, (scope_number, query) in enumerate(islice(_asked(numbers), self.repeats + WARM)):
            scope = self._scope(scope_number)
            self.overlay.remember(_news(self.repeats + WARM + number, scope_number), scope=scope)
            seconds, _, _ = self._recalled(scope_number, query)
            if number >= WARM:
                tax.append(seconds)
        return timed(self.kind, self.filled.records, f"recall_after_remember{where}", tax)

    def _label(self, numbers: list[int]) -> object:
        """Link and label twenty of the host's memories on one snapshot."""
        now = utc_now()

        def work(number: int) -> object:
            scope = self._scope(numbers[number % len(numbers)])
            memories = self.host.lists[scope.partition][:HITS]

            def labels(reader: LedgerReader) -> list[object]:
                return [label_of(held, at=now) for hit in hits_of(reader, memories, None) for held in hit.held]

            return self.filled.ledger.read(scope, labels)

        return work

    def _timeline(self, numbers: list[int]) -> object:
        """The timeline of a small scope; of a large one that of one slot."""

        def work(number: int) -> object:
            scope_number = numbers[number % len(numbers)]
            slot = SORTS[number % len(SORTS)].attribute if scope_number == 0 else None
            return self.overlay.timeline(scope=self._scope(scope_number), subject=slot and "user", attribute=slot)

        return work

    def _as_of(self, numbers: list[int]) -> object:
        """What was known a moment ago, of a time a while before."""
        known_at = utc_now()
        asked = list(islice(_asked(numbers), self.repeats + 1))

        def work(number: int) -> object:
            scope_number, query = asked[number % len(asked)]
            scope, at = self._scope(scope_number), known_at - timedelta(days=30)
            return self.overlay.recall(query, scope=scope, known_at=known_at, valid_at=at)

        return work


WARM = 10
"""Runs before the first that counts."""


def _asked(numbers: list[int]) -> Iterator[tuple[int, str]]:
    """Questions with the number of the scope they are put to: of the user and of others, of now and of before."""
    known = {number: [each for slot in told(number, 0, SMALL) for each in slot] for number in numbers}
    for turn, number in enumerate(cycle(numbers)):
        fact = known[number][turn * 7 % len(known[number])]
        yield number, _question(turn, fact)


def _question(turn: int, fact: Told) -> str:
    whose = "my" if fact.subject == "user" else f"{fact.subject.title()}'s"
    attribute = fact.sort.attribute.replace("_", " ")
    forms = (
        "Where do I live these days?",
        f"What is {whose} {attribute}?",
        f"Since {whose} {attribute} is {fact.value}, what should I keep in mind?",
        f"What was {whose} {attribute} before?",
        "Suggest a gym for the weekend.",
    )
    return forms[turn % len(forms)]


def _news(number: int, scope_number: int) -> str:
    """An utterance that touches three slots: of the user, or in the large scope of somebody else each time.

    Nobody moves house a hundred times: news of one person alone would measure a slot of that many values.
    """
    home, work, gym = (name_of(number * 3 + n) for n in range(3))
    if scope_number:
        return f"I moved to {home}ville, I now work at {work} and my gym is {gym}."
    who = subject_of(0, 1 + number).title()
    return f"{who} lives in {home} now. {who} works at {work} these days. {who}'s gym is {gym}."


def _one_news(number: int, scope_number: int) -> str:
    """An utterance that changes one slot; in the large scope of somebody else each time, as `_news` is."""
    value = name_of(number + 1)
    return (
        f"My dentist is {value} now." if scope_number else f"{subject_of(0, 1 + number).title()}'s gym is {value} now."
    )


def _chatter(number: int, scope_number: int) -> str:
    """An utterance that states nothing, as most turns do."""
    return f"Thanks, could you sum up item {number + 1} of the {name_of(scope_number)} report in two sentences?"
