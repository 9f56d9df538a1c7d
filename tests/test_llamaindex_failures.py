"""What goes wrong around the memory of LlamaIndex's agents, and what of it the application hears."""

import asyncio
import threading
from typing import Any

import pytest

pytest.importorskip("llama_index.core")
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from atma_overlay import InvalidInputError, LedgerError, Overlay
from atma_overlay.hosts.memory import MemoryHost
from llama_index.memory.atma import AtmaMemory
from llama_index.postprocessor.atma import AtmaPostprocessor
from llamaindex_atma import connection
from tests.llamaindex_apps import ASKED, LEAKS, ME, Repeating, overlay_of, swept, text_of
from tests.llamaindex_threads import OUTDATED, Held, assistant, moved, texts, user, values
from tests.stuck_host import StuckHost

pytestmark = LEAKS

__all__ = ["swept"]

HALF = "\ud83d"
"""Half an emoji, as a text has it that was cut at a number of UTF-16 units."""


def over(ledger: Any, on_error: Any) -> Overlay:
    return Overlay(MemoryHost(), ledger=ledger, on_error=on_error)


@pytest.mark.parametrize("on_error", ["pass_through", "raise"])
def test_a_ledger_that_fails_passes_the_thread_through_or_raises_as_asked(on_error: str) -> None:
    ledger = Held()
    memory = moved(overlay=over(ledger, on_error))
    with ledger.held("read"):
        if on_error == "raise":
            with pytest.raises(LedgerError):
                memory.get()
        else:
            shown = texts(memory.get())
            assert shown[0] == "I live in Lisbon."
            assert "could not be checked in full" in shown[-1]


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("whole", [False, True])
async def test_what_cannot_be_written_stays_in_the_thread_and_is_remembered_later(awaited: bool, whole: bool) -> None:
    ledger = Held()
    memory, message = AtmaMemory(overlay=over(ledger, "pass_through"), scope=ME), user("I live in Lisbon.")
    with ledger.held("write"):
        if whole:
            await memory.aset([message]) if awaited else memory.set([message])
        else:
            await memory.aput(message) if awaited else memory.put(message)
    assert (memory.get_all(), values(memory)) == ([message], [])
    memory.set(memory.get_all())
    assert values(memory) == [("Lisbon", "active")]


@pytest.mark.parametrize("awaited", [False, True])
async def test_what_cannot_be_written_is_raised_where_that_is_asked_and_then_in_no_thread(awaited: bool) -> None:
    ledger = Held()
    memory, message = AtmaMemory(overlay=over(ledger, "raise"), scope=ME), user("I live in Lisbon.")
    with ledger.held("write"), pytest.raises(LedgerError):
        await memory.aput(message) if awaited else memory.put(message)
    assert memory.get_all() == []


async def test_an_agent_runs_while_the_ledger_is_held(caplog: pytest.LogCaptureFixture) -> None:
    ledger = Held()
    memory = AtmaMemory(overlay=over(ledger, "pass_through"), scope=ME)
    with ledger.held("write"):
        await FunctionAgent(llm=Repeating(answer="Fine.").llm(), tools=[]).run("I live in Lisbon.", memory=memory)
    assert texts(memory.get_all()) == ["I live in Lisbon.", "Fine."]
    assert "the memory is passed over: LedgerError" in caplog.text


def test_wrong_use_is_told_whatever_is_passed_through() -> None:
    overlay = overlay_of()
    memory = AtmaMemory(overlay=overlay, scope=ME)
    overlay.close()
    with pytest.raises(Exception, match="closed"):
        memory.put(user("I live in Lisbon."))


