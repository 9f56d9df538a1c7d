"""Spells: runs of statements of one value in the making, and the transitions between them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from atma_overlay.records import LATER, PERSON, Act, Change, Kind, Origin, Ruling, Statement, Status
from atma_overlay.state.folds.folded import Draft
from atma_overlay.state.pairs.adjudication import APPLY_AT, RULES, Answer
from atma_overlay.values.sameness import refines, same_value


@dataclass(slots=True, eq=False)
class Spell:
    """A run of statements of one value."""

    members: list[Statement]
    valid_from: datetime
    status: Status = Status.ACTIVE
    valid_to: datetime | None = None
    place: int = -1
    """Its place among the spells of the slot, where it is an open one."""
    last_evidence: datetime = field(init=False)
    """When it was last attested."""
    most_trusted: Origin = field(init=False)
    """The highest origin among its members."""

    def __post_init__(self) -> None:
        self.last_evidence, self.most_trusted = self.head.observed_at, self.head.origin
        for statement in self.members[1:]:
            self._attest(statement)

    def join(self, statement: Statement) -> None:
        """Take another member, the last in fold order."""
        self.members.append(statement)
        self._attest(statement)

    def _attest(self, statement: Statement) -> None:
        self.last_evidence = max(self.last_evidence, statement.observed_at)
        if statement.origin.trust > self.most_trusted.trust:
            self.most_trusted = statement.origin

    @property
    def open(self) -> bool:
        """Whether its value holds with no end in sight; what closed does not open again."""
        return self.status is Status.ACTIVE and self.valid_to is None and not self.head.bounded

    @property
    def head(self) -> Statement:
        """What opened the spell."""
        return self.members[0]

    @property
    def record(self) -> Statement:
        """The earliest in fold order names the record, so that neither its id nor its words depend on arrival."""
        return self.members[0]

    def says(self, norm: str) -> bool:
        """Whether a member has this value."""
        return any(same_value(norm, m.norm) for m in self.members)


@dataclass(slots=True, eq=False)
class Note:
    """A transition in the making."""

    holder: Spell
    spell: Spell | None
    kind: Kind
    made_of: tuple[Statement, Answer] | Draft
    """What was told, with the ruling on it; of one that is stored, itself."""
    at: datetime
    applied: bool = True
    number: int = 0
    """Its place in the order of making."""

    @property
    def draft(self) -> Draft:
        """The transition; made once, since what opened a spell does not change."""
        if not isinstance(self.made_of, Draft):
            self.made_of = _draft_of(self, *self.made_of)
        return self.made_of

    @property
    def contest(self) -> bool:
        """Whether it is a proposal between two records that are both open."""
        both = self.spell is not None and self.spell.status is self.holder.status is Status.ACTIVE
        return not self.applied and both

    @property
    def counts(self) -> bool:
        """A proposal falls away once either side is retired otherwise; a past to mend or take back has no open side."""
        if self.applied or self.contest:
            return True
        withdrawn = self.holder.status in (Status.CORRECTED, Status.RETRACTED)
        if self.spell is None:
            return not withdrawn if self.kind is Kind.RETRACTED else self.holder.status is Status.ACTIVE
        return self.kind is Kind.CORRECTED and self.spell.status is Status.ACTIVE and not withdrawn


def fold_order(statement: Statement) -> tuple[datetime, tuple[object, ...]]:
    """When a statement takes effect, with every tie broken by content: as `Observation.order` breaks it."""
    s = statement
    marked = s.change is not Change.NONE
    # A consequence comes behind what was told at that instant; ledgers of before have no mark in the digest.
    behind = s.follows or (marked and not s.digest.startswith(LATER))
    digest = LATER + s.digest if behind else s.digest
    order = (s.observed_at, s.position, digest, marked, s.span[0])
    told = (s.norm, s.act, s.replaces or "", s.affirmed, s.valid_from)
    reader = (not s.extractor.startswith("rules"), s.extractor, s.basis, s.confidence)  # one may read what another did
    return (max(s.valid_from, s.observed_at), (*order, *told, *reader))


def said(statement: Statement) -> tuple[datetime, int, str]:
    """When a statement was said, with every tie broken by content."""
    return (statement.observed_at, statement.position, statement.digest)


def _draft_of(note: Note, statement: Statement, answer: Answer) -> Draft:
    to_id = note.spell.record.id if note.spell else _elsewhere(statement)
    return Draft(
        statement.slot, note.holder.record.id, to_id, note.kind, statement.cause, _decider_of(note, statement, answer),
        answer.reason, answer.confidence, note.at, note.applied,
    )  # fmt: skip


def _decider_of(note: Note, statement: Statement, answer: Answer) -> str:
    """Who decided: where somebody took a record back by an act of their own, the rules only carried that out."""
    told, decider = statement.extractor, answer.decider
    own = told.startswith(PERSON) and note.applied and note.kind in (Kind.CORRECTED, Kind.RETRACTED)
    return told if own and decider == RULES else decider


def _elsewhere(statement: Statement) -> str | None:
    """The record of another slot that a value gave way to."""
    return statement.lineage[-1] if statement.act is Act.GIVE_WAY else None


CONSEQUENCE = "rules/consequences-1"
"""Who decides what a stated rule makes of a slot."""


def ruled(statement: Statement) -> Answer:
    """What a stated rule decides; beyond the cap of an observation it only proposes."""
    replaced = statement.act is Act.ASSERT
    reason = "a stated rule gives another value" if replaced else "what it was tied to changed, by a stated rule"
    ruling = Ruling.REPLACE if statement.confidence >= APPLY_AT else Ruling.PROPOSE
    return Answer(ruling, CONSEQUENCE, reason, statement.confidence)


_REASONS = {Act.DOUBT: "told to have changed, and not to what", Act.RETRACT: "asked not to be used"}


def told_over(act: Statement) -> Answer:
    """What an act that ends, doubts or retracts decides by its own words, or by the stated rule that it follows."""
    if act.follows:
        return ruled(act)
    return Answer(Ruling.REPLACE, RULES, _REASONS.get(act.act, "stated to have stopped"), act.confidence)


def lawful(answer: Answer, holder: Spell, statement: Statement) -> Answer:
    """Whoever answers but a person: older evidence and a lower origin only propose (laws 2 and 9)."""
    if answer.ruling not in (Ruling.REPLACE, Ruling.CORRECT) or answer.decider.startswith(PERSON):
        return answer
    reason = None
    if statement.origin.trust < holder.most_trusted.trust:
        reason = f"a {statement.origin} may not retire what a {holder.most_trusted} said"
    elif statement.observed_at < holder.last_evidence:
        reason = "the retiring evidence is the older one"
    return replace(answer, ruling=Ruling.PROPOSE, reason=reason, confidence=0.3) if reason else answer


def is_about(first: Statement, second: Statement) -> bool:
    """Whether two statements are about one value; an act on a value counts for either polarity."""
    if first.affirmed != second.affirmed and second.act is Act.ASSERT:
        return False
    return same_value(first.norm, second.norm) or refines(first.norm, second.norm)


def boundary(holder: Spell, statement: Statement, *, told: datetime | None = None) -> datetime:
    """When the holder stopped: as told, unless it was still attested after that."""
    told = statement.valid_from if told is None else told
    return told if told > max(holder.last_evidence, holder.valid_from) else max(statement.observed_at, told)
