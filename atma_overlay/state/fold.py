"""State as a fold: the statements of one slot, in order, to standings and transitions (laws 1 to 5).

The fold is pure. It sees no clock, no arrival order and no stored state: the same statements and the same kept
rulings give the same result. Statements are taken in the order of their effect, `fold_order`: an undated statement
takes effect when it was said, one dated into the future when it says so, and one that looks back (*since March*) when
it was said, since what was said in between is older evidence. Bounded statements (*in 2019*, *this week*) lie over
the chain: they suspend it for their time and retire nothing.

A single-valued slot has one open record, with one exception: where a person ruled *keep* on a pair (undid its
transition), both are open, uncontested, until later evidence retires them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.records import Act, Cardinality, Kind, Origin, Ruling, Slot, Standing, Statement, Status
from atma_overlay.state.adjudication import APPLY_AT, RULES, Answer, Linker, pair_key
from atma_overlay.state.values import refines, same_value

PERSON = "person:"
"""What the decider of a person's ruling starts with; it stands above origin and age."""


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


_ENDINGS = {
    Act.END: (Status.ENDED, Kind.ENDED),
    Act.GIVE_WAY: (Status.SUPERSEDED, Kind.REPLACED),
    Act.DOUBT: (Status.INVALIDATED, Kind.INVALIDATED),
}
"""What an act that ends a record makes of it."""


@dataclass(frozen=True, slots=True)
class Closure:
    """A retirement whose cause was erased: it stands, and nothing is known in the record's place (law 7).

    `members` are the statements that belonged to the record when its successor was erased.
    """

    transition_id: str
    at: datetime
    kind: Kind
    members: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Folded:
    """The outcome for one slot; `closed` names the transitions of the closures that took effect."""

    standings: dict[str, Standing]
    drafts: tuple[Draft, ...]
    closed: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class _Spell:
    """A run of statements of one value."""

    members: list[Statement]
    valid_from: datetime
    status: Status = Status.ACTIVE
    valid_to: datetime | None = None

    @property
    def head(self) -> Statement:
        return self.members[0]

    @property
    def record(self) -> Statement:
        """The earliest in fold order names the record, so that neither its id nor its words depend on arrival."""
        return self.members[0]

    @property
    def last_evidence(self) -> datetime:
        return max(s.observed_at for s in self.members)

    @property
    def most_trusted(self) -> Origin:
        return max((s.origin for s in self.members), key=lambda origin: origin.trust)

    def says(self, norm: str) -> bool:
        return any(same_value(norm, m.norm) for m in self.members)


@dataclass(slots=True, eq=False)
class _Note:
    """A transition in the making."""

    holder: _Spell
    spell: _Spell | None
    kind: Kind
    statement: Statement
    answer: Answer
    at: datetime
    applied: bool = True

    @property
    def contest(self) -> bool:
        """Whether it is a proposal between two records that are both open."""
        both = self.spell is not None and self.spell.status is self.holder.status is Status.ACTIVE
        return not self.applied and both

    @property
    def counts(self) -> bool:
        """A proposal falls away once either side is retired otherwise; a mended past has no open side."""
        if self.applied or self.contest:
            return True
        if self.spell is None:
            return self.holder.status is Status.ACTIVE
        withdrawn = self.holder.status in (Status.CORRECTED, Status.RETRACTED)
        return self.kind is Kind.CORRECTED and self.spell.status is Status.ACTIVE and not withdrawn


def fold_order(statement: Statement) -> tuple[datetime, tuple[object, ...]]:
    """When a statement takes effect, with every tie broken by content."""
    s = statement
    content = (*_said(s), s.span[0], s.norm, s.act, s.replaces or "", s.affirmed, s.valid_from)
    return (max(s.valid_from, s.observed_at), content)


def _said(statement: Statement) -> tuple[datetime, int, str]:
    return (statement.observed_at, statement.position, statement.digest)


def fold_slot(
    statements: Sequence[Statement],
    *,
    linker: Linker,
    rulings: Mapping[str, Answer],
    closures: Mapping[str, Closure],
) -> Folded:
    """Fold the statements of one slot.

    Args:
        statements: all statements of the slot, in any order.
        linker: answers pairs that `rulings` does not.
        rulings: kept answers by `pair_key`, of persons and models.
        closures: by record, what retired it and was erased: its slot stays unresolved (law 7).
    """
    run = _Run(linker, rulings, closures)
    for statement in sorted(statements, key=fold_order):
        run.take(statement)
    return run.result()


