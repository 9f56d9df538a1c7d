"""What the hosts over rows of a store add to the contract, whichever store it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

import pytest

from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.hosts import MemoryHost, open_host
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from tests.processes import killed_writer

ME = Scope(tenant="acme", user="me")
YOU = Scope(tenant="acme", user="you")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def said(*texts: str) -> list[HostItem]:
    """Items of one instant with the keys k0, k1, and so on."""
    return [HostItem(key=f"k{n}", text=t, role="user", observed_at=NOON) for n, t in enumerate(texts)]


def texts_of(host: Host, *, scope: Scope = ME, limit: int = 500) -> list[str]:
    """All texts of a scope, page by page."""
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = host.page(scope=scope, cursor=cursor, limit=limit)
        assert len(page.memories) <= limit
        found += [memory.text for memory in page.memories]
        cursor = page.cursor
        if cursor is None:
            return found


def assert_told(
    telling: Callable[[str, str], AbstractContextManager[None]], error: Exception, problem: str, *, transient: bool
) -> None:
    """The failure becomes a host error with this problem, and no memory text."""
    with pytest.raises(HostError) as caught, telling("theirs:m", "search"):
        raise error
    assert str(caught.value) == f"host 'theirs:m' failed to search: {problem}"
    assert caught.value.transient is transient
    assert caught.value.__cause__ is error


class RowHostRules:
    """Inherit it, and give a fixture `host`: an empty one in memory."""

    spec: ClassVar[str]
    """A specification's name."""
    writer: ClassVar[tuple[str, str]]
    """The module and the class that a writer to be killed opens."""

    def place(self, folder: Path) -> Path:
        """Where in a folder a host of the specification keeps its rows."""
        return folder

    def test_the_reference_host_answers_the_same(self, host: Host) -> None:
        texts = ["I keep bees.", "I play the tuba in a band.", "Bees sting.", "My cat is Ink.", "Ink stains paper."]
        reference = MemoryHost()
        for each in (reference, host):
            each.add(said(*texts), scope=ME)
        for query in ("Who keeps bees?", "Which band?", "What is the cat called?"):
            one, other = (h.search(query, scope=ME, limit=5).memories for h in (reference, host))
            assert one[0] == replace(other[0], score=one[0].score)
            assert [m.score for m in one] == pytest.approx([m.score for m in other], abs=1e-5)
        assert texts_of(reference) == texts_of(host)

    @pytest.mark.parametrize("limit", [1, 3, 100])
    def test_turns_of_one_instant_keep_their_order_and_a_retried_one_its_place(self, host: Host, limit: int) -> None:
        turns = [f"Turn {number}." for number in range(10)]
        host.add(said(*turns[:5]), scope=ME)
        host.add(said("Turn 0, mended.", *turns[1:]), scope=ME)
        assert texts_of(host, limit=limit) == ["Turn 0, mended.", *turns[1:]]

    def test_turns_of_one_text_are_memories_of_their_own(self, host: Host) -> None:
        host.add(said("Yes.", "Yes.", "Yes."), scope=ME)
        assert len(host.search("Yes.", scope=ME, limit=5).memories) == 3

    def test_one_key_twice_in_a_batch_is_one_memory_with_the_later_text(self, host: Host) -> None:
        twice = [HostItem(key="k", text=text, role="user", observed_at=NOON) for text in ("first", "second")]
        [one, other] = host.add(twice, scope=ME)
        assert one == other
        assert texts_of(host) == ["second"]

    @pytest.mark.parametrize("cursor", ["elsewhere", "1|soon|x", "x|2024-05-01T12:00:00+00:00|id", "1|2024-05-01|"])
    def test_a_cursor_of_another_host_is_refused(self, host: Host, cursor: str) -> None:
        with pytest.raises(InvalidInputError, match=r"^cursor: .* is none of this host's"):
            host.page(scope=ME, cursor=cursor)

    def test_all_rows_come_on_one_page_where_no_limit_is_named(self, host: Host) -> None:
        host.add(said(*(f"Bee {n}." for n in range(600))), scope=ME)
        page = host.page(scope=ME)
        assert (len(page.memories), page.cursor) == (600, None)

    def test_a_page_without_rows_is_refused(self, host: Host) -> None:
        with pytest.raises(InvalidInputError, match=r"^limit: 0 makes an empty page"):
            host.page(scope=ME, limit=0)

    @pytest.mark.slow
    @pytest.mark.parametrize("after", [1, 13, 38])
    def test_a_kill_loses_nothing_acknowledged(self, tmp_path: Path, after: int) -> None:
        module, kind = self.writer
        acknowledged = killed_writer(self.place(tmp_path), module=module, kind=kind, after=after)
        kept = texts_of(open_host(f"{self.spec}:{self.place(tmp_path)}", existing=True))
        assert kept == [f"Ship {number}" for number in range(len(kept))]
        assert acknowledged <= len(kept) <= acknowledged + 1
