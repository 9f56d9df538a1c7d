"""The probes of a generated episode: six tasks after the change, and the same questions before it where paired.

`category` is the paper's short name of the task; the probes before the change are `pre-change`, and the one
about a rule that must not fire is `control`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from atma_overlay import re2
from atma_overlay.evaluation.episodes import Probe
from atma_overlay.evaluation.suites.meme_domain import wordings
from atma_overlay.evaluation.suites.meme_plan import Fact, Plan

_NO_NAME = re2.compile(r"[^\p{L}\d]+")


@dataclass(frozen=True, slots=True)
class Moments:
    """The sessions after which probes are asked."""

    before: int
    after: int


def probes(plan: Plan, when: Moments, chance: Random) -> Iterator[Probe]:
    """The probes of a plan."""
    for link in plan.links:
        query, name = chance.choice(link.child.entity.asks), link.child.entity.name
        yield _before(name, query, link.child.value, when)
        yield _dependent(link.child, query, when)
    query = chance.choice(plan.deleted.asks)
    yield _before(plan.deleted.name, query, plan.deleted_value, when)
    yield Probe(
        id=f"deletion-{_slug(plan.deleted.name)}",
        after_session=when.after,
        pair=_before_id(plan.deleted.name),
        task="deletion",
        query=query,
        view="current",
        expect="absent",
        stale=(plan.deleted_value,),
        category="Del",
    )
    yield from _unpaired(plan, when, chance)


def _dependent(child: Fact, query: str, when: Moments) -> Probe:
    """What the child is after its parent's change: the rule's value, or unknown."""
    cascaded = child.after is not None
    return Probe(
        id=f"{'cascade' if cascaded else 'absence'}-{_slug(child.entity.name)}",
        after_session=when.after,
        pair=_before_id(child.entity.name),
        task="cascade" if cascaded else "absence",
        query=query,
        view="current",
        expect="answer" if cascaded else "uncertain",
        gold=(child.after,) if child.after else (),
        stale=(child.value,),
        category="Cas" if cascaded else "Abs",
    )


def _before(name: str, query: str, value: str, when: Moments) -> Probe:
    return Probe(
        id=_before_id(name),
        after_session=when.before,
        task="exact_recall",
        query=query,
        view="current",
        expect="answer",
        gold=(value,),
        category="pre-change",
    )


def _unpaired(plan: Plan, when: Moments, chance: Random) -> Iterator[Probe]:
    yield Probe(
        id="exact",
        after_session=when.after,
        task="exact_recall",
        query=chance.choice(wordings().asks_verbatim).replace("{what}", plan.verbatim_kind),
        view="neutral",
        expect="answer",
        gold=(plan.verbatim,),
        category="ER",
    )
    yield Probe(
        id=f"aggregation-{_slug(plan.theme.name)}",
        after_session=when.after,
        task="aggregation",
        query=chance.choice(plan.theme.asks),
        view="current",
        expect="answer",
        gold=tuple((value,) for _, value in plan.themed),
        category="Agg",
    )
    yield Probe(
        id=f"tracking-{_slug(plan.tracked.name)}",
        after_session=when.after,
        task="tracking",
        query=chance.choice(wordings().tracking).replace("{history}", plan.tracked.history),
        view="historical",
        expect="answer",
        gold=tuple((value,) for value in plan.tracked_values),
        category="Tr",
    )
    control = plan.control.child
    yield Probe(
        id=f"control-{_slug(control.entity.name)}",
        after_session=when.after,
        task="control",
        query=chance.choice(control.entity.asks),
        view="current",
        expect="answer",
        gold=(control.value,),
        category="control",
    )


def _before_id(name: str) -> str:
    return f"before-{_slug(name)}"


def _slug(name: str) -> str:
    return str(_NO_NAME.sub("-", name.lower())).strip("-")
