"""Supersede's matcher as published, with its known failures, and the strict one, which has none of them."""

from datetime import date
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.evaluation.matchers import LENIENT, STRICT, Verdict
from atma_overlay.evaluation.matchers.lenient import normalized, variants

MONTHS = "January February March April May June July August September October November December".split()
SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

numbers = st.integers(min_value=0, max_value=2_000_000)
days = st.dates(min_value=date(1950, 1, 1), max_value=date(2049, 12, 31))


def in_words(number: int) -> str:
    """A number below a million, spelled out."""
    if number < 20:
        return SMALL[number]
    if number < 100:
        return TENS[number // 10 - 2] + (f"-{SMALL[number % 10]}" if number % 10 else "")
    size, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    rest = f" {'and ' if number < 1000 else ''}{in_words(number % size)}" if number % size else ""
    return f"{in_words(number // size)} {name}{rest}"


def written(number: int) -> list[str]:
    plain = [str(number), f"{number:,}", f"{number:,}".replace(",", " "), f"{number}.0"]
    return [*plain, in_words(number)] if number < 1_000_000 else plain


def spelled(day: date) -> list[str]:
    month = MONTHS[day.month - 1]
    ending = {1: "st", 21: "st", 31: "st", 2: "nd", 22: "nd", 3: "rd", 23: "rd"}.get(day.day, "th")
    return [
        f"{day:%Y-%m-%d}",
        f"{day:%m/%d/%Y}",
        f"{month} {day.day}, {day.year}",
        f"{day.day} {month[:3]} {day.year}",
        f"the {day.day}{ending} of {month}, {day.year}",
    ]


# The published matcher.


def test_the_published_matcher_normalises_as_the_appendix_says() -> None:
    assert normalized("  It's  $350,000 -- now!") == "it s 350 000 now"


def test_the_published_matcher_keeps_the_pieces_between_connectives() -> None:
    assert variants("25 minutes and 50 seconds") == ("25 minutes", "50 seconds")
    assert variants("tea/coffee; water, or A") == ("tea", "coffee", "water")


def test_the_published_matcher_does_not_split_inside_words() -> None:
    assert variants("Portland") == ("portland",)
    assert variants("Andorra") == ("andorra",)


def test_the_published_fallback_needs_more_than_six_tokens_in_ten() -> None:
    assert LENIENT.matches("one two three four", "one two three four five")
    assert not LENIENT.matches("one two three", "one two three four five")


ACCEPTS_WRONGLY = {
    "a thousands separator splits the number": ("It is $400,000.", "$350,000"),
    "digits within a longer number": ("It takes 125 minutes.", "25 minutes"),
    "a word within a longer word": ("You live in Jerome.", "Rome"),
    "no within know": ("I do not know.", "no"),
    "yes within yesterday": ("I heard it yesterday.", "yes"),
    "a number word within another": ("You have fourteen.", "four"),
    "one half of a list": ("On Monday and Thursday.", "Tuesday and Thursday"),
    "one half of a duration": ("12 minutes and 50 seconds", "25 minutes and 50 seconds"),
    "six words in ten, the value not among them": ("the red house on the hill road", "the blue house on the hill road"),
    "words in another order": ("from Denver to Seattle you moved", "moved from Seattle to Denver"),
    "a denied value": ("You do not live in Atlanta.", "Atlanta"),
    "a value told as past": ("You used to live in Atlanta.", "Atlanta"),
    "decimals broken at the point": ("It weighs 12.5 kg.", "2.5 kg"),
    "a sign": ("It was -10 degrees.", "10 degrees"),
    "another currency": ("It costs €40.", "$40"),
    "percent for dollars": ("It is 40%.", "$40"),
    "one part of a date": ("on 2023/05/21", "2023/05/20"),
    "one part of a time": ("at 19:30", "9:30"),
}


@pytest.mark.parametrize(("answer", "gold"), ACCEPTS_WRONGLY.values(), ids=ACCEPTS_WRONGLY)
def test_what_the_published_matcher_accepts_wrongly_the_strict_one_refuses(answer: str, gold: str) -> None:
    assert LENIENT.matches(answer, gold)
    assert not STRICT.matches(answer, gold)


REFUSES_WRONGLY = {
    "a single character": ("You have 4 of them.", "4"),
    "a number word for a numeral": ("You have four.", "4"),
    "a numeral for a number word": ("You have tried 14 restaurants.", "fourteen"),
    "a date in another order": ("On 2025-05-12.", "12 May"),
    "a date in numerals": ("On 5/12/2025.", "May 12"),
    "a percent sign for the word": ("It is 15%.", "fifteen percent"),
    "a scale for zeros": ("You have saved 64k.", "64000"),
    "a time on the other clock": ("At 19:00.", "7 pm"),
    "a singular": ("You own one cat.", "1 cats"),
    "no without the word": ("You don't have a dog.", "No"),
}


@pytest.mark.parametrize(("answer", "gold"), REFUSES_WRONGLY.values(), ids=REFUSES_WRONGLY)
def test_what_the_published_matcher_refuses_wrongly_the_strict_one_accepts(answer: str, gold: str) -> None:
    assert not LENIENT.matches(answer, gold)
    assert STRICT.matches(answer, gold)


def test_the_published_penalty_falls_on_a_correct_answer_that_shares_a_piece_with_the_stale_value() -> None:
    answer = "You were approved for $400,000."
    assert LENIENT.verdict(answer, current=["$400,000"], stale=["$350,000"]) is Verdict.AMBIGUOUS
    assert STRICT.verdict(answer, current=["$400,000"], stale=["$350,000"]) is Verdict.CORRECT


def test_the_published_penalty_falls_on_an_answer_that_says_the_old_value_is_old() -> None:
    answer = "You live in Atlanta; you no longer live in Chicago."
    assert LENIENT.verdict(answer, current=["Atlanta"], stale=["Chicago"]) is Verdict.AMBIGUOUS
    assert STRICT.verdict(answer, current=["Atlanta"], stale=["Chicago"]) is Verdict.CORRECT


# The strict matcher.


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("Atlanta", Verdict.CORRECT),
        ("You live in Atlanta now.", Verdict.CORRECT),
        ("You moved from Chicago to Atlanta.", Verdict.CORRECT),
        ("Chicago → Atlanta", Verdict.CORRECT),
        ("Atlanta instead of Chicago", Verdict.CORRECT),
        ("Not Chicago but Atlanta.", Verdict.CORRECT),
        ("You previously lived in Chicago and now live in Atlanta.", Verdict.CORRECT),
        ("You left Chicago and live in Atlanta.", Verdict.CORRECT),
        ("The old value was Chicago, the new one is Atlanta.", Verdict.CORRECT),
        ("Your 5-year-old lives in Atlanta.", Verdict.CORRECT),
        ("No, Atlanta.", Verdict.CORRECT),
        ("Chicago", Verdict.STALE),
        ("You live in Chicago, not Atlanta.", Verdict.STALE),
        ("You used to live in Atlanta, now it is Chicago.", Verdict.STALE),
        ("Chicago or Atlanta, I am not sure.", Verdict.AMBIGUOUS),
        ("You live in Boston.", Verdict.WRONG),
        ("I do not know.", Verdict.WRONG),
        ("You do not live in Atlanta.", Verdict.WRONG),
        ("Chicago is no longer right.", Verdict.WRONG),
        ("", Verdict.WRONG),
    ],
)
def test_a_verdict_is_about_what_the_answer_presents_as_current(answer: str, verdict: Verdict) -> None:
    assert STRICT.verdict(answer, current=["Atlanta"], stale=["Chicago"]) is verdict


