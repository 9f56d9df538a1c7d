"""A plan and its story as an episode with gold states, contingencies and probes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from atma_overlay.evaluation.episodes import EndedBy, Episode, EpisodeSession, GoldContingency, GoldSpell, GoldState
from atma_overlay.evaluation.suites.meme_haystack import Talk, haystack, interleaved
from atma_overlay.evaluation.suites.meme_plan import Fact, Link, Plan
from atma_overlay.evaluation.suites.meme_probes import Moments, probes
from atma_overlay.evaluation.suites.meme_story import CHANGE, RULES, Story

_START = datetime(2025, 1, 6, 9, tzinfo=UTC)
_SHORTEST_GAP, _LONGEST_GAP = timedelta(hours=11), timedelta(hours=61)


def assembled(
    plan: Plan, story: Story, *, identity: str, filler_tokens: int, filler_file: Path | None, chance: Random
) -> Episode:
    """The episode of a plan, its evidence among fillers of so many tokens.

    Raises:
        InvalidInputError: the filler file is missing or wrong, or holds too little.
    """
    fillers = haystack(filler_tokens, chance, file=filler_file, values=_values(plan))
    ordered = interleaved(story.sessions, fillers, chance)
    places = {evidence: index for index, (_, evidence) in enumerate(ordered) if evidence is not None}
    when = Moments(before=places[CHANGE] - 1, after=len(ordered) - 1)
    return Episode(
        id=identity,
        family="dependency",
        source=f"generated after MEME's five steps / {plan.domain.name}",
        sessions=_dated([talk for talk, _ in ordered], chance),
        states=tuple(_states(plan, story, places)),
        contingencies=tuple(
            _contingency(link, text, plan.domain.subject, places[RULES])
            for link, text in zip((*plan.links, plan.control), story.rules, strict=True)
        ),
        probes=tuple(probes(plan, when, chance)),
    )


def _dated(talks: Sequence[Talk], chance: Random) -> tuple[EpisodeSession, ...]:
    moment, sessions = _START, []
    for talk in talks:
        sessions.append(EpisodeSession(at=moment, turns=talk))
        moment += timedelta(
            minutes=chance.randint(*(int(g.total_seconds()) // 60 for g in (_SHORTEST_GAP, _LONGEST_GAP)))
        )
    return tuple(sessions)


def _values(plan: Plan) -> set[str]:
    facts = [plan.root, plan.control.parent, plan.control.child, *(link.child for link in plan.links)]
    of_facts = {value for fact in facts for value in (fact.value, fact.after) if value}
    return of_facts | {plan.deleted_value, *plan.tracked_values, *(value for _, value in plan.themed)}


def _states(plan: Plan, story: Story, places: dict[int, int]) -> list[GoldState]:
    change, subject = places[CHANGE], plan.domain.subject
    told = {name: places[session] for name, session in story.told.items()}
    states = [_direct(plan.root, subject, told, change)]
    states += [_consequence(link.child, subject, told, change) for link in plan.links]
    still = [(f.entity.name, f.value) for f in (plan.control.parent, plan.control.child)]
    still += [(free.name, value) for free, value in plan.themed]
    states += [
        GoldState(slot=f"{subject} / {name}", history=(GoldSpell(value=value, from_session=told[name]),))
        for name, value in still
    ]
    deleted = GoldSpell(
        value=plan.deleted_value, from_session=told[plan.deleted.name], until_session=change, ended_by="retracted"
    )
    states.append(GoldState(slot=f"{subject} / {plan.deleted.name}", history=(deleted,)))
    states.append(_tracked(plan, [places[session] for session in story.tracked]))
    return states


def _direct(fact: Fact, subject: str, told: dict[str, int], change: int) -> GoldState:
    name = fact.entity.name
    old = GoldSpell(value=fact.value, from_session=told[name], until_session=change, ended_by="replaced")
    new = GoldSpell(value=fact.after or "", from_session=change)
    return GoldState(slot=f"{subject} / {name}", history=(old, new))


def _consequence(fact: Fact, subject: str, told: dict[str, int], change: int) -> GoldState:
    name = fact.entity.name
    ended: EndedBy = "invalidated" if fact.after is None else "cascaded"
    old = GoldSpell(value=fact.value, from_session=told[name], until_session=change, ended_by=ended)
    new = () if fact.after is None else (GoldSpell(value=fact.after, from_session=change),)
    return GoldState(slot=f"{subject} / {name}", history=(old, *new))


def _tracked(plan: Plan, sessions: Sequence[int]) -> GoldState:
    ends = [*sessions[1:], None]
    spells = [
        GoldSpell(value=value, from_session=start, until_session=end, ended_by=None if end is None else "replaced")
        for value, start, end in zip(plan.tracked_values, sessions, ends, strict=True)
    ]
    return GoldState(slot=f"{plan.domain.subject} / {plan.tracked.name}", history=tuple(spells))


def _contingency(link: Link, text: str, subject: str, session: int) -> GoldContingency:
    when = {"value": link.parent.after, "leaving": f"any other than {link.parent.value}"}.get(link.kind)
    return GoldContingency(
        parent=f"{subject} / {link.parent.entity.name}",
        child=f"{subject} / {link.child.entity.name}",
        value=link.child.after,
        when=when,
        from_session=session,
        evidence=text,
        fires=link.fires,
    )
