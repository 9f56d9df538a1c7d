"""Thirty turns with four changes, without the overlay and with it, on the exact messages that the model received."""

from collections.abc import Sequence
from functools import cache

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langgraph.checkpoint.memory import InMemorySaver

from atma_overlay.values.terms import terms
from langchain_atma import AtmaMiddleware
from tests.langchain_agents import ME, ShownModel, overlay, said, thread

TURNS = (
    "Hello there!",
    "I live in Leeds.",
    "What is a good way to cook rice?",
    "I work at Fenwick as a planner.",
    "How long do eggs keep?",
    "My rent is £700 a month.",
    "Which pool is near where I live?",
    "My favourite drink is coffee.",
    "Thank you, that helps.",
    "Can I afford a car with my rent?",
    "I moved to York.",
    "The new kettle is loud.",
    "And which pool is near where I live now?",
    "How do I get to work from where I live?",
    "Tell me a joke.",
    "I started a new job: I work at Barlow now.",
    "Where do I work?",
    "How do I descale a kettle?",
    "My rent went up to £760.",
    "What is my rent?",
    "Is rice good for dogs?",
    "My favourite drink is tea now.",
    "Which drink should I order?",
    "What is a sonnet?",
    "Since I live in Leeds, which library is near me?",
    "Does my rent of £700 include water?",
    "As I work at Fenwick, which bus should I take?",
    "Which city do I live in?",
    "Which drink do I like?",
    "Thank you, goodbye.",
)
CHANGES = {"Leeds": 10, "Fenwick": 15, "£700": 18, "coffee": 21}
"""Each stale value with the turn that replaces it."""
NOW = {"Leeds": "York", "Fenwick": "Barlow", "£700": "£760", "coffee": "tea"}
LABELLED = ("historical ", "transition ", "OUTDATED premise ", "You mention ")


def repeats_what_it_is_shown(messages: Sequence[BaseMessage]) -> AIMessage:
    """The line it is shown that shares most with what the user asks, the earliest of several."""
    asked = set(terms(str(messages[-1].text)))
    lines = [line for m in messages[:-1] for line in m.text.splitlines() if line and not line.endswith("?")]
    best = max(lines, key=lambda line: len(asked & set(terms(line))), default="")
    return AIMessage(best if asked & set(terms(best)) else "I do not know.")


@cache
def run(mode: str = "") -> ShownModel:
    """The conversation in one mode of the middleware, or without it."""
    model = ShownModel(script=repeats_what_it_is_shown)
    middleware = [AtmaMiddleware(overlay(), scope=ME, mode=mode)] if mode else []  # type: ignore[arg-type]
    agent = create_agent(model, [], checkpointer=InMemorySaver(), middleware=middleware)
    for turn in TURNS:
        agent.invoke(said(turn), thread())
    return model


def shown_as_current(value: str, messages: Sequence[BaseMessage]) -> list[str]:
    """The lines that show a value without saying that it is over; what the user says just now is the user's."""
    lines = [line for m in messages[:-1] for line in m.text.splitlines()]
    return [line for line in lines if value in line and not line.startswith(LABELLED)]


def test_without_the_overlay_every_stale_value_reaches_the_model() -> None:
    model = run()
    for value, turn in CHANGES.items():
        for call in model.calls[turn + 1 :]:
            assert shown_as_current(value, call), f"{value} after turn {turn}"


def test_without_the_overlay_the_model_repeats_a_stale_value() -> None:
    replies = [repeats_what_it_is_shown(call).text for call in run().calls]
    assert replies[27] == "I live in Leeds."
    assert replies[16] == "I work at Fenwick as a planner."


@pytest.mark.parametrize("mode", ["annotate", "filter", "short_circuit"])
def test_with_the_overlay_no_stale_value_reaches_the_model_as_current(mode: str) -> None:
    model = run(mode)
    heard = [call[-1].text for call in model.calls]
    for value, turn in CHANGES.items():
        after = [call for call, text in zip(model.calls, heard, strict=True) if TURNS.index(text) > turn]
        assert [shown_as_current(value, call) for call in after] == [[] for _ in after]


@pytest.mark.parametrize("mode", ["annotate", "filter"])
def test_with_the_overlay_the_model_repeats_what_holds_now(mode: str) -> None:
    model = run(mode)
    replies = [repeats_what_it_is_shown(call).text for call in model.calls]
    assert '"York"' in replies[27]
    assert "Barlow" in replies[16]
    assert "£760" in replies[19]
    assert "tea" in replies[28]


def test_with_the_overlay_an_outdated_premise_comes_with_what_holds_now() -> None:
    model = run("annotate")
    for turn, value in ((24, "Leeds"), (25, "£700"), (26, "Fenwick")):
        system = model.calls[turn][0]
        assert isinstance(system, SystemMessage)
        [told] = [line for line in system.text.splitlines() if line.startswith("OUTDATED premise ")]
        assert told.startswith(f'OUTDATED premise "{value}": no longer true, what holds now is "{NOW[value]}"')


def test_short_circuit_never_calls_the_model_on_an_outdated_premise() -> None:
    model = run("short_circuit")
    assert [turn for turn in TURNS if turn not in [call[-1].text for call in model.calls]] == [*TURNS[24:27]]


def test_what_never_changed_is_shown_as_it_was_said() -> None:
    model = run("filter")
    users = [m.text for m in model.calls[-1] if isinstance(m, HumanMessage)]
    assert users == [turn for turn in TURNS if not any(value in turn for value in CHANGES)]
