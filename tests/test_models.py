"""What every use of a model shares: retries, records, cost, prompts."""

import hashlib
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from pydantic import BaseModel

from atma_overlay.errors import InvalidInputError, ModelAnswerError, ModelError, ModelRefusedError
from atma_overlay.models import (
    MeteredModel,
    ModelOptions,
    Prompt,
    RecordingModel,
    Recordings,
    ReplayingModel,
    RetryingModel,
    RetryPolicy,
    ask,
    load_prompt,
    open_model,
)
from atma_overlay.models.digest import content_nonce, digest
from atma_overlay.ports.model import Finish, Message, ModelReply, ModelRequest, Tool, ToolCall, Usage
from atma_overlay.testing.scripted_model import Said, ScriptedModel


class City(BaseModel):
    """A city."""

    name: str


LEEDS = City(name="Leeds")
TRANSIENT = ModelError("scripted:1", "the endpoint answered 503", transient=True)
FINAL = ModelError("scripted:1", "the key is not accepted")


def asked(text: str = "Where do I live?", *, temperature: float = 0.0) -> ModelRequest:
    return ModelRequest((Message("user", text),), temperature=temperature, prompt="test@1")


def retrying(*script: Said, policy: RetryPolicy | None = None) -> tuple[RetryingModel, ScriptedModel, list[float]]:
    inner, slept = ScriptedModel(script), list[float]()
    return RetryingModel(inner, policy=policy, sleep=slept.append), inner, slept


def test_a_transient_failure_is_tried_again_with_growing_waits() -> None:
    model, inner, slept = retrying(TRANSIENT, TRANSIENT, "done")
    assert model.complete(asked()).text == "done"
    assert len(inner.requests) == 3
    assert 0.5 <= slept[0] <= 1.0 <= slept[1] <= 2.0


@pytest.mark.parametrize("error", [FINAL, ModelRefusedError("scripted:1", "it declined to answer")])
def test_a_final_failure_is_not_tried_again(error: ModelError) -> None:
    model, inner, slept = retrying(error, "done")
    with pytest.raises(ModelError) as caught:
        model.complete(asked())
    assert caught.value is error
    assert (len(inner.requests), slept) == (1, [])


def test_tries_come_to_an_end_and_the_last_failure_is_told() -> None:
    model, inner, _ = retrying(*[TRANSIENT] * 9, policy=RetryPolicy(attempts=3))
    with pytest.raises(ModelError, match="503"):
        model.complete(asked())
    assert len(inner.requests) == 3


def test_a_wait_that_is_too_long_is_not_waited() -> None:
    patient = ModelError("scripted:1", "slow down", transient=True, retry_after_seconds=3600)
    model, inner, slept = retrying(patient, "done")
    with pytest.raises(ModelError, match="slow down"):
        model.complete(asked())
    assert (len(inner.requests), slept) == (1, [])


def test_no_try_begins_after_the_time_for_all_of_them_and_no_wait_leads_beyond_it() -> None:
    patient = ModelError("scripted:1", "slow down", transient=True, retry_after_seconds=8)
    policy = RetryPolicy(first_seconds=1, longest_seconds=30, total_seconds=5)
    model, inner, slept = retrying(TRANSIENT, patient, "done", policy=policy)
    with pytest.raises(ModelError, match="slow down"):
        model.complete(asked())
    assert (len(inner.requests), len(slept)) == (2, 1)


async def test_awaited_calls_are_tried_again_too() -> None:
    inner = ScriptedModel([TRANSIENT, "done"])
    model = RetryingModel(inner, policy=RetryPolicy(first_seconds=0.001))
    assert (await model.complete_async(asked())).text == "done"


def test_tokens_and_completions_add_up() -> None:
    model = MeteredModel(ScriptedModel([ModelReply("a", Finish.STOP, Usage(7, 2, 1)), FINAL, "b"]))
    model.complete(asked())
    with pytest.raises(ModelError):
        model.complete(asked())
    assert model.usage == Usage(7, 2, 1)
    model.complete(asked("12345678"))
    assert model.usage == Usage(9, 3, 2, estimated=True)


def test_what_was_recorded_is_replayed_without_the_model(tmp_path: Path) -> None:
    said = ModelReply("", Finish.CALLS, Usage(7, 2, 1), calls=(ToolCall("1", "read", "{}"),), model="m-2025")
    recording = RecordingModel(ScriptedModel([said]), Recordings(tmp_path))
    assert recording.complete(asked()) == said
    assert ReplayingModel("scripted:1", Recordings(tmp_path)).complete(asked()) == said


