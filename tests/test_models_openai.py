"""The adapter over real HTTP through the real SDK: what endpoints do, and what a caller is told."""

import asyncio
from time import monotonic
from traceback import walk_tb
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from atma_openai import AzureOpenAIModel, OpenAIModel
from atma_openai.failures import rules, translated
from atma_openai.replies import NoCompletion, Refusal, from_completion
from atma_overlay.errors import InvalidInputError, MissingExtraError, ModelAnswerError, ModelError, ModelRefusedError
from atma_overlay.models import ModelOptions, RetryingModel, RetryPolicy, ask, ask_async, model_names, open_model
from atma_overlay.ports.model import Finish, Message, ModelRequest, Tool, ToolCall, Usage
from atma_overlay.testing.model_answers import Broken, Failing, Raw, Refusing, Saying, ScriptedAnswer, Slow
from atma_overlay.testing.model_server import ModelServer

SECRET = "the user takes 40 mg of Thrynexol"


class Verdict(BaseModel):
    """A verdict."""

    ruling: Literal["keep", "stale"]
    reason: str = ""


class Path(BaseModel):
    """Where to read."""

    path: str


def asked(text: str = SECRET) -> ModelRequest:
    return ModelRequest((Message("system", "Be brief."), Message("user", text)), max_tokens=64)


def options(server: ModelServer, *, timeout_seconds: float = 5.0) -> ModelOptions:
    return ModelOptions(base_url=server.base_url, api_key="sk-test", timeout_seconds=timeout_seconds, environment={})


def model(server: ModelServer, *, timeout_seconds: float = 5.0) -> OpenAIModel:
    return OpenAIModel("small", options=options(server, timeout_seconds=timeout_seconds))


def completing(*script: ScriptedAnswer, timeout_seconds: float = 5.0) -> tuple[Any, list[dict[str, Any]]]:
    """What the model replies, or the error it raises, and what reached the server."""
    with ModelServer(script) as server:
        opened = model(server, timeout_seconds=timeout_seconds)
        try:
            return opened.complete(asked()), server.requests
        except ModelError as error:
            return error, server.requests
        finally:
            opened.close()


def test_a_completion_carries_its_text_and_its_tokens() -> None:
    reply, requests = completing(Saying("Noted.", usage=(31, 4)))
    assert (reply.text, reply.finish, reply.usage) == ("Noted.", Finish.STOP, Usage(31, 4, 1))
    assert requests[0]["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": SECRET},
    ]
    assert (requests[0]["model"], requests[0]["temperature"], requests[0]["max_tokens"]) == ("small", 0.0, 64)


def test_the_key_travels_as_the_protocol_has_it() -> None:
    with ModelServer([Saying("hello")]) as server:
        opened = model(server)
        opened.complete(asked())
        opened.close()
    assert server.keys == ["Bearer sk-test"]


def test_tokens_are_estimated_where_the_endpoint_does_not_count_them() -> None:
    reply, _ = completing(Saying("12345678", usage=None))
    assert reply.usage.estimated
    assert reply.usage.tokens_out == 2


def test_a_cut_off_answer_says_so() -> None:
    reply, _ = completing(Saying("The user", finish="length"))
    assert reply.finish is Finish.LENGTH


@pytest.mark.parametrize(
    ("answer", "transient", "words"),
    [
        (Failing(429, "slow down"), True, "slow down"),
        (Failing(429, "no money", code="insufficient_quota"), False, "quota"),
        (Failing(500), True, "500"),
        (Failing(503), True, "503"),
        (Failing(529), True, "529"),
        (Failing(401), False, "key"),
        (Failing(403), False, "key"),
        (Failing(404), False, "no such model"),
        (Failing(400, f"bad: {SECRET}"), False, "400"),
        (Failing(400, "maximum context length is 8192", code="context_length_exceeded"), False, "context"),
        (Failing(418), False, "418"),
        (Broken(), True, "broke off"),
        (Raw(b'{"id": "x", "choi'), True, "broke off"),
        (Raw(b"<html>welcome</html>", "text/html"), False, "/v1"),
        (Raw(b"{}"), False, "/v1"),
        (Raw(b'{"choices": []}'), False, "/v1"),
        (Raw(b'{"choices": [null]}'), False, "/v1"),
        (Raw(b'"a string"'), False, "/v1"),
        (Raw(b"[1, 2]"), False, "/v1"),
    ],
)
def test_a_failure_says_what_happened_and_whether_to_try_again(
    answer: ScriptedAnswer, transient: bool, words: str
) -> None:
    error, requests = completing(answer)
    assert isinstance(error, ModelError)
    assert error.transient is transient
    assert words in str(error)
    assert "openai:small" in str(error)
    assert SECRET not in str(error)
    assert len(requests) == 1


