"""Conversation files become dated turns, or one complaint that names the place."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders import Conversation, load_conversations

DATA = Path(__file__).parent / "data" / "loaders"
UNDATED = datetime(2020, 1, 1, tzinfo=UTC)


def load(name: str, *, format: str | None = None) -> list[Conversation]:
    return list(load_conversations(DATA / name, format=format, undated=UNDATED))


def said(conversation: Conversation) -> list[tuple[str, str | None, str]]:
    return [(turn.role, turn.name, turn.text) for session in conversation.sessions for turn in session.turns]


def dates(conversation: Conversation) -> list[str]:
    return [session.at.isoformat() for session in conversation.sessions]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


EPISODE = {
    "id": "a",
    "sessions": [{"at": "2025-03-01T09:00:00Z", "turns": [{"role": "user", "text": "Hello."}]}],
}


def test_an_episode_keeps_its_sessions_turns_and_speakers() -> None:
    first, second = load("episodes.jsonl")
    assert first.id == "ep-1"
    assert dates(first) == ["2025-03-01T09:00:00+00:00", "2025-04-01T09:00:00+00:00"]
    assert said(first) == [
        ("user", None, "I live in Leeds."),
        ("assistant", None, "Noted."),
        ("user", None, "I moved to York."),
    ]
    assert second.id == "2"
    assert said(second)[0] == ("user", "Ines", "Zoë's café opens at 8 — hooray 🎉.")
    assert second.turn_count == 2


def test_a_date_without_a_zone_is_read_as_utc() -> None:
    assert dates(load("episodes.jsonl")[1]) == ["2025-03-01T09:00:00+00:00"]


def test_a_transcript_by_role_keeps_continuation_lines_in_their_turn() -> None:
    (conversation,) = load("roles.txt")
    assert conversation.id == "roles"
    assert dates(conversation) == ["2025-03-01T09:00:00+00:00", "2025-06-01T18:30:00+00:00"]
    assert said(conversation) == [
        ("user", None, "I work at a bakery."),
        (
            "assistant",
            None,
            "That sounds warm.\nNote: bring an apron.\nTip: arrive early.\n\nThe second paragraph.",
        ),
        ("user", None, "I left the bakery."),
        ("assistant", None, "What comes next?"),
    ]


def test_a_transcript_by_name_makes_every_named_speaker_a_user() -> None:
    (conversation,) = load("names.txt")
    assert dates(conversation) == ["2020-01-01T00:00:00+00:00"]
    assert said(conversation) == [
        ("user", "Ana Lucía", "I bought a bike.\nit is red"),
        ("user", "Ben", "Nice: a bike!\nPS: lock it\nsee https://example.org: it lists locks"),
        ("assistant", None, "Congratulations to both."),
    ]


def test_a_transcript_that_starts_with_a_bracketed_date_is_not_taken_for_json(tmp_path: Path) -> None:
    path = write(tmp_path, "chat", "[2025-03-01 09:00]\nuser: hi\n")
    assert dates(next(load_conversations(path))) == ["2025-03-01T09:00:00+00:00"]


def test_locomo_sessions_come_in_the_order_of_their_numbers_and_captions_are_nobodys_words() -> None:
    first, second = load("locomo.json")
    assert (first.id, second.id) == ("pair-1", "pair-2")
    assert dates(first) == ["2024-05-08T13:56:00+00:00", "2024-06-09T00:05:00+00:00"]
    assert dates(second) == ["2024-01-01T12:30:00+00:00"]
    assert said(first) == [
        ("user", "Mira", "I joined a pottery class."),
        ("user", "Owen", "I ordered a kiln."),
        ("user", "Owen", "The kiln arrived!"),
    ]
    assert first.sessions[1].turns[0].key == "pair-1/D2:1"


def test_longmemeval_haystacks_evidence_and_single_sessions_are_read() -> None:
    (haystack,) = load("longmemeval.json")
    assert dates(haystack) == ["2024-05-01T08:15:00+00:00", "2024-05-02T23:59:00+00:00"]
    assert said(haystack)[1:] == [("assistant", None, "Cold?"), ("user", None, "Very.")]
    evidence, abstention = load("longmemeval_evidence.jsonl")
    assert (evidence.id, dates(evidence)) == ("q-2", ["2023-04-10T14:47:00+00:00"])
    assert (abstention.id, abstention.sessions) == ("q-3_abs", ())
    fig, kerf = load("longmemeval_distractors.jsonl")
    assert (fig.id, kerf.id, dates(kerf)) == ("0a1b", "2c3d", ["2020-01-01T00:00:00+00:00"])


def test_stale_statements_sessions_and_histories_are_read_even_where_lists_are_spelled_as_text() -> None:
    bees, choir = load("stale_core.jsonl")
    assert (bees.id, choir.id) == ("u-1", "7")
    assert dates(bees) == ["2021-06-15T10:30:00+00:00", "2023-06-15T10:30:00+00:00"]
    assert said(choir)[1] == ("user", None, "Sundays are for the choir now.")
    (evidence,) = load("stale_evidence.jsonl")
    assert said(evidence)[-1] == ("user", None, "I sold the last hive, it's gone.")
    (full,) = load("stale_full.jsonl")
    assert dates(full) == ["2021-06-15T10:30:00+00:00", "2022-01-01T08:00:00+00:00"]
    assert said(full)[1] == ("user", None, "What rhymes with hive?")


def test_sessions_without_a_date_take_the_time_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "chat.txt", "user: hi\n")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert next(load_conversations(path)).sessions[0].at == datetime.fromtimestamp(1_700_000_000, tz=UTC)


def test_the_named_format_wins_over_the_content(tmp_path: Path) -> None:
    path = write(tmp_path, "odd.jsonl", "user: I am not JSON.\n")
    (conversation,) = load_conversations(path, format="transcript")
    assert said(conversation) == [("user", None, "I am not JSON.")]
    with pytest.raises(InvalidInputError, match=r"^locomo\.json:2 \[0\]\.index: is missing"):
        load("locomo.json", format="stale")


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    lines = ["\ufeff# 2025-03-01", "user: hi", "there", ""]
    (transcript,) = load_conversations(write(tmp_path, "chat.txt", "\r\n".join(lines)))
    assert said(transcript) == [("user", None, "hi\nthere")]
    (one,) = load_conversations(write(tmp_path, "one.jsonl", "\ufeff" + json.dumps(EPISODE) + "\r\n"))
    assert one.id == "a"


def test_one_pretty_printed_object_and_a_long_array_are_read_as_streams(tmp_path: Path) -> None:
    (one,) = load_conversations(write(tmp_path, "one.json", json.dumps(EPISODE, indent=2)))
    assert one.id == "a"
    many = json.dumps([EPISODE | {"id": n, "note": "x" * 300} for n in range(1000)], indent=1)
    stream = load_conversations(write(tmp_path, "many.json", many + "\n"))
    assert [c.id for c in stream] == [str(n) for n in range(1000)]


def test_a_value_that_is_broken_late_in_an_array_is_reported_after_the_ones_before_it(tmp_path: Path) -> None:
    path = write(tmp_path, "two.json", f"[{json.dumps(EPISODE)},\n\n {{'id': 1}}]")
    stream = load_conversations(path)
    assert next(stream).id == "a"
    with pytest.raises(InvalidInputError, match=r"^two\.json:3: is not JSON"):
        next(stream)


SHARED = os.environ.get("ATMA_SHARED")


@pytest.mark.skipif(not SHARED, reason="ATMA_SHARED names no folder with the published datasets")
@pytest.mark.parametrize(
    ("name", "conversations", "sessions", "turns"),
    [
        ("locomo/locomo10.json", 10, 272, 5882),
        ("longmemeval/evidence_not_knowledge_update.jsonl", 422, 712, 752),
        ("longmemeval/distractor_sessions.jsonl", 600, 600, 7198),
        ("stale/core.jsonl", 100, 200, 200),
        ("stale/evidence_sessions.jsonl", 100, 200, 1814),
        ("stale/full_history.jsonl", 16, 800, 9518),
        ("episodes/conflict.jsonl", 20, 88, 250),
    ],
)
def test_a_published_dataset_is_read_whole(name: str, conversations: int, sessions: int, turns: int) -> None:
    loaded = list(load_conversations(Path(SHARED or "") / name))
    assert len(loaded) == conversations
    assert sum(len(conversation.sessions) for conversation in loaded) == sessions
    assert sum(conversation.turn_count for conversation in loaded) == turns
