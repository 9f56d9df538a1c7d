"""How the middleware hears a thread: as the model reads it, in its own session, and on whose word."""

import logging
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain.agents.middleware import (
    ModelCallLimitMiddleware,
    ModelRequest,
    ModelResponse,
    PIIMiddleware,
    wrap_model_call,
)
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.store.memory import InMemoryStore

from atma_overlay import AsyncOverlay, InvalidInputError, Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import Origin
from langchain_atma import AtmaMemory, AtmaMiddleware, AtmaRememberTool, AtmaStore
from langchain_atma.messages import keys_of
from tests.langchain_agents import ME, Hourly, ShownModel, in_turn, overlay, said, thread
from tests.langchain_talks import MOVED, agent, talk, texts, values
from tests.stuck_host import StuckHost


def held(memory: Overlay | AsyncOverlay) -> list[str]:
    return [m.text for m in memory.executor.host.page(scope=ME, cursor=None).memories]


def records(memory: Overlay, attribute: str) -> list[tuple[str, str]]:
    return [(r.value, r.status.value) for r in memory.timeline(scope=ME).records if r.attribute == attribute]


# As the model reads it


@pytest.mark.parametrize("last", [True, False])
def test_what_a_middleware_takes_out_of_a_message_is_not_learnt_wherever_it_is_listed(*, last: bool) -> None:
    memory, model = overlay(), ShownModel()
    both = [PIIMiddleware("email", strategy="redact"), AtmaMiddleware(memory, scope=ME)]
    talk(agent(model, *(both if last else both[::-1])), "My email is ann@example.org.", "My rent is £700.")
    assert held(memory) == ["My email is [REDACTED_EMAIL].", "My rent is £700."]


def test_what_is_taken_out_for_one_call_is_neither_learnt_then_nor_with_the_next_turn() -> None:
    @wrap_model_call
    def discreet(request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]) -> Any:
        shown = [m.model_copy(update={"content": m.text.replace("hunter2", "…")}) for m in request.messages]
        return handler(request.override(messages=shown))

    memory = overlay()
    chat = agent(ShownModel(), discreet, AtmaMiddleware(memory, scope=ME))
    talk(chat, "My password is hunter2.", "I live in Leeds.", "Hello.")
    assert held(memory) == ["My password is ….", "I live in Leeds.", "Hello."]


def test_a_note_of_one_instance_is_nothing_that_the_user_said_to_another() -> None:
    mine, ours = overlay(), overlay()
    both = (AtmaMiddleware(mine, scope=ME, name="mine"), AtmaMiddleware(ours, scope=ME, name="ours"))
    talk(agent(ShownModel(), *both), *MOVED, "Hello.")
    assert held(mine) == held(ours) == [*MOVED, "Hello."]


def test_what_never_reached_the_model_is_learnt_with_what_does() -> None:
    memory, model, stopped = overlay(), ShownModel(), [False]

    class Stopping(ModelCallLimitMiddleware):
        def before_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
            return {"jump_to": "end"} if stopped[0] else None

    chat = agent(model, Stopping(run_limit=9), AtmaMiddleware(memory, scope=ME))
    stopped[0] = True
    talk(chat, "I live in Leeds.")
    assert held(memory) == []
    stopped[0] = False
    talk(chat, "Hello.")
    assert held(memory) == ["I live in Leeds.", "Hello."]


def test_one_turn_is_one_write_however_often_the_model_is_called() -> None:
    memory = overlay()
    model = ShownModel(script=in_turn(*(AIMessage("", tool_calls=[call(n)]) for n in "ab"), AIMessage("Done.")))
    talk(agent(model, AtmaMiddleware(memory, scope=ME), tools=[ring]), "I live in Leeds.")
    assert len(model.calls) == 3
    assert memory.timeline(scope=ME).revision == 2  # the turn, and that the host has it


@tool
def ring(name: str) -> str:
    """Rings."""
    return f"{name} rang."


def call(name: str) -> Any:
    return {"name": "ring", "args": {"name": name}, "id": f"call-{name}", "type": "tool_call"}


# Threads


@pytest.mark.parametrize("name", [1, uuid.UUID(int=7), "one", " any * thread ", "long " * 100])
def test_a_thread_is_known_by_whatever_its_id_is(name: Any) -> None:
    memory = Overlay(MemoryHost(), ledger="memory://")
    chat = agent(ShownModel(), AtmaMiddleware(memory, scope=ME))
    talk(chat, "I live in Leeds.", "My rent is £700.", "No wait, it's £760.", config=thread(name))
    assert values(memory) == [("Leeds", "active")]
    assert records(memory, "rent") == [("£700", "corrected"), ("£760", "active")]


