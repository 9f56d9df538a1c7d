"""State as a fold: the statements of one slot, in order, to standings and transitions (laws 1 to 5).

The fold is pure. It sees no clock, no arrival order and no stored state: the same statements and the same kept
rulings give the same result. Statements are taken in the order of their effect, `fold_order`: an undated statement
takes effect when it was said, one dated into the future when it says so, and one that looks back (*since March*) when
it was said, since what was said in between is older evidence. Bounded statements (*in 2019*, *this week*) lie over
the chain: they suspend it for their time and retire nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.records import Act, Cardinality, Kind, Origin, Ruling, Slot, Standing, Statement, Status
from atma_overlay.state.adjudication import RULES, Answer, Linker, pair_key
from atma_overlay.state.values import refines, same_value


@dataclass(frozen=True, slots=True)
class Draft:
    """A transition that follows from the fold; `applied` is False for a proposal."""

    slot: Slot
    from_id: str
    to_id: str | None
    kind: Kind
    cause: str
    decider: str
    reason: str
    confidence: float
    valid_at: datetime
    applied: bool

    @property
    def id(self) -> str:
        """Stable across folds: the same pair, kind and cause are the same transition."""
        key = "\x1f".join((self.from_id, self.to_id or "", self.kind, self.cause))
        return "tr_" + hashlib.sha256(key.encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Folded:
    """The outcome for one slot."""

    standings: dict[str, Standing]
    drafts: tuple[Draft, ...]


@dataclass(slots=True)
class _Spell:
    """A run of statements of one value."""

    members: list[Statement]
    valid_from: datetime
    status: Status = Status.ACTIVE
    valid_to: datetime | None = None
    contested: set[int] = field(default_factory=set)

    @property
    def head(self) -> Statement:
        return self.members[0]

    @property
    def record(self) -> Statement:
        """The first recorded member names the record; what is not recorded yet comes last."""
        return min(self.members, key=lambda s: (s.sequence or float("inf"), fold_order(s)))

    @property
    def last_evidence(self) -> datetime:
        return max(s.observed_at for s in self.members)


def fold_order(statement: Statement) -> tuple[datetime, datetime, int, str, int, str]:
    """When a statement takes effect, with every tie broken by content."""
    effect = max(statement.valid_from, statement.observed_at)
    return (effect, statement.observed_at, statement.position, statement.digest, statement.span[0], statement.norm)


def fold_slot(
    statements: Sequence[Statement],
    *,
    linker: Linker,
    rulings: Mapping[str, Answer],
    closures: Mapping[str, datetime],
) -> Folded:
    """Fold the statements of one slot.

    Args:
        statements: all statements of the slot, in any order.
        linker: answers pairs that `rulings` does not.
        rulings: kept answers by `pair_key`, of persons and models.
        closures: records whose successor was erased, with the instant: their slot stays unresolved (law 7).
    """
    run = _Run(linker, rulings, closures)
    for statement in sorted(statements, key=fold_order):
        run.take(statement)
    return run.result()


class _Run:
    def __init__(self, linker: Linker, rulings: Mapping[str, Answer], closures: Mapping[str, datetime]) -> None:
        self._linker, self._rulings, self._closures = linker, rulings, closures
        self._spells: list[_Spell] = []
        self._acts: list[Statement] = []
        self._pending: list[tuple[_Spell, _Spell | None, Kind, Statement, Answer, datetime, bool]] = []

    def take(self, statement: Statement) -> None:
        self._close_orphans(statement)
        if statement.act is Act.RETRACT:
            self._retract(statement)
        elif statement.act is Act.END:
            self._end(statement)
        elif statement.bounded:
            self._lay_over(statement)
        else:
            self._assert(statement)

    def _open(self) -> list[_Spell]:
        return [s for s in self._spells if s.status is Status.ACTIVE and not s.head.bounded and s.valid_to is None]

    def _close_orphans(self, upcoming: Statement | None) -> None:
        for spell in self._open():
            closed_at = self._closures.get(spell.record.id)
            if closed_at is not None and (upcoming is None or fold_order(upcoming)[0] >= closed_at):
                spell.status, spell.valid_to = Status.INVALIDATED, closed_at

    def _assert(self, statement: Statement) -> None:
        retracted = next(
            (s for s in reversed(self._spells) if s.status is Status.RETRACTED and self._is(s.head, statement)), None
        )
        if retracted is not None and statement.origin is not Origin.USER:
            retracted.members.append(statement)
            return
        answers = [(s, self._answer(s, statement)) for s in self._open()]
        same = next((s for s, a in answers if a.ruling in (Ruling.SAME, Ruling.REFINE)), None)
        if same is not None and statement.act is not Act.CORRECT:
            same.members.append(statement)
            if not statement.replaces:
                return
            spell = same
        else:
            spell = _Spell([statement], statement.valid_from)
            self._spells.append(spell)
        for holder, answer in answers:
            if holder is not spell:
                self._settle(holder, spell, statement, answer)

    def _settle(self, holder: _Spell, spell: _Spell, statement: Statement, answer: Answer) -> None:
        if answer.ruling is Ruling.CORRECT:
            holder.status, holder.valid_to = Status.CORRECTED, holder.valid_from
            spell.valid_from = min(spell.valid_from, holder.valid_from)
            self._note(holder, spell, Kind.CORRECTED, statement, answer, spell.valid_from)
        elif answer.ruling is Ruling.REPLACE:
            at = self._boundary(holder, statement)
            holder.status, holder.valid_to = Status.SUPERSEDED, at
            spell.valid_from = max(spell.valid_from, at)
            self._note(holder, spell, Kind.REPLACED, statement, answer, at)
        elif answer.ruling is Ruling.PROPOSE:
            self._note(holder, spell, Kind.REPLACED, statement, answer, statement.observed_at, applied=False)

    def _answer(self, holder: _Spell, statement: Statement) -> Answer:
        """The ruling on the pair; a kept answer about any member of the spell counts before the linker's own."""
        for member in reversed(holder.members):
            kept = self._rulings.get(pair_key(member, statement))
            if kept is not None:
                return kept
        nearest = self._linker.rule(holder.members[-1], statement)
        if nearest.ruling in (Ruling.SAME, Ruling.REFINE) or len(holder.members) == 1:
            return nearest
        for member in holder.members[:-1]:
            answer = self._linker.rule(member, statement)
            if answer.ruling is Ruling.SAME or (member is holder.head and answer.ruling is Ruling.REFINE):
                return answer
        return nearest

    def _lay_over(self, statement: Statement) -> None:
        for spell in self._spells:
            overlaps = spell.head.bounded and spell.valid_to is not None and statement.valid_to is not None
            if overlaps and spell.status is Status.ACTIVE and self._is(spell.head, statement):
                assert spell.valid_to is not None and statement.valid_to is not None  # noqa: S101 - narrowed above
                if statement.valid_from <= spell.valid_to and spell.valid_from <= statement.valid_to:
                    spell.members.append(statement)
                    spell.valid_from = min(spell.valid_from, statement.valid_from)
                    spell.valid_to = max(spell.valid_to, statement.valid_to)
                    return
        self._spells.append(_Spell([statement], statement.valid_from, valid_to=statement.valid_to))

    def _end(self, statement: Statement) -> None:
        self._acts.append(statement)
        for holder in self._open():
            if statement.norm and not self._is(holder.head, statement, either_polarity=True):
                continue
            kept = self._kept(holder, statement)
            if kept is not None and kept.ruling is Ruling.KEEP:
                continue
            decider = kept or Answer(Ruling.REPLACE, RULES, "stated to have stopped", statement.confidence)
            may = (
                statement.origin.trust >= holder.head.origin.trust and statement.observed_at >= holder.head.observed_at
            )
            at = self._boundary(holder, statement)
            applied = may and decider.ruling is not Ruling.PROPOSE and decider.confidence >= 0.6  # noqa: PLR2004
            if applied:
                holder.status, holder.valid_to = Status.ENDED, at
            self._note(holder, None, Kind.ENDED, statement, decider, at, applied=applied)

    def _retract(self, statement: Statement) -> None:
        self._acts.append(statement)
        for spell in self._spells:
            if spell.status is Status.RETRACTED or (statement.norm and not self._is(spell.head, statement)):
                continue
            if spell.status is Status.CORRECTED or statement.origin.trust < spell.head.origin.trust:
                continue
            kept = self._kept(spell, statement)
            if kept is not None and kept.ruling is Ruling.KEEP:
                continue
            answer = kept or Answer(Ruling.REPLACE, RULES, "asked not to be used", statement.confidence)
            was_open = spell.valid_to is None
            spell.status = Status.RETRACTED
            spell.valid_to = self._boundary(spell, statement) if was_open else spell.valid_to
            self._drop_notes_from(spell)
            self._note(spell, None, Kind.RETRACTED, statement, answer, statement.observed_at)

    def _kept(self, holder: _Spell, statement: Statement) -> Answer | None:
        found = (self._rulings.get(pair_key(m, statement)) for m in reversed(holder.members))
        return next((a for a in found if a is not None), None)

    @staticmethod
    def _is(first: Statement, second: Statement, *, either_polarity: bool = False) -> bool:
        if not either_polarity and first.affirmed != second.affirmed and second.act is Act.ASSERT:
            return False
        return same_value(first.norm, second.norm) or refines(first.norm, second.norm)

    @staticmethod
    def _boundary(holder: _Spell, statement: Statement) -> datetime:
        """When the holder stopped: as told, unless it was still attested after that."""
        told = statement.valid_from
        return told if told > max(holder.last_evidence, holder.valid_from) else max(statement.observed_at, told)

    def _drop_notes_from(self, spell: _Spell) -> None:
        """A retirement has exactly one applied transition (law 4): the retraction takes the place of earlier ones."""
        self._pending = [p for p in self._pending if p[0] is not spell or not p[6]]

    def _note(
        self,
        holder: _Spell,
        spell: _Spell | None,
        kind: Kind,
        statement: Statement,
        answer: Answer,
        at: datetime,
        *,
        applied: bool = True,
    ) -> None:
        self._pending.append((holder, spell, kind, statement, answer, at, applied))

    def result(self) -> Folded:
        self._close_orphans(None)
        contests: dict[int, set[str]] = {}
        for holder, spell, _, _, _, _, applied in self._pending:
            both_open = spell is not None and holder.status is Status.ACTIVE and spell.status is Status.ACTIVE
            if not applied and spell is not None and both_open:
                contests.setdefault(id(holder), set()).add(spell.record.id)
                contests.setdefault(id(spell), set()).add(holder.record.id)
        standings: dict[str, Standing] = {}
        for spell in self._spells:
            record, contested = spell.record.id, tuple(sorted(contests.get(id(spell), ())))
            for member in spell.members:
                standings[member.id] = Standing(
                    member.id, record, spell.status, spell.valid_from, spell.valid_to, contested
                )
        for act in self._acts:
            standings[act.id] = Standing(act.id, act.id, Status.ACTIVE, act.valid_from, act.valid_from)
        return Folded(standings, tuple(self._drafts()))

    def _drafts(self) -> list[Draft]:
        drafts = []
        for holder, spell, kind, statement, answer, at, applied in self._pending:
            open_contest = spell is None or (holder.status is Status.ACTIVE and spell.status is Status.ACTIVE)
            if not applied and not open_contest:
                continue
            drafts.append(
                Draft(
                    statement.slot, holder.record.id, spell.record.id if spell else None, kind,
                    statement.observation_id, answer.decider, answer.reason, answer.confidence, at, applied,
                )  # fmt: skip
            )
        return drafts


def in_force(standing: Standing, *, at: datetime) -> bool:
    """Whether a standing's interval covers an instant and its record was not withdrawn from use."""
    covers = standing.valid_from <= at and (standing.valid_to is None or at < standing.valid_to)
    return covers and standing.status not in (Status.CORRECTED, Status.RETRACTED)


def is_single(statements: Sequence[Statement]) -> bool:
    """Whether a slot is single-valued: all of its statements say so."""
    return all(s.cardinality is Cardinality.SINGLE for s in statements)
