"""What a user answers in a word or two is read by what the agent had asked, and by nothing else that the agent said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import Overlay, Scope
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts import MemoryHost
from atma_overlay.language.answers.answered import found_in_answer
from atma_overlay.language.candidates import Found
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import DecisionState
from atma_overlay.views import Label, Turn
from tests.overlay_worlds import Flaky

ME = Scope(tenant="acme", user="ana")
TOLD = datetime(2026, 3, 3, 12, tzinfo=UTC)
ASKED = TOLD + timedelta(days=60)


class Talk:
    """A fact that is known, and what becomes of it when a question is answered."""

    def __init__(self, known: str) -> None:
        self.overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
        if known:
            self.overlay.remember(known, scope=ME, observed_at=TOLD)

    def answer(self, question: str, said: str) -> None:
        self.overlay.remember(said, answering=question, scope=ME, observed_at=ASKED)

    def changes(self, state: DecisionState = DecisionState.APPLIED) -> list[tuple[str, str | None]]:
        told = self.overlay.timeline(scope=ME).transitions
        return [(t.from_value, t.to_value) for t in told if t.state is state]

    def held(self) -> dict[str, str]:
        records = self.overlay.timeline(scope=ME).records
        return {f"{r.subject} / {r.attribute}": r.value for r in records if r.status == "active"}


def answered(known: str, question: str, said: str) -> Talk:
    talk = Talk(known)
    talk.answer(question, said)
    return talk


@pytest.mark.parametrize(
    ("known", "question", "said", "old", "new"),
    [
        ("I live in Leeds.", "Where do you live now?", "York.", "Leeds", "York"),
        ("I live in Leeds.", "Where do you live?", "In York", "Leeds", "York"),
        ("I live in Leeds.", "Great, thanks! Where are you based these days?", "York, since April", "Leeds", "York"),
        ("I live in Leeds.", "Can you tell me where you live?", "york", "Leeds", "york"),
        ("I live in Leeds.", "In which city do you live?", "York", "Leeds", "York"),
        ("I live in Leeds.", "Do you live in Leeds or York?", "York", "Leeds", "York"),
        ("I work at Globex.", "Where do you work at the moment?", "Acme", "Globex", "Acme"),
        ("I work at Globex.", "Which company do you work for?", "Acme", "Globex", "Acme"),
        ("My gym is FitWorks.", "Which gym do you go to?", "Pulse", "FitWorks", "Pulse"),
        ("I drive a Volvo.", "What car do you drive?", "A Honda", "Volvo", "Honda"),
        ("I drive a Volvo.", "What kind of car do you have?", "It's a Honda now", "Volvo", "Honda"),
        ("I bank with HSBC.", "Who do you bank with?", "Monzo", "HSBC", "Monzo"),
        ("My rent is £850.", "How much is your rent?", "£950", "£850", "£950"),
        ("My rent is £850.", "How much rent do you pay?", "£950 since May", "£850", "£950"),
        ("My surname is Smith.", "May I ask what your surname is?", "Hall", "Smith", "Hall"),
        ("My boss is Priya.", "Who's your boss now?", "Tom", "Priya", "Tom"),
        ("My son is 6.", "How old is your son?", "7", "6", "7 years old"),
        ("Our database is MySQL.", "Which database do you use?", "Postgres 15", "MySQL", "Postgres 15"),
        ("My sister lives in Leeds.", "Where does your sister live?", "York", "Leeds", "York"),
    ],
)
def test_an_answer_fills_the_gap_of_what_was_asked(known: str, question: str, said: str, old: str, new: str) -> None:
    assert answered(known, question, said).changes() == [(old, new)]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Do you still live in Leeds?", "No."),
        ("Do you still live in Leeds?", "Not any more."),
        ("Do you still live in Leeds?", "No, I don't."),
        ("You still live in Leeds, right?", "Nope"),
        ("You still live in Leeds. Is that right?", "no longer"),
        ("Are you still living in Leeds?", "No, not anymore"),
    ],
)
def test_a_no_to_what_still_is_so_ends_it(question: str, said: str) -> None:
    assert answered("I live in Leeds.", question, said).changes() == [("Leeds", None)]


@pytest.mark.parametrize(
    ("known", "question", "said", "old", "new"),
    [
        ("I live in Leeds.", "Do you still live in Leeds?", "No, in York.", "Leeds", "York"),
        ("I live in Leeds.", "You live in Leeds, right?", "No, York.", "Leeds", "York"),
        ("My gym is FitWorks.", "Do you still go to FitWorks?", "No, Pulse", "FitWorks", "Pulse"),
        ("My gym is FitWorks.", "Your gym is FitWorks, correct?", "Nope, Pulse", "FitWorks", "Pulse"),
        ("I'm vegetarian.", "Are you vegetarian?", "No, vegan", "vegetarian", "vegan"),
        ("My boss is Priya.", "Is your boss still Priya?", "No, Tom", "Priya", "Tom"),
        ("I use Jira.", "Do you still use Jira?", "No, Linear", "Jira", "Linear"),
    ],
)
def test_a_no_with_what_holds_instead_changes_it(known: str, question: str, said: str, old: str, new: str) -> None:
    assert answered(known, question, said).changes() == [(old, new)]


@pytest.mark.parametrize(
    ("question", "said", "slot", "value"),
    [
        ("Do you live in Leeds?", "Yes", "user / home_city", "Leeds"),
        ("So you live in Leeds, right?", "Yes, I do.", "user / home_city", "Leeds"),
        ("You live in Leeds. Is that correct?", "That's right", "user / home_city", "Leeds"),
        ("Are you vegetarian?", "I am.", "user / diet", "vegetarian"),
        ("Do you work at Acme?", "Yes, since May", "user / employer", "Acme"),
        ("What do you do for a living?", "Nurse", "user / occupation", "Nurse"),
        ("What should I call you?", "Bob", "user / name", "Bob"),
        ("What's the name of your dog?", "Biscuit", "user's dog / pet_dog", "Biscuit"),
    ],
)
def test_a_yes_or_a_name_tells_what_was_asked(question: str, said: str, slot: str, value: str) -> None:
    assert answered("", question, said).held() == {slot: value}


@pytest.mark.parametrize("said", ["Yes", "Yes, I still do", "Still Leeds", "Leeds", "Yep, still there"])
def test_an_answer_that_nothing_has_changed_changes_nothing(said: str) -> None:
    talk = answered("I live in Leeds.", "Do you still live in Leeds?", said)
    assert (talk.changes(), talk.changes(DecisionState.PROPOSED)) == ([], [])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Where do you live now?", "Not sure yet"),
        ("Where do you live now?", "York, I think"),
        ("Where do you live now?", "probably York"),
        ("Where do you live now?", "Why do you ask?"),
        ("Where do you live now?", "York?"),
        ("Where do you live now?", "Find me a gym in York"),
        ("Where do you live now?", "It depends"),
        ("Where do you live now?", "That's a good question."),
        ("Where do you live now?", "My sister loves York"),
        ("Would you like to live in York?", "Yes"),
        ("Where would you like to live?", "York"),
        ("Have you ever lived in York?", "Yes"),
        ("Did you mean York?", "Yes"),
        ("Shall I change your city to York?", "Yes"),
        ("Where do you live and where do you work?", "York"),
        ("Where do you live? And where does your sister live?", "York"),
        ("Where do you live? I love York. Many people do. Ask me anything.", "York"),
        ("You live in Leeds. Anything else?", "York"),
        ("You do not live in York, right?", "Right"),
        ("Where did you live before?", "York"),
        ("Do you live in York?", "No, I do"),
    ],
)
def test_what_is_no_answer_or_asks_for_no_state_changes_nothing(question: str, said: str) -> None:
    talk = answered("I live in Leeds.", question, said)
    assert (talk.changes(), talk.held().get("user / home_city")) == ([], "Leeds")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Where do you live now?", "York weather forecast"),
        ("Which database do you use in staging?", "Postgres"),
        ("Are you moving to York?", "Yes"),
    ],
)
def test_what_may_be_no_answer_or_answers_for_one_case_alone_applies_nothing(question: str, said: str) -> None:
    talk = Talk("I live in Leeds.")
    talk.overlay.remember("Our database is MySQL.", scope=ME, observed_at=TOLD)
    talk.answer(question, said)
    assert talk.changes() == []


def test_what_follows_the_answer_is_read_as_it_was_said() -> None:
    talk = answered("I live in Leeds.", "Where do you live now?", "York. My gym is Pulse.")
    assert talk.held() == {"user / home_city": "York", "user / gym": "Pulse"}


def test_a_whole_sentence_is_read_by_itself() -> None:
    talk = answered("I live in Leeds.", "Where do you work?", "I moved to York.")
    assert talk.held() == {"user / home_city": "York"}


def test_in_a_batch_the_agents_turn_before_is_what_is_answered() -> None:
    talk = Talk("I live in Leeds.")
    turns = [Turn(role="assistant", text="Where do you live now?"), Turn(role="user", text="York.")]
    talk.overlay.remember(turns, scope=ME, observed_at=ASKED)
    assert talk.changes() == [("Leeds", "York")]


@pytest.mark.parametrize("between", [Turn(role="tool", text="ok"), Turn(role="user", text="One moment.")])
def test_what_stands_between_question_and_answer_parts_them(between: Turn) -> None:
    talk = Talk("I live in Leeds.")
    turns = [Turn(role="assistant", text="Where do you live now?"), between, Turn(role="user", text="York.")]
    talk.overlay.remember(turns, scope=ME, observed_at=ASKED)
    assert talk.changes() == []


@pytest.mark.parametrize("role", ["tool", "assistant", "system"])
def test_only_a_user_answers(role: str) -> None:
    talk = Talk("I live in Leeds.")
    talk.overlay.remember("York.", answering="Where do you live now?", role=role, scope=ME, observed_at=ASKED)
    assert talk.changes() == []


def test_a_document_answers_nothing() -> None:
    talk = Talk("I live in Leeds.")
    talk.overlay.remember("York.", answering="Where do you live now?", origin="document", scope=ME, observed_at=ASKED)
    assert talk.changes() == []


def test_the_evidence_is_what_was_said() -> None:
    talk = answered("", "Where do you live now?", "In York, since April.")
    [record] = talk.overlay.timeline(scope=ME).records
    assert (record.value, record.evidence) == ("York", "In York, since April.")


def test_nothing_that_the_agent_said_is_kept_of_a_question_that_is_only_passed_along(tmp_path: Path) -> None:
    host = MemoryHost()
    overlay = Overlay(host, ledger=f"sqlite:///{tmp_path}/memory.db", on_error="raise")
    asked = "Your code is 4711, isn't that funny. Where do you live now?"
    overlay.remember("York.", answering=asked, scope=ME, observed_at=ASKED)
    assert [m.text for m in host.page(scope=ME).memories] == ["York."]
    overlay.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"York" in kept
    assert not any(word in kept for word in (b"4711", b"funny", b"do you live"))


@pytest.mark.parametrize("ledger", ["memory://", "sqlite:///{}/memory.db"])
def test_erasing_what_has_the_words_that_a_yes_lacks_erases_what_was_read_of_it(ledger: str, tmp_path: Path) -> None:
    overlay = Overlay(MemoryHost(), ledger=ledger.format(tmp_path), on_error="raise")
    turns = [Turn(role="assistant", text="Do you live in Leeds?"), Turn(role="user", text="Yes.")]
    receipt = overlay.remember(turns, scope=ME, observed_at=ASKED)
    assert [r.value for r in receipt.records] == ["Leeds"]
    overlay.erase(observation_id=receipt.observation_ids[0], scope=ME)
    assert overlay.timeline(scope=ME).records == ()
    overlay.close()
    assert all(b"leeds" not in path.read_bytes().lower() for path in tmp_path.iterdir())


@pytest.mark.parametrize("ledger", ["memory://", "sqlite:///{}/memory.db"])
def test_erasing_what_was_denied_leaves_what_the_answer_says_itself(ledger: str, tmp_path: Path) -> None:
    host = MemoryHost()
    overlay = Overlay(host, ledger=ledger.format(tmp_path), on_error="raise")
    told = overlay.remember("I live in Leeds.", scope=ME, observed_at=TOLD)
    overlay.remember("No, in York.", answering="Do you still live in Leeds?", scope=ME, observed_at=ASKED)
    overlay.erase(record_id=told.records[0].id, scope=ME)
    assert [(r.value, r.status) for r in overlay.timeline(scope=ME).records] == [("York", "active")]
    overlay.reconcile(scope=ME)
    [row] = overlay.recall("Where do I live?", scope=ME).rows
    assert (row.label, row.value, len(row.host_ids)) == (Label.CURRENT, "York", 1)
    assert [m.text for m in host.page(scope=ME).memories] == ["No, in York."]
    overlay.close()
    assert all(b"leeds" not in path.read_bytes().lower() for path in tmp_path.iterdir())


def test_an_answer_that_waits_for_its_host_is_handed_over_after_an_erasure() -> None:
    host = Flaky(2)
    overlay = Overlay(host, ledger="memory://")
    told = overlay.remember("I live in Leeds.", scope=ME, observed_at=TOLD)
    overlay.remember("No, in York.", answering="Do you still live in Leeds?", scope=ME, observed_at=ASKED)
    overlay.erase(record_id=told.records[0].id, scope=ME)
    overlay.remember("My gym is Pulse.", scope=ME, observed_at=ASKED)
    assert sorted(m.text for m in host.page(scope=ME).memories) == ["My gym is Pulse.", "No, in York."]


def _without_leeds(text: str) -> str:
    return text.replace("Leeds", "X")


def test_the_hook_takes_out_of_the_question_what_must_not_be_kept() -> None:
    overlay = Overlay(
        MemoryHost(), ledger="memory://", on_error="raise", redact=lambda text: text.replace("Leeds", "X")
    )
    overlay.remember("Yes.", answering="Do you live in Leeds?", scope=ME, observed_at=ASKED)
    assert "Leeds" not in overlay.timeline(scope=ME).model_dump_json()


def test_of_several_turns_each_has_its_own_question() -> None:
    talk = Talk("")
    with pytest.raises(InvalidInputError, match="answering: belongs to one utterance"):
        talk.overlay.remember([Turn(text="York.")], answering="Where do you live?", scope=ME)


_QUESTIONS = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "Where do you live now?", "Do you still live in Leeds?", "How many kids have you?", "You live here, right?",
            "Which version of Node are you on?", "What's your dog's name?", "İs it so?",
        ]
    ),
)  # fmt: skip
_ANSWERS = st.one_of(
    st.text(max_size=60),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["", "No, ", "Yes, ", "well, ", "It's ", "still ", "I don't, ", "not any more "]),
        st.sampled_from(["York", "two", "İzmir", "a Volvo", "in Leeds since May", "£950", "…", "Łódź"]),
        st.sampled_from(["", ".", " now", ", since May", "\nI moved.", " 🙂"]),
    ),
)


@given(_QUESTIONS, _ANSWERS)
def test_whatever_is_asked_and_answered_evidence_is_of_the_answer(question: str, said: str) -> None:
    def read(text: str) -> Found:
        return default_extractor().extract(text, speaker="user", at=ASKED)

    for found in found_in_answer(said, question, read, lexicon=default_extractor().lexicon).candidates:
        start, end = found.span
        assert 0 <= start < end <= len(said)
        assert found.evidence in said
