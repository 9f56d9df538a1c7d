"""Host and ledger agree again, whatever was added, edited, deleted or rewritten around the overlay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from atma_overlay import HostError, Scope
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory
from atma_overlay.ports.host_powers import ChangeKind, HostChange, HostErasure
from atma_overlay.records import LinkState
from tests.dated_worlds import ME, current
from tests.reconciled_worlds import (
    ADDED,
    DELETED,
    EDITED,
    RETURNED,
    Breaking,
    carrier,
    links,
    remembered,
    repaired,
    told,
)
from tests.stored_worlds import Worn, at, everything, fill, item


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
    first, second = (o.observation_id for o in links(world))
    assert world.overlay.erase(observation_id=first, scope=ME).not_erased == left
    host.stubborn = True
    assert "waits in the outbox" in world.overlay.erase(observation_id=second, scope=ME).not_erased[0]
    host.stubborn = False
    report = world.overlay.reconcile(scope=ME)
    assert (report.not_erased, everything(host)) == (left, ())
