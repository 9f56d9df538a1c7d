"""What tracing costs a recall: the same recalls in turn, without an SDK and with SDK, batch exporter and metrics.

Prints medians and their ratio within this run; on a busy machine the processor's time is the one to read. Needs
`pip install "atma-overlay[otel]"`. `--turns` makes the memory larger, `--rounds` the measurement longer; `--sqlite`
takes the ledger that an application runs on, a file, instead of one in memory.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts import MemoryHost

WARMING = 50
ME = Scope(tenant="acme", user="u-42")
CITIES = ("Leeds", "York", "Bath", "Derby", "Hull", "Exeter", "Truro", "Ripon", "Wells", "Ely")
QUERIES = (
    "Since I live in Leeds, which market is near me?", "Where do I live?", "Where did I live before York?",
    "What changed about my home?", "Where do I work?",
)  # fmt: skip


class Dropping(SpanExporter):
    """Takes spans and keeps none: a network is not what is measured."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Take them."""
        return SpanExportResult.SUCCESS


def filled(turns: int, ledger: str, **providers: object) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger=ledger, **providers)  # type: ignore[arg-type]  # two of its parameters
    start = datetime(2024, 1, 1, tzinfo=UTC)
    said = [f"I moved to {city}." for city in CITIES] + ["I work at Kite Maps.", "My dog is called Rex."]
    said += [f"The lunch on day {n} was soup number {n}." for n in range(turns - len(said))]
    overlay.remember([Turn(text=t, observed_at=start + timedelta(days=n)) for n, t in enumerate(said)], scope=ME)
    return overlay


@dataclass(slots=True)
class Times:
    """Of one overlay's recalls: seconds on the clock, and seconds of this process's processors, exporter included."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def recall(self, overlay: Overlay, number: int) -> None:
        """One more."""
        clock, processor = perf_counter(), process_time()
        overlay.recall(QUERIES[number % len(QUERIES)], scope=ME)
        self.clock.append(perf_counter() - clock)
        self.processor.append(process_time() - processor)


def measured(turns: int, rounds: int, ledgers: tuple[str, str]) -> tuple[Times, Times]:
    """The recalls without and with, taken in turn, each overlay on a ledger of its own."""
    tracers = TracerProvider(shutdown_on_exit=False)
    tracers.add_span_processor(BatchSpanProcessor(Dropping()))
    meters = MeterProvider([InMemoryMetricReader()], shutdown_on_exit=False)
    bare = filled(turns, ledgers[0])
    traced = filled(turns, ledgers[1], tracer_provider=tracers, meter_provider=meters)
    without, with_sdk = Times(), Times()
    for number in range(WARMING):
        bare.recall(QUERIES[number % len(QUERIES)], scope=ME)
        traced.recall(QUERIES[number % len(QUERIES)], scope=ME)
    for number in range(rounds):
        pairs = [(without, bare), (with_sdk, traced)]
        for times, overlay in pairs if number % 2 else reversed(pairs):
            times.recall(overlay, number)
    tracers.shutdown()
    meters.shutdown()
    return without, with_sdk


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--sqlite", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        files = (f"sqlite:///{folder}/without.db", f"sqlite:///{folder}/with.db")
        ledgers = files if given.sqlite else ("memory://", "memory://")
        without, with_sdk = measured(given.turns, given.rounds, ledgers)
    print(f"{given.turns} turns, {given.rounds} recalls each, taken in turn")
    print("                      clock, median   processor, median")
    for name, times in (("without an SDK", without), ("SDK, batch, metrics", with_sdk)):
        print(f"{name:20}  {median(times.clock) * 1e3:10.3f} ms {median(times.processor) * 1e3:16.3f} ms")
    clock, processor = (
        median(mine) / median(other) - 1
        for mine, other in ((with_sdk.clock, without.clock), (with_sdk.processor, without.processor))
    )
    print(f"overhead              {clock:+13.1%} {processor:+19.1%}")


if __name__ == "__main__":
    main()
