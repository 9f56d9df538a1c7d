"""Host and ledger agree again, whatever an interrupted write, deletion or erasure still owes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay import Scope
from atma_overlay.ports.host import HostItem
from tests.dated_worlds import ME
from tests.reconciled_worlds import DOUBLED, LEFTOVER, UNCONFIRMED, Breaking, carrier, links, remembered, repaired, told
from tests.stored_worlds import Worn, at, everything


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