def test_a_recorded_answer_is_not_asked_for_again(tmp_path: Path) -> None:
    inner = ScriptedModel(["once"])
    for _ in range(2):
        assert RecordingModel(inner, Recordings(tmp_path)).complete(asked()).text == "once"
    assert len(inner.requests) == 1


@pytest.mark.parametrize(
    "other",
    [
        asked("Where did I live?"),
        asked(temperature=0.7),
        ModelRequest(asked().messages, schema=City, prompt="test@1"),
        ModelRequest(asked().messages, max_tokens=7, prompt="test@1"),
        ModelRequest(asked().messages, tools=(Tool("find", "Find a city.", City),), prompt="test@1"),
    ],
)
def test_another_request_is_another_recording(tmp_path: Path, other: ModelRequest) -> None:
    RecordingModel(ScriptedModel(["once"]), Recordings(tmp_path)).complete(asked())
    with pytest.raises(
        InvalidInputError, match=r"^replay: .*holds no answer of 'scripted:1' to request \w{12} \(test@1\)"
    ):
        ReplayingModel("scripted:1", Recordings(tmp_path)).complete(other)


def test_another_model_is_another_recording(tmp_path: Path) -> None:
    RecordingModel(ScriptedModel(["once"]), Recordings(tmp_path)).complete(asked())
    with pytest.raises(InvalidInputError, match="scripted:2"):
        ReplayingModel("scripted:2", Recordings(tmp_path)).complete(asked())


def test_failures_are_replayed_as_they_were(tmp_path: Path) -> None:
    failures = [FINAL, ModelRefusedError("scripted:1", "it declined to answer"), TRANSIENT]
    recording = RecordingModel(ScriptedModel(failures), Recordings(tmp_path))
    replaying = ReplayingModel("scripted:1", Recordings(tmp_path))
    for place, failure in enumerate(failures):
        for model in (recording, replaying):
            with pytest.raises(type(failure)) as caught:
                model.complete(asked(str(place)))
            assert (str(caught.value), caught.value.transient) == (str(failure), failure.transient)


@pytest.mark.parametrize("failure", [TRANSIENT, FINAL])
def test_what_failed_is_asked_again_when_a_run_goes_on(tmp_path: Path, failure: ModelError) -> None:
    inner = ScriptedModel([failure, "now"])
    recording = RecordingModel(inner, Recordings(tmp_path))
    with pytest.raises(ModelError):
        recording.complete(asked())
    for _ in range(2):
        assert recording.complete(asked()).text == "now"
    assert len(inner.requests) == 2
    assert ReplayingModel("scripted:1", Recordings(tmp_path)).complete(asked()).text == "now"


def test_what_was_declined_is_not_asked_again(tmp_path: Path) -> None:
    inner = ScriptedModel([ModelRefusedError("scripted:1", "it declined to answer")])
    for _ in range(2):
        with pytest.raises(ModelRefusedError):
            RecordingModel(inner, Recordings(tmp_path)).complete(asked())
    assert len(inner.requests) == 1


def test_of_an_answer_of_no_use_the_repair_is_asked_for_again(tmp_path: Path) -> None:
    inner = ScriptedModel(["no", "nor this", LEEDS])
    recording = RecordingModel(inner, Recordings(tmp_path))
    with pytest.raises(ModelAnswerError):
        ask(recording, asked(), schema=City)
    with pytest.raises(ModelAnswerError):
        ask(ReplayingModel("scripted:1", Recordings(tmp_path)), asked(), schema=City)
    for _ in range(2):
        assert ask(recording, asked(), schema=City).value == LEEDS
    assert [request.mends for request in inner.requests] == [False, True, True]
    assert ask(ReplayingModel("scripted:1", Recordings(tmp_path)), asked(), schema=City).value == LEEDS


async def test_awaited_answers_are_recorded_too(tmp_path: Path) -> None:
    inner = ScriptedModel(["once", TRANSIENT])
    recording = RecordingModel(inner, Recordings(tmp_path))
    assert (await recording.complete_async(asked())).text == "once"
    assert (await recording.complete_async(asked())).text == "once"
    with pytest.raises(ModelError):
        await recording.complete_async(asked("another"))
    assert len(inner.requests) == 2


def test_recordings_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    RecordingModel(ScriptedModel(["once"]), Recordings(tmp_path)).complete(asked())
    [file] = tmp_path.glob("*/*")
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(file.read_text())["prompt"] == "test@1"


def test_a_damaged_recording_is_named(tmp_path: Path) -> None:
    RecordingModel(ScriptedModel(["once"]), Recordings(tmp_path)).complete(asked())
    [file] = tmp_path.glob("*/*")
    file.write_text("{")
    with pytest.raises(InvalidInputError, match="is no recording of a model's answer: delete it"):
        ReplayingModel("scripted:1", Recordings(tmp_path)).complete(asked())


