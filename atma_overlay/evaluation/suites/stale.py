"""STALE: a remembered statement and a later one that makes it stale, with three questions about it (CC BY 4.0).

Cases of type T1 contradict the old statement's own attribute (family `conflict`); those of type T2 make it
untenable through another one (family `implicit`). The two statements are the gold: whole sentences, not values.
The questions are SR (does the old state still hold: `conflict`), PR (a request that takes the old state for
granted: `premise`, to be blocked) and IPA (a request that only the new state can guide: `adaptation`). Every case
is a true change: it says nothing of false supersessions, which needs controls beside it.

Conversations are those of `evidence_sessions.jsonl` (the two sessions that tell the statements) or of
`full_history.jsonl` (all fifty). `core.jsonl` holds the questions and the dates, and must lie beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import (
    EndedBy,
    Episode,
    Family,
    GoldSpell,
    GoldState,
    Probe,
    Task,
)
from atma_overlay.evaluation.suites.records import built, checked_settings, chosen, limited, records_of, session_of
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.source import checked_path, json_values
from atma_overlay.loaders.stale import read_stale

CORE = "core.jsonl"
CONVERSATIONS = {"evidence": "evidence_sessions.jsonl", "full": "full_history.jsonl"}
SETTINGS = {"history": "of a folder: evidence (the two sessions that matter, default) or full (all of them)"}
_FAMILIES: Mapping[str, Family] = {"T1": "conflict", "T2": "implicit"}
_QUESTIONS: Sequence[tuple[str, str, Task]] = (
    ("SR", "dim1_query", "conflict"),
    ("PR", "dim2_query", "premise"),
    ("IPA", "dim3_query", "adaptation"),
)


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """The cases as episodes, in the order of the conversations' file."""
    checked_settings(options, SETTINGS)
    name = CONVERSATIONS[chosen(options, "history", of=tuple(CONVERSATIONS))]
    files = [path / name if path.is_dir() else checked_path(path) for path in paths]
    core = {uid: case for file in files for uid, case in _core(file).items()}
    records = records_of(files, marks=("uid",), what="STALE cases")
    return limited(records, limit=options.limit, made=lambda record: _episode(record, core))


def _core(file: Path) -> dict[str, Field]:
    beside = checked_path(file).with_name(CORE)
    if not beside.is_file():
        raise InvalidInputError(str(beside), f"is missing: {file.name} needs its questions and dates, put it beside")
    return {case.at("uid").identifier(): case for case in json_values(beside)}


def _episode(record: Field, core: Mapping[str, Field]) -> Episode:
    uid = record.at("uid").identifier()
    if uid not in core:
        raise record.at("uid").broken(f"{uid!r} has no case in {CORE}: take both from one release")
    case = core[uid]
    kind = case.at("type").text()
    if kind not in _FAMILIES:
        raise case.at("type").broken(f"{kind!r} is none of {', '.join(_FAMILIES)}")
    dates, (old, new) = _dates(case), _places(case)
    said = read_stale(record).sessions
    if not record.has("haystack_session"):
        dates, old, new = [dates[old], dates[new]], 0, 1
    if max(old, new) >= len(said) or len(dates) != len(said):
        raise record.broken(f"has {len(said)} sessions for {len(dates)} dates in {CORE}")
    return built(
        record,
        id=uid,
        family=_FAMILIES[kind],
        source="STALE",
        logic=case.at("explanation").text(),
        sessions=tuple(session_of(s.turns, at=at) for s, at in zip(said, dates, strict=True)),
        states=(_state(case, old, new, ended_by="replaced" if kind == "T1" else "invalidated"),),
        probes=tuple(_probe(case, name, key, task, after=len(said) - 1) for name, key, task in _QUESTIONS),
    )


def _dates(case: Field) -> list[datetime]:
    return [date.instant() for date in case.at("timestamps").items()]


def _places(case: Field) -> tuple[int, int]:
    places = case.at("relevant_session_index")
    indexes = [place.number() for place in places.items()]
    if len(indexes) != 2 or not all(0 <= index < len(_dates(case)) for index in indexes):
        raise places.broken("must be the two places, in `timestamps`, of the old and of the new session")
    return indexes[0], indexes[1]


def _state(case: Field, old: int, new: int, *, ended_by: EndedBy) -> GoldState:
    before, after = case.at("M_old").text(), case.at("M_new").text()
    return GoldState(
        slot="user / what the case is about",
        history=(
            GoldSpell(value=before, statement=True, from_session=old, until_session=new, ended_by=ended_by),
            GoldSpell(value=after, statement=True, from_session=new),
        ),
    )


def _probe(case: Field, name: str, key: str, task: Task, *, after: int) -> Probe:
    return Probe(
        id=name,
        after_session=after,
        task=task,
        query=case.at("probing_queries").at(key).text(),
        view="current",
        expect="blocked" if task == "premise" else "answer",
        gold=(case.at("M_new").text(),),
        stale=(case.at("M_old").text(),),
        category=f"{case.at('type').text()} {name}",
    )


SUITE = Suite(
    "stale",
    "STALE: statements that a later one makes stale, explicitly or by what follows from it",
    load,
    settings=SETTINGS,
)
