"""Which state view a query asks for, by rules: cue words, tense, dates, and what the query waves aside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from atma_overlay import re2
from atma_overlay.language.dates.periods import Period
from atma_overlay.language.dates.times import TimeSpan, find_times, readable
from atma_overlay.language.queries.events import Event
from atma_overlay.language.queries.pointing import asked_in
from atma_overlay.language.queries.question import is_past_form, tense
from atma_overlay.language.queries.view_cues import (
    Cue,
    cue,
    event_after,
    is_mine,
    name_after,
    place_in,
    spell_in,
    state_when,
    used_to,
)
from atma_overlay.views import View

__all__ = ["Ordinal", "ViewRequest", "infer_view"]

Ordinal = Literal["previous", "first", "all", "last"]

_A_MOMENT = timedelta(microseconds=1)
_VAGUE_EVENTS = frozenset({"that", "this", "then", "it", "now", "last", "today"})


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """What a query asks for.

    `as_of` is the instant to read at: the middle of the period that is named, the last moment before a date
    (*before 2020*). `period` is what a date of the query names. `event` is what the query dates itself by instead,
    in its own words (*before I joined Acme*): only the ledger may know when that was. In the current view it is a place
    (*who was my landlord in Lyon?*), or what was left (*where did I live after Lyon?*), if the ledger knows it as over.
    `standing` asks for the usual state, which a suspension does not change. `cues` are what decided, for the trace.
    """

    view: View
    as_of: datetime | None = None
    period: tuple[datetime, datetime] | None = None
    ordinal: Ordinal | None = None
    event: Event | None = None
    standing: bool = False
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A query with what the rules look at."""

    query: str
    question: str
    alone: str
    now: datetime
    tense: Literal["past", "present", "none"]
    times: tuple[TimeSpan, ...]

    @property
    def told_past(self) -> bool:
        """Whether the question is told in the past."""
        return self.tense == "past"


def infer_view(query: str, now: datetime) -> ViewRequest:
    """The state view that a query asks for, read from a clock.

    What a query takes for granted (*Since I live in X, ...*) does not decide. The past tense alone is weak: *What
    was my allergy again?* asks for the current state. A date to come is current.

    Args:
        query: the words of the user.
        now: an aware instant; dates in the query are read from it.

    Raises:
        InvalidInputError: `now` is naive.
    """
    words = readable(query)
    asked = asked_in(words)
    question = asked.text
    times = tuple(find_times(question, now))
    reading = _Reading(words, question, asked.alone, now.astimezone(UTC), tense(question), times)
    request = (
        _neutral(reading) or _series(reading) or _change(reading) or _historical(reading) or _of_mine(reading)
        or _current(reading)
    )  # fmt: skip
    standing = cue("standing", question)
    if standing is not None and request.view is View.CURRENT:
        return replace(request, standing=True, cues=(*request.cues, str(standing)))
    return request


def _neutral(reading: _Reading) -> ViewRequest | None:
    found = cue("neutral", reading.question)
    if found is None or (_HOW.search(reading.question) is not None and _change(reading) is not None):
        return None  # summarise how my rent has changed
    return ViewRequest(View.NEUTRAL, cues=(str(found),))


_HOW = re2.compile(r"(?i)\bhow (?:my|our|the|his|her|its|their)\b")


def _series(reading: _Reading) -> ViewRequest | None:
    found = cue("series", reading.question)
    if found is None and cue("said", reading.question) is None:
        found = cue("ever", reading.question)
    if found is None or cue("from_to", reading.question) is not None:
        return None
    period, cues = _span_of(reading)
    return ViewRequest(View.HISTORICAL, period=period, ordinal="all", cues=(str(found), *cues))


def _change(reading: _Reading) -> ViewRequest | None:
    found = cue("from_to", reading.question) or cue("change", reading.question)
    if found is None and reading.told_past:
        found = cue("now_instead", reading.question)
    if found is None:
        return None
    period, cues = _span_of(reading)
    return ViewRequest(View.CHANGE, period=period, cues=(str(found), *cues))


def _span_of(reading: _Reading) -> tuple[tuple[datetime, datetime] | None, tuple[str, ...]]:
    """From the earliest to the latest time that a query names, an open one up to the clock."""
    named = [t for t in reading.times if t.start <= reading.now and t.kind not in {"future", "until"}]
    if not named:
        return None, ()
    end = max(t.end or reading.now for t in named)
    start = min(t.start for t in named)
    return ((start, end) if start < end else None), tuple(f"time: {t.text}" for t in named)


def _historical(reading: _Reading) -> ViewRequest | None:
    dated = _dated(reading)
    if dated is not None:
        return dated
    ordinal, found = _ordinal(reading)
    event = _event(reading)
    told = reading.told_past or used_to(reading.question) or cue("owned_before", reading.question)
    if event is not None and (told or _past_within(reading)):
        cues = (f"before: {event}",)
        if cue("apart", reading.question) is not None:  # how many days before I moved: between the two, not as of one
            return ViewRequest(View.HISTORICAL, cues=cues)
        turn: Ordinal = "first" if "first" in event.lower().split() else "previous"
        return ViewRequest(View.HISTORICAL, ordinal=turn, event=Event(event, "before"), cues=cues)
    if found is not None:
        return ViewRequest(View.HISTORICAL, ordinal=ordinal, cues=(str(found),))
    found = used_to(reading.question) or cue("stay", reading.question)
    if found is None and reading.told_past and cue("now", reading.question) is None:
        found = cue("then", reading.question)
    while_so = _when(reading)
    found = found or while_so
    spell = while_so.text if while_so is not None else spell_in(reading.question)
    during = Event(spell, "during") if spell is not None else None
    return ViewRequest(View.HISTORICAL, event=during, cues=(str(found),)) if found is not None else None


