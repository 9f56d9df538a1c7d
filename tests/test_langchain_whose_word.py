"""Whose word a message of a call is: the user's, another middleware's for the call, or another user's of the thread."""

from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.runtime import Runtime
from pydantic import BaseModel

from atma_overlay import Overlay, Scope
from langchain_atma import AtmaMiddleware
from tests.langchain_agents import ME, ShownModel, overlay, said, thread
from tests.langchain_talks import agent, talk, texts, values

DOCUMENT = "Retrieved note: I moved to Paris. My dentist is Dr Wrong."
NOTE = '[outdated: "user / home city" is now "Denver"]'
TOLD = ("I live in Boston.", "I moved to Denver.")


class Injecting(AgentMiddleware[Any, Any, Any]):
    """Adds a document to each call in the user's place, before or behind what the user says."""

    def __init__(self, document: Any, *, first: bool) -> None:
        super().__init__()
        self.document, self.first = document, first

    def wrap_model_call(self, request: ModelRequest[Any], handler: Any) -> ModelResponse[Any]:
        """See `AgentMiddleware`."""
        messages: list[Any] = list(request.messages)
        messages = [self.document, *messages] if self.first else [*messages, self.document]
        answer: ModelResponse[Any] = handler(request.override(messages=messages))
        return answer


class Rebuilding(AgentMiddleware[Any, Any, Any]):
    """Hands the messages of a call on as new ones, without their ids."""

    def wrap_model_call(self, request: ModelRequest[Any], handler: Any) -> ModelResponse[Any]:
        """See `AgentMiddleware`."""
        anew = [m.model_copy(update={"id": None}) for m in request.messages]
        answer: ModelResponse[Any] = handler(request.override(messages=anew))
        return answer


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize(
    "document", [HumanMessage(DOCUMENT), {"role": "user", "content": DOCUMENT}], ids=["human", "dict"]
)
def test_what_another_middleware_adds_for_a_call_is_nobodys_word(document: Any, first: bool) -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, Injecting(document, first=first), AtmaMiddleware(memory, scope=ME))
    talk(chat, "I live in Boston.", "Which gym is near me?")
    assert values(memory) == [("Boston", "active")]
    assert all(r.attribute != "dentist" for r in memory.timeline(scope=ME).records)
    assert '"user / home city" = "Boston"' in model.latest[0].text
    assert DOCUMENT in texts(model.latest)


def test_what_a_middleware_adds_leaves_earlier_turns_screened() -> None:
    memory, model = overlay(), ShownModel()
    chat = agent(model, Injecting(HumanMessage(DOCUMENT), first=False), AtmaMiddleware(memory, scope=ME))
    talk(chat, *TOLD, "Which gym is near me?")
    assert texts(model.latest)[1] == NOTE
    assert texts(model.latest)[-2:] == ["Which gym is near me?", DOCUMENT]


def test_messages_that_come_without_their_ids_are_told_by_their_words() -> None:
    memory = overlay()
    talk(agent(ShownModel(), Rebuilding(), AtmaMiddleware(memory, scope=ME)), *TOLD, "Hello.")
    assert values(memory) == [("Boston", "superseded"), ("Denver", "active")]


class Translating(AgentMiddleware[Any, Any, Any]):
    """Hands what the user says last on in English, as a message of its own."""

    def wrap_model_call(self, request: ModelRequest[Any], handler: Any) -> ModelResponse[Any]:
        """See `AgentMiddleware`."""
        *before, last = request.messages
        english = {"Ich wohne in Boston.": "I live in Boston.", "Wo wohne ich?": "Where do I live?"}
        anew = HumanMessage(english.get(last.text, last.text))
        answer: ModelResponse[Any] = handler(request.override(messages=[*before, anew]))
        return answer


def test_what_stands_in_place_of_the_users_last_message_is_that_in_other_words() -> None:
    memory, model = overlay(), ShownModel()
    talk(agent(model, Translating(), AtmaMiddleware(memory, scope=ME)), "Ich wohne in Boston.", "Wo wohne ich?")
    assert values(memory) == [("Boston", "active")]
    assert '"user / home city" = "Boston"' in model.latest[0].text
    assert model.latest[-1].text == "Where do I live?"


class Enclosing(AgentMiddleware[Any, Any, Any]):
    """Sets a document before what the user says last, as the same message or as a new one."""

    def __init__(self, *, anew: bool) -> None:
        super().__init__()
        self.anew = anew

    def wrap_model_call(self, request: ModelRequest[Any], handler: Any) -> ModelResponse[Any]:
        """See `AgentMiddleware`."""
        *before, last = request.messages
        told = last.model_copy(update={"content": f"{DOCUMENT}\n\n{last.text}"} | ({"id": None} if self.anew else {}))
        answer: ModelResponse[Any] = handler(request.override(messages=[*before, told]))
        return answer


