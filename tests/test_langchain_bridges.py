"""Chat models and embeddings of LangChain as the overlay's model and embedder."""

import math
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatResult
from pydantic import BaseModel, Field

from atma_overlay import InvalidInputError
from atma_overlay.errors import ModelError, ModelRefusedError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.models import ModelOptions, ask, ask_async
from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.model import AsyncModel, Finish, Message, Model, ModelRequest, Tool, ToolCall
from langchain_atma import LangChainEmbedder, LangChainModel
from tests.langchain_agents import ME, ShownModel, in_turn, overlay

HELLO = ModelRequest((Message("system", "Be brief."), Message("user", "Where do I live?")))


class Answer(BaseModel):
    """Where somebody lives."""

    city: str
    sure: bool


def answered(**fields: Any) -> AIMessage:
    call = {"name": "Answer", "args": fields, "id": "1", "type": "tool_call"}
    return AIMessage("", tool_calls=[call], usage_metadata={"input_tokens": 9, "output_tokens": 3, "total_tokens": 12})


class Limited(ShownModel):
    """A chat model with the fields that most have; it keeps their values of every call."""

    model_name: str = "small-1"
    max_tokens: int | None = None
    temperature: float | None = 0.7
    refuses_temperature: bool = False
    settings: list[tuple[int | None, float | None]] = Field(default_factory=list)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.settings.append((self.max_tokens, self.temperature))
        if self.refuses_temperature and self.temperature == 0.0:
            raise ValueError("unsupported value: 'temperature' does not support 0 with this model")
        return super()._generate(messages, stop, run_manager, **kwargs)


def test_a_request_becomes_messages_and_their_reply_a_reply() -> None:
    said = AIMessage(
        "Leeds.",
        response_metadata={"finish_reason": "stop", "model_name": "small-1-2026"},
        usage_metadata={"input_tokens": 12, "output_tokens": 2, "total_tokens": 14},
    )
    chat = ShownModel(script=in_turn(said))
    model: Model = LangChainModel(chat)
    reply = model.complete(HELLO)
    assert [(type(m), m.text) for m in chat.latest] == [
        (SystemMessage, "Be brief."),
        (HumanMessage, "Where do I live?"),
    ]
    assert (reply.text, reply.finish, reply.model) == ("Leeds.", Finish.STOP, "small-1-2026")
    assert (reply.usage.tokens_in, reply.usage.tokens_out, reply.usage.estimated) == (12, 2, False)


async def test_it_can_be_awaited() -> None:
    model: AsyncModel = LangChainModel(ShownModel(script=in_turn(AIMessage("Leeds."))))
    assert model.capabilities.asynchronous
    assert (await model.complete_async(HELLO)).text == "Leeds."


def test_tokens_that_nobody_counted_are_estimated() -> None:
    reply = LangChainModel(ShownModel(script=in_turn(AIMessage("Leeds.")))).complete(HELLO)
    assert reply.usage.estimated
    assert reply.usage.tokens_in > 0


def test_a_schema_goes_through_the_models_own_structured_output() -> None:
    chat = ShownModel(script=in_turn(answered(city="Leeds", sure=True)))
    found = ask(LangChainModel(chat), HELLO, schema=Answer)
    assert found.value == Answer(city="Leeds", sure=True)
    assert (found.usage.tokens_in, found.usage.tokens_out) == (9, 3)


async def test_a_wrong_form_is_mended_once() -> None:
    chat = ShownModel(script=in_turn(answered(city="Leeds"), answered(city="Leeds", sure=False)))
    found = await ask_async(LangChainModel(chat), HELLO, schema=Answer)
    assert found.value == Answer(city="Leeds", sure=False)
    assert "sure" in chat.latest[-1].text


def test_a_model_without_structured_output_gets_the_schema_in_words() -> None:
    model = LangChainModel(FakeListChatModel(responses=['Sure: {"city": "Leeds", "sure": true}']))
    assert not model.capabilities.tools
    assert ask(model, HELLO, schema=Answer).value == Answer(city="Leeds", sure=True)


def test_tools_are_asked_for_and_answered() -> None:
    class Place(BaseModel):
        city: str

    wanted = AIMessage("", tool_calls=[{"name": "weather", "args": {"city": "Leeds"}, "id": "c1", "type": "tool_call"}])
    chat = ShownModel(script=in_turn(wanted, AIMessage("It rains.")))
    model = LangChainModel(chat)
    tools = (Tool("weather", "The weather of a city.", Place),)
    first = model.complete(ModelRequest((Message("user", "Weather?"),), tools=tools))
    assert first.finish is Finish.CALLS
    assert first.calls == (ToolCall("c1", "weather", '{"city": "Leeds"}'),)
    history = (
        Message("user", "Weather?"),
        Message("assistant", "", first.calls),
        Message("tool", "Rain.", answers="c1"),
    )
    assert model.complete(ModelRequest(history, tools=tools)).text == "It rains."
    assert [type(m) for m in chat.latest] == [HumanMessage, AIMessage, ToolMessage]


