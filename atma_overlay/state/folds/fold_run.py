"""One way through the statements of a slot in the order of their effect: what each one does to the spells before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from atma_overlay.records import PERSON, Act, Cardinality, Kind, Origin, Ruling, Standing, Statement, Status
from atma_overlay.state.days_to_come import called_off, came_true
from atma_overlay.state.folds.closing import Closing
from atma_overlay.state.folds.folded import ByWords, Folded
from atma_overlay.state.folds.nearby import Heads, Nearby
from atma_overlay.state.folds.notes import Notes
from atma_overlay.state.folds.outcome import Outcome
from atma_overlay.state.folds.resuming import Resumed
from atma_overlay.state.folds.spells import Note, Spell, boundary, is_about, lawful, ruled, said, told_over
from atma_overlay.state.pairs.adjudication import APPLY_AT, RULES, Answer, Linker, pair_key
from atma_overlay.values.belonging import belongs

MANY = 8
"""Spells from which on it costs less to look up those that a statement may change than to compare it with each."""
_ENDINGS = {
    Act.END: (Status.ENDED, Kind.ENDED),
    Act.GIVE_WAY: (Status.SUPERSEDED, Kind.REPLACED),
    Act.DOUBT: (Status.INVALIDATED, Kind.INVALIDATED),
}
"""What an act that ends a record makes of it."""
_OF_ANOTHER = Answer(Ruling.PROPOSE, RULES, "said to correct what stood beside it", 0.3)
_PART_STOPPED = Answer(Ruling.PROPOSE, RULES, "what belongs to it has stopped", 0.3)


class Run:
    """The statements of a slot, one after another; see `Fold`."""

    def __init__(self, linker: Linker, rulings: Mapping[str, Answer], closures: ByWords) -> None:
        self._linker, self._rulings = linker, rulings
        self._spells: list[Spell] = []
        self._ajar: dict[int, Spell] = {}
        self._heads = Heads()
        self._near: Nearby | None = None
        self._acts: list[Statement] = []
        self._last_act: tuple[datetime, int, str] | None = None
        self._notes = Notes()
        self.closing = Closing(closures)
        self._outcome = Outcome()
        self.ended = False
        """Whether a closure took effect because nothing came after: what comes after would have met it open."""

    @property
    def standings(self) -> Mapping[str, Standing]:
        """What became of the statements, as last told by `result`."""
        return self._outcome.standings

    def resume(self, stored: Resumed) -> bool:
        """Begin where another run ended; whether what stands is what that leaves of its doubts."""
        for spell in stored.spells:
            if spell.open:
                spell.place = len(self._spells)
                self._ajar[spell.place] = spell
            self._begin(spell)
        for act in stored.acts:
            self._act(act)
        for note in stored.notes:
            self._notes.add(note)
        if len(self._spells) >= MANY and not self._rulings:
            self._near = Nearby.of(self._linker, self._spells)
        return self._outcome.resume(stored, self._notes)

    def take(self, statement: Statement) -> None:
        """Take the next statement."""
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

    def _open(self, statement: Statement | None = None) -> list[Spell]:
        """The open spells; with a statement, those that it may do anything to."""
        places = self._near.to(statement) if self._near is not None and statement is not None else None
        found: list[Spell] = []
        closed: list[int] = []
        for spell in self._ajar.values() if places is None else map(self._spells.__getitem__, places):
            if spell.open:
                found.append(spell)
            else:
                closed.append(spell.place)
        for place in closed:  # what closed does not open again
            self._ajar.pop(place, None)
        if closed and self._near is not None:
            self._near.forget(closed)
        return found

    def _about(self, statement: Statement) -> list[Spell]:
        """The spells, in order, whose head may be about the value of a statement; all where it names none."""
        return [self._spells[i] for i in self._heads.about(statement)] if statement.norm else list(self._spells)

    def _begin(self, spell: Spell) -> None:
        self._heads.add(spell.head, len(self._spells))
        self._spells.append(spell)

    def _join(self, statement: Statement, spell: Spell | None) -> Spell:
        """Make a statement a member of an open spell, or of one of its own."""
        if spell is None:
            spell = Spell([statement], statement.valid_from, place=len(self._spells))
            self._begin(spell)
            self._ajar[spell.place] = spell
        else:
            trust = spell.most_trusted
            spell.join(statement)
            if spell.most_trusted is not trust:
                self._notes.weigh_anew()
        self._outcome.note(spell)
        if self._near is not None:
            self._near.note(statement, spell.place)
        elif len(self._spells) >= MANY and not self._rulings:
            self._near = Nearby.of(self._linker, self._spells)
        return spell

    def _close_orphans(self, upcoming: Statement | None) -> None:
        for spell, closure in self.closing.due(self._spells, upcoming):
            if closure.kind is Kind.RETRACTED:
                self._leave(spell, Status.RETRACTED)
            else:
                spell.status = Status.INVALIDATED
            spell.valid_to = spell.valid_to or max(closure.at, spell.valid_from)
            self._outcome.note(spell)
            self.closing.meet(spell, closure)

    def _assert(self, statement: Statement) -> None:
        near = None if statement.follows else statement
        answers: list[tuple[Spell, Answer]] = []
        same = None
        for holder in self._open(near):
            answer = self._answer(holder, statement)
            answers.append((holder, answer))
            if same is None and answer.ruling in (Ruling.SAME, Ruling.REFINE):
                same = holder
        if same is None and statement.origin is not Origin.USER:
            retracted = self._retracted(statement)
            if retracted is not None:
                retracted.join(statement)
                self._outcome.note(retracted)
                return
        if statement.act is Act.CORRECT and statement.replaces and not statement.contextual and len(answers) > 1:
            answers = _mended_alone(answers, statement)
        spell = self._join(statement, same)
        for holder, answer in answers:
            fresh = same is None or statement.replaces or self._contested(holder, spell)
            if holder is not spell and fresh:
                self._settle(holder, spell, statement, answer)

    def _retracted(self, statement: Statement) -> Spell | None:
        """What the user asked not to be used stays so, whoever but the user says it again."""
        about = reversed(self._heads.about(statement))
        gone = (s for s in map(self._spells.__getitem__, about) if s.status is Status.RETRACTED)
        return next((s for s in gone if is_about(s.head, statement)), None)

    def _contested(self, holder: Spell, spell: Spell) -> bool:
        both = spell.status is holder.status is Status.ACTIVE
        return both and self._notes.contested(holder, spell)

    def _settle(self, holder: Spell, spell: Spell, statement: Statement, answer: Answer) -> None:
        kind = Kind.CASCADED if statement.follows else Kind.REPLACED
        if answer.ruling in (Ruling.CORRECT, Ruling.REPLACE):
            self._outcome.note(holder, spell)
        if answer.ruling is Ruling.CORRECT:
            spell.valid_from = min(spell.valid_from, holder.valid_from)
            holder.status, holder.valid_to = Status.CORRECTED, holder.valid_from
            self._notes.add(Note(holder, spell, Kind.CORRECTED, (statement, answer), spell.valid_from))
        elif answer.ruling is Ruling.REPLACE:
            since = spell.valid_from if statement.act is Act.CORRECT else statement.valid_from
            at = boundary(holder, statement, told=since)
            holder.status, holder.valid_to = Status.SUPERSEDED, at
            if spell.head is statement:
                spell.valid_from = max(spell.valid_from, at)
            self._notes.add(Note(holder, spell, kind, (statement, answer), at))
        elif answer.ruling is Ruling.PROPOSE and not self._contested(holder, spell):
            at = statement.observed_at
            self._notes.add(Note(holder, spell, kind, (statement, answer), at, applied=False))

    def _answer(self, holder: Spell, statement: Statement) -> Answer:
        """The ruling on the pair; a kept answer about any member of the spell counts before the linker's own."""
        answer = self._kept(holder, statement) or self._linked(holder, statement)
        if statement.act is Act.CORRECT and answer.ruling is Ruling.REFINE:
            answer = replace(answer, ruling=Ruling.CORRECT, reason="said as a correction")
        return lawful(answer, holder, statement)

    def _linked(self, holder: Spell, statement: Statement) -> Answer:
        replaced = statement.follows and statement.replaces is not None and holder.says(statement.replaces)
        if replaced and not is_about(holder.members[-1], statement):
            return ruled(statement)
        if not statement.affirmed and called_off(holder.members, statement):
            return Answer(Ruling.CORRECT, RULES, "called off before its day", statement.confidence)
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
        mended = Answer(Ruling.CORRECT, RULES, "said as a correction", statement.confidence)
        answer = lawful(self._kept(holder, statement) or mended, holder, statement)
        spell = Spell([statement], statement.valid_from, valid_to=statement.valid_to)
        self._begin(spell)
        self._outcome.note(holder, spell)
        if answer.ruling is Ruling.KEEP:
            return True
        applied = answer.ruling is not Ruling.PROPOSE
        if applied:
            self._leave(holder, Status.CORRECTED)
            holder.valid_to = holder.valid_from
        self._notes.add(Note(holder, spell, Kind.CORRECTED, (statement, answer), statement.valid_from, applied))
        return True

    def _called_off(self, statement: Statement) -> bool:
        """What was announced and then ended or retracted before its time never takes effect."""
        if self._last_act is None or self._last_act <= said(statement):
            return False
        after = (a for a in self._acts if said(a) > said(statement) and a.norm and is_about(statement, a))
        for act in after:
            spell = Spell([statement], statement.valid_from)
            answer = self._ending(spell, act)
            if answer.ruling is not Ruling.REPLACE:
                continue
            spell.status, kind = _ENDINGS.get(act.act, (Status.RETRACTED, Kind.RETRACTED))
            spell.valid_to = spell.valid_from
            self._begin(spell)
            self._outcome.note(spell)
            self._notes.add(Note(spell, None, kind, (act, answer), spell.valid_from))
            return True
        return False

    def _lay_over(self, statement: Statement) -> None:
        assert statement.valid_to is not None
        for spell in map(self._spells.__getitem__, self._heads.about(statement)):
            laid = spell.head.bounded and spell.status is Status.ACTIVE and is_about(spell.head, statement)
            if not laid or spell.valid_to is None:
                continue
            if statement.valid_from <= spell.valid_to and spell.valid_from <= statement.valid_to:
                spell.join(statement)
                self._outcome.note(spell)
                spell.valid_from = min(spell.valid_from, statement.valid_from)
                spell.valid_to = max(spell.valid_to, statement.valid_to)
                return
        spell = Spell([statement], statement.valid_from, valid_to=statement.valid_to)
        self._begin(spell)
        self._outcome.note(spell)

    def _ending(self, holder: Spell, act: Statement) -> Answer:
        """The ruling on an act that ends or retracts; a person's accepted word is above confidence."""
        answer = self._kept(holder, act) or told_over(act)
        if act.act in (Act.END, Act.DOUBT) and answer.confidence < APPLY_AT and answer.ruling is Ruling.REPLACE:
            answer = replace(answer, ruling=Ruling.PROPOSE)
        return lawful(answer, holder, act)

    def _end(self, statement: Statement) -> None:
        self._act(statement)
        for holder in (s for s in self._about(statement) if s.open) if statement.norm else self._open():
            if statement.norm and not is_about(holder.head, statement):
                continue
            answer = self._ending(holder, statement)
            if answer.ruling is Ruling.KEEP or came_true(holder.members, statement):
                continue
            at = boundary(holder, statement)
            applied = answer.ruling is not Ruling.PROPOSE
            status, kind = _ENDINGS[statement.act]
            if applied:
                holder.status, holder.valid_to = status, at
                self._outcome.note(holder)
            self._notes.add(Note(holder, None, kind, (statement, answer), at, applied))
        if statement.norm and statement.act is Act.END:
            self._end_of_part(statement)

    def _end_of_part(self, act: Statement) -> None:
        """*I drive a VW*, *I drive a Golf*, *I sold the Golf*: the VW may have been that one."""
        for holder in self._open():
            single = holder.head.cardinality is Cardinality.SINGLE and holder.head.affirmed
            if not single or is_about(holder.head, act) or not belongs(act.norm, holder.head.norm):
                continue
            answer = lawful(self._kept(holder, act) or _PART_STOPPED, holder, act)
            if answer.ruling is Ruling.KEEP:
                continue
            at, applied = boundary(holder, act), answer.ruling is not Ruling.PROPOSE
            if applied:
                holder.status, holder.valid_to = Status.ENDED, at
                self._outcome.note(holder)
            self._notes.add(Note(holder, None, Kind.ENDED, (act, answer), at, applied))

    def _act(self, statement: Statement) -> None:
        self._acts.append(statement)
        self._last_act = max(said(statement), self._last_act or said(statement))

    def _retract(self, statement: Statement) -> None:
        self._act(statement)
        for spell in self._about(statement):
            if spell.status in (Status.RETRACTED, Status.CORRECTED):
                continue
            if statement.norm and not is_about(spell.head, statement):
                continue
            answer = self._ending(spell, statement)
            if answer.ruling is Ruling.KEEP:
                continue
            applied = answer.ruling is not Ruling.PROPOSE
            if applied:
                spell.valid_to = spell.valid_to or boundary(spell, statement)
                self._leave(spell, Status.RETRACTED)
            self._notes.add(Note(spell, None, Kind.RETRACTED, (statement, answer), statement.observed_at, applied))

    def _kept(self, holder: Spell, statement: Statement) -> Answer | None:
        if not self._rulings:  # the key of a pair costs more than all the rest of its comparison
            return None
        found = (self._rulings.get(pair_key(m, statement)) for m in reversed(holder.members))
        return next((a for a in found if a is not None), None)

    def _leave(self, spell: Spell, status: Status) -> None:
        """A retirement has exactly one applied transition (law 4): the one to come takes the place of earlier ones."""
        spell.status = status
        self._outcome.note(spell)
        self._notes.drop_applied(spell)
        self.closing.overtake(spell)

    def result(self) -> tuple[Folded, frozenset[str]]:
        """The outcome, with the statements whose standing is another one than in the last."""
        before = self.closing.count
        self._close_orphans(None)
        self.ended = self.ended or self.closing.count > before
        changed = self._outcome.update(self._notes, self._acts)
        drafts = [n.draft for n in self._notes.counting()]
        return Folded(self._outcome.standings, tuple(drafts), *self.closing.outcome()), changed


def _mended_alone(answers: Sequence[tuple[Spell, Answer]], statement: Statement) -> list[tuple[Spell, Answer]]:
    """The answers to a correction, the value that it names first; of that alone it says that it was never true.

    What stands beside it, since a person let both stand or has yet to decide, is in question again and no more.
    """
    meant = {id(holder) for holder, _ in answers if holder.says(statement.replaces or "")}
    if not meant:
        return list(answers)
    doubted = [
        (holder, _OF_ANOTHER)
        if answer.ruling is Ruling.CORRECT and id(holder) not in meant and not answer.decider.startswith(PERSON)
        else (holder, answer)
        for holder, answer in answers
    ]
    return sorted(doubted, key=lambda pair: id(pair[0]) not in meant)
