"""Notes of B characters: the bound holds, no session is shown again, and what is cut off is cut off."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.notes import (
    BOUNDED,
    BoundedNotes,
    NotesMemory,
    budget_for,
    latest_within,
    session_text,
)
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suites.supersede_timelines import timelines
from atma_overlay.evaluation.systems import Memory
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.scope import Scope
from atma_overlay.views import Label, Turn

SCOPE = Scope(tenant="t", user="u")
DAY = datetime(2025, 3, 1, 9, tzinfo=UTC)


@given(st.lists(st.text(max_size=400), max_size=8), st.integers(1, 300))
def test_notes_never_exceed_their_budget_whatever_is_written(written: list[str], budget: int) -> None:
    notes = BoundedNotes(budget)
    for text in written:
        assert len(notes.replace(text)) <= budget
        assert notes.text == text.strip()[:budget]
    assert notes.sessions_read == len(written)


def test_a_writer_is_given_the_notes_and_one_session_and_no_earlier_one() -> None:
    given_to: list[tuple[str, str]] = []

    def writer(notes: str, session: str) -> str:
        given_to.append((notes, session))
        return f"after {session}"

    notes = BoundedNotes()
    for session in ("one", "two", "three"):
        notes.read(session, writer)
    assert given_to == [("", "one"), ("after one", "two"), ("after two", "three")]


def test_what_is_cut_off_is_counted() -> None:
    notes = BoundedNotes(5)
    notes.replace("12345")
    assert notes.overflows == 0
    notes.replace("123456")
    assert (notes.text, notes.overflows) == ("12345", 1)


def test_the_fixed_budget_and_the_proportional_one_are_those_of_the_paper() -> None:
    assert budget_for(48) == 300
    assert budget_for(48, per_session=150) == 7200
    assert budget_for(2, per_session=150) == 300


@pytest.mark.parametrize(("sessions", "per_session", "field"), [(0, None, "sessions"), (3, 0, "per_session")])
def test_a_budget_below_one_is_refused(sessions: int, per_session: int | None, field: str) -> None:
    with pytest.raises(InvalidInputError, match=field):
        budget_for(sessions, per_session=per_session)


def test_notes_without_room_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="budget"):
        BoundedNotes(0)


def test_the_writer_without_a_model_keeps_the_latest_whole_words_of_people() -> None:
    write = latest_within(20)
    assert write("", "user: hello\nassistant: Good day!") == "user: hello"
    assert write("user: hello", "user: I live in Leeds") == "I live in Leeds"
    assert write("alpha beta gamma", "user: delta eps") == "user: delta eps"
    assert write("12345", "user: 7890 2345 789") == "user: 7890 2345 789"


def test_the_memory_shows_its_notes_as_one_untracked_row() -> None:
    memory: Memory = NotesMemory(40)
    memory.remember([Turn(text="I live in Leeds.")], scope=SCOPE, observed_at=DAY)
    memory.remember([Turn(text="I live in York.")], scope=SCOPE, observed_at=DAY)
    (row,) = memory.recall("Where do I live?", scope=SCOPE).rows
    assert row.label is Label.UNTRACKED
    assert row.text == "[2025-03-01] user: I live in York."
    assert memory.timeline(scope=SCOPE).records == ()


@pytest.mark.parametrize(("budget", "recalled"), [(4000, 1), (60, 0)])
def test_notes_run_in_the_frame_and_forget_what_their_budget_does_not_hold(budget: int, recalled: int) -> None:
    (episode,) = timelines(1, seed=4)
    settings = Settings(fillers=0, systems=("full",))
    result = run_episode(episode, settings, opened=lambda host, clock: NotesMemory(budget))
    after = result.probes["full"][1].tallies
    assert after["current_recall"] == Tally(recalled, 1)
    assert after["current_labelled_recall"] == Tally(0, 1)
    assert after["stale_exposed_rate"] == Tally(recalled, 1)


def test_notes_of_two_users_are_apart_and_empty_notes_show_nothing() -> None:
    memory = NotesMemory()
    memory.remember([Turn(text="I live in Leeds.")], scope=SCOPE)
    assert memory.recall("Where do I live?", scope=Scope(tenant="t", user="other")).rows == ()
    assert memory.kind == BOUNDED


def test_a_session_is_shown_with_its_date_and_its_speakers() -> None:
    turns = [Turn(text="Hello.", name="Ada"), Turn(text="Hi!", role="assistant")]
    assert session_text(turns, at=DAY) == "[2025-03-01]\nAda: Hello.\nassistant: Hi!"
