"""What a host does with what it is given to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from atma_overlay.ports.host import Host, HostItem, HostMemory
from atma_overlay.ports.host_powers import DetachingHost
from atma_overlay.scope import Scope

__all__ = [
    "ALICE",
    "HostStorageRules",
    "every_id",
    "everything",
    "item",
    "items",
    "one_id_each",
    "pages",
    "when_declared",
]

ALICE = Scope(tenant="acme", user="alice")
_NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
_UNKNOWN_IDS = ["no-such-id", "00000000-0000-4000-8000-000000000000"]


def item(text: str, *, key: str | None = None, observed_at: datetime = _NOON) -> HostItem:
    """An item that a user said, keyed by its text unless told otherwise."""
    return HostItem(key=key or f"key of {text[:100]}", text=text, role="user", observed_at=observed_at)


def items(count: int) -> list[HostItem]:
    """As many items with different texts."""
    return [item(f"Locker number {number} holds a red umbrella.") for number in range(count)]


def one_id_each(host: Host, texts: Sequence[str]) -> list[str]:
    """Store texts, and return the first id that carries each."""
    return [ids[0] for ids in host.add([item(text) for text in texts], scope=ALICE)]


def every_id(host: Host, texts: Sequence[str], *, scope: Scope = ALICE) -> list[tuple[str, ...]]:
    """Store texts, and return all ids that carry each."""
    return host.add([item(text) for text in texts], scope=scope)


def pages(host: Host, *, scope: Scope = ALICE, limit: int = 500) -> Iterator[tuple[HostMemory, ...]]:
    """The host's pages, one by one; a rule that reads them is skipped where the host declares that it cannot list."""
    when_declared(host.capabilities.lists)
    cursor: str | None = None
    while True:
        page = host.page(scope=scope, cursor=cursor, limit=limit)
        yield page.memories
        cursor = page.cursor
        if cursor is None:
            return


def everything(host: Host, *, scope: Scope = ALICE, limit: int = 500) -> list[HostMemory]:
    """All memories of a scope."""
    return [memory for page in pages(host, scope=scope, limit=limit) for memory in page]


def when_declared(*capabilities: bool) -> None:
    """Skip the rule unless the host declares all of the capabilities."""
    if not all(capabilities):
        pytest.skip("the host does not declare the capability")


