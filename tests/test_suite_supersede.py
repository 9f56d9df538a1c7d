"""The suite `supersede`: generated timelines and LongMemEval's knowledge-update questions."""

import json
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.matchers import STRICT, Verdict
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suites.registry import Options, suite_named
from atma_overlay.evaluation.suites.supersede_timelines import timelines
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.evaluation.wording import phrase

SUITE = suite_named("supersede")


def generated(count: int = 60, **given: str) -> tuple[Episode, ...]:
    return tuple(SUITE.load([], Options(given={"count": str(count), **given})))


def said(episode: Episode, session: int) -> str:
    return " ".join(turn.text for turn in episode.sessions[session].turns)


def question(**changes: Any) -> dict[str, Any]:
    """A knowledge-update question: two evidence sessions around a distractor, in the official format."""
    record: dict[str, Any] = {
        "question_id": "q1",
        "question_type": "knowledge-update",
        "question": "How many scarves have I knitted?",
        "answer": 5,
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/10 (Wed) 09:00", "2023/05/12 (Fri) 18:30"],
        "haystack_session_ids": ["answer_2", "answer_1", "noise_1"],
        "answer_session_ids": ["answer_1", "answer_2"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "I just finished my fifth scarf.", "has_answer": True},
                {"role": "assistant", "content": "Well done!", "has_answer": False},
            ],
            [{"role": "user", "content": "I have knitted three scarves so far.", "has_answer": True}],
            [{"role": "user", "content": "Which yarn is good for socks?"}, {"role": "assistant", "content": " "}],
        ],
    }
    return {key: value for key, value in (record | changes).items() if value is not None}


def written(folder: Path, *records: dict[str, Any]) -> list[Path]:
    path = folder / "longmemeval.json"
    path.write_text(json.dumps(list(records)))
    return [path]


# Generated timelines.


def test_a_seed_gives_the_same_timelines_each_time_and_another_seed_gives_others() -> None:
    one, same, other = (list(timelines(5, seed=seed)) for seed in (7, 7, 8))
    assert one == same
    assert [e.sessions for e in one] != [e.sessions for e in other]


def test_a_timeline_does_not_depend_on_how_many_are_made() -> None:
    assert list(timelines(3, seed=1)) == list(timelines(9, seed=1))[:3]


@pytest.mark.parametrize(("history", "lengths"), [("short", range(6, 9)), ("long", range(46, 51))])
def test_a_history_has_the_length_of_the_paper(history: str, lengths: range) -> None:
    assert {len(e.sessions) for e in generated(40, history=history)} <= set(lengths)


def test_a_timeline_tells_each_value_in_its_session_and_in_no_other() -> None:
    for episode in generated():
        (state,) = episode.states
        for spell in state.history:
            telling = [i for i in range(len(episode.sessions)) if spell.value in said(episode, i)]
            assert telling == [spell.from_session], episode.id


def test_a_timeline_has_one_or_two_updates_buried_among_distractors() -> None:
    updates = [len(e.states[0].history) - 1 for e in generated()]
    assert set(updates) == {1, 2}
    for episode in generated():
        starts = [spell.from_session for spell in episode.states[0].history]
        assert starts[0] == 0
        assert starts[1] >= 2
        assert starts[-1] < len(episode.sessions) - 1


def test_every_query_is_asked_before_the_first_update_and_after_the_last_session() -> None:
    for episode in generated():
        before, after = episode.probes
        values = [spell.value for spell in episode.states[0].history]
        assert (before.gold, before.stale) == ((values[0],), ())
        assert (after.gold, after.stale) == ((values[-1],), tuple(values[:-1]))
        assert after.pair == before.id
        assert after.after_session == len(episode.sessions) - 1


def test_the_values_of_a_fact_are_told_apart_by_the_strict_matcher() -> None:
    for episode in generated(120):
        probe = episode.probes[1]
        for stale in probe.stale:
            assert STRICT.verdict(stale, current=probe.groups[0], stale=probe.stale) is Verdict.STALE
        assert STRICT.verdict(probe.groups[0][0], current=probe.groups[0], stale=probe.stale) is Verdict.CORRECT


def test_no_query_names_a_value() -> None:
    for episode in generated(120):
        words = set(phrase(episode.probes[1].query).words)
        assert not any(words >= set(phrase(s.value).words) for s in episode.states[0].history)


