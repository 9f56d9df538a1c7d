"""The domains that episodes are drawn from: entities on a graph of dependencies (MEME, section 3.2, Appendix B).

The word lists are `data/suites/meme_*.toml`; the entities, the names and the wordings are this project's own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

DOMAINS = ("personal", "software")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Entity(_Part):
    """A node of the graph; `{v}` is its value, `{old}` the one before.

    Attributes:
        name: in slots.
        spoken: with its owner, e.g. *my trainer*.
        parents: what it may depend on; nothing for a root.
        values: its value pool, as patterns of names.
        told: sentences that state it.
        changed: sentences that tell its change; for roots.
        changes: its change as a clause, e.g. *I change gyms*; for parents.
        leaves: that the value is left, as a clause.
        joins: that the value is taken up, as a clause.
        asks: questions for the value.
        lead: what goes before the value where the entity is said to be it, e.g. *a*.
    """

    name: str
    spoken: str
    lead: str = ""
    parents: tuple[str, ...] = ()
    values: tuple[str, ...] = Field(min_length=1)
    told: tuple[str, ...] = Field(min_length=2)
    changed: tuple[str, ...] = ()
    changes: str = ""
    leaves: str = ""
    joins: str = ""
    asks: tuple[str, ...] = Field(min_length=2)


class Free(_Part):
    """An entity outside the graph: what is tracked, aggregated or deleted.

    Attributes:
        theme: what it is aggregated under.
        history: its values as a noun phrase, e.g. *the hobbies I've had*.
        lead: as of an `Entity`.
    """

    name: str
    spoken: str
    lead: str = ""
    theme: str
    history: str
    values: tuple[str, ...] = Field(min_length=1)
    told: tuple[str, ...] = Field(min_length=2)
    changed: tuple[str, ...] = Field(min_length=3)
    asks: tuple[str, ...] = Field(min_length=2)


class Theme(_Part):
    """Questions that several entities answer together."""

    name: str
    asks: tuple[str, ...] = Field(min_length=2)


class Verbatim(_Part):
    """A text to be kept character by character."""

    what: str
    text: str


class Domain(_Part):
    """A graph with the entities beside it."""

    name: str
    subject: str
    entity: tuple[Entity, ...]
    free: tuple[Free, ...]
    theme: tuple[Theme, ...]
    verbatim: tuple[Verbatim, ...]

    @property
    def roots(self) -> tuple[Entity, ...]:
        """The entities that depend on nothing."""
        return tuple(e for e in self.entity if not e.parents)

    def children(self, name: str) -> tuple[Entity, ...]:
        """What may depend on the entity."""
        return tuple(e for e in self.entity if name in e.parents)

    def depth(self, name: str) -> int:
        """How many hops there are below the entity."""
        return max((1 + self.depth(child.name) for child in self.children(name)), default=0)

    def under(self, name: str) -> Iterator[str]:
        """The entity and everything that may depend on it, through whatever parent."""
        yield name
        for child in self.children(name):
            yield from self.under(child.name)

    @model_validator(mode="after")
    def _is_a_graph(self) -> Self:
        names = [e.name for e in self.entity]
        for entity in self.entity:
            if any(parent not in names[: names.index(entity.name)] for parent in entity.parents):
                raise ValueError(f"{entity.name!r} depends on something that does not come before it")
            if self.children(entity.name) and not (entity.changes and entity.leaves and entity.joins):
                raise ValueError(f"{entity.name!r} has dependents and no clauses for its change")
            if not entity.parents and len(entity.changed) < 3:
                raise ValueError(f"the root {entity.name!r} has fewer than three wordings of its change")
        return self


class Wordings(_Part):
    """How rules and deletions are told, and what is said around facts."""

    any: tuple[str, ...] = Field(min_length=12)
    leaving: tuple[str, ...] = Field(min_length=12)
    value: tuple[str, ...] = Field(min_length=12)
    dependence: tuple[str, ...] = Field(min_length=12)
    forget: tuple[str, ...] = Field(min_length=12)
    verbatim: tuple[str, ...]
    asks_verbatim: tuple[str, ...]
    tracking: tuple[str, ...]
    follow_ups: tuple[str, ...]
    replies: tuple[str, ...]


class Chatter(_Part):
    """Talk that states nothing about the one who asks; `{topic}` is one of the topics."""

    topics: tuple[str, ...]
    questions: tuple[str, ...]
    sentences: tuple[str, ...]
    closings: tuple[str, ...]


class Names(_Part):
    """Invented names, each list in one text."""

    brands: str
    places: str
    first_names: str
    surnames: str


_Part_ = TypeVar("_Part_", bound=_Part)


@cache
def domain(name: str) -> Domain:
    """One of `DOMAINS`."""
    return _read(f"meme_{name}.toml", Domain)


@cache
def wordings() -> Wordings:
    """The wordings of rules."""
    return _read("meme_rules.toml", Wordings)


@cache
def chatter() -> Chatter:
    """The talk of filler sessions."""
    return _read("meme_chatter.toml", Chatter)


@cache
def names() -> Names:
    """The names that values are made of."""
    return _read("meme_names.toml", Names)


def _read(file: str, kind: type[_Part_]) -> _Part_:
    text = files("atma_overlay.data").joinpath("suites", file).read_text(encoding="utf-8")
    return kind.model_validate(tomllib.loads(text))