def test_a_text_with_half_a_surrogate_pair_can_be_recorded(tmp_path: Path) -> None:
    broken = asked("broken \ud83d")
    RecordingModel(ScriptedModel(["broken \ud83d"]), Recordings(tmp_path)).complete(broken)
    assert ReplayingModel("scripted:1", Recordings(tmp_path)).complete(broken).text.startswith("broken ")


def test_a_replay_is_opened_without_an_sdk_or_a_key(tmp_path: Path) -> None:
    options = ModelOptions(replay=tmp_path, environment={})
    with pytest.raises(InvalidInputError, match="holds no answer of 'unknown:m'"):
        open_model("unknown:m", options=options).complete(asked())


@pytest.mark.parametrize(
    ("options", "spec", "words"),
    [
        (lambda path: ModelOptions(record=path, replay=path), "openai:m", "replay: comes with record"),
        (lambda path: ModelOptions(replay=path / "gone"), "openai:m", "is no folder"),
        (lambda path: ModelOptions(replay=path), "openai", "names no model"),
    ],
)
def test_what_cannot_be_replayed_is_refused(
    tmp_path: Path, options: Callable[[Path], ModelOptions], spec: str, words: str
) -> None:
    with pytest.raises(InvalidInputError, match=words):
        open_model(spec, options=options(tmp_path))


def test_a_key_is_not_shown() -> None:
    assert "sk-secret" not in repr(ModelOptions(api_key="sk-secret"))


def test_the_prompts_name_does_not_change_the_recording() -> None:
    assert digest("m", asked()) == digest("m", ModelRequest(asked().messages, prompt="test@2", mends=True))


def test_a_nonce_follows_from_all_of_the_content() -> None:
    assert content_nonce("a", "b") == content_nonce("a", "b")
    assert len({content_nonce("a", "b"), content_nonce("ab"), content_nonce("a", "b", "")}) == 3


def test_what_is_filled_into_a_prompt_is_not_read_for_places() -> None:
    prompt = Prompt("test", 1, "", "Says: $said $$5", {})
    assert prompt.messages(said="$secret ${x}")[0].text == "Says: $secret ${x} $5"


def test_a_place_left_empty_is_named() -> None:
    with pytest.raises(InvalidInputError, match=r"prompt test@3: has a place 'said'"):
        Prompt("test", 3, "", "Says: $said", {}).messages()


def test_an_unknown_prompt_is_named() -> None:
    with pytest.raises(InvalidInputError, match="'nothing' is no prompt"):
        load_prompt("nothing")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: ModelRequest(()), "messages: are empty"),
        (lambda: ModelRequest(asked().messages, max_tokens=0), "max_tokens: 0 leaves no room"),
        (lambda: ModelRequest(asked().messages, schema=City, tools=(Tool("x", "y", City),)), "tools: come with"),
    ],
)
def test_a_request_that_cannot_be_asked_is_refused(build: Callable[[], ModelRequest], words: str) -> None:
    with pytest.raises(InvalidInputError, match=words):
        build()


# A recorded verdict names its prompt and version: the words of a version stay as they are. Change a prompt, raise its
# version, and put its new line here.
PROMPTS = {
    "bounded-notes": (1, "621a4665a5f4"),
    "cupmem-adjudicate": (1, "b34bc6720e55"),
    "cupmem-affected": (1, "c7221c98fb32"),
    "cupmem-analyse": (1, "a01fd3b54e8d"),
    "cupmem-extract": (1, "8b230f0234c8"),
    "cupmem-propose": (1, "34f37c841c1b"),
    "cupmem-update": (1, "200242291341"),
    "cupmem-verify": (1, "d19663526ab8"),
    "grade-probe": (1, "663cf52ac041"),
    "grade-stale": (1, "fda63aa4e3a8"),
    "judge": (2, "ffa894fdcca6"),
    "judge-adjudicate": (2, "6e33bb02f965"),
    "judge-extract": (2, "6b2a19efc6d0"),
    "judge-read": (2, "c965b7faf980"),
    "md-flat-hold": (1, "7055e7ccbe04"),
    "md-flat-read": (1, "92c753bf2d2e"),
    "prompt-only": (1, "f7d5321b5ce3"),
    "reader": (1, "7790c7c38984"),
    "repair": (1, "892a27684d5e"),
}


def test_a_prompt_does_not_change_without_its_version() -> None:
    folder = files("atma_overlay.data") / "prompts"
    found = {
        path.name.removesuffix(".toml"): hashlib.sha256(path.read_bytes()).hexdigest()[:12] for path in folder.iterdir()
    }
    assert {name: (load_prompt(name).version, content) for name, content in found.items()} == PROMPTS
