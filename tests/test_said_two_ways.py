"""One measure, hour, person, number or name said in two ways is no change; the value next to it is one."""

from __future__ import annotations

from itertools import permutations

import pytest

from atma_overlay.language.grammar.spelled_numbers import hours_in
from atma_overlay.values.measured import measure_form
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import found_by, same_value
from tests.overlay_worlds import changes

pytestmark = pytest.mark.usefixtures("read_once")

ONE = [
    ("90 minutes", "1.5 hours", "90 min", "1 hour 30 minutes", "1 h 30", "1h30", "1.5h", "one and a half hours"),
    ("an hour and a half", "90 minutes", "1 hour and 30 minutes"),
    ("three quarters of an hour", "45 minutes", "45 mins", "0.75 hours"),
    ("half an hour", "30 minutes"),
    ("2 weeks", "14 days", "a fortnight", "two weeks"),
    ("1 year", "12 months"),
    ("178 cm", "1.78 m", "1 m 78", "1.78 metres", "178.0 cm"),
    ("82 kg", "82.0 kg", "eighty-two kilos", "82000 g"),
    ("20 mg", "0.02 g"),
    ("2 litres", "2000 ml"),
    ("5 feet 10 inches", "5 ft 10", "5 foot 10"),
    ("12 stone 9", "177 lbs"),
    ("3 o'clock", "3:00"),
    ("US$1,200", "$1200", "1.2k dollars"),
    ("Dr. Patel", "doctor Patel", "Doctor Patel"),
    ("VW Golf", "Volkswagen Golf"),
    ("each Monday", "every Monday"),
    ("number 12 Elm Street", "12 Elm St"),
    ("NY", "New York", "NYC"),
]
TWO = [
    ("90 minutes", "1.5"), ("90 minutes", "95 minutes"), ("2 weeks", "3 weeks"), ("1 month", "30 days"),
    ("178 cm", "1.79 m"), ("82 kg", "83 kg"), ("82 kg", "82.5 kg"), ("5 ft 10", "5 ft 11"), ("3.10", "3.1"),
    ("Dr. A. Patel", "Dr. B. Patel"), ("VW Golf", "VW Polo"), ("12 Elm Street", "21 Elm Street"), ("5 m", "5 min"),
    ("2 h 3 days", "2 h"), ("1.78 m", "1.78"), ("20 mg", "20 g"), ("every Monday", "every other Monday"),
]  # fmt: skip


@pytest.mark.parametrize("values", ONE, ids=lambda v: v[0])
def test_one_value_in_two_wordings_is_one_and_is_found_by_something_that_both_have(values: tuple[str, ...]) -> None:
    for first, second in permutations(map(normalise, values), 2):
        assert same_value(first, second), (first, second)
        assert first == second or found_by(first) & found_by(second)


@pytest.mark.parametrize("pair", TWO)
def test_the_value_next_to_it_is_another_one(pair: tuple[str, str]) -> None:
    first, second = map(normalise, pair)
    assert not same_value(first, second)


def test_what_says_more_than_a_measure_is_none() -> None:
    for value in ("20 mg a day", "2 hours of sleep", "45", "12 Elm Street", "half", "h", "1.2.3 km", "3 km 5 kg"):
        assert measure_form(normalise(value)) is None, value


@pytest.mark.parametrize("told", ["My {} is {}.", "My {} is now {}.", "As I said, my {} is {}."])
@pytest.mark.parametrize(
    ("noun", "first", "second"),
    [
        ("commute", "45 minutes", "three quarters of an hour"), ("commute", "90 minutes", "1 hour 30 minutes"),
        ("commute", "1.5 hours", "an hour and a half"), ("commute", "1h30", "90 minutes"),
        ("deadline", "2 weeks", "14 days"), ("height", "178 cm", "1 m 78"), ("weight", "82.0 kg", "eighty-two kilos"),
        ("doctor", "Dr. Patel", "doctor Patel"), ("meeting", "every Monday", "each Monday"),
        ("home town", "New York", "NY"), ("rent", "$1200", "US$1,200"), ("car", "a VW Golf", "a Volkswagen Golf"),
    ],
)  # fmt: skip
def test_what_is_plainly_one_value_changes_nothing(noun: str, first: str, second: str, told: str) -> None:
    for one, other in ((first, second), (second, first)):
        assert not [x for x in changes(f"My {noun} is {one}.", told.format(noun, other)) if x[0]]


