"""Finished episodes in a file, so that a run against a model goes on where the last one stopped."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.results import EpisodeResult
from atma_overlay.evaluation.settings import Settings

_LOG = logging.getLogger(__name__)
Place = tuple[int, EpisodeResult]
"""A result with the place of its episode."""
_BEGINNING = '{"key":'
"""Of every line that is written here."""
Runner = Callable[[Sequence[Episode]], Iterator[Place]]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: str
    result: EpisodeResult


def with_kept(path: Path, episodes: Sequence[Episode], settings: Settings, run: Runner) -> Iterator[Place]:
    """The results of the file, then the others as they finish and are added to it.

    Args:
        path: one JSON object a line; made where it is missing. A line that was cut short counts as missing.
        episodes: what to run.
        settings: what they are run with; with other settings, prompts or episodes a result is another one.
        run: runs episodes, and gives each result with its place among them.

    Raises:
        InvalidInputError: the file is no such file.
        OSError: the file cannot be read or written.
    """
    keys = [key_of(episode, settings) for episode in episodes]
    kept = _read(path)
    missing = [place for place, key in enumerate(keys) if key not in kept]
    yield from ((place, kept[key]) for place, key in enumerate(keys) if key in kept)
    for n, result in run([episodes[place] for place in missing]):
        if result.unjudged:
            _LOG.warning("episode %s is not kept: its judge failed %d times", result.episode, result.unjudged)
        else:
            _add(path, keys[missing[n]], result)
        yield missing[n], result


def key_of(episode: Episode, settings: Settings) -> str:
    """The hash of all that an episode's result depends on, but for the code and the model's own mood.

    How many episodes are run, and where a model is reached, is no part of it.
    """
    told = {
        "episode": episode.model_dump(mode="json"),
        "settings": settings.model_dump(mode="json", exclude={"limit", "models"}),
        "models": settings.models.model_dump(mode="json", exclude={"base_url", "record", "replay"}),
        "prompts": _prompts(),
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


@cache
def _prompts() -> str:
    folder = files("atma_overlay.data") / "prompts"
    texts = sorted((f.name, f.read_text(encoding="utf-8")) for f in folder.iterdir() if f.name.endswith(".toml"))
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()


def _read(path: Path) -> dict[str, EpisodeResult]:
    if not path.exists():
        return {}
    found: dict[str, EpisodeResult] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):  # a kill may cut through a character
        if not line.startswith(_BEGINNING) and not _BEGINNING.startswith(line):
            raise InvalidInputError(
                "keep", f"{str(path)!r} holds no finished episodes: name another file, or a new one"
            )
        try:
            each = _Line.model_validate_json(line)
        except ValidationError:  # cut short by a kill, or another version's
            continue
        found[each.key] = each.result
    return found


def _add(path: Path, key: str, result: EpisodeResult) -> None:
    line = TypeAdapter(_Line).dump_json(_Line(key=key, result=result)).decode()
    torn = path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(("\n" if torn else "") + line + "\n")
