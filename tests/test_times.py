"""The times that a text names, read from a clock."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.dates.periods import date, easter
from atma_overlay.language.dates.times import TimeSpan, find_times
from atma_overlay.language.dates.zones import WallClock, zone_named
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.language.queries.view import infer_view

NOW = datetime(2025, 6, 10, 9, 30, tzinfo=UTC)
"""A Tuesday."""


def shown(instant: datetime | None) -> str | None:
    """A midnight as its date, any other instant in full."""
    if instant is None:
        return None
    return instant.strftime("%Y-%m-%d" if instant.time() == datetime.min.time() else "%Y-%m-%dT%H:%M")


def the_time(text: str, now: datetime = NOW) -> TimeSpan:
    found = find_times(text, now)
    assert len(found) == 1, found
    return found[0]


def read(text: str, now: datetime = NOW) -> tuple[str, str | None, str | None]:
    found = the_time(text, now)
    return (found.kind, shown(found.start), shown(found.end))


def cases(*rows: tuple[str, tuple[str, str | None, str | None]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("text", "expected"), rows)


@cases(
    ("I've been here since 2019", ("since", "2019-01-01", None)),
    ("since the 28th of August I have been on nights", ("since", "2024-08-28", None)),
    ("out of stock since last week", ("since", "2025-06-02", None)),
    ("Since Friday the lift is broken", ("since", "2025-06-06", None)),
    ("since Tuesday", ("since", "2025-06-10", None)),
    ("As of Monday our budget is frozen", ("since", "2025-06-09", None)),
    ("from this month we pay more", ("since", "2025-06-01", None)),
    ("Since yesterday the site is down", ("since", "2025-06-09", None)),
    ("Starting in March I led the team", ("since", "2025-03-01", None)),
    ("It has hurt since spring", ("since", "2025-03-01", None)),
    ("since last October I teach", ("since", "2024-10-01", None)),
    ("on the pill since 1 June 2023", ("since", "2023-06-01", None)),
    ("I've lived alone since two weeks ago", ("since", "2025-05-27", None)),
    ("since New Year", ("since", "2025-01-01", None)),
    ("after 2020 we stopped", ("since", "2021-01-01", None)),
    ("It's been eight months since I went vegan", ("since", "2024-10-10T09:30", None)),
    ("From next Monday I work in Leeds", ("since", "2025-06-16", None)),
    ("from Monday I work in Leeds", ("since", "2025-06-16", None)),
)
def test_since_starts_with_the_period_that_is_named_and_has_no_end(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("I'm at my parents' until Friday", ("until", "2025-06-10T09:30", "2025-06-14")),
    ("he sleeps on my sofa till Sunday", ("until", "2025-06-10T09:30", "2025-06-16")),
    ("the loan is with Ash until June and then I pay", ("until", "2025-06-10T09:30", "2025-07-01")),
    ("she is away until August", ("until", "2025-06-10T09:30", "2025-08-01")),
    ("in Zadar until the end of the month", ("until", "2025-06-10T09:30", "2025-07-01")),
    ("I'm lead through August", ("until", "2025-06-10T09:30", "2025-09-01")),
    ("I lived there until May", ("until", "2025-05-01", "2025-05-01")),
    ("I rented it until 2018", ("until", "2018-01-01", "2018-01-01")),
    ("what was it before March 2024?", ("until", "2024-03-01", "2024-03-01")),
)
def test_until_bounds_the_end_and_takes_in_a_day_but_not_a_bare_month(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("I've lived in Graz for two years", ("for", "2023-06-10T09:30", None)),
    ("a smoker for eleven years and this chart", ("for", "2014-06-10T09:30", None)),
    ("for about six months now", ("for", "2024-12-10T09:30", None)),
    ("for half a year", ("for", "2024-12-10T09:30", None)),
    ("for a year and a half", ("for", "2023-12-10T09:30", None)),
    ("for a fortnight", ("for", "2025-05-27T09:30", None)),
    ("for the last two years", ("for", "2023-06-10T09:30", None)),
    ("for twenty-five years", ("for", "2000-06-10T09:30", None)),
)
def test_a_duration_after_for_is_counted_back_from_the_clock(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("Two weeks ago I became a father", ("ago", "2025-05-27", "2025-05-28")),
    ("about ten years ago", ("ago", "2015-06-10", "2015-06-11")),
    ("a couple of days ago", ("ago", "2025-06-08", "2025-06-09")),
    ("Three days ago we made him lead", ("ago", "2025-06-07", "2025-06-08")),
    ("half a year ago", ("ago", "2024-12-10", "2024-12-11")),
    ("two summers ago", ("ago", "2023-06-01", "2023-09-01")),
    ("two Fridays ago", ("ago", "2025-05-30", "2025-05-31")),
    ("ten minutes ago", ("ago", "2025-06-10", "2025-06-11")),
)
def test_ago_is_the_day_so_long_before_the_clock(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("in 2019 I worked there", ("in", "2019-01-01", "2020-01-01")),
    ("Back in 2016 we had a dog", ("in", "2016-01-01", "2017-01-01")),
    ("in March (2023)", ("in", "2023-03-01", "2023-04-01")),
    ("in March 2023", ("in", "2023-03-01", "2023-04-01")),
    ("in March", ("in", "2025-03-01", "2025-04-01")),
    ("in September", ("in", "2024-09-01", "2024-10-01")),
    ("in the spring of 2023", ("in", "2023-03-01", "2023-06-01")),
    ("in winter 2024", ("in", "2024-12-01", "2025-03-01")),
    ("during spring 2024", ("during", "2024-03-01", "2024-06-01")),
    ("last winter", ("at", "2024-12-01", "2025-03-01")),
    ("last autumn", ("at", "2024-09-01", "2024-12-01")),
    ("last August", ("at", "2024-08-01", "2024-09-01")),
    ("last year", ("at", "2024-01-01", "2025-01-01")),
    ("the year before last", ("at", "2023-01-01", "2024-01-01")),
    ("this week", ("at", "2025-06-09", "2025-06-16")),
    ("this month", ("at", "2025-06-01", "2025-07-01")),
    ("in the whole of 2022", ("in", "2022-01-01", "2023-01-01")),
    ("in Q3 2024", ("in", "2024-07-01", "2024-10-01")),
    ("at Christmas 2022", ("at", "2022-12-25", "2022-12-26")),
    ("over the weekend", ("during", "2025-06-07", "2025-06-09")),
    ("For June only", ("during", "2025-06-01", "2025-07-01")),
    ("for the next month", ("during", "2025-06-10T09:30", "2025-07-10T09:30")),
)
def test_a_named_period_is_half_open_and_without_a_year_the_latest_begun_one(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("in early 2024", ("in", "2024-01-01", "2024-05-01")),
    ("in late 2023", ("in", "2023-09-01", "2024-01-01")),
    ("at the end of 2020", ("at", "2020-11-01", "2021-01-01")),
    ("in mid-March 2024", ("in", "2024-03-11", "2024-03-22")),
    ("in the middle of April 2025", ("in", "2025-04-11", "2025-04-21")),
    ("at the end of March 2025", ("at", "2025-03-27", "2025-04-01")),
    ("first week of March", ("at", "2025-03-01", "2025-03-08")),
    ("in the second half of 2023", ("in", "2023-07-01", "2024-01-01")),
    ("on the last day of November", ("at", "2024-11-30", "2024-12-01")),
)
def test_a_part_of_a_period_is_a_stretch_within_it(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("yesterday", ("at", "2025-06-09", "2025-06-10")),
    ("the day before yesterday", ("at", "2025-06-08", "2025-06-09")),
    ("last night", ("at", "2025-06-09", "2025-06-10")),
    ("today", ("at", "2025-06-10", "2025-06-11")),
    ("tonight", ("at", "2025-06-10", "2025-06-11")),
    ("on 17 April", ("at", "2025-04-17", "2025-04-18")),
    ("on the 15th of April", ("at", "2025-04-15", "2025-04-16")),
    ("May 12th", ("at", "2025-05-12", "2025-05-13")),
    ("On 3 March 2024", ("at", "2024-03-03", "2024-03-04")),
    ("on the twenty-eighth of August", ("at", "2024-08-28", "2024-08-29")),
    ("on 2024-05-03", ("at", "2024-05-03", "2024-05-04")),
    ("the lift broke on Friday", ("at", "2025-06-06", "2025-06-07")),
    ("Bea started Monday at the bank", ("at", "2025-06-09", "2025-06-10")),
    ("the 28th was cold, but on the 5th", ("at", "2025-06-05", "2025-06-06")),
    ("I quit on 3 July", ("at", "2024-07-03", "2024-07-04")),
    ("we got married on 12 July", ("at", "2024-07-12", "2024-07-13")),
    ("the bread is from yesterday's dough", ("at", "2025-06-09", "2025-06-10")),
    ("born on 29 February", ("at", "2024-02-29", "2024-03-01")),
)
def test_a_day_without_a_year_is_the_nearest_past_one(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("tomorrow", ("future", "2025-06-11", "2025-06-12")),
    ("next month", ("future", "2025-07-01", "2025-08-01")),
    ("next Friday", ("future", "2025-06-13", "2025-06-14")),
    ("in two weeks I leave", ("future", "2025-06-24", "2025-06-25")),
    ("two weeks from now", ("future", "2025-06-24", "2025-06-25")),
    ("I'll call on Friday", ("future", "2025-06-13", "2025-06-14")),
    ("our lease runs out on 31 August", ("future", "2025-08-31", "2025-09-01")),
    ("the wedding is on 12 July", ("future", "2025-07-12", "2025-07-13")),
    ("the launch got pushed to 19 September", ("future", "2025-09-19", "2025-09-20")),
    ("We fly on the 15th of April", ("future", "2026-04-15", "2026-04-16")),
    ("In September I'm moving to Oulu", ("future", "2025-09-01", "2025-10-01")),
    ("fifty by Thursday", ("future", "2025-06-12", "2025-06-13")),
    ("five kilos by Easter", ("future", "2026-04-05", "2026-04-06")),
    ("the week after next", ("future", "2025-06-23", "2025-06-30")),
    ("valid in October 2027", ("future", "2027-10-01", "2027-11-01")),
)
def test_what_starts_after_the_clock_is_future(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("between February 2023 and June 2024", ("during", "2023-02-01", "2024-07-01")),
    ("From May 2020 until May 2021", ("during", "2020-05-01", "2021-06-01")),
    ("from 2011 to 2014 I sang", ("during", "2011-01-01", "2015-01-01")),
    ("in 2019-2021", ("during", "2019-01-01", "2022-01-01")),
    ("June to August I was away", ("during", "2024-06-01", "2024-09-01")),
    ("from November to February 2023", ("during", "2022-11-01", "2023-03-01")),
    ("from 1 to 3 and from June to August 2023", ("during", "2023-06-01", "2023-09-01")),
)
def test_a_range_reaches_to_the_end_of_its_last_part(text: str, expected: object) -> None:
    assert read(text) == expected


@cases(
    ("signed on 12/05/2024", ("at", "2024-05-12", "2024-05-13")),
    ("since 3.4.2024", ("since", "2024-04-03", None)),
    ("el 5 de marzo de 2024", ("at", "2024-03-05", "2024-03-06")),
    ("am 5. März 2024", ("at", "2024-03-05", "2024-03-06")),
)
def test_numeric_and_foreign_dates_are_read_day_first(text: str, expected: object) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I may march on the second sun",
        "May I ask for a second opinion?",
        "You may be right, and Mar is a name",
        "Stand-up is at 10:30, or at six",
        "It costs $2019, or 2019 euros, or £1,999.50",
        "We run v2019.1 and Python 3.11 on port 2020",
        "The router is 192.168.4.1 and 2023.4.1 is out",
        "the summer trip, my winter coat, spring rolls",
        "in spring water and after the fall from the ladder",
        "Bins go out on Tuesday nights",
        "every Sunday, each Monday, on Fridays, the first Friday of the month",
        "Monday to Thursday in the office",
        "a tortoise, 34 years old, fed twice a week",
        "next to the door, at last, the last time, a third of it",
        "the 15th floor and the 2nd microphone",
        "on 31 February",
        "I drive a 2009 Yaris in 2000 steps",
        "call 0171 2019-2021",
        "I have an hour for lunch, twice a month",
        "a ferry for two hours, ribs for six hours",
    ],
)
def test_ordinary_words_and_numbers_are_no_dates(text: str) -> None:
    assert find_times(text, NOW) == []


def test_the_span_is_the_wording_with_the_word_that_leads_it() -> None:
    text = "I have worked there since the spring of 2023, I think."
    found = the_time(text)
    assert found.text == "since the spring of 2023"
    assert text[slice(*found.span)] == found.text


def test_several_times_come_in_the_order_of_the_text() -> None:
    text = "In 2019 I moved, since March I teach, and tomorrow I rest."
    assert [t.kind for t in find_times(text, NOW)] == ["in", "since", "future"]


def test_the_grain_is_that_of_the_wording() -> None:
    text = "in 2019, in May 2020, last summer, last week, yesterday"
    assert [t.grain for t in find_times(text, NOW)] == ["year", "month", "season", "week", "day"]


def test_the_last_winter_may_still_be_running() -> None:
    assert read("last winter", datetime(2025, 1, 20, tzinfo=UTC)) == ("at", "2024-12-01", "2025-03-01")


def test_a_weekday_with_its_day_of_the_month_is_the_nearest_such_day() -> None:
    assert read("Saturday the 22nd", datetime(2025, 2, 11, tzinfo=UTC)) == (
        "future",
        "2025-02-22",
        "2025-02-23",
    )


def test_a_clock_in_another_zone_is_read_in_utc() -> None:
    late = datetime(2025, 6, 10, 23, 0, tzinfo=timezone(timedelta(hours=-5)))
    assert read("today", late) == ("at", "2025-06-11", "2025-06-12")


def test_a_naive_clock_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="now: is naive"):
        find_times("today", datetime(2025, 6, 10))  # noqa: DTZ001 - a naive clock is the case


def test_easter_moves_with_the_moon() -> None:
    assert [easter(y) for y in (1981, 2019, 2024, 2025, 2038)] == [
        date(1981, 4, 19), date(2019, 4, 21), date(2024, 3, 31), date(2025, 4, 20), date(2038, 4, 25),
    ]  # fmt: skip


def test_plain_sentences_never_load_the_date_library() -> None:
    code = (
        "import sys; from datetime import UTC, datetime; from atma_overlay.language.dates.times import find_times; "
        "find_times('I moved in March 2023, two weeks ago, on 12 May at 10.30', datetime.now(UTC)); "
        "sys.exit('dateparser' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


VOCABULARY = """since until for in on the last next 31 29 2019 2024 may March february Friday week years ago
two half a of end early winter Easter - to between and from 999 decade 12/05/2024 , ."""
WORDS = st.sampled_from(VOCABULARY.split())


@given(
    st.one_of(st.text(), st.lists(WORDS, max_size=30).map(" ".join)),
    st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - bounds are naive
)
def test_any_text_gives_ordered_spans_of_it_with_half_open_aware_intervals(text: str, now: datetime) -> None:
    found = find_times(text, now)
    assert [t.span for t in found] == sorted(t.span for t in found)
    for time in found:
        assert text[slice(*time.span)] == time.text
        assert time.start.tzinfo is UTC
        assert time.end is None or time.start < time.end or (time.kind == "until" and time.start == time.end)
        assert time.kind != "future" or time.start > now


def test_a_long_run_of_dates_is_read_in_a_moment() -> None:
    started = datetime.now(UTC)
    assert len(find_times("in 2019 to 2020 and may - " * 2000, NOW)) > 100
    assert datetime.now(UTC) - started < timedelta(seconds=5)


@pytest.mark.parametrize("now", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize(
    "text",
    [
        "Since 3 March I live in Leeds.", "From 3 March to 2019 I lived in York.", "I moved to Bonn last spring.",
        "I start at Acme on the 31st.", "From next Friday until June I work from Lyon.", "I left two years ago.",
        "Next Christmas I am in Hull.", "This week I live in Reno.",
    ],
)  # fmt: skip
def test_at_the_ends_of_the_calendar_what_does_not_fit_is_left_unread(now: datetime, zone: str, text: str) -> None:
    clock = WallClock(now, zone_named(zone))
    found = RulesExtractor().extract(text, speaker="user", at=clock.reading)
    for candidate in clock.found(found).candidates:
        assert candidate.valid_from.tzinfo is not None
    clock.request(infer_view(text, clock.reading))


def test_an_instant_before_the_calendar_is_refused_by_its_field() -> None:
    early = datetime.min.replace(tzinfo=timezone(timedelta(hours=14)))
    turn = Turn(text="I live in Leeds.", observed_at=early)
    for said, at in (("I live in Leeds.", early), ([turn], None)):
        with pytest.raises(InvalidInputError) as refused, Overlay(MemoryHost(), ledger="memory://") as overlay:
            overlay.remember(said, scope=Scope(tenant="acme", user="u-1"), observed_at=at)
        assert refused.value.field == "observed_at"
