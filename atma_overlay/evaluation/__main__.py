"""`python -m atma_overlay.evaluation PATH...`: the suite `episodes` in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from atma_overlay.errors import AtmaError, InvalidInputError
from atma_overlay.evaluation.report import Report, as_json
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suite import run_episodes
from atma_overlay.evaluation.table import print_reports


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suite as the arguments say; 0, or 2 with one line on the error stream."""
    options = _parser().parse_args(arguments)
    try:
        reports = _run(options)
        if options.json:
            Path(options.json).write_text(as_json(reports), encoding="utf-8")
    except (AtmaError, OSError) as error:
        Console(stderr=True).print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return 2
    print_reports(reports, misses=options.misses)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m atma_overlay.evaluation", description="Run the suite episodes.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="episode files, or folders of *.jsonl files")
    parser.add_argument("--system", action="append", choices=("host", "full"), help="repeatable; default: both")
    parser.add_argument("--host", default="memory", help="a host specification, e.g. memory")
    parser.add_argument("--k", type=int, default=5, help="rows a probe may bring back")
    parser.add_argument("--fillers", type=int, default=200, help="distractor sessions an episode")
    parser.add_argument("--no-fillers", dest="fillers", action="store_const", const=0)
    parser.add_argument("--filler-file", type=Path, help='sessions as {"turns": [{"role", "content"}]}, one a line')
    parser.add_argument("--fillers-in", choices=("host", "both"), default="both", help="where the fillers go")
    parser.add_argument("--processes", type=int, default=1, help="episodes run at a time")
    parser.add_argument("--json", metavar="OUT", help="write the reports to this file")
    parser.add_argument("--dump", type=Path, metavar="DIR", help="write a readable text of each episode there")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="print the first N failed probes")
    return parser


def _run(options: argparse.Namespace) -> tuple[Report, ...]:
    with Progress(
        *Progress.get_default_columns(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    ) as progress:
        task = progress.add_task("episodes", total=None)
        return run_episodes(
            options.paths,
            settings=_settings(options),
            processes=options.processes,
            dump=options.dump,
            on_progress=lambda done, of: progress.update(task, completed=done, total=of),
        )


def _settings(options: argparse.Namespace) -> Settings:
    try:
        return Settings(
            systems=tuple(options.system or ("host", "full")),
            host=options.host,
            k=options.k,
            fillers=options.fillers,
            filler_file=options.filler_file,
            fillers_in=options.fillers_in,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InvalidInputError("--" + str(first["loc"][0]).replace("_", "-"), first["msg"].lower()) from error


if __name__ == "__main__":
    sys.exit(main())