def _of_mine(reading: _Reading) -> ViewRequest | None:
    """What is asked of the user's own, whatever the tense: a change, or what was before."""
    if not is_mine(reading.query):
        return None
    found = cue("change_of_mine", reading.alone)
    if found is not None and cue("in_hand", reading.alone) is None:
        period, cues = _span_of(reading)
        return ViewRequest(View.CHANGE, period=period, cues=(str(found), *cues))
    for kind, ordinal in _ORDINALS if cue("spoken_of", reading.alone) is None else ():
        found = cue(kind, reading.alone)
        if found is not None and (kind != "then_one" or reading.tense != "present" or _was(reading.alone)):
            return ViewRequest(View.HISTORICAL, ordinal=ordinal, cues=(str(found),))
    return None


_ORDINALS: tuple[tuple[str, Ordinal | None], ...] = (
    ("past_one", "previous"),
    ("first_one", "first"),
    ("then_one", None),
)


def _was(text: str) -> bool:
    return not {"was", "were", "had", "did"}.isdisjoint(text.lower().replace("?", " ").split())


def _dated(reading: _Reading) -> ViewRequest | None:
    """A question about a time that has passed: in the past tense, without a verb, or placed in that time as a whole."""
    told_now = reading.tense == "present" and not _past_within(reading)
    for time in reading.times:
        cues = (f"time: {time.text}", f"tense: {reading.tense}")
        if (at := _as_of(time, reading.now)) is not None:
            return ViewRequest(View.HISTORICAL, as_of=at, cues=cues)
        if told_now and not _is_placed(reading.question, time):
            continue
        if time.kind == "until" and time.end is not None and time.end <= reading.now:
            return ViewRequest(View.HISTORICAL, as_of=time.end - _A_MOMENT, cues=cues)
        if time.end is not None and time.end <= reading.now and time.kind != "until":
            period = Period(time.start, time.end, time.grain)
            return ViewRequest(View.HISTORICAL, as_of=period.middle, period=(time.start, time.end), cues=cues)
    return None


def _as_of(time: TimeSpan, now: datetime) -> datetime | None:
    """The instant of *as of March*, whatever the tense: the last one that has passed where no year is named."""
    if time.kind != "since" or not time.text.lower().startswith("as "):
        return None
    start = time.start
    if start > now and _YEAR.search(time.text) is None:
        start = start.replace(year=start.year - 1, day=min(start.day, 28) if start.month == 2 else start.day)
    return start if start.date() < now.date() else None


def _is_placed(question: str, time: TimeSpan) -> bool:
    """Whether a time that is plainly past stands before or behind all else: *in May 2024, where do I live*."""
    plain = _YEAR.search(time.text) is not None or time.text.lower().endswith(" ago")
    ahead, behind = question[: time.span[0]].strip(), question[time.span[1] :].strip(" ?.!")
    return plain and (not ahead or (not behind and time.text.lower().startswith(_PLACING)))


_YEAR = re2.compile(r"\b(?:19|20)\d\d\b")
_PLACING = ("in ", "on ", "at ", "back in ", "back on ", "during ", "around ")


def _past_within(reading: _Reading) -> bool:
    """*What's the bank that I used in 2019?*: a present frame around a past, unless it asks what still holds."""
    if cue("now", reading.question) is not None:
        return False
    words = reading.question.lower().replace("?", " ").split()
    return any(w in {"was", "were", "did", "had"} or is_past_form(w) for w in words)


def _ordinal(reading: _Reading) -> tuple[Ordinal | None, Cue | None]:
    found = cue("previous", reading.question)
    if found is None and reading.told_past:
        found = cue("previous_past", reading.question)
    if found is None and reading.told_past and cue("recall", reading.question) is None:
        found = cue("earlier", reading.question)
    if found is not None:
        return "previous", found
    if not reading.told_past:
        return None, None
    first = cue("first", reading.question) or cue("first_past", reading.question)
    if first is not None and first.text.endswith(" time"):
        return None, first  # the first time I lived in Madrid: when that was
    return ("first", first) if first is not None else ("last", cue("last_past", reading.question))


def _event(reading: _Reading) -> str | None:
    found = event_after(reading.question)
    if found is None or found[0].lower() in _VAGUE_EVENTS:
        return None
    text, start = found
    in_a_date = any(t.span[0] <= start < t.span[1] for t in reading.times)
    return None if in_a_date else text


def _when(reading: _Reading) -> Cue | None:
    """*When I lived in Turin, which market ...?*, *at the time of the move*: another past that the question lies in."""
    found = state_when(reading.question)
    if found is None or not reading.told_past:
        return None
    words = found[0].lower().split()
    past = words[:1] == ["of"] or any(w in {"was", "were", "had", "did"} or is_past_form(w) for w in words[:6])
    return Cue("when", found[0]) if past else None


def _current(reading: _Reading) -> ViewRequest:
    found = cue("now", reading.question) or cue("recall", reading.question)
    if found is not None:
        return ViewRequest(View.CURRENT, cues=(str(found),))
    if not reading.told_past:
        return ViewRequest(View.CURRENT, cues=("no cue",))
    place = None if reading.times else place_in(reading.question)
    there = Event(place, "during") if place is not None else None
    left = None if reading.times or there is not None else name_after(reading.question)
    there = Event(left, "after") if left is not None else there
    return ViewRequest(View.CURRENT, event=there, cues=("tense: past, weak",))