def test_a_short_correction_mends_what_was_said_in_its_own_thread() -> None:
    memory = Overlay(MemoryHost(), ledger="memory://")
    chat = agent(ShownModel(), AtmaMiddleware(memory, scope=ME))
    talk(chat, "My budget is $500.", config=thread("a"))
    talk(chat, "My rent is $900.", config=thread("b"))
    talk(chat, "No wait, it's $600.", config=thread("a"))
    assert records(memory, "budget") == [("$500", "corrected"), ("$600", "active")]
    assert records(memory, "rent") == [("$900", "active")]


def test_what_is_taken_back_was_said_in_its_own_thread() -> None:
    memory = Overlay(MemoryHost(), ledger="memory://")
    chat = agent(ShownModel(), AtmaMiddleware(memory, scope=ME))
    talk(chat, "My gym is Pulse.", config=thread("a"))
    talk(chat, "I live in Leeds.", config=thread("b"))
    talk(chat, "Forget I said that.", config=thread("a"))
    assert records(memory, "gym") == [("Pulse", "retracted")]
    assert values(memory) == [("Leeds", "active")]


def test_what_changes_in_one_thread_is_known_in_every_other() -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, AtmaMiddleware(memory, scope=ME))
    for name, text in zip("abc", (*MOVED, "Where do I live?"), strict=True):
        talk(chat, text, config=thread(name))
    assert values(memory) == [("Leeds", "superseded"), ("York", "active")]
    assert '"user / home city" = "York"' in model.latest[0].text


def test_a_session_that_the_scope_names_stays_the_session() -> None:
    memory, named = overlay(), Scope(tenant="acme", user="me", session="desk")
    talk(agent(ShownModel(), AtmaMiddleware(memory, scope=named)), "I live in Leeds.", config=thread("a"))
    assert values(memory, named) == [("Leeds", "active")]
    assert values(memory, Scope(tenant="acme", user="me", session="a")) == []


def test_a_thread_from_before_its_sessions_is_learnt_once() -> None:
    memory, message = overlay(), HumanMessage("I live in Leeds.", id="1")
    [key] = keys_of([message], thread="t1")
    memory.remember(message.text, scope=ME, key=key)
    chat = agent(ShownModel(), AtmaMiddleware(memory, scope=ME))
    chat.invoke({"messages": [message, HumanMessage("Hello.", id="2")]}, thread())
    assert held(memory) == ["I live in Leeds.", "Hello."]


# Without a thread, one message a request


def asks(memory: Overlay, *texts: str, **options: Any) -> None:
    for text in texts:
        agent(ShownModel(), AtmaMiddleware(memory, scope=ME, **options), checkpointer=None).invoke(said(text))


def test_what_is_said_again_after_something_else_is_said_anew() -> None:
    memory = overlay()
    asks(memory, "I live in Leeds.", "I live in York now.", "I live in Leeds.", "I live in York now.")
    assert [state for _, state in values(memory)] == ["superseded", "superseded", "superseded", "active"]
    assert [value for value, _ in values(memory)] == ["Leeds", "York", "Leeds", "York"]


def test_a_request_that_is_sent_again_is_learnt_once() -> None:
    memory = overlay()
    asks(memory, "I live in Leeds.", "I live in Leeds.", "I live in York now.", "I live in York now.")
    asks(memory, "I live in Leeds.", "I live in Leeds.")
    assert held(memory) == ["I live in Leeds.", "I live in York now.", "I live in Leeds."]


def test_what_a_tool_wrote_meanwhile_makes_no_retry_a_new_message() -> None:
    memory = overlay()
    remembers = {"name": "remember", "args": {"text": "I live in York."}, "id": "1", "type": "tool_call"}
    for _ in range(2):
        model = ShownModel(script=in_turn(AIMessage("", tool_calls=[remembers]), AIMessage("Done.")))
        chat = agent(
            model, AtmaMiddleware(memory, scope=ME), tools=[AtmaRememberTool(overlay=memory, scope=ME)],
            checkpointer=None,
        )  # fmt: skip
        chat.invoke(said("I live in Leeds."))
    assert held(memory).count("I live in Leeds.") == 1