@pytest.mark.parametrize(
    ("told", "finish"),
    [({"stop_reason": "end_turn"}, Finish.STOP), ({"stop_reason": "max_tokens"}, Finish.LENGTH),
     ({"done_reason": "length"}, Finish.LENGTH), ({"finish_reason": "MAX_TOKENS"}, Finish.LENGTH),
     ({"finish_reason": "odd"}, Finish.OTHER)],
)  # fmt: skip
def test_a_finish_is_read_whatever_a_provider_calls_it(told: dict[str, str], finish: Finish) -> None:
    chat = ShownModel(script=in_turn(AIMessage("Leeds.", response_metadata=told)))
    assert LangChainModel(chat).complete(HELLO).finish is finish


def test_room_and_temperature_are_set_on_a_copy() -> None:
    chat = Limited(script=in_turn(AIMessage("Leeds.")))
    LangChainModel(chat).complete(ModelRequest(HELLO.messages, max_tokens=50))
    assert chat.settings == [(50, 0.0)]
    assert (chat.max_tokens, chat.temperature) == (None, 0.7)


def test_a_temperature_that_is_refused_is_left_out_from_then_on() -> None:
    chat = Limited(script=in_turn(AIMessage("Leeds."), AIMessage("York.")), refuses_temperature=True)
    model = LangChainModel(chat)
    assert [model.complete(HELLO).text, model.complete(HELLO).text] == ["Leeds.", "York."]
    assert [temperature for _, temperature in chat.settings] == [0.0, 0.7, 0.7]


class RateLimitError(Exception):
    pass


class _Answered(Exception):
    def __init__(self, status: int) -> None:
        super().__init__("the words of the request")
        self.status_code = status


@pytest.mark.parametrize(
    ("error", "transient"),
    [(RateLimitError(), True), (TimeoutError(), True), (ConnectionResetError(), True), (_Answered(503), True),
     (_Answered(429), True), (_Answered(401), False), (ValueError("the words of the request"), False)],
)  # fmt: skip
def test_a_failure_says_whether_to_try_again_and_quotes_nothing(error: Exception, *, transient: bool) -> None:
    with pytest.raises(ModelError) as told:
        LangChainModel(ShownModel(script=in_turn(error))).complete(HELLO)
    assert told.value.transient is transient
    assert "the words" not in str(told.value)
    assert told.value.__cause__ is error


@pytest.mark.parametrize(
    "said",
    [AIMessage("", additional_kwargs={"refusal": "No."}), AIMessage("", response_metadata={"stop_reason": "refusal"}),
     AIMessage("", response_metadata={"finish_reason": "content_filter"})],
)  # fmt: skip
def test_a_refusal_is_told_as_one(said: AIMessage) -> None:
    with pytest.raises(ModelRefusedError):
        LangChainModel(ShownModel(script=in_turn(said))).complete(HELLO)


def test_a_model_is_named_by_its_own_name_or_yours() -> None:
    assert LangChainModel(Limited()).name == "langchain:small-1"
    assert LangChainModel(ShownModel()).name == "langchain:shown"
    assert LangChainModel(ShownModel(), name="judge").name == "judge"


def test_a_bound_model_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="chat"):
        LangChainModel(ShownModel().bind(stop=["."]))  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", ["nobody:small-1", "small-1", "openai:small-1"])
def test_a_model_that_cannot_be_opened_by_its_name_is_told(spec: str) -> None:
    with pytest.raises(InvalidInputError, match=f"langchain:{spec}"):
        LangChainModel.from_spec(spec, options=ModelOptions())


def test_embeddings_are_unit_vectors_of_one_dimension() -> None:
    embedder: Embedder = LangChainEmbedder(DeterministicFakeEmbedding(size=12))
    first, second = embedder.embed(["I live in Leeds.", "I live in York."])
    assert embedder.dimension == len(first) == 12
    assert math.isclose(math.hypot(*first), 1.0)
    assert first != second
    assert embedder.embed(["I live in Leeds."]) == [first]
    assert embedder.embed([]) == []


def test_embeddings_are_named_by_their_model() -> None:
    class Named(Embeddings):
        model = "small-3"

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [[0.0, 0.0] for _ in texts]

        def embed_query(self, text: str) -> list[float]:
            return [0.0, 0.0]

    assert LangChainEmbedder(Named()).name == "langchain:Named:small-3"
    assert LangChainEmbedder(Named(), name="mine@1").name == "mine@1"
    assert LangChainEmbedder(Named()).embed(["x"]) == [[0.0, 0.0]]


def test_a_host_searches_by_them() -> None:
    memory = overlay(MemoryHost(LangChainEmbedder(DeterministicFakeEmbedding(size=16))))
    memory.remember("The boiler is loud.", scope=ME)
    memory.remember("The kettle is new.", scope=ME)
    assert memory.recall("The kettle is new.", scope=ME).rows[0].text == "The kettle is new."


def test_what_embeds_nothing_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="embeddings"):
        LangChainEmbedder(object())  # type: ignore[arg-type]