class _Run:
    def __init__(self, linker: Linker, rulings: Mapping[str, Answer], closures: Mapping[str, Closure]) -> None:
        self._linker, self._rulings, self._closures = linker, rulings, closures
        self._spells: list[_Spell] = []
        self._acts: list[Statement] = []
        self._notes: list[_Note] = []
        self._closed: set[str] = set()

    def take(self, statement: Statement) -> None:
        self._close_orphans(statement)
        if statement.act is Act.RETRACT:
            self._retract(statement)
        elif statement.act in _ENDINGS:
            self._end(statement)
        elif not self._called_off(statement) and not self._mend(statement):
            if statement.bounded:
                self._lay_over(statement)
            else:
                self._assert(statement)

    def _open(self) -> list[_Spell]:
        return [s for s in self._spells if s.status is Status.ACTIVE and not s.head.bounded and s.valid_to is None]

    def _close_orphans(self, upcoming: Statement | None) -> None:
        if not self._closures:
            return
        for spell in self._spells:
            closure = next((self._closures[m.id] for m in spell.members if m.id in self._closures), None)
            if closure is None or closure.transition_id in self._closed or _before(upcoming, closure):
                continue
            if closure.kind is Kind.RETRACTED and spell.status is not Status.CORRECTED:
                self._leave(spell, Status.RETRACTED)
            elif spell.status is not Status.ACTIVE or spell.valid_to is not None:
                continue
            else:
                spell.status = Status.INVALIDATED
            spell.valid_to = spell.valid_to or max(closure.at, spell.valid_from)
            self._closed.add(closure.transition_id)

    def _assert(self, statement: Statement) -> None:
        answers = [(s, self._answer(s, statement)) for s in self._open()]
        same = next((s for s, a in answers if a.ruling in (Ruling.SAME, Ruling.REFINE)), None)
        if same is None and statement.origin is not Origin.USER:
            retracted = self._retracted(statement)
            if retracted is not None:
                retracted.members.append(statement)
                return
        if same is None:
            spell = _Spell([statement], statement.valid_from)
            self._spells.append(spell)
        else:
            spell = same
            spell.members.append(statement)
        for holder, answer in answers:
            fresh = same is None or statement.replaces or self._contested(holder, spell)
            if holder is not spell and fresh:
                self._settle(holder, spell, statement, answer)

    def _retracted(self, statement: Statement) -> _Spell | None:
        """What the user asked not to be used stays so, whoever but the user says it again."""
        gone = (s for s in reversed(self._spells) if s.status is Status.RETRACTED)
        return next((s for s in gone if _is(s.head, statement)), None)

    def _contested(self, holder: _Spell, spell: _Spell) -> bool:
        return any(n.contest and {id(n.holder), id(n.spell)} == {id(holder), id(spell)} for n in self._notes)

    def _settle(self, holder: _Spell, spell: _Spell, statement: Statement, answer: Answer) -> None:
        if answer.ruling is Ruling.CORRECT:
            spell.valid_from = min(spell.valid_from, holder.valid_from)
            holder.status, holder.valid_to = Status.CORRECTED, holder.valid_from
            self._notes.append(_Note(holder, spell, Kind.CORRECTED, statement, answer, spell.valid_from))
        elif answer.ruling is Ruling.REPLACE:
            at = _boundary(holder, statement)
            holder.status, holder.valid_to = Status.SUPERSEDED, at
            if spell.head is statement:
                spell.valid_from = max(spell.valid_from, at)
            self._notes.append(_Note(holder, spell, Kind.REPLACED, statement, answer, at))
        elif answer.ruling is Ruling.PROPOSE and not self._contested(holder, spell):
            at = statement.observed_at
            self._notes.append(_Note(holder, spell, Kind.REPLACED, statement, answer, at, applied=False))

    def _answer(self, holder: _Spell, statement: Statement) -> Answer:
        """The ruling on the pair; a kept answer about any member of the spell counts before the linker's own."""
        answer = self._kept(holder, statement) or self._linked(holder, statement)
        if statement.act is Act.CORRECT and answer.ruling is Ruling.REFINE:
            answer = replace(answer, ruling=Ruling.CORRECT, reason="said as a correction")
        return _lawful(answer, holder, statement)

    def _linked(self, holder: _Spell, statement: Statement) -> Answer:
        nearest = self._linker.rule(holder.members[-1], statement)
        if nearest.ruling in (Ruling.SAME, Ruling.REFINE) or len(holder.members) == 1:
            return nearest
        for member in holder.members[:-1]:
            answer = self._linker.rule(member, statement)
            if answer.ruling is Ruling.SAME or (member is holder.head and answer.ruling is Ruling.REFINE):
                return answer
        return nearest

    def _mend(self, statement: Statement) -> bool:
        """A correction of a closed stretch mends it where it lies, and leaves what holds now alone."""
        named = statement.replaces
        if statement.act is not Act.CORRECT or not named or statement.valid_to is None:
            return False
        past = [s for s in self._spells if s.status not in (Status.CORRECTED, Status.RETRACTED) and s.says(named)]
        past = [
            s for s in past if s.valid_to and s.valid_from <= statement.valid_to and statement.valid_from <= s.valid_to
        ]
        if not past:
            return False
        holder = past[-1]
        said = Answer(Ruling.CORRECT, RULES, "said as a correction", statement.confidence)
        answer = _lawful(self._kept(holder, statement) or said, holder, statement)
        spell = _Spell([statement], statement.valid_from, valid_to=statement.valid_to)
        self._spells.append(spell)
        if answer.ruling is Ruling.KEEP:
            return True
        applied = answer.ruling is not Ruling.PROPOSE
        if applied:
            self._leave(holder, Status.CORRECTED)
            holder.valid_to = holder.valid_from
        self._notes.append(_Note(holder, spell, Kind.CORRECTED, statement, answer, statement.valid_from, applied))
        return True

    def _called_off(self, statement: Statement) -> bool:
        """What was announced and then ended or retracted before its time never takes effect."""
        after = (a for a in self._acts if _said(a) > _said(statement) and a.norm and _is(statement, a))
        for act in after:
            spell = _Spell([statement], statement.valid_from)
            answer = self._ending(spell, act)
            if answer.ruling is not Ruling.REPLACE:
                continue
            spell.status, kind = _ENDINGS.get(act.act, (Status.RETRACTED, Kind.RETRACTED))
            spell.valid_to = spell.valid_from
            self._spells.append(spell)
            self._notes.append(_Note(spell, None, kind, act, answer, spell.valid_from))
            return True
        return False

    def _lay_over(self, statement: Statement) -> None:
        assert statement.valid_to is not None
        for spell in self._spells:
            laid = spell.head.bounded and spell.status is Status.ACTIVE and _is(spell.head, statement)
            if not laid or spell.valid_to is None:
                continue
            if statement.valid_from <= spell.valid_to and spell.valid_from <= statement.valid_to:
                spell.members.append(statement)
                spell.valid_from = min(spell.valid_from, statement.valid_from)
                spell.valid_to = max(spell.valid_to, statement.valid_to)
                return
        self._spells.append(_Spell([statement], statement.valid_from, valid_to=statement.valid_to))

    def _ending(self, holder: _Spell, act: Statement) -> Answer:
        """The ruling on an act that ends or retracts; a person's accepted word is above confidence."""
        reason = "asked not to be used" if act.act is Act.RETRACT else "stated to have stopped"
        answer = self._kept(holder, act) or Answer(Ruling.REPLACE, RULES, reason, act.confidence)
        if act.act is Act.END and answer.confidence < APPLY_AT and answer.ruling is Ruling.REPLACE:
            answer = replace(answer, ruling=Ruling.PROPOSE)
        return _lawful(answer, holder, act)

    def _end(self, statement: Statement) -> None:
        self._acts.append(statement)
        for holder in self._open():
            if statement.norm and not _is(holder.head, statement):
                continue
            answer = self._ending(holder, statement)
            if answer.ruling is Ruling.KEEP:
                continue
            at = _boundary(holder, statement)
            applied = answer.ruling is not Ruling.PROPOSE
            status, kind = _ENDINGS[statement.act]
            if applied:
                holder.status, holder.valid_to = status, at
            self._notes.append(_Note(holder, None, kind, statement, answer, at, applied))

    def _retract(self, statement: Statement) -> None:
        self._acts.append(statement)
        for spell in self._spells:
            if spell.status in (Status.RETRACTED, Status.CORRECTED):
                continue
            if statement.norm and not _is(spell.head, statement):
                continue
            answer = self._ending(spell, statement)
            if answer.ruling in (Ruling.KEEP, Ruling.PROPOSE):
                continue
            spell.valid_to = spell.valid_to or _boundary(spell, statement)
            self._leave(spell, Status.RETRACTED)
            self._notes.append(_Note(spell, None, Kind.RETRACTED, statement, answer, statement.observed_at))

    def _kept(self, holder: _Spell, statement: Statement) -> Answer | None:
        found = (self._rulings.get(pair_key(m, statement)) for m in reversed(holder.members))
        return next((a for a in found if a is not None), None)

    def _leave(self, spell: _Spell, status: Status) -> None:
        """A retirement has exactly one applied transition (law 4): the one to come takes the place of earlier ones."""
        spell.status = status
        self._notes = [n for n in self._notes if n.holder is not spell or not n.applied]

    def result(self) -> Folded:
        self._close_orphans(None)
        contests: dict[int, set[str]] = {}
        for note in self._notes:
            if note.contest and note.spell is not None:
                contests.setdefault(id(note.spell), set()).add(note.holder.record.id)
                if note.spell.most_trusted.trust >= note.holder.most_trusted.trust:
                    contests.setdefault(id(note.holder), set()).add(note.spell.record.id)
        standings: dict[str, Standing] = {}
        for spell in self._spells:
            record, contested = spell.record.id, tuple(sorted(contests.get(id(spell), ())))
            for m in spell.members:
                standings[m.id] = Standing(m.id, record, spell.status, spell.valid_from, spell.valid_to, contested)
        for act in self._acts:
            standings[act.id] = Standing(act.id, act.id, Status.ACTIVE, act.valid_from, act.valid_from)
        return Folded(standings, tuple(_draft(n) for n in self._notes if n.counts), frozenset(self._closed))


