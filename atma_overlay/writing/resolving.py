"""Resolving: observations, in the order of saying, to a workspace that holds what follows from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from atma_overlay.effects import Stage, Steps, finished
from atma_overlay.judge.outcome import NOTHING, Outcome, split
from atma_overlay.judge.reach import Reach
from atma_overlay.judge.readings import NOTHING_JUDGED, JudgedFound
from atma_overlay.language.candidates import Found, Part
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    UNRECORDED,
    Contingency,
    Observation,
    Slot,
)
from atma_overlay.scope import Scope
from atma_overlay.state.folds.beginnings import beginning
from atma_overlay.state.folds.carried import NOTHING_CARRIED, Carried
from atma_overlay.state.folds.kept_rulings import Decided
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.state.propagation import Propagation, Stated
from atma_overlay.state.resolution.utterance import resolve
from atma_overlay.state.slots.naming import Naming
from atma_overlay.state.workspace import Workspace
from atma_overlay.writing.observing import speaker_of

MANY = 64
"""More observations than these take long to resolve, see `LedgerReader.takes_long`: some 2 ms each."""
LARGE = 256
"""After so many writes it takes long to read all that is known of a user, which a replay does."""
NAMES_READ = 16
"""Extractions that are read at a time while a name is looked for."""


def build_steps(
    reader: LedgerReader,
    fresh: Sequence[tuple[Observation, Found]],
    linker: Linker,
    carried: Carried = NOTHING_CARRIED,
    judged: Outcome | None = None,
) -> Steps[Workspace]:
    """The workspace with the fresh observations resolved, in order or by replay."""
    judged = judged or Outcome()
    last = reader.last_observation()
    late = last is not None and bool(fresh) and fresh[0][0].order <= last.order
    if late or carried:
        judged = replace(judged, verdicts=(*carried.verdicts, *judged.verdicts))
        since = None if carried else _since(reader, fresh, judged)
        return replayed(reader, linker, fresh, since=since, carried=carried, judged=judged)
    if len(fresh) > MANY:
        reader.takes_long()
    said = [o for o, _ in fresh]
    workspace = Workspace(reader, linker, named_earlier=partial(_named_since, reader), fresh=said)
    propagation = Propagation(stated_rules(reader))
    reach = Reach(judged.verdicts, judged.records)
    yield from _resolve_steps(workspace, fresh, lent(judged.found, reader, fresh), reach, propagation)
    if propagation.reopens or workspace.foresees:
        return replayed(reader, linker, fresh, since=_since(reader, fresh, judged), judged=judged)
    return workspace


def _since(reader: LedgerReader, fresh: Sequence[tuple[Observation, Found]], judged: Outcome) -> datetime | None:
    """Where a replay for fresh observations begins; what was ruled of pairs besides may tell from anywhere."""
    return None if judged.verdicts else beginning(reader, [fresh[0][0].observed_at])


def stated_rules(reader: LedgerReader) -> list[Stated]:
    """The rules of the ledger with what states them."""
    rules = reader.contingencies()
    said = {o.id: o for o in reader.observations({c.observation_id for c in rules})} if rules else {}
    return [Stated(c, said[c.observation_id]) for c in rules if c.observation_id in said]


def rules_of(reader: LedgerReader, scope: Scope) -> list[Stated]:
    """Those that were stated where a scope may look."""
    return [s for s in stated_rules(reader) if scope.admits(s.said.agent, s.said.session)]


def replayed(
    reader: LedgerReader, linker: Linker, fresh: Sequence[tuple[Observation, Found]] = (), *,
    since: datetime | None = None, gone: Collection[str] = (), carried: Carried = NOTHING_CARRIED,
    decided: Iterable[Decided] = (), judged: Outcome | None = None,
) -> Workspace:  # fmt: skip
    """The workspace with everything resolved anew that was observed since an instant; see `replay`.

    Args:
        reader: the ledger as it is.
        linker: answers the pairs that no kept ruling does.
        fresh: observations that are not stored yet.
        since: where to begin, see `state.beginnings`; None means at the first observation.
        gone: observations that are being erased.
        carried: what is taken over from another plane.
        decided: what a person rules.
        judged: what a judge has just found, besides what is kept.
    """
    if reader.revision() > LARGE or len(reader.observed_after(_start(since))) + len(fresh) > MANY:
        reader.takes_long()
    named = partial(_named_since, reader, before=since) if since is not None else (lambda _: ())
    workspace = Workspace(
        reader, linker, replay=True, since=since, gone=gone, carried=carried, named_earlier=named
    )  # fmt: skip
    for word in decided:
        workspace.decide(word)
    replay(reader, workspace, fresh, without=frozenset(gone), judged=judged)
    return workspace


def replay(
    reader: LedgerReader,
    workspace: Workspace,
    fresh: Sequence[tuple[Observation, Found]] = (),
    *,
    without: Collection[str] = (),
    judged: Outcome | None = None,
) -> Propagation:
    """Resolve what was observed anew, in the order of saying, with what is fresh in its place.

    That is everything, or what was observed since the workspace begins. Returns the rules with what set them off.

    Args:
        reader: the ledger as it is.
        workspace: one made with `replay=True` that nothing was added to.
        fresh: observations that are not stored yet.
        without: observations to leave out: they are being erased.
        judged: what a judge has just found, besides what is kept.
    """
    judged = judged or Outcome()
    past = [o for o in reader.observed_after(_start(workspace.since)) if o.id not in without]
    kept, read = split(reader.extractions([o.id for o in past]))
    said = [(o, kept.get(o.id, NOTHING)) for o in past] + list(fresh)
    stated = (s for s in workspace.before if not s.derived)  # what a ruling made of them is no statement of theirs
    reach = Reach((*reader.verdicts(), *judged.verdicts), stated)
    propagation = Propagation(replayed=True)
    found = lent({**judged.found, **read}, reader, said, without=without)
    finished(_resolve_steps(workspace, said, found, reach, propagation))
    if workspace.reach(None):
        propagation.revise(workspace)
    return propagation


def _start(since: datetime | None) -> tuple[datetime, int, str] | None:
    """Where a replay begins, in the order of saying."""
    return None if since is None else (since, -1, "")


def _resolve_steps(
    workspace: Workspace,
    said: Sequence[tuple[Observation, Found]],
    judged: Mapping[str, JudgedFound],
    reach: Reach,
    propagation: Propagation,
) -> Steps[None]:
    """Observation by observation: what the rules found, what a judge did and what it ruled, then what follows.

    Consequences are a stage of their own behind each observation that may have some, and behind the last.
    """
    workspace.moved()
    ordered = sorted(said, key=lambda pair: pair[0].order)
    if len(ordered) > 1:
        workspace.expect(slots_of(ordered))
    for place, (observation, by_rules) in enumerate(ordered, start=1):
        also = judged.get(observation.id, NOTHING_JUDGED)
        found = also.upheld(by_rules)
        if workspace.reach(observation.observed_at):
            propagation.revise(workspace)
        resolved = resolve(found, observation, workspace)
        resolved += resolve(also, observation, workspace)
        reach.follow(observation, resolved, workspace)
        rules = (*contingencies_of(observation, found), *contingencies_of(observation, also, prefix="judged_"))
        staged = place == len(ordered) or propagation.waits
        if staged:
            yield Stage("propagate")
        propagation.follow(observation, (*found.candidates, *also.candidates), rules, workspace)
        if staged and place < len(ordered):
            yield Stage("adjudicate")
        workspace.conversation.note(observation, found.named)


def lent(
    judged: Mapping[str, JudgedFound],
    reader: LedgerReader,
    said: Sequence[tuple[Observation, Found]] = (),
    *,
    without: Collection[str] = (),
) -> dict[str, JudgedFound]:
    """What a judge found, with the words that it took from other observations, as far as those are there."""
    if not judged:
        return {}
    wanted = {i for each in judged.values() for i in each.sources}
    if not wanted:
        return dict(judged)
    texts = {o.id: o.text for o, _ in said if o.id in wanted}
    texts |= {o.id: o.text for o in reader.observations(wanted - texts.keys() - set(without))}
    return {i: each.lent(texts) for i, each in judged.items()}


def _named_since(reader: LedgerReader, since: datetime, *, before: datetime | None = None) -> Iterator[Naming]:
    """Whom stored observations named, the latest first; a few extractions are read at a time."""
    recent = [o for o in reader.observed_after((since, -1, "")) if before is None or o.observed_at < before][::-1]
    for start in range(0, len(recent), NAMES_READ):
        some = recent[start : start + NAMES_READ]
        kept, _ = split(reader.extractions([o.id for o in some]))
        for observation in some:
            if names := kept.get(observation.id, NOTHING).named:
                yield observation.observed_at, names


def slots_of(batch: Iterable[tuple[Observation, Found]]) -> list[Slot]:
    """The slots that statements name by themselves."""
    stated = (c for _, found in batch for c in found.candidates if c.part is Part.STATEMENT)
    return list(dict.fromkeys(Slot(c.subject, c.attribute) for c in stated if not c.subject.startswith("?")))


def contingencies_of(observation: Observation, found: Found, *, prefix: str = "") -> list[Contingency]:
    """The dependencies that an observation states."""
    if not found.contingencies:
        return []
    subject, said = speaker_of(observation), observation.observed_at
    return [
        Contingency(
            id=f"ctg_{prefix}{observation.id}_{n if c.place is None else c.place}",
            observation_id=observation.id,
            parent=Slot(c.parent_subject or subject, c.parent),
            trigger=c.trigger,
            child=Slot(c.child_subject or subject, c.child),
            value=c.value,
            evidence=c.evidence,
            span=c.span,
            valid_from=said,
            observed_at=said,
            origin=observation.origin,
            recorded_at=UNRECORDED,
            when=c.when,
            parent_value=c.parent_value,
            child_value=c.child_value,
            lineage=c.grounds,
        )
        for n, c in enumerate(found.contingencies)
    ]
