"""Each benchmark's files become episodes with their gold, and what cannot be read is one clear line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, GoldState, Probe
from atma_overlay.evaluation.suites import SUITES, Options, suite_named

DATA = Path(__file__).parent / "data" / "suites"
OWN = sorted(set(SUITES) & {"stale", "factconsolidation", "longmemeval", "locomo", "sgd", "statebench"})
FILES = {
    "stale": "evidence_sessions.jsonl",
    "factconsolidation": "stream_sh.json",
    "longmemeval": "evidence.jsonl",
    "locomo": "conversations.json",
    "sgd": "dialogues.jsonl",
    "statebench": "timelines.jsonl",
}


def loaded(name: str, path: Path | None = None, /, *, limit: int | None = None, **given: str) -> Sequence[Episode]:
    return suite_named(name).load([path or DATA / name], Options(limit=limit, given=given))


def complaint(name: str, path: Path, **given: str) -> str:
    with pytest.raises(InvalidInputError) as caught:
        loaded(name, path, limit=None, **given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def spells(state: GoldState) -> list[tuple[str, int, int | None]]:
    return [(spell.value, spell.from_session, spell.until_session) for spell in state.history]


def probe(episode: Episode, name: str) -> Probe:
    return next(each for each in episode.probes if each.id == name)


def changed(folder: Path, name: str, **changes: Any) -> Path:
    """A copy of the sample whose first record has other fields; `...` takes one away."""
    copy = Path(shutil.copytree(DATA / name, folder / name)) / FILES[name]
    text = copy.read_text()
    records = json.loads(text) if copy.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
    records[0] = {key: value for key, value in (records[0] | changes).items() if value is not ...}
    copy.write_text(json.dumps(records) if copy.suffix == ".json" else "".join(json.dumps(r) + "\n" for r in records))
    return copy


@pytest.mark.parametrize("name", OWN)
class TestEverySuite:
    def test_a_file_gives_what_its_folder_gives(self, name: str) -> None:
        of_file = loaded(name, DATA / name / FILES[name])
        assert of_file
        assert {episode.id for episode in of_file} <= {episode.id for episode in loaded(name)}

    def test_no_more_episodes_than_the_limit(self, name: str) -> None:
        assert loaded(name, limit=1) == loaded(name)[:1]

    def test_a_setting_it_does_not_have_is_refused(self, name: str) -> None:
        assert complaint(name, DATA / name, surprise="1").startswith("surprise: is no setting here: this suite has")

    def test_a_value_it_does_not_have_is_refused(self, name: str) -> None:
        for setting in suite_named(name).settings:
            assert complaint(name, DATA / name, **{setting: "?"}).startswith(f"{setting}: '?' is no")

    def test_a_missing_file_is_named(self, name: str) -> None:
        assert "nowhere.jsonl: there is no such file" in complaint(name, DATA / "nowhere.jsonl")

    def test_an_empty_file_is_named(self, name: str, tmp_path: Path) -> None:
        copy = Path(shutil.copytree(DATA / name, tmp_path / name)) / FILES[name]
        copy.write_text("")
        assert complaint(name, copy).startswith(f"{FILES[name]}: is empty: pass a file with ")

    def test_a_file_of_another_schema_is_named_by_line_and_field(self, name: str, tmp_path: Path) -> None:
        copy = Path(shutil.copytree(DATA / name, tmp_path / name)) / FILES[name]
        copy.write_text('{"colour": "red"}\n')
        assert complaint(name, copy).startswith(f"{FILES[name]}:1 ")
        assert complaint(name, copy).endswith("is missing: add it")

    def test_a_folder_without_its_files_is_named(self, name: str, tmp_path: Path) -> None:
        assert str(tmp_path) in complaint(name, tmp_path)

    def test_an_id_is_used_once(self, name: str) -> None:
        path = DATA / name / FILES[name]
        with pytest.raises(InvalidInputError, match="is already the id at"):
            suite_named(name).load([path, path], Options())


class TestStale:
    def test_a_case_is_two_sessions_with_the_statements_as_gold(self) -> None:
        first, second = loaded("stale")
        assert [f"{session.at:%Y-%m-%d}" for session in first.sessions] == ["2023-02-01", "2024-02-01"]
        assert [value[1:] for value in spells(first.states[0])] == [(0, 1), (1, None)]
        assert all(spell.statement for spell in first.states[0].history)
        assert [(e.family, e.states[0].history[0].ended_by) for e in (first, second)] == [
            ("conflict", "replaced"),
            ("implicit", "invalidated"),
        ]

    def test_the_three_questions_are_asked_by_type(self) -> None:
        asked = [(p.category, p.task, p.expect) for p in loaded("stale")[0].probes]
        assert asked == [
            ("T1 SR", "conflict", "answer"),
            ("T1 PR", "premise", "blocked"),
            ("T1 IPA", "adaptation", "answer"),
        ]

    def test_the_full_history_keeps_every_session(self) -> None:
        (case,) = loaded("stale", history="full")
        assert len(case.sessions) == 3
        assert [value[1:] for value in spells(case.states[0])] == [(0, 2), (2, None)]
        assert {each.after_session for each in case.probes} == {2}

    def test_without_its_core_a_conversation_is_refused(self, tmp_path: Path) -> None:
        shutil.copy(DATA / "stale" / FILES["stale"], tmp_path)
        message = complaint("stale", tmp_path)
        assert message.startswith(f"{tmp_path / 'core.jsonl'}: is missing")

    def test_a_case_that_the_core_lacks_is_named(self, tmp_path: Path) -> None:
        assert "evidence_sessions.jsonl:1 uid: 'c-9' has no case" in complaint(
            "stale", changed(tmp_path, "stale", uid="c-9")
        )


class TestFactConsolidation:
    def test_facts_come_in_sessions_in_which_no_state_changes(self) -> None:
        stream = loaded("factconsolidation", DATA / "factconsolidation" / "stream_sh.json")[0]
        assert [len(session.turns) for session in stream.sessions] == [4, 4, 1]
        assert (stream.sessions[1].at - stream.sessions[0].at).days == 4
        smaller = loaded("factconsolidation", DATA / "factconsolidation" / "stream_sh.json", batch="3")[0]
        assert [len(session.turns) for session in smaller.sessions] == [3, 3, 2, 1]

    def test_the_facts_that_begin_alike_are_one_state(self) -> None:
        stream = loaded("factconsolidation", hops="1")[0]
        assert {state.slot: spells(state) for state in stream.states} == {
            "The capital of Quillon is": [
                ("The capital of Quillon is Marrow.", 0, 1),
                ("The capital of Quillon is Teasel.", 1, None),
            ],
            "The harbour of Quillon is guarded by": [("The harbour of Quillon is guarded by Ister.", 0, None)],
            "Ottoline Vane plays the instrument of": [
                ("Ottoline Vane plays the instrument of lute.", 0, 1),
                ("Ottoline Vane plays the instrument of viol.", 1, None),
            ],
        }

    def test_gold_and_stale_are_the_turns_that_tell_them(self) -> None:
        asked = probe(loaded("factconsolidation", hops="1")[0], "q0")
        assert (asked.query, asked.gold, asked.stale) == ("What is the capital of Quillon?", ("Teasel",), ("Marrow",))
        assert (asked.turns, asked.stale_turns) == (((1, 0),), ((0, 0),))

    def test_questions_are_told_apart_by_what_the_facts_say(self) -> None:
        single, several = sorted(loaded("factconsolidation"), key=lambda episode: len(episode.probes), reverse=True)
        assert {p.id: (p.category, p.task) for p in single.probes} == {
            "q0": ("updated", "conflict"),
            "q1": ("uncontested", "control"),
            "q2": ("updated", "conflict"),
            "q3": ("against its own rule", "exact_recall"),
            "q4": ("no fact found", "exact_recall"),
        }
        assert probe(single, "q3").stale == ()
        assert [(p.category, p.gold, p.turns) for p in several.probes] == [("multi-hop", ("Ister",), ())]
        assert (single.family, several.family) == ("conflict", "open")

    def test_a_serial_number_must_be_one(self, tmp_path: Path) -> None:
        path = changed(tmp_path, "factconsolidation", sessions=[{"date": "May", "turns": ["A is b."]}])
        assert "sessions[0].date: 'May' is no serial number" in complaint("factconsolidation", path)


class TestLongMemEval:
    def test_the_evidence_is_named_in_the_order_of_time(self) -> None:
        kites = next(e for e in loaded("longmemeval") if e.id == "m-1")
        assert [f"{session.at:%m-%d}" for session in kites.sessions] == ["02-10", "02-20"]
        assert sorted(kites.probes[0].turns) == [(0, 0), (0, 1), (1, 0)]
        assert (kites.family, kites.probes[0].category, kites.probes[0].reference) == ("open", "multi-session", "2")

    def test_what_cannot_be_answered_is_left_out(self) -> None:
        assert {episode.id for episode in loaded("longmemeval")} == {"m-1", "m-2", "k-1"}

    def test_of_updated_knowledge_only_the_last_evidence_is_wanted(self) -> None:
        (updated,) = loaded("longmemeval", DATA / "longmemeval" / "published.jsonl")
        assert len(updated.sessions) == 3
        assert updated.probes[0].turns == ((2, 0),)


class TestLoCoMo:
    def test_both_people_are_users_with_a_name(self) -> None:
        turns = [turn for session in loaded("locomo")[0].sessions for turn in session.turns]
        assert [(turn.role, turn.name) for turn in turns] == [("user", n) for n in ("Mira", "Owen", "Owen", "Mira")]

    def test_evidence_is_read_however_it_is_written(self) -> None:
        found = {p.id: (p.turns, p.gold) for p in loaded("locomo")[0].probes}
        assert found == {
            "qa0": (((0, 0),), ()),
            "qa1": (((0, 1), (1, 1)), ()),
            "qa2": (((0, 1),), ()),
            "qa3": ((), ("2024",)),
            "qa4": ((), ()),
        }

    def test_categories_have_number_and_name(self) -> None:
        categories = [p.category for p in loaded("locomo")[0].probes]
        assert categories == ["2 temporal", "1 multi-hop", "3 open-domain", "4 single-hop", "5 adversarial"]
        assert [p.id for p in loaded("locomo", categories="temporal")[0].probes] == ["qa0"]

    def test_an_adversarial_question_has_nothing_to_be_found(self) -> None:
        asked = probe(loaded("locomo")[0], "qa4")
        assert (asked.expect, asked.reference, asked.turns) == ("uncertain", None, ())

    def test_disputed_golds_are_kept_flagged_or_dropped(self) -> None:
        assert probe(loaded("locomo", disputed="flag")[0], "qa2").category == "3 open-domain, disputed"
        assert [p.id for p in loaded("locomo", disputed="drop")[0].probes] == ["qa0", "qa1", "qa3", "qa4"]
        assert len(loaded("locomo", disputed="keep")[0].probes) == 5

    def test_without_the_audit_nothing_is_disputed(self, tmp_path: Path) -> None:
        shutil.copy(DATA / "locomo" / "conversations.json", tmp_path)
        assert len(loaded("locomo", tmp_path)[0].probes) == 5
        assert "qa_flat.jsonl: is missing" in complaint("locomo", tmp_path, disputed="drop")


class TestSgd:
    def test_a_session_starts_with_what_changes_a_slot(self) -> None:
        sessions = loaded("sgd")[0].sessions
        assert [[turn.role for turn in session.turns] for session in sessions] == [
            ["user"],
            ["assistant", "user", "assistant"],
            ["user", "assistant"],
        ]

    def test_slots_have_the_values_that_are_said(self) -> None:
        assert {state.slot: spells(state) for state in loaded("sgd")[0].states} == {
            "ferries / departure time": [("ten in the morning", 0, 1), ("11:30", 1, None)],
            "ferries / destination": [("Arran", 0, 2), ("Bute", 2, None)],
            "ferries / passengers": [("2", 0, None)],
            "ferries / seat kind": [("window seat", 2, None)],
        }

    def test_a_value_has_all_its_wordings(self) -> None:
        first = loaded("sgd")[0].states[0].history[0]
        assert (first.value, first.also) == ("ten in the morning", ("10 am",))

    def test_each_slot_is_asked_for_now_and_for_before(self) -> None:
        asked = {p.id: (p.task, p.view, p.groups, p.stale) for p in loaded("sgd")[0].probes}
        assert asked["Ferries_1.destination now"] == ("conflict", "current", (("Bute",),), ("Arran",))
        assert asked["Ferries_1.destination before"] == ("historical", "historical", (("Arran",),), ())
        assert asked["Ferries_1.seat_kind now"] == ("control", "current", (("window seat",),), ())

    def test_a_bare_number_is_not_asked_for(self) -> None:
        assert not [p for p in loaded("sgd")[0].probes if "passengers" in p.id]

    def test_a_value_that_another_slot_has_too_is_not_asked_for(self, tmp_path: Path) -> None:
        final = {"Ferries_1.destination": ["Bute"], "Ferries_1.home_port": ["Bute"]}
        (episode,) = loaded("sgd", changed(tmp_path, "sgd", final_state=final))
        assert "Ferries_1.destination now" not in [p.id for p in episode.probes]

    def test_a_turn_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        change = [{"turn": 99, "service": "S", "slot": "s", "old": ["a"], "new": ["b"]}]
        assert "changes[0].turn: 99 is no turn of 6" in complaint("sgd", changed(tmp_path, "sgd", changes=change))


class TestStateBench:
    def test_facts_and_writes_are_told_before_what_follows(self) -> None:
        (timeline,) = loaded("statebench")
        said = [[(turn.role, turn.text[:11]) for turn in session.turns] for session in timeline.sessions]
        assert said == [
            [("system", "The cap is ")],
            [("user", "We will sto")],
            [("system", "Crates: Elm")],
            [("user", "No, the Oak")],
        ]
        assert [each.after_session for each in timeline.probes] == [2, 3]

    def test_only_phrases_that_were_said_by_then_can_be_found_or_exposed(self) -> None:
        first, second = loaded("statebench")[0].probes
        assert (first.groups, first.stale) == ((("Elm depot",),), ())
        assert (second.groups, second.stale) == ((("Oak depot",),), ("Elm depot",))

    def test_all_phrases_may_be_kept_for_answers(self) -> None:
        first, second = loaded("statebench", phrases="all")[0].probes
        assert first.stale == ("Oak depot",)
        assert second.groups == (("Oak depot",), ("moved",))

    def test_tracks_that_forbid_for_other_reasons_come_in_when_asked(self) -> None:
        private = loaded("statebench", tracks="all")[1]
        assert [(p.category, p.expect, p.stale) for p in private.probes] == [
            ("enterprise_privacy", "absent", ("$50,000",))
        ]

    def test_an_unknown_event_is_named(self, tmp_path: Path) -> None:
        events = [{"ts": "2025-05-05T09:00:00", "type": "surprise"}]
        assert "events[0].type: 'surprise'" in complaint("statebench", changed(tmp_path, "statebench", events=events))
