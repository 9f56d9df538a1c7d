"""Adopting a store that was there before: in time order, without touching it, once, and as whose words."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import AsyncOverlay, HostError, InvalidInputError, Label, Overlay, Scope, View
from atma_overlay.adoption import BackfillReport
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostItem, HostMemory, HostPage
from atma_overlay.ports.host_powers import EarlierText
from atma_overlay.records import LinkState, Origin
from atma_qdrant import QdrantHost
from tests.dated_worlds import FIRST, ME, Clock, World, current, state
from tests.stored_worlds import STORY, at, dumped, everything, fill, item

WORK = Scope(tenant="acme", user="u-1", agent="work")


def adopted(*texts: str, role: str = "user", **asked: Any) -> tuple[World, BackfillReport]:
    world = World()
    fill(world.host, texts or STORY, role=role)
    return world, world.overlay.backfill(scope=ME, **asked)


def links(world: World) -> list[tuple[str, str]]:
    """The texts of the ledger with the host memory that carries each."""

    def read(reader: Any) -> list[tuple[str, str]]:
        said = {o.id: o.text for o in reader.observed_after(None)}
        return sorted((said[x.observation_id], x.host_id) for x in reader.links(observation_ids=list(said)))

    return world.overlay.ledger.read(ME, read)


# What it makes of a store.


def test_a_store_is_read_in_the_order_of_its_dates_and_not_of_its_pages() -> None:
    world, report = adopted()
    assert (report.memories, report.taken, report.records, report.applied) == (5, 5, 5, 2)
    assert current(world, "home_city") == ["Leeds"]
    told = World()
    for day, text in enumerate(STORY):
        told.overlay.remember(text, scope=ME, observed_at=at(day))
    assert state(world) == state(told)


def test_each_observation_is_linked_to_the_memory_that_carries_it() -> None:
    world = World()
    ids = fill(world.host)
    world.overlay.backfill(scope=ME)
    assert links(world) == sorted(zip(STORY, ids, strict=True))
    packet = world.overlay.recall("Where do I live?", scope=ME)
    assert [(r.label, r.value, r.host_ids) for r in packet.rows[:1]] == [(Label.CURRENT, "Leeds", (ids[2],))]


def test_proposals_wait_in_review() -> None:
    world = World()
    fill(world.host, ["I live in Leeds."])
    world.host.add([item("I moved to York.", day=3, role="tool")], scope=ME)
    report = world.overlay.backfill(scope=ME)
    assert (report.applied, report.proposed) == (0, 1)
    [proposal] = world.overlay.review(scope=ME)
    assert (proposal.transition.from_value, proposal.transition.to_value) == ("Leeds", "York")


def test_memories_of_one_instant_keep_the_order_of_the_pages_whatever_the_batch() -> None:
    clock, worlds = FIRST, []
    for batch in (1, 10):
        world = World()
        world.host.add([replace(item(f"I live in {c}.", key=c), observed_at=clock) for c in ("Porto", "Leeds", "York")],
                       scope=ME)  # fmt: skip
        world.overlay.backfill(scope=ME, batch=batch)
        worlds.append(state(world))
    assert worlds[0] == worlds[1]


def test_what_the_user_says_afterwards_retires_what_was_adopted() -> None:
    world, _ = adopted()
    world.overlay.remember("I moved to York.", scope=ME, observed_at=at(30))
    assert current(world, "home_city") == ["York"]


def test_what_was_said_before_the_adoption_keeps_its_place() -> None:
    world = World()
    fill(world.host)
    world.overlay.remember("I moved to York.", scope=ME, observed_at=at(30))
    world.overlay.backfill(scope=ME, batch=2)
    assert current(world, "home_city") == ["York"]
    assert len(world.timeline().records) == 6


def test_an_agents_rows_stay_that_agents() -> None:
    world = World()
    fill(world.host, ["I live in Porto."])
    fill(world.host, ["I work at Acme."], scope=WORK)
    world.overlay.backfill(scope=ME)
    assert current(world, "employer", WORK) == ["Acme"]
    assert current(world, "home_city", WORK) == []


# The dry run.


def test_a_dry_run_counts_and_stores_nothing() -> None:
    world, report = adopted(dry_run=True, batch=2)
    assert (report.dry_run, report.memories, report.dated, report.undated) == (True, 5, 5, 0)
    assert (report.texts, report.to_read, report.batches, report.model_calls) == (5, 5, 3, 0)
    assert report.estimated_tokens == sum(-(-len(text) // 4) for text in STORY)
    assert (report.taken, world.overlay.ledger.read(ME, lambda r: r.revision())) == (0, 0)
    world.overlay.backfill(scope=ME)
    again = world.overlay.backfill(scope=ME, dry_run=True)
    assert (again.already_linked, again.texts, again.batches, again.notes) == (5, 0, 0, ())


# Nothing in the host changes.


def test_no_byte_of_a_qdrant_folder_changes(tmp_path: Path) -> None:
    with_texts = QdrantHost(path=tmp_path / "store")
    fill(with_texts)
    with_texts.close()
    before = dumped(tmp_path / "store")
    host = QdrantHost(path=tmp_path / "store")
    with Overlay(host, ledger=f"sqlite:///{tmp_path}/l.db", clock=Clock()) as overlay:
        assert overlay.backfill(scope=ME).taken == 5
        assert overlay.reconcile(scope=ME).agrees
    host.close()
    assert dumped(tmp_path / "store") == before


def test_a_host_in_memory_holds_the_very_same_memories() -> None:
    world = World()
    fill(world.host)
    before = everything(world.host)
    world.overlay.backfill(scope=ME)
    assert all(a is b for a, b in zip(before, everything(world.host), strict=True))


def test_in_shadow_mode_only_the_shadow_ledger_is_written() -> None:
    world = World(mode="shadow")
    fill(world.host)
    before = everything(world.host)
    world.overlay.backfill(scope=ME)
    assert world.overlay.reconcile(scope=ME).agrees
    assert world.ledger.read(ME, lambda r: r.revision()) == 0
    assert (everything(world.host), current(world, "home_city")) == (before, ["Leeds"])
    world.overlay.promote(scope=ME)
    live = Overlay(world.host, ledger=world.ledger, clock=world.clock)
    assert live.backfill(scope=ME, dry_run=True).already_linked == 5


# Again, and after a kill.


def test_a_second_run_takes_in_only_what_is_new() -> None:
    world, _ = adopted()
    [[new]] = world.host.add([item("I moved to York.", day=9)], scope=ME)
    report = world.overlay.backfill(scope=ME)
    assert (report.already_linked, report.taken, report.applied) == (5, 1, 1)
    assert ("I moved to York.", new) in links(world)
    assert world.overlay.backfill(scope=ME).taken == 0


class Stopped(Exception):
    """What stands for a kill between two batches."""


def test_a_run_that_was_cut_short_goes_on_where_it_stopped() -> None:
    world = World()
    fill(world.host)
    told: list[tuple[int, int]] = []

    def until_three(done: int, of: int) -> None:
        told.append((done, of))
        if done >= 3:
            raise Stopped

    with pytest.raises(Stopped):
        world.overlay.backfill(scope=ME, batch=1, on_progress=until_three)
    assert told == [(1, 5), (2, 5), (3, 5)]
    assert [text for text, _ in links(world)] == sorted(STORY[:3])
    assert world.overlay.backfill(scope=ME, batch=1).taken == 2
    whole, _ = adopted()
    assert (links(world), state(world)) == (links(whole), state(whole))


class Silent(MemoryHost):
    """A host that stores and never confirms."""

    def add(self, items: Any, *, scope: Scope) -> list[tuple[str, ...]]:
        super().add(items, scope=scope)
        raise HostError("memory", "add", "broke off", transient=True)


def test_a_write_that_the_host_stored_and_never_confirmed_is_linked_and_not_taken_for_new() -> None:
    world = World(host=Silent())
    world.overlay.remember("I live in Porto.", scope=ME, observed_at=at(0))
    report = world.overlay.backfill(scope=ME)
    assert (report.unconfirmed, report.taken, len(links(world))) == (1, 0, 1)
    assert world.overlay.ledger.read(ME, lambda r: r.outbox()) == []


def test_what_was_erased_here_is_never_taken_in_again() -> None:
    class Keeping(MemoryHost):
        def delete(self, ids: Any, *, scope: Scope) -> None:
            raise HostError("memory", "delete", "is away", transient=True)

    world = World(host=Keeping())
    fill(world.host)
    world.overlay.backfill(scope=ME)
    world.overlay.erase(everything=True, scope=ME)
    report = world.overlay.backfill(scope=ME)
    assert (report.memories, report.taken, links(world)) == (5, 0, [])
    assert any("erased here" in note for note in report.notes)


# Whose words they are.


class Mute(MemoryHost):
    """A host that keeps neither who spoke nor keys."""

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        page = super().page(scope=scope, cursor=cursor, limit=limit)
        return HostPage(tuple(replace(m, role=None, key=None) for m in page.memories), page.cursor)


def mute(*texts: str, **asked: Any) -> tuple[World, BackfillReport]:
    world = World(host=Mute())
    fill(world.host, texts or STORY)
    return world, world.overlay.backfill(scope=ME, **asked)


def test_memories_that_do_not_say_who_spoke_count_as_the_agents_and_state_nothing() -> None:
    world, report = mute()
    assert (report.taken, report.to_read, report.estimated_tokens, report.records) == (5, 0, 0, 0)
    assert "5 memories do not say who spoke" in report.notes[0]
    assert world.timeline().records == ()


def test_the_caller_may_say_that_they_are_the_users_words() -> None:
    world, report = mute(role="user")
    assert (report.to_read, current(world, "home_city")) == (5, ["Leeds"])
    assert "trusted as the user's" in report.notes[0]


def test_a_role_that_is_named_after_the_adoption_is_told_to_be_too_late() -> None:
    world, first = mute()
    again = world.overlay.backfill(scope=ME, role="user")
    late = "5 memories are in the ledger as the agent's already, and a role or an origin named now changes none of them"
    assert [note.partition(":")[0] for note in again.notes] == [late]
    assert not any("as the agent's already" in note for note in first.notes)
    assert world.overlay.backfill(scope=ME).notes == ()


def test_facts_that_a_model_wrote_down_are_read_and_retire_nothing_that_the_user_said() -> None:
    world = World(host=Mute())
    world.overlay.remember("I live in Hull.", scope=ME, observed_at=at(0))
    world.host.add([item("I moved to Leeds.", day=5)], scope=ME)
    world.overlay.backfill(scope=ME, role="user", origin="document")
    records = {r.value: (r.origin, r.status) for r in world.timeline().records}
    assert records["Leeds"][0] is Origin.DOCUMENT
    assert records["Hull"] == (Origin.USER, "active")


def test_a_role_that_the_host_keeps_stands_over_the_callers() -> None:
    world, report = adopted("I live in Porto.", role="assistant")
    world.overlay.backfill(scope=ME, role="user")
    assert (report.to_read, world.timeline().records) == (0, ())


# Dates.


class Undated(MemoryHost):
    """A host without dates, or with some."""

    def __init__(self, *without: str) -> None:
        super().__init__()
        self.without = without

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        page = super().page(scope=scope, cursor=cursor, limit=limit)
        return HostPage(tuple(map(self._undated, page.memories)), page.cursor)

    def _undated(self, memory: HostMemory) -> HostMemory:
        return replace(memory, created_at=None) if not self.without or memory.text in self.without else memory


def test_where_some_memories_have_no_date_those_are_left_out() -> None:
    world = World(host=Undated("I moved to Leeds."))
    ids = fill(world.host)
    report = world.overlay.backfill(scope=ME)
    assert [(u.host_id, u.reason) for u in report.unread] == [(ids[2], "has no date, and other memories have one")]
    assert (report.taken, current(world, "home_city")) == (4, ["Porto"])


def test_where_none_has_a_date_the_pages_say_what_came_first_also_over_two_runs() -> None:
    world = World(host=Undated())
    world.host.add([item(text, day=day) for day, text in enumerate(STORY)], scope=ME)
    report = world.overlay.backfill(scope=ME, batch=2)
    assert (report.order, report.undated, current(world, "home_city")) == ("page", 5, ["Leeds"])
    world.host.add([item("I moved to York.", day=9)], scope=ME)
    assert world.overlay.backfill(scope=ME).taken == 1
    assert current(world, "home_city") == ["York"]


def test_a_memory_from_the_future_is_left_out_with_its_reason() -> None:
    world = World()
    world.host.add([item("I live in Porto."), item("I moved to Leeds.", day=9000)], scope=ME)
    report = world.overlay.backfill(scope=ME)
    assert (report.taken, len(report.unread)) == (1, 1)
    assert "lies in the future" in report.unread[0].reason


# Overwritten texts.


class Remembering(MemoryHost):
    """A host that keeps what it overwrites."""

    def __init__(self, **earlier: tuple[EarlierText, ...]) -> None:
        super().__init__()
        self.earlier = {text.replace("_", " "): found for text, found in earlier.items()}

    def overwritten(self, identifier: str, *, scope: Scope) -> tuple[EarlierText, ...]:
        [memory] = self.get([identifier], scope=scope)
        return self.earlier.get(memory.text.rstrip("."), ())


def test_what_a_memory_said_before_is_an_earlier_observation() -> None:
    before = (EarlierText("I live in Porto.", None, at(3)), EarlierText("I moved to Bonn.", at(3), at(6)))
    world = World(host=Remembering(I_moved_to_Leeds=before))
    [[identifier]] = world.host.add([item("I moved to Leeds.")], scope=ME)
    report = world.overlay.backfill(scope=ME, batch=1)
    assert (report.texts, report.overwritten, report.taken, report.applied) == (3, 2, 3, 2)
    spells = [(r.value, r.valid_from, r.host_ids) for r in world.timeline(attribute="home_city").records]
    assert spells == [("Porto", at(0), ()), ("Bonn", at(3), ()), ("Leeds", at(6), (identifier,))]
    assert world.overlay.backfill(scope=ME).taken == 0


def test_a_run_that_stopped_between_an_earlier_text_and_the_present_one_goes_on() -> None:
    world = World(host=Remembering(I_moved_to_Leeds=(EarlierText("I live in Porto.", None, at(3)),)))
    world.host.add([item("I moved to Leeds.")], scope=ME)

    def stop(done: int, of: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        world.overlay.backfill(scope=ME, batch=1, on_progress=stop)
    assert world.overlay.backfill(scope=ME, batch=1).taken == 1
    states = world.overlay.ledger.read(
        ME, lambda r: [x.state for x in r.links(observation_ids=[o.id for o in r.observed_after(None)])]
    )
    assert sorted(states) == [LinkState.LIVE, LinkState.OVERWRITTEN]
    assert current(world, "home_city") == ["Leeds"]


# Scopes, refusals, the other face.


def test_another_users_memories_are_not_taken_in() -> None:
    other = Scope(tenant="acme", user="u-2")
    world = World()
    fill(world.host, ["I live in Porto."], scope=other)
    assert world.overlay.backfill(scope=ME).memories == 0
    assert world.overlay.ledger.read(other, lambda r: r.revision()) == 0


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"batch": 0}, "batch"),
        ({"role": "wizard"}, "role"),
        ({"origin": "rumour"}, "origin"),
        ({"scope": "me"}, "scope"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(asked: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        World().overlay.backfill(**{"scope": ME, **asked})
    assert refused.value.field == field


def test_a_host_that_cannot_be_read_is_an_error_and_stores_nothing() -> None:
    class Closed(MemoryHost):
        def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
            raise HostError("memory", "page", "is closed")

    world = World(host=Closed())
    with pytest.raises(HostError):
        world.overlay.backfill(scope=ME)
    assert world.overlay.ledger.read(ME, lambda r: r.revision()) == 0


def test_both_faces_do_the_same() -> None:
    async def adopt() -> tuple[BackfillReport, bool, int]:
        host = MemoryHost()
        fill(host)
        async with AsyncOverlay(host, ledger=open_ledger("memory://"), clock=Clock()) as overlay:
            report = await overlay.backfill(scope=ME, batch=2)
            reconciled = await overlay.reconcile(scope=ME)
            return report, reconciled.agrees, (await overlay.detach(scope=ME)).cleared

    report, agrees, cleared = asyncio.run(adopt())
    assert (report, agrees, cleared) == (adopted(batch=2)[1], True, 5)


# Leaving.


def answers(host: Any) -> list[tuple[str, str, float]]:
    """The host's own, with its scores as far as an in-process engine gives the same ones twice."""
    found = host.search("Where do I live?", scope=ME, limit=10).memories
    return [(m.id, m.text, round(m.score, 5)) for m in found]


