"""What Mem0's store keeps and tells: erasure, changes made around the host, overwritten text, opening and closing."""

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import md5
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from atma_mem0 import Mem0Host, ScriptedModel, offline_memory
from atma_mem0.erasure import compact_store, sessions_within, wipe_history
from atma_mem0.feed import ChangeFeed, VectorStoreTap
from atma_mem0.history import earlier_texts
from atma_overlay import AsyncOverlay, Overlay, View
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts import open_host
from atma_overlay.ports.host_powers import (
    ChangeKind,
    EarlierText,
    ErasingHost,
    HostChange,
    HostErasure,
    RecoveringHost,
    WatchedHost,
)
from atma_overlay.scope import Scope
from atma_overlay.testing.rewriting import Rewriting, ScriptedExtractor
from tests.mem0_stores import ME, NOON, Awaited, everything_in, release, said, verbatim

ROOT = Path(__file__).parent.parent
BOB = Scope(tenant="acme", user="bob")
ADDED, UPDATED, DELETED, UNKNOWN = ChangeKind
UNSTORED = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Any]:
    memory = offline_memory(tmp_path, rewrite=verbatim)
    yield memory
    release(memory)


@pytest.fixture
def host(memory: Any) -> Mem0Host:
    return Mem0Host(memory, infer=False)


def kinds(changes: tuple[HostChange, ...]) -> list[tuple[ChangeKind, str]]:
    return [(change.kind, change.id) for change in changes]


def plant_entity(memory: Any, name: str, *ids: str) -> None:
    """A name as Mem0 stores it where a language model for names is installed."""
    payload = {"data": name, "entity_type": "PROPER", "linked_memory_ids": list(ids), "user_id": "acme/me"}
    vector = memory.embedding_model.embed(name, "add")
    memory.entity_store.insert(vectors=[vector], payloads=[payload], ids=[UNSTORED[:-1] + str(len(name))])


def entities(memory: Any) -> list[tuple[str, list[str]]]:
    rows, _ = memory.entity_store.list(filters={"user_id": "acme/me"}, top_k=100)
    return sorted((row.payload["data"], row.payload["linked_memory_ids"]) for row in rows)


# Erasure.


def test_a_delete_leaves_the_text_and_is_declared_so(memory: Any, host: Mem0Host, tmp_path: Path) -> None:
    [ids] = host.add(said("I keep bees in Harrogate."), scope=ME)
    host.delete(ids, scope=ME)
    assert not host.capabilities.deletes_erase
    assert [row["old_memory"] for row in memory.history(ids[0])] == [None, "I keep bees in Harrogate."]
    assert b"Harrogate" in everything_in(tmp_path)


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("infer", [False, True])
def test_an_erasure_leaves_no_byte_of_the_text(tmp_path: Path, infer: bool, asynchronous: bool) -> None:
    memory: Any = offline_memory(tmp_path, rewrite=verbatim, asynchronous=asynchronous)
    host: Any = Awaited(Mem0Host(memory, infer=infer))
    [gone, kept] = host.add(said("I keep bees in Harrogate.", "I play the tuba in Leeds."), scope=ME)
    plant_entity(memory, "Harrogate", *gone)
    plant_entity(memory, "Yorkshire", *gone, *kept)
    assert host.erase(gone, scope=ME) == HostErasure(erased=gone)
    assert entities(memory) == [("Yorkshire", list(kept))]
    assert [m.text for m in host.page(scope=ME).memories] == ["I play the tuba in Leeds."]
    host.close()
    release(memory)
    assert b"Harrogate" not in everything_in(tmp_path)
    assert b"Leeds" in everything_in(tmp_path)


def test_what_was_deleted_or_overwritten_before_is_erased_too(memory: Any, host: Mem0Host, tmp_path: Path) -> None:
    [deleted, overwritten] = host.add(said("I keep bees in Harrogate.", "I was born in Whitby."), scope=ME)
    memory.update(overwritten[0], text="I was born in Leeds.")
    host.delete(deleted, scope=ME)
    ids = (*deleted, *overwritten)
    assert host.erase(ids, scope=ME).erased == ids
    assert [memory.history(identifier) for identifier in ids] == [[], []]
    left = everything_in(tmp_path)
    assert [name in left for name in (b"Harrogate", b"Whitby", b"Leeds")] == [False, False, False]


