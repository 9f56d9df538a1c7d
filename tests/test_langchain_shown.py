"""What the middleware shows the model: the evidence in the system message, and a short circuit in the model's place."""

from langchain_core.messages import AIMessage, SystemMessage
from pydantic import BaseModel

from langchain_atma import AtmaMiddleware
from tests.langchain_agents import ME, ShownModel, in_turn, overlay, said, thread
from tests.langchain_talks import MOVED, agent, talk, texts

# What the model is shown


def test_the_evidence_stands_at_the_end_of_the_one_system_message() -> None:
    model = ShownModel()
    talk(agent(model, AtmaMiddleware(overlay(), scope=ME), system_prompt="Be kind."), *MOVED, "Where do I live?")
    assert [type(m) for m in model.latest].count(SystemMessage) == 1
    system = model.latest[0].text
    assert system.startswith("Be kind.\n\n<memory ")
    assert '"user / home city" = "York" from "I moved to York last week."' in system


def test_without_a_system_prompt_the_evidence_is_the_system_message() -> None:
    model = ShownModel()
    talk(agent(model, AtmaMiddleware(overlay(), scope=ME)), *MOVED, "Where do I live?")
    assert model.latest[0].text.startswith("<memory ")


def test_a_system_message_of_blocks_gets_a_block() -> None:
    model = ShownModel()
    prompt = SystemMessage([{"type": "text", "text": "Be kind."}])
    talk(agent(model, AtmaMiddleware(overlay(), scope=ME), system_prompt=prompt), *MOVED, "Where do I live?")
    content = model.latest[0].content
    assert isinstance(content, list)
    assert [part["type"] for part in content if isinstance(part, dict)] == ["text", "text"]


def test_a_greeting_to_an_empty_memory_is_passed_on_as_it_is() -> None:
    model = ShownModel()
    talk(agent(model, AtmaMiddleware(overlay(), scope=ME), system_prompt="Be kind."), "Hello there!")
    assert texts(model.latest) == ["Be kind.", "Hello there!"]


def test_what_the_thread_shows_anyway_is_no_evidence() -> None:
    model = ShownModel()
    talk(agent(model, AtmaMiddleware(overlay(), scope=ME)), "The sofa came on Monday.", "When did the sofa come?")
    assert "The sofa came" not in "".join(m.text for m in model.latest if isinstance(m, SystemMessage))


# Short circuit


def test_short_circuit_answers_an_outdated_premise_without_the_model() -> None:
    model = ShownModel()
    chat = agent(model, AtmaMiddleware(overlay(), scope=ME, mode="short_circuit"))
    result = talk(chat, *MOVED, "Since I live in Leeds, which pool is near me?")
    assert len(model.calls) == 2
    told = 'You mention "Leeds", but that is no longer so; what holds now is "York".'
    assert result["messages"][-1].text == told
    assert chat.get_state(thread()).values["messages"][-1].text == told


def test_short_circuit_leaves_a_mention_that_presumes_nothing_to_the_model() -> None:
    model = ShownModel()
    chat = agent(model, AtmaMiddleware(overlay(), scope=ME, mode="short_circuit"))
    talk(chat, *MOVED, "Which train goes to Leeds?")
    assert len(model.calls) == 3


def test_short_circuit_corrects_only_what_the_message_rests_on() -> None:
    model = ShownModel()
    chat = agent(model, AtmaMiddleware(overlay(), scope=ME, mode="short_circuit"))
    talk(chat, *MOVED, "I work at Fenwick.", "I started a new job: I work at Barlow now.")
    result = talk(chat, "As I work at Fenwick, which train to Leeds should I take?")
    told = 'You mention "Fenwick", but that is no longer so; what holds now is "Barlow".'
    assert result["messages"][-1].text == told


def test_short_circuit_leaves_a_form_to_the_model() -> None:
    class Pool(BaseModel):
        name: str

    reply = AIMessage("", tool_calls=[{"name": "Pool", "args": {"name": "Yearsley"}, "id": "1", "type": "tool_call"}])
    memory, model = overlay(), ShownModel(script=in_turn(reply))
    for text in MOVED:
        memory.remember(text, scope=ME)
    chat = agent(model, AtmaMiddleware(memory, scope=ME, mode="short_circuit"), response_format=Pool)
    result = talk(chat, "Since I live in Leeds, which pool is near me?")
    assert result["structured_response"] == Pool(name="Yearsley")


def test_streams_show_a_short_circuit_and_nothing_of_the_memory_beside_it() -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, AtmaMiddleware(memory, scope=ME, mode="short_circuit"))
    talk(chat, *MOVED)
    question = said("Since I live in Leeds, which pool is near me?")
    updates = list(chat.stream(question, thread(), stream_mode="updates"))
    assert [list(update) for update in updates] == [["model"]]
    assert updates[0]["model"]["messages"][0].text.endswith('what holds now is "York".')


async def test_streamed_messages_are_those_of_the_model() -> None:
    model = ShownModel()
    chat = agent(model, AtmaMiddleware(overlay(), scope=ME))
    chunks = [c async for c in chat.astream(said("I live in Leeds."), thread(), stream_mode="messages")]
    assert [message.text for message, _ in chunks] == ["Noted. I live in Leeds."]


def test_short_circuit_does_not_answer_by_the_word_of_a_tool_alone() -> None:
    memory, model = overlay(), ShownModel()
    memory.remember("I live in Mars. I moved from Leeds to Mars.", scope=ME, origin="tool")
    chat = agent(model, AtmaMiddleware(memory, scope=ME, mode="short_circuit"))
    talk(chat, "Since I live in Leeds, which pool is near me?")
    assert len(model.calls) == 1
    assert 'UNRESOLVED premise "Leeds"' in model.latest[0].text
