"""Which state view is asked for in wordings that no list of questions foresees: of one's own, and pointing back."""

from datetime import UTC, datetime

import pytest

from atma_overlay.language.queries.view import infer_view

NOW = datetime(2025, 6, 10, 9, 0, tzinfo=UTC)


def view(query: str) -> tuple[str, str | None]:
    request = infer_view(query, NOW)
    return request.view.value, request.ordinal


@pytest.mark.parametrize(
    "query",
    [
        "I need my former vet for this questionnaire.",
        "Put my previous cleaner on the invoice.",
        "Who was the tutor that we no longer have?",
        "The coach right before this one, who was it?",
        "Which physio did we see until the present one?",
        "Give me any past tutor of mine, leaving out the current one.",
        "My locker number was something else once. What?",
        'The card asks for "previous surname". What goes there?',
        "My dad insists our tutor used to be somebody else. Who was it?",
        "Before it was Nordbank, our lender was who?",
        "If you'd asked me back then, which vet would I have named?",
        "I still have letters with my old postcode. Which was that?",
        "What does the superseded entry for my shoe size say?",
        "I was happier with the tutor we had before. Who was it again?",
        "Turn the clock back: who was my vet?",
    ],
)
def test_what_was_before_is_asked_for_in_any_tense_and_by_a_question_that_points_back(query: str) -> None:
    assert view(query)[0] == "historical"


@pytest.mark.parametrize(
    "query",
    [
        "What vet did I start out with?",
        "Do you recall my original locker number?",
        "What did I first tell you my shoe size was?",
        "Back to the beginning: who was my tutor?",
    ],
)
def test_the_first_state_is_asked_for_by_how_it_began(query: str) -> None:
    assert view(query) == ("historical", "first")


@pytest.mark.parametrize(
    "query",
    [
        "Describe the change in my shoe size in a sentence.",
        "Which message said that my vet had changed?",
        "is it just me or did my locker number change",
        "I keep changing my tutor. How often was it?",
        "Our vet isn't Dr. Okafor any more, why?",
        "I'd like the old and the new postcode side by side.",
        "Compare my diet now with what it was.",
        "Tell the story of how we ended up with Nordbank.",
        "What made Lindqvist my tutor in place of Amari?",
        "Did anything happen to my locker number?",
        "What prompted the new tutor?",
        "Have I had the same vet the whole time?",
        "Did I go from Nordbank to Sudbank?",
        "My colleague says nothing has changed about my shift. Is he right?",
        "Was it Amari then Lindqvist, or the other way round, with our tutor?",
        "Could you go over how my shoe size has developed?",
        "Has our lender remained the same?",
    ],
)
def test_a_change_of_ones_own_is_asked_for_as_what_it_was_why_and_whether(query: str) -> None:
    assert view(query)[0] == "change"


@pytest.mark.parametrize(
    "query",
    [
        "Who's our vet, and does she know my previous message?",
        "Answer my previous question in one line.",
        "Shorten my original text, please.",
        "In my past experience mould comes back. Which paint do I own?",
        "The page before this one was fine, but here they want my postcode. Help?",
        "Somebody asked me for my postcode last night. What should I say?",
        "I broke my arm as a kid and the clinic wants my insurer. What do I give them?",
        "Forget what I said ages ago. My current postcode, please.",
        "We had fun in Leeds in the past few months. Where do I live?",
        "dyed my hair on friday, anyway what's my postcode",
        "Can you change the reminder about my vet?",
        "Now that my tutor has changed, who do I call?",
        "My shoe size changed last year, what is it?",
        "I got my tyres changed. Which garage do I use?",
        "What happens if I don't have my card?",
        "Should I take the switch of lanes slowly?",
        "Which trains go from Leeds to York?",
        "Help me choose between Nordbank and Sudbank.",
        "First tell me my postcode.",
        "Who do I see before my exam?",
        "I'd like to book a check-up, but before I do, who's my dentist?",
        "Can I have another coffee before my meeting?",
        "Where would I have put my keys?",
    ],
)
def test_words_of_change_and_of_the_past_that_are_of_something_else_leave_the_current_view(query: str) -> None:
    assert view(query)[0] == "current"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("I had another vet in 2019. Who was it?", "historical"),
        ("I had another vet in 2019. Who is my vet?", "current"),
        ("I bought a kettle in 2019. Which one do I use?", "current"),
        ("They fitted the boiler in 2019. Do you know?", "current"),
    ],
)
def test_a_question_in_the_past_that_names_nothing_is_read_with_the_sentence_before_it(
    query: str, expected: str
) -> None:
    assert view(query)[0] == expected