def test_the_raw_turns_of_the_sessions_concerned_go_and_no_others(memory: Any) -> None:
    host = Mem0Host(memory)
    session = ME.model_copy(update={"session": "m&n=1%"})
    [gone] = host.add(said("I keep bees."), scope=session)
    host.add(said("I play the tuba."), scope=ME)
    host.add(said("I drive a van."), scope=BOB)
    turns = "SELECT content FROM messages ORDER BY content"
    assert len(memory.db.connection.execute(turns).fetchall()) == 3
    host.erase(gone, scope=ME)
    assert memory.db.connection.execute(turns).fetchall() == [("I drive a van.",), ("I play the tuba.",)]


def test_the_sessions_of_an_owner_are_read_as_mem0_wrote_them(memory: Any) -> None:
    host = Mem0Host(memory)
    for scope in (ME, ME.model_copy(update={"agent": "a=b", "session": "m&n%"}), BOB):
        host.add(said("I keep bees."), scope=scope)
    mine = {"user_id=acme/me", "agent_id=a%253Db&run_id=m%2526n%2525&user_id=acme/me"}
    assert sessions_within(memory.db, {"user_id": "acme/me"}) == mine
    assert sessions_within(memory.db, {"user_id": "acme/me", "agent_id": "a%3Db"}) == mine - {"user_id=acme/me"}


def test_another_owners_memory_is_not_erased(memory: Any, host: Mem0Host) -> None:
    [ids] = host.add(said("I keep bees."), scope=BOB)
    assert host.erase(ids, scope=ME) == HostErasure(())
    assert len(memory.history(ids[0])) == 1
    assert len(host.get(ids, scope=BOB)) == 1


def test_what_an_erasure_cannot_reach_is_told() -> None:
    [history] = wipe_history(SimpleNamespace(connection=None), [UNSTORED], ())
    [files] = compact_store(SimpleNamespace(client=SimpleNamespace(_client=object())))
    assert history.startswith("history: the database is not reached from here")
    assert files.startswith("vector store: its files and backups may keep deleted rows")


def test_an_entity_store_that_fails_does_not_stop_an_erasure(memory: Any, host: Mem0Host) -> None:
    [ids] = host.add(said("I keep bees."), scope=ME)
    memory._entity_store = SimpleNamespace()
    answer = host.erase(ids, scope=ME)
    assert (answer.erased, [line.partition(":")[0] for line in answer.remaining]) == (ids, ["entities"])
    assert host.get(ids, scope=ME) == []


def test_the_powers_are_found_by_asking(host: Mem0Host) -> None:
    assert isinstance(host, ErasingHost)
    assert isinstance(host, WatchedHost)
    assert isinstance(host, RecoveringHost)


# Changes made around the host.


def test_every_way_around_the_host_is_noticed(memory: Any) -> None:
    minutes = count()
    host = Mem0Host(memory, infer=False, clock=lambda: NOON + timedelta(minutes=next(minutes)))
    first = memory.add("I keep bees.", user_id="me", infer=False)["results"][0]["id"]
    second = memory.add("I play the tuba.", user_id="me")["results"][0]["id"]  # by the model, in a batch
    memory.update(first, text="I keep goats.")
    memory.delete(first)
    memory.delete_all(user_id="me")
    assert host.changes() == (
        HostChange(first, ADDED, md5(b"I keep bees.").hexdigest(), NOON),
        HostChange(second, ADDED, md5(b"I play the tuba.").hexdigest(), NOON + timedelta(minutes=1)),
        HostChange(first, UPDATED, md5(b"I keep goats.").hexdigest(), NOON + timedelta(minutes=2)),
        HostChange(first, DELETED, None, NOON + timedelta(minutes=3)),
        HostChange(second, DELETED, None, NOON + timedelta(minutes=4)),
    )
    assert host.changes() == ()
    memory.reset()
    assert kinds(host.changes()) == [(UNKNOWN, "")]


@pytest.mark.parametrize("asynchronous", [False, True])
def test_what_the_host_writes_itself_is_no_change(tmp_path: Path, asynchronous: bool) -> None:
    memory: Any = offline_memory(tmp_path, rewrite=verbatim, asynchronous=asynchronous)
    host, other = Awaited(Mem0Host(memory)), Awaited(Mem0Host(memory))
    [ids, more] = host.add(said("I keep bees.", "I play the tuba."), scope=ME)
    host.delete(ids, scope=ME)
    host.erase(more, scope=ME)
    assert host.changes() == ()
    assert kinds(other.changes()) == [(ADDED, *ids), (ADDED, *more), (DELETED, *ids), (DELETED, *more)]
    for each in (host, other):
        each.close()
    release(memory)