@pytest.mark.parametrize("told", ["My {} is {}.", "My {} is now {}.", "As I said, my {} is {}."])
@pytest.mark.parametrize(
    ("noun", "first", "second"),
    [
        ("weight", "82 kg", "181 lbs"), ("weight", "82 kg", "180 pounds"), ("height", "178 cm", "5'10\""),
        ("bedtime", "10:30", "22:30"), ("bedtime", "10 pm", "ten o'clock"), ("bedtime", "half past ten", "10:30 pm"),
        ("meeting", "at three", "at 15:00"), ("meeting", "at three in the afternoon", "at 3 pm"),
        ("rent", "900 euros", "900 euros a month"), ("rent", "900", "about 900 euros"),
        ("salary", "52k", "52,000 euros"), ("salary", "52.000 euros", "52k euros"), ("commute", "45m", "45 minutes"),
        ("phone number", "0171 555 0101", "+44 171 555 0101"), ("phone number", "555-123-4567", "1-555-123-4567"),
        ("phone number", "+44 171 555 0101", "0044 171 555 0101"), ("doctor", "Dr. A. Patel", "Dr. Anita Patel"),
        ("doctor", "doctor Patel", "Dr. Anita Patel"), ("employer", "Acme Inc", "Acme Corp"),
        ("employer", "Deutsche Bahn", "DB"), ("yoga class", "on Mondays", "every Monday"),
        ("database", "MySQL", "My SQL"),
    ],
)  # fmt: skip
def test_what_may_be_one_value_retires_nothing(noun: str, first: str, second: str, told: str) -> None:
    for one, other in ((first, second), (second, first)):
        moves = changes(f"My {noun} is {one}.", told.format(noun, other))
        assert "applied" not in {state for old, _, state in moves if old}, (one, other)


@pytest.mark.parametrize(
    ("noun", "first", "second"),
    [
        ("bedtime", "10 am", "10 pm"), ("bedtime", "10 pm", "10:30"), ("bedtime", "22:30", "9:30"),
        ("meeting", "at 15:00", "at 3 am"), ("meeting", "at three in the morning", "at 15:00"),
        ("weight", "82 kg", "83 kg"), ("weight", "82 kg", "185 lbs"), ("weight", "180 lbs", "181 lbs"),
        ("height", "178 cm", "5'11\""), ("height", "5'10\"", "5'11\""), ("height", "1.78 m", "1.80 m"),
        ("rent", "900 euros", "950 euros"), ("rent", "900 euros a month", "950"), ("rent", "about 900", "1100"),
        ("rent", "900 euros", "about 1100 euros"), ("rent", "900 euros a month", "900 euros a week"),
        ("salary", "52k", "53,000 euros"), ("salary", "52.000 euros", "53.000 euros"),
        ("commute", "45 minutes", "50 minutes"), ("commute", "1h30", "an hour and a quarter"),
        ("commute", "45m", "50 minutes"), ("deadline", "2 weeks", "3 weeks"),
        ("doctor", "Dr. A. Patel", "Dr. B. Patel"), ("doctor", "Dr. Anita Patel", "Dr. Sunil Patel"),
        ("doctor", "doctor Patel", "Dr. Singh"), ("address", "12 Elm Street", "21 Elm Street"),
        ("phone number", "555 0101", "555 0102"), ("phone number", "0171 555 0101", "+44 171 555 0102"),
        ("employer", "Acme Corp", "Apex Corp"), ("employer", "Deutsche Bahn", "DHL"), ("car", "a VW Golf", "a VW Polo"),
        ("phone", "an iPhone 15", "an Apple iPhone 16"), ("yoga class", "on Mondays", "every Tuesday"),
    ],
)  # fmt: skip
def test_the_next_value_takes_the_place_of_the_one_that_is_known(noun: str, first: str, second: str) -> None:
    for one, other in ((first, second), (second, first)):
        assert "applied" in {state for old, _, state in changes(f"My {noun} is {one}.", f"My {noun} is now {other}.")
                             if old}, (one, other)  # fmt: skip


def test_the_name_of_its_maker_makes_no_other_thing_of_it() -> None:
    for one, other in permutations(("an iPhone", "an Apple iPhone 15")):
        assert "applied" not in {state for _, _, state in changes(f"My phone is {one}.", f"My phone is {other}.")}


def test_who_says_from_what_to_what_has_told_a_change() -> None:
    assert ("10 pm", "10:30", "applied") in changes("My bedtime is 10 pm.", "I moved my bedtime from 10 pm to 10:30.")
    assert ("10:30", "22:30", "applied") in changes("My bedtime is 10:30.", "I moved my bedtime from 10:30 to 22:30.")


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("It takes an hour and a half.", "It takes 90 minutes."), ("It takes 1h30.", "It takes 90 minutes."),
        ("two hours forty-five minutes", "165 minutes"), ("half an hour ago", "30 minutes ago"),
        ("two and a half hours", "150 minutes"), ("2 hours 3 times a week", "2 hours 3 times a week"),
        ("5 and a half years", "5 and a half years"), ("24h 30 days", "24h 30 days"), ("8h 2025", "8h 2025"),
        ("4 hours and a cake", "4 hours and a cake"), ("6 hours, 2 days a week", "6 hours, 2 days a week"),
    ],
)  # fmt: skip
def test_hours_and_their_parts_are_read_in_minutes(said: str, read: str) -> None:
    for start, end, minutes in sorted(hours_in(said), reverse=True):
        said = said[:start] + minutes + said[end:]
    assert said == read
