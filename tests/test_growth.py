"""What grows in production makes no call worse than in proportion: work is counted, times are compared generously."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from heapq import nlargest
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Turn
from atma_overlay.drivers import run
from atma_overlay.ledger.prepared import Prepared
from atma_overlay.records import Statement
from atma_overlay.state.slots import shortlists
from atma_overlay.state.slots.shortlists import SHORTLIST, Shortlists
from atma_overlay.telemetry import READ_ROOT
from atma_overlay.threads.evidence import Asked, EvidenceCache, evidence_for
from atma_overlay.threads.learning import fresh_turns
from atma_overlay.threads.outdated import Said
from atma_overlay.values.terms import index_terms
from tests.dated_worlds import FIRST, ME, World, opened
from tests.test_fold import says

LATER, EARLIER = FIRST + timedelta(days=9), FIRST - timedelta(days=9)


def friend(number: int) -> str:
    return f"My friend Ann{number} lives in Rome{number}."


def filled(world: World, texts: Sequence[str]) -> None:
    turns = [Turn(text=t, observed_at=FIRST + timedelta(minutes=n)) for n, t in enumerate(texts)]
    world.overlay.remember(turns, scope=ME)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the database was asked, by statement."""
    counted: Counter[str] = Counter()
    rows = Prepared.rows

    def counting(self: Prepared, *args: Any) -> Any:
        counted[self.text] += 1
        return rows(self, *args)

    monkeypatch.setattr(Prepared, "rows", counting)
    return counted


@contextmanager
def world_of(folder: Path, count: int) -> Iterator[World]:
    with opened(f"sqlite:///{folder / f'{count}.db'}") as world:
        filled(world, [friend(n) for n in range(count)])
        yield world


def counts(folder: Path, asked: Counter[str], act: Callable[[World], object]) -> list[int]:
    """How often the database is asked by an act in a world of 8 friends, and in one of 48."""
    found = []
    for count in (8, 48):
        with world_of(folder, count) as world:
            asked.clear()
            act(world)
            found.append(asked.total())
    return found


@pytest.mark.parametrize(
    ("text", "at", "more"),
    [
        pytest.param("My friend Bob lives in Oslo.", LATER, 8, id="a write beside many values"),
        pytest.param("I like figs.", EARLIER, 16, id="a replay of many slots"),
    ],
)
def test_the_database_is_asked_no_more_often_for_each(
    tmp_path: Path, asked: Counter[str], text: str, at: datetime, more: int
) -> None:
    small, large = counts(tmp_path, asked, lambda world: world.overlay.remember(text, scope=ME, observed_at=at))
    assert large <= small + more


def test_a_long_thread_is_looked_up_at_once(tmp_path: Path, asked: Counter[str]) -> None:
    def look(world: World) -> None:
        turns = [Turn(text=friend(n), key=f"k-{n}") for n in range(60)]
        world.overlay.remember(turns[:-1], scope=ME)
        thread = Asked(
            scope=ME, query="Where does Ann3 live?", said=tuple(Said(t.text, t.key) for t in turns[:-1]),
            turns=tuple(turns[:-1]), k=5, asker=None, max_tokens=None,
        )  # fmt: skip
        cache = EvidenceCache(lambda: 0.0)
        run(evidence_for(world.overlay, thread, cache, learnt=True), world.overlay.executor, root=READ_ROOT)
        asked.clear()
        run(evidence_for(world.overlay, thread, cache, learnt=True), world.overlay.executor, root=READ_ROOT)

    with opened(f"sqlite:///{tmp_path / 'thread.db'}") as world:
        look(world)
        assert asked.total() < 40


@pytest.mark.parametrize("known", [None, 0, 1, 4, 5, 11, 12, 36, 38, 39])
def test_fresh_are_the_turns_behind_the_last_that_is_known(known: int | None) -> None:
    with opened("memory://") as world:
        turns = [Turn(text=friend(n), key=f"k-{n}") for n in range(40)]
        if known is not None:
            world.overlay.remember([turns[0], turns[known]] if known else [turns[0]], scope=ME)
        fresh = world.ledger.read(ME, lambda reader: fresh_turns(reader, turns, scope=ME))
        assert fresh == (turns if known is None else turns[known + 1 :])


def test_nothing_of_a_thread_of_no_turns_is_fresh() -> None:
    with opened("memory://") as world:
        assert world.ledger.read(ME, lambda reader: fresh_turns(reader, [], scope=ME)) == []


def by_hand(lists: Shortlists, met: Sequence[Statement], field: str, terms: Sequence[str]) -> list[Statement]:
    """The latest of a write's statements with any of the terms, by a look at every one of them."""
    having = [s for s in met if not set(index_terms(s)[field]).isdisjoint(terms)]
    return nlargest(shortlists.SHORTLIST, having, key=lists.order)


@pytest.mark.parametrize("seed", range(20))
def test_a_shortlist_is_the_latest_of_all_that_have_a_term(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortlists, "SHORTLIST", 3)
    draw, by_id = random.Random(seed), dict[str, Statement]()
    lists, words = Shortlists(None, by_id=by_id, stored={}), ("oak", "elm", "ash", "fir")
    for at in range(60):
        if by_id and draw.random() < 0.2:
            gone = by_id.pop(draw.choice(sorted(by_id)))
            lists.discard(gone)
        else:
            said = says(" ".join(draw.sample(words, 2)), draw.randrange(50) if draw.random() < 0.3 else 50 + at)
            by_id[said.id] = said
            lists.add(said)
        terms = draw.sample(words, draw.randint(1, 3))
        expected = by_hand(lists, list(by_id.values()), "value", terms)
        assert sorted(lists.latest("value", terms), key=lists.order, reverse=True) == expected


def test_a_search_of_a_long_write_looks_at_the_latest_only() -> None:
    by_id: dict[str, Statement] = {}
    lists, looked = Shortlists(None, by_id=by_id, stored={}), 0
    for at in range(20 * SHORTLIST):
        said = says(f"oak {at}", at)
        by_id[said.id] = said
        lists.add(said)

    class Counting(dict[str, Statement]):
        def __getitem__(self, key: str) -> Statement:
            nonlocal looked
            looked += 1
            return super().__getitem__(key)

    lists._by_id = Counting(by_id)
    assert len(lists.latest("value", ["oak"])) == SHORTLIST
    assert looked <= 4 * SHORTLIST


def test_what_an_old_utterance_told_in_other_slots_tells_no_two_values_apart() -> None:
    with opened("memory://") as world:
        filled(world, ["I moved to Porto, I now work at Acme and my gym is Iron.", "I moved to Leeds, I work at Apex."])
        assert [r.value for r in world.timeline().records if r.attribute == "home_city" and r.valid_to is None] == [
            "Leeds"
        ]
