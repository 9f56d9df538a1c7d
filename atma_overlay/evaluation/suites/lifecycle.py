"""The suite `lifecycle`: StageMem's regimes, with its comparators and ablations (sections 5.3 to 5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.stages.bench import SAMPLES, SETTINGS, benches
from atma_overlay.evaluation.stages.tables import Bench
from atma_overlay.evaluation.suites.registry import Options, Suite


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """Refused: its streams are no conversations.

    Raises:
        InvalidInputError: always.
    """
    raise InvalidInputError("suite", "lifecycle compares policies on streams, not systems: run `atma eval lifecycle`")


def tables(options: Options) -> Sequence[Bench]:
    """Its tables; `limit` is how many streams a regime has.

    Raises:
        InvalidInputError: a setting cannot be used.
    """
    if unknown := sorted(options.given.keys() - SETTINGS.keys()):
        raise InvalidInputError("set", f"{unknown[0]!r} is no setting of lifecycle: it has {', '.join(SETTINGS)}")
    samples = SAMPLES if options.limit is None else options.limit
    return tuple(benches(samples=samples, seed=options.seed, sweep=options.given.get("sweep", "all")))


SUITE = Suite(
    "lifecycle",
    "StageMem's regimes: what memory policies keep, promote and forget under pressure",
    load,
    needs_path=False,
    takes_path=False,
    settings=SETTINGS,
    tables=tables,
)