@pytest.mark.parametrize("kind", ["memory", "qdrant"])
def test_after_a_detachment_the_host_holds_and_answers_as_before_without_the_keys(tmp_path: Path, kind: str) -> None:
    host: Any = MemoryHost() if kind == "memory" else QdrantHost(path=tmp_path)
    with Overlay(host, ledger="memory://", clock=Clock()) as overlay:
        for day, text in enumerate(STORY):
            overlay.remember(text, scope=ME, observed_at=at(day))
        before, told = everything(host), answers(host)
        report = overlay.detach(scope=ME)
        assert (report.memories, report.cleared, report.pending) == (5, 5, 0)
        assert len(report.remaining) == (0 if kind == "memory" else 1)
        assert everything(host) == tuple(replace(m, key=None) for m in before)
        assert answers(host) == told
        assert overlay.detach(scope=ME).cleared == 0
        assert overlay.recall("Where do I live?", scope=ME, view=View.CURRENT).rows[0].value == "Leeds"
        assert overlay.backfill(scope=ME, dry_run=True).already_linked == 5
        host.close()


def test_a_detachment_links_what_was_never_confirmed_while_it_still_has_a_key() -> None:
    world = World(host=Silent())
    world.overlay.remember("I live in Porto.", scope=ME, observed_at=at(0))
    assert world.overlay.detach(scope=ME).pending == 0
    assert len(links(world)) == 1


def test_a_host_that_cannot_be_detached_says_what_stays() -> None:
    class Plain:
        """A host with the port's methods and no more."""

        def __init__(self) -> None:
            self.host = MemoryHost()

        name, capabilities = "plain", MemoryHost().capabilities

        def add(self, items: Sequence[HostItem], *, scope: Scope) -> Any:
            return self.host.add(items, scope=scope)

        def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> Any:
            return self.host.page(scope=scope, cursor=cursor, limit=limit)

        def search(self, query: str, *, scope: Scope, limit: int, within: Any = None) -> Any:
            return self.host.search(query, scope=scope, limit=limit, within=within)

        def get(self, ids: Sequence[str], *, scope: Scope) -> Any:
            return self.host.get(ids, scope=scope)

        def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
            self.host.delete(ids, scope=scope)

        def close(self) -> None: ...

    overlay = Overlay(Plain(), ledger="memory://", clock=Clock())
    overlay.remember("I live in Porto.", scope=ME, observed_at=FIRST + timedelta(days=1))
    report = overlay.detach(scope=ME)
    assert report.cleared == 0
    assert "1 memories keep the keys" in report.remaining[0]
