"""FactConsolidation (MemoryAgentBench, Hu et al. 2025): facts with serial numbers, the larger one wins (MIT).

A stream tells one fact a turn. Facts come in sessions of up to `batch`, in the order of their numbers, a session
dated by the number of its first fact in days; a new session starts early where a fact begins like one that the
session already holds, so that a value and its successor are never told at the same time.

Single-hop questions are about one fact: the one that ends with the gold and shares most words with the question.
Facts that begin alike (same subject, same relation) tell values of one state, each over when the next one comes.
The gold, and what is stale, is the turn: a value alone stands in many facts about others. A question whose fact
nothing contradicts is a control. Where a later fact contradicts the gold, the question breaks the benchmark's own
rule: it is asked, in a category of its own, and no state is made of it. Multi-hop questions name no fact; they are
looked for by containment of the gold, as published, which other facts may meet too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise, takewhile
from pathlib import Path

from atma_overlay import re2
from atma_overlay.evaluation.episodes import (
    Episode,
    EpisodeSession,
    EpisodeTurn,
    GoldSpell,
    GoldState,
    Probe,
)
from atma_overlay.evaluation.suites.records import (
    built,
    checked_settings,
    chosen,
    limited,
    records_of,
    whole_number,
)
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.loaders.fields import Field
from atma_overlay.values.terms import terms

BATCH = 50
SETTINGS = {
    "hops": "all (default), 1 (questions about one fact) or 2 (about several)",
    "batch": f"facts in a session, at most (default {BATCH})",
}
_ORIGIN = datetime(2000, 1, 1, tzinfo=UTC)
_NOTE = re2.compile(r"^\s*\[[Nn]ote:[^\]]*\]\s*")
_SINGLE = "_sh_"

_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Stream:
    """The facts in the order of their numbers, and where each is told."""

    facts: Sequence[str]
    sessions: Sequence[Sequence[int]]
    """Indexes of the facts of each session."""

    def place(self, fact: int) -> _Place:
        """(session, turn) of a fact."""
        session = next(i for i, members in enumerate(self.sessions) if members[-1] >= fact)
        return session, self.sessions[session].index(fact)


@dataclass(frozen=True, slots=True)
class _Question:
    id: str
    text: str
    gold: str


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a stream, in the order of the files."""
    checked_settings(options, SETTINGS)
    hops = chosen(options, "hops", of=("all", "1", "2"))
    made = partial(_episode, hops=hops, batch=whole_number(options, "batch", default=BATCH))
    records = records_of(paths, marks=("sessions", "probing_queries"), what="FactConsolidation streams")
    return limited(records, limit=options.limit, made=made)


def _episode(record: Field, *, hops: str, batch: int) -> Episode | None:
    identity = record.at("uid").identifier()
    single = _SINGLE in identity
    if hops == ("2" if single else "1"):
        return None
    numbered = sorted(_numbered(record))
    stream = _Stream([fact for _, fact in numbered], _batches([fact for _, fact in numbered], batch))
    asked = [_asked(stream, question, single=single) for question in _questions(record)]
    states = {state.slot: state for _, state in asked if state}
    return built(
        record,
        id=identity,
        family="conflict" if single else "open",
        source="MemoryAgentBench FactConsolidation",
        sessions=tuple(_session(stream, members, numbered[members[0]][0]) for members in stream.sessions),
        states=tuple(states.values()),
        probes=tuple(probe for probe, _ in asked),
    )


def _numbered(record: Field) -> Iterator[tuple[int, str]]:
    for session in record.at("sessions").items():
        number = session.at("date").identifier()
        if not number.isdecimal():
            raise session.at("date").broken(f"{number!r} is no serial number")
        for turn in session.at("turns").items():
            yield int(number), turn.text().strip()


