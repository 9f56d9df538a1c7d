"""One partition of the in-memory ledger, and how a changeset changes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger.echoes import echoes
from atma_overlay.ledger.ranking import document
from atma_overlay.ledger.stamping import (
    BEFORE_ALL,
    descendants,
    next_instant,
    next_revision,
    pair_slot,
    require_one_at_a_time,
    stamped,
)
from atma_overlay.records import (
    PERSON,
    Contingency,
    Decision,
    Extraction,
    Held,
    HostLink,
    Observation,
    OutboxItem,
    OutboxState,
    Slot,
    StagingVersion,
    Standing,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
    is_owed_for,
    owed_deletion,
)
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.values.terms import index_terms

NO_SLOT = Slot("", "")
"""What is left of a slot that only erased statements named."""


@dataclass(slots=True)
class Partition:
    """The rows of one (plane, tenant, user). Committed ones are never changed: a write changes a copy."""

    revision: int = 0
    recorded_at: datetime = BEFORE_ALL
    observations: dict[str, Observation] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    extractions: dict[tuple[str, str], Extraction] = field(default_factory=dict)
    statements: dict[str, Statement] = field(default_factory=dict)
    documents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    index: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    versions: dict[str, tuple[Version, ...]] = field(default_factory=dict)
    transitions: dict[str, Transition] = field(default_factory=dict)
    decisions: dict[str, tuple[Decision, ...]] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    contingencies: dict[str, Contingency] = field(default_factory=dict)
    links: dict[tuple[str, str, str], HostLink] = field(default_factory=dict)
    outbox: dict[str, OutboxItem] = field(default_factory=dict)
    stagings: dict[str, tuple[StagingVersion, ...]] = field(default_factory=dict)
    touches: tuple[Touch, ...] = ()
    tombstones: dict[str, Tombstone] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    """The ids of erased observations, statements and contingencies: they stay taken."""
    _standing: dict[str, Held] | None = field(default=None, init=False, repr=False, compare=False)
    _used: frozenset[Slot] | None = field(default=None, init=False, repr=False, compare=False)

    def standing(self) -> dict[str, Held]:
        """The statements as they stand, by id in fold order; asked of committed rows only, and worked out once."""
        if self._standing is None:
            found = (
                Held(s, v) for s in self.statements.values() for v in self.versions.get(s.id, ()) if not v.recorded_to
            )
            self._standing = {h.statement.id: h for h in sorted(found, key=attrgetter("order"))}
        return self._standing

    def slots(self) -> frozenset[Slot]:
        """The slots of all statements; asked of committed rows only, and worked out once."""
        if self._used is None:
            self._used = frozenset(s.slot for s in self.statements.values())
        return self._used

    def after(self, changes: Changeset, *, now: datetime) -> Partition:
        """This partition with the changeset applied; itself unchanged.

        Raises:
            ConflictError: an id is taken, or a record refers to one that is not there.
        """
        copy = replace(self, **{f.name: _copied(getattr(self, f.name)) for f in fields(self) if f.init})
        copy.revision = next_revision(self.revision, changes)
        copy.recorded_at = next_instant(now, self.recorded_at, changes)
        copy._apply(stamped(changes, copy.revision, copy.recorded_at))
        return copy

    def _apply(self, changes: Changeset) -> None:
        for observation in changes.observations:
            self._add_observation(observation)
        for tombstone in changes.tombstones:
            self._add_tombstone(tombstone)
        for extraction in changes.extractions:
            self._require_observation(extraction.observation_id)
            _add(self.extractions, (extraction.observation_id, extraction.extractor), extraction, "extraction")
        for statement in changes.statements:
            self._add_statement(statement)
        for version in changes.versions:
            self._add_version(version)
        for statement_id in {version.standing.statement_id for version in changes.versions}:
            require_one_at_a_time(self.versions.get(statement_id, ()))
        standing_ids = {standing.statement_id for standing in changes.standings}
        for statement_id in changes.withdrawn:
            if statement_id not in standing_ids:
                self._close(statement_id)
        for standing in {s.statement_id: s for s in changes.standings}.values():
            self._stand(standing)
        for transition in changes.transitions:
            self.transitions.setdefault(transition.id, transition)
        for decision in changes.decisions:
            if decision.transition_id not in self.transitions:
                raise ConflictError(f"a decision on an unknown transition {decision.transition_id!r}: read again")
            self.decisions[decision.transition_id] = (
                *self.decisions.get(decision.transition_id, ()),
                decision,
            )
        self.verdicts += changes.verdicts
        for contingency in changes.contingencies:
            self._require_observation(contingency.observation_id)
            self._require_unused(contingency.id, "contingency")
            _add(self.contingencies, contingency.id, contingency, "contingency")
        self._stage(changes)
        owed = [item for link in changes.links for item in self._add_link(link)]
        for item in {item.id: item for item in (*changes.outbox, *owed)}.values():
            self._put_item(item)
        self._erase(set(changes.erased) & self.observations.keys())

    def _add_observation(self, observation: Observation) -> None:
        self._require_unused(observation.id, "observation")
        _add(self.observations, observation.id, observation, "observation")
        if observation.idempotency_key is not None:
            _add(self.keys, observation.idempotency_key, observation.id, "idempotency key")

    def _add_tombstone(self, tombstone: Tombstone) -> None:
        if tombstone.id in self.observations or tombstone.id in self.erased:
            raise ConflictError(f"observation {tombstone.id!r} is already there: read again")
        self.tombstones[tombstone.id] = tombstone
        self.erased.add(tombstone.id)

    def _add_statement(self, statement: Statement) -> None:
        if statement.id in self.statements:
            return
        self._require_unused(statement.id, "statement")
        self._require_observation(statement.observation_id)
        self.statements[statement.id] = statement
        self.index[statement.id] = index_terms(statement)
        self.documents[statement.id] = document(statement, self.index[statement.id])

    def _add_version(self, version: Version) -> None:
        statement_id = version.standing.statement_id
        if statement_id in self.erased:
            return
        if statement_id not in self.statements:
            raise ConflictError(f"a standing of an unknown statement {statement_id!r}: read again")
        known = self.versions.get(statement_id, ())
        if any(v.revision == version.revision for v in known):
            raise ConflictError(f"statement {statement_id!r} has a version of that revision: read again")
        self.versions[statement_id] = tuple(sorted((*known, version), key=lambda v: v.revision))

    def _close(self, statement_id: str) -> None:
        self.versions[statement_id] = tuple(
            v if v.recorded_to else replace(v, recorded_to=self.recorded_at)
            for v in self.versions.get(statement_id, ())
        )

    def _stand(self, standing: Standing) -> None:
        if any(v.standing == standing and not v.recorded_to for v in self.versions.get(standing.statement_id, ())):
            return
        self._close(standing.statement_id)
        self._add_version(Version(standing, self.recorded_at, self.revision))

    def _stage(self, changes: Changeset) -> None:
        for version in changes.staged:
            key = version.staging.record_id
            known = self.stagings.get(key, ())
            if any(v.revision == version.revision for v in known):
                raise ConflictError(f"record {key!r} has a staging of that revision: read again")
            self.stagings[key] = (*known, version)
        for key, staging in {s.record_id: s for s in changes.stagings}.items():
            known = self.stagings.get(key, ())
            closed = (v if v.recorded_to else replace(v, recorded_to=self.recorded_at) for v in known)
            self.stagings[key] = (*closed, StagingVersion(staging, self.recorded_at, self.revision))
        self.touches += changes.touches

    def _add_link(self, link: HostLink) -> Iterator[OutboxItem]:
        """Gives the deletion that is owed where a host took the text while it was being erased."""
        erased = link.observation_id in self.erased
        if not erased:
            self._require_observation(link.observation_id)
        elif is_owed_for(link):
            yield owed_deletion(link.host, link.host_id, link.observation_id)
        self.links[link.host, link.host_id, link.observation_id] = _scrubbed(link) if erased else link

    def _put_item(self, item: OutboxItem) -> None:
        if item.state is OutboxState.DONE:
            known = self.outbox.get(item.id)
            if known is not None and known.operation == item.operation:
                del self.outbox[item.id]
        else:
            self.outbox[item.id] = item

    def _require_observation(self, observation_id: str) -> None:
        if observation_id not in self.observations:
            raise ConflictError(f"observation {observation_id!r} is not there or is erased: read again")

    def _require_unused(self, identifier: str, what: str) -> None:
        if identifier in self.erased:
            raise ConflictError(f"{what} {identifier!r} was erased: use a new id")

    def _erase(self, observations: set[str]) -> None:
        if not observations:
            return
        self.tombstones |= {i: Tombstone.of(self.observations[i]) for i in observations}
        contingencies = {c.id for c in self.contingencies.values() if observations & {c.observation_id, *c.lineage}}
        statements = {s.id for s in self.statements.values() if s.observation_id in observations}
        statements |= descendants(
            observations | contingencies | statements, ((s.id, s.lineage) for s in self.statements.values())
        )
        gone = observations | contingencies | statements
        echoed = {s.id for s in self._echoes(observations, without=gone)}
        before = self._slots()
        for rows in (
            self.observations,
            self.statements,
            self.documents,
            self.index,
            self.versions,
            self.contingencies,
        ):
            for identifier in gone | echoed:
                rows.pop(identifier, None)
        self.erased |= gone  # an echo's words may be told again, and it is stated again then
        self.keys = {key: i for key, i in self.keys.items() if i not in gone}
        self.extractions = {k: e for k, e in self.extractions.items() if e.observation_id not in gone}
        self.links = {k: _scrubbed(v) if v.observation_id in gone else v for k, v in self.links.items()}
        self.outbox = {k: replace(v, error=None) if v.observation_id in gone else v for k, v in self.outbox.items()}
        dead = before - self._slots()
        keys = {slot_key(slot) for slot in dead}
        left = (verdict for verdict in self.verdicts if pair_slot(verdict.pair) not in keys)
        self.verdicts = tuple(replace(verdict, reason="") for verdict in left)
        self._scrub_transitions(gone | echoed, dead)
        self._scrub_persons()

    def _echoes(self, erased: set[str], *, without: set[str]) -> list[Statement]:
        there = [s for s in self.statements.values() if s.id not in without]
        closed = {s.id for s in there if all(v.recorded_to for v in self.versions.get(s.id, ()))}
        return echoes(
            ((s, self.observations[s.observation_id].text) for s in there if s.id in closed),
            erased=(self.observations[i].text for i in erased),
            standing={s.slot for s in there if s.id not in closed},
        )

    def _slots(self) -> set[Slot]:
        ends = ((c.parent, c.child) for c in self.contingencies.values())
        return {s.slot for s in self.statements.values()} | {slot for pair in ends for slot in pair}

    def _scrub_transitions(self, gone: set[str], dead_slots: set[Slot]) -> None:
        parents = ((t.id, (t.from_id, t.to_id or "", t.cause)) for t in self.transitions.values())
        for identifier in descendants(gone, parents):
            self.transitions[identifier] = replace(self.transitions[identifier], reason="")
            decisions = self.decisions.get(identifier, ())
            self.decisions[identifier] = tuple(replace(decision, note="") for decision in decisions)
        for transition in list(self.transitions.values()):
            if transition.slot in dead_slots:
                self.transitions[transition.id] = replace(transition, slot=NO_SLOT)

    def _scrub_persons(self) -> None:
        for t in [t for t in self.transitions.values() if t.slot == NO_SLOT]:
            self.transitions[t.id] = replace(t, decider=_nameless(t.decider))
            self.decisions[t.id] = tuple(replace(d, by=_nameless(d.by)) for d in self.decisions.get(t.id, ()))


def _nameless(decider: str) -> str:
    return PERSON if decider.startswith(PERSON) else decider


def _scrubbed(link: HostLink) -> HostLink:
    return replace(link, text_hash="", seen_hash=None)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | set) else value


def _add(rows: dict[Any, Any], key: object, row: object, what: str) -> None:
    if key in rows:
        raise ConflictError(f"{what} {key!r} is already there: read again")
    rows[key] = row
