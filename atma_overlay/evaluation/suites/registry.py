"""Which suites there are, and what each is run with where nothing else is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matching import Bank, Pairing
from atma_overlay.evaluation.stages.tables import Bench


@dataclass(frozen=True, slots=True)
class Options:
    """What a suite's episodes are made with.

    Attributes:
        limit: how many episodes at most, in the order of the files; None for all.
        seed: of a suite that generates.
        given: the suite's own settings by name, e.g. `{"hops": "2"}`; a suite refuses a name it does not know.
    """

    limit: int | None = None
    seed: int = 0
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Suite:
    """A benchmark as episodes.

    Attributes:
        name: as on the command line.
        summary: one line of help.
        load: the episodes of the paths; a generating suite takes none.
            Raises InvalidInputError naming file and field.
        k: how many rows a probe may bring back by default.
        fillers: distractor sessions an episode by default; 0 where the benchmark brings its own.
        needs_path: whether a path must be given.
        takes_path: whether one may be given.
        scores: the benchmark's own scores of an answer in free words, by metric name, each 0 to 1; None where a
            score says nothing about the probe.
        loss: the benchmark's own split of what failed; given the episode, the probe, the bank and its pairing.
        settings: what `Options.given` may hold, with a line of help each.
        tables: of a suite that compares policies on streams, and not systems on episodes: what it measures.
    """

    name: str
    summary: str
    load: Callable[[Sequence[Path], Options], Sequence[Episode]]
    k: int = 5
    fillers: int = 0
    needs_path: bool = True
    takes_path: bool = True
    scores: Mapping[str, Callable[[Probe, str], float | None]] = field(default_factory=dict)
    loss: Callable[[Episode, Probe, Bank, Pairing], str] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    tables: Callable[[Options], Sequence[Bench]] | None = None


SUITES: Mapping[str, str] = {
    "episodes": "atma_overlay.evaluation.suites.authored",
    "stale": "atma_overlay.evaluation.suites.stale",
    "factconsolidation": "atma_overlay.evaluation.suites.factconsolidation",
    "longmemeval": "atma_overlay.evaluation.suites.longmemeval",
    "locomo": "atma_overlay.evaluation.suites.locomo",
    "sgd": "atma_overlay.evaluation.suites.sgd",
    "statebench": "atma_overlay.evaluation.suites.statebench",
    "ltp": "atma_overlay.evaluation.suites.ltp",
    "ltp-implicit": "atma_overlay.evaluation.suites.ltp_implicit",
    "meme": "atma_overlay.evaluation.suites.meme",
    "supersede": "atma_overlay.evaluation.suites.supersede",
    "lifecycle": "atma_overlay.evaluation.suites.lifecycle",
}
"""The module of each suite; it holds a `SUITE`."""


def suite_named(name: str) -> Suite:
    """The suite of that name.

    Raises:
        InvalidInputError: there is none.
    """
    if name not in SUITES:
        raise InvalidInputError("suite", f"{name!r} is none of {', '.join(SUITES)}")
    found: Suite = import_module(SUITES[name]).SUITE
    return found
