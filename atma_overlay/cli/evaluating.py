"""The command that measures: a suite against the systems side by side."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.eval_settings import settings_of
from atma_overlay.cli.eval_tables import print_agreement, print_cost, print_names
from atma_overlay.cli.hooks import look_here_for
from atma_overlay.cli.judging import PricesOption, prices_of
from atma_overlay.cli.targets import file_to_write, folder_to_write, keep_apart
from atma_overlay.cli.terminal import console
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.evaluation.report import Report
    from atma_overlay.evaluation.settings import Settings
    from atma_overlay.judge import Prices

_SUITES = "One of the suites that --list names."


def evaluate(  # noqa: PLR0913 - one option a line
    suite: Annotated[str, typer.Argument(help=_SUITES)] = "",
    paths: Annotated[list[str] | None, typer.Argument(metavar="[PATH]...", help="The benchmark's files.")] = None,
    *,
    systems: Annotated[str, typer.Option(help="Comma-separated; `nine` for those compared by default.")] = "nine",
    host: Annotated[str, typer.Option(help="A host specification, NAME or NAME:REST.")] = "memory",
    embedder: Annotated[str | None, typer.Option(help="MODULE:CLASS, for the system dense.")] = None,
    linker: Annotated[Path | None, typer.Option(help="A trained head, see train-linker; the rules alone.")] = None,
    k: Annotated[int | None, typer.Option("--k", help="Rows a probe may bring back; the suite's own.")] = None,
    fillers: Annotated[int | None, typer.Option(help="Distractor sessions an episode; the suite's own.")] = None,
    filler_file: Annotated[Path | None, typer.Option(help="Sessions, one JSON object a line.")] = None,
    fillers_in: Annotated[str, typer.Option(help="Where fillers go: host or both.")] = "both",
    limit: Annotated[int | None, typer.Option(help="How many episodes at most.")] = None,
    seed: Annotated[int, typer.Option(help="Of a suite that generates.")] = 0,
    given: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="The suite's own.")] = None,
    reader: Annotated[str, typer.Option(help="extractive, none, or a model such as openai:NAME.")] = "extractive",
    judge: Annotated[str, typer.Option(help="Of what is written: none, oracle, or a model.")] = "none",
    reads: Annotated[str, typer.Option(help="Whether the judge reads queries too: off, shadow or on.")] = "off",
    grader: Annotated[str | None, typer.Option(help="A model that grades the answers.")] = None,
    base_url: Annotated[str | None, typer.Option(help="The models' endpoint.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep every model's answer there.")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="DIR", help="Answer from there, not from models.")] = None,
    processes: Annotated[int, typer.Option(help="Episodes run at a time.")] = 1,
    concurrency: Annotated[int, typer.Option(help="The same in one process, where they wait for a model.")] = 1,
    keep: Annotated[
        Path | None, typer.Option(metavar="JSONL", help="Keep finished episodes there; a run goes on with the others.")
    ] = None,
    prices: PricesOption = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the reports there.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="OUT", help="Write one page with plots there.")] = None,
    dump: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a readable text an episode there.")] = None,
    misses: Annotated[int, typer.Option(help="Print so many failed probes a system.")] = 0,
    named: Annotated[bool, typer.Option("--list", help="Name the suites and the systems.")] = False,
) -> None:
    """Measure bank, retrieval and answer on a suite of episodes.

    Several systems run over the same memories, side by side.
    """
    if named:
        return print_names()
    look_here_for(host, embedder=embedder)
    settings = settings_of(
        suite=suite, systems=systems, host=host, embedder=embedder, linker=linker, k=k, fillers=fillers,
        filler_file=filler_file, fillers_in=fillers_in, limit=limit, seed=seed, given=given or [], prices=prices,
        models={
            "reader": None if reader == "none" else reader, "judge": judge, "reads": reads, "grader": grader,
            "base_url": base_url, "record": record, "replay": replay,
        },
    )  # fmt: skip
    if "" in (paths or ()):
        raise InvalidInputError("path", "is empty: name a file of the benchmark, or a folder of them")
    out = _Out(json, html, dump, keep)
    keep_apart({"json": json, "html": html, "keep": keep}, read=(*(paths or ()), filler_file, linker))
    if record is not None:
        folder_to_write("record", record)
    if misses < 0:
        raise InvalidInputError("misses", f"{misses} is negative: pass how many to print, or 0")
    if _compares_policies(suite):
        return _measure_policies(settings, paths or [], out)
    priced = prices_of(prices)
    return _measure_systems(
        settings, paths or [], out, processes=processes, concurrency=concurrency, misses=misses, prices=priced
    )


@dataclass(frozen=True, slots=True)
class _Out:
    """Where a run is written to, beside the terminal."""

    json: Path | None
    html: Path | None
    dump: Path | None
    keep: Path | None

    def __post_init__(self) -> None:
        for option, path in (("json", self.json), ("html", self.html), ("keep", self.keep)):
            if path is not None:
                file_to_write(option, path)
        if self.dump is not None:
            folder_to_write("dump", self.dump)


def _measure_systems(
    settings: Settings, paths: list[str], out: _Out, *, processes: int, concurrency: int, misses: int,
    prices: Prices | None,
) -> None:  # fmt: skip
    """Run the episodes, and print and write the reports."""
    from atma_overlay.evaluation.table import print_reports

    if out.html is not None:
        from atma_overlay.evaluation.page import report_page, require_page

        require_page()
    if settings.models.grader is not None:
        print_agreement(settings)
    reports = _run(paths, settings, processes=processes, dump=out.dump, concurrency=concurrency, keep=out.keep)
    if out.json is not None:
        from atma_overlay.evaluation.report import as_json

        out.json.write_text(as_json(reports) + "\n", encoding="utf-8")
    if out.html is not None:
        out.html.write_text(report_page(reports), encoding="utf-8")
    print_reports(reports, misses=misses, console=console())
    print_cost(reports, prices)


def _run(
    paths: list[str], settings: Settings, *, processes: int, dump: Path | None, concurrency: int, keep: Path | None
) -> tuple[Report, ...]:
    from atma_overlay.cli.progress import progress
    from atma_overlay.evaluation.suite import run_suite

    with progress("episodes") as advance:
        return run_suite(
            paths, settings=settings, processes=processes, dump=dump, concurrency=concurrency, keep=keep,
            on_progress=advance,
        )  # fmt: skip


def _compares_policies(suite: str) -> bool:
    from atma_overlay.evaluation.suites import suite_named

    return suite_named(suite).tables is not None


def _measure_policies(settings: Settings, paths: list[str], out: _Out) -> None:
    """The tables of a suite that compares policies; `--limit` is its number of streams."""
    from atma_overlay.evaluation.page import require_page
    from atma_overlay.evaluation.stages.tables import as_json, bench_page, print_benches
    from atma_overlay.evaluation.suites import Options, suite_named

    measure = suite_named(settings.suite).tables
    if measure is None or paths:
        raise InvalidInputError("path", f"is one too many: the suite {settings.suite} generates its streams")
    if out.html is not None:
        require_page()
    benches = measure(Options(settings.limit, settings.seed, settings.given))
    if out.json is not None:
        out.json.write_text(as_json(benches, suite=settings.suite, seed=settings.seed) + "\n", encoding="utf-8")
    if out.html is not None:
        out.html.write_text(bench_page(benches, suite=settings.suite, seed=settings.seed), encoding="utf-8")
    print_benches(benches, console=console())
