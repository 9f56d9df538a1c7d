"""What an episode is about, before a word of it is said: MEME's steps 1 to 3 (section 3.2).

1. Entity set: a root, a chain of descendants as deep as the episode has hops, a sibling at each hop, and
   entities from outside.
2. Values: drawn from the pools, none of them part of another.
3. Tasks: a descendant with a replacement rule is for Cascade, its sibling without one for Absence; entities
   from outside are for Tracking, Deletion, Aggregation and Exact Recall. A rule whose parent never changes is
   a control.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from atma_overlay.evaluation.suites.meme_domain import Domain, Entity, Free, Theme
from atma_overlay.evaluation.suites.meme_draw import Deck, Namer

RuleKind = Literal["any", "leaving", "value", "dependence"]
REPLACING = ("any", "leaving", "value")
"""The kinds of rule that name the child's next value."""
TRACKED = 3
"""Values of a tracked entity."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An entity with its values over the episode: the first, and what comes after it, None for unknown."""

    entity: Entity
    value: str
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A rule between a parent and a child; `hop` is its distance from the root, 0 for the control."""

    kind: RuleKind
    parent: Fact
    child: Fact
    hop: int

    @property
    def fires(self) -> bool:
        """Whether the parent changes in the episode."""
        return self.hop > 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The skeleton of an episode."""

    domain: Domain
    root: Fact
    links: tuple[Link, ...]
    control: Link
    tracked: Free
    tracked_values: tuple[str, ...]
    deleted: Free
    deleted_value: str
    theme: Theme
    themed: tuple[tuple[Free, str], ...]
    verbatim: str
    verbatim_kind: str


def planned(domain: Domain, root: Entity, *, hops: int, kinds: Deck, chance: Random) -> Plan:
    """A plan of so many hops from the root."""
    namer = Namer(chance)
    top = Fact(root, namer.draw(root.values), namer.draw(root.values))
    links = _links(domain, top, hops=hops, kinds=kinds, chance=chance, namer=namer)
    theme = chance.choice(domain.theme)
    tracked, deleted = chance.sample([f for f in domain.free if f.theme != theme.name], 2)
    verbatim = chance.choice(domain.verbatim)
    return Plan(
        domain=domain,
        root=top,
        links=tuple(links),
        control=_control(domain, root, kinds=kinds, chance=chance, namer=namer),
        tracked=tracked,
        tracked_values=tuple(namer.draw(tracked.values) for _ in range(TRACKED)),
        deleted=deleted,
        deleted_value=namer.draw(deleted.values),
        theme=theme,
        themed=tuple((f, namer.draw(f.values)) for f in domain.free if f.theme == theme.name),
        verbatim=namer.filled(verbatim.text),
        verbatim_kind=verbatim.what,
    )


def _links(domain: Domain, top: Fact, *, hops: int, kinds: Deck, chance: Random, namer: Namer) -> list[Link]:
    links: list[Link] = []
    parent = top
    for hop in range(1, hops + 1):
        children = domain.children(parent.entity.name)
        deep = [c for c in children if domain.depth(c.name) >= hops - hop]
        heir = chance.choice(deep)
        other = chance.choice([c for c in children if c is not heir])
        cascaded = Fact(heir, namer.draw(heir.values), namer.draw(heir.values))
        absent = Fact(other, namer.draw(other.values))
        links += [Link(_kind(kinds), parent, cascaded, hop), Link("dependence", parent, absent, hop)]
        parent = cascaded
    return links


def _control(domain: Domain, root: Entity, *, kinds: Deck, chance: Random, namer: Namer) -> Link:
    """A rule under another root, which does not change; its child depends on nothing that does."""
    touched = set(domain.under(root.name))
    choices = [
        (r, c)
        for r in domain.roots
        for c in domain.children(r.name)
        if r is not root and not touched & {c.name, *c.parents}
    ]
    parent, child = chance.choice(choices)
    still = Fact(parent, namer.draw(parent.values), namer.draw(parent.values))
    return Link(_kind(kinds), still, Fact(child, namer.draw(child.values), namer.draw(child.values)), 0)


def _kind(kinds: Deck) -> RuleKind:
    card = kinds.deal()
    return "any" if card == "any" else "leaving" if card == "leaving" else "value"
