"""The public face refuses what cannot be used, with the field and the remedy; and its names are these."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import atma_overlay
from atma_overlay import (
    AsyncOverlay,
    InvalidInputError,
    LedgerError,
    NotFoundError,
    Overlay,
    Scope,
    Turn,
)
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.signatures import typed
from tests.dated_worlds import FIRST, ME, World, applied, opened
from tests.overlay_worlds import LATER

NAIVE = datetime(2024, 1, 1)  # noqa: DTZ001 - naive on purpose


@pytest.mark.parametrize(
    ("call", "field", "remedy"),
    [
        (lambda o: o.remember("Hi.", scope=ME, observed_at=NAIVE), "observed_at", "aware"),
        (lambda o: o.remember("Hi.", scope=ME, observed_at="2024-01-01"), "observed_at", "aware datetime"),
        (lambda o: o.recall("Hi?", scope=ME, valid_at="2024-01-01"), "valid_at", "aware datetime"),
        (lambda o: o.timeline(scope=ME, known_at=1_700_000_000), "known_at", "aware datetime"),
        (lambda o: o.forget("rec_1", scope=ME, observed_at="today"), "observed_at", "aware datetime"),
        (lambda o: o.remember("", scope=ME), "text", "leave the turn out"),
        (lambda o: o.remember([], scope=ME), "turns", "at least one"),
        (lambda o: o.remember("Hi.", scope=ME, role="wizard"), "role", "user, assistant, system, tool"),
        (lambda o: o.remember("Hi.", scope=ME, origin="rumour"), "origin", "user, tool, document, agent"),
        (lambda o: o.remember("Hi.", scope=ME, observed_at=LATER + timedelta(days=900)), "observed_at", "future"),
        (lambda o: o.remember([Turn(text="Hi.")], scope=ME, key="k"), "key", "each turn its own"),
        (lambda o: o.remember([Turn(text="Hi."), Turn(text=" ")], scope=ME), "turns[1].text", "leave the turn out"),
        (lambda o: o.remember("Hi.", scope={"tenant": "a", "user": "b"}), "scope", "Scope(tenant="),
        (lambda o: o.recall("", scope=ME), "query", "pass what the agent was asked"),
        (lambda o: o.recall("Hi?", scope=ME, limit=0), "limit", "between 1 and 200"),
        (lambda o: o.recall("Hi?", scope=ME, limit=201), "limit", "between 1 and 200"),
        (lambda o: o.recall("Hi?", scope=ME, max_tokens=0), "max_tokens", "positive"),
        (lambda o: o.recall("Hi?", scope=ME, view="sideways"), "view", "current, historical, change, neutral"),
        (lambda o: o.recall("Hi?", scope=ME, valid_at=NAIVE), "valid_at", "aware"),
        (lambda o: o.recall("Hi?", scope=ME, known_at=NAIVE), "known_at", "aware"),
        (lambda o: o.recall("Hi?", scope=ME, known_at=LATER + timedelta(days=900)), "known_at", "future"),
        (lambda o: o.recall("Hi?", scope=ME, now=NAIVE), "now", "aware"),
        (lambda o: o.timeline(scope=ME, known_at=NAIVE), "known_at", "aware"),
        (lambda o: o.correct("rec_1", " ", scope=ME), "value", "forget"),
        (lambda o: o.correct("rec_1", "x" * 20_001, scope=ME), "value", "longer than 20000 characters"),
        (lambda o: o.forget(" ", scope=ME), "what", "words"),
        (lambda o: o.forget("rec_1", scope=ME, observed_at=LATER + timedelta(days=900)), "observed_at", "future"),
        (lambda o: o.undo("tr_1", scope=ME, by=" "), "by", "name the person"),
        (lambda o: o.erase(scope=ME), "erase", "exactly one"),
        (lambda o: o.erase(scope=ME, record_id="rec_1", everything=True), "erase", "exactly one"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_with_the_field_and_the_remedy(call: Any, field: str, remedy: str) -> None:
    world = World()
    with pytest.raises(InvalidInputError) as refused:
        call(world.overlay)
    assert refused.value.field == field
    assert remedy in str(refused.value)
    assert world.timeline().revision == 0


@pytest.mark.parametrize("part", [{"mode": "dry"}, {"on_error": "ignore"}, {"ledger": "postgres://x"}])
def test_a_part_that_does_not_exist_is_refused(part: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        Overlay(MemoryHost(), **{"ledger": "memory://", **part})


@pytest.mark.parametrize(
    ("ledger", "told"),
    [
        ("", "ledger: is empty: pass 'memory://', 'sqlite:///PATH' or"),
        (":memory:", "ledger: ':memory:' is no URL: pass 'memory://', 'sqlite:///PATH' or"),
        ("notes.db", "ledger: 'notes.db' is no URL: pass 'memory://', 'sqlite:///PATH' or"),
        ("mysql://me:hunter2@h/d", "ledger: 'mysql' is no known kind: pass 'memory://', 'sqlite:///PATH' or"),
        (Path("x.db"), "ledger: is a PosixPath: pass a text or an open ledger (or its URL, e.g. 'sqlite:///memory"),
    ],
)
def test_a_ledger_that_no_url_names_is_refused_with_the_form_of_one(ledger: Any, told: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        Overlay(MemoryHost(), ledger=ledger)
    assert str(refused.value).startswith(told)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("made", [Overlay, AsyncOverlay])
@pytest.mark.parametrize(
    ("given", "options", "told"),
    [
        ((MemoryHost(),), {"ledgr": "memory://"}, "got an unexpected keyword argument 'ledgr'; did you mean 'ledger'?"),
        ((MemoryHost(),), {"vectors": 3}, "got an unexpected keyword argument 'vectors'"),
        ((MemoryHost(), "memory://"), {}, "too many positional arguments"),
        ((), {"ledger": "memory://"}, "missing a required argument: 'host'"),
    ],
)
def test_an_option_that_there_is_none_of_is_told_of_what_was_made(
    made: Any, given: Any, options: Any, told: str
) -> None:
    with pytest.raises(TypeError) as refused:
        made(*given, **options)
    assert str(refused.value) == f"{made.__name__}() {told}"


def test_an_error_of_types_within_a_call_is_its_own() -> None:
    @typed
    def adds(number: int) -> None:
        "1" + number  # type: ignore[operator]  # on purpose

    with pytest.raises(TypeError, match="can only concatenate str"):
        adds(1)


@pytest.mark.parametrize("part", ["tenant", "user", "agent", "session"])
def test_a_part_of_a_scope_is_a_text_and_no_bytes(part: str) -> None:
    for value in (b"u", bytearray(b"u"), 7):
        with pytest.raises(InvalidInputError, match=rf"^scope\.{part}: is .*: pass a text$"):
            Scope(**{"tenant": "acme", "user": "u-1", part: value})  # type: ignore[arg-type]  # on purpose


def test_a_turn_s_text_is_passed_by_its_name() -> None:
    with pytest.raises(InvalidInputError, match=r"^text: is passed by its name: Turn\(text=…\)$"):
        Turn("I live in Leeds.")  # type: ignore[call-arg]  # on purpose


@pytest.mark.parametrize("user", ["", " ", "*", "u*", "%", " u", "u\n", "u\u200b", "x" * 257])
def test_a_scope_names_exactly_one_owner(user: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        Scope(tenant="acme", user=user)
    assert refused.value.field == "scope.user"


def test_the_public_names_are_these() -> None:
    assert atma_overlay.__all__ == [
        "AsyncOverlay", "AtmaError", "ConflictError", "EraseReceipt", "Explanation", "HostError", "InvalidInputError",
        "Kind", "Label", "LedgerCorruptError", "LedgerError", "Lexicon", "MissingExtraError", "NotFoundError", "Origin",
        "Overlay", "Packet", "Premise", "PremiseVerdict", "Proposal", "PruneReceipt", "RestoreReceipt", "Row", "Scope",
        "StateRecord", "Status", "Timeline", "TransitionRecord", "Turn", "View", "WriteReceipt", "__version__",
        "forget_texts",
    ]  # fmt: skip
    assert all(hasattr(atma_overlay, name) for name in atma_overlay.__all__)


@pytest.mark.parametrize("url", ["memory://", "sqlite:"])
def test_half_a_character_is_taken_as_a_question_mark_in_every_act(url: str) -> None:
    with opened(url) as world:
        world.overlay.remember("I live in Porto.", scope=ME, observed_at=FIRST)
        (record,) = world.timeline().records
        world.overlay.correct(record.id, "Sa\ud800ntos", scope=ME)
        assert "Sa?ntos" in [r.value for r in world.timeline().records]
        with pytest.raises(NotFoundError):
            world.overlay.forget("\ud800", scope=ME)
        world.overlay.remember("I moved to York.", scope=ME)
        (change, *_) = [t for t in applied(world.timeline()) if t.to_value == "York"]
        world.overlay.undo(change.id, scope=ME, by="A\ud800da")
        told = world.overlay.ledger.read(ME, lambda r: r.transition(change.id))
        assert told is not None
        assert told.latest.by == "person:A?da"


def test_a_name_whose_bytes_no_index_takes_beside_its_owner_s_is_refused_on_every_ledger() -> None:
    wide, name = Scope(tenant="\U00020000" * 256, user="\U00020000" * 256), "\U00020000" * 300
    overlay = Overlay(MemoryHost(), ledger="memory://")
    with pytest.raises(InvalidInputError, match=r"^name: is too long to be looked up, with its tenant and user: pass"):
        overlay.remember("I live in Leeds.", scope=wide, name=name, observed_at=FIRST)
    for scope, called in ((wide, "\U00020000" * 60), (ME, name)):
        assert overlay.remember("I live in Leeds.", scope=scope, name=called, observed_at=FIRST).observation_ids


@pytest.mark.parametrize("url", ["memory://", "sqlite:"])
def test_a_name_or_a_key_that_another_ledger_could_not_keep_is_refused_by_its_own_name_on_each(url: str) -> None:
    with opened(url) as world:
        with pytest.raises(InvalidInputError, match=r"^name: is longer than 300 characters: pass a name, not a text$"):
            world.overlay.remember("I live in Porto.", scope=ME, name="x" * 301)
        with pytest.raises(
            InvalidInputError, match=r"^turns\[1\].key: is of 3000 characters, too long to be looked up"
        ):
            world.overlay.remember([Turn(text="I live in Porto."), Turn(text="So.", key="k" * 3000)], scope=ME)
        assert world.timeline().records == ()
        world.overlay.remember("I live in Porto.", scope=ME, name="x" * 300, key="k" * 2000)
        assert len(world.timeline().records) == 1


@pytest.mark.parametrize("key", ["", " \n"])
def test_a_blank_key_is_refused_since_no_retry_would_be_known_by_it(key: str) -> None:
    with opened("memory://") as world:
        with pytest.raises(InvalidInputError, match=r"^key: is empty: pass an id of the utterance, or None$"):
            world.overlay.remember("I live in Porto.", scope=ME, key=key)
        with pytest.raises(InvalidInputError, match=r"^turns\[1\].key: is empty"):
            world.overlay.remember([Turn(text="I live in Porto."), Turn(text="So.", key=key)], scope=ME)
        assert world.timeline().records == ()


CALLS = (
    lambda o: o.recall("Where do I live?", scope=ME), lambda o: o.remember("I live in Leeds.", scope=ME),
    lambda o: o.timeline(scope=ME), lambda o: o.review(scope=ME), lambda o: o.backfill(scope=ME),
)  # fmt: skip


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
@pytest.mark.parametrize("call", CALLS, ids=["recall", "remember", "timeline", "review", "backfill"])
def test_a_closed_overlay_refuses_every_call_and_passes_nothing_through(kind: str, call: Any, tmp_path: Path) -> None:
    ledger = open_ledger("memory://") if kind == "memory" else f"sqlite:///{tmp_path}/l.db"
    overlay = Overlay(MemoryHost(), ledger=ledger)
    overlay.close()
    with pytest.raises(LedgerError, match="the overlay is closed: open it again"):
        call(overlay)
    overlay.close()


def test_a_closed_overlay_that_is_awaited_refuses_likewise() -> None:
    async def recalled() -> None:
        overlay = AsyncOverlay(MemoryHost(), ledger="memory://")
        await overlay.close()
        await overlay.recall("Where do I live?", scope=ME)

    with pytest.raises(LedgerError, match="the overlay is closed: open it again"):
        asyncio.run(recalled())
