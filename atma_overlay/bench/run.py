"""One run: a ledger filled from size to size, and at each size every measure."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from atma_overlay.bench.adopting import backfill_figures
from atma_overlay.bench.comparators import comparator_figures
from atma_overlay.bench.figures import Figure
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.long_slot import long_slot_figures
from atma_overlay.bench.machine import Machine
from atma_overlay.bench.measures import Bench
from atma_overlay.bench.waits import wait_figures
from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.sqlite_file import PLAIN
from atma_overlay.ports.ledger import Ledger

LEAST, MOST = 100, 10_000_000
_PIECE = 1 << 24
MOST_REPEATS = 100_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured.

    Attributes:
        records: the sizes.
        ledger: a ledger URL; None for a SQLite file that is made for the run and removed after it.
        repeats: how often each measure is taken.
        backfill: how many host memories are adopted to measure the rate; 0 for none.
        hosts: host specifications that the tax is compared with, each with how many memories they are given.

    Raises:
        InvalidInputError: a size, or a count, is out of bounds.
    """

    records: tuple[int, ...] = (1_000, 10_000)
    ledger: str | None = None
    repeats: int = 200
    backfill: int = 2_000
    hosts: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for size in self.records:
            if not LEAST <= size <= MOST:
                raise InvalidInputError("records", f"{size} is not between {LEAST} and {MOST}: pass such a size")
        if not self.records:
            raise InvalidInputError("records", "names no size: pass some, like 10000,1000000")
        if not 1 <= self.repeats <= MOST_REPEATS:
            problem = f"{self.repeats} is not between 1 and {MOST_REPEATS}: pass how often each measure is taken"
            raise InvalidInputError("repeats", problem)
        if not 0 <= self.backfill <= MOST:
            raise InvalidInputError("backfill", f"{self.backfill} is not between 0 and {MOST}: pass how many to adopt")


Said = Callable[[str], object]


Keep = Callable[[Sequence[Figure]], object]


def run_bench(plan: Plan, *, on_note: Said = lambda _: None, keep: Keep = lambda _: None) -> list[Figure]:
    """Fill, measure, fill on; growth is given against the smallest size.

    Args:
        plan: what is to be measured.
        on_note: told in a line what is being done.
        keep: given everything that was measured so far, after each size and each host: a long run may break off.

    Raises:
        InvalidInputError: the ledger's URL names none.
        LedgerError: the ledger cannot be opened or filled.
        HostError: a host that is compared with fails.
        MissingExtraError: such a host's SDK is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="atma-bench-") as folder:
        figures: list[Figure] = []
        for some in _sizes(plan, Path(folder), on_note):
            figures += some
            keep(with_growth(figures))
        for spec, memories in plan.hosts:
            on_note(f"filling {spec.partition(':')[0]} with {memories} memories")
            found = list(comparator_figures(spec, memories=memories, folder=Path(folder), repeats=plan.repeats))
            figures += [*found, *_shares(figures, found)]
            keep(with_growth(figures))
    return with_growth(figures)


def _sizes(plan: Plan, folder: Path, on_note: Said) -> Iterator[list[Figure]]:
    url = plan.ledger or f"sqlite:///{folder / 'bench.db'}"
    kind = _kind(url)
    ledger = open_ledger(url)
    try:
        filled = Filled(ledger)
        for size in sorted(set(plan.records)):
            on_note(f"filling {kind} up to {size} records")
            filled.grow(size)
            on_note(f"measuring at {filled.records} records")
            measured = _measured_apart(url, filled, plan, folder)
            yield [*measured, *_disk(url, filled), *_waits(url, filled), *long_slot_figures(url, filled, kind=kind)]
        if plan.backfill:
            on_note(f"adopting {plan.backfill} memories of a host")
            yield list(backfill_figures(filled, kind=kind, memories=plan.backfill))
    finally:
        ledger.close()


def _measured_apart(url: str, filled: Filled, plan: Plan, folder: Path) -> list[Figure]:
    """The measures in a process of its own, as an application is one that opens the ledger.

    What has just made a million records has a heap in pieces, and runs everything slower, `Machine`'s work included.
    """
    if url.startswith("memory:"):
        return _measured(url, filled, plan, folder)
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_opened_and_measured, (url, filled.elsewhere(), plan, folder))


def _opened_and_measured(url: str, filled: Callable[[Ledger], Filled], plan: Plan, folder: Path) -> list[Figure]:
    _read_through(url)
    ledger = open_ledger(url)
    try:
        return _measured(url, filled(ledger), plan, folder)
    finally:
        ledger.close()


def _read_through(url: str) -> None:
    """Have the system's cache hold a file: some machines take out within minutes what was just written.

    A first recall of each user would then measure their disk, which a ledger in use is read from once.
    """
    path = _file(url)
    if path is not None:
        with path.open("rb") as file:
            while file.read(_PIECE):
                pass


def _kind(url: str) -> str:
    return url.partition(":")[0].partition("+")[0]


def _measured(url: str, filled: Filled, plan: Plan, folder: Path) -> list[Figure]:
    kind = _kind(url)
    bench = Bench(filled, kind=kind, repeats=plan.repeats)
    figures = list(bench.figures(Machine(folder, name=f"machine-{filled.records}.db")))
    bench.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [*figures, Figure(kind, filled.records, "memory", None, None, peak, "MiB")]


def _waits(url: str, filled: Filled) -> Iterator[Figure]:
    """What another process can see: nothing of a ledger in memory."""
    if not url.startswith("memory:"):
        yield from wait_figures(url, filled, kind=_kind(url))


def _disk(url: str, filled: Filled) -> Iterator[Figure]:
    path = _file(url)
    if path is not None:
        files = [path, path.with_name(path.name + "-wal")]
        size = sum(each.stat().st_size for each in files if each.is_file())
        yield Figure("sqlite", filled.records, "disk_per_record", None, None, size / filled.records, "byte")


def _file(url: str) -> Path | None:
    """The file that a ledger is, if it is one of SQLite's."""
    path = Path(url.removeprefix(PLAIN))
    return path if url.startswith(PLAIN) and path.is_file() else None


def _shares(figures: Sequence[Figure], found: Sequence[Figure]) -> Iterator[Figure]:
    """The tax, at the size nearest to a host's, as a share of the host's own search."""
    searched = next(f for f in found if f.measure == "search")
    taxes = [f for f in figures if f.measure == "recall_tax" and f.ratio is None]
    nearest = min(taxes, key=lambda f: abs(f.records - searched.records))
    if nearest.p50_ms is not None and searched.p50_ms:
        share = nearest.p50_ms / searched.p50_ms
        yield replace(nearest, ratio=share, ratio_to=f"{searched.ledger} search at {searched.records}")


def with_growth(figures: Sequence[Figure]) -> list[Figure]:
    """The figures with their ratio to the same measure at the smallest size."""
    first: dict[tuple[str, str], Figure] = {}
    out = []
    for figure in figures:
        base = first.setdefault((figure.ledger, figure.measure), figure)
        grown = figure.ratio is None and base is not figure and base.p50_ms and figure.p50_ms is not None
        if grown and base.p50_ms and figure.p50_ms is not None:
            figure = replace(  # noqa: PLW2901 - the figure, completed
                figure, ratio=figure.p50_ms / base.p50_ms, ratio_to=f"{base.ledger} at {base.records}"
            )
        out.append(figure)
    return out