@pytest.mark.parametrize("answer", [Refusing(), Saying("", finish="content_filter")])
def test_a_refusal_is_told_apart(answer: ScriptedAnswer) -> None:
    error, _ = completing(answer)
    assert isinstance(error, ModelRefusedError)
    assert not error.transient


def test_a_filter_before_the_model_is_a_refusal() -> None:
    error, _ = completing(Failing(400, "filtered", code="content_filter"))
    assert isinstance(error, ModelRefusedError)


def test_a_slow_endpoint_is_not_waited_for_longer_than_the_limit() -> None:
    error, _ = completing(Slow(30), timeout_seconds=0.2)
    assert isinstance(error, ModelError)
    assert error.transient
    assert "time limit" in str(error)


DRIPPING = [
    Slow(30, Saying("late"), keeps_alive_seconds=0.05),
    Slow(30, Saying("late"), keeps_alive_seconds=0.05, within_head=True),
    Slow(30, Failing(503), keeps_alive_seconds=0.05),
    Slow(30, Failing(503), keeps_alive_seconds=0.05, within_head=True),
]


@pytest.mark.parametrize("answer", DRIPPING)
def test_an_answer_that_drips_in_is_not_waited_for_either(answer: Slow) -> None:
    started = monotonic()
    error, _ = completing(answer, timeout_seconds=0.4)
    assert monotonic() - started < 3
    assert isinstance(error, ModelError)
    assert error.transient
    assert "time limit" in str(error)


@pytest.mark.parametrize("answer", DRIPPING)
async def test_an_awaited_answer_that_drips_in_is_not_waited_for_either(answer: Slow) -> None:
    with ModelServer([answer]) as server:
        opened = model(server, timeout_seconds=0.4)
        with pytest.raises(ModelError, match="time limit") as caught:
            await opened.complete_async(asked())
        opened.close()
        await asyncio.sleep(0.05)
    assert caught.value.transient


def test_an_answer_that_is_kept_alive_with_white_space_is_read() -> None:
    reply, _ = completing(Slow(0.3, Saying("here"), keeps_alive_seconds=0.05))
    assert reply.text == "here"


def test_a_port_that_nobody_listens_on_cannot_be_reached() -> None:
    with ModelServer([Saying("")]) as server:
        base_url = server.base_url
    opened = OpenAIModel("small", options=ModelOptions(base_url=base_url, api_key="k", environment={}))
    with pytest.raises(ModelError, match="cannot be reached") as caught:
        opened.complete(asked())
    assert caught.value.transient
    opened.close()


def test_a_call_that_failed_leaves_nothing_to_be_closed_when_the_process_ends() -> None:
    with ModelServer([Saying("")]) as server:
        base_url = server.base_url
    opened = OpenAIModel("small", options=ModelOptions(base_url=base_url, api_key="k", environment={}))
    with pytest.raises(ModelError) as failure:
        opened.complete(asked())
    opened.close()
    frames = [frame for frame, _ in walk_tb(failure.tb) if frame.f_code.co_name == "complete"]
    exchanges = [frame.f_locals["exchange"] for frame in frames if "exchange" in frame.f_locals]
    assert [exchange.gi_frame for exchange in exchanges] == [None]


