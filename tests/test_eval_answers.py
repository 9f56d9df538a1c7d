"""The answer level of a run: who reads, who answers alone, who grades, and what it costs."""

from __future__ import annotations

import json

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.answering import COMPARATORS, Answering, open_answering
from atma_overlay.evaluation.answers import ChatReader, ExtractiveReader
from atma_overlay.evaluation.answers.chat import ReadAnswer
from atma_overlay.evaluation.answers.rubric import Judgement
from atma_overlay.evaluation.answers.stale_rubric import StaleJudgement
from atma_overlay.evaluation.report import as_json, report
from atma_overlay.evaluation.results import EpisodeResult
from atma_overlay.evaluation.settings import ModelSettings, Settings
from atma_overlay.evaluation.systems import SYSTEMS
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.models import MeteredModel
from atma_overlay.ports.model import ModelRequest
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.gold_worlds import moved, probe

SETTINGS = Settings(fillers=0, systems=("host", "full"))
FREE = Answering(ExtractiveReader(), None, None)


def told() -> dict[str, object]:
    """Leeds, then York: said in two sessions, asked after the last."""
    texts = ("I live in Leeds.", "Nice weather.", "I live in York now.", "Thanks.")
    sessions = json.loads(moved().model_dump_json())["sessions"]
    for session, text in zip(sessions, texts, strict=True):
        session["turns"][0]["text"] = text
    return {"sessions": sessions}


def answers(found: EpisodeResult, system: str) -> dict[str, tuple[float, float]]:
    return {name: (t.hits, t.out_of) for name, t in found.probes[system][0].answer.items()}


def test_without_a_model_the_first_row_of_the_view_answers() -> None:
    found = run_episode(moved(**told()), SETTINGS, answering=FREE)
    assert answers(found, "full") == {"accuracy": (1, 1), "stale_rate": (0, 1)}
    assert found.probes["full"][0].cost["model_calls"] == Tally(0, 1)


def test_a_reader_that_repeats_the_old_value_is_stale() -> None:
    repeats = ChatReader(ScriptedModel(lambda _: ReadAnswer(verdict="answer", text="Leeds.", values=["Leeds"])))
    found = run_episode(moved(**told()), SETTINGS, answering=Answering(repeats, None, None))
    assert answers(found, "full") == {"accuracy": (0, 1), "stale_rate": (1, 1)}


def test_a_packet_that_serves_and_an_answer_that_does_not_is_lost_at_the_answer() -> None:
    wrong = ChatReader(ScriptedModel(lambda _: ReadAnswer(verdict="answer", text="Hull.", values=["Hull"])))
    found = run_episode(moved(**told()), SETTINGS, answering=Answering(wrong, None, None))
    lost = found.probes["full"][0]
    assert lost.failure is not None
    assert (lost.failure.stage, lost.failure.reasons) == ("answer", ("wrong answer",))
    assert lost.passed


def test_a_models_answers_are_metered() -> None:
    model = MeteredModel(ScriptedModel(lambda _: ReadAnswer(verdict="answer", text="York.", values=["York"])))
    found = run_episode(moved(**told()), SETTINGS, answering=Answering(ChatReader(model), model, None))
    cost = found.probes["full"][0].cost
    assert cost["model_calls"] == Tally(1, 1)
    assert cost["tokens_in"].hits > 50
    assert answers(found, "full")["accuracy"] == (1, 1)


def test_a_system_that_answers_by_itself_has_no_packet_and_pays_for_what_it_holds() -> None:
    model = MeteredModel(ScriptedModel(_notes_or_answer))
    settings = Settings(fillers=0, systems=("bounded-notes",))
    found = run_episode(moved(**told()), settings, answering=Answering(ChatReader(model), model, None))
    result = found.probes["bounded-notes"][0]
    assert (result.passed, dict(result.tallies)) == (None, {})
    assert answers(found, "bounded-notes")["accuracy"] == (1, 1)
    assert result.cost["model_calls"] == Tally(5, 1), "four sessions written down and one answer"
    shown = report([found], system="bounded-notes", path="", settings=settings)
    assert shown.overall.bank == {}
    assert shown.overall.answer["accuracy"].value == 1
    assert json.loads(as_json([shown]))["overall"]["retrieval"]["current_recall"]["n"] == 0


def _notes_or_answer(request: ModelRequest) -> str | ReadAnswer:
    if request.schema is ReadAnswer:
        return ReadAnswer(verdict="answer", text="York.", values=["York"])
    return "Lives in York."


@pytest.mark.parametrize("name", sorted(COMPARATORS))
def test_every_system_that_answers_by_itself_needs_a_model(name: str) -> None:
    assert SYSTEMS[name].answers
    with pytest.raises(InvalidInputError, match="reader"):
        run_episode(moved(), Settings(fillers=0, systems=(name,)), answering=FREE)


def test_the_systems_that_answer_are_those_that_can_be_opened() -> None:
    assert sorted(COMPARATORS) == sorted(name for name, system in SYSTEMS.items() if system.answers)


def test_a_grader_grades_every_answer_by_the_criterion_of_its_task() -> None:
    grader = MeteredModel(ScriptedModel(lambda _: Judgement(reason="it names York", passed=True)))
    found = run_episode(moved(**told()), SETTINGS, answering=Answering(ExtractiveReader(), None, grader))
    assert answers(found, "full")["graded_accuracy"] == (1, 1)
    assert grader.usage.completions == 2


def test_an_episode_that_says_why_is_graded_by_stales_rubric_in_one_call() -> None:
    passed = {name: Judgement(reason="", passed=name == "SR") for name in ("SR", "PR")}
    grader = ScriptedModel([StaleJudgement.model_validate(passed)])
    asked = [probe(id=name, category=f"T1 {name}").model_dump() for name in ("SR", "PR")]
    episode = moved(**told(), logic="The home is now York.", probes=asked)
    answering = Answering(ExtractiveReader(), None, MeteredModel(grader))
    found = run_episode(episode, Settings(fillers=0, systems=("full",)), answering=answering)
    graded = {p.probe: p.answer["graded_accuracy"].hits for p in found.probes["full"]}
    assert graded == {"SR": 1, "PR": 0}
    assert len(grader.requests) == 1


def test_readers_are_opened_by_name_and_none_measures_no_answers() -> None:
    assert open_answering(ModelSettings()).reader is not None
    assert open_answering(ModelSettings(reader=None)).reader is None
    with pytest.raises(InvalidInputError, match="nothing"):
        open_answering(ModelSettings(reader="nothing:1"))
