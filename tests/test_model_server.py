"""The scripted server answers over HTTP as the protocol has it."""

import http.client
import json
from typing import Any

from atma_overlay.testing.model_answers import Failing, Refusing, Saying
from atma_overlay.testing.model_server import ModelServer


def posted(server: ModelServer, path: str = "/v1/chat/completions") -> tuple[int, dict[str, Any]]:
    host = server.base_url.removeprefix("http://").removesuffix("/v1")
    connection = http.client.HTTPConnection(host, timeout=5)
    try:
        body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "hello"}]})
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_answers_come_in_order_and_the_last_one_repeats() -> None:
    with ModelServer([Saying("one"), Saying("two")]) as server:
        said = [posted(server)[1]["choices"][0]["message"]["content"] for _ in range(3)]
    assert said == ["one", "two", "two"]
    assert len(server.requests) == 3


def test_a_tool_is_asked_for_as_the_protocol_has_it() -> None:
    with ModelServer([Saying(None, tools=(("read_file", "{}"),))]) as server:
        choice = posted(server)[1]["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["tool_calls"][0]["function"] == {"name": "read_file", "arguments": "{}"}


def test_a_refusal_has_no_content() -> None:
    with ModelServer([Refusing("no")]) as server:
        message = posted(server)[1]["choices"][0]["message"]
    assert (message["content"], message["refusal"]) == (None, "no")


def test_a_failure_has_its_status_and_code() -> None:
    with ModelServer([Failing(429, "slow down", code="rate_limit_exceeded")]) as server:
        status, body = posted(server)
    assert (status, body["error"]["code"]) == (429, "rate_limit_exceeded")


def test_another_address_is_not_found() -> None:
    with ModelServer([Saying("one")]) as server:
        assert posted(server, "/v1/embeddings")[0] == 404
    assert server.requests == []


def test_a_function_may_answer_by_the_request() -> None:
    with ModelServer(lambda body: Saying(body["messages"][0]["content"].upper())) as server:
        assert posted(server)[1]["choices"][0]["message"]["content"] == "HELLO"
