"""A host that answers with something else than it promised is a host that failed, and is told so by name."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from atma_overlay import AsyncOverlay, HostError, Label, Overlay
from atma_overlay.hosts import pages
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import HostDetachment, HostErasure
from atma_overlay.scope import Scope
from tests.dated_worlds import FIRST, ME


class Answering(MemoryHost):
    """A host that answers one kind of call with what it is told to, as often as it is told to."""

    call = ""
    answer: Any = None

    def search(self, *asked: Any, **how: Any) -> HostSearch:
        """Likewise."""
        return self.answer if self.call == "search" else super().search(*asked, **how)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Likewise."""
        return self.answer if self.call == "add" else super().add(items, scope=scope)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """Likewise; a function is asked."""
        if self.call == "page":
            return cast("HostPage", self.answer(cursor) if callable(self.answer) else self.answer)
        return super().page(scope=scope, cursor=cursor, limit=limit)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Likewise."""
        return self.answer if self.call == "get" else super().get(ids, scope=scope)


def memory(**parts: Any) -> HostMemory:
    return HostMemory(**{"id": "m-1", "text": "I like tea.", **parts})


UNFIT_MEMORIES = (
    None, iter([memory()]), {"m-1": memory()}, [None], ["m-1"], [memory(id=5)], [memory(id=None)],
    [memory(id="\ud800")],
    [memory(text=None)], [memory(), memory(text=5)], [memory(created_at="2024-01-01")], [memory(score="high")],
    [memory(score=10**400)], [memory(score=float("nan"))], [memory(key=5)], [memory(speaker=5)],
)  # fmt: skip


@pytest.mark.parametrize("field", ["text", "key", "role", "speaker", "hash", "agent", "session"])
@pytest.mark.parametrize("ledger", ["memory", "sqlite"])
def test_half_a_surrogate_pair_in_a_memory_turns_no_label_off(tmp_path: Path, field: str, ledger: str) -> None:
    host = Answering()
    url = "memory://" if ledger == "memory" else f"sqlite:///{tmp_path}/l.db"
    with Overlay(host, ledger=url, on_error="raise") as overlay:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + timedelta(days=9))
        odd = replace(memory(), **{field: "gym \ud83d"})  # type: ignore[arg-type]
        host.call, host.answer = "search", HostSearch((odd,))
        packet = overlay.recall("Since I live in Leeds, which gym?", scope=ME)
        host.call, host.answer = "page", HostPage((odd,), None)
        overlay.backfill(scope=ME)
    assert [p.current for p in packet.blocked] == [("York",)]
    assert "\\ud83d" not in packet.model_dump_json()


def opened(**parts: Any) -> tuple[Answering, Overlay]:
    host = Answering()
    overlay = Overlay(host, ledger="memory://", **parts)
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    return host, overlay


@pytest.mark.parametrize("answer", [None, 5, "Leeds", [memory()], *map(HostSearch, UNFIT_MEMORIES)])  # type: ignore[arg-type]
def test_a_search_that_is_answered_with_something_else_is_passed_over(answer: object) -> None:
    host, overlay = opened()
    host.call, host.answer = "search", answer
    packet = overlay.recall("Where do I live?", scope=ME)
    assert [(row.label, row.value) for row in packet.rows] == [(Label.CURRENT, "Leeds")]
    assert packet.degraded == "HostError"
    host, overlay = opened(on_error="raise")
    host.call, host.answer = "search", answer
    with pytest.raises(HostError, match=r"^host 'memory' failed to search: answered with .*: mend its adapter$"):
        overlay.recall("Where do I live?", scope=ME)


def test_in_shadow_mode_an_answer_that_cannot_be_read_passes_as_the_object_that_it_is() -> None:
    host, overlay = opened(mode="shadow")
    theirs = ["the host's own"]
    host.call, host.answer = "search", HostSearch((replace(memory(), score="high"),), native=theirs)  # type: ignore[arg-type]
    packet = overlay.recall("Where do I live?", scope=ME)
    assert (packet.native is theirs, packet.degraded) == (True, "HostError")


@pytest.mark.parametrize(
    "answer", [None, 5, {}, [], ["m-1"], [None], [5], [(5,)], [(None,)], [("\ud800",)], [("m-1",), ("m-2",)]]
)
def test_a_write_that_is_answered_with_something_else_waits_and_names_no_memory(answer: object) -> None:
    host, overlay = opened()
    host.call, host.answer = "add", answer
    receipt = overlay.remember("I moved to York.", scope=ME)
    assert (receipt.pending_host_writes, receipt.host_ids) == (1, ())
    host.call = ""
    assert overlay.flush(scope=ME) == 1
    packet = overlay.recall("Where do I live?", scope=ME)
    assert [row.value for row in packet.rows if row.label is Label.CURRENT] == ["York"]
    assert len(packet.rows[0].host_ids) == 1


@pytest.mark.parametrize("answer", [None, (memory(),), HostPage((), 5), *(HostPage(m, None) for m in UNFIT_MEMORIES)])  # type: ignore[arg-type]
def test_a_page_of_something_else_is_no_page_and_changes_nothing(answer: object) -> None:
    host, overlay = opened()
    host.call, host.answer = "page", answer
    before = overlay.timeline(scope=ME)
    for act in (overlay.backfill, overlay.reconcile, overlay.detach):
        with pytest.raises(HostError, match=r"^host 'memory' failed to page: answered with .*: mend its adapter$"):
            act(scope=ME)
    assert overlay.timeline(scope=ME) == before


@pytest.mark.parametrize("answer", UNFIT_MEMORIES)
def test_what_is_erased_stays_owed_while_the_host_does_not_say_what_it_holds(answer: object) -> None:
    host, overlay = opened()
    host.call, host.answer = "get", answer
    (record,) = overlay.timeline(scope=ME).records
    receipt = overlay.erase(scope=ME, record_id=record.id)
    assert receipt.not_erased
    assert (len(host.page(scope=ME).memories), overlay.timeline(scope=ME).records) == (1, ())
    host.call = ""
    overlay.flush(scope=ME)
    assert host.page(scope=ME).memories == ()


ERASED: Any = HostErasure(())
CLEARED: Any = HostDetachment(1)
NO_TUPLES: tuple[object, ...] = (None, 5, "m-1", (None,), ({},))
UNFIT_OF_POWERS: list[tuple[str, object]] = [
    ("erase", None), ("erase", replace(ERASED, erased="m-1")), ("erase", replace(ERASED, erased=(5,))),
    ("erase", replace(ERASED, remaining=None)), ("erase", replace(ERASED, derived="a name")),
    ("detach", None), ("detach", replace(CLEARED, cleared="all")), ("detach", replace(CLEARED, remaining="a key")),
    *((power, answer) for power in ("changes", "retired") for answer in NO_TUPLES),
]  # fmt: skip
"""Answers of what a host may be able to do besides."""


@pytest.mark.parametrize(("power", "answer"), UNFIT_OF_POWERS)
def test_what_a_host_does_besides_is_looked_at_too(power: str, answer: object) -> None:
    able = type("Able", (MemoryHost,), {power: lambda *_, **__: answer})
    overlay = Overlay(able(), ledger="memory://")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    (record,) = overlay.timeline(scope=ME).records
    if power == "erase":
        assert any("HostError" in line for line in overlay.erase(scope=ME, record_id=record.id).not_erased)
        return
    with pytest.raises(HostError, match=rf"^host 'memory' failed to {power}: answered with .*: mend its adapter$"):
        (overlay.detach if power == "detach" else overlay.reconcile)(scope=ME)
    assert overlay.timeline(scope=ME).records == (record,)


def test_a_number_of_a_stores_own_type_is_a_score() -> None:
    host, overlay = opened()
    other = memory(id="m-2", text="I like coffee.", score=1)
    host.call, host.answer = "search", HostSearch((memory(score=Fraction(1, 2)), other))
    packet = overlay.recall("What do I like?", scope=ME)
    assert packet.degraded is None
    assert {"m-1", "m-2"} <= {i for row in packet.rows for i in row.host_ids}


def test_pages_without_an_end_are_told_and_a_cursor_that_counts_by_itself_is_none() -> None:
    host, overlay = opened()
    host.call, host.answer = "page", lambda _: HostPage((memory(),), "more")
    with pytest.raises(HostError, match="gives a cursor again, and nothing new with it"):
        overlay.backfill(scope=ME)
    rest = [
        memory(id=f"m-{n}", text=f"I like tea {n}.", created_at=datetime(2024, 1, n, tzinfo=UTC)) for n in (1, 2, 3)
    ]
    host.answer = lambda _: HostPage((rest.pop(0),), "more" if rest else None)
    assert overlay.backfill(scope=ME).memories == 3


def test_pages_that_bring_nothing_new_end_though_each_has_another_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_EMPTY", 50)
    host, overlay = opened()
    host.call, count = "page", iter(range(10**6))
    host.answer = lambda _: HostPage((), f"more-{next(count)}")
    with pytest.raises(HostError, match="gave nothing new on 50 pages, and no last one: mend its adapter"):
        overlay.backfill(scope=ME)
    before = iter(range(49))
    host.answer = lambda _: HostPage((), f"on-{n}") if (n := next(before, None)) is not None else HostPage((), None)
    assert overlay.backfill(scope=ME).memories == 0


@pytest.mark.parametrize("raised", [StopIteration, asyncio.CancelledError])
@pytest.mark.parametrize("call", ["search", "add"])
async def test_what_a_host_raises_of_python_s_own_ends_is_a_failure_of_the_host(
    raised: type[BaseException], call: str
) -> None:
    class Raising(MemoryHost):
        def search(self, *asked: Any, **how: Any) -> HostSearch:
            if call == "search":
                raise raised
            return super().search(*asked, **how)

        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            if call == "add":
                raise raised
            return super().add(items, scope=scope)

    async with AsyncOverlay(Raising(), ledger="memory://") as overlay, asyncio.timeout(10):
        receipt = await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        packet = await overlay.recall("Where do I live?", scope=ME)
    assert receipt.pending_host_writes == (call == "add")
    assert packet.degraded == ("HostError" if call == "search" else None)
    assert [row.value for row in packet.rows] == ["Leeds"]
