"""The tools: the framework's own suites, and what an agent may and may not do with them."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import BaseTool
from langchain_tests.integration_tests import ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.runtime import Runtime

from atma_overlay import InvalidInputError, Origin, Scope
from langchain_atma import AtmaRememberTool, AtmaSearchTool
from tests.langchain_agents import ME, ShownModel, in_turn, overlay, said, thread


class _Search:
    @property
    def tool_constructor(self) -> type[BaseTool]:
        return AtmaSearchTool

    @property
    def tool_constructor_params(self) -> dict[str, Any]:
        return {"overlay": overlay(), "scope": ME}

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"query": "Where do I live?"}


class _Remember(_Search):
    @property
    def tool_constructor(self) -> type[BaseTool]:
        return AtmaRememberTool

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"text": "I live in Leeds."}


class TestSearchUnit(_Search, ToolsUnitTests):
    pass


class TestSearchIntegration(_Search, ToolsIntegrationTests):
    pass


class TestRememberUnit(_Remember, ToolsUnitTests):
    pass


class TestRememberIntegration(_Remember, ToolsIntegrationTests):
    pass


def calls(name: str, **args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"call-{name}", "type": "tool_call"}])


def test_an_agent_remembers_and_searches() -> None:
    memory = overlay()
    tools = [AtmaRememberTool(overlay=memory, scope=ME), AtmaSearchTool(overlay=memory, scope=ME)]
    steps = (
        calls("remember", text="I live in Leeds."), AIMessage("Noted."),
        calls("remember", text="I moved to York."), AIMessage("Noted."),
        calls("search_memory", query="Where do I live?"), AIMessage("York."),
    )  # fmt: skip
    model = ShownModel(script=in_turn(*steps))
    agent = create_agent(model, tools, checkpointer=InMemorySaver())
    for text in ("I live in Leeds.", "I moved to York.", "Where do I live?"):
        result = agent.invoke(said(text), thread())
    answers = [m.text for m in result["messages"] if isinstance(m, ToolMessage)]
    assert answers[:2] == ["Stored.", 'Stored.\n"user / home city": replaced, applied']
    assert '= "York" from "I moved to York."' in answers[2]
    assert "Leeds" not in answers[2]


def test_what_a_tool_leaves_in_the_thread_is_json() -> None:
    memory = overlay()
    for tool, args in (
        (AtmaRememberTool(overlay=memory, scope=ME), {"text": "I live in Leeds."}),
        (AtmaSearchTool(overlay=memory, scope=ME), {"query": "Where do I live?"}),
    ):
        message = tool.invoke({"name": tool.name, "args": args, "id": "1", "type": "tool_call"})
        assert json.loads(json.dumps(message.artifact)) == message.artifact


def test_a_model_cannot_retire_what_the_user_was_heard_to_say() -> None:
    memory = overlay()
    memory.remember("I live in Leeds.", scope=ME)
    AtmaRememberTool(overlay=memory, scope=ME).invoke({"text": "I moved to York."})
    records = {record.value: record.status for record in memory.timeline(scope=ME).records}
    assert records["Leeds"] == "active"


def test_the_application_may_stand_behind_it_as_the_user() -> None:
    memory = overlay()
    memory.remember("I live in Leeds.", scope=ME)
    AtmaRememberTool(overlay=memory, scope=ME, origin=Origin.USER).invoke({"text": "I moved to York."})
    records = {record.value: record.status for record in memory.timeline(scope=ME).records}
    assert records["Leeds"] == "superseded"


def test_no_argument_of_a_model_names_a_scope() -> None:
    for tool in (AtmaRememberTool(overlay=overlay(), scope=ME), AtmaSearchTool(overlay=overlay(), scope=ME)):
        assert list(tool.args) in (["text"], ["query"])


@dataclass
class Caller:
    user_id: str


def of_the_caller(runtime: Runtime[Caller]) -> Scope:
    return Scope(tenant="acme", user=runtime.context.user_id)


def test_the_scope_may_be_told_from_the_run() -> None:
    memory = overlay()
    memory.remember("I live in Leeds.", scope=Scope(tenant="acme", user="ann"))
    model = ShownModel(script=in_turn(calls("search_memory", query="Where do I live?"), AIMessage("Leeds.")))
    agent = create_agent(model, [AtmaSearchTool(overlay=memory, scope=of_the_caller)], context_schema=Caller)
    result = agent.invoke(said("Where do I live?"), context=Caller("ann"))
    assert '"Leeds"' in result["messages"][2].text


def test_a_scope_told_from_a_run_needs_one() -> None:
    with pytest.raises(InvalidInputError, match="scope"):
        AtmaSearchTool(overlay=overlay(), scope=of_the_caller).invoke({"query": "Where do I live?"})


async def test_invoke_and_ainvoke_answer_the_same() -> None:
    memory = overlay()
    memory.remember("I live in Leeds.", scope=ME)
    tool = AtmaSearchTool(overlay=memory, scope=ME)
    blocking, awaited = tool.invoke({"query": "Where do I live?"}), await tool.ainvoke({"query": "Where do I live?"})
    assert blocking.splitlines()[1:-1] == awaited.splitlines()[1:-1]


@pytest.mark.parametrize(("name", "argument"), [("remember", "text"), ("search_memory", "query")])
@pytest.mark.parametrize("blank", ["", " ", "\n\t"])
def test_a_blank_that_a_model_passes_is_told_to_it_and_ends_no_run(name: str, argument: str, blank: str) -> None:
    memory = overlay()
    calling = AIMessage("", tool_calls=[{"name": name, "args": {argument: blank}, "id": "c", "type": "tool_call"}])
    model = ShownModel(script=in_turn(calling, AIMessage("Done.")))
    tools = [AtmaRememberTool(overlay=memory, scope=ME), AtmaSearchTool(overlay=memory, scope=ME)]
    *_, told, last = create_agent(model, tools).invoke(said("Hello."))["messages"]
    assert argument in told.content
    assert last.content == "Done."