def test_retry_after_is_told_in_seconds() -> None:
    for headers, seconds in (({"Retry-After": "7"}, 7.0), ({"retry-after-ms": "250"}, 0.25)):
        error, _ = completing(Failing(429, headers=headers))
        assert error.retry_after_seconds == seconds
    error, _ = completing(Failing(429, headers={"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}))
    assert error.retry_after_seconds is None


def test_a_transient_failure_is_tried_again_after_the_time_the_endpoint_asks_for() -> None:
    slept: list[float] = []
    with ModelServer([Failing(429, headers={"Retry-After": "7"}), Failing(500), Saying("done")]) as server:
        opened = RetryingModel(model(server), policy=RetryPolicy(attempts=3, first_seconds=0.01), sleep=slept.append)
        assert opened.complete(asked()).text == "done"
        opened.close()
    assert slept[0] == 7.0
    assert slept[1] < 1.0


def test_a_schema_is_asked_for_natively_and_strictly() -> None:
    with ModelServer([Saying('{"ruling": "stale", "reason": "moved"}')]) as server:
        opened = model(server)
        answered = ask(opened, asked(), schema=Verdict)
        opened.close()
    assert answered.value == Verdict(ruling="stale", reason="moved")
    form = server.requests[0]["response_format"]
    assert (form["type"], form["json_schema"]["name"], form["json_schema"]["strict"]) == (
        "json_schema",
        "Verdict",
        True,
    )
    assert form["json_schema"]["schema"]["additionalProperties"] is False
    assert form["json_schema"]["schema"]["required"] == ["ruling", "reason"]
    assert "default" not in form["json_schema"]["schema"]["properties"]["reason"]


def test_an_endpoint_without_schemas_is_asked_in_words_from_then_on() -> None:
    def answer(body: dict[str, Any]) -> ScriptedAnswer:
        form = body.get("response_format", {}).get("type")
        return Failing(400, f"response_format {form} is not supported") if form else Saying('{"ruling": "keep"}')

    with ModelServer(answer) as server:
        opened = model(server)
        assert ask(opened, asked(), schema=Verdict).value == Verdict(ruling="keep")
        assert ask(opened, asked(), schema=Verdict).value == Verdict(ruling="keep")
        opened.close()
    forms = [body.get("response_format", {}).get("type") for body in server.requests]
    assert forms == ["json_schema", "json_object", None, None]
    assert '"ruling"' in server.requests[-1]["messages"][0]["content"]


def test_a_parameter_that_an_endpoint_refuses_is_left_out_from_then_on() -> None:
    def answer(body: dict[str, Any]) -> ScriptedAnswer:
        if "max_tokens" in body:
            return Failing(400, "use 'max_completion_tokens'", code="unsupported_parameter", parameter="max_tokens")
        if "temperature" in body:
            return Failing(400, "only the default", code="unsupported_value", parameter="temperature")
        return Saying("done")

    with ModelServer(answer) as server:
        opened = model(server)
        assert opened.complete(asked()).text == "done"
        assert opened.complete(asked()).text == "done"
        opened.close()
    assert len(server.requests) == 4
    assert server.requests[-1]["max_completion_tokens"] == 64


def test_a_request_that_is_too_long_is_not_asked_in_plainer_words() -> None:
    with ModelServer([Failing(400, "maximum context length is 8192", code="context_length_exceeded")]) as server:
        opened = model(server)
        with pytest.raises(ModelError, match="longer than its context"):
            ask(opened, asked(), schema=Verdict)
        opened.close()
    assert len(server.requests) == 1


def test_a_request_that_is_refused_in_every_form_is_told_once_and_not_remembered() -> None:
    with ModelServer([Failing(400, "bad request")] * 3 + [Saying('{"ruling": "keep"}')]) as server:
        opened = model(server)
        with pytest.raises(ModelError, match="400"):
            ask(opened, asked(), schema=Verdict)
        ask(opened, asked(), schema=Verdict)
        opened.close()
    assert server.requests[-1]["response_format"]["type"] == "json_schema"


def test_truncated_json_gets_one_repair_within_the_same_limit() -> None:
    with ModelServer([Saying('{"ruling": "st', finish="length"), Saying('{"ruling": "stale"}')]) as server:
        opened = model(server)
        answered = ask(opened, asked(), schema=Verdict)
        opened.close()
    assert answered.value.ruling == "stale"
    assert answered.usage == Usage(20, 10, 2)
    assert [body["max_tokens"] for body in server.requests] == [64, 64]
    assert server.requests[1]["messages"][2] == {"role": "assistant", "content": '{"ruling": "st'}
    assert "cut off" in server.requests[1]["messages"][3]["content"]


def test_wrong_json_twice_is_an_error_after_two_completions_and_quotes_nothing() -> None:
    with ModelServer([Saying(f'{{"ruling": "{SECRET}"}}')]) as server:
        opened = model(server)
        with pytest.raises(ModelAnswerError) as caught:
            ask(opened, asked(), schema=Verdict)
        opened.close()
    assert len(server.requests) == 2
    assert "literal_error" in str(caught.value)
    assert "Thrynexol" not in str(caught.value)


def test_a_tool_call_and_its_answer_travel_there_and_back() -> None:
    tool = Tool("read_file", "Read a file.", Path)
    with ModelServer([Saying(None, tools=(("read_file", '{"path": "memory.md"}'),)), Saying("done")]) as server:
        opened = model(server)
        first = ModelRequest(asked().messages, tools=(tool,))
        reply = opened.complete(first)
        said = (Message("assistant", reply.text, calls=reply.calls), Message("tool", "# Memory", answers="call_0"))
        last = opened.complete(ModelRequest((*first.messages, *said), tools=(tool,)))
        opened.close()
    assert reply.calls == (ToolCall("call_0", "read_file", '{"path": "memory.md"}'),)
    assert (reply.finish, last.text) == (Finish.CALLS, "done")
    assert server.requests[0]["tools"][0]["function"]["name"] == "read_file"
    assert server.requests[1]["messages"][2]["tool_calls"][0]["function"]["arguments"] == '{"path": "memory.md"}'
    assert server.requests[1]["messages"][3] == {"role": "tool", "content": "# Memory", "tool_call_id": "call_0"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def shaped(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Right in its outline, wrong anywhere within."""
    return JSON | st.fixed_dictionaries({}, optional=fields)


CALLS = st.lists(shaped(id=JSON, type=JSON, function=shaped(name=JSON, arguments=JSON)), max_size=2)
MESSAGE = shaped(role=JSON, content=JSON, refusal=JSON, tool_calls=JSON | CALLS)
CHOICES = st.lists(shaped(index=JSON, message=MESSAGE, finish_reason=JSON), max_size=2)
USAGE = shaped(prompt_tokens=JSON, completion_tokens=JSON)
BODIES = shaped(id=JSON, model=JSON, choices=JSON | CHOICES, usage=USAGE)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.text(max_size=5), JSON, max_size=3) | BODIES.filter(lambda body: isinstance(body, dict)))
def test_a_garbage_completion_is_a_reply_a_refusal_or_none(body: dict[str, Any]) -> None:
    from openai.types.chat import ChatCompletion

    try:
        reply = from_completion(ChatCompletion.construct(**body), asked())
    except (NoCompletion, Refusal):
        return
    assert isinstance(reply.text, str)
    assert min(reply.usage.tokens_in, reply.usage.tokens_out) >= 0
    assert all(isinstance(part, str) for call in reply.calls for part in (call.id, call.name, call.arguments))


def test_half_a_surrogate_pair_does_not_stop_a_request() -> None:
    with ModelServer([Saying("ok")]) as server:
        opened = model(server)
        assert opened.complete(asked("broken \ud83d emoji")).text == "ok"
        opened.close()
    assert server.requests[0]["messages"][1]["content"] == "broken ? emoji"


async def test_awaited_calls_overlap() -> None:
    with ModelServer(lambda _: Slow(0.3, Saying('{"ruling": "keep"}'))) as server:
        opened = model(server)
        loop = asyncio.get_running_loop()
        started = loop.time()
        answers = await asyncio.gather(*(ask_async(opened, asked(str(i)), schema=Verdict) for i in range(5)))
        took = loop.time() - started
        opened.close()
        await asyncio.sleep(0.05)
    assert [a.value.ruling for a in answers] == ["keep"] * 5
    assert took < 1.2


async def test_an_awaited_answer_that_breaks_off_is_worth_another_try() -> None:
    for answer in (Broken(), Raw(b'{"id": "x", "choi')):
        with ModelServer([answer]) as server:
            opened = model(server)
            with pytest.raises(ModelError) as caught:
                await opened.complete_async(asked())
            opened.close()
            await asyncio.sleep(0.05)
        assert caught.value.transient


async def test_an_awaited_failure_is_told_as_a_blocking_one() -> None:
    with ModelServer([Failing(503)]) as server:
        opened = model(server)
        with pytest.raises(ModelError, match="503") as caught:
            await opened.complete_async(asked())
        opened.close()
        await asyncio.sleep(0.05)
    assert caught.value.transient


def test_one_model_serves_one_event_loop_after_another() -> None:
    with ModelServer([Saying("hello")]) as server:
        opened = model(server)

        async def once() -> str:
            text = (await opened.complete_async(asked())).text
            opened.close()
            await asyncio.sleep(0.05)
            return text

        assert [asyncio.run(once()), asyncio.run(once())] == ["hello", "hello"]


def test_an_injected_client_stays_open() -> None:
    import openai

    with ModelServer([Saying("hello")]) as server:
        client = openai.OpenAI(base_url=server.base_url, api_key="k", max_retries=0)
        opened = OpenAIModel("small", client=client)
        opened.complete(asked())
        opened.close()
        assert not client.is_closed()
        client.close()


def test_models_are_found_by_their_entry_point() -> None:
    assert {"openai", "azure"} <= set(model_names())
    with ModelServer([Saying("hello")]) as server:
        opened = open_model("openai:llama3.2:3b", options=options(server))
        assert opened.name == "openai:llama3.2:3b"
        assert opened.complete(asked()).text == "hello"
        opened.close()
    assert server.requests[0]["model"] == "llama3.2:3b"


def test_address_and_model_may_come_from_the_environment() -> None:
    with ModelServer([Saying("hello")]) as server:
        found = {"OPENAI_BASE_URL": server.base_url, "OPENAI_MODEL": "local"}
        opened = open_model("openai", options=ModelOptions(environment=found))
        opened.complete(asked())
        opened.close()
    assert server.requests[0]["model"] == "local"


def test_azure_is_reached_by_its_deployment_and_version() -> None:
    with ModelServer([Saying("hello")]) as server:
        found = {
            "AZURE_OPENAI_ENDPOINT": server.base_url.removesuffix("/v1"),
            "AZURE_OPENAI_API_KEY": "k",
            "OPENAI_API_VERSION": "2024-10-21",
        }
        opened = AzureOpenAIModel.from_spec("deployed", options=ModelOptions(environment=found))
        assert (opened.name, opened.complete(asked()).text) == ("azure:deployed", "hello")
        opened.close()
    assert server.requests[0]["max_completion_tokens"] == 64


@pytest.mark.parametrize(
    ("spec", "environment", "words"),
    [
        ("openai:gpt", {}, "api_key: is not known: set OPENAI_API_KEY"),
        ("openai", {"OPENAI_API_KEY": "k"}, "model: 'openai' names no model"),
        ("azure:gpt", {}, "azure_endpoint: is not known: set AZURE_OPENAI_ENDPOINT"),
        ("nothing:gpt", {}, "model: 'nothing' is no installed kind of model: use one of"),
    ],
)
def test_what_is_missing_is_named(spec: str, environment: dict[str, str], words: str) -> None:
    with pytest.raises(InvalidInputError, match=words):
        open_model(spec, options=ModelOptions(environment=environment))


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtraError, match=r"atma-overlay\[openai\]"):
        OpenAIModel("small", options=ModelOptions(api_key="k", environment={}))


def test_every_failure_of_a_call_has_a_row_more_special_than_the_sdks_root() -> None:
    import openai

    named = [getattr(openai, name) for name in openai.__all__ if name.endswith("Error")]
    of_calls = [kind for kind in named if issubclass(kind, openai.APIError)]
    assert len(of_calls) > 8
    for kind in of_calls:
        row = next(rule for rule in rules() if issubclass(kind, rule.kind))
        assert kind is openai.APIError or row.kind not in (openai.OpenAIError, Exception)


def test_an_unknown_failure_is_told_by_its_class_alone() -> None:
    with pytest.raises(ModelError, match="ZeroDivisionError") as caught, translated("openai:small"):
        raise ZeroDivisionError(SECRET)
    assert SECRET not in str(caught.value)
