"""What an endpoint tells in other ways than its status, and settings as files and environments bring them."""

from __future__ import annotations

import os
import threading
import traceback
from typing import Any

import pytest

from atma_openai import OpenAIModel
from atma_overlay.errors import InvalidInputError, ModelError, ModelRefusedError
from atma_overlay.models import ModelOptions, open_model
from atma_overlay.ports.model import Message, ModelRequest
from atma_overlay.testing.model_answers import Raw, Saying, Slow, encoded
from atma_overlay.testing.model_server import ModelServer
from tests.test_forks import in_a_child

ASKED = ModelRequest((Message("user", "Where do I live?"),))


def failing(body: dict[str, Any]) -> ModelError:
    with ModelServer([Raw(encoded(body))]) as server:
        opened = OpenAIModel("small", options=ModelOptions(base_url=server.base_url, api_key="k", environment={}))
        with pytest.raises(ModelError) as caught:
            opened.complete(ASKED)
        opened.close()
    return caught.value


def broken_off(**told: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": "I l"}
    return {"choices": [{"index": 0, "finish_reason": "error", "message": message, **told}]}


@pytest.mark.parametrize(
    ("body", "transient", "words"),
    [
        ({"error": {"message": "Provider returned error", "code": 429}}, True, "asks to slow down"),
        ({"error": {"message": "Provider returned error", "code": "429"}}, True, "asks to slow down"),
        ({"error": {"code": "rate_limit_exceeded"}}, True, "asks to slow down"),
        ({"error": {"type": "overloaded_error"}, "choices": []}, True, "answered 529"),
        ({"error": {"message": "upstream", "code": 502}}, True, "answered 502"),
        (broken_off(error={"code": 503}), True, "answered 503"),
        (broken_off(), True, "answered 502"),
        ({"error": {"code": "insufficient_quota"}}, False, "quota is used up"),
        ({"error": {"code": 401}}, False, "check the API key"),
        ({"error": {"code": 402}}, False, "answered 402"),
        ({"error": {"code": 404}}, False, "no such model"),
        ({"error": {"code": "context_length_exceeded"}}, False, "longer than its context"),
        ({"error": "Unexpected endpoint or method"}, False, "check the base URL"),
        ({"error": {"message": "no", "code": 7}}, False, "check the base URL"),
        ({"error": None}, False, "check the base URL"),
    ],
)
def test_a_failure_within_a_200_is_told_as_by_its_status(body: dict[str, Any], transient: bool, words: str) -> None:
    error = failing(body)
    assert words in str(error)
    assert error.transient is transient


def test_a_filter_within_a_200_is_a_refusal() -> None:
    assert isinstance(failing({"error": {"code": "content_filter"}}), ModelRefusedError)


def test_a_completion_beside_an_empty_error_is_one() -> None:
    body = {"choices": [{"finish_reason": "stop", "message": {"content": "Leeds"}}], "error": {}}
    with ModelServer([Raw(encoded(body))]) as server:
        opened = OpenAIModel("small", options=ModelOptions(base_url=server.base_url, api_key="k", environment={}))
        assert opened.complete(ASKED).text == "Leeds"
        opened.close()


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", " ", "\t"])
def test_what_a_file_brings_along_at_the_ends_of_a_setting_is_no_part_of_it(end: str) -> None:
    with ModelServer([Saying("hello")]) as server:
        found = {
            "OPENAI_BASE_URL": server.base_url + end,
            "OPENAI_API_KEY": f"{end}sk-test{end}",
            "OPENAI_MODEL": f"local{end}",
        }
        opened = open_model("openai", options=ModelOptions(environment=found))
        assert (opened.name, opened.complete(ASKED).text) == ("openai:local", "hello")
        opened.close()
    assert server.keys == ["Bearer sk-test"]


@pytest.mark.parametrize(
    ("key", "place"), [("“sk-SECRET”", 1), ("sk-SEC\nRET", 7), ("sk-SECRETé", 10), ("sk SECRET", 3)]
)
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(key: str, place: int) -> None:
    with pytest.raises(InvalidInputError, match=f"^api_key: .* at place {place}: copy it anew$") as refused:
        open_model("openai:m", options=ModelOptions(base_url="http://localhost:1/v1", api_key=key, environment={}))
    assert "SEC" not in str(refused.value)
    azure = {"AZURE_OPENAI_ENDPOINT": "http://localhost:1", "AZURE_OPENAI_API_KEY": key, "OPENAI_API_VERSION": "1"}
    with pytest.raises(InvalidInputError, match=r"^api_key: "):
        open_model("azure:m", options=ModelOptions(environment=azure))


def test_a_header_of_ones_own_client_that_cannot_be_sent_is_told_and_not_shown() -> None:
    import openai

    with ModelServer([Saying("hello")]) as server:
        client = openai.OpenAI(base_url=server.base_url, api_key="sk-SECRET\n", max_retries=0)
        with pytest.raises(ModelError, match="a header cannot be sent") as caught:
            OpenAIModel("small", client=client).complete(ASKED)
        client.close()
    assert not caught.value.transient
    said = traceback.format_exception(caught.value)
    assert not any("Illegal header" in line for line in said)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_child_has_connections_of_its_own() -> None:
    with ModelServer(lambda body: Slow(1.0) if body["messages"][0]["content"] == "slow" else Saying("hello")) as server:
        opened = OpenAIModel("small", options=ModelOptions(base_url=server.base_url, api_key="k", environment={}))
        opened.complete(ASKED)
        client = opened._clients.blocking()
        slow = threading.Thread(target=lambda: opened.complete(ModelRequest((Message("user", "slow"),))))
        slow.start()
        with opened._clients._lock:
            assert in_a_child(lambda: opened.complete(ASKED))
        slow.join()
        assert opened._clients.blocking() is client
        opened.close()
    assert len(server.requests) == 3
