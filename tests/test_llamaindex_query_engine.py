"""The query engine that answers an outdated premise itself, sync and async, by what the inner model received."""

from typing import Any

import pytest
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


def test_in_shadow_mode_every_query_goes_to_the_engine() -> None:
    engine, model = engines("I live in Lisbon.", "I moved to Berlin.", mode="shadow")
    assert str(engine.query(ASKED)) == "Yes."
    assert len(model.asked) == 1


def test_the_engines_prompts_are_still_to_be_had() -> None:
    engine, _ = engines("I live in Lisbon.")
    assert any(name.startswith("engine:") for name in engine.get_prompts())


def test_what_is_no_overlay_is_refused() -> None:
    engine, _ = engines()
    with pytest.raises(InvalidInputError, match=r"^overlay: is a str: pass an Overlay or an AsyncOverlay"):
        AtmaQueryEngine(engine, overlay="x", scope=ME)  # type: ignore[arg-type]  # what is refused
