"""What the suites share: finding the files, reading their records, building episodes that name their place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, EpisodeSession, EpisodeTurn
from atma_overlay.evaluation.suites.registry import Options
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.source import checked_path, json_values
from atma_overlay.views import Turn


def checked_settings(options: Options, known: Mapping[str, str]) -> None:
    """Refuse a setting that the suite does not have.

    Raises:
        InvalidInputError: `options.given` names one.
    """
    for name in options.given:
        if name not in known:
            has = f"this suite has {', '.join(known)}" if known else "this suite has none"
            raise InvalidInputError(name, f"is no setting here: {has}")


def chosen(options: Options, name: str, *, of: Sequence[str]) -> str:
    """The value of a setting; the first of the possible ones where it is not given.

    Raises:
        InvalidInputError: the value is none of them.
    """
    value = options.given.get(name, of[0])
    if value not in of:
        raise InvalidInputError(name, f"{value!r} is none of {', '.join(of)}")
    return value


def whole_number(options: Options, name: str, *, default: int) -> int:
    """The value of a setting that is a number, 1 or more.

    Raises:
        InvalidInputError: it is not.
    """
    text = options.given.get(name, str(default))
    if not text.isdecimal() or int(text) < 1:
        raise InvalidInputError(name, f"{text!r} is no whole number from 1 on")
    return int(text)


def records_of(paths: Sequence[Path], *, marks: Collection[str], what: str) -> Iterator[Field]:
    """The records of the files; of a folder those of its JSON files whose first record has the marks.

    Args:
        paths: files or folders.
        marks: fields that tell a benchmark's records from others; of a file that is named they are demanded.
        what: the records in words, for complaints.

    Raises:
        InvalidInputError: a file is missing, empty or not JSON, a record lacks a mark, or a folder has no such file.
    """
    if not paths:
        raise InvalidInputError("path", f"is missing: pass a file or folder with {what}")
    for path in paths:
        files = _files_in(path, marks, what) if path.is_dir() else [checked_path(path)]
        for file in files:
            yield from _checked(file, marks, what)


def _files_in(folder: Path, marks: Collection[str], what: str) -> list[Path]:
    files = sorted(file for file in folder.iterdir() if file.suffix in {".json", ".jsonl"} and file.is_file())
    found = [file for file in files if _is_marked(file, marks)]
    if not found:
        raise InvalidInputError(str(folder), f"has no file with {what}: no first record has {' and '.join(marks)}")
    return found


def _is_marked(file: Path, marks: Collection[str]) -> bool:
    return any(all(record.has(mark) for mark in marks) for record in islice(json_values(file), 1))


def _checked(file: Path, marks: Collection[str], what: str) -> Iterator[Field]:
    empty = True
    for record in json_values(file):
        empty = False
        for mark in marks:
            record.at(mark)
        yield record
    if empty:
        raise InvalidInputError(file.name, f"is empty: pass a file with {what}")


def limited(
    records: Iterator[Field], *, limit: int | None, made: Callable[[Field], Episode | None]
) -> tuple[Episode, ...]:
    """The episodes of the records, `limit` at most; None is a record that makes no episode.

    Raises:
        InvalidInputError: two episodes have one id, or there is none at all.
    """
    places: dict[str, str] = {}
    episodes: list[Episode] = []
    for record in records:
        if limit is not None and len(episodes) >= limit:
            break
        episode = made(record)
        if episode is None:
            continue
        if episode.id in places:
            raise record.broken(f"{episode.id!r} is already the id at {places[episode.id]}: give each its own")
        places[episode.id] = record.place
        episodes.append(episode)
    if not episodes:
        raise InvalidInputError("path", "holds no episode that can be asked about: pass another file")
    return tuple(episodes)


def session_of(turns: Sequence[Turn], *, at: datetime) -> EpisodeSession:
    """The turns of a conversation file as one session; their roles are those that files may have."""
    spoken = ({"role": turn.role, "text": turn.text, "name": turn.name} for turn in turns)
    return EpisodeSession(at=at, turns=tuple(EpisodeTurn.model_validate(turn) for turn in spoken))


def built(record: Field, **fields: Any) -> Episode:
    """An episode of these fields.

    Raises:
        InvalidInputError: they do not hang together; the message names the record's place.
    """
    try:
        return Episode(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise record.broken(f"{where}: {first['msg'].removeprefix('Value error, ')}".lstrip(": ").lower()) from error
