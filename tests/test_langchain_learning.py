"""What the middleware learns from a thread, and how often."""

from typing import Any

import pytest
from langchain.agents.middleware import (
    HumanInTheLoopMiddleware,
    SummarizationMiddleware,
)
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError
from langgraph.types import Command

from langchain_atma import AtmaMiddleware
from tests.langchain_agents import ME, ShownModel, in_turn, overlay, thread
from tests.langchain_talks import MOVED, agent, calls_weather, talk, texts, values, weather


def test_a_turn_is_learnt_before_the_model_is_called_so_an_error_loses_nothing() -> None:
    memory, model = overlay(), ShownModel(script=in_turn(RuntimeError("down"), AIMessage("Hi.")))
    chat = agent(model, AtmaMiddleware(memory, scope=ME))
    with pytest.raises(RuntimeError, match="down"):
        talk(chat, "I live in Leeds.")
    assert values(memory) == [("Leeds", "active")]


def test_a_turn_is_learnt_though_the_recursion_limit_ends_the_run() -> None:
    memory, model = overlay(), ShownModel(script=lambda _: calls_weather("Leeds"))
    chat = agent(model, AtmaMiddleware(memory, scope=ME), tools=[weather])
    with pytest.raises(GraphRecursionError):
        talk(chat, "I live in Leeds.", config={**thread(), "recursion_limit": 4})
    assert values(memory) == [("Leeds", "active")]


def test_a_short_answer_is_learnt_by_what_the_agent_had_asked() -> None:
    memory, model = overlay(), ShownModel(script=in_turn(AIMessage("Noted. Where do you live now?"), AIMessage("Hi.")))
    talk(agent(model, AtmaMiddleware(memory, scope=ME)), "I live in Leeds.", "York, since May.")
    assert values(memory) == [("Leeds", "superseded"), ("York", "active")]


def test_a_turn_is_learnt_once_however_often_its_thread_is_replayed() -> None:
    memory, model = overlay(), ShownModel()
    talk(agent(model, AtmaMiddleware(memory, scope=ME)), "I live in Leeds.", "Hello.", "Hello.")
    assert len(memory.host.page(scope=ME).memories) == 3


def test_another_instance_learns_nothing_twice() -> None:
    memory, model, saver = overlay(), ShownModel(), InMemorySaver()
    talk(agent(model, AtmaMiddleware(memory, scope=ME), checkpointer=saver), "I live in Leeds.")
    talk(agent(model, AtmaMiddleware(memory, scope=ME), checkpointer=saver), "Hello.")
    assert len(memory.host.page(scope=ME).memories) == 2


def test_without_a_checkpointer_a_history_under_new_ids_is_learnt_once() -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, AtmaMiddleware(memory, scope=ME), checkpointer=None)
    history: list[BaseMessage] = []
    for text in (*MOVED, "Where do I live?"):
        history = [*history, HumanMessage(text)]
        history = [*history, chat.invoke({"messages": history})["messages"][-1]]
        history = [type(m)(m.text) for m in history]
    assert values(memory) == [("Leeds", "superseded"), ("York", "active")]
    assert len(memory.host.page(scope=ME).memories) == 3


def test_without_a_checkpointer_the_end_of_a_history_is_learnt_once() -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, AtmaMiddleware(memory, scope=ME), checkpointer=None)
    history: list[BaseMessage] = []
    for text in ("Hello.", *MOVED, "The kettle is loud.", "The cat is old.", "The sofa is red."):
        history = [type(m)(m.text) for m in history][-4:]
        history = [*history, HumanMessage(text)]
        history = [*history, chat.invoke({"messages": history})["messages"][-1]]
    assert len(memory.host.page(scope=ME).memories) == 6


def test_a_thread_that_was_there_before_is_learnt_in_its_order() -> None:
    memory, model, saver = overlay(), ShownModel(), InMemorySaver()
    talk(agent(model, checkpointer=saver), *MOVED)
    talk(agent(model, AtmaMiddleware(memory, scope=ME), checkpointer=saver), "Where do I live?")
    assert dict(values(memory)) == {"Leeds": "superseded", "York": "active"}
    assert "I live in Leeds." not in texts(model.latest)


def test_what_was_erased_is_not_learnt_again_from_a_thread_that_still_has_it() -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, AtmaMiddleware(memory, scope=ME))
    talk(chat, "I live in Leeds.", "Hello.")
    [record] = memory.timeline(scope=ME).records
    memory.erase(scope=ME, record_id=record.id)
    talk(chat, "Good day.")
    assert values(memory) == []


def test_the_assistant_states_nothing() -> None:
    memory, model = overlay(), ShownModel(script=lambda _: AIMessage("You live in Paris. I live in Rome."))
    talk(agent(model, AtmaMiddleware(memory, scope=ME)), "Hello.", "Hello again.")
    assert memory.timeline(scope=ME).records == ()


def test_a_summary_is_not_learnt_and_its_stale_sentences_are_left_out() -> None:
    memory = overlay()
    summary = AIMessage("The user says: I live in Leeds. The user likes swimming.")
    summariser = SummarizationMiddleware(
        ShownModel(script=lambda _: summary), trigger=("messages", 5), keep=("messages", 2)
    )
    model = ShownModel()
    chat = agent(model, summariser, AtmaMiddleware(memory, scope=ME))
    talk(chat, "I live in Leeds.", "Hello.", "I moved to York last week.", "Where do I live?")
    assert values(memory) == [("Leeds", "superseded"), ("York", "active")]
    [seen] = [m.text for m in model.latest if "likes swimming" in m.text]
    assert "Leeds" not in seen
    assert "York" in seen


def test_a_run_that_is_resumed_is_shown_the_evidence_too() -> None:
    memory = overlay()
    for text in MOVED:
        memory.remember(text, scope=ME)
    model = ShownModel(script=in_turn(calls_weather("York"), AIMessage("It rains.")))
    chat = agent(model, HumanInTheLoopMiddleware({"weather": True}), AtmaMiddleware(memory, scope=ME), tools=[weather])
    paused = talk(chat, "What is the weather where I live?")
    assert paused["__interrupt__"]
    chat.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread())
    assert '"user / home city" = "York"' in model.calls[0][0].text
    assert model.calls[1][0].text == model.calls[0][0].text


def test_what_is_said_with_the_resumption_is_learnt() -> None:
    memory, model = overlay(), ShownModel(script=in_turn(calls_weather("York"), AIMessage("It rains.")))
    chat = agent(model, HumanInTheLoopMiddleware({"weather": True}), AtmaMiddleware(memory, scope=ME), tools=[weather])
    talk(chat, "What is the weather?")
    told: Command[Any] = Command(
        resume={"decisions": [{"type": "approve"}]}, update={"messages": [HumanMessage("I live in Leeds.", id="late")]}
    )
    chat.invoke(told, thread())
    assert values(memory) == [("Leeds", "active")]