@pytest.mark.parametrize("answer", ["You used to be a nurse.", "You no longer work as a nurse.", "nurse"])
def test_a_value_told_as_past_answers_a_question_about_the_past(answer: str) -> None:
    assert STRICT.verdict(answer, current=["nurse"], asked="past") is Verdict.CORRECT


def test_a_denied_value_answers_no_question() -> None:
    assert STRICT.verdict("You were never a nurse.", current=["nurse"], asked="past") is Verdict.WRONG


@pytest.mark.parametrize(
    ("current", "stale", "answer", "verdict"),
    [
        ("New York", "York", "You live in New York.", Verdict.CORRECT),
        ("York", "New York", "You live in New York.", Verdict.STALE),
        ("York", "New York", "You live in York.", Verdict.CORRECT),
        ("York", "New York", "In New York, or in York.", Verdict.AMBIGUOUS),
    ],
)
def test_a_value_within_a_longer_one_of_the_other_side_is_that_one(
    current: str, stale: str, answer: str, verdict: Verdict
) -> None:
    assert STRICT.verdict(answer, current=[current], stale=[stale]) is verdict


@pytest.mark.parametrize(
    ("answer", "gold", "given"),
    [
        ("It takes 5 hrs.", "5 hours", True),
        ("a 5-hour drive", "5 hours", True),
        ("Five.", "5 hours", True),
        ("Five.", "5 road bikes", True),
        ("It takes 5 miles.", "5 hours", False),
        ("You have 5 cats.", "5 hours", False),
        ("You have five bikes and 3 cats.", "3 bikes", False),
        ("between 5-7 hours", "5 hours", False),
        ("two and a half hours", "2.5 hours", True),
        ("two and a half hours", "two hours", False),
        ("2½ hours", "2.5 hours", True),
        ("$1.5 million", "$1,500,000", True),
        ("three point five", "3.5", True),
        ("three point five", "3", False),
        ("No one came.", "1", False),
        ("a 3D printer", "3", False),
        ("about 350'000", "350,000", True),
        ("room 1,2,3", "2", False),
        ("9:30 pm", "9:30 am", False),
        ("21:30", "9:30 pm", True),
        ("9:30", "9:30 pm", True),
        ("May 12", "May 12, 2025", True),
        ("May 2025", "May 12, 2025", False),
        ("May 12, 2024", "May 12, 2025", False),
        ("on 12 May 2025", "12", False),
        ("since March 2024", "2024", True),
        ("thirty second", "30 seconds", False),
        ("25 min 50 sec", "25 minutes and 50 seconds", True),
        ("100 days", "100 days or 101 days (including the last)", True),
        ("101 days", "100 days. 101 days (including the last day) is also acceptable.", True),
        ("102 days", "100 days. 101 days (including the last day) is also acceptable.", False),
        ("the day (8 am - 4 pm) shift", "the day (8 am - 4 pm) shift", True),
        ("the day shift", "the day (8 am - 4 pm) shift", True),
        ("I saw two. One was red.", "I saw two. One was red.", True),
        ("I like red. Kites are fun.", "red kites", False),
        ("Trick", "Trick or Treat", False),
        ("The Who", "The Who", True),
        ("who is it", "The Who", False),
        ("Café Zoë", "cafe zoe", True),
    ],
)
def test_values_are_compared_as_what_they_are(answer: str, gold: str, given: bool) -> None:
    assert STRICT.matches(answer, gold) is given


