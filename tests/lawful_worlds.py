"""What the law tests share: sorts of world, sizes of a run, orders of arrival, a person's acts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from atma_overlay import ConflictError
from atma_overlay.changes import Changeset
from atma_overlay.records import Cardinality, Origin
from atma_overlay.state.workspace import Workspace
from atma_overlay.writing.resolving import replay
from tests.dated_worlds import (
    ME,
    Said,
    World,
    applied,
    is_open,
    opened,
    proposed,
    worlds,
)
from tests.ruled_worlds import ruled, ruled_worlds


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of world: how one is opened, and what is said in it."""

    opened: Callable[[str], AbstractContextManager[World]]
    worlds: Callable[..., st.SearchStrategy[list[Said]]]


SORTS = pytest.mark.parametrize("sort", [Sort(opened, worlds), Sort(ruled, ruled_worlds)], ids=["facts", "rules"])

LEDGERS = pytest.mark.parametrize(("url", "examples"), [("memory://", 60), ("sqlite:", 4)], ids=["memory", "sql"])

QUERIES = ("Where do I live?", "What is my rent?", "Where does my sister Lotte live?", "What changed about my CI?")

ORIGINS = tuple(Origin)

SCALE = int(os.environ.get("ATMA_LAW_SCALE", "1"))
"""Times as many examples, to look for trouble at leisure."""


def law(examples: int) -> settings:
    examples *= SCALE
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=SCALE == 1,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


def arrivals(utterances: list[Said]) -> st.SearchStrategy[list[list[Said]]]:
    """Any order of arrival, cut into batches."""

    def cut(ordered: list[Said], cuts: list[bool]) -> list[list[Said]]:
        batches: list[list[Said]] = [[]]
        for u, new in zip(ordered, cuts, strict=True):
            if new and batches[-1]:
                batches.append([])
            batches[-1].append(u)
        return batches

    size = len(utterances)
    cuts = st.lists(st.booleans(), min_size=size, max_size=size)
    return st.builds(cut, st.permutations(utterances), cuts)


def replayed(world: World) -> Changeset:
    """What a replay of everything would change."""

    def work(reader: Any) -> Changeset:
        workspace = Workspace(reader, world.overlay.writer.linker, replay=True)
        replay(reader, workspace)
        return workspace.outcome(now=world.clock())

    return world.overlay.ledger.read(ME, work)


DEEDS = ("undo", "accept", "decline", "correct", "forget", "erase")


Deeds = list[tuple[int, str, int]]
"""Acts of a person: after which utterance, of which kind, and on which of what it can be done to."""


def deeds_at() -> st.SearchStrategy[Deeds]:
    """Two acts at most, somewhere among some utterances."""
    return st.lists(st.tuples(st.integers(0, 8), st.sampled_from(DEEDS), st.integers(0, 9)), max_size=2)


def do(world: World, deeds: Deeds, number: int, before: Callable[[World], None] = lambda _: None) -> None:
    """What is done after an utterance, by its number."""
    for at, deed, choice in deeds:
        if at == number:
            before(world)
            act(world, deed, lambda some, choice=choice: some[choice % len(some)])  # type: ignore[misc]


def meddle(data: st.DataObject, world: World, deeds: Sequence[str] = DEEDS) -> None:
    """Perhaps a person's act, of one of some kinds."""
    deed = data.draw(st.sampled_from(("nothing", *deeds)))
    if deed != "nothing":
        act(world, deed, lambda some: data.draw(st.sampled_from(some)))


def act(world: World, deed: str, choose: Callable[[Sequence[Any]], Any]) -> None:
    """A person's act on one record or transition of those that it can be done to; nothing where there is none."""
    timeline = world.timeline()
    ruled_on = {"undo": applied(timeline), "accept": proposed(timeline), "decline": proposed(timeline)}
    words = sorted(observations(world), key=lambda o: (o.observed_at, o.position, o.text))
    some = ruled_on.get(deed, words if deed == "erase words" else list(timeline.records))
    if not some:
        return
    chosen = choose(some).id
    with suppress(ConflictError):  # what leaves all as it is, or has lost its evidence, is refused
        if deed == "correct":
            world.overlay.correct(chosen, "Ulm", scope=ME)
        elif deed == "erase":
            world.overlay.erase(record_id=chosen, scope=ME)
        elif deed == "erase words":
            world.overlay.erase(observation_id=chosen, scope=ME)
        else:
            getattr(world.overlay, deed)(chosen, scope=ME)


def assert_one_at_a_time(world: World) -> None:
    timeline = world.timeline()
    several = {(r.subject, r.attribute) for r in timeline.records if r.cardinality is Cardinality.MULTI}
    breath = Counter(
        (r.subject, r.attribute)
        for r in timeline.records
        if is_open(r) and not r.contested_with and (r.subject, r.attribute) not in several
    )
    assert {slot: n for slot, n in breath.items() if n > 1} == {}


def observations(world: World) -> list[Any]:
    return world.overlay.ledger.read(ME, lambda r: r.observed_after(None))


def find(world: World, record_id: str) -> Any:
    return next((r for r in world.timeline().records if r.id == record_id), None)
