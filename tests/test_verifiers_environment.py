"""Supersede as a `verifiers` environment: it loads, and rolls out with a scripted model on the loopback."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import atma_supersede
from atma_overlay.errors import MissingExtraError
from atma_overlay.evaluation.matchers import LENIENT, STRICT, Matcher, Verdict
from atma_overlay.evaluation.notes import BOUNDED, EXTERNAL
from atma_supersede.exchange import Exchange, Outcome, Sitting, exchange
from atma_supersede.prompts import Prompt
from atma_supersede.rewards import Scored, scored

START = datetime(2025, 1, 6, 9, tzinfo=UTC)
SITTINGS = tuple(
    Sitting(START + timedelta(days=day), (("user", text),))
    for day, text in enumerate(["I live in Chicago.", "Any good pie recipes?", "I moved to Atlanta last week."])
)
QUERY = "Where do I live now?"
installed = pytest.mark.skipif(
    find_spec("verifiers") is None, reason="verifiers is not installed: pip install 'atma-overlay[verifiers]'"
)


def played(exchange_: Exchange, reply: Callable[[Prompt], str]) -> tuple[Outcome, list[Prompt]]:
    """An exchange with a scripted model, and the prompts that it gave."""
    prompts = [next(exchange_)]
    while True:
        try:
            prompts.append(exchange_.send(reply(prompts[-1])))
        except StopIteration as end:
            return end.value, prompts


def shown(prompt: Prompt) -> str:
    return "\n".join(message["content"] for message in prompt)


# Without the framework.


def test_each_session_is_shown_once_and_the_query_without_any() -> None:
    _, prompts = played(exchange(SITTINGS, QUERY, memory="notes", budget=300), lambda _: "notes")
    assert len(prompts) == 4
    for place, sitting in enumerate(SITTINGS):
        said = sitting.turns[0][1]
        assert [said in shown(prompt) for prompt in prompts] == [n == place for n in range(4)]
    assert [QUERY in shown(prompt) for prompt in prompts] == [False, False, False, True]


def test_only_the_notes_within_the_budget_go_on() -> None:
    outcome, prompts = played(exchange(SITTINGS, QUERY, memory="notes", budget=10), lambda _: "0123456789ABC")
    assert all("0123456789" in shown(prompt) and "ABC" not in shown(prompt) for prompt in prompts[1:])
    assert (outcome.memory, outcome.overflows, outcome.kind) == ("0123456789", 3, BOUNDED)


def test_the_last_reply_is_the_answer() -> None:
    replies = iter(["a", "b", "c", "Atlanta"])
    outcome, _ = played(exchange(SITTINGS, QUERY, memory="notes", budget=300), lambda _: next(replies))
    assert (outcome.answer, outcome.memory) == ("Atlanta", "c")


def test_with_the_overlay_the_model_is_asked_once_and_shown_what_is_current() -> None:
    outcome, prompts = played(exchange(SITTINGS, QUERY, memory="overlay", budget=300), lambda _: "Atlanta")
    assert len(prompts) == 1
    assert outcome.memory in shown(prompts[0])
    labels = {
        line.split(" ")[0]: line for line in outcome.memory.splitlines() if "Chicago" in line or "Atlanta" in line
    }
    assert set(labels) == {"current"}
    assert "Atlanta" in labels["current"]
    assert outcome.kind == EXTERNAL


@pytest.mark.parametrize(
    ("verdict", "current", "stale"),
    [
        (Verdict.CORRECT, 1.0, 0.0),
        (Verdict.AMBIGUOUS, 1.0, -1.0),
        (Verdict.STALE, 0.0, -1.0),
        (Verdict.WRONG, 0.0, 0.0),
    ],
)
def test_the_reward_is_the_current_part_and_lambda_times_the_stale_part(
    verdict: Verdict, current: float, stale: float
) -> None:
    score = Scored(verdict)
    assert (score.current, score.stale) == (current, stale)
    assert score.reward(0.5) == current + 0.5 * stale
    assert score.reward(0.0) == current


def test_the_penalty_is_inert_where_no_superseded_value_is_known() -> None:
    assert scored("Chicago", current=["Atlanta"], stale=[], matcher=STRICT).stale == 0


def test_the_matchers_reward_differently() -> None:
    def rewarded(matcher: Matcher) -> float:
        return scored("$400,000", current=["$400,000"], stale=["$350,000"], matcher=matcher).reward(1.0)

    assert (rewarded(STRICT), rewarded(LENIENT)) == (1, 0)


def test_a_missing_framework_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name, name="verifiers.v1")

    monkeypatch.setattr(atma_supersede, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"atma-overlay\[verifiers\]"):
        atma_supersede.load_environment()


# With it.


@dataclass
class ScriptedModel:
    """An OpenAI-compatible server whose replies are a function of the messages."""

    reply: Callable[[str], str]
    asked: list[list[dict[str, Any]]] = field(default_factory=list)
    address: str = ""

    def __enter__(self) -> "ScriptedModel":
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.asked.append(body["messages"])
                text = model.reply("\n".join(str(message["content"]) for message in body["messages"]))
                answer = json.dumps(completion(text)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def completion(text: str) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}


@pytest.fixture
def scripted() -> Iterator[Callable[[Callable[[str], str]], ScriptedModel]]:
    opened: list[ScriptedModel] = []

    def start(reply: Callable[[str], str]) -> ScriptedModel:
        opened.append(ScriptedModel(reply).__enter__())
        return opened[-1]

    yield start
    for model in opened:
        model.__exit__()


def rolled_out(env: Any, model: ScriptedModel, *, tasks: int = 1) -> Sequence[Any]:
    """The traces of the first tasks."""
    import verifiers.v1 as vf

    async def run() -> list[Any]:
        ctx = vf.ModelContext(model="m", client=vf.EvalClientConfig(base_url=model.address, api_key_var="NO_SUCH_KEY"))
        async with env.serving():
            return [await env.run_episode(task, ctx) for task in env.taskset.take(tasks)]

    return [episode.traces[0] for episode in asyncio.run(run())]


@installed
@pytest.mark.slow
class TestRollouts:
    @pytest.mark.parametrize(("place", "reward"), [(-1, 1.0), (0, -0.5), (None, 0.0)])
    def test_a_rollout_is_rewarded_by_its_answer(
        self, scripted: Callable[..., ScriptedModel], place: int | None, reward: float
    ) -> None:
        env = atma_supersede.load_environment(count=1, stale_weight=0.5)
        (task,) = env.taskset
        values = (*task.data.stale, *task.data.current)
        answer = "I do not know." if place is None else values[place]
        model = scripted(lambda said: answer if task.data.query in said else "nothing yet")
        (trace,) = rolled_out(env, model)
        assert trace.ok, trace.errors
        assert trace.reward == reward
        assert trace.num_turns == len(task.data.sessions) + 1

    def test_no_call_of_a_rollout_holds_an_earlier_one(self, scripted: Callable[..., ScriptedModel]) -> None:
        env = atma_supersede.load_environment(count=1)
        model = scripted(lambda _: "my notes")
        (trace,) = rolled_out(env, model)
        assert [[message["role"] for message in asked] for asked in model.asked] == [
            ["system", "user"]
        ] * trace.num_turns
        assert trace.num_branches == trace.num_turns

    def test_a_model_that_copies_what_changes_into_its_notes_is_right(
        self, scripted: Callable[..., ScriptedModel]
    ) -> None:
        env = atma_supersede.load_environment(count=4, seed=3)
        tasks = list(env.taskset)
        values = {value for task in tasks for value in (*task.data.current, *task.data.stale)}

        def keep_last(said: str) -> str:
            _, asked, memory = said.partition("Your memory:\n")
            if asked:
                return memory.partition("\n")[0]
            notes, _, session = said.partition("Your notes so far:\n")[2].partition("\n\nSession ")
            return next((value for value in values if value in session), notes)

        traces = rolled_out(env, scripted(keep_last), tasks=4)
        assert [trace.reward for trace in traces] == [1.0] * 4

    def test_with_the_overlay_one_call_is_made_and_the_memory_is_external(
        self, scripted: Callable[..., ScriptedModel]
    ) -> None:
        env = atma_supersede.load_environment(count=1, memory="overlay")
        model = scripted(lambda _: "something")
        (trace,) = rolled_out(env, model)
        assert len(model.asked) == 1
        assert trace.info["memory_kind"] == EXTERNAL

    def test_a_limit_of_the_framework_ends_a_rollout_without_an_error(
        self, scripted: Callable[..., ScriptedModel]
    ) -> None:
        env = atma_supersede.load_environment(count=1)
        env.config.agent.max_turns = 2
        (trace,) = rolled_out(env, scripted(lambda _: "my notes"))
        assert (trace.num_turns, trace.stop_condition, trace.errors) == (2, "max_turns", [])

    def test_the_framework_loads_the_environment_by_its_id(self) -> None:
        import verifiers.v1 as vf

        env = vf.load_environment(vf.resolve_env_config({"taskset": {"id": "atma_supersede", "count": 2}}))
        assert len(list(env.taskset)) == 2
        assert type(env) is atma_supersede.SupersedeEnv
        assert env.config.agent.runtime.type == "subprocess"
        assert vf.default_harness_id("atma_supersede") == "atma_supersede"

    def test_longmemeval_is_read_from_a_path(self, tmp_path: Path) -> None:
        path = tmp_path / "questions.json"
        path.write_text(json.dumps([QUESTION]))
        (task,) = atma_supersede.load_environment(path=path).taskset
        assert (task.data.current, task.data.stale, len(task.data.sessions)) == (("5",), (), 2)

    @pytest.mark.parametrize("argument", [{"stale_weight": -1.0}, {"budget": 0}, {"history": "middling"}, {"count": 0}])
    def test_an_argument_that_cannot_be_used_is_refused(self, argument: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match=next(iter(argument))):
            atma_supersede.load_environment(**argument)


QUESTION = {
    "question_id": "q1",
    "question_type": "knowledge-update",
    "question": "How many scarves have I knitted?",
    "answer": 5,
    "question_date": "2023/06/01 (Thu) 10:00",
    "haystack_dates": ["2023/05/10 (Wed) 09:00", "2023/05/20 (Sat) 02:21"],
    "haystack_sessions": [
        [{"role": "user", "content": "I have knitted three scarves so far.", "has_answer": True}],
        [{"role": "user", "content": "I just finished my fifth scarf.", "has_answer": True}],
    ],
}
