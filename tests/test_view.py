"""Which state view a query asks for."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.errors import InvalidInputError
from atma_overlay.language.queries.events import Event
from atma_overlay.language.queries.view import infer_view
from atma_overlay.views import View

NOW = datetime(2025, 6, 10, 9, 0, tzinfo=UTC)
LABELLED = Path(__file__).parent / "data" / "language" / "queries.jsonl"


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def labelled() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]


def view(query: str) -> str:
    return infer_view(query, NOW).view.value


def test_at_least_95_percent_of_the_labelled_queries_get_their_view() -> None:
    rows = labelled()
    right = [r for r in rows if infer_view(r["query"], instant(r.get("at", "2025-06-10T09:00:00Z"))).view == r["view"]]
    assert len(right) >= 0.95 * len(rows)


@pytest.mark.parametrize("row", [r for r in labelled() if "as_of" in r], ids=lambda r: r["id"])
def test_a_dated_query_is_read_within_the_period_that_it_names(row: dict[str, Any]) -> None:
    as_of = infer_view(row["query"], instant(row["at"])).as_of
    assert as_of is not None
    assert as_of.isoformat().startswith(row["as_of"])


@pytest.mark.parametrize("row", [r for r in labelled() if "before" in r], ids=lambda r: r["id"])
def test_a_query_for_the_state_before_an_event_names_the_event(row: dict[str, Any]) -> None:
    assert infer_view(row["query"], NOW).event == Event(row["before"], "before")


@pytest.mark.parametrize(
    "query",
    [
        "What did I say my rent is?",
        "What was my allergy again?",
        "Which oven did I say I have?",
        "Who was my dentist?",
        "How old am I?",
        "What did a stamp cost at last mention?",
        "Which did I buy first, the tent or the stove?",
        "Who did I meet first, the baker or the florist?",
    ],
)
def test_the_past_tense_alone_asks_for_the_current_state(query: str) -> None:
    assert view(query) == "current"


@pytest.mark.parametrize(
    "query",
    [
        "Since I live in Oulu, which lamp is best?",
        "As I moved to Bergen in 2019, who delivers here?",
        "Now that I switched to tea, which pot should I buy?",
        "Which pot should I buy, given that I switched to tea in March?",
        "I moved in 2021. Which permit do I need?",
        "I used to like opera, but what do I like now?",
        "Not where I used to park, where do I park these days?",
    ],
)
def test_what_a_query_takes_for_granted_or_waves_aside_does_not_decide(query: str) -> None:
    assert view(query) == "current"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Since I work at Ash now, who was my employer before that?", "historical"),
        ("Seeing as Ida is in Perth now, where was she living in spring 2022?", "historical"),
        ("Because Ida has moved, can you tell me where she moved from?", "change"),
        ("Since I'm in the choir, what have I told you about it?", "neutral"),
    ],
)
def test_the_question_decides_behind_a_premise(query: str, expected: str) -> None:
    assert view(query) == expected


@pytest.mark.parametrize(
    "query",
    ["Where will I be next week?", "What do I wear on Friday?", "Which shoes do I pack for my trip in October?"],
)
def test_a_date_to_come_is_current(query: str) -> None:
    assert view(query) == "current"


@pytest.mark.parametrize(
    "query",
    [
        "What do I eat before a run?",
        "When I travel, which bag do I take?",
        "Am I used to spicy food?",
        "Can I use my old charger here?",
        "How do I change my password?",
        "What changes should I make?",
        "In order to renew my passport, what do I need?",
        "Which Switch games do I own?",
        "What's my code since the last change?",
        "What code do I quote to them?",
    ],
)
def test_words_of_the_past_or_of_change_do_not_decide_in_another_sense(query: str) -> None:
    assert view(query) == "current"


@pytest.mark.parametrize(
    ("query", "ordinal"),
    [
        ("What was my previous title?", "previous"),
        ("What was my old code?", "previous"),
        ("What did I drive before?", "previous"),
        ("What was the target originally?", "first"),
        ("At first, how often did I swim?", "first"),
        ("What was my first address?", "first"),
        ("What was my last job?", "last"),
        ("Which phones have I owned, in order?", "all"),
        ("Name every job I've had.", "all"),
        ("Go through my bikes, oldest to newest.", "all"),
        ("How has my pay grown since January?", "all"),
        ("What did I use to eat?", None),
        ("When I lived in Turin, where did I shop?", None),
    ],
)
def test_a_historical_query_says_which_of_the_past_states(query: str, ordinal: str | None) -> None:
    request = infer_view(query, NOW)
    assert (request.view, request.ordinal) == (View.HISTORICAL, ordinal)


@pytest.mark.parametrize(
    "query",
    [
        "How did my diet change?",
        "From what to what did the rent go?",
        "When did I switch banks?",
        "What replaced the boiler?",
        "Since when do I work from home?",
        "Why did we rebook?",
        "Which two teams were swapped?",
        "Did my rent go up or down?",
        "When did Bea become vegan?",
        "What did I stop eating, and what do I eat instead?",
    ],
)
def test_a_question_about_the_transition_is_a_change(query: str) -> None:
    assert view(query) == "change"


@pytest.mark.parametrize(
    "query",
    [
        "Have I moved recently?",
        "Has my sister moved?",
        "Did I quit Acme?",
        "How often have I moved?",
        "Has my rent gone up?",
        "How much did my rent go up?",
        "What have I changed since April?",
        "Which tools have we replaced?",
        "What was the reason for the switch to Buildkite?",
        "Why the move to York?",
        "Why do we no longer use Jenkins?",
        "Who preceded Tom?",
        "Where did I move from?",
        "How come I left Acme?",
        "When did I sell the Golf?",
        "Why did I go back to Leeds?",
        "On what date did we move to Pulumi?",
        "When's the last time I changed jobs?",
    ],
)
def test_whether_how_often_how_much_or_why_something_changed_asks_for_the_change(query: str) -> None:
    assert view(query) == "change"


@pytest.mark.parametrize(
    ("query", "ordinal"),
    [
        ("All the places I've lived", "all"),
        ("Cities I have lived in", "all"),
        ("Tell me every city I've lived in", "all"),
        ("Rent history", "all"),
        ("Show me the timeline of our CI", "all"),
        ("Have I ever worked at Acme?", "all"),
        ("Were we ever on MySQL?", "all"),
        ("Max's old employer", "previous"),
        ("Previous dentist", "previous"),
        ("I need to update my CV. Please list my previous employer.", "previous"),
        ("Give me my old address", "previous"),
        ("How long was I at Acme?", None),
        ("How long was Priya my manager?", None),
        ("How many months did I work at Acme?", None),
    ],
)
def test_a_fragment_and_a_stretch_of_the_past_ask_for_what_was(query: str, ordinal: str | None) -> None:
    request = infer_view(query, NOW)
    assert (request.view, request.ordinal) == (View.HISTORICAL, ordinal)


@pytest.mark.parametrize(
    "query",
    [
        "Have I left the oven on?",
        "Did I leave my keys at the office?",
        "Why does my code no longer compile?",
        "Clear my browser history",
        "Email my old manager about the reference",
        "Find my old bike a new home",
        "How long have I lived in York?",
        "How long does it take to move?",
        "Where did I move to?",
    ],
)
def test_what_only_sounds_like_it_asks_for_what_holds_now(query: str) -> None:
    assert view(query) == "current"


@pytest.mark.parametrize(
    "query",
    [
        "What do you know about my garden?",
        "Tell me about the boat.",
        "Quote what I said.",
        "Give me the exact words.",
        "What have I told you about my back?",
        "Anything stored about Emeka?",
    ],
)
def test_a_request_for_everything_or_for_the_wording_is_neutral(query: str) -> None:
    assert view(query) == "neutral"


def test_a_period_is_read_at_its_middle_and_a_bound_a_moment_before_it() -> None:
    spring = infer_view("Where was I living in spring 2024?", NOW)
    assert spring.period == (datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 6, 1, tzinfo=UTC))
    assert spring.as_of == datetime(2024, 4, 16, tzinfo=UTC)
    before = infer_view("Where did I live before 2020?", NOW)
    assert (before.as_of, before.event) == (datetime(2019, 12, 31, 23, 59, 59, 999999, tzinfo=UTC), None)


def test_a_change_is_asked_for_within_the_times_that_it_names() -> None:
    request = infer_view("What has changed in my diet since March?", NOW)
    assert (request.view, request.as_of) == (View.CHANGE, None)
    assert request.period == (datetime(2025, 3, 1, tzinfo=UTC), NOW)


@pytest.mark.parametrize(("query", "standing"), [("When do I usually get up?", True), ("When do I get up?", False)])
def test_the_usual_state_is_asked_for_by_name(query: str, standing: bool) -> None:
    assert infer_view(query, NOW).standing is standing


def test_the_cues_say_what_decided() -> None:
    assert infer_view("Where was I in 2019?", NOW).cues == ("time: in 2019", "tense: past")


def test_a_naive_clock_is_refused() -> None:
    with pytest.raises(InvalidInputError):
        infer_view("Where do I live?", datetime(2025, 6, 10))  # noqa: DTZ001 - a naive clock is the case


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Z", "C"))))
def test_any_text_has_a_view(query: str) -> None:
    assert infer_view(query, NOW).view in View


@pytest.mark.parametrize(
    "opening",
    [
        "Hey,", "Quick question:", "So", "By the way,", "🤔", "@agent", "Can you remind me:", "Could you look up",
        "Please tell me:", "lol", "- ",
    ],
)  # fmt: skip
def test_what_only_opens_a_query_leaves_its_view_alone(opening: str) -> None:
    assert view(f"{opening} how has my rent changed?") == "change"
    assert view(f"{opening} where did I live before York?") == "historical"
    assert view(f"{opening} where do I live?") == "current"


@pytest.mark.parametrize(
    ("query", "ordinal"),
    [
        ("Where did I live earlier?", "previous"),
        ("Tell me where I lived before.", "previous"),
        ("What was my rent before it changed?", "previous"),
        ("My gym before Pulse?", "previous"),
        ("What did I drink right before I moved?", "previous"),
        ("Who was my boss before the first change?", "first"),
        ("Where did I live at the start?", "first"),
        ("What's the car I had before the Polo?", "previous"),
        ("What was my earlier title?", "previous"),
        ("Which gym did I have first?", "first"),
        ("How many cars did I own?", "all"),
        ("List all my past employers.", "all"),
        ("My previous gyms", "all"),
        ("How many cars have I had?", "all"),
        ("Was it always Leeds?", "all"),
        ("All my gyms since 2024?", "all"),
        ("Have I ever trained at Pulse?", "all"),
        ("Which did I have first, the Golf or the Polo?", "all"),
        ("Where did I live first, York or Leeds?", "all"),
        ("Last year, where did I live?", None),
        ("Where did I live until January?", None),
    ],
)
def test_a_past_is_asked_for_before_a_full_stop_and_at_either_end_of_a_question(
    query: str, ordinal: str | None
) -> None:
    request = infer_view(query, NOW)
    assert (request.view, request.ordinal) == (View.HISTORICAL, ordinal)


@pytest.mark.parametrize(
    "query",
    [
        "Compare my old rent with my new one.",
        "What's the difference between my new rent and my old rent?",
        "Is my dentist still the same?",
        "What was my gym and what is it now?",
        "Tell me when my rent changed.",
        "Any changes to my diet?",
        "Which gym did I give up?",
        "What did I change my password policy from?",
        "Is my home city different from last year?",
        "When did Dr. Shah become my dentist?",
    ],
)
def test_what_sets_a_past_beside_the_present_asks_for_the_change(query: str) -> None:
    assert view(query) == "change"


@pytest.mark.parametrize(
    "query",
    [
        "What did I say earlier?",
        "Is my dentist the same as Ana's?",
        "When did you last check? I start at nine. Where do I park?",
        "Have I ever told you my address?",
        "Last question: where do I live?",
        "List my past-due invoices.",
        "I'll ask before I go, where do I live?",
    ],
)
def test_what_only_sounds_like_a_past_asks_for_what_holds_now(query: str) -> None:
    assert view(query) == "current"


@pytest.mark.parametrize(
    "query",
    [
        "user's employer in 2023", "my sister's city in 2023", "Ruth's job in 2023", "my dog's vet on 3 May 2024",
        "As of 1 May 2024, where do I live?", "as of march where do i live?", "Where do I live as of May 2024?",
        "on 1 May 2024 who is my manager?", "what is my rent on 1 May 2024?", "two years ago who is my manager?",
    ],
)  # fmt: skip
def test_what_is_asked_as_of_a_day_that_has_passed_is_asked_of_the_past_whatever_the_tense(query: str) -> None:
    request = infer_view(query, datetime(2026, 11, 30, 12, tzinfo=UTC))
    assert request.view is View.HISTORICAL
    assert request.as_of is not None
    assert request.as_of < datetime(2026, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "query",
    [
        "Which car do I drive since 2020?", "How do I claim the invoice from May 2024?", "What's due in May?",
        "What do I owe for the trip in 2023 to Rome?", "As of today, where do I live?", "What's my manager's name?",
    ],
)  # fmt: skip
def test_a_date_beside_what_is_asked_of_the_present_leaves_it_so(query: str) -> None:
    assert infer_view(query, datetime(2026, 11, 30, 12, tzinfo=UTC)).view is View.CURRENT


@pytest.mark.parametrize("query", ["Where have I lived?", "who has been my manager?", "which banks have I used?"])
def test_what_has_been_is_asked_as_a_series(query: str) -> None:
    request = infer_view(query, datetime(2026, 11, 30, 12, tzinfo=UTC))
    assert (request.view, request.ordinal) == (View.HISTORICAL, "all")
