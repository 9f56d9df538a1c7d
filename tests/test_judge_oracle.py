"""The oracle: it knows values and direct changes, passes the guards, and never hands over a consequence."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.opening import open_overlay
from atma_overlay.evaluation.oracle import OracleModel, require_gold
from atma_overlay.evaluation.settings import ModelSettings, Settings
from atma_overlay.evaluation.suite import episodes_of, run_suite
from atma_overlay.evaluation.tallies import Metric
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.judge import Judge, Judged
from atma_overlay.judge.schemas import SaidVerdict
from atma_overlay.ports.model import Message, ModelReply, ModelRequest
from atma_overlay.readout import Read

ORACLE = Settings(systems=("full",), fillers=0, models=ModelSettings(reader=None, judge="oracle"))
NOBODY = Settings(systems=("full",), fillers=0, models=ModelSettings(reader=None))


GYM_RULE = {
    "parent": "user / home town", "child": "user / gym", "from_session": 0, "fires": True,
    "evidence": "Whenever I move house my gym goes with it",
}  # fmt: skip


def episode(*, statement: bool = False, ruled: bool = True) -> Episode:
    """A move that is told sideways, and a gym that goes with it: by the rule that was stated, or by gold's word."""
    turns = (
        "The ferry to Skerry takes an hour from my flat in Dunmore. Whenever I move house my gym goes with it: "
        "at the moment that is Ironyard.",
        "The removal van left me in Carrick with forty boxes and no kettle.",
    )
    states = [
        {
            "slot": "user / home town",
            "history": [
                {"value": "Dunmore", "from_session": 0, "until_session": 1, "ended_by": "replaced"},
                {"value": "Carrick", "from_session": 1},
            ],
        },
        {
            "slot": "user / gym",
            "history": [{"value": "Ironyard", "from_session": 0, "until_session": 1, "ended_by": "invalidated"}],
        },
    ]
    if statement:
        states = [
            {
                "slot": "user / the case",
                "history": [
                    {
                        "value": "The ferry to Skerry takes an hour from my flat in Dunmore.", "statement": True,
                        "from_session": 0, "until_session": 1, "ended_by": "replaced",
                    },
                    {
                        "value": "The removal van left me in Carrick with forty boxes and no kettle.",
                        "statement": True, "from_session": 1,
                    },
                ],
            }
        ]  # fmt: skip
    return Episode.model_validate_json(
        json.dumps(
            {
                "id": "o-1", "family": "dependency",
                "sessions": [
                    {"at": f"2025-0{n}-01T10:00:00Z", "turns": [{"role": "user", "text": text}]}
                    for n, text in enumerate(turns, start=1)
                ],
                "states": states,
                "contingencies": [GYM_RULE] if ruled and not statement else [],
            }
        )
    )  # fmt: skip


def judged(told: Episode) -> list[SaidVerdict]:
    """What the oracle rules in an episode."""
    heard: list[SaidVerdict] = []

    class Heard(OracleModel):
        def complete(self, request: ModelRequest) -> ModelReply:
            reply = super().complete(request)
            heard.extend(Judged.model_validate_json(reply.text).verdicts)
            return reply

    run_episode(told, ORACLE, opened=partial(open_overlay, judge=Judge(Heard(told))))
    return heard


def test_it_sees_the_direct_change_that_rules_do_not() -> None:
    tallies = run_episode(episode(), ORACLE).bank["as kept"]
    assert (tallies["state_recall"].hits, tallies["state_recall"].out_of) == (3, 3)
    assert tallies["supersession_recall"].hits == 2
    assert run_episode(episode(), NOBODY).bank["as kept"]["supersession_recall"].hits == 0


def test_it_never_hands_over_the_consequence_of_a_stated_rule() -> None:
    assert [v.verdict for v in judged(episode())] == ["REPLACE"]


def test_it_doubts_what_a_session_unsettles_without_a_rule() -> None:
    # Doubted is every record of the gym: a sentence may have left several.
    assert sorted({v.verdict for v in judged(episode(ruled=False))}) == ["REPLACE", "UNKNOWN"]


def rows_read(on: str) -> list[str]:
    """The rows that the oracle answers from, where the same question is asked before and after the move."""
    probes = [
        {"id": f"p-{n}", "after_session": n, "task": "conflict", "query": "Where is home?", "view": "current",
         "expect": "answer", "gold": [gold]}
        for n, gold in enumerate(["Dunmore", "Carrick"])
    ]  # fmt: skip
    told = Episode.model_validate_json(
        json.dumps({**episode().model_dump(mode="json", exclude_none=True), "probes": probes})
    )
    lines = [
        f"Query, asked on {on}:", '{"id": "q", "text": "Where is home?"}',
        '{"id": "r1", "state": "current", "value": "Dunmore", "said": "my flat in Dunmore"}',
        '{"id": "r2", "state": "current", "value": "Carrick", "said": "left me in Carrick"}',
    ]  # fmt: skip
    request = ModelRequest((Message("user", "\n".join(lines)),), schema=Read)
    return [row.row for row in Read.model_validate_json(OracleModel(told).complete(request).text).selected]


def test_it_tells_the_same_question_before_and_after_a_change_by_the_day() -> None:
    assert rows_read("2025-01-01") == ["r1"]
    assert rows_read("2025-02-01") == ["r2"]


def test_a_case_told_in_statements_is_known_as_one_retiring_the_other() -> None:
    tallies = run_episode(episode(statement=True), ORACLE).bank["as kept"]
    assert (tallies["supersession_recall"].hits, tallies["supersession_recall"].out_of) == (1, 1)
    assert tallies["current_correct"].hits == 1


def test_it_knows_nothing_of_what_the_overlay_did_not_show() -> None:
    request = ModelRequest((Message("user", "BEGIN x\nTurns:\n(none)\nEND x"),), schema=Judged)
    assert Judged.model_validate_json(OracleModel(episode()).complete(request).text) == Judged()


def test_it_answers_no_other_question() -> None:
    request = ModelRequest((Message("user", "How are you?"),))
    with pytest.raises(InvalidInputError, match="the judge's questions alone"):
        OracleModel(episode()).complete(request)


def test_a_suite_without_gold_states_refuses_it() -> None:
    bare = episode().model_copy(update={"states": ()})
    with pytest.raises(InvalidInputError, match="judge: oracle needs gold states"):
        require_gold([bare])


def test_a_suite_with_gold_states_takes_it() -> None:
    chosen = ORACLE.model_copy(update={"suite": "meme", "limit": 1})
    assert len(episodes_of([], chosen)) == 1


def test_a_report_says_who_judged_and_what_it_cost(tmp_path: Path) -> None:
    file = tmp_path / "told.jsonl"
    asked = {
        "id": "p-1", "after_session": 1, "task": "conflict", "query": "Which town is my home in?", "view": "current",
        "expect": "answer", "gold": ["Carrick"], "stale": ["Dunmore"],
    }  # fmt: skip
    file.write_text(json.dumps({**episode().model_dump(mode="json", exclude_none=True), "probes": [asked]}) + "\n")
    (told,) = run_suite([file], settings=ORACLE)
    assert told.judge == "oracle"
    assert told.overall.cost["model_calls"].value == 2
    found = told.overall.retrieval["current_labelled_recall"]
    assert isinstance(found, Metric)
    assert found.value == 1
    (bare,) = run_suite([file], settings=NOBODY)
    assert bare.judge == "none"
    assert bare.overall.cost["model_calls"].value == 0
