"""The command that measures what the overlay costs, by the size of its ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.hooks import look_here_for
from atma_overlay.cli.opening import ledger_path
from atma_overlay.cli.targets import file_to_write, folder_to_write, keep_apart
from atma_overlay.cli.terminal import console, note, styled
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from atma_overlay.bench import Figure


def bench(
    *,
    records: Annotated[str, typer.Option(help="Sizes of the ledger, comma-separated.")] = "1000,10000",
    ledger: Annotated[str | None, typer.Option(help="An empty ledger's URL; a file of the run's own.")] = None,
    repeats: Annotated[int, typer.Option(help="How often each measure is taken.")] = 200,
    backfill: Annotated[int, typer.Option(help="Host memories to adopt; 100000 take minutes, 0 none.")] = 2000,
    host: Annotated[
        list[str] | None, typer.Option(help="A host to compare with, NAME@MEMORIES, like mem0@10000; repeatable.")
    ] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the rows there.")] = None,
    plots: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a chart a measure there.")] = None,
) -> None:
    """Measure what recalls and writes cost as the ledger grows.

    The ledger is filled with made-up facts under a tenant of the run's own; the host answers at once, so that what is
    measured is the overlay. Times are of one run on this machine: compare ratios.
    """
    from atma_overlay.bench import Plan, as_json, run_bench
    from atma_overlay.hosts.registry import check_name

    plan = Plan(_sizes(records), ledger, repeats, backfill, tuple(_compared(each) for each in host or ()))
    look_here_for(*(spec for spec, _ in plan.hosts))
    for spec, _ in plan.hosts:
        check_name(spec)  # it is filled last, after what may take hours
    _is_new(ledger)
    if json is not None:
        file_to_write("json", json)
        keep_apart({"json": json}, read=[ledger_path(ledger or "")])
    if plots is not None:
        folder_to_write("plots", plots)
        from atma_overlay.bench.plots import require_plots

        require_plots()

    def keep(figures: Sequence[Figure]) -> None:
        if json is not None:
            json.write_text(as_json(figures) + "\n", encoding="utf-8")

    figures = run_bench(plan, on_note=note, keep=keep)
    if plots is not None:
        from atma_overlay.bench.plots import write_plots

        write_plots(figures, plots)
    _print(figures)


def _is_new(ledger: str | None) -> None:
    """Refuse a ledger's file that holds something: what fills it would stay in it."""
    path = None if ledger is None else ledger_path(ledger)
    if ledger == "":
        raise InvalidInputError("ledger", "is empty: leave it out for a file of the run's own")
    if path is not None and path.is_file() and path.stat().st_size:
        raise InvalidInputError("ledger", f"{str(path)!r} holds something already: name a new file, it is filled")


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part.replace("_", "")) for part in text.split(","))
    except ValueError as error:
        raise InvalidInputError("records", f"{text!r} is no list of sizes: write it like 10000,1000000") from error


def _compared(text: str) -> tuple[str, int]:
    from atma_overlay.bench.run import MOST

    spec, _, count = text.rpartition("@")
    if not spec or not count.isdecimal() or not 1 <= int(count) <= MOST:
        problem = f"{text!r} names no number of memories up to {MOST}: write it like mem0@10000"
        raise InvalidInputError("host", problem)
    return spec, int(count)


def _print(figures: Sequence[Figure]) -> None:
    from atma_overlay.cli.tables import table

    rows = table("ledger", "records", "measure", "p50 ms", "p95 ms", "ratio", "to")
    for f in figures:
        cells = (f.ledger, f"{f.records:,}", f.measure, _number(f.p50_ms), _number(f.p95_ms), _number(f.ratio))
        rows.add_row(*map(styled, (*cells, f.ratio_to or "")))
    console().print(rows)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.2f}"