@pytest.mark.parametrize(
    ("answer", "gold", "verdict"),
    [
        ("Yes, you do.", "Yes", Verdict.CORRECT),
        ("No.", "Yes", Verdict.STALE),
        ("No you don't.", "No", Verdict.CORRECT),
        ("You don't have one.", "No", Verdict.CORRECT),
        ("I don't know.", "No", Verdict.WRONG),
        ("No information was given.", "No", Verdict.WRONG),
        ("Yes. No.", "Yes", Verdict.AMBIGUOUS),
    ],
)
def test_yes_and_no_count_where_they_are_the_answer(answer: str, gold: str, verdict: Verdict) -> None:
    other = {"Yes": "No", "No": "Yes"}[gold]
    assert STRICT.verdict(answer, current=[gold], stale=[other]) is verdict


@given(numbers, numbers, st.sampled_from(["{}", "It is {}.", "You have {} left", "now {}, as you said"]))
def test_a_number_is_given_by_itself_only(said: int, wanted: int, frame: str) -> None:
    for text in written(said):
        for gold in written(wanted):
            assert STRICT.matches(frame.format(text), gold) is (said == wanted)


@given(
    numbers,
    st.sampled_from([("${}", "{} dollars"), ("{}%", "{} percent"), ("{} hrs", "{} hours"), ("{}kg", "{} kilos")]),
)
def test_a_quantity_is_the_same_in_every_form_of_its_unit(number: int, frames: tuple[str, str]) -> None:
    short, long = (frame.format(f"{number:,}") for frame in frames)
    assert STRICT.matches(short, long)
    assert STRICT.matches(long, short)
    assert not STRICT.matches(short, f"{number} miles")


@given(days, days)
def test_a_date_is_given_in_any_spelling_of_it_and_no_other_date_is(said: date, wanted: date) -> None:
    for text in spelled(said):
        for gold in spelled(wanted):
            assert STRICT.matches(f"It is on {text}.", gold) is (said == wanted)


@given(st.integers(0, 23), st.integers(0, 59))
def test_a_time_of_day_is_the_same_on_both_clocks(hour: int, minute: int) -> None:
    half = "am" if hour < 12 else "pm"
    twelve = f"{hour % 12 or 12}:{minute:02}"
    assert STRICT.matches(f"at {hour:02}:{minute:02}", f"{twelve} {half}")
    assert STRICT.matches(f"at {twelve} {half.upper()}", f"{twelve}{half}")
    assert not STRICT.matches(f"at {twelve} {half}", f"{twelve} {'pm' if half == 'am' else 'am'}")


@given(st.text(max_size=80), st.text(max_size=40), st.text(max_size=40), st.sampled_from(["current", "past"]))
def test_any_text_has_a_verdict(answer: str, gold: str, stale: str, asked: Literal["current", "past"]) -> None:
    for matcher in (STRICT, LENIENT):
        assert matcher.verdict(answer, current=[gold], stale=[stale], asked=asked) in Verdict


@given(st.text(alphabet=st.characters(categories=["Ll"]), min_size=1, max_size=12), st.text(max_size=40))
def test_a_value_within_a_longer_word_is_not_given(word: str, rest: str) -> None:
    assert not STRICT.matches(f"{word}{word}x", f"{word}q{word}")
