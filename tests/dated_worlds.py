"""Dated observations to draw from, and states to compare: what the law tests share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from atma_overlay import Overlay, Scope, Timeline, Turn, telemetry
from atma_overlay.drivers import run
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import Host
from atma_overlay.records import DecisionState, Observation, Origin
from atma_overlay.views import StateRecord, TransitionRecord
from atma_overlay.write_path import remember_flow
from atma_overlay.writing import observing
from atma_overlay.writing.observing import in_its_place, observe
from atma_overlay.writing.writer import extract

FIRST = datetime(2024, 3, 4, 9, tzinfo=UTC)
ME = Scope(tenant="acme", user="u-1")
AT_HOME = Scope(tenant="acme", user="u-1", agent="home", session="s-1")
AT_WORK = Scope(tenant="acme", user="u-1", agent="work", session="s-2")
SCOPES = (ME, AT_HOME, AT_WORK)

THEMES = (
    (
        "I live in Porto.", "I live in Leeds.", "I moved to Leeds.", "I moved to Porto.", "I live in York.",
        "I no longer live in Leeds.", "I lived in Kyoto in 2019.", "Since March I've been living in Bonn.",
        "Actually, I live in Hull.", "Please forget what I told you about my city.", "I live in Porto and I love it.",
    ),
    (
        "I'm allergic to peanuts.", "I'm allergic to shellfish.", "I'm no longer allergic to peanuts.",
        "I don't eat pork.", "I eat pork.", "I'm also allergic to wasps.",
    ),
    (
        "My rent is 800 euros.", "My rent went up to 900 euros.", "It went up to 950 euros.",
        "Please forget what I told you about my rent.", "My rent is 800 euros now.", "This week I'm working from Lyon.",
        "I work at Acme.", "Correction: I work at Apex.", "I work at Apex now.",
    ),
    (
        "My sister Lotte lives in Ghent.", "My sister Lotte moved to Bruges.", "She lives in Antwerp now.",
        "My sister lives in Ghent.", "Lotte no longer lives in Ghent.", "Where is my sister?",
    ),
    (
        "I use Notion.", "I no longer use Notion.", "I switched from Notion to Obsidian.", "I use Obsidian now.",
        "We use Jenkins for CI.", "We use Buildkite for CI.", "We switched from Buildkite to Jenkins.",
        "We no longer use Jenkins.",
    ),
    (
        "I live in Portugal.", "I live in Porto.", "I live in Oporto.", "I live in England.", "I moved to Leeds.",
        "I don't live in Porto any more.", "I drive a VW.", "I drive a Golf.", "I drive a Polo now.",
        "I sold the Golf.", "My boss is Greg.", "My boss is Gregory Marsh.", "My boss is Dr. Marsh.",
        "My boss is Ada now.",
    ),
    (
        "I'm in Porto for a month.", "My gym is Pulse.", "My gym here is FitWorks.",
        "My gym is Tollen now.", "I take metformin 500 mg.", "I take 850 mg of metformin now.", "I'm on ramipril 5 mg.",
        "My ramipril is 10 mg now.", "I no longer take ramipril.", "They raised my rent to 900, effective next month.",
        "My rent is 800 euros.", "I'm back home.",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance: where, when, in which place of its batch, and who stands behind it."""

    text: str
    hours: int
    position: int = 0
    scope: Scope = ME
    origin: Origin = Origin.USER

    @property
    def at(self) -> datetime:
        return FIRST + timedelta(hours=self.hours)


def said(sentences: Sequence[str], *, origins: Sequence[Origin], scopes: Sequence[Scope]) -> st.SearchStrategy[Said]:
    """Utterances with many ties in time; hours stay close so that pronouns and sessions meet."""
    return st.builds(
        Said,
        text=st.sampled_from(sentences),
        hours=st.sampled_from((0, 1, 2, 3, 30, 60, 200, 800)),
        position=st.integers(0, 2),
        scope=st.sampled_from(scopes),
        origin=st.sampled_from(origins),
    )


def worlds(
    *, size: int = 9, origins: Sequence[Origin] = (Origin.USER,), scopes: Sequence[Scope] = (ME,)
) -> st.SearchStrategy[list[Said]]:
    """Lists of different utterances on one theme or two, so that they have to do with each other."""

    def about(themes: list[tuple[str, ...]]) -> st.SearchStrategy[list[Said]]:
        one = said([s for theme in themes for s in theme], origins=origins, scopes=scopes)
        return st.lists(one, min_size=2, max_size=size, unique=True)

    return st.lists(st.sampled_from(THEMES), min_size=1, max_size=2, unique=True).flatmap(about)


