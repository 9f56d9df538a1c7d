"""The figures of a run, and their form as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure at one size.

    Attributes:
        ledger: the kind of ledger; a host's name where that is what was measured.
        records: how many records the ledger held; memories for a host.
        measure: what was measured.
        p50_ms: the median; None for what is no time.
        p95_ms: of twenty, one takes longer.
        ratio: the value, or the median, in units of `ratio_to`; None where there is nothing to compare with.
        ratio_to: the same measure at the smallest size (`sqlite at 10000`), another measure, or a unit (`1/s`, `MiB`).
    """

    ledger: str
    records: int
    measure: str
    p50_ms: float | None
    p95_ms: float | None
    ratio: float | None = None
    ratio_to: str | None = None


def timed(ledger: str, records: int, measure: str, seconds: Sequence[float]) -> Figure:
    """The median and the 95th percentile of some times."""
    p50, p95 = _percentiles(seconds)
    return Figure(ledger, records, measure, p50 * 1000, p95 * 1000)


def _percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    if len(seconds) == 1:
        return seconds[0], seconds[0]
    twentieths = quantiles(seconds, n=20, method="inclusive")
    return twentieths[9], twentieths[18]


def repeated(work: Callable[[int], object], times: int) -> list[float]:
    """How long each run takes, in seconds; a run is told its number."""
    out = []
    for number in range(times):
        started = time.perf_counter()
        work(number)
        out.append(time.perf_counter() - started)
    return out


def as_json(figures: Iterable[Figure]) -> str:
    """`{"rows": [...]}`, times rounded to a microsecond."""
    return json.dumps({"rows": [_rounded(asdict(figure)) for figure in figures]}, indent=2)


def _rounded(row: dict[str, object]) -> dict[str, object]:
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()}