def test_a_store_that_mem0_put_in_place_of_the_tapped_one_is_tapped_too(tmp_path: Path) -> None:
    memory: Any = offline_memory(tmp_path, asynchronous=True)
    host: Any = Awaited(Mem0Host(memory, infer=False))
    before = memory.vector_store.tapped
    asyncio.run(memory.reset())
    assert not isinstance(memory.vector_store, VectorStoreTap)
    assert host.page(scope=ME).memories == ()
    asyncio.run(memory.add("I keep bees.", user_id="me", infer=False))
    assert [change.kind for change in host.changes()] == [UNKNOWN, UNKNOWN, ADDED]
    host.close()
    release(memory)
    before.client.close()


def test_a_closed_host_leaves_the_store_as_it_was(memory: Any) -> None:
    store = memory.vector_store
    hosts = [Mem0Host(memory) for _ in range(3)]
    for number in (1, 0, 2):
        hosts[number].close()
        hosts[number].close()
    assert memory.vector_store is store
    with pytest.raises(HostError, match="failed to get: the host is closed"):
        hosts[0].get([UNSTORED], scope=ME)


def test_changes_that_nobody_reads_are_summed_up() -> None:
    feed = ChangeFeed(lambda: NOON)
    memory = SimpleNamespace(vector_store=SimpleNamespace(delete=lambda **_: None))
    feed.attach(memory)
    for number in range(10_005):
        memory.vector_store.delete(str(number))
    changes = feed.read()
    assert (len(changes), changes[0].kind, changes[1].id) == (10_000, UNKNOWN, "6")
    assert changes[-1].id == "10004"


# Overwritten text.


def test_overwritten_texts_are_recovered_with_their_dates(memory: Any, host: Mem0Host) -> None:
    [(identifier,)] = host.add(said("I live in Lisbon."), scope=ME)
    started = datetime.now(UTC)
    memory.update(identifier, text="I live in Porto.")
    memory.update(identifier, metadata={"mood": "fine"})  # writes a row that changes nothing
    memory.update(identifier, text="I live in Berlin.")
    lisbon, porto = host.overwritten(identifier, scope=ME)
    assert (lisbon.text, lisbon.since, porto.text) == ("I live in Lisbon.", NOON, "I live in Porto.")
    assert porto.since == lisbon.until
    assert started <= lisbon.until <= porto.until <= datetime.now(UTC)


def test_nobody_elses_overwritten_text_is_shown(memory: Any, host: Mem0Host) -> None:
    [(identifier,)] = host.add(said("I live in Lisbon."), scope=ME)
    memory.update(identifier, text="I live in Berlin.")
    assert host.overwritten(identifier, scope=BOB) == ()
    assert host.overwritten(UNSTORED, scope=ME) == ()
    assert host.overwritten("no-such-id", scope=ME) == ()


def test_a_history_without_its_first_row_still_tells_what_was_overwritten() -> None:
    row = {
        "event": "UPDATE",
        "old_memory": "a",
        "new_memory": "b",
        "created_at": "2024-05-01T12:00:00+00:00",
        "updated_at": "2024-06-01T12:00:00",
    }
    assert earlier_texts([row]) == (EarlierText("a", NOON, datetime(2024, 6, 1, 12, tzinfo=UTC)),)
    assert earlier_texts([]) == ()


# Opening and closing.


def test_a_folder_is_opened_by_its_name_and_released(tmp_path: Path) -> None:
    for _ in range(2):
        host = open_host(f"mem0:{tmp_path / 'store'}")
        assert (host.name, host.capabilities.persists) == ("mem0:qdrant:mem0", True)
        assert (host.capabilities.rewrites, host.capabilities.thread_safe) == (False, False)
        host.add(said("I keep bees."), scope=ME)
        assert [m.text for m in host.page(scope=ME).memories] == ["I keep bees."]
        host.close()


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # what Mem0 opened before its store refused
def test_a_folder_in_use_is_a_host_error(tmp_path: Path) -> None:
    first = open_host(f"mem0:{tmp_path}")
    with pytest.raises(HostError, match=r"'mem0' failed to open: .* in use by another process"):
        open_host(f"mem0:{tmp_path}")
    gc.collect()
    first.close()


