"""The outbox: what the host missed is handed over later, once, and in its own scope; and what is not, is given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from atma_overlay import (
    HostError,
    LedgerError,
    Overlay,
    Scope,
    Turn,
    assembly,
    outbox,
)
from atma_overlay.changes import Changeset
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import decoding
from atma_overlay.ports.host import HostItem
from atma_overlay.promises import promise
from atma_overlay.records import OutboxItem, OutboxState
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World, current
from tests.overlay_worlds import LATER, Flaky, stored
from tests.postgres_server import needs_server, server
from tests.test_ledger_migrations import connected


def test_a_write_that_the_host_missed_once_is_handed_over_with_the_next() -> None:
    world = World(host=Flaky(1))
    first = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert (first.host_ids, first.pending_host_writes) == ((), 1)
    second = world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
    assert (len(second.host_ids), second.pending_host_writes) == (1, 0)
    assert stored(world) == ["I live in Leeds.", "I moved to York."]


def test_flush_hands_over_what_is_pending() -> None:
    world = World(host=Flaky(1))
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert world.overlay.flush(scope=ME) == 1
    assert world.overlay.flush(scope=ME) == 0
    assert stored(world) == ["I live in Leeds."]


def test_a_host_that_fails_after_storing_holds_nothing_twice() -> None:
    world = World(host=Flaky(1, after=True))
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert world.overlay.flush(scope=ME) == 1
    assert stored(world) == ["I live in Leeds."]
    assert len(world.timeline().records[0].host_ids) == 1


def test_a_host_that_always_fails_costs_no_fact() -> None:
    world = World(host=Flaky(10**6))
    for day, city in enumerate(("Leeds", "York")):
        receipt = world.overlay.remember(f"I live in {city}.", scope=ME, observed_at=FIRST + timedelta(days=day))
        assert receipt.pending_host_writes == day + 1
    assert current(world, "home_city") == ["York"]
    assert [r.value for r in world.overlay.recall("Where do I live?", scope=ME).rows] == ["York"]


def test_an_error_that_is_no_host_error_leaves_the_write_pending_too() -> None:
    world = World(host=Flaky(1, error=RuntimeError("a bug in an SDK")))
    assert world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST).pending_host_writes == 1


def test_an_item_that_the_host_refuses_for_good_blocks_no_other_and_is_given_up() -> None:
    class Picky(MemoryHost):
        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            if any("York" in i.text for i in items):
                raise HostError("picky", "add", "does not like it")
            return super().add(items, scope=scope)

    world = World(host=Picky())
    turns = [Turn(text="I live in Leeds."), Turn(text="I moved to York."), Turn(text="I eat pork.")]
    assert world.overlay.remember(turns, scope=ME, observed_at=FIRST).pending_host_writes == 1
    for _ in range(6):
        world.overlay.remember("Good morning.", scope=ME)
    items = world.ledger.read(ME, lambda r: r.outbox())
    assert [(i.state, i.attempts, i.error) for i in items] == [(OutboxState.FAILED, 5, "HostError")]
    assert world.overlay.remember("Good night.", scope=ME).pending_host_writes == 1
    assert {"I live in Leeds.", "I eat pork.", "Good night."} <= set(stored(world))


class Refusing(MemoryHost):
    """A host that refuses for good while it is told to, or for as long as a text names what it does not like."""

    refuses = True
    disliked = ""

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        if self.refuses or (self.disliked and any(self.disliked in i.text for i in items)):
            raise HostError("refusing", "add", "no longer knows the key")
        return super().add(items, scope=scope)


def given_up(monkeypatch: pytest.MonkeyPatch, *texts: str) -> World:
    """A world with more writes that a host refused for good than one draining sees."""
    monkeypatch.setattr(outbox, "AT_ONCE", 3)
    monkeypatch.setattr(outbox, "FEW", 3)
    monkeypatch.setattr(assembly, "AT_ONCE", 3)
    world = World(host=Refusing())
    world.overlay.remember([Turn(text=text) for text in texts[:3]], scope=ME, observed_at=FIRST)
    for _ in range(4):
        world.overlay.remember("Good morning.", scope=ME, observed_at=FIRST, key="morning")
    for later in texts[3:]:
        for _ in range(5):
            world.overlay.remember(later, scope=ME, observed_at=LATER, key=later)
    return world


def test_what_was_given_up_holds_up_no_later_write_however_much_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    world = given_up(monkeypatch, "I live in Leeds.", "I eat pork.", "I drink tea.")
    assert isinstance(world.host, Refusing)
    world.host.refuses = False
    receipt = world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
    assert len(receipt.host_ids) == 1
    assert "I moved to York." in stored(world)


def test_a_receipt_counts_all_that_waits_beside_what_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    world = given_up(monkeypatch, "I live in Leeds.", "I eat pork.", "I drink tea.")
    waiting = world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER).pending_host_writes
    assert waiting == len(world.ledger.read(ME, lambda r: r.outbox(limit=99)))


def test_a_write_reads_no_more_of_the_outbox_however_much_was_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    built = decoding.outbox_item_of

    def counted(row: Any) -> OutboxItem:
        read.append(row[0])
        return built(row)

    with Overlay(MemoryHost(), ledger=f"sqlite:///{tmp_path}/m.db") as overlay:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        [said] = overlay.ledger.read(ME, lambda r: r.observed_after(None))
        refused = replace(promise(said, host=overlay.writer.host_name), state=OutboxState.FAILED, attempts=5)
        many = Changeset(outbox=tuple(replace(refused, id=f"{refused.id}#{n}") for n in range(2000)))
        overlay.ledger.write(ME, lambda _: (many, None))
        monkeypatch.setattr(decoding, "outbox_item_of", counted)
        receipt = overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
    assert (len(receipt.host_ids), receipt.pending_host_writes) == (1, 2000)
    assert len(read) <= 2 * outbox.FEW


def test_flush_tries_all_again_that_was_given_up_in_as_many_rounds_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["I live in Leeds.", "I eat pork.", "I drink tea.", "I drive a Volvo.", "I own a dog.", "I own a cat."]
    world = given_up(monkeypatch, *texts)
    items = world.ledger.read(ME, lambda r: r.outbox())
    assert sum(i.state is OutboxState.FAILED for i in items) >= len(texts)
    assert isinstance(world.host, Refusing)
    world.host.refuses = False
    world.overlay.flush(scope=ME)
    assert set(texts) <= set(stored(world))
    assert world.ledger.read(ME, lambda r: r.outbox()) == []


def test_flush_hands_over_what_waits_behind_what_is_refused_again(monkeypatch: pytest.MonkeyPatch) -> None:
    world = given_up(monkeypatch, "I eat pork pies.", "I eat pork.", "I like pork.")
    assert isinstance(world.host, Refusing)
    world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
    world.host.refuses, world.host.disliked = False, "pork"
    world.overlay.flush(scope=ME)
    assert "I moved to York." in stored(world)


def test_a_host_that_answers_for_another_number_of_items_is_not_believed() -> None:
    class Confused(MemoryHost):
        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            return []

    world = World(host=Confused())
    assert world.overlay.remember("I live in Leeds.", scope=ME).pending_host_writes == 1


def test_pending_writes_go_to_the_scope_that_they_were_said_in() -> None:
    world = World(host=Flaky(1))
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=AT_WORK, observed_at=LATER)
    assert [m.text for m in world.host.page(scope=AT_HOME).memories] == ["I live in Leeds."]
    assert [m.text for m in world.host.page(scope=AT_WORK).memories] == ["I moved to York."]


def test_once_the_ledger_has_it_a_failing_outbox_is_no_error() -> None:
    world = World()
    write, count = world.ledger.write, iter(range(100))

    def second_fails(scope: Scope, work: Any, **how: Any) -> Any:
        if next(count) == 1:
            raise LedgerError("the disk is full: free some space")
        return write(scope, work, **how)

    world.ledger.write = second_fails  # type: ignore[method-assign]  # the second commit fails
    assert world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST).pending_host_writes == 1
    assert world.overlay.flush(scope=ME) == 1
    assert stored(world) == ["I live in Leeds."]


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=needs_server)])
def test_what_the_host_has_taken_leaves_no_row_behind_and_what_waits_does(tmp_path: Path, kind: str) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db" if kind == "sqlite" else server().new_url()

    def rows() -> list[str]:
        with connected(url) as connection:
            return [str(row[0]) for row in connection.execute(text("SELECT state FROM outbox"))]

    with Overlay(Flaky(1), ledger=url) as overlay:
        first = overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        assert (first.pending_host_writes, rows()) == (1, ["pending"])
        second = overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
        assert (second.pending_host_writes, rows()) == (0, [])
        links = overlay.ledger.read(ME, lambda r: r.links(observation_ids=[o.id for o in r.observed_after(None)]))
        assert len(links) == 2
        overlay.erase(scope=ME, everything=True)
        assert rows() == []


def test_a_promise_that_is_done_twice_and_one_that_fails_after_it_was_done_are_both_kept() -> None:
    """Two processes may hand over the same: who is late finds no row, and a late failure is tried once more."""
    world = World()
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    ledger = world.overlay.ledger
    [observation] = ledger.read(ME, lambda r: r.observed_after(None))
    item = promise(observation, host=world.overlay.writer.host_name)
    for state, waiting in ((OutboxState.DONE, 0), (OutboxState.DONE, 0), (OutboxState.PENDING, 1)):
        ledger.write(ME, lambda _, s=state: (Changeset(outbox=(replace(item, state=s, attempts=1),)), None))  # type: ignore[misc]
        assert len(ledger.read(ME, lambda r: r.outbox())) == waiting
    world.overlay.flush(scope=ME)
    assert ledger.read(ME, lambda r: r.outbox()) == []
    assert stored(world) == ["I live in Leeds."]


class Breaking(MemoryHost):
    """A host, or what stands before it, that breaks off whenever a text is too long, and may be away altogether."""

    away = False
    calls = 0

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.calls += 1
        if self.away or any(len(i.text) > 1000 for i in items):
            raise ConnectionResetError("closed")
        return super().add(items, scope=scope)


LONG = "x" * 2000


def test_a_text_at_which_the_host_breaks_off_is_found_and_given_up_and_keeps_no_other_out() -> None:
    host = Breaking()
    world = World(host=host)
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    world.overlay.remember(LONG, scope=ME, observed_at=FIRST)
    waits = [world.overlay.remember(f"Note {n}.", scope=ME, observed_at=LATER).pending_host_writes for n in range(6)]
    assert waits == [2, 3, 4, 1, 1, 1]
    assert set(stored(world)) == {"I live in Leeds.", *(f"Note {n}." for n in range(6))}
    [item] = world.ledger.read(ME, lambda r: r.outbox())
    assert (item.state, item.attempts, item.error) == (OutboxState.FAILED, 5, "ConnectionResetError")


def test_flush_hands_over_all_but_the_text_at_which_the_host_breaks_off() -> None:
    host = Breaking()
    world = World(host=host)
    host.away = True
    for n in range(7):
        text = LONG if n == 3 else f"Note {n}."
        world.overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=n), wait=False)
    world.overlay.flush(scope=ME)
    host.away = False
    assert world.overlay.flush(scope=ME) == 6
    [item] = world.ledger.read(ME, lambda r: r.outbox())
    assert item.error == "ConnectionResetError"
    for _ in range(7):
        world.overlay.flush(scope=ME)
    assert len(stored(world)) == 6


def test_a_host_that_is_away_gets_one_call_a_write_and_now_and_then_two_more() -> None:
    host = Breaking()
    world = World(host=host)
    host.away = True
    calls = []
    for n in range(10):
        before = host.calls
        world.overlay.remember(f"Note {n}.", scope=ME, observed_at=FIRST + timedelta(days=n))
        calls.append(host.calls - before)
    assert calls == [1, 1, 1, 1, 3, 1, 1, 1, 1, 3]
    assert {i.state for i in world.ledger.read(ME, lambda r: r.outbox())} == {OutboxState.PENDING}
    host.away = False
    world.overlay.remember("Good night.", scope=ME, observed_at=LATER)
    assert stored(world) == [*(f"Note {n}." for n in range(10)), "Good night."]


def test_a_host_that_goes_away_while_a_group_is_taken_apart_is_not_asked_for_each_text_of_it() -> None:
    class Leaving(Breaking):
        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            ids = super().add(items, scope=scope)
            self.away = True
            return ids

    host = Leaving()
    world = World(host=host)
    host.away = True
    turns = [Turn(text=f"Note {n}.") for n in range(200)]
    world.overlay.remember([*turns[:100], Turn(text=LONG), *turns[100:]], scope=ME, observed_at=FIRST)
    host.away, host.calls = False, 0
    world.overlay.flush(scope=ME)
    assert len(stored(world)) == 1
    assert host.calls < 30
