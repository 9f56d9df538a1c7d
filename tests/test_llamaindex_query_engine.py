"""The query engine that answers an outdated premise itself, sync and async, by what the inner model received."""

from typing import Any

import pytest
from llama_index.core.base.response.schema import AsyncStreamingResponse, Response, StreamingResponse
from llama_index.core.chat_engine import CondenseQuestionChatEngine
from llama_index.core.query_engine import RetrieverQueryEngine

from atma_overlay.errors import InvalidInputError
from llama_index.retrievers.atma import AtmaRetriever
from llamaindex_atma import AtmaQueryEngine
from tests.llamaindex_apps import ASKED, LEAKS, ME, Repeating, overlay_of, swept

__all__ = ["swept"]
pytestmark = LEAKS


def engines(*said: str, **options: Any) -> tuple[AtmaQueryEngine, Repeating]:
    overlay, model = overlay_of(*said, **options), Repeating(answer="Yes.")
    inner = RetrieverQueryEngine.from_args(AtmaRetriever(overlay, scope=ME), llm=model.llm())
    return AtmaQueryEngine(inner, overlay=overlay, scope=ME), model


@pytest.mark.parametrize("awaited", [False, True])
async def test_an_outdated_premise_is_answered_without_the_model(awaited: bool) -> None:
    engine, model = engines("I live in Lisbon.", "I moved to Berlin.")
    answer = await engine.aquery(ASKED) if awaited else engine.query(ASKED)
    assert str(answer) == 'You mention "Lisbon", but that is no longer so; what holds now is "Berlin".'
    assert answer.source_nodes
    assert model.asked == []


@pytest.mark.parametrize("awaited", [False, True])
async def test_a_premise_that_holds_and_a_plain_question_go_to_the_engine(awaited: bool) -> None:
    engine, model = engines("I live in Lisbon.")
    for query in (ASKED, "Where do I live?"):
        answer = await engine.aquery(query) if awaited else engine.query(query)
        assert str(answer) == "Yes."
    assert len(model.asked) == 2


STREAMED = 'You mention "Lisbon", but that is no longer so; what holds now is "Berlin".'


def streaming(own: bool | None = None, *, inner: bool = True) -> AtmaQueryEngine:
    overlay = overlay_of("I live in Lisbon.", "I moved to Berlin.")
    engine = RetrieverQueryEngine.from_args(
        AtmaRetriever(overlay, scope=ME), llm=Repeating(answer="Yes.").llm(), streaming=inner
    )
    return AtmaQueryEngine(engine, overlay=overlay, scope=ME, streaming=own)


async def test_where_the_engine_streams_its_own_answers_are_streamed() -> None:
    answer = streaming().query(ASKED)
    assert isinstance(answer, StreamingResponse)
    assert list(answer.response_gen) == [STREAMED]
    assert answer.source_nodes
    awaited = await streaming().aquery(ASKED)
    assert isinstance(awaited, AsyncStreamingResponse)
    assert [part async for part in awaited.async_response_gen()] == [STREAMED]
    assert awaited.source_nodes


def test_whether_its_answers_are_streamed_can_be_said() -> None:
    assert isinstance(streaming(False).query(ASKED), Response)
    assert isinstance(streaming(True, inner=False).query(ASKED), StreamingResponse)
    router = AtmaQueryEngine(streaming(), overlay=overlay_of("I live in Lisbon.", "I moved to Berlin."), scope=ME)
    assert isinstance(router.query(ASKED), Response)


def test_a_chat_engine_around_it_streams() -> None:
    chat = CondenseQuestionChatEngine.from_defaults(query_engine=streaming(), llm=Repeating(answer="x").llm())
    assert "".join(chat.stream_chat(ASKED).response_gen) == STREAMED


def test_in_shadow_mode_every_query_goes_to_the_engine() -> None:
    engine, model = engines("I live in Lisbon.", "I moved to Berlin.", mode="shadow")
    assert str(engine.query(ASKED)) == "Yes."
    assert len(model.asked) == 1


def test_the_engines_prompts_are_still_to_be_had() -> None:
    engine, _ = engines("I live in Lisbon.")
    assert any(name.startswith("engine:") for name in engine.get_prompts())


def test_what_admits_nothing_is_refused() -> None:
    engine, _ = engines()
    with pytest.raises(InvalidInputError, match=r"^limit: 0 is not between 1 and "):
        AtmaQueryEngine(engine, overlay=overlay_of(), scope=ME, limit=0)
    with pytest.raises(InvalidInputError, match=r"^max_tokens: 0 admits nothing: pass a positive number, or None"):
        AtmaRetriever(overlay_of(), scope=ME, max_tokens=0)


def test_what_is_no_overlay_is_refused() -> None:
    engine, _ = engines()
    with pytest.raises(InvalidInputError, match=r"^overlay: is a str: pass an Overlay or an AsyncOverlay"):
        AtmaQueryEngine(engine, overlay="x", scope=ME)  # type: ignore[arg-type]  # what is refused
