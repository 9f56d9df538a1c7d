"""The suite `episodes`: files in the episode format, a user's own among them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atma_overlay.evaluation.episodes import Episode, load_episodes
from atma_overlay.evaluation.suites.registry import Options, Suite


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """The episodes of the files, or of the `*.jsonl` files of the folders."""
    return load_episodes(paths)[: options.limit]


SUITE = Suite("episodes", "dated conversations with gold states and probes", load, fillers=200)
