"""StateBench: templated timelines of an assistant at work, with phrases an answer must and must not mention (MIT).

Facts known at the start, and writes to the state, are told as system turns, since some golds are told nowhere
else; what is said is said by its speaker. Events of one moment are one session, in the order of time. Every
phrase that must be mentioned is wanted, those that must not be are stale; both with word boundaries.

A phrase that nobody said by then can neither be brought back nor be exposed: with `phrases=told` (default) it is
left out, with `phrases=all` it is kept for answers. With `tracks=change` (default) only the tracks come in whose
forbidden phrases are out of date, and those that must stand through a change; the others forbid for reasons that
are not of time (permissions, privacy, scope). What changes is not given by slot: the episodes are `open`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from atma_overlay.evaluation.episodes import Episode, Expect, Probe
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.suites.records import (
    built,
    checked_settings,
    chosen,
    limited,
    records_of,
    session_of,
)
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.evaluation.wording import phrase
from atma_overlay.loaders.fields import Field
from atma_overlay.views import Turn

CHANGE_TRACKS = (
    "supersession",
    "supersession_detection",
    "repair_propagation",
    "environmental_freshness",
    "commitment_durability",
    "brutal_realistic",
)
SETTINGS: Mapping[str, str] = {
    "phrases": "told (default: only phrases that somebody said) or all",
    "tracks": "change (default: where what is forbidden is out of date) or all",
}
_SPEAKERS = {"user": "user", "assistant": "assistant"}
_WRITES = ("state_write", "supersession")


@dataclass(frozen=True, slots=True)
class _Said:
    at: datetime
    turn: Turn


@dataclass(frozen=True, slots=True)
class _Asked:
    at: datetime
    event: Field


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a timeline, in the order of the files."""
    checked_settings(options, SETTINGS)
    made = partial(
        _episode,
        told_only=chosen(options, "phrases", of=("told", "all")) == "told",
        tracks=CHANGE_TRACKS if chosen(options, "tracks", of=("change", "all")) == "change" else None,
    )
    return limited(
        records_of(paths, marks=("id", "track", "events"), what="StateBench timelines"),
        limit=options.limit,
        made=made,
    )


def _episode(record: Field, *, told_only: bool, tracks: Sequence[str] | None) -> Episode | None:
    track = record.at("track").text()
    if tracks is not None and track not in tracks:
        return None
    said = sorted(_said(record), key=attrgetter("at"))
    sessions = [(at, [each.turn for each in group]) for at, group in groupby(said, key=attrgetter("at"))]
    dates = [at for at, _ in sessions]
    found = (_probe(asked, said, dates, told_only=told_only) for asked in _questions(record))
    probes = tuple(
        probe.model_copy(update={"id": f"q{place}", "category": track})
        for place, probe in enumerate(found)
        if probe is not None
    )
    if not probes:
        return None
    return built(
        record,
        id=record.at("id").identifier(),
        family="open",
        source="StateBench",
        sessions=tuple(session_of(turns, at=at) for at, turns in sessions),
        probes=probes,
    )


def _said(record: Field) -> Iterator[_Said]:
    start = record.at("initial_state")
    for fact in start.at("persistent_facts").items():
        yield _Said(start.at("environment").at("now").instant(), _written(fact))
    for event in record.at("events").items():
        kind, at = event.at("type").text(), event.at("ts").instant()
        if kind in _WRITES:
            yield from (_Said(at, _written(write)) for write in event.at("writes").items())
        elif kind == "conversation_turn":
            yield _Said(at, _spoken(event))
        elif kind != "query":
            raise event.at("type").broken(f"{kind!r} is no kind of event that is known")


def _written(write: Field) -> Turn:
    return Turn(text=write.at("value").text(), role="system")


def _spoken(event: Field) -> Turn:
    speaker = event.at("speaker").text()
    if speaker not in _SPEAKERS:
        raise event.at("speaker").broken(f"{speaker!r} is none of {', '.join(_SPEAKERS)}")
    return Turn(text=event.at("text").text(), role=_SPEAKERS[speaker])


def _questions(record: Field) -> list[_Asked]:
    events = [event for event in record.at("events").items() if event.at("type").value == "query"]
    return [_Asked(event.at("ts").instant(), event) for event in events]


def _probe(asked: _Asked, said: Sequence[_Said], dates: Sequence[datetime], *, told_only: bool) -> Probe | None:
    """The probe of a question; None where nothing that it is about was told by then."""
    truth = asked.event.at("ground_truth")
    known = [phrase(each.turn.text) for each in said if each.at <= asked.at]
    wanted, banned = (
        tuple(
            form.text()
            for form in truth.at(key).items()
            if not told_only or any(mentions(text, phrase(form.text())) for text in known)
        )
        for key in ("must_mention", "must_not_mention")
    )
    if not known or not (wanted or banned):
        return None
    expect: Expect = "answer" if wanted else "absent"
    return Probe(
        id="q",
        after_session=sum(date <= asked.at for date in dates) - 1,
        task="conflict" if banned else "control",
        query=asked.event.at("prompt").text(),
        view="current",
        expect=expect,
        gold=tuple((form,) for form in wanted),
        stale=banned,
        reference=truth.at("decision").text(),
    )


SUITE = Suite(
    "statebench",
    "StateBench: timelines with phrases an answer must and must not mention",
    load,
    settings=SETTINGS,
)