def test_mem0s_own_configuration_is_opened_by_its_file(tmp_path: Path) -> None:
    vectors = {"path": str(tmp_path / "vectors"), "collection_name": "diary", "embedding_model_dims": 8}
    service = {"provider": "openai", "config": {"api_key": "none"}}
    config = {
        "vector_store": {"provider": "qdrant", "config": vectors},
        "history_db_path": str(tmp_path / "history.db"),
        "llm": service,
        "embedder": service,
    }
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps(config))
    host = open_host(f"mem0:{file}")
    assert (host.name, host.capabilities.rewrites) == ("mem0:qdrant:diary", True)
    host.close()
    file.write_text(json.dumps({"vector_store": {"provider": "no such"}}))
    with pytest.raises(HostError, match="'mem0' failed to open"):
        open_host(f"mem0:{file}")


@pytest.mark.parametrize("rest", ["", "no-such-file.json"])
def test_a_specification_names_a_folder_or_a_configuration(rest: str) -> None:
    with pytest.raises(InvalidInputError, match=r"^host: "):
        Mem0Host.from_spec(rest)


def test_vectors_in_memory_do_not_persist(tmp_path: Path) -> None:
    memory = offline_memory(tmp_path)
    memory.vector_store.client.init_options["location"] = ":memory:"
    assert not Mem0Host(memory).capabilities.persists
    release(memory)


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "mem0", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'atma-overlay\[mem0\]'"):
        Mem0Host.from_spec(str(tmp_path))