class HostStorageRules:
    """Rules on writing, reading back, paging, deleting, time, size, persistence and threads."""

    def test_every_item_is_answered_by_its_ids_in_order(self, host: Host) -> None:
        """`add` answers one tuple of ids an item; a host that does not rewrite carries each item verbatim."""
        written = [item("I keep bees."), item("I play the tuba."), item("My cat is called Ink.")]
        answer = host.add(written, scope=ALICE)
        assert [type(ids) for ids in answer] == [tuple, tuple, tuple]
        when_declared(not host.capabilities.rewrites)
        found = [host.get(ids, scope=ALICE) for ids in answer]
        assert [[memory.text for memory in carrying] for carrying in found] == [[i.text] for i in written]

    def test_different_items_have_different_ids(self, host: Host) -> None:
        """No id is given twice."""
        ids = [identifier for answer in host.add(items(20), scope=ALICE) for identifier in answer]
        assert len(set(ids)) == len(ids)

    def test_an_empty_batch_stores_nothing(self, host: Host) -> None:
        """An empty write is no error."""
        assert host.add([], scope=ALICE) == []
        assert everything(host) == []

    def test_unknown_ids_are_absent_and_no_error(self, host: Host) -> None:
        """A read or a delete of an id that never was leaves the others alone."""
        [known] = every_id(host, ["I keep bees."])
        assert host.get([], scope=ALICE) == []
        assert host.get(_UNKNOWN_IDS, scope=ALICE) == []
        assert [memory.id for memory in host.get([*_UNKNOWN_IDS, *known], scope=ALICE)] == [*known]
        host.delete([], scope=ALICE)
        host.delete(_UNKNOWN_IDS, scope=ALICE)
        assert sorted(memory.id for memory in everything(host)) == sorted(known)

    def test_a_deleted_memory_is_in_no_answer(self, host: Host) -> None:
        """A delete shows in get, page and search, and touches nothing else; a second one is no error."""
        gone, kept = every_id(host, ["I keep bees.", "I play the tuba."])
        host.delete(gone, scope=ALICE)
        host.delete(gone, scope=ALICE)
        assert [memory.id for memory in host.get([*gone, *kept], scope=ALICE)] == [*kept]
        assert sorted(memory.id for memory in everything(host)) == sorted(kept)
        found = host.search("I keep bees.", scope=ALICE, limit=10).memories
        assert not set(gone) & {memory.id for memory in found}

    def test_a_retried_write_is_the_same_memory(self, host: Host) -> None:
        """Where the caller chooses ids, a batch that overlaps an earlier one adds only what is new."""
        when_declared(host.capabilities.chooses_ids)
        written = items(3)
        first = host.add(written[:2], scope=ALICE)
        second = host.add(written, scope=ALICE)
        assert second[:2] == first
        assert sorted(memory.key or "" for memory in everything(host)) == sorted(i.key for i in written)

    def test_a_write_of_a_known_key_takes_the_new_text(self, host: Host) -> None:
        """Where the caller chooses ids, the last write of a key stands, for reads and for searches."""
        when_declared(host.capabilities.chooses_ids, not host.capabilities.rewrites)
        host.add([item("I keep bees.", key="k")], scope=ALICE)
        [(identifier,)] = host.add([item("I play the tuba.", key="k")], scope=ALICE)
        assert [memory.text for memory in host.get([identifier], scope=ALICE)] == ["I play the tuba."]
        found = host.search("Who plays the tuba?", scope=ALICE, limit=10).memories
        assert [memory.text for memory in found] == ["I play the tuba."]

    def test_a_detached_host_holds_the_same_memories_without_their_keys(self, host: Host) -> None:
        """Where it can be detached: ids, texts and dates stay; a host that cannot clear them says that they stay."""
        when_declared(isinstance(host, DetachingHost))
        assert isinstance(host, DetachingHost)
        host.add(items(3), scope=ALICE)
        before, done = everything(host), host.detach(scope=ALICE)
        assert done.cleared or done.remaining
        assert everything(host) == [replace(m, key=None if done.cleared else m.key) for m in before]
        assert host.detach(scope=ALICE).cleared == 0

    def test_a_back_dated_memory_keeps_its_instant(self, host: Host) -> None:
        """Where declared, the time of saying is the time of creation, whatever zone it was given in."""
        when_declared(host.capabilities.back_dates)
        said = datetime(2001, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=5, minutes=45)))
        [ids] = host.add([item("I was in Kathmandu.", observed_at=said)], scope=ALICE)
        assert [memory.created_at for memory in host.get(ids, scope=ALICE)] == [said for _ in ids]

    def test_instants_are_aware(self, host: Host) -> None:
        """No memory has a naive creation time."""
        host.add(items(1), scope=ALICE)
        assert [m for m in everything(host) if m.created_at and m.created_at.utcoffset() is None] == []

    @pytest.mark.parametrize(("count", "limit"), [(0, 7), (1, 1), (14, 7), (25, 7), (25, 100)])
    def test_pages_hold_every_memory_once(self, host: Host, count: int, limit: int) -> None:
        """Pages are complete, at most as long as asked for, and come in the same order every time."""
        host.add(items(count), scope=ALICE)
        when_declared(not host.capabilities.rewrites)
        found = list(pages(host, limit=limit))
        assert max(map(len, found)) <= limit
        assert sorted(m.text for page in found for m in page) == sorted(i.text for i in items(count))
        assert list(pages(host, limit=limit)) == found

    @pytest.mark.parametrize(
        "text",
        [
            "Ich wohne in Köln, in der Straße „Am Hof“.",
            "我住在上海。",
            "أسكن في القاهرة",
            "👩‍👩‍👧 moved to a\u0301lesund",
            "line one\nline two\ttabbed\r\n",
            "'; DROP TABLE memories; -- \\ \" {} %s",
            "<b>&amp;</b> [INST] ```",
        ],
    )
    def test_texts_of_any_script_come_back_unchanged(self, host: Host, text: str) -> None:
        """Texts are data: no script, quote or markup changes on the way."""
        when_declared(not host.capabilities.rewrites)
        ids = one_id_each(host, [text])
        assert [memory.text for memory in host.get(ids, scope=ALICE)] == [text]
        assert [m.text for m in host.search(text, scope=ALICE, limit=1).memories] == [text]

    @pytest.mark.parametrize("megabytes", [1, pytest.param(10, marks=pytest.mark.slow)])
    def test_long_texts_come_back_whole(self, host: Host, megabytes: int) -> None:
        """A document of megabytes is stored and read back unchanged."""
        when_declared(not host.capabilities.rewrites)
        line = "The harbour master writes down every ship that calls. "
        text = line * (megabytes * 1_000_000 // len(line) + 1)
        [read] = host.get(one_id_each(host, [text]), scope=ALICE)
        assert len(read.text) == len(text)
        assert hash(read.text) == hash(text)

    def test_memories_survive_a_restart(self, host: Host, reopen: Callable[[], Host] | None) -> None:
        """Where declared, ids, texts and searches are the same after the storage was opened anew."""
        when_declared(host.capabilities.persists, not host.capabilities.rewrites)
        assert reopen is not None, "override the fixture `reopen`: the host declares that it persists"
        ids = one_id_each(host, ["I keep bees.", "I play the tuba."])
        before = host.get(ids, scope=ALICE)
        again = reopen()
        assert again.get(ids, scope=ALICE) == before
        found = again.search("Who plays the tuba?", scope=ALICE, limit=1).memories
        assert [memory.text for memory in found] == ["I play the tuba."]
        again.close()

    def test_overlapping_calls_lose_nothing(self, host: Host) -> None:
        """Where declared, writes, searches and deletes from several threads all take effect."""
        when_declared(host.capabilities.thread_safe, not host.capabilities.rewrites)

        def work(number: int) -> str:
            kept, gone = one_id_each(host, [f"Ship {number} sailed.", f"Ship {number} sank."])
            host.search("Which ship sailed?", scope=ALICE, limit=5)
            host.delete([gone], scope=ALICE)
            return kept

        with ThreadPoolExecutor(max_workers=8) as pool:
            kept = list(pool.map(work, range(100)))
        assert sorted(memory.id for memory in everything(host)) == sorted(kept)
