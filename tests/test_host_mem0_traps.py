"""What Mem0 does that a caller would not expect, and what its host makes of it: owners, keys, dates, model answers."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from hashlib import md5
from pathlib import Path
from typing import Any

import pytest
from mem0 import exceptions

from atma_mem0 import Mem0Host, ScriptedModel, offline_memory
from atma_mem0.failures import translated
from atma_mem0.rows import to_message, to_metadata
from atma_mem0.scopes import Names
from atma_overlay import Overlay
from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope
from atma_overlay.testing.rewriting import ScriptedExtractor
from tests.mem0_stores import ME, NOON, release, said, verbatim

BOB = Scope(tenant="acme", user="bob")
WILD = ME.model_copy(update={"user": "*"})  # unchecked, as a careless caller could make it


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Any]:
    memory = offline_memory(tmp_path, rewrite=verbatim)
    yield memory
    release(memory)


@pytest.fixture
def host(memory: Any) -> Mem0Host:
    return Mem0Host(memory, infer=False)


def texts(host: Mem0Host, scope: Scope = ME) -> list[str]:
    return [memory.text for memory in host.page(scope=scope).memories]


class Failing:
    """A method that does its work, fails once all the same, and then only works."""

    def __init__(self, method: Callable[..., Any], error: Exception) -> None:
        self.method, self.error, self.failed = method, error, False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        answer = self.method(*args, **kwargs)
        if not self.failed:
            self.failed = True
            raise self.error
        return answer


# Owners.


@pytest.mark.parametrize(
    ("tenant", "scope", "owner"),
    [
        (None, ME, {"user_id": "acme/me"}),
        (None, Scope(tenant="a/b", user="c d"), {"user_id": "a%2Fb/c%20d"}),
        (None, Scope(tenant="a", user="b/c"), {"user_id": "a/b%2Fc"}),
        (None, Scope(tenant="a", user="é", agent="x y"), {"user_id": "a/%C3%A9", "agent_id": "x%20y"}),
        (None, WILD, {"user_id": "acme/%2A"}),
        ("acme", ME, {"user_id": "me"}),
        (
            "acme",
            Scope(tenant="acme", user="me/é", agent="cook", session="s"),
            {"user_id": "me/é", "agent_id": "cook", "run_id": "s"},
        ),
    ],
)
def test_a_scope_is_written_as_mem0s_ids(tenant: str | None, scope: Scope, owner: dict[str, str]) -> None:
    assert Names(tenant).owner(scope) == owner


@pytest.mark.parametrize(
    ("scope", "field"),
    [
        (Scope(tenant="globex", user="me"), "scope.tenant"),
        (WILD, "scope.user"),
        (Scope(tenant="acme", user="two words"), "scope.user"),
        (ME.model_copy(update={"user": " me"}), "scope.user"),
        (ME.model_copy(update={"session": ""}), "scope.session"),
        (ME.model_copy(update={"agent": "*"}), "scope.agent"),
    ],
)
def test_a_store_of_one_tenant_refuses_what_it_could_not_tell_apart(scope: Scope, field: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^{field}: "):
        Names("acme").owner(scope)


@pytest.mark.parametrize("name", [7, "", " ", " me", "*", "m*"])
def test_a_name_that_mem0_would_coerce_trim_or_expand_makes_no_scope(name: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"^scope\.user: "):
        Scope(tenant="acme", user=name)


def test_a_wildcard_reads_and_deletes_nobodys_memories(memory: Any, host: Mem0Host) -> None:
    [(identifier,)] = host.add(said("I keep bees."), scope=ME)
    assert len(memory.get_all(filters={"user_id": "*"})["results"]) == 1  # Mem0 itself reads every user
    assert texts(host, WILD) == []
    assert host.search("I keep bees.", scope=WILD, limit=5).memories == ()
    host.delete([identifier], scope=WILD)
    host.erase([identifier], scope=WILD)
    assert texts(host) == ["I keep bees."]


def test_a_key_that_looks_like_a_wildcard_is_a_key(host: Mem0Host) -> None:
    [(first,)] = host.add(said("I keep bees."), scope=ME)
    starred = HostItem(key="*", text="I play the tuba.", role="user", observed_at=NOON)
    [(second,)] = host.add([starred], scope=ME)
    assert host.add([starred], scope=ME) == [(second,)]
    assert [memory.key for memory in host.get([first, second], scope=ME)] == ["k0", "*"]


def test_a_store_that_was_filled_without_the_overlay_is_read_with_its_plain_ids(memory: Any) -> None:
    memory.add("I keep bees.", user_id="me", agent_id="cook", infer=False)
    memory.add("I play the tuba.", user_id="bob", infer=False)
    host = Mem0Host(memory, infer=False, tenant="acme")
    assert texts(host) == ["I keep bees."]
    assert texts(host, ME.model_copy(update={"agent": "cook"})) == ["I keep bees."]
    assert texts(host, ME.model_copy(update={"agent": "driver"})) == []
    assert texts(host, BOB) == ["I play the tuba."]


def test_expired_memories_are_paged_too(memory: Any) -> None:
    memory.add("I keep bees.", user_id="me", infer=False, expiration_date="2020-01-01")
    assert texts(Mem0Host(memory, tenant="acme")) == ["I keep bees."]


# Writes that fail, and are tried again.


def test_a_write_that_stored_and_then_failed_is_not_stored_again(memory: Any, host: Mem0Host) -> None:
    memory.db.add_history = Failing(memory.db.add_history, sqlite3.OperationalError("database is locked"))
    with pytest.raises(HostError, match=r"failed to add: the history database is busy") as caught:
        host.add(said("I keep bees.", "I play the tuba."), scope=ME)
    assert caught.value.transient
    [(bees,), (tuba,)] = host.add(said("I keep bees.", "I play the tuba."), scope=ME)
    assert [m.id for m in host.get([bees, tuba], scope=ME)] == [bees, tuba]
    assert sorted(texts(host)) == ["I keep bees.", "I play the tuba."]


@pytest.mark.parametrize("shared", [False, True])
def test_a_second_host_over_one_store_writes_nothing_twice(memory: Any, shared: bool) -> None:
    if shared:  # as of a server, which other processes write to
        memory.vector_store.client.init_options["path"] = None
    first, second = Mem0Host(memory, infer=False), Mem0Host(memory, infer=False)
    assert second.add([], scope=ME) == []
    [bees] = second.add(said("I keep bees."), scope=ME)
    [again, tuba] = first.add(said("I keep bees.", "I play the tuba."), scope=ME)
    assert again == bees
    assert second.add(said("I keep bees.", "I play the tuba."), scope=ME) == [bees, tuba]


def test_a_key_whose_memory_was_deleted_is_written_again(memory: Any, host: Mem0Host) -> None:
    [(first,)] = host.add(said("I keep bees."), scope=ME)
    host.delete([first], scope=ME)
    [(second,)] = host.add(said("I keep bees."), scope=ME)
    memory.delete(second)
    [(third,)] = host.add(said("I keep bees."), scope=ME)
    assert len({first, second, third}) == 3
    assert texts(host) == ["I keep bees."]


def test_a_retry_asks_the_model_for_nothing_that_is_stored(memory: Any) -> None:
    host = Mem0Host(memory)
    memory.llm = ScriptedModel(lambda text: [f"They said: {text}", f"It was said: {text}"])
    memory.db.save_messages = Failing(memory.db.save_messages, sqlite3.OperationalError("disk I/O error"))
    with pytest.raises(HostError, match="failed to add"):
        host.add(said("I keep bees."), scope=ME)
    [ids] = host.add(said("I keep bees."), scope=ME)
    assert memory.llm.calls == 1
    assert sorted(m.text for m in host.get(ids, scope=ME)) == ["It was said: I keep bees.", "They said: I keep bees."]
    assert len(texts(host)) == 2


def test_an_overlay_whose_host_stored_and_failed_holds_every_fact_once(memory: Any) -> None:
    memory.vector_store.insert = Failing(memory.vector_store.insert, ConnectionResetError("reset by peer"))
    with Overlay(Mem0Host(memory, infer=False), ledger="memory://") as overlay:
        receipt = overlay.remember("I live in Lisbon.", scope=ME, observed_at=NOON)
        assert (receipt.host_ids, receipt.pending_host_writes) == ((), 1)
        assert overlay.flush(scope=ME) == 1
        assert texts(overlay.host) == ["I live in Lisbon."]  # type: ignore[arg-type]  # the host given above


# Dates.


def test_a_date_is_written_as_text_in_utc() -> None:
    at = datetime(2001, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    item = HostItem(key="k", text="I was in Kathmandu.", role="user", observed_at=at)
    assert to_metadata(item) == {"created_at": "2001-02-02T22:20:00+00:00", "atma_key": "=k"}


def test_a_number_for_a_date_is_told_and_stays_with_its_owner(memory: Any, host: Mem0Host) -> None:
    host.add(said("I keep bees."), scope=BOB)
    memory.add("I play the tuba.", user_id="acme/me", metadata={"created_at": 1714564800}, infer=False)
    for read in (lambda: host.page(scope=ME), lambda: host.search("tuba", scope=ME, limit=5)):
        with pytest.raises(HostError, match="a stored row is none that it can read: its `created_at` may be a number"):
            read()
    assert texts(host, BOB) == ["I keep bees."]


@pytest.mark.parametrize("tenant", ["", " ", "*", " acme"])
def test_a_tenant_that_no_scope_can_name_is_refused_when_the_host_is_made(memory: Any, tenant: str) -> None:
    with pytest.raises(InvalidInputError, match=r"^tenant: "):
        Mem0Host(memory, tenant=tenant)
    with pytest.raises(InvalidInputError, match=r"^tenant: "):
        Mem0Host.from_config({}, tenant=tenant)


def test_pages_follow_the_instants_not_their_spelling(memory: Any) -> None:
    host = Mem0Host(memory, infer=False, tenant="acme")
    for text, created_at in [
        ("third", "2024-05-01T09:00:00-05:00"),
        ("first", "2024-05-01T12:00:00"),  # naive: UTC
        ("second", "2024-05-01T15:30:00+02:00"),
        ("undated", "long ago"),
    ]:
        memory.add(text, user_id="me", metadata={"created_at": created_at}, infer=False)
    assert texts(host) == ["undated", "first", "second", "third"]
    first = host.page(scope=ME, limit=3)
    assert [m.text for m in host.page(scope=ME, cursor=first.cursor, limit=3).memories] == ["third"]
    assert [m.created_at for m in first.memories[:2]] == [None, NOON]


@pytest.mark.parametrize(("cursor", "limit", "field"), [("elsewhere", 5, "cursor"), (None, 0, "limit")])
def test_a_page_that_cannot_be_is_refused(host: Mem0Host, cursor: str | None, limit: int, field: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^{field}: "):
        host.page(scope=ME, cursor=cursor, limit=limit)


# What is written, and what a model makes of it.


@pytest.mark.parametrize("role", ["user", "assistant", "system", "tool"])
@pytest.mark.parametrize("infer", [True, False])
def test_no_role_is_passed_over(memory: Any, role: str, infer: bool) -> None:
    item = HostItem(key="k", text="The shop opens at nine.", role=role, observed_at=NOON)
    [ids] = Mem0Host(memory, infer=infer).add([item], scope=ME)
    assert len(ids) == 1
    assert memory.get(ids[0])["memory"] == "The shop opens at nine."


def test_a_named_speaker_is_the_actor() -> None:
    item = HostItem(key="k", text="I keep bees.", role="user", observed_at=NOON, speaker="Ann")
    assert to_message(item) == {"role": "user", "content": "I keep bees.", "name": "Ann"}


def test_the_hash_is_that_of_the_text_and_tells_of_an_edit(memory: Any, host: Mem0Host) -> None:
    [(identifier,)] = host.add(said("I keep bees."), scope=ME)
    assert [m.hash for m in host.get([identifier], scope=ME)] == [md5(b"I keep bees.").hexdigest()]
    memory.update(identifier, text="I keep goats.")
    [edited] = host.page(scope=ME).memories
    assert (edited.key, edited.hash) == ("k0", md5(b"I keep goats.").hexdigest())


def test_a_model_that_does_all_five_is_answered_by_what_it_brought(memory: Any) -> None:
    memory.llm = ScriptedModel(ScriptedExtractor())
    host = Mem0Host(memory)
    answers = host.add(
        said(
            "I live in Lisbon.",
            "I keep bees. I play the tuba.",
            "My cat is called Ink.",
            "Nice weather today.",
            "I drive a van.",
            "I like tea.",
        ),
        scope=ME,
    )
    assert [[m.text for m in host.get(ids, scope=ME)] for ids in answers] == [
        ["The user said that they live in Lisbon."],
        ["The user said that they keep bees.", "The user said that they play the tuba."],
        [],
        [],
        [],
        ["The user said that their cat is called Ink; they drive a van.", "The user said that they like tea."],
    ]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("not JSON at all", None),
        ('{"facts": []}', None),
        ('{"memory": ["I keep bees."]}', r"the model's answer or a stored row is not of the agreed form"),
    ],
)
def test_garbage_of_a_model_stores_nothing(memory: Any, answer: str, problem: str | None) -> None:
    class Garbage:
        def generate_response(self, **_: object) -> str:
            return answer

    memory.llm = Garbage()
    host = Mem0Host(memory)
    if problem is None:
        assert host.add(said("I keep bees."), scope=ME) == [()]
    else:
        with pytest.raises(HostError, match=problem) as caught:
            host.add(said("I keep bees."), scope=ME)
        assert not caught.value.transient
    assert texts(host) == []


@pytest.mark.parametrize(("status", "transient"), [(429, True), (503, True), (401, False), (None, False)])
def test_a_busy_model_is_tried_again_and_a_refusing_one_is_not(
    memory: Any, status: int | None, transient: bool
) -> None:
    class RefusedError(Exception):
        status_code = status

    class Refusing:
        def generate_response(self, messages: Sequence[Mapping[str, str]], **_: object) -> str:
            raise RefusedError(json.dumps(list(messages)))

    memory.llm = Refusing()
    with pytest.raises(HostError) as caught:
        Mem0Host(memory).add(said("I keep bees."), scope=ME)
    assert str(caught.value).endswith("failed to add: the model did not answer (LLMError)")  # and no memory text
    assert caught.value.transient is transient


@pytest.mark.parametrize("error", [ConnectionResetError("I keep bees."), TimeoutError("I keep bees.")])
def test_a_broken_connection_passes(memory: Any, host: Mem0Host, error: Exception) -> None:
    memory.embedding_model.embed = Failing(memory.embedding_model.embed, error)
    with pytest.raises(HostError, match=rf"failed to add: {type(error).__name__}$") as caught:
        host.add(said("I keep bees."), scope=ME)
    assert caught.value.transient


@pytest.mark.parametrize("name", sorted(name for name in vars(exceptions) if name.endswith("Error")))
def test_no_error_of_mem0s_tells_memory_text(name: str) -> None:
    kind = getattr(exceptions, name)
    with pytest.raises(HostError) as caught, translated("mem0:qdrant:mem0", "search"):
        raise kind("I keep bees.", error_code="X")
    assert "bees" not in str(caught.value)
    assert name in str(caught.value)
    assert caught.value.transient is (name in {"RateLimitError", "NetworkError"})


def test_a_search_among_ids_is_refused_as_declared(host: Mem0Host) -> None:
    assert not host.capabilities.searches_within
    with pytest.raises(InvalidInputError, match="within: Mem0 cannot search among ids"):
        host.search("bees", scope=ME, limit=5, within=["k"])


def test_the_threshold_is_mem0s_own(memory: Any) -> None:
    host, strict = Mem0Host(memory, infer=False), Mem0Host(memory, infer=False, threshold=0.99)
    host.add(said("I keep bees."), scope=ME)
    assert len(host.search("Who has bees?", scope=ME, limit=5).memories) == 1
    assert strict.search("Who has bees?", scope=ME, limit=5).memories == ()
    assert host.search("quantum chromodynamics", scope=ME, limit=5).memories == ()


def test_the_native_answer_is_mem0s(memory: Any, host: Mem0Host) -> None:
    host.add(said("I keep bees."), scope=ME)
    native = host.search("bees", scope=ME, limit=5).native
    assert native == memory.search("bees", filters={"user_id": "acme/me"}, top_k=5)


def test_dates_are_utc(host: Mem0Host) -> None:
    [(identifier,)] = host.add(said("I keep bees.", at=NOON.astimezone(timezone(timedelta(hours=-7)))), scope=ME)
    [read] = host.get([identifier], scope=ME)
    assert (read.created_at, read.created_at and read.created_at.tzinfo) == (NOON, UTC)


def test_a_turn_that_the_model_makes_nothing_of_is_erased_from_the_log_of_raw_turns(tmp_path: Path) -> None:
    memory = offline_memory(tmp_path / "store", rewrite=lambda text: [] if "4711" in text else [text])
    with Overlay(Mem0Host(memory), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("My PIN is 4711.", scope=ME)
        overlay.remember("The PIN of Bob is 4711.", scope=BOB)
        receipt = overlay.erase(scope=ME, everything=True)
        assert (receipt.host_ids, receipt.not_erased) == ((), ())
        turns = memory.db.connection.execute("SELECT content FROM messages").fetchall()
        assert turns == [("The PIN of Bob is 4711.",)]
        assert overlay.ledger.read(ME, lambda reader: reader.outbox()) == []
    release(memory)