def _draft(note: _Note) -> Draft:
    answer, to_id = note.answer, note.spell.record.id if note.spell else _elsewhere(note.statement)
    return Draft(
        note.statement.slot, note.holder.record.id, to_id, note.kind, note.statement.observation_id, answer.decider,
        answer.reason, answer.confidence, note.at, note.applied,
    )  # fmt: skip


def _elsewhere(statement: Statement) -> str | None:
    """The record of another slot that a value gave way to."""
    return statement.lineage[-1] if statement.act is Act.GIVE_WAY else None


def _lawful(answer: Answer, holder: _Spell, statement: Statement) -> Answer:
    """Whoever answers but a person: older evidence and a lower origin only propose (laws 2 and 9)."""
    if answer.ruling not in (Ruling.REPLACE, Ruling.CORRECT) or answer.decider.startswith(PERSON):
        return answer
    reason = None
    if statement.origin.trust < holder.most_trusted.trust:
        reason = f"a {statement.origin} may not retire what a {holder.most_trusted} said"
    elif statement.observed_at < holder.last_evidence:
        reason = "the retiring evidence is the older one"
    return replace(answer, ruling=Ruling.PROPOSE, reason=reason, confidence=0.3) if reason else answer


def _before(upcoming: Statement | None, closure: Closure) -> bool:
    if upcoming is None:
        return False
    return upcoming.id in closure.members or fold_order(upcoming)[0] < closure.at


def _is(first: Statement, second: Statement) -> bool:
    """Whether two statements are about one value; an act on a value counts for either polarity."""
    if first.affirmed != second.affirmed and second.act is Act.ASSERT:
        return False
    return same_value(first.norm, second.norm) or refines(first.norm, second.norm)


def _boundary(holder: _Spell, statement: Statement) -> datetime:
    """When the holder stopped: as told, unless it was still attested after that."""
    told = statement.valid_from
    return told if told > max(holder.last_evidence, holder.valid_from) else max(statement.observed_at, told)


def in_force(standing: Standing, *, at: datetime) -> bool:
    """Whether a standing's interval covers an instant and its record was not withdrawn from use."""
    covers = standing.valid_from <= at and (standing.valid_to is None or at < standing.valid_to)
    return covers and standing.status not in (Status.CORRECTED, Status.RETRACTED)


def is_single(statements: Sequence[Statement]) -> bool:
    """Whether a slot is single-valued: all of its statements say so."""
    return all(s.cardinality is Cardinality.SINGLE for s in statements)
