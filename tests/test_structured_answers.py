"""Answers in a form: found in what stands around them, repaired once where they are wrong, and never guessed."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from atma_overlay.errors import ModelAnswerError
from atma_overlay.models import ask, ask_async
from atma_overlay.ports.model import Message, ModelRequest
from atma_overlay.testing.scripted_model import ScriptedModel


class City(BaseModel):
    """A city."""

    name: str


class Cities(BaseModel):
    """Cities; there may be none."""

    cities: tuple[City, ...] = ()


LEEDS = City(name="Leeds")


def asked() -> ModelRequest:
    return ModelRequest((Message("user", "Where do I live?"),))


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Leeds"}',
        '```json\n{"name": "Leeds"}\n```',
        'Sure! Here it is: {"name": "Leeds"} Anything else?',
        '<think>{"name": "York"}? No.</think>{"name": "Leeds"}',
        '{"name": "York"}? No.</think>{"name": "York"}? No.</think> {"name": "Leeds"}',
        '<think>it printed </think>, so {"name": "York"}? {"name": </think>\n```json\n{"name": "Leeds"}\n```',
        '```json\n{"name": "Leeds"}\n``` with {this} it fits',
        'Of {Leeds, York}: {"name": "Leeds"}',
        '[{"name": "Leeds"}]',
        '{"town": "York"}\n{"name": "Leeds"}',
        '{"name": "Leeds"} and again {"name": "Leeds"}',
    ],
)
def test_an_answer_is_found_in_what_stands_around_it(text: str) -> None:
    model = ScriptedModel([text])
    assert ask(model, asked(), schema=City).value == LEEDS
    assert len(model.requests) == 1


@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "Here: {}", "<think>So Leeds.</think>{}"])
def test_an_end_of_a_thought_that_an_answer_quotes_ends_nothing(around: str) -> None:
    printed = City(name="it printed </think> {} in Leeds")
    model = ScriptedModel([around.replace("{}", printed.model_dump_json(), 1)])
    assert ask(model, asked(), schema=City).value == printed
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"cities": [{"name": "Leeds"}, {"name": "Yo',
        '```json\n{"cities": [{"name": "Leeds"}, {"name": "Yo',
        'Here: {"cities": [{"name": "Leeds"}, {"name": "Yo',
        '{"cities": [{"name": "printed </think> {} and',
        '{\'cities\': [{"name": "Leeds"}]}',
        'Here: {cities: [{"name": "Leeds"}]}',
        '{ // one\n"cities": [{"name": "Leeds"}]}',
        '<think>{"cities": []}? Or {"cities": [{"name": "Yo',
        '<think>{"cities": []} it is</think>',
        '{"cities": []} or {"cities": [{"name": "York"}]}',
    ],
)
def test_neither_a_part_of_a_broken_answer_nor_a_thought_nor_one_of_two_is_the_answer(text: str) -> None:
    model = ScriptedModel([text, Cities(cities=(LEEDS,))])
    assert ask(model, asked(), schema=Cities).value == Cities(cities=(LEEDS,))
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    "text", ["{" * 200_000, '{"' * 100_000, '{"</think>' * 50_000, "</think>{" * 50_000, "{}" * 100_000, "{x}" * 50_000]
)
def test_a_long_answer_of_no_use_is_seen_to_be_so_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ModelAnswerError):
        ask(ScriptedModel([text, text]), asked(), schema=City)
    assert time.process_time() - start < 2


def test_a_wrong_answer_is_repaired_once_with_its_faults_and_the_schema_in_words() -> None:
    model = ScriptedModel(['{"city": "Leeds"}', LEEDS])
    answered = ask(model, asked(), schema=City)
    assert answered.value == LEEDS
    assert answered.usage.completions == 2
    repair = model.requests[1].messages
    assert [message.role for message in repair] == ["user", "assistant", "user"]
    assert "name: Field required" in repair[2].text
    assert '"properties"' in repair[2].text


def test_an_empty_answer_is_repaired_without_an_empty_message() -> None:
    model = ScriptedModel(["", LEEDS])
    assert ask(model, asked(), schema=City).value == LEEDS
    assert [message.role for message in model.requests[1].messages] == ["user", "user"]


def test_there_is_no_third_try() -> None:
    model = ScriptedModel(["no", "no", LEEDS])
    with pytest.raises(ModelAnswerError, match="does not fit City, nor does its repair"):
        ask(model, asked(), schema=City)
    assert len(model.requests) == 2


async def test_the_awaited_round_is_the_same() -> None:
    model = ScriptedModel(["no", LEEDS])
    assert (await ask_async(model, asked(), schema=City)).value == LEEDS
    assert len(model.requests) == 2


@given(st.text() | st.from_regex(r'\{"name":.*', fullmatch=True))
def test_garbage_is_a_wrong_answer_and_nothing_worse(text: str) -> None:
    model = ScriptedModel([text, text])
    with suppress(ModelAnswerError):
        assert isinstance(ask(model, asked(), schema=City).value, City)
    assert len(model.requests) <= 2


def test_deep_nesting_is_a_wrong_answer() -> None:
    text = '{"name":' * 100_000 + "}" * 100_000
    with pytest.raises(ModelAnswerError):
        ask(ScriptedModel([text, text]), asked(), schema=City)