def test_what_is_said_in_a_stored_thread_makes_no_retry_a_new_message() -> None:
    memory = overlay()
    asks(memory, "I live in Leeds.")
    talk(agent(ShownModel(), AtmaMiddleware(memory, scope=ME)), "I moved to York last week.")
    asks(memory, "I live in Leeds.")
    assert dict(values(memory)) == {"Leeds": "superseded", "York": "active"}


def test_a_history_that_is_sent_again_to_be_answered_anew_is_learnt_once() -> None:
    memory = overlay()
    chat = agent(ShownModel(), AtmaMiddleware(memory, scope=ME), checkpointer=None)
    history: list[BaseMessage] = [HumanMessage("Hello."), AIMessage("Hi."), HumanMessage("I live in Leeds.")]
    chat.invoke({"messages": history})
    asks(memory, "I live in York now.")
    chat.invoke({"messages": [type(m)(m.text) for m in history]})
    assert dict(values(memory)) == {"Leeds": "superseded", "York": "active"}


def test_dates_tell_a_message_that_is_sent_again_from_one_that_is_said_again() -> None:
    memory, days = overlay(), datetime(2025, 1, 1, tzinfo=UTC)
    chat = agent(
        ShownModel(),
        AtmaMiddleware(memory, scope=ME, dated=lambda m: days + timedelta(days=m.additional_kwargs["day"])),
        checkpointer=None,
    )
    for day, text in enumerate(("I live in Leeds.", "I live in York now.", "I live in Leeds.")):
        chat.invoke(said(text, additional_kwargs={"day": day}))
    for day, text in enumerate(("I live in Leeds.", "I live in York now.", "I live in Leeds.")):
        chat.invoke(said(text, additional_kwargs={"day": day}))
    assert values(memory) == [("Leeds", "superseded"), ("York", "superseded"), ("Leeds", "active")]
    assert len(held(memory)) == 3


# Whose word it is


def delegating(memory: Overlay, **options: Any) -> list[tuple[str, str]]:
    memory.remember("I live in Leeds.", scope=ME)
    sub = agent(ShownModel(), AtmaMiddleware(memory, scope=ME, name="sub", **options), checkpointer=None)

    @tool
    def research(task: str) -> str:
        """Hands a task on."""
        return str(sub.invoke(said(task))["messages"][-1].text)

    task = {"name": "research", "args": {"task": "I moved to York. Find a gym."}, "id": "1", "type": "tool_call"}
    model = ShownModel(script=in_turn(AIMessage("", tool_calls=[task]), AIMessage("Done.")))
    talk(agent(model, AtmaMiddleware(memory, scope=ME), tools=[research]), "Find me a gym.")
    return [(value, state) for value, state in values(memory) if value == "Leeds"]


def test_what_a_model_writes_to_a_sub_agent_retires_nothing_on_a_lower_word() -> None:
    assert delegating(overlay()) == [("Leeds", "superseded")]
    assert delegating(overlay(), origin=Origin.TOOL) == [("Leeds", "active")]
    assert delegating(overlay(), origin=Origin.AGENT) == [("Leeds", "active")]


def test_a_sub_agent_that_learns_nothing_is_shown_the_evidence() -> None:
    memory, model = overlay(), ShownModel()
    for text in MOVED:
        memory.remember(text, scope=ME)
    talk(agent(model, AtmaMiddleware(memory, scope=ME, learns=False)), "Since I live in Leeds, which pool is near?")
    assert 'OUTDATED premise "Leeds"' in model.latest[0].text
    assert held(memory) == list(MOVED)


