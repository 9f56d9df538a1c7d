"""Where a stated rule is lost on its way to a consequence: each step that gold's rules pass, or the first they fail.

A rule counts by what gold says of it: it is to retire the child's value in one session. Run it over episode files with
``python -m atma_overlay.evaluation.rule_losses PATH...``; what fires in a control episode is listed with its words.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atma_overlay.evaluation.episodes import Episode, GoldContingency, GoldSpell, load_episodes
from atma_overlay.evaluation.matching import carries
from atma_overlay.evaluation.oracle import ORACLE, OracleModel
from atma_overlay.evaluation.wording import phrase
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge.settings import Judge
from atma_overlay.overlay import Overlay
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Contingency, DecisionState
from atma_overlay.scope import Scope
from atma_overlay.state.propagation.engine import Firing
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import Timeline, TransitionRecord, Turn
from atma_overlay.writing.resolving import replay

__all__ = ["Fired", "Step", "lost_at", "main", "ran", "table"]

_SCOPE = Scope(tenant="evaluation", user="user")


class Step(StrEnum):
    """The first step at which a rule of gold is lost, or none."""

    RULE = "rule not understood"
    CHANGE = "change not seen"
    PARENT = "change not taken for the rule's"
    CHILD = "child not found"
    WRONG = "another record retired"
    NONE = "fired"


@dataclass(frozen=True, slots=True)
class Fired:
    """What the overlay made of an episode: the rules it read, what they were set off by, and what changed."""

    rules: tuple[Contingency, ...]
    firings: tuple[Firing, ...]
    timeline: Timeline
    sessions: dict[str, int]
    """Session index by observation id."""


def ran(episode: Episode, *, judge: str = "none") -> Fired:
    """Hand an episode to an overlay of its own, session by session; `judge` is `none` or `oracle`."""
    now: list[datetime] = [episode.sessions[0].at]
    model = Judge(OracleModel(episode)) if judge == ORACLE else None
    overlay = Overlay(MemoryHost(), ledger="memory://", clock=lambda: now[0], judge=model)
    sessions: dict[str, int] = {}
    for number, session in enumerate(episode.sessions):
        now[0] = session.at
        turns = [Turn(role=t.role, text=t.text, name=t.name) for t in session.turns]
        receipt = overlay.remember(turns, scope=_SCOPE, observed_at=session.at)
        sessions |= dict.fromkeys(receipt.observation_ids, number)
    rules, firings = overlay.ledger.read(_SCOPE, lambda reader: _fired(reader, overlay))
    return Fired(rules, firings, overlay.timeline(scope=_SCOPE), sessions)


def _fired(reader: LedgerReader, overlay: Overlay) -> tuple[tuple[Contingency, ...], tuple[Firing, ...]]:
    propagation = replay(reader, Workspace(reader, overlay.writer.linker, replay=True))
    return tuple(reader.contingencies()), tuple(propagation.firings)


def lost_at(rule: GoldContingency, episode: Episode, fired: Fired) -> Step:
    """The first step that a rule fails of those between its sentence and the child's retirement."""
    child, parent = (_ended(episode, slot, rule) for slot in (rule.child, rule.parent))
    read = [r for r in fired.rules if _is_read(r, rule, fired)]
    if not read:
        return Step.RULE
    changed = [t for t in _applied(fired) if parent is not None and _retires(t, parent, fired)]
    if not changed:
        return Step.CHANGE
    mine = {r.id for r in read}
    set_off = [f for f in fired.firings if f.rule_id in mine]
    if not set_off:
        return Step.PARENT
    done = [f for f in set_off if f.statement is not None]
    if not done:
        return Step.CHILD
    caused = [t for t in _applied(fired) if t.cause in {f.transition_id for f in done}]
    return Step.NONE if child is not None and any(_is_of(t, child) for t in caused) else Step.WRONG


def _is_read(rule: Contingency, gold: GoldContingency, fired: Fired) -> bool:
    here = fired.sessions.get(rule.observation_id) == gold.from_session
    overlaps = rule.evidence in gold.evidence or gold.evidence in rule.evidence
    if not here or not overlaps or (rule.value is None) != (gold.value is None):
        return False
    return rule.value is None or gold.value is None or _alike(rule.value, gold.value)


def _alike(first: str, second: str) -> bool:
    return carries(phrase(first), phrase(second)) or carries(phrase(second), phrase(first))


def _ended(episode: Episode, slot: str, rule: GoldContingency) -> GoldSpell | None:
    """The spell of a slot that the rule's firing ends: the last one that is over after the rule was stated."""
    state = next((s for s in episode.states if s.slot == slot), None)
    over = [s for s in state.history if (s.until_session or 0) > rule.from_session] if state else []
    follows = [s for s in over if s.ended_by in {"cascaded", "invalidated"}] if slot == rule.child else over
    return next(iter(follows or over), None)


def _applied(fired: Fired) -> list[TransitionRecord]:
    return [t for t in fired.timeline.transitions if t.state is DecisionState.APPLIED]


def _is_of(transition: TransitionRecord, spell: GoldSpell) -> bool:
    return any(_alike(transition.from_value, form) for form in (spell.value, *spell.also))


def _retires(transition: TransitionRecord, spell: GoldSpell, fired: Fired) -> bool:
    session = fired.sessions.get(transition.cause)
    return (session is None or session == spell.until_session) and _is_of(transition, spell)


def _unstated(episode: Episode, fired: Fired) -> Iterator[str]:
    """What fired though no rule of gold says so."""
    words = {r.id: r for r in fired.rules}
    for firing in fired.firings:
        rule = words[firing.rule_id]
        stated = any(
            g.fires and (rule.evidence in g.evidence or g.evidence in rule.evidence) for g in episode.contingencies
        )
        if firing.statement is not None and not stated:
            yield f"{episode.id}  {firing.outcome}  {firing.statement.slot} <- {rule.evidence!r}"


def main(arguments: Sequence[str]) -> None:
    """Print where the rules of the files are lost, without a model or (`--oracle` first) with the oracle."""
    judge = ORACLE if arguments[:1] == ["--oracle"] else "none"
    episodes = load_episodes([a for a in arguments if a != "--oracle"])
    steps: Counter[str] = Counter()
    for episode in episodes:
        fired = ran(episode, judge=judge)
        for rule in episode.contingencies:
            if rule.fires:
                step = lost_at(rule, episode, fired)
                steps[step] += 1
                sys.stdout.write(f"{episode.id}  {step}  {rule.parent} -> {rule.child} = {rule.value}\n")
        for line in _unstated(episode, fired):
            steps[UNSTATED] += 1
            sys.stdout.write(line + "\n")
    sys.stdout.write(table(steps))


def table(steps: Counter[str]) -> str:
    """The steps with how many of gold's rules are lost there, and their share, as a table in Markdown."""
    total = sum(steps[step] for step in Step)
    lines = [f"| step | rules of {total} | share |", "| --- | --- | --- |"]
    lines += [f"| {step} | {steps[step]} | {steps[step] / max(total, 1):.2f} |" for step in Step]
    lines.append(f"| fired though gold has no such rule | {steps[UNSTATED]} | – |")
    return "\n".join(lines) + "\n"


UNSTATED = "fired unstated"


if __name__ == "__main__":
    main(sys.argv[1:])
