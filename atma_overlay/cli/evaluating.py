"""The command that measures: a suite against the systems side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from atma_overlay.cli.judging import PricesOption, prices_of
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
    """Measure bank, retrieval and answer apart, on a suite of episodes, for several systems in one run."""
    if named:
        return _print_names()
    from atma_overlay.evaluation.table import print_reports

    settings = _settings(
        suite=suite, systems=systems, host=host, embedder=embedder, linker=linker, k=k, fillers=fillers,
        filler_file=filler_file, fillers_in=fillers_in, limit=limit, seed=seed, given=given or [],
        models={
            "reader": None if reader == "none" else reader, "judge": judge, "reads": reads, "grader": grader,
            "base_url": base_url, "record": record, "replay": replay,
        },
    )  # fmt: skip
    for out in filter(None, (json, html, keep)):
        _check_writable(out)
    if _compares_policies(suite):
        return _print_policies(settings, paths or [], json=json, html=html)
    if html is not None:
        from atma_overlay.evaluation.page import report_page, require_page

        require_page()
    if grader is not None:
        _print_agreement(settings)
    priced = prices_of(prices)
    reports = _run(paths or [], settings, processes=processes, dump=dump, concurrency=concurrency, keep=keep)
    if json is not None:
        from atma_overlay.evaluation.report import as_json

        json.write_text(as_json(reports) + "\n", encoding="utf-8")
    if html is not None:
        html.write_text(report_page(reports), encoding="utf-8")
    print_reports(reports, misses=misses, console=console())
    _print_cost(reports, priced)
    return None


def _settings(
    *, suite: str, systems: str, k: int | None, fillers: int | None, given: list[str], **rest: Any
) -> Settings:
    from pydantic import ValidationError

    from atma_overlay.evaluation.settings import Settings
    from atma_overlay.evaluation.suites import suite_named
    from atma_overlay.evaluation.systems import COMPARED

    if not suite:
        raise InvalidInputError("suite", "is missing: name one, or see them all with --list")
    chosen = suite_named(suite)
    names = COMPARED if systems == "nine" else tuple(name.strip() for name in systems.split(",") if name.strip())
    try:
        return Settings(
            suite=suite,
            systems=names,
            k=chosen.k if k is None else k,
            fillers=chosen.fillers if fillers is None else fillers,
            given=dict(_pair(text) for text in given),
            **rest,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        problem = first["msg"].removeprefix("Value error, ")
        named, _, said = problem.partition(": ")
        if first["type"] == "value_error" and said:
            raise InvalidInputError(f"--{named}", said) from error
        field = "--" + str(first["loc"][-1]).replace("_", "-")
        raise InvalidInputError(field, problem[:1].lower() + problem[1:]) from error


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise InvalidInputError("--set", f"{text!r} is no NAME=VALUE")
    return name, value


def _check_writable(path: Path) -> None:
    if not path.absolute().parent.is_dir():
        raise InvalidInputError(str(path), "is in no folder that exists: make it first")


def _run(
    paths: list[str], settings: Settings, *, processes: int, dump: Path | None, concurrency: int, keep: Path | None
) -> tuple[Report, ...]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from atma_overlay.evaluation.suite import run_suite

    watcher = console(error=True)
    columns = (TextColumn("episodes"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=watcher, transient=True, disable=not watcher.is_terminal) as bar:
        task = bar.add_task("episodes", total=None)
        return run_suite(
            paths, settings=settings, processes=processes, dump=dump, concurrency=concurrency, keep=keep,
            on_progress=lambda done, of: bar.update(task, completed=done, total=of),
        )  # fmt: skip


def _print_cost(reports: tuple[Report, ...], prices: Prices | None) -> None:
    """What the models took, system by system, and what that cost where prices were given."""
    from atma_overlay.judge.estimate import cost_of

    for report in reports:
        spent = {name: int(metric.value or 0) for name, metric in report.overall.cost.items()}
        if spent.get("model_calls"):
            tokens_in, tokens_out = spent["tokens_in"], spent["tokens_out"]
            cost = cost_of(prices, tokens_in=tokens_in, tokens_out=tokens_out)
            said = f"{report.system}: {spent['model_calls']} completions, {tokens_in} tokens in, {tokens_out} out"
            console().print(said if cost is None else f"{said}, cost {cost}")


def _print_agreement(settings: Settings) -> None:
    """How far the grader agrees with answers that a person labelled, before it grades any."""
    from atma_overlay.cli.tables import table
    from atma_overlay.evaluation.answering import open_answering
    from atma_overlay.evaluation.answers import measure_agreement

    answering = open_answering(settings.models)
    try:
        found = measure_agreement(answering.grader) if answering.grader else {}
    finally:
        answering.close()
    shown = table("grader against labels", "answers", "agreement", "Cohen's kappa")
    for name, agreement in found.items():
        kappa = "–" if agreement.kappa is None else f"{agreement.kappa:.2f}"
        shown.add_row(name, str(agreement.n), f"{agreement.accuracy:.2f}", kappa)
    console().print(shown)


def _compares_policies(suite: str) -> bool:
    from atma_overlay.evaluation.suites import suite_named

    return suite_named(suite).tables is not None


def _print_policies(settings: Settings, paths: list[str], *, json: Path | None, html: Path | None) -> None:
    """The tables of a suite that compares policies; `--limit` is its number of streams."""
    from atma_overlay.evaluation.page import require_page
    from atma_overlay.evaluation.stages.tables import as_json, bench_page, print_benches
    from atma_overlay.evaluation.suites import Options, suite_named

    measure = suite_named(settings.suite).tables
    if measure is None or paths:
        raise InvalidInputError("path", f"is one too many: the suite {settings.suite} generates its streams")
    if html is not None:
        require_page()
    benches = measure(Options(settings.limit, settings.seed, settings.given))
    if json is not None:
        json.write_text(as_json(benches, suite=settings.suite, seed=settings.seed) + "\n", encoding="utf-8")
    if html is not None:
        html.write_text(bench_page(benches, suite=settings.suite, seed=settings.seed), encoding="utf-8")
    print_benches(benches, console=console())


def _print_names() -> None:
    from atma_overlay.cli.tables import table
    from atma_overlay.evaluation.suites import SUITES, suite_named
    from atma_overlay.evaluation.systems import SYSTEMS

    suites = table("suite", "what it is", "--set")
    for name in SUITES:
        suite = suite_named(name)
        suites.add_row(name, suite.summary, "; ".join(f"{key}: {text}" for key, text in suite.settings.items()))
    systems = table("system", "what it is")
    for name, system in SYSTEMS.items():
        systems.add_row(name, system.help)
    console().print(suites)
    console().print(systems)
