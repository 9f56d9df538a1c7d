"""Verdicts across slots, kept by content and put into force as the fold goes on (laws 1, 2, 5 and 9).

A verdict is kept under `~LATER:EARLIER:SLOT:LATER_SLOT`, two hashes of what was said and when, and those of the slots
that the two stood in: it outlives every re-fold, whatever slot its statements are then resolved to. The slots tell
which reading is meant where the same words are read in two. Once both are there, it becomes a ruling of their slot, or
an act of the later observation in the earlier one's slot: `give_way` or `doubt`. The fold treats such an act like any
other: older evidence and a lower origin only propose, and a person's word stands above it. Verdicts take effect in the
order of their keys, in which every ledger can read them.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from atma_overlay.records import STATING, Act, Basis, Change, Observation, Ruling, Slot, Statement, Verdict
from atma_overlay.state.contents import content_id
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.state.pairs.adjudication import APPLY_AT, pair_key
from atma_overlay.state.slots.holders import one_holder, speaker_of
from atma_overlay.state.slots.twins import twins
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import same_value

ACROSS = "~"
"""What the key of a verdict across slots starts with."""
LONGEST_EVIDENCE = 300


def said_key(statement: Statement) -> str:
    """What was said, where and when, whatever slot it is resolved to."""
    s = statement
    said = (s.digest, s.observed_at.isoformat(), str(s.position), s.norm, str(s.span[0]), s.act, str(s.affirmed))
    return hashlib.sha256("\x1f".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def across_key(earlier: Statement, later: Statement) -> str:
    """The key of a verdict on two statements."""
    return f"{ACROSS}{said_key(later)}:{_earlier_key(earlier)}:{slot_key(later.slot)}"


def turn_key(observation: Observation) -> str:
    """What an observation said as a whole, for what it ends without stating anything."""
    said = (observation.digest, observation.observed_at.isoformat(), str(observation.position), "turn")
    return hashlib.sha256("\x1f".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def by_turn_key(earlier: Statement, observation: Observation) -> str:
    """The key of a verdict on a statement and a whole observation."""
    return f"{ACROSS}{turn_key(observation)}:{_earlier_key(earlier)}"


def sides_of(pair: str) -> tuple[str, str]:
    """What was said on the two sides of a verdict across slots: by the keys of words or, the later, of a whole turn."""
    later, earlier = pair.removeprefix(ACROSS).split(":")[:2]
    return later, earlier


def _earlier_key(earlier: Statement) -> str:
    return f"{said_key(earlier)}:{slot_key(earlier.slot)}"


class Reach:
    """Puts verdicts across slots into force, observation by observation, in the order of saying.

    Args:
        verdicts: kept answers, of whatever kind; those of other kinds are passed over.
        known: earlier statements that are not resolved anew.
    """

    def __init__(self, verdicts: Iterable[Verdict], known: Iterable[Statement] = ()) -> None:
        self._verdicts: dict[str, dict[str, Verdict]] = defaultdict(dict)
        for verdict in verdicts:
            if verdict.pair.startswith(ACROSS):
                later, _, earlier = verdict.pair.removeprefix(ACROSS).partition(":")
                self._verdicts[later].setdefault(earlier, verdict)
        self._slots: dict[str, set[Slot]] = defaultdict(set)
        self._note(known)

    def follow(self, observation: Observation, resolved: Sequence[Statement], workspace: Workspace) -> None:
        """Put into force what was ruled of an observation whose statements have just been resolved."""
        if not self._verdicts:
            return
        for earlier_key, verdict in sorted(self._verdicts.get(turn_key(observation), {}).items()):
            for earlier in list(self._met(earlier_key, workspace)):
                forgets = verdict.ruling is Ruling.FORGET
                alike = twins(earlier, workspace, any_slot=forgets, past=forgets)
                for record in (earlier, *alike):
                    if forgets or not _restated(record, resolved):
                        _end(record, observation, verdict, workspace)
        pairs = list(self._pairs(resolved, workspace))
        for here in (True, False):  # what a record of another slot gave way to is known once its own slot is settled
            for earlier, later, verdict in pairs:
                if (earlier.slot == later.slot) is here:
                    _settle(earlier, later, verdict, workspace, told_in=observation)
        self._note(resolved)

    def _pairs(
        self, resolved: Sequence[Statement], workspace: Workspace
    ) -> Iterator[tuple[Statement, Statement, Verdict]]:
        """What was ruled on, with its twins, and the later statement of each pair."""
        said: dict[str, set[str]] = defaultdict(set)
        for later in resolved:
            said[said_key(later)].add(slot_key(later.slot))
        for later in resolved:
            key = said_key(later)
            for earlier_key, verdict in sorted(self._verdicts.get(key, {}).items()):
                if not _is_meant(later, earlier_key, among=said[key]):
                    continue
                for earlier in self._met(earlier_key, workspace):
                    alike = twins(earlier, workspace) if verdict.ruling is not Ruling.KEEP else []
                    yield earlier, later, verdict
                    yield from ((record, later, verdict) for record in alike if not _restated(record, resolved))

    def _note(self, statements: Iterable[Statement]) -> None:
        if self._verdicts:
            for s in statements:
                self._slots[said_key(s)].add(s.slot)

    def _met(self, key: str, workspace: Workspace) -> Iterator[Statement]:
        """The statements that say it, in the slot that was ruled on if any does there; older verdicts name none."""
        said, ruled = (*key.split(":"), "")[:2]
        slots = self._slots.get(said, set())
        there = {slot for slot in slots if slot_key(slot) == ruled}
        for slot in sorted(there or slots, key=str):
            yield from (s for s in workspace.statements(slot).values() if said_key(s) == said)


def _is_meant(later: Statement, key: str, *, among: Collection[str]) -> bool:
    """Whether a verdict is on the later words as they are read in this slot; older verdicts name none."""
    ruled = (*key.split(":"), "", "")[2]
    return ruled not in among or ruled == slot_key(later.slot)


def _restated(record: Statement, resolved: Iterable[Statement]) -> bool:
    """Whether an observation states the same itself: it unsettles no twin, and ends nothing, that it says."""
    told = (s for s in resolved if s.act in STATING and s.slot == record.slot and s.affirmed == record.affirmed)
    return any(same_value(s.norm, record.norm) for s in told)


def _settle(
    earlier: Statement, later: Statement, verdict: Verdict, workspace: Workspace, *, told_in: Observation
) -> None:
    sure = verdict.confidence >= APPLY_AT
    ruling = Ruling.KEEP if verdict.ruling is Ruling.KEEP else Ruling.REPLACE if sure else Ruling.PROPOSE
    here = earlier.slot == later.slot and later.act is not Act.END
    if verdict.ruling is Ruling.KEEP and not here:
        return
    if here and verdict.ruling is not Ruling.UNKNOWN:
        key = pair_key(earlier, later)
    else:
        act = _act(earlier, later, verdict, workspace, succeeds=_may_succeed(earlier, later, told_in))
        workspace.add(act)
        key = pair_key(earlier, act)
    workspace.rule(earlier.slot, replace(verdict, pair=key, ruling=ruling, revision=0))


_BY_TURN = {Ruling.STALE: Act.END, Ruling.UNKNOWN: Act.DOUBT, Ruling.FORGET: Act.RETRACT}


def _end(earlier: Statement, observation: Observation, verdict: Verdict, workspace: Workspace) -> None:
    """The observation ends the record, doubts it, or asks that it be forgotten, and states nothing in its place."""
    o, said = observation, observation.text[:LONGEST_EVIDENCE]
    act = replace(
        earlier, id="", observation_id=o.id, act=_BY_TURN[verdict.ruling], span=(0, len(said)), evidence=said,
        valid_from=o.observed_at, valid_to=None, temporary=False, replaces=None, change=Change.TOLD,
        confidence=verdict.confidence, basis=Basis.INFERRED, origin=o.origin, extractor=verdict.decider,
        observed_at=o.observed_at, position=o.position, digest=o.digest, sequence=0, agent=o.agent, session=o.session,
        contextual=True, lineage=(earlier.id,),
    )  # fmt: skip
    workspace.add(act)
    ruling = Ruling.REPLACE if verdict.confidence >= APPLY_AT else Ruling.PROPOSE
    workspace.rule(earlier.slot, replace(verdict, pair=pair_key(earlier, act), ruling=ruling, revision=0))


def _may_succeed(earlier: Statement, later: Statement, told_in: Observation) -> bool:
    """Whether the later one can stand in the place of the earlier: nobody's value is told as that of somebody else."""
    subjects = earlier.slot.subject, later.slot.subject
    me = speaker_of(told_in)
    return subjects[0] == subjects[1] or all(one_holder(me, s, told_in) for s in subjects)


def _act(earlier: Statement, later: Statement, verdict: Verdict, workspace: Workspace, *, succeeds: bool) -> Statement:
    """What the later observation does to the earlier record; erased with either (its lineage names both)."""
    gives_way = verdict.ruling is Ruling.STALE and later.act is not Act.END and succeeds
    successor = _record_of(later, workspace) if gives_way else content_id(later)
    act = Act.GIVE_WAY if gives_way else Act.DOUBT if verdict.ruling is Ruling.UNKNOWN else Act.END
    return replace(
        later, id="", slot=earlier.slot, cardinality=earlier.cardinality, act=act, value=earlier.value,
        norm=earlier.norm, value_kind=earlier.value_kind, unit=earlier.unit, affirmed=earlier.affirmed, valid_to=None,
        temporary=False, replaces=None, change=Change.TOLD, confidence=verdict.confidence, basis=Basis.INFERRED,
        extractor=verdict.decider, lineage=(earlier.id, successor), contextual=True, sequence=0,
    )  # fmt: skip


def _record_of(statement: Statement, workspace: Workspace) -> str:
    standing = workspace.standing(replace(statement, id=content_id(statement)))
    return standing.record_id if standing else content_id(statement)
