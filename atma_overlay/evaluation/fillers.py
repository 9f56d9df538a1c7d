"""Distractor sessions, so that the host holds more than the episode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders.source import checked_path, json_values
from atma_overlay.views import Turn

_SHAPE = '{"turns": [{"role": "user", "content": "…"}]}'
_SHORTEST_SPAN = timedelta(days=30)
_TOPICS = """bread proving|the tides|cast iron pans|chess openings|tax brackets|honey bees|volcanoes|
    spreadsheet formulas|window insulation|the metric system|watercolours|river ferries|noise levels|
    bicycle gears|knitting needles|regular expressions|sleep cycles|train timetables|compost heaps|
    paper folding|soup stocks|moon phases|map projections|saddle stitching|stage lighting|lighthouses|
    bird migration|grammar drills|typefaces"""
_OPENINGS = (
    "Can you explain {topic} in plain words?",
    "What do people usually get wrong about {topic}?",
    "Give me three questions for a quiz about {topic}.",
    "Is there a short history of {topic} somewhere?",
    "Which terms should one know before reading about {topic}?",
    "Could you turn a paragraph on {topic} into bullet points?",
    "How would you teach {topic} to a class of ten-year-olds?",
)
_REPLIES = (
    "The short version: {topic} rewards patience, and most guides start too late in the story.",
    "Three points matter for {topic}: the order of steps, the tools at hand, and knowing when to stop.",
    "There are good introductions to {topic}; the older ones explain the why, the newer ones the how.",
)
_CLOSINGS = (
    "Thanks, that helps.",
    "Can you make it shorter?",
    "Good. One more example, please?",
    "Makes sense.",
)


@dataclass(frozen=True, slots=True)
class Filler:
    """One distractor session, without a date of its own."""

    turns: tuple[Turn, ...]


class _FillerTurn(BaseModel):
    model_config = ConfigDict(strict=True)

    role: Literal["user", "assistant", "system", "tool"]
    content: str


class _FillerSession(BaseModel):
    model_config = ConfigDict(strict=True)

    turns: list[_FillerTurn] = Field(min_length=1)


@lru_cache(maxsize=4)
def fillers(count: int, path: Path | None = None) -> tuple[Filler, ...]:
    """The first `count` sessions of a file of `{"turns": [{"role", "content"}]}` lines, or generated chatter.

    Raises:
        InvalidInputError: the file is missing or wrong, or holds fewer sessions.
    """
    if count < 0:
        raise InvalidInputError("fillers", f"{count} is negative: pass 0 or more")
    if path is None:
        return tuple(_generated(number) for number in range(count))
    values = json_values(checked_path(path))
    found = tuple(_parsed(field.value, field.place) for field in islice(values, count))
    if len(found) < count:
        raise InvalidInputError("fillers", f"{path.name} holds {len(found)} sessions: ask for no more")
    return found


def filler_dates(first: datetime, last: datetime, count: int) -> list[datetime]:
    """The dates of `count` fillers, evenly spread over the episode's time and as much time before it.

    So every probe meets at least half of them, whatever session it is asked after, and none is later than the
    last session.
    """
    span = max(last - first, _SHORTEST_SPAN)
    whole = last - first + span
    return [first - span + whole * ((number + 0.5) / count) for number in range(count)]


def _parsed(value: object, place: str) -> Filler:
    try:
        session = _FillerSession.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        wants_object = first["type"] == "model_type"
        problem = f"must be an object: write a session like {_SHAPE}" if wants_object else first["msg"].lower()
        raise InvalidInputError(f"{place} {field}".rstrip(), problem) from error
    turns: Sequence[Turn] = [Turn(role=t.role, text=t.content) for t in session.turns if t.content.strip()]
    return Filler(tuple(turns))


def _generated(number: int) -> Filler:
    topics = _TOPICS.split("|")
    topic = topics[number % len(topics)].strip()
    texts = (
        ("user", _OPENINGS[number % len(_OPENINGS)]),
        ("assistant", _REPLIES[number % len(_REPLIES)]),
        ("user", _CLOSINGS[number % len(_CLOSINGS)]),
    )
    return Filler(tuple(Turn(role=role, text=text.format(topic=topic)) for role, text in texts))
