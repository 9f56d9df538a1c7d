"""A memory that is serialised, copied, opened again elsewhere or shared with another."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llama_index.core")
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.memory import BaseMemory
from llama_index.core.workflow import Context

from atma_overlay import InvalidInputError, Scope
from llama_index.memory.atma import AtmaMemory
from tests.llamaindex_apps import ASKED, LEAKS, ME, Repeating, overlay_of, swept, text_of
from tests.llamaindex_threads import OUTDATED, moved, texts, user, values

pytestmark = LEAKS

__all__ = ["swept"]


async def test_a_serialised_context_brings_the_memory_back(tmp_path: Path) -> None:
    url, model = f"sqlite:///{tmp_path}/m.db", Repeating()
    agent = FunctionAgent(llm=model.llm(), tools=[])
    context = Context(agent)
    memory = AtmaMemory(ledger=url, host="memory", scope=ME)
    for said in ("I live in Lisbon.", "I moved to Berlin."):
        await agent.run(said, memory=memory, ctx=context)
    stored = json.loads(json.dumps(context.to_dict()))
    session = memory.session
    del memory, context
    restored = Context.from_dict(agent, stored)
    found: BaseMemory = await restored.store.get("memory")
    assert isinstance(found, AtmaMemory)
    assert (found.ledger, found.scope, found.session, len(found.get_all())) == (url, ME, session, 4)
    await agent.run(ASKED, ctx=restored)
    assert OUTDATED in model.last()


def test_another_process_opens_it_by_name(tmp_path: Path) -> None:
    memory = AtmaMemory(ledger=f"sqlite:///{tmp_path}/m.db", host="memory", scope=ME)
    memory.put_messages([user("I live in Lisbon."), user("I moved to Berlin."), user(ASKED)])
    program = (
        "import json, sys; from llama_index.memory.atma import AtmaMemory\n"
        "print(AtmaMemory.from_dict(json.load(sys.stdin)).get()[-1].content)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=memory.to_json(), capture_output=True, text=True, check=True,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )  # fmt: skip
    assert OUTDATED in done.stdout


async def test_an_open_overlay_is_found_again_in_its_process_and_missed_loudly_in_another() -> None:
    memory = moved()
    again = AtmaMemory.from_dict(json.loads(memory.to_json()))
    assert OUTDATED in text_of(again.get()[-1])
    elsewhere = AtmaMemory.from_dict({**memory.to_dict(), "ledger": "live:of-another-process"})
    with pytest.raises(InvalidInputError, match="was open in another process or is closed: pass ledger and host"):
        await elsewhere.aget()


def test_copies_and_pickles_share_the_overlay() -> None:
    memory = moved()
    for copied in (pickle.loads(pickle.dumps(memory)), memory.model_copy(deep=False)):
        assert OUTDATED in text_of(copied.get()[-1])


def test_two_memories_of_one_ledger_share_one_overlay(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    first, second = (AtmaMemory(ledger=url, host="memory", scope=ME) for _ in range(2))
    first.put(user("I live in Lisbon."))
    assert '"Lisbon"' in text_of(second.get("Where do I live?")[-1])
    assert first._live is second._live


def test_two_users_do_not_meet() -> None:
    overlay = overlay_of()
    mine = AtmaMemory(overlay=overlay, scope=ME)
    yours = AtmaMemory(overlay=overlay, scope=Scope(tenant="acme", user="u-43"))
    mine.put(user("I live in Lisbon."))
    yours.put(user("Where do I live?"))
    assert texts(yours.get()) == ["Where do I live?"]


def test_what_is_said_is_written_under_the_session() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME, session="s-1")
    memory.put(user("I live in Lisbon."))
    there = Scope(tenant="acme", user="u-42", session="s-1")
    elsewhere = Scope(tenant="acme", user="u-42", session="s-2")
    assert (values(memory, there), values(memory, elsewhere)) == ([("Lisbon", "active")], [])
