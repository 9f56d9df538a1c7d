"""The everyday attributes that explicit pairs are told about; the word list is `data/suites/ltp.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Attribute(_Part):
    """Something a person has one value of at a time.

    Attributes:
        slot: its name.
        area: the part of life it belongs to.
        values: what it may be.
        said: cues in the first person, with `{v}` for the value and `{now}` for what marks the current one.
        asks_now: questions about the current value, with `{n}` for the speaker and `{now}`.
        asks_before: questions about the value that was replaced, with `{n}`.
    """

    slot: str
    area: str
    values: tuple[str, ...] = Field(min_length=5)
    said: tuple[str, ...] = Field(min_length=3)
    asks_now: tuple[str, ...] = Field(min_length=2)
    asks_before: tuple[str, ...] = Field(min_length=2)


class Wordlist(_Part):
    """The attributes with the words that go before a cue and that mark what is current."""

    openings: tuple[str, ...]
    now_in_cues: tuple[str, ...]
    now_in_probes: tuple[str, ...]
    attribute: tuple[Attribute, ...]


@cache
def wordlist() -> Wordlist:
    """The shipped word list."""
    text = files("atma_overlay.data").joinpath("suites", "ltp.toml").read_text(encoding="utf-8")
    return Wordlist.model_validate(tomllib.loads(text))