@pytest.mark.parametrize("call", ["aput", "aput an answer", "aset", "aget", "areset"])
async def test_ledger_and_host_are_opened_off_the_event_loop(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turned, waits = threading.Event(), list[bool]()
    opened = connection._opened

    def slowly(ledger: str, host: str) -> Any:
        waits.append(turned.wait(timeout=5))
        return opened(ledger, host)

    monkeypatch.setattr(connection, "_opened", slowly)
    memory = AtmaMemory(ledger="memory://", scope=ME)
    asyncio.get_running_loop().call_later(0.01, turned.set)
    calls = {
        "aput": lambda: memory.aput(user("I live in Lisbon.")),
        "aput an answer": lambda: memory.aput(assistant("Hello.")),
        "aset": lambda: memory.aset([user("I live in Lisbon.")]),
        "aget": lambda: memory.aget("Where do I live?"),
        "areset": memory.areset,
    }
    await calls[call]()
    assert waits == ([] if call == "areset" else [True])


def test_what_cannot_be_opened_is_raised_whatever_is_passed_through() -> None:
    memory = AtmaMemory.from_dict({**moved().to_dict(), "ledger": "live:of-another-process"})
    with pytest.raises(InvalidInputError, match="pass ledger and host"):
        memory.put(user("I live in Lisbon."))


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("whole", [False, True])
async def test_a_thread_goes_on_before_a_slow_host_has_what_was_put(awaited: bool, whole: bool) -> None:
    host = StuckHost()
    overlay = overlay_of(host=host)
    memory, message = AtmaMemory(overlay=overlay, scope=ME, wait=False), user("I live in Lisbon.")
    if whole:
        await memory.aset([message]) if awaited else memory.set([message])
    else:
        await memory.aput(message) if awaited else memory.put(message)
    assert (values(memory), held(overlay)) == ([("Lisbon", "active")], [])
    host.free.set()
    overlay._behind.wait_for(ME, seconds=20)
    assert held(overlay) == ["I live in Lisbon."]


def held(overlay: Overlay) -> list[str]:
    return [memory.text for memory in overlay.executor.host.page(scope=ME, cursor=None).memories]


def test_half_a_surrogate_pair_in_a_thread_or_a_question_is_read_as_a_question_mark() -> None:
    memory = AtmaMemory(overlay=overlay_of(on_error="raise"), scope=ME)
    memory.put_messages([user(f"I live in Lisbon. {HALF}"), assistant(f"{HALF} You live in Lisbon. {HALF} Fine.")])
    memory.put_messages([user("I moved to Berlin."), user(f"{ASKED} {HALF}")])
    shown = texts(memory.get())
    assert shown[1] == f'{HALF} [outdated: "user / home city" is now "Berlin"] {HALF} Fine.'
    assert OUTDATED in shown[-1]
    assert shown[-1].endswith(f"{ASKED} {HALF}")
    assert len(shown) == 4
    assert texts(memory.get_all())[3] == f"{ASKED} {HALF}"


def test_half_a_surrogate_pair_in_a_node_stays_where_it_is() -> None:
    overlay = overlay_of("I live in Lisbon.", "I moved to Berlin.", on_error="raise")
    node = NodeWithScore(node=TextNode(text=f"{HALF} The user lives in Lisbon. Lisbon is warm {HALF}."), score=0.5)
    answer = AtmaPostprocessor(overlay=overlay, scope=ME).postprocess_nodes([node], QueryBundle(f"{ASKED} {HALF}"))
    assert '"Berlin"' in answer[0].text
    assert answer[1].text.endswith(f"Lisbon is warm {HALF}.")


def test_an_appointment_is_mended_in_the_chats_own_session_by_a_memory_that_is_made_anew() -> None:
    overlay, history = overlay_of(), list[Any]()
    for said in ("My appointment is on Monday.", "No wait, it's Tuesday."):
        memory = AtmaMemory.from_defaults(overlay=overlay, scope=ME, session="chat-7", chat_history=history)
        memory.put(user(said))
        history = [*memory.get_all(), assistant("Noted.")]
    assert values(memory) == [("Monday", "corrected"), ("Tuesday", "active")]


def test_a_question_that_tells_a_change_is_not_answered_by_what_was_so_before() -> None:
    memory = AtmaMemory(overlay=overlay_of("I live in Lisbon."), scope=ME)
    assert memory.get("I moved to Berlin. Which gym is near me?") == []
    assert '"Lisbon"' in text_of(memory.get("Which gym is near me?")[0])
    assert values(memory) == [("Lisbon", "active")]
