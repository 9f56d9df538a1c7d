"""A broken conversation file is one complaint that names the file, the line, the field and the remedy."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders import load_conversations

DATA = Path(__file__).parent / "data" / "loaders"


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def complaint(path: Path, *, format: str | None = None) -> str:
    with pytest.raises(InvalidInputError) as caught:
        list(load_conversations(path, format=format))
    assert "\n" not in str(caught.value)
    return str(caught.value)


EPISODE = {
    "id": "a",
    "sessions": [{"at": "2025-03-01T09:00:00Z", "turns": [{"role": "user", "text": "Hello."}]}],
}


def episode(**changes: object) -> str:
    return json.dumps({k: v for k, v in (EPISODE | changes).items() if v is not ...})


def with_turn(turn: object) -> str:
    return episode(sessions=[{"at": "2025-03-01T09:00:00Z", "turns": [turn]}])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{", "f.jsonl:1: is not JSON"),
        (episode() + "\n{oops}\n", "f.jsonl:2: is not JSON"),
        ('["a"]', "f.jsonl:1 [0]: must be an object"),
        ('"text"', "f.jsonl:1: must be an object"),
        ("{}", "f.jsonl:1: is in no known format"),
        ("", "f.jsonl: holds no conversation"),
        ("\n\n", "f.jsonl: holds no conversation"),
        (b'{"id": "caf\xe9"}', "f.jsonl: is not UTF-8 text"),
        (episode(id=...), "f.jsonl:1 id: is missing"),
        (episode(id=None), "f.jsonl:1 id: must be text, not nothing"),
        (episode(id=""), "f.jsonl:1 id: is empty"),
        (episode() + "\n" + episode(), "f.jsonl:2 id: 'a' is already the id at f.jsonl:1"),
        (episode(sessions="none"), "f.jsonl:1 sessions: must be a list, not text"),
        (episode(sessions=[]), "f.jsonl:1 sessions: is empty"),
        (episode(sessions=[3]), "f.jsonl:1 sessions[0]: must be an object, not a number"),
        (episode(sessions=[{"at": "2025-03-01"}]), "f.jsonl:1 sessions[0].turns: is missing"),
        (episode(sessions=[{"at": "2025-03-01", "turns": []}]), "f.jsonl:1 sessions[0].turns: is empty"),
        (
            episode(sessions=[{"turns": [{"role": "user", "text": "x"}]}]),
            "f.jsonl:1 sessions[0].at: is missing",
        ),
        (
            episode(sessions=[{"at": "yesterday", "turns": [{"role": "user", "text": "x"}]}]),
            "f.jsonl:1 sessions[0].at: 'yesterday' is no date",
        ),
        (
            episode(sessions=[{"at": 1740819600, "turns": [{"role": "user", "text": "x"}]}]),
            "f.jsonl:1 sessions[0].at: must be text, not a number",
        ),
        (with_turn({"role": "user"}), "f.jsonl:1 sessions[0].turns[0].text: is missing"),
        (with_turn({"role": "user", "text": None}), "f.jsonl:1 sessions[0].turns[0].text: must be text"),
        (with_turn({"role": "user", "text": " "}), "f.jsonl:1 sessions[0].turns[0].text: is empty"),
        (with_turn({"text": "x"}), "f.jsonl:1 sessions[0].turns[0].role: is missing"),
        (with_turn({"role": "boss", "text": "x"}), "f.jsonl:1 sessions[0].turns[0].role: 'boss' is no role"),
        (with_turn({"role": "user", "text": "\ud800"}), "f.jsonl:1 sessions[0].turns[0].text: holds half"),
        (with_turn({"role": "user", "text": "x", "name": 4}), "f.jsonl:1 sessions[0].turns[0].name: must be"),
        ("[" * 100_000, "f.jsonl:1: is nested too deeply"),
    ],
)
def test_a_broken_episode_file_names_file_line_and_field(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert complaint(write(tmp_path, "f.jsonl", content)).startswith(expected)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Just a note.\n", "f.txt:1: is before the first turn"),
        ("# 2025-03-01\n\nhello\n", "f.txt:3: is before the first turn"),
        ("# 2025-13-01\nuser: hi\n", "f.txt:1: '2025-13-01' is no date"),
        ("user: hi\n# 2025-03-01\nuser: hi\n", "f.txt:2: is the first date"),
        ("user: hi\n[2025-03-01 09:00] user: hi\n", "f.txt:2: carries a time and a turn"),
        ("user:\n", "f.txt: holds no turn"),
        ("", "f.txt: holds no turn"),
        (b"user: caf\xe9\n", "f.txt: is not UTF-8 text"),
    ],
)
def test_a_broken_transcript_names_file_and_line(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert complaint(write(tmp_path, "f.txt", content)).startswith(expected)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"sample_id": "a", "conversation": []}', "f.json:1 conversation: must be an object"),
        ('{"conversation": {}}', "f.json:1 sample_id: is missing"),
        (
            '{"sample_id": "a", "conversation": {"session_1": []}}',
            "f.json:1 conversation.session_1_date_time: is missing",
        ),
        (
            '{"sample_id": 1, "conversation": {"session_1": [], "session_1_date_time": "1:00 pm on 8 Maj, 2023"}}',
            "f.json:1 conversation.session_1_date_time: '1:00 pm on 8 Maj, 2023' is no date",
        ),
        (
            '{"sample_id": 1, "conversation": {"session_1": [], "session_1_date_time": "13:00 pm on 8 May, 2023"}}',
            "f.json:1 conversation.session_1_date_time: '13:00 pm on 8 May, 2023' is no date",
        ),
        (
            '[{"question_id": "q", "haystack_sessions": [[]], "haystack_dates": []}]',
            "f.json:1 [0].haystack_dates: holds 0 dates for 1 sessions",
        ),
        (
            '{"question_id": "q", "sessions": [{"date": "2023/13/01 (Mon) 10:00"}]}',
            "f.json:1 sessions[0].date",
        ),
        (
            '{"uid": "u", "M_old": "a", "M_new": "b", "relevant_session_index": [0, 5], "timestamps": []}',
            "f.json:1 timestamps: has no entry 0",
        ),
        (
            '{"uid": "u", "M_old": "a", "M_new": "b", "relevant_session_index": [0], "timestamps": []}',
            "f.json:1 relevant_session_index: holds 1 places",
        ),
        (
            '{"uid": "u", "M_old": "a", "M_new": "b", "relevant_session_index": "[0, x]", "timestamps": []}',
            "f.json:1 relevant_session_index: is a text that spells neither",
        ),
        (
            '{"uid": "u", "haystack_session": "[open"}',
            "f.json:1 haystack_session: is a text that spells neither",
        ),
        ("[" + episode(), "f.json:1: is not JSON (a comma"),
        ("[" + episode() + ",", "f.json:1: is not JSON (the list is not closed)"),
        ("[" + episode() + ",]", "f.json:1: is not JSON (Expecting value)"),
        ("[" + episode() + "]\n[]", "f.json:2: is not JSON (something follows the end)"),
        ('{\n"id": 1,\n', "f.json:3: is not JSON"),
        ("[]", "f.json: holds no conversation"),
    ],
)
def test_a_broken_dataset_names_file_line_and_field(tmp_path: Path, content: str, expected: str) -> None:
    assert complaint(write(tmp_path, "f.json", content)).startswith(expected)


def test_a_locomo_sample_without_a_numbered_session_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locomo.json"
    path.write_text('[{"sample_id": "a", "conversation": {"speaker_a": "Mira", "session_x": []}}]')
    with pytest.raises(InvalidInputError, match="holds no session: give it a `session_1`"):
        list(load_conversations(path))


def test_a_path_that_is_no_readable_file_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="there is no such file: check the path"):
        load_conversations(tmp_path / "none.jsonl")
    with pytest.raises(InvalidInputError, match="is not a regular file"):
        load_conversations(tmp_path)
    with pytest.raises(InvalidInputError, match=r"cannot be read|no such file"):
        load_conversations("a\0b")


def test_an_unknown_format_and_a_naive_date_for_undated_sessions_are_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"^format: 'yaml' is not known: use one of episodes, "):
        load_conversations(DATA / "roles.txt", format="yaml")
    with pytest.raises(InvalidInputError, match=r"^undated: has no time zone"):
        load_conversations(DATA / "roles.txt", undated=datetime(2020, 1, 1))  # noqa: DTZ001 - the case itself


def test_a_date_beyond_the_calendar_in_utc_is_refused(tmp_path: Path) -> None:
    late = datetime.max.replace(tzinfo=timezone(timedelta(hours=-5))).isoformat()
    path = write(tmp_path, "f.jsonl", episode(sessions=[{"at": late, "turns": [{"role": "user", "text": "x"}]}]))
    assert "is no date" in complaint(path)
