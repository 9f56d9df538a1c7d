"""A suite, run: its episodes against every system, and a report on each."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.fillers import fillers
from atma_overlay.evaluation.kept import Place, with_kept
from atma_overlay.evaluation.oracle import ORACLE, require_gold
from atma_overlay.evaluation.report import Report, report
from atma_overlay.evaluation.results import EpisodeResult
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suites import Options, suite_named
from atma_overlay.evaluation.tracing import suite_span
from atma_overlay.evaluation.trial import run_episode

_MOST_AT_A_TIME = 1000


def run_suite(
    paths: Sequence[str | Path],
    *,
    settings: Settings | None = None,
    processes: int = 1,
    dump: Path | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    concurrency: int = 1,
    keep: Path | None = None,
) -> tuple[Report, ...]:
    """Run the suite of the settings and report on each system.

    Args:
        paths: the benchmark's files, or folders of them; none for a suite that generates.
        settings: what to run, and against what.
        processes: how many episodes to run at a time.
        dump: a folder to write one readable text an episode to.
        on_progress: called with the number of finished episodes and of all.
        concurrency: how many episodes to run at a time in this process, where they wait for a model.
        keep: a file of finished episodes, one JSON object a line: those in it are not run again, and new ones are
            added as they finish. An episode whose judge failed is not kept.

    Raises:
        InvalidInputError: a file is missing or wrong, or a setting cannot be used.
    """
    if not 1 <= processes <= _MOST_AT_A_TIME:
        raise InvalidInputError("processes", f"{processes} is not between 1 and {_MOST_AT_A_TIME}: pass how many")
    if not 1 <= concurrency <= _MOST_AT_A_TIME:
        raise InvalidInputError("concurrency", f"{concurrency} is not between 1 and {_MOST_AT_A_TIME}: pass how many")
    if concurrency > 1 and processes > 1:
        problem = f"{concurrency} cannot be used with {processes} processes: pass one of both"
        raise InvalidInputError("concurrency", problem)
    chosen = (settings or Settings()).model_copy(update={"dumped": dump is not None})
    episodes = episodes_of(paths, chosen)
    fillers(chosen.fillers, chosen.filler_file)
    found: dict[int, EpisodeResult] = {}
    with suite_span(chosen, episodes=len(episodes)) as under:
        runner = partial(_results, settings=chosen, processes=processes, concurrency=concurrency, under=under)
        for place, result in runner(episodes) if keep is None else with_kept(keep, episodes, chosen, runner):
            found[place] = result
            if on_progress:
                on_progress(len(found), len(episodes))
    results = [found[place] for place in range(len(episodes))]
    if dump is not None:
        _write_dumps(results, dump)
    path = " ".join(str(p) for p in paths)
    return tuple(report(results, system=name, path=path, settings=chosen) for name in chosen.systems)


def episodes_of(paths: Sequence[str | Path], settings: Settings) -> Sequence[Episode]:
    """The episodes of the suite of the settings.

    Raises:
        InvalidInputError: as `run_suite`.
    """
    suite = suite_named(settings.suite)
    if suite.needs_path and not paths:
        raise InvalidInputError("path", f"is missing: the suite {suite.name} reads files, name one or more")
    if not suite.needs_path and not suite.takes_path and paths:
        raise InvalidInputError("path", f"{str(paths[0])!r} is one too many: the suite {suite.name} generates")
    if unknown := sorted(set(settings.given) - set(suite.settings)):
        known = ", ".join(suite.settings) or "none"
        raise InvalidInputError("set", f"{unknown[0]!r} is no setting of the suite {suite.name}: it has {known}")
    options = Options(limit=settings.limit, seed=settings.seed, given=settings.given)
    episodes = suite.load([Path(path) for path in paths], options)
    if not episodes:
        raise InvalidInputError("path", f"gives the suite {suite.name} no episode: check the file and --set")
    if settings.models.judge == ORACLE:
        require_gold(episodes)
    return episodes


def _results(
    episodes: Sequence[Episode], settings: Settings, *, processes: int, concurrency: int,
    under: Callable[[Callable[[], EpisodeResult]], EpisodeResult],
) -> Iterator[Place]:  # fmt: skip
    """Each result with the place of its episode, as it is there."""
    run = partial(run_episode, settings=settings)
    if concurrency > 1:
        yield from _threaded(run, episodes, concurrency)
        return
    if processes == 1:
        yield from enumerate(under(partial(run, episode)) for episode in episodes)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        with _uninterrupted():  # the workers start here and inherit it: Ctrl-C is told to this process alone
            results = pool.map(run, episodes)
        yield from enumerate(results)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C goes unheard; elsewhere than in the main thread, where it is heard, nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _threaded(
    run: Callable[[Episode], EpisodeResult], episodes: Sequence[Episode], concurrency: int
) -> Iterator[Place]:
    with ThreadPoolExecutor(concurrency) as pool:
        waiting = {pool.submit(run, episode): place for place, episode in enumerate(episodes)}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:  # whoever stops early waits for what runs, not for what has not begun
            for each in waiting:
                each.cancel()


def _write_dumps(results: Sequence[EpisodeResult], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        (folder / f"{re.sub(r'[^A-Za-z0-9._-]', '-', result.episode)}.txt").write_text(result.dump, encoding="utf-8")