def test_an_overlay_of_its_own_is_opened_with_the_same_settings(tmp_path: Any) -> None:
    ledger = f"sqlite:///{tmp_path / 'memory.db'}"
    for options, kept in (({"learns": False}, []), ({"origin": Origin.AGENT, "wait": False}, [])):
        middleware = AtmaMiddleware.open(ledger, scope=ME, **options)
        talk(agent(ShownModel(), middleware), "I live in Leeds.")
        assert isinstance(middleware.overlay, Overlay)
        assert values(middleware.overlay) == kept
        middleware.overlay.close()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"max_tokens": 0}, "max_tokens: 0 admits nothing: pass a positive number, or None"),
        ({"max_tokens": -1}, "max_tokens: -1 admits nothing"),
        ({"name": ""}, "name: is empty: name the instance"),
        ({"name": "  "}, "name: is empty"),
        ({"origin": "tool"}, "origin: is a str: pass"),
        ({"learns": "no"}, "learns: is a str: pass"),
        ({"wait": None}, "wait: is None: pass"),
    ],
)
def test_what_cannot_be_used_is_refused_when_it_is_made(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^{told}"):
        AtmaMiddleware(overlay(), scope=ME, **wrong)


# What no ledger takes


def by_its_stamp(message: BaseMessage) -> datetime | None:
    stamp = message.additional_kwargs.get("stamp")
    return None if stamp is None else datetime.fromisoformat(stamp)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            HumanMessage("I live in Rome.", additional_kwargs={"stamp": "2031-01-01T00:00:00+00:00"}),
            "lies in the future",
        ),
        (HumanMessage("I live in Rome.", name="n" * 400), "name: is longer than 300 characters"),
    ],
)
def test_a_message_that_no_ledger_takes_is_passed_on_and_its_thread_goes_on(
    message: HumanMessage, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, AtmaMiddleware(memory, scope=ME, dated=by_its_stamp))
    caplog.set_level(logging.WARNING, logger="langchain_atma")
    chat.invoke({"messages": [HumanMessage("I live in Leeds."), message]}, thread())
    assert texts(model.latest)[-1] == "I live in Rome."
    assert told in caplog.text
    assert "Rome" not in caplog.text
    caplog.clear()
    talk(chat, "I moved to York last week.")
    assert told in caplog.text
    caplog.clear()
    talk(chat, "Where do I live?")
    assert caplog.text == ""
    assert values(memory) == [("Leeds", "superseded"), ("York", "active")]


@pytest.mark.parametrize(
    ("returned", "told"),
    [(datetime(2025, 1, 1), "returned 2025-01-01T00:00:00, without a time zone"), ("now", "returned a str")],  # noqa: DTZ001 - what is refused
)
def test_a_function_that_tells_no_instant_is_named(returned: Any, told: str) -> None:
    chat = agent(ShownModel(), AtmaMiddleware(overlay(), scope=ME, dated=lambda _: returned))
    with pytest.raises(InvalidInputError, match=f"^dated: {told}"):
        talk(chat, "I live in Leeds.")


def test_a_hook_that_fails_is_told_and_nothing_is_passed_over() -> None:
    def redact(text: str) -> str:
        raise OSError(text)

    memory = Overlay(MemoryHost(), ledger="memory://", redact=redact)
    with pytest.raises(InvalidInputError, match=r"^redact: raised OSError"):
        talk(agent(ShownModel(), AtmaMiddleware(memory, scope=ME)), "I live in Leeds.")


# Without waiting for the host


@pytest.mark.parametrize("kind", [Overlay, AsyncOverlay])
@pytest.mark.parametrize("awaited", [False, True])
async def test_the_model_is_called_before_a_slow_host_has_taken_what_was_said(kind: Any, *, awaited: bool) -> None:
    host = StuckHost()
    memory = kind(host, ledger="memory://", clock=Hourly())
    chat = agent(ShownModel(), AtmaMiddleware(memory, scope=ME, wait=False))
    if awaited:
        await chat.ainvoke(said("I live in Leeds."), thread())
    else:
        chat.invoke(said("I live in Leeds."), thread())
    assert held(memory) == []
    host.free.set()
    memory._behind.wait_for(ME, seconds=20)
    assert held(memory) == ["I live in Leeds."]


def test_a_classic_memory_keeps_an_exchange_before_a_slow_host_has_it() -> None:
    host = StuckHost()
    memory = overlay(host)
    kept = AtmaMemory(overlay=memory, scope=ME, wait=False)
    kept.save_context({"input": "I live in Leeds."}, {"output": "Noted."})
    assert held(memory) == []
    host.free.set()
    memory._behind.wait_for(ME, seconds=20)
    assert held(memory) == ["I live in Leeds."]


def test_a_store_answers_before_a_slow_host_has_what_was_put() -> None:
    host = StuckHost()
    memory = overlay(host)
    store = AtmaStore(InMemoryStore(), overlay=memory, scope=lambda _: ME, wait=False)
    store.put(("me",), "home", {"text": "I live in Leeds."})
    assert held(memory) == []
    host.free.set()
    memory._behind.wait_for(ME, seconds=20)
    assert held(memory) == ["I live in Leeds."]