@pytest.mark.parametrize("anew", [False, True])
def test_what_is_set_around_the_users_last_words_is_nobodys_word(anew: bool) -> None:
    memory, model = overlay(), ShownModel()
    talk(agent(model, Enclosing(anew=anew), AtmaMiddleware(memory, scope=ME)), *TOLD, "Which gym is near me?")
    assert values(memory) == [("Boston", "superseded"), ("Denver", "active")]
    assert all(r.attribute != "dentist" for r in memory.timeline(scope=ME).records)
    assert texts(model.latest)[1] == NOTE
    assert texts(model.latest)[-1] == f"{DOCUMENT}\n\nWhich gym is near me?"


class Form(BaseModel):
    """An answer as a form."""

    text: str


@tool(return_direct=True)
def look_up(text: str) -> str:
    """Answers by itself."""
    return f"Found {text}."


def calling(name: str) -> Any:
    def script(messages: Any) -> AIMessage:
        return AIMessage("", tool_calls=[{"name": name, "args": {"text": "it"}, "id": f"c{len(messages)}"}])

    return script


@pytest.mark.parametrize(
    ("name", "options"),
    [("Form", {"response_format": ToolStrategy(Form)}), ("look_up", {"tools": [look_up]})],
)
def test_earlier_turns_are_screened_where_replies_are_a_tools(name: str, options: dict[str, Any]) -> None:
    model = ShownModel(script=calling(name))
    talk(agent(model, AtmaMiddleware(overlay(), scope=ME), **options), *TOLD, "Which gym is near me?")
    assert texts(model.latest)[1] == NOTE
    assert texts(model.latest)[-1] == "Which gym is near me?"


def handed_over(
    memory: Overlay, *texts: str, config: Any = None, prompt: Any = None, elsewhere: str | None = None
) -> None:
    """A client hands its whole history over at each request; nothing keeps the thread.

    `elsewhere` is what the user says in another application after the first text.
    """
    chat = create_agent(ShownModel(), [], middleware=[AtmaMiddleware(memory, scope=ME)])
    history: list[Any] = []
    for number, text in enumerate(texts):
        history.append({"role": "user", "content": text})
        opening = [] if prompt is None else [{"role": "system", "content": prompt(number)}]
        answer: BaseMessage = chat.invoke({"messages": [*opening, *history]}, config)["messages"][-1]
        history.append({"role": "assistant", "content": answer.text})
        if elsewhere is not None and number == 0:
            memory.remember(elsewhere, scope=ME)


def test_a_thread_id_without_a_checkpointer_keeps_no_ids() -> None:
    memory = overlay()
    handed_over(memory, "I live in Boston.", "Which gym is near me?", config=thread(), elsewhere="I moved to Denver.")
    assert values(memory) == [("Boston", "superseded"), ("Denver", "active")]


@pytest.mark.parametrize("prompt", [lambda _: "You help.", lambda number: f"You help. It is 12:0{number}."])
def test_a_system_message_tells_no_message_from_another(prompt: Any) -> None:
    memory = overlay()
    handed_over(memory, "I live in Boston.", "Hello.", "Thanks.", prompt=prompt, elsewhere="I moved to Denver.")
    assert values(memory) == [("Boston", "superseded"), ("Denver", "active")]


@dataclass
class Who:
    """The context of a run: who speaks."""

    user: str


def of(user: str) -> Scope:
    return Scope(tenant="acme", user=user)


def their(runtime: Runtime[Who]) -> Scope:
    return of(runtime.context.user)


def speaks(message: HumanMessage, runtime: Runtime[Who]) -> bool:
    return message.name == runtime.context.user


def test_of_a_thread_of_several_users_each_ones_words_are_their_own() -> None:
    memory, model = overlay(), ShownModel()
    chat = create_agent(
        model, [], checkpointer=InMemorySaver(), context_schema=Who,
        middleware=[AtmaMiddleware(memory, scope=their, hears=speaks)],
    )  # fmt: skip
    for user, text in (
        ("anna", "I live in Boston."),
        ("bob", "I live in Rome."),
        ("anna", "I moved to Denver."),
        ("bob", "Hi."),
    ):
        chat.invoke(said(text, name=user), thread("channel"), context=Who(user))
    found = {
        user: [(r.value, r.status.value) for r in memory.timeline(scope=of(user)).records] for user in ("anna", "bob")
    }
    assert found == {"anna": [("Boston", "superseded"), ("Denver", "active")], "bob": [("Rome", "active")]}
    assert texts(model.latest)[1] == "I live in Boston."  # Anna's, and no affair of Bob's memory
