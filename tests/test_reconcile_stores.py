"""Stores of Mem0 and Graphiti that were filled and changed without the overlay, adopted and reconciled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from atma_mem0 import Mem0Host, offline_memory
from atma_overlay import Overlay
from atma_overlay.effects import HostAdd
from tests.dated_worlds import FIRST, ME
from tests.mem0_stores import everything_in, release
from tests.reconciled_worlds import ADDED, EDITED
from tests.stored_worlds import at, item
from tests.test_host_graphiti_crash import opened


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
