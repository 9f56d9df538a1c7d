"""Supersede's procedural generator: timelines of a fact that is told, superseded, and asked for at the end.

As the paper describes it (section 4, Appendices B and C): a timeline of six to eight sessions introduces a
fact and supersedes it once or twice by an explicit statement; the other sessions are distractors, and the query
asks for the current value. A long timeline has the same fact among as many sessions as LongMemEval's long split
(about 48). The words are ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from random import Random
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atma_overlay.evaluation.episodes import (
    Episode,
    EpisodeSession,
    EpisodeTurn,
    GoldSpell,
    GoldState,
    Probe,
)

History = Literal["short", "long"]
SESSIONS: dict[History, tuple[int, int]] = {"short": (6, 8), "long": (46, 50)}
"""The fewest and most sessions of a timeline."""
MOST_UPDATES = 2

_START = datetime(2025, 1, 6, 9, tzinfo=UTC)
_MOST_DAYS_APART = 9


class _Pool(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Fact(_Pool):
    slot: str
    values: tuple[str, ...]
    introduced: tuple[str, ...]
    updated: tuple[str, ...]
    queries: tuple[str, ...]


class _Distractor(_Pool):
    templates: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]


class _Pools(_Pool):
    fact: tuple[_Fact, ...]
    distractor: tuple[_Distractor, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which values a timeline tells, and in which sessions."""

    fact: _Fact
    values: Sequence[str]
    told: Sequence[int]
    length: int


def timelines(count: int, *, seed: int = 0, history: History = "short") -> Iterator[Episode]:
    """The first `count` timelines of a seed; the same ones for every count."""
    for number in range(count):
        # Seeding by text is stable between Python versions and processes.
        yield _timeline(
            Random(f"supersede/{history}/{seed}/{number}"), f"supersede-{history}-{seed}-{number:04}", history
        )


def _timeline(random: Random, name: str, history: History) -> Episode:
    plan = _plan(random, history)
    return Episode(
        id=name,
        family="conflict",
        source="generated as Supersede's timelines are",
        sessions=tuple(_sessions(random, plan)),
        states=(GoldState(slot=f"user / {plan.fact.slot}", history=tuple(_spells(plan))),),
        probes=tuple(_probes(name, random.choice(plan.fact.queries), plan)),
    )


def _plan(random: Random, history: History) -> _Plan:
    fact = random.choice(_pools().fact)
    length = random.randint(*SESSIONS[history])
    updates = random.randint(1, MOST_UPDATES)
    values = random.sample(fact.values, updates + 1)
    # The fact is introduced first, as in the examples of Appendix C; what follows the last update is noise.
    told = (0, *sorted(random.sample(range(2, length - 1), updates)))
    return _Plan(fact, values, told, length)


def _sessions(random: Random, plan: _Plan) -> Iterator[EpisodeSession]:
    at = _START
    said = dict(zip(plan.told, plan.values, strict=True))
    wordings = random.sample(plan.fact.updated, MOST_UPDATES)
    for session in range(plan.length):
        if session == 0:
            text = random.choice(plan.fact.introduced).format(value=said[0])
        elif session in said:
            text = wordings.pop().format(value=said[session])
        else:
            text = _distraction(random)
        yield EpisodeSession(at=at, turns=(EpisodeTurn(role="user", text=text),))
        at += timedelta(days=random.randint(1, _MOST_DAYS_APART))


def _distraction(random: Random) -> str:
    kind = random.choice(_pools().distractor)
    return random.choice(kind.templates).format(a=random.choice(kind.a), b=random.choice(kind.b))


def _spells(plan: _Plan) -> Iterator[GoldSpell]:
    for place, (value, start) in enumerate(zip(plan.values, plan.told, strict=True)):
        end = plan.told[place + 1] if place + 1 < len(plan.told) else None
        yield GoldSpell(value=value, from_session=start, until_session=end, ended_by="replaced" if end else None)


def _probes(name: str, query: str, plan: _Plan) -> Iterator[Probe]:
    """The query after the last session, and the same one before the first update."""
    first, *_, last = plan.values
    before, after = f"{name}-before", f"{name}-after"
    yield Probe(
        id=before, after_session=plan.told[1] - 1, task="exact_recall", query=query, view="current", expect="answer",
        gold=(first,),
    )  # fmt: skip
    yield Probe(
        id=after, after_session=plan.length - 1, pair=before, task="conflict", query=query, view="current",
        expect="answer", gold=(last,), stale=tuple(plan.values[:-1]),
    )  # fmt: skip


@cache
def _pools() -> _Pools:
    text = files("atma_overlay.evaluation.suites").joinpath("supersede_pools.toml").read_text(encoding="utf-8")
    return _Pools.model_validate(tomllib.loads(text))