class Clock:
    """A clock that never gives the same instant twice."""

    def __init__(self) -> None:
        self.now = FIRST + timedelta(days=400)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class World:
    """An overlay with a clock of its own, and ways to hand it utterances at their own places."""

    def __init__(self, url: str = "memory://", *, host: Host | None = None, mode: Any = "active", **parts: Any) -> None:
        self.clock = Clock()
        self.ledger = open_ledger(url, clock=self.clock)
        self.host = host or MemoryHost()
        self.overlay = Overlay(self.host, ledger=self.ledger, mode=mode, clock=self.clock, **parts)

    def hand(self, utterances: Sequence[Said]) -> None:
        """One batch, each utterance with the position that it was said at."""
        by_scope: dict[Scope, list[Observation]] = {}
        for u in utterances:
            made = observe(
                [Turn(text=u.text)], scope=u.scope, observed_at=u.at, origin=u.origin, clock=self.clock, redact=None
            )[0]
            key = f"{u.scope.session}|{u.hours}|{u.position}|{u.origin}|{u.text}"
            by_scope.setdefault(u.scope, []).append(replace(made, position=u.position, idempotency_key=key))
        for scope, observations in by_scope.items():
            said = [observing.Said(o) for o in observations]
            run(remember_flow(self.overlay.writer, scope, said), self.overlay.executor, root=telemetry.READ_ROOT)

    def hand_all(self, utterances: Sequence[Said]) -> None:
        """One by one, in the order of the list."""
        for u in utterances:
            self.hand([u])

    def timeline(self, scope: Scope = ME, **asked: Any) -> Timeline:
        return self.overlay.timeline(scope=scope, **asked)


@contextmanager
def opened(url: str, **parts: Any) -> Iterator[World]:
    """A world that is closed again; `sqlite:` names a file in a folder of its own."""
    if url != "sqlite:":
        world = World(url, **parts)
        try:
            yield world
        finally:
            world.ledger.close()
        return
    with TemporaryDirectory() as folder:
        world = World(f"sqlite:///{Path(folder) / 'laws.db'}", **parts)
        try:
            yield world
        finally:
            world.ledger.close()


def in_order(utterances: Sequence[Said]) -> list[Said]:
    """As they were said; a tie of all else is broken as the ledger breaks it."""

    def order(u: Said) -> Any:
        (made,) = observe(
            [Turn(text=u.text)], scope=u.scope, observed_at=u.at, origin=u.origin, clock=Clock(), redact=None
        )
        return replace(
            in_its_place(made, extract(default_extractor(), observing.Said(made))), position=u.position
        ).order

    return sorted(utterances, key=order)


def state(world: World, scope: Scope = ME) -> tuple[list[Any], list[Any]]:
    """The records and the transitions in force, without ids."""
    timeline = world.timeline(scope)
    values = {r.id: r.value for r in timeline.records}
    records = [
        (
            r.subject, r.attribute, r.value, r.affirmed, r.status, r.valid_from, r.valid_to, r.evidence, r.observed_at,
            r.origin, len(r.restated_by), tuple(sorted(values.get(i, "?") for i in r.contested_with)),
        )
        for r in timeline.records
    ]  # fmt: skip
    return sorted(records, key=_dated), sorted(decided(timeline), key=_dated)


def _dated(told: Iterable[Any]) -> str:
    """What tells one of them from another: equal instants may have zones of other classes."""
    return str([each.isoformat() if isinstance(each, datetime) else each for each in told])


def decided(timeline: Timeline) -> list[Any]:
    """Transitions that are applied or proposed, without ids."""
    live = (DecisionState.APPLIED, DecisionState.PROPOSED)
    return [
        (t.subject, t.attribute, t.from_value, t.to_value, t.kind, t.state, t.valid_at)
        for t in timeline.transitions
        if t.state in live
    ]


def applied(timeline: Timeline) -> list[TransitionRecord]:
    return [t for t in timeline.transitions if t.state is DecisionState.APPLIED]


def proposed(timeline: Timeline) -> list[TransitionRecord]:
    return [t for t in timeline.transitions if t.state is DecisionState.PROPOSED]


def current(world: World, attribute: str, scope: Scope = ME) -> list[str]:
    """The values of an attribute that are open."""
    return sorted(r.value for r in world.timeline(scope).records if r.attribute == attribute and is_open(r))


def is_open(record: StateRecord) -> bool:
    return record.status == "active" and record.valid_to is None
