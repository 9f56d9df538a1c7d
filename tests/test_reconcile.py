"""Host and ledger agree again: whatever was added, edited or deleted around the overlay, and whatever was owed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from atma_mem0 import Mem0Host, offline_memory
from atma_overlay import HostError, Overlay, Scope
from atma_overlay.adoption import DifferenceKind, ReconcileReport
from atma_overlay.digest import digest
from atma_overlay.effects import HostAdd
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import migrations, open_ledger
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory
from atma_overlay.ports.host_powers import ChangeKind, HostChange, HostErasure
from atma_overlay.records import HostLink, LinkState
from tests.dated_worlds import FIRST, ME, Clock, World, current
from tests.mem0_stores import everything_in, release
from tests.stored_worlds import STORY, Worn, at, everything, fill, item
from tests.test_host_graphiti_crash import opened

ADDED, EDITED, DELETED, RETURNED, UNCONFIRMED, DOUBLED, LEFTOVER = DifferenceKind


def remembered(*texts: str, host: MemoryHost | None = None) -> World:
    world = World(host=host or Worn())
    for day, text in enumerate(texts or STORY):
        world.overlay.remember(text, scope=ME, observed_at=at(day))
    return world


def carrier(world: World, text: str) -> str:
    return next(m.id for m in everything(world.host) if m.text == text)


def told(report: ReconcileReport) -> list[tuple[DifferenceKind, str | None, str | None]]:
    return [(d.kind, d.was, d.text) for d in report.differences]


def links(world: World) -> list[HostLink]:
    def read(reader: Any) -> list[HostLink]:
        found: list[HostLink] = reader.links(observation_ids=[o.id for o in reader.observed_after(None)])
        return found

    return world.overlay.ledger.read(ME, read)


def repaired(world: World, **asked: Any) -> ReconcileReport:
    """What a repair reports, after a dry run that reports the same and changes nothing; then nothing is left."""
    revision = world.overlay.ledger.read(ME, lambda r: r.revision())
    host = everything(world.host)
    dry = world.overlay.reconcile(scope=ME, dry_run=True, **asked)
    assert (world.overlay.ledger.read(ME, lambda r: r.revision()), everything(world.host)) == (revision, host)
    report = world.overlay.reconcile(scope=ME, **asked)
    assert (dry.counts, dry.memories, dry.taken) == (report.counts, report.memories, 0)
    after = world.overlay.reconcile(scope=ME)
    assert (after.differences, after.pending, after.taken) == ((), 0, 0)
    return report


def test_what_agrees_is_left_alone() -> None:
    world = remembered()
    revision = world.overlay.ledger.read(ME, lambda r: r.revision())
    report = world.overlay.reconcile(scope=ME)
    assert (report.memories, report.agreed, report.agrees, report.counts) == (5, 5, True, {})
    assert world.overlay.ledger.read(ME, lambda r: r.revision()) == revision


# Rows of others.


def test_a_memory_that_somebody_added_is_observed() -> None:
    world = remembered()
    world.host.add([item("I moved to York.", day=20)], scope=ME)
    report = repaired(world)
    assert told(report) == [(ADDED, None, "I moved to York.")]
    assert (report.taken, report.applied, current(world, "home_city")) == (1, 1, ["York"])


def test_an_edited_memory_is_a_new_observation_and_the_older_one_stays_as_history() -> None:
    world = remembered()
    identifier = carrier(world, "I moved to Leeds.")
    world.host.put(identifier, "I moved to York.")  # type: ignore[attr-defined]  # the worn host's own
    report = repaired(world)
    assert told(report) == [(EDITED, "I moved to Leeds.", "I moved to York.")]
    spells = [(r.value, r.host_ids) for r in world.timeline(attribute="home_city").records]
    assert spells == [("Porto", (carrier(world, "I live in Porto."),)), ("Leeds", ()), ("York", (identifier,))]
    states = {link.state for link in links(world) if link.host_id == identifier}
    assert states == {LinkState.LIVE, LinkState.OVERWRITTEN}


def test_an_edit_back_to_what_was_said_first_is_a_third_spell() -> None:
    world = remembered("I live in Porto.")
    identifier = carrier(world, "I live in Porto.")
    for text in ("I live in Bonn.", "I moved to Porto.", "I moved to Bonn.", "I moved to Porto."):
        world.host.put(identifier, text)  # type: ignore[attr-defined]  # the worn host's own
        repaired(world)
    assert current(world, "home_city") == ["Porto"]
    assert len([link for link in links(world) if link.state is LinkState.LIVE]) == 1


def test_an_edit_by_somebody_who_is_not_known_states_nothing_unless_the_caller_says_whose_it_is() -> None:
    class Mute(Worn):
        def page(self, **asked: Any) -> Any:
            page = super().page(**asked)
            return replace(page, memories=tuple(replace(m, role=None) for m in page.memories))

    for role, city in ((None, "Porto"), ("user", "York")):
        world = remembered("I live in Porto.", host=Mute())
        world.host.put(carrier(world, "I live in Porto."), "I moved to York.")  # type: ignore[attr-defined]
        world.overlay.reconcile(scope=ME, role=role)
        assert current(world, "home_city") == [city]


def test_a_deleted_memory_takes_its_link_and_leaves_the_record() -> None:
    world = remembered()
    identifier = carrier(world, "I moved to Leeds.")
    memory = world.host.lose(identifier)  # type: ignore[attr-defined]  # the worn host's own
    report = repaired(world)
    assert told(report) == [(DELETED, "I moved to Leeds.", None)]
    assert report.differences[0].host_id == identifier
    [record] = [r for r in world.timeline().records if r.value == "Leeds"]
    assert (record.status, record.host_ids) == ("active", ())
    world.host.add([HostItem(memory.key or "", memory.text, "user", at(2))], scope=ME)
    assert told(repaired(world)) == [(RETURNED, "I moved to Leeds.", "I moved to Leeds.")]
    assert [r.host_ids for r in world.timeline().records if r.value == "Leeds"] == [(identifier,)]


def test_a_memory_that_comes_back_with_another_text_is_an_edit() -> None:
    world = remembered("I live in Porto.")
    memory = world.host.lose(carrier(world, "I live in Porto."))  # type: ignore[attr-defined]  # as above
    world.overlay.reconcile(scope=ME)
    world.host.add([HostItem(memory.key or "", "I moved to York.", "user", at(2))], scope=ME)
    assert told(repaired(world)) == [(EDITED, "I live in Porto.", "I moved to York.")]
    assert current(world, "home_city") == ["York"]


def test_another_users_rows_and_links_are_left_alone() -> None:
    world = remembered()
    other = Scope(tenant="acme", user="u-2")
    fill(world.host, ["I live in Porto."], scope=other)
    assert repaired(world).memories == 5
    assert world.overlay.ledger.read(other, lambda r: r.revision()) == 0


# What was owed.


class Breaking(Worn):
    """A host that stores and then breaks off, deletes nothing, or is not there at all, as long as it is told so."""

    silent = away = stubborn = False

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        if self.away:
            raise HostError("memory", "add", "is away", transient=True)
        ids = super().add(items, scope=scope)
        if self.silent:
            raise HostError("memory", "add", "broke off", transient=True)
        return ids

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.away or self.stubborn:
            raise HostError("memory", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)


def test_what_the_host_never_got_is_handed_over() -> None:
    host = Breaking()
    host.away = True
    world = remembered(host=host)
    host.away = False
    report = world.overlay.reconcile(scope=ME)
    assert (report.drained, report.pending, len(everything(host)), len(links(world))) == (5, 0, 5, 5)


def test_what_the_host_stored_and_never_confirmed_is_linked_and_not_stored_twice() -> None:
    host = Breaking()
    host.silent = True
    world = remembered("I live in Porto.", host=host)
    host.away = True  # the repair needs no write
    report = repaired(world)
    assert told(report) == [(UNCONFIRMED, "I live in Porto.", "I live in Porto.")]
    assert (len(everything(host)), len(links(world)), report.pending) == (1, 1, 0)


def test_a_deletion_that_an_erasure_owes_is_made_up_for() -> None:
    host = Breaking()
    world = remembered(host=host)
    host.stubborn = True
    world.overlay.erase(everything=True, scope=ME)
    host.stubborn = False
    report = repaired(world)
    assert (report.counts, len(everything(host))) == ({LEFTOVER: 5}, 0)


def test_an_erased_memory_that_comes_back_is_deleted_again_and_not_observed() -> None:
    world = remembered("I live in Porto.")
    [memory] = everything(world.host)
    world.overlay.erase(everything=True, scope=ME)
    world.host.add([HostItem(memory.key or "", memory.text, "user", at(0))], scope=ME)
    assert told(repaired(world)) == [(LEFTOVER, None, "I live in Porto.")]
    assert (everything(world.host), world.timeline().records) == ((), ())


def test_an_erasure_reaches_what_the_host_stored_and_never_confirmed() -> None:
    host = Breaking()
    host.silent = True
    world = remembered("I live in Porto.", host=host)
    receipt = world.overlay.erase(everything=True, scope=ME)
    assert (len(receipt.host_ids), receipt.not_erased, everything(host)) == (1, (), ())


def test_an_erasure_spares_a_memory_that_says_something_else_by_now() -> None:
    world = remembered("I live in Porto.")
    world.host.put(carrier(world, "I live in Porto."), "I moved to York.")  # type: ignore[attr-defined]  # as above
    world.overlay.reconcile(scope=ME)
    [porto] = [r for r in world.timeline().records if r.value == "Porto"]
    receipt = world.overlay.erase(record_id=porto.id, scope=ME)
    assert [m.text for m in everything(world.host)] == ["I moved to York."]
    assert "another text now" in receipt.not_erased[0]


def test_a_write_that_the_host_stored_twice_is_reported_and_linked_twice() -> None:
    class Forgetful(Worn):
        """A host that names its memories itself."""

        count = 0

        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            ids = []
            for each in items:
                self.count += 1
                [made] = super().add([replace(each, key=f"{self.count}")], scope=scope)
                self._keep(made[0], each.key, scope)
                ids.append(made)
            return ids

        def _keep(self, identifier: str, key: str, scope: Scope) -> None:
            partition = self._partitions[scope.partition]
            number = partition.numbers[identifier]
            entry = partition.entries[number]
            partition.entries[number] = replace(entry, memory=replace(entry.memory, key=key))

    world = remembered("I live in Porto.", host=Forgetful())
    [memory] = everything(world.host)
    world.host.add([HostItem(memory.key or "", memory.text, "user", at(0))], scope=ME)
    report = world.overlay.reconcile(scope=ME)
    assert report.counts == {UNCONFIRMED: 1, DOUBLED: 1}
    assert len({link.observation_id for link in links(world)}) == 1
    assert len(links(world)) == len(everything(world.host)) == 2
    assert world.overlay.reconcile(scope=ME).counts == {DOUBLED: 1}


# Hosts that rewrite, watch, erase.


class Rewriting(Worn):
    """A host that stores everything in the third person."""

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, rewrites=True)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        return super().add([replace(i, text=f"The user said: {i.text}") for i in items], scope=scope)


def test_a_hosts_own_rewriting_is_no_edit_and_a_later_edit_is() -> None:
    world = remembered("I live in Porto.", host=Rewriting())
    assert world.overlay.reconcile(scope=ME).agreed == 1
    world.host.put(carrier(world, "The user said: I live in Porto."), "I moved to York.")  # type: ignore[attr-defined]
    assert told(repaired(world)) == [(EDITED, "I live in Porto.", "I moved to York.")]


def test_a_rewriting_that_was_never_read_is_taken_for_what_the_host_made_of_it() -> None:
    class Blind(Rewriting):
        def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
            raise HostError("memory", "get", "is away")

    world = remembered("I live in Porto.", host=Blind())
    report = world.overlay.reconcile(scope=ME)
    assert (report.first_seen, report.differences, report.taken) == (1, (), 0)
    assert world.overlay.reconcile(scope=ME).agreed == 1


class Watched(Worn):
    """A host with a change feed."""

    def __init__(self) -> None:
        super().__init__()
        self.feed: list[HostChange] = []
        self.paged = 0

    def changes(self) -> tuple[HostChange, ...]:
        told, self.feed = tuple(self.feed), []
        return told

    def note(self, identifier: str, when: datetime, kind: ChangeKind = ChangeKind.UPDATED) -> None:
        self.feed.append(HostChange(identifier, kind, None, when))

    def page(self, **asked: Any) -> Any:
        self.paged += 1
        return super().page(**asked)


def test_a_change_feed_dates_an_edit_and_spares_the_reading_of_everything() -> None:
    host = Watched()
    world = remembered(host=host)
    identifier = carrier(world, "I moved to Leeds.")
    host.put(identifier, "I moved to York.")
    host.note(identifier, at(40))
    gone = carrier(world, "I'm allergic to peanuts.")
    host.lose(gone)
    host.note(gone, at(41), ChangeKind.DELETED)
    host.paged = 0
    report = world.overlay.reconcile(scope=ME, full=False)
    assert (host.paged, report.full, report.memories) == (0, False, 1)
    assert report.counts == {EDITED: 1, DELETED: 1}
    [york] = [r for r in world.timeline().records if r.value == "York"]
    assert york.valid_from == at(40)
    assert world.overlay.reconcile(scope=ME).agrees


def test_a_feed_that_missed_something_is_not_relied_on() -> None:
    host = Watched()
    world = remembered(host=host)
    host.add([item("I moved to York.", day=20)], scope=ME)
    host.note("", at(40), ChangeKind.UNKNOWN)
    assert world.overlay.reconcile(scope=ME, full=False).counts == {ADDED: 1}


def test_what_a_feed_told_of_another_users_memories_is_kept_for_that_user() -> None:
    other, host = Scope(tenant="acme", user="u-2"), Watched()
    world = remembered(host=host)
    world.overlay.remember("I live in Porto.", scope=other, observed_at=at(0))
    [memory] = everything(host, other)
    host.put(memory.id, "I moved to York.", scope=other)
    host.note(memory.id, at(40))
    assert world.overlay.reconcile(scope=ME, full=False).differences == ()
    assert world.overlay.reconcile(scope=other, full=False).counts == {EDITED: 1}
    assert current(world, "home_city", other) == ["York"]


class Erasing(Breaking):
    """A host that erases, and says what it cannot reach."""

    def erase(self, ids: Sequence[str], *, scope: Scope) -> HostErasure:
        self.delete(ids, scope=scope)
        return HostErasure(tuple(ids), ("backups: they may keep it until they are made anew",))


def test_a_receipt_lists_what_an_erasing_host_could_not_erase_also_when_it_was_owed() -> None:
    host = Erasing()
    world = remembered("I live in Porto.", "I have a dog.", host=host)
    left = ("memory: backups: they may keep it until they are made anew",)
    first, second = (o.observation_id for o in world.overlay.ledger.read(ME, _all_links))
    assert world.overlay.erase(observation_id=first, scope=ME).not_erased == left
    host.stubborn = True
    assert "waits in the outbox" in world.overlay.erase(observation_id=second, scope=ME).not_erased[0]
    host.stubborn = False
    report = world.overlay.reconcile(scope=ME)
    assert (report.not_erased, everything(host)) == (left, ())


def _all_links(reader: Any) -> list[HostLink]:
    found: list[HostLink] = reader.links(observation_ids=[o.id for o in reader.observed_after(None)])
    return found


# Mem0: a store that was filled and changed without the overlay.


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    from atma_mem0 import offline_memory

    memory = offline_memory(tmp_path / "mem0")
    yield memory
    release(memory)


def mem0_add(memory: Any, text: str, day: int) -> str:
    metadata = {"created_at": at(day).isoformat()}
    answer = memory.add(text, user_id="u-1", metadata=metadata, infer=False)
    identifier: str = answer["results"][0]["id"]
    return identifier


def mem0_rows(memory: Any) -> list[Any]:
    points, _ = memory.vector_store.client.scroll(memory.collection_name, limit=100, with_vectors=True)
    return [(p.id, p.payload) for p in points]


def test_a_mem0_store_is_adopted_with_its_overwritten_texts_and_reconciled(memory: Any) -> None:
    identifier = mem0_add(memory, "I live in Porto.", 0)
    mem0_add(memory, "I'm allergic to peanuts.", 1)
    memory.update(identifier, text="I moved to Leeds.")
    before = mem0_rows(memory)
    host = Mem0Host(memory, infer=False, tenant="acme")
    with Overlay(host, ledger="memory://") as overlay:
        report = overlay.backfill(scope=ME)
        assert (report.memories, report.overwritten, report.taken, report.applied) == (2, 1, 3, 1)
        assert mem0_rows(memory) == before
        assert overlay.reconcile(scope=ME).agrees
        memory.update(identifier, text="I moved to York.")
        mem0_add(memory, "I have a dog.", 2)
        assert overlay.reconcile(scope=ME).counts == {ADDED: 1, EDITED: 1}
        cities = [(r.value, r.host_ids) for r in overlay.timeline(scope=ME, attribute="home_city").records]
        assert cities == [("Porto", ()), ("Leeds", ()), ("York", (identifier,))]
        assert overlay.reconcile(scope=ME).agrees


def test_mem0_is_detached_without_a_new_vector_or_a_row_of_history(memory: Any) -> None:
    host = Mem0Host(memory, infer=False, tenant="acme")
    with Overlay(host, ledger="memory://") as overlay:
        overlay.remember("I live in Porto.", scope=ME, observed_at=FIRST)
        [(identifier, payload)] = mem0_rows(memory)
        history = memory.history(identifier)
        report = overlay.detach(scope=ME)
        assert (report.cleared, report.remaining) == (1, ())
        kept = {name: value for name, value in payload.items() if name != "atma_key"}
        assert (mem0_rows(memory), len(payload) - len(kept)) == ([(identifier, kept)], 1)
        assert memory.history(identifier) == history
        assert overlay.reconcile(scope=ME).agrees


def test_graphiti_agrees_is_adopted_and_erases_with_what_it_derived(tmp_path: Path) -> None:
    with Overlay(opened(tmp_path / "memory.kuzu", "facts"), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I live in Porto.", scope=ME, observed_at=at(0))
        assert overlay.reconcile(scope=ME).agrees
        overlay.executor.perform(HostAdd(ME, [item("I moved to Leeds.", day=1)]))
        assert overlay.backfill(scope=ME, role="user").applied == 1
        receipt = overlay.erase(everything=True, scope=ME)
        assert len(receipt.host_ids) == 2
        assert {line.split(" ")[1] for line in receipt.derived} == {"entity"}
        assert receipt.not_erased == ("graphiti: the database's own logs and free pages, until it compacts them",)


# The ledger's part.


def test_a_ledger_of_the_first_schema_is_brought_up_with_its_links(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=Clock()) as overlay:
        overlay.remember("I live in Porto.", scope=ME, observed_at=FIRST)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        command.downgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as file:
        [columns] = (file.execute("SELECT group_concat(name) FROM pragma_table_info('links')").fetchone(),)
        assert "state" not in columns[0]
        assert file.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    ledger = open_ledger(f"sqlite:///{path}")
    [link] = ledger.read(ME, _all_links)
    assert (link.text_hash, link.seen_hash, link.state) == (digest("I live in Porto."), None, LinkState.LIVE)
    ledger.close()


def test_an_erasure_leaves_no_byte_in_mem0_and_the_receipt_says_so(memory: Any, tmp_path: Path) -> None:
    host = Mem0Host(memory, infer=False, tenant="acme")
    with Overlay(host, ledger="memory://") as overlay:
        overlay.remember("I keep bees in Harrogate.", scope=ME, observed_at=FIRST)
        assert b"Harrogate" in everything_in(tmp_path)
        receipt = overlay.erase(everything=True, scope=ME)
        assert (len(receipt.host_ids), receipt.not_erased) == (1, ())
        assert b"Harrogate" not in everything_in(tmp_path)


def test_an_asynchronous_mem0_is_adopted_reconciled_and_detached_as_well(tmp_path: Path) -> None:
    filled: Any = offline_memory(tmp_path)
    identifier = mem0_add(filled, "I live in Porto.", 0)
    filled.update(identifier, text="I moved to Leeds.")
    release(filled)
    memory: Any = offline_memory(tmp_path, asynchronous=True)
    with Overlay(Mem0Host(memory, infer=False, tenant="acme"), ledger="memory://") as overlay:
        assert overlay.backfill(scope=ME).overwritten == 1
        overlay.remember("I have a dog.", scope=ME, observed_at=at(5))
        assert overlay.reconcile(scope=ME, full=False).agrees
        assert overlay.reconcile(scope=ME).agrees
        assert overlay.detach(scope=ME).cleared == 1
        assert overlay.erase(everything=True, scope=ME).not_erased == ()
    release(memory)