def test_importing_the_adapter_loads_no_sdk_and_opening_it_no_telemetry(tmp_path: Path) -> None:
    code = (
        "import atma_mem0, sys; print([m for m in ('mem0', 'qdrant_client', 'grpc', 'numpy') if m in sys.modules]);"
        "atma_mem0.Mem0Host.from_spec(sys.argv[1]).close();"
        "from mem0.memory.telemetry import MEM0_TELEMETRY, client_telemetry as t; print(MEM0_TELEMETRY, t.posthog)"
    )
    search_path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    environment = {name: value for name, value in os.environ.items() if name != "MEM0_TELEMETRY"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env={**environment, "PYTHONPATH": search_path},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == ["[]", "False None"]


# What it is for.


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("plan", [None, [Rewriting.PARAPHRASE], [Rewriting.SPLIT]], ids=str)
def test_of_two_contradicting_memories_the_later_is_current_and_first(
    tmp_path: Path, plan: list[Rewriting] | None, asynchronous: bool
) -> None:
    memory: Any = offline_memory(tmp_path, rewrite=ScriptedExtractor(plan) if plan else None, asynchronous=asynchronous)
    with Overlay(Mem0Host(memory, infer=plan is not None), ledger="memory://") as overlay:
        overlay.remember("I live in Lisbon.", scope=ME, observed_at=NOON)
        overlay.remember("I moved, I live in Berlin now.", scope=ME, observed_at=NOON + timedelta(days=20))
        now = overlay.recall("Where do I live?", scope=ME)
        history = overlay.recall("Where did I live before?", scope=ME, view=View.HISTORICAL)
    [stale, live] = now.native["results"]  # type: ignore[index]  # Mem0's own answer
    assert ("Lisbon" in stale["memory"], "Berlin" in live["memory"], stale["score"] > live["score"]) == (True,) * 3
    assert (now.rows[0].label, now.rows[0].value, now.rows[0].host_ids) == ("current", "Berlin", (live["id"],))
    assert [row.text for row in now.rows if "Lisbon" in row.text] == []
    assert ("historical", "Lisbon", (stale["id"],)) in [(r.label, r.value, r.host_ids) for r in history.rows]
    release(memory)


PAIR = ("I live in Lisbon.", "I moved, I live in Berlin now.")
REWORDED = {PAIR[0]: ["User lives in Lisbon."], PAIR[1]: ["User moved and lives in Berlin now."]}


@pytest.mark.parametrize("infer", [False, True])
@pytest.mark.parametrize("voice", [{"role": "user"}, {"origin": "document"}], ids=str)
def test_of_two_contradicting_memories_of_an_adopted_store_the_later_is_current_and_first(
    tmp_path: Path, infer: bool, voice: dict[str, Any]
) -> None:
    memory: Any = offline_memory(tmp_path, rewrite=REWORDED.__getitem__ if infer else None)
    for day, text in enumerate(PAIR):
        said_at = {"created_at": (NOON + timedelta(days=20 * day)).isoformat()}
        memory.add([{"role": "user", "content": text}], user_id="me", metadata=said_at, infer=infer)
    with Overlay(Mem0Host(memory, infer=infer, tenant="acme"), ledger="memory://", on_error="raise") as overlay:
        before = overlay.recall("Where do I live?", scope=ME)
        assert {row.label for row in before.rows} == {"untracked"}
        assert overlay.backfill(scope=ME, **voice).applied == 1
        now = overlay.recall("Where do I live?", scope=ME)
        history = overlay.recall("Where did I live before?", scope=ME, view=View.HISTORICAL)
    [stale, live] = now.native["results"]  # type: ignore[index]  # Mem0's own answer: the stale one first
    assert ("Lisbon" in stale["memory"], "Berlin" in live["memory"]) == (True, True)
    assert (now.rows[0].label, now.rows[0].value, now.rows[0].host_ids) == ("current", "Berlin", (live["id"],))
    assert {row.label for row in now.rows if "Lisbon" in row.text} <= {"historical", "transition"}
    assert ("historical", "Lisbon", (stale["id"],)) in [(r.label, r.value, r.host_ids) for r in history.rows]
    release(memory)


@pytest.mark.parametrize("asynchronous", [False, True])
def test_calls_that_overlap_lose_nothing_under_the_overlays_lock(tmp_path: Path, asynchronous: bool) -> None:
    memory: Any = offline_memory(tmp_path, asynchronous=asynchronous)
    host = Mem0Host(memory, infer=False)
    assert not host.capabilities.thread_safe
    with Overlay(host, ledger="memory://") as overlay, ThreadPoolExecutor(max_workers=8) as pool:
        receipts = list(pool.map(lambda n: overlay.remember(f"Ship {n} sailed.", scope=ME), range(60)))
        overlay.flush(scope=ME)
        rows, _ = memory.vector_store.list(filters={"user_id": "acme/me"}, top_k=1000)
    assert len(receipts) == 60
    assert sorted(row.payload["data"] for row in rows) == sorted(f"Ship {n} sailed." for n in range(60))
    release(memory)


async def test_an_awaited_overlay_stands_on_an_awaited_mem0(tmp_path: Path) -> None:
    memory: Any = offline_memory(tmp_path, asynchronous=True)
    async with AsyncOverlay(Mem0Host(memory, infer=False), ledger="memory://") as overlay:
        receipt = await overlay.remember("I live in Lisbon.", scope=ME, observed_at=NOON)
        packet = await overlay.recall("Where do I live?", scope=ME)
        assert [(row.value, row.host_ids) for row in packet.rows] == [("Lisbon", receipt.host_ids)]
        assert overlay.host.capabilities.asynchronous
    release(memory)


def test_the_model_of_the_offline_store_reads_mem0s_prompt() -> None:
    model = ScriptedModel(lambda text: [text, "noted"])
    prompt = "## New Messages\nuser: I keep bees.\nTwo hives.\n\n\n## Observation Date\n2024-05-01\n\n# Output:"
    answer = json.loads(model.generate_response([{"role": "user", "content": prompt}]))
    assert answer == {"memory": [{"id": "0", "text": "I keep bees.\nTwo hives."}, {"id": "1", "text": "noted"}]}


def test_a_kill_between_the_vector_and_its_history_loses_and_doubles_nothing(tmp_path: Path) -> None:
    ledger = f"sqlite:///{tmp_path / 'ledger.db'}"
    code = (
        "import os, signal, sys; from atma_mem0 import Mem0Host, offline_memory;"
        "from atma_overlay import Overlay, Scope;"
        "memory = offline_memory(sys.argv[1]);"
        "memory.db.add_history = lambda *a, **k: os.kill(os.getpid(), signal.SIGKILL);"
        "overlay = Overlay(Mem0Host(memory, infer=False), ledger=sys.argv[2]);"
        "overlay.remember('I live in Lisbon.', scope=Scope(tenant='acme', user='me'))"
    )
    search_path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    arguments = [sys.executable, "-c", code, str(tmp_path / "store"), ledger]
    killed = subprocess.run(arguments, env={**os.environ, "PYTHONPATH": search_path}, check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    memory = offline_memory(tmp_path / "store")
    with Overlay(Mem0Host(memory, infer=False), ledger=ledger) as overlay:
        assert overlay.flush(scope=ME) == 1
        assert [m.text for m in overlay.host.page(scope=ME).memories] == ["I live in Lisbon."]
        assert [row.value for row in overlay.recall("Where do I live?", scope=ME).rows] == ["Lisbon"]
    release(memory)