def _questions(record: Field) -> list[_Question]:
    asked = record.at("probing_queries")
    if not isinstance(asked.value, dict) or not asked.value:
        raise asked.broken("must be an object with one question a name")
    found = ((name, asked.at(name)) for name in asked.value)
    return [_Question(name, _NOTE.sub("", each.at("q").text()), each.at("gold").text()) for name, each in found]


def _batches(facts: Sequence[str], size: int) -> list[list[int]]:
    batches: list[list[int]] = [[]]
    for index, fact in enumerate(facts):
        if len(batches[-1]) >= size or any(_begins_like(facts[other], fact) for other in batches[-1]):
            batches.append([])
        batches[-1].append(index)
    return batches


def _begins_like(one: str, other: str) -> bool:
    """Whether two facts may be of one state: they share more than half of the shorter one's words from the start."""
    words = one.split(), other.split()
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*words, strict=False)))
    return 2 * shared > min(map(len, words))


def _session(stream: _Stream, members: Sequence[int], serial: int) -> EpisodeSession:
    turns = tuple(EpisodeTurn(role="user", text=stream.facts[index]) for index in members)
    return EpisodeSession(at=_ORIGIN + timedelta(days=serial), turns=turns)


def _asked(stream: _Stream, question: _Question, *, single: bool) -> tuple[Probe, GoldState | None]:
    told = _fact(stream.facts, question) if single else None
    if told is None:
        return _probe(stream, question, category="multi-hop" if not single else "no fact found"), None
    beginning = _beginning(stream.facts[told], question.gold)
    alike = [index for index, fact in enumerate(stream.facts) if fact.startswith(beginning)]
    if alike[-1] != told:
        return _probe(stream, question, told=told, category="against its own rule"), None
    older = alike[:-1]
    probe = _probe(stream, question, told=told, older=older, category="updated" if older else "uncontested")
    return probe, _state(stream, beginning, alike)


def _fact(facts: Sequence[str], question: _Question) -> int | None:
    """The fact that ends with the gold and whose beginning is most like the question; the latest of equals."""
    asked = set(terms(question.text))
    likeness = [
        (len(asked & words) / len(asked | words), index)
        for index, fact in enumerate(facts)
        if (words := set(terms(_beginning(fact, question.gold))))
    ]
    best = max(likeness, default=(0.0, 0))
    return best[1] if best[0] else None


def _beginning(fact: str, value: str) -> str:
    """The fact up to its value, with the space before it; empty where it does not end with the value."""
    body = fact.removesuffix(".")
    for ending in (value, value.removesuffix(".")):
        if body.endswith(" " + ending):
            return body[: -len(ending)]
    return ""


def _probe(
    stream: _Stream, question: _Question, *, category: str, told: int | None = None, older: Sequence[int] = ()
) -> Probe:
    beginning = _beginning(stream.facts[told], question.gold) if told is not None else ""
    return Probe(
        id=question.id,
        after_session=len(stream.sessions) - 1,
        task="conflict" if older else "control" if category == "uncontested" else "exact_recall",
        query=question.text,
        view="current",
        expect="answer",
        gold=(question.gold,),
        stale=tuple(stream.facts[index].removeprefix(beginning).removesuffix(".") for index in older),
        category=category,
        turns=(stream.place(told),) if told is not None else (),
        stale_turns=tuple(stream.place(index) for index in older),
        reference=question.gold,
    )


def _state(stream: _Stream, beginning: str, alike: Sequence[int]) -> GoldState:
    places = [stream.place(index)[0] for index in alike]
    ended = (
        GoldSpell(value=stream.facts[index], statement=True, from_session=start, until_session=end, ended_by="replaced")
        for index, (start, end) in zip(alike, pairwise(places), strict=False)
    )
    last = GoldSpell(value=stream.facts[alike[-1]], statement=True, from_session=places[-1])
    return GoldState(slot=beginning.strip(), history=(*ended, last))


SUITE = Suite(
    "factconsolidation",
    "FactConsolidation: a stream of numbered facts, of which the larger number wins",
    load,
    settings=SETTINGS,
)
