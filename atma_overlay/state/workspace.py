"""A write in the making: the ledger as read, with what this write adds, folded slot by slot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    Act,
    Decision,
    DecisionState,
    Held,
    Observation,
    Slot,
    Standing,
    Statement,
    Status,
    Transition,
    Verdict,
)
from atma_overlay.state.adjudication import Answer, Linker, slot_key
from atma_overlay.state.fold import Draft, Folded, fold_slot
from atma_overlay.state.terms import index_terms

CONVERSATION_GAP = timedelta(hours=6)
"""A pronoun may stand for someone named in an earlier turn that is at most this old."""


class Workspace:
    """Statements by slot, loaded when first asked for; `replay` starts from nothing and ends as a difference."""

    def __init__(self, reader: LedgerReader, linker: Linker, *, replay: bool = False) -> None:
        self._reader, self._linker, self._replay = reader, linker, replay
        self._stored: dict[str, Held] = {}
        if replay:
            self._stored = {h.statement.id: h for h in reader.all_held()}
        self._slots: dict[Slot, dict[str, Statement]] = {}
        self._folded: dict[Slot, Folded] = {}
        self._touched: set[Slot] = set()
        self._added: dict[str, Statement] = {}
        self._index: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._by_id: dict[str, Statement] = {}
        self._verdicts: dict[Slot, dict[str, Answer]] = {}
        self._extra: list[Verdict] = []
        self._named: list[tuple[datetime, tuple[str, ...]]] = []
        self._gone: set[str] = set()

    def named_before(self, observation: Observation) -> tuple[str, ...]:
        """Third parties named in the conversation just before, the latest last."""
        recent = [names for at, names in self._named if observation.observed_at - at <= CONVERSATION_GAP]
        return tuple(n for names in recent[-6:] for n in names)

    def note_names(self, at: datetime, names: tuple[str, ...]) -> None:
        """Remember whom an utterance named."""
        if names:
            self._named.append((at, names))

    def statements(self, slot: Slot) -> dict[str, Statement]:
        """The statements of a slot by id, this write's among them."""
        if slot not in self._slots:
            held = [] if self._replay else self._reader.in_slots([slot])
            for h in held:
                self._stored[h.statement.id] = h
            self._slots[slot] = {h.statement.id: h.statement for h in held}
            self._by_id |= self._slots[slot]
        return self._slots[slot]

    def add(self, statement: Statement) -> None:
        """Put a statement into its slot."""
        stored = self._stored.get(statement.id)
        if stored is not None:
            statement = replace(statement, sequence=stored.statement.sequence)
        held = self.statements(statement.slot)
        if statement.id in held:
            return
        held[statement.id] = statement
        self._by_id[statement.id] = statement
        if stored is None:
            self._added[statement.id] = statement
        for field, terms in index_terms(statement).items():
            for term in terms:
                self._index[field, term].add(statement.id)
        self.touch(statement.slot)

    def drop(self, slot: Slot, ids: Collection[str]) -> None:
        """Leave statements out of a slot, as if erased; what they retired stays retired."""
        held = self.statements(slot)
        for i in ids:
            held.pop(i, None)
            self._gone.add(i)
        self.touch(slot)

    def touch(self, slot: Slot) -> None:
        """Fold the slot anew, and write what changed."""
        self._touched.add(slot)
        self._folded.pop(slot, None)

    def decide(self, verdict: Verdict, slot: Slot) -> None:
        """Put a person's or a model's ruling into force."""
        self._extra.append(verdict)
        answer = Answer(verdict.ruling, verdict.decider, verdict.reason, verdict.confidence)
        self._rulings(slot)[verdict.pair] = answer
        self.touch(slot)

    def folded(self, slot: Slot) -> Folded:
        """The outcome of a slot as this write leaves it."""
        if slot not in self._folded:
            statements = list(self.statements(slot).values())
            self._folded[slot] = fold_slot(
                statements, linker=self._linker, rulings=self._rulings(slot), closures=self._closures(slot)
            )
        return self._folded[slot]

    def standing(self, statement: Statement) -> Standing | None:
        """What became of a statement."""
        if statement.slot in self._slots:
            return self.folded(statement.slot).standings.get(statement.id)
        stored = self._stored.get(statement.id)
        return stored.standing if stored else None

    def active(self, slot: Slot) -> list[Statement]:
        """The records of a slot that are open: active and not bounded in time."""
        statements = self.statements(slot)
        if not statements:
            return []
        standings = self.folded(slot).standings
        return [s for s in statements.values() if _is_open(s, standings.get(s.id))]

    def found(self, field: str, terms: Collection[str], *, open_only: bool = True) -> list[Statement]:
        """Records that carry any of the terms in a field, the latest observed first."""
        ids = {i for term in terms for i in self._index.get((field, term), ())}
        if not self._replay:
            for held in self._reader.with_terms(field, terms):
                self._stored.setdefault(held.statement.id, held)
                self._by_id.setdefault(held.statement.id, held.statement)
                ids.add(held.statement.id)
        out = []
        for i in ids:
            statement = self._by_id[i]
            standing = self.standing(statement)
            if standing is None or standing.record_id != i or statement.act not in (Act.ASSERT, Act.CORRECT):
                continue
            if not open_only or _is_open(statement, standing):
                out.append(statement)
        return sorted(out, key=lambda s: (s.observed_at, s.position, s.digest, s.id), reverse=True)

    def statement(self, statement_id: str) -> Statement | None:
        """A statement that this workspace has met."""
        return self._by_id.get(statement_id)

    def _rulings(self, slot: Slot) -> dict[str, Answer]:
        if slot not in self._verdicts:
            kept = self._reader.verdicts([slot_key(slot)])
            self._verdicts[slot] = {v.pair: Answer(v.ruling, v.decider, v.reason, v.confidence) for v in kept}
        return self._verdicts[slot]

    def _closures(self, slot: Slot) -> Mapping[str, datetime]:
        """Records whose successor was erased: an applied transition to a statement that is gone."""
        stored = [i for i in self.statements(slot) if i in self._stored]
        if not stored:
            return {}
        closures = {}
        for judged in self._reader.transitions(stored):
            t, state = judged.transition, judged.latest.state
            if t.from_id not in stored or state is not DecisionState.APPLIED:
                continue
            if self._erased(t.to_id) or (t.to_id is None and self._cause_erased(t.cause)):
                closures[t.from_id] = t.valid_at
        return closures

    def outcome(self, *, now: datetime) -> tuple[Changeset, list[Draft]]:
        """The changeset that takes the ledger from what is stored to what this workspace holds, and every draft of
        the touched slots."""
        touched = set(self._touched)
        withdrawn: list[str] = []
        if self._replay:
            present = {i for held in self._slots.values() for i in held}
            withdrawn = [i for i in self._stored if i not in present]
            touched |= {self._stored[i].statement.slot for i in withdrawn} | set(self._slots)
        standings, drafts = [], []
        for slot in sorted(touched, key=str):
            folded = self.folded(slot)
            drafts += folded.drafts
            for i, standing in folded.standings.items():
                stored = self._stored.get(i)
                if stored is None or stored.standing != standing:
                    standings.append(standing)
        transitions, decisions = self._judged(touched, drafts, withdrawn, now)
        changes = Changeset(
            statements=tuple(self._added.values()), standings=tuple(standings), withdrawn=tuple(withdrawn),
            transitions=tuple(transitions), decisions=tuple(decisions), verdicts=tuple(self._extra),
        )  # fmt: skip
        return changes, drafts

    def _judged(
        self, touched: Iterable[Slot], drafts: list[Draft], withdrawn: list[str], now: datetime
    ) -> tuple[list[Transition], list[Decision]]:
        ids = {i for slot in touched for i in self.statements(slot)} | set(withdrawn)
        stored = {j.transition.id: j for j in self._reader.transitions(ids & set(self._stored))} if ids else {}
        transitions, decisions = [], []
        wanted = {d.id: d for d in drafts}
        for draft in wanted.values():
            state = DecisionState.APPLIED if draft.applied else DecisionState.PROPOSED
            known = stored.get(draft.id)
            if known is None:
                transitions.append(_transition(draft, now))
            if known is None or known.latest.state is not state:
                decisions.append(Decision(draft.id, state, draft.decider, now, 0))
        for i, known in stored.items():
            live = known.latest.state in (DecisionState.APPLIED, DecisionState.PROPOSED)
            t = known.transition
            kept = t.from_id in self._gone or self._erased(t.to_id) or (t.to_id is None and self._cause_erased(t.cause))
            if i not in wanted and live and not kept:
                decisions.append(Decision(i, *self._why_gone(known.transition), now, 0))
        return transitions, decisions

    def _erased(self, to_id: str | None) -> bool:
        if to_id is None:
            return False
        return to_id in self._gone or (to_id not in self._by_id and not self._reader.held([to_id]))

    def _cause_erased(self, observation_id: str) -> bool:
        if any(s.observation_id == observation_id for s in self._by_id.values() if s.id not in self._gone):
            return False
        erasing = any(self._by_id[i].observation_id == observation_id for i in self._gone if i in self._by_id)
        return erasing or (observation_id.startswith("obs_") and not self._reader.observations([observation_id]))

    def _why_gone(self, transition: Transition) -> tuple[DecisionState, str]:
        for verdict in reversed(self._extra):
            if verdict.decider.startswith("person:"):
                state = DecisionState.DECLINED if verdict.reason == "declined" else DecisionState.UNDONE
                return state, verdict.decider
        return DecisionState.WITHDRAWN, transition.decider


def _is_open(statement: Statement, standing: Standing | None) -> bool:
    if standing is None or standing.record_id != statement.id:
        return False
    asserts = statement.act in (Act.ASSERT, Act.CORRECT)
    return asserts and standing.status is Status.ACTIVE and not statement.bounded


def _transition(draft: Draft, now: datetime) -> Transition:
    return Transition(
        draft.id, draft.slot, draft.from_id, draft.to_id, draft.kind, draft.cause, draft.decider, draft.reason,
        draft.confidence, draft.valid_at, now,
    )  # fmt: skip