def test_a_limit_keeps_the_first_timelines() -> None:
    assert SUITE.load([], Options(limit=2)) == generated(2)


def test_a_timeline_runs_in_the_frame_and_the_host_alone_exposes_what_is_stale() -> None:
    (episode,) = generated(1)
    result = run_episode(episode, Settings(fillers=0, systems=("host",), k=10))
    before, after = (probe.tallies for probe in result.probes["host"])
    assert "stale_exposed_rate" not in before
    assert after["stale_exposed_rate"] == Tally(1, 1)
    assert after["current_recall"] == Tally(1, 1)


# LongMemEval.


def test_a_long_history_holds_all_sessions_in_order_of_time(tmp_path: Path) -> None:
    (episode,) = SUITE.load(written(tmp_path, question()), Options(given={"history": "long"}))
    assert [session.at.day for session in episode.sessions] == [10, 12, 20]
    assert [turn.text for turn in episode.sessions[1].turns] == ["Which yarn is good for socks?"]


def test_a_short_history_holds_the_evidence_sessions(tmp_path: Path) -> None:
    (episode,) = SUITE.load(written(tmp_path, question()), Options())
    assert [session.at.day for session in episode.sessions] == [10, 20]


@pytest.mark.parametrize("missing", ["haystack_session_ids", "answer_session_ids"])
def test_evidence_is_known_by_its_turns_where_ids_are_missing(tmp_path: Path, missing: str) -> None:
    (episode,) = SUITE.load(written(tmp_path, question(**{missing: None})), Options())
    assert [session.at.day for session in episode.sessions] == [10, 20]


def test_a_question_becomes_a_probe_after_the_last_session(tmp_path: Path) -> None:
    (episode,) = SUITE.load(written(tmp_path, question()), Options())
    (probe,) = episode.probes
    assert (probe.query, probe.gold, probe.after_session) == ("How many scarves have I knitted?", ("5",), 1)
    assert (probe.view, probe.task, probe.reference) == ("current", "conflict", "5")
    assert probe.turns == ((0, 0), (1, 0))
    assert episode.family == "open"


def test_a_question_about_the_value_before_asks_for_history(tmp_path: Path) -> None:
    asked = question(question="How many scarves had I knitted previously?", answer="three")
    (episode,) = SUITE.load(written(tmp_path, asked), Options())
    assert (episode.probes[0].view, episode.probes[0].task) == ("historical", "historical")


def test_a_question_that_the_conversation_does_not_answer_has_no_gold(tmp_path: Path) -> None:
    (episode,) = SUITE.load(written(tmp_path, question(question_id="q1_abs", answer="Not enough is known.")), Options())
    probe = episode.probes[0]
    assert (probe.expect, probe.gold, probe.reference) == ("uncertain", (), "Not enough is known.")


def test_other_kinds_of_questions_are_left_out(tmp_path: Path) -> None:
    records = [question(), question(question_id="q2", question_type="multi-session")]
    assert [e.id for e in SUITE.load(written(tmp_path, *records), Options())] == ["q1"]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"question_type": "multi-session"}, "question_type: is nowhere 'knowledge-update'"),
        ({"haystack_dates": ["2023/05/20 (Sat) 02:21"]}, "haystack_dates: holds 1 dates for 3 sessions"),
        ({"haystack_session_ids": ["a"]}, "haystack_session_ids: holds 1 ids for 3 sessions"),
        ({"answer": None}, "answer: is missing"),
        ({"answer": ""}, "answer: is empty"),
        ({"question_date": None, "haystack_sessions": None}, "haystack_sessions: is missing"),
    ],
)
def test_a_wrong_file_is_told_with_its_field(tmp_path: Path, changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidInputError, match=r"longmemeval\.json") as caught:
        SUITE.load(written(tmp_path, question(**changes)), Options())
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"history": "middling"}, "history: 'middling' is neither short nor long"),
        ({"count": "0"}, "count: '0' is no whole number above 0"),
        ({"hops": "2"}, "hops: is no setting of supersede: use history or count"),
    ],
)
def test_a_wrong_setting_is_told_with_its_remedy(given: dict[str, str], complaint: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        SUITE.load([], Options(given=given))
    assert complaint in str(caught.value)


def test_a_count_is_refused_where_a_path_is_given(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="count"):
        SUITE.load(written(tmp_path, question()), Options(given={"count": "3"}))
