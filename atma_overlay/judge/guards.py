"""What a judge's answer must pass before anything of it is kept; what fails is refused and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from atma_overlay.judge.evidence import is_enough, place_of
from atma_overlay.judge.grounding import Grounding, denied
from atma_overlay.judge.naming import LONGEST, SlotName, slot_named
from atma_overlay.judge.question import Question
from atma_overlay.judge.quotes import Borrowed, BorrowedRule, quoted_in, spelled
from atma_overlay.judge.readings import JudgedFound, Rejected
from atma_overlay.judge.reasons import of_a_note
from atma_overlay.judge.rule_guards import rule_told, unspoken
from atma_overlay.judge.schemas import SaidContingency, SaidRejection, SaidStatement
from atma_overlay.judge.subjects import Subjects
from atma_overlay.judge.timing import problem_of_value, since_of
from atma_overlay.language.candidates import Candidate, Part, StatedContingency
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import value_kind
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Basis, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.pairs.adjudication import APPLY_AT
from atma_overlay.state.resolution.placing import statement_of
from atma_overlay.state.slots.holders import one_holder
from atma_overlay.state.slots.twins import SURE_OPEN
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms


@dataclass(frozen=True, slots=True)
class _Read:
    """What is taken of a statement.

    Attributes:
        full: the candidate in full.
        kept: the same as it is kept.
        borrowed: what it then takes from elsewhere.
        firm: whether it may retire others: nothing does whose value was refused.
    """

    full: Candidate
    kept: Candidate
    borrowed: Borrowed | None = None
    firm: bool = True


@dataclass(slots=True)
class Reading:
    """What passed of an extraction: candidates by observation, and what each label of the answer stands for.

    `causes` are the statements by which verdicts may name a cause: the notes that are not rejected, and what passed.
    """

    question: Question
    speaker_of: Mapping[str, str]
    extractor: str
    cap: int
    apply_at: float = APPLY_AT
    lexicon: Lexicon = field(default_factory=lambda: default_extractor().lexicon)
    grounding: Grounding = field(init=False)
    subjects: Subjects = field(init=False)
    candidates: dict[str, list[Candidate]] = field(default_factory=dict)
    contingencies: dict[str, list[StatedContingency]] = field(default_factory=dict)
    causes: dict[str, Statement] = field(default_factory=dict)
    placed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By label, where its candidate is: the observation and the place among its candidates."""
    told: dict[str, SaidStatement] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)
    """By label, what is kept and may be no cause."""
    borrowed: dict[str, list[Borrowed]] = field(default_factory=dict)
    borrowed_rules: dict[str, list[BorrowedRule]] = field(default_factory=dict)
    rejected: dict[str, Rejected] = field(default_factory=dict)
    """By the label of the note."""
    refused: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.grounding = Grounding(self.question)
        self.subjects = Subjects(self.question, self.speaker_of, self.grounding)

    def take(
        self,
        statements: Sequence[SaidStatement],
        contingencies: Sequence[SaidContingency],
        wrong: Sequence[SaidRejection] = (),
    ) -> None:
        """Check everything that the answer reads in the turns."""
        self.candidates = {o.id: [] for o in self.question.turns.values()}
        self.contingencies = {o.id: [] for o in self.question.turns.values()}
        self.borrowed = {o.id: [] for o in self.question.turns.values()}
        self.borrowed_rules = {o.id: [] for o in self.question.turns.values()}
        for rejection in wrong:
            self._count(self._rejection(rejection, statements))
        self.causes = {i: s for i, s in self.question.notes.items() if i not in self.rejected}
        for said in statements:
            self._count(self._statement(said))
        for rule in contingencies:
            self._count(self._contingency(rule))

    def doubt_undecided(self, decided: Collection[tuple[str, str]]) -> None:
        """A value in an occupied single-valued slot is put beside what stands there, unless a verdict is on that.

        So is one in the slot of a rejected note: what that note had retired was not shown.

        Args:
            decided: which record gave way to what, by label.
        """
        unseen = {self.question.notes[label].slot for label in self.rejected}
        for label, (observation_id, place) in self.placed.items():
            if label in self.doubted:
                continue
            candidate, told = self.candidates[observation_id][place], self.causes[label]
            if told.slot in unseen or any((met, label) not in decided for met in self._met(told)):
                doubted = candidate.doubted()
                self.candidates[observation_id][place] = doubted

    def withdraw(self, labels: Collection[str]) -> None:
        """Leave out what the answer reads and then calls unknown."""
        for label in labels:
            whose, gone = self.placed.pop(label)
            del self.candidates[whose][gone]
            left = (b for b in self.borrowed[whose] if b.place != gone)
            self.borrowed[whose] = [replace(b, place=b.place - (b.place > gone)) for b in left]
            self.placed = {i: (o, n - (o == whose and n > gone)) for i, (o, n) in self.placed.items()}

    def found(self) -> dict[str, JudgedFound]:
        """By observation, in the form in which it is kept."""
        rejected: dict[str, list[Rejected]] = {i: [] for i in self.candidates}
        for label, rejection in self.rejected.items():
            rejected[self.question.notes[label].observation_id].append(rejection)
        return {
            i: JudgedFound(
                tuple(c),
                tuple(self.contingencies[i]),
                (),
                borrowed=tuple(self.borrowed[i]),
                rejected=tuple(rejected[i]),
                borrowed_rules=tuple(self.borrowed_rules[i]),
            )
            for i, c in self.candidates.items()
        }

    def _count(self, problem: str | None) -> None:
        if problem is not None:
            self.refused[problem] += 1

    def _statement(self, said: SaidStatement) -> str | None:
        observation = self.question.turns.get(said.turn)
        if observation is None:
            return "unknown turn"
        if said.id in {*self.causes, *self.placed, *self.question.notes, *self.question.records}:
            return "label used twice"
        problem, read = self._read(said, observation)
        if read is None:
            return problem
        candidate = read.full
        known = self._noted(candidate, observation)
        if known is not None:
            if read.firm:
                self.causes[said.id] = known
            return problem
        mine = self.candidates[observation.id]
        if len(mine) >= self.cap:
            return "beyond the cap"
        self.placed[said.id] = (observation.id, len(mine))
        if read.borrowed is not None:
            self.borrowed[observation.id].append(read.borrowed)
        mine.append(read.kept)
        if not read.firm:
            self.doubted.add(said.id)
            return problem
        self.causes[said.id] = statement_of(candidate, observation, Slot(candidate.subject, candidate.attribute))
        self.told[said.id] = said
        return problem

    def _read(self, said: SaidStatement, observation: Observation) -> tuple[str | None, _Read | None]:
        """What is taken of a statement, and what is wrong with it: None beside one that may retire others."""
        words = self._words(said, observation)
        if isinstance(words, str):
            return words, None
        start, end = words
        evidence = observation.text[start:end]
        value, affirmed = denied(said.value.strip())
        label = spelled(said.slot)
        whose = self.subjects.named(said.subject, observation)
        if whose is None:
            return "unknown subject", None
        subject, named = whose
        slot = self._slot(label, observation)
        if slot.refusal is not None:
            return slot.refusal, None
        attribute = slot.attribute
        since = since_of(said.since, observation)
        if since is None:
            return "impossible date", None

        def candidate(value: str, basis: Basis, *, affirmed: bool = True) -> Candidate:
            at = place_of(value, evidence)
            span = words if at is None else (start + at[0], start + at[1])
            kind, unit = self._kind(Slot(subject, attribute), value)
            cardinality = self._cardinality(Slot(subject, attribute), said)
            norm = self.lexicon.names.norm(normalise(value))
            return Candidate(
                Part.STATEMENT, Act.ASSERT, subject, attribute, False, cardinality, value, norm, kind,
                unit, affirmed, span, evidence, since, None, False, Change.NONE, None, said.confidence,
                basis, span[0], extractor=self.extractor,
            )  # fmt: skip

        grounded = self.grounding.of(value, Basis(said.basis), evidence, observation, denied=not affirmed)
        parts = grounded.parts if quoted_in(grounded.parts) else ()
        own_words = candidate(evidence, Basis.SAID)  # the turn's own stand in for a value that is not to be had
        if grounded.refusal is not None:
            self.refused[grounded.refusal] += 1
        if (grounded.refusal is not None or parts) and len(evidence) > LONGEST:
            return "no value or slot", None
        firm = grounded.refusal is None and not self._is_anothers(subject, attribute, value, observation)
        own = grounded.refusal is not None or bool(parts)
        kept = own_words if own else candidate(value, grounded.basis, affirmed=affirmed)
        kept = kept if firm else kept.doubted()
        problem = None if slot.known else "unknown slot"
        if not parts and not named and not slot.parts:
            return problem, _Read(kept, kept, firm=firm)
        kind, unit = self._kind(Slot(subject, attribute), value)
        borrowed = Borrowed(len(self.candidates[observation.id]), parts, kind, unit, affirmed, named, slot.parts)
        kept = kept.but(subject="" if named else subject, attribute="" if slot.parts else attribute)
        full = borrowed.lent(kept, self.grounding.texts_of((*named, *slot.parts, *parts)))
        return ("unknown subject", None) if full is None else (problem, _Read(full, kept, borrowed, firm))

    def _is_anothers(self, subject: str, attribute: str, value: str, observation: Observation) -> bool:
        """Whether the rules noted the very same of somebody else, and the note is not rejected."""
        norm = self.lexicon.names.norm(normalise(value))
        notes = (s for i, s in self.question.notes.items() if i not in self.rejected)
        same = (s for s in notes if s.observation_id == observation.id and same_value(s.norm, norm))
        whose = {s.slot.subject for s in same if s.slot.attribute == attribute}
        return bool(whose) and not any(one_holder(subject, other, observation) for other in whose)

    def _words(self, said: SaidStatement, observation: Observation) -> tuple[int, int] | str:
        """Where the words of a statement stand, or why they tell no lasting value."""
        words = place_of(said.evidence, observation.text)
        if words is None:
            return "evidence not in the turn"
        value, label = denied(said.value.strip())[0], spelled(said.slot)
        if not terms(value) or not label.strip("_") or max(len(value), len(label)) > LONGEST:
            return "no value or slot"
        if not is_enough(observation.text[slice(*words)], observation.text, value):
            return "too few words"
        return problem_of_value(value, words, observation, self.question.notes.values()) or words

    def _slot(self, label: str, observation: Observation) -> SlotName:
        return slot_named(label, observation, grounding=self.grounding, lexicon=self.lexicon)

    def _cardinality(self, slot: Slot, said: SaidStatement) -> Cardinality:
        """What stands in the slot, or the lexicon, already says how many values it has; else the model does."""
        met = [r for r in self.question.records.values() if r.slot == slot]
        if met:
            return met[-1].cardinality
        known = self.lexicon.attributes.get(slot.attribute)
        if known is not None:
            return known.cardinality
        return Cardinality.SINGLE if said.holds == "one" else Cardinality.MULTI

    def _kind(self, slot: Slot, value: str) -> tuple[str, str | None]:
        """What stands in the slot already says what kind of value it takes; else the words of the value do."""
        met = next((r for r in self.question.records.values() if r.slot == slot), None)
        if met is not None:
            return met.value_kind, met.unit
        return value_kind(value)

    def _noted(self, candidate: Candidate, observation: Observation) -> Statement | None:
        """The rules' own note of the same value, unless the model places it in a slot that is known to be another.

        What the rules noted faintly, or as over already (*I had sciatica in 2016*), takes no surer reading's place, nor
        does a guess at a slot (*be in: Tallinn*) the place of a slot that the lexicon has.
        """
        slot = Slot(candidate.subject, candidate.attribute)
        elsewhere = slot in self.question.slots
        known = self.lexicon.attributes
        for label, s in self.question.notes.items():
            if label in self.rejected:
                continue
            same = s.slot.subject == candidate.subject and same_value(s.norm, candidate.norm)
            placed = s.slot == slot or not elsewhere
            guessed = slot.attribute in known and s.slot.attribute not in known and s.confidence < SURE_OPEN
            firm = s.slot == slot or (s.confidence >= APPLY_AT and not (s.bounded or s.temporary or guessed))
            if same and placed and firm and s.observation_id == observation.id and s.affirmed == candidate.affirmed:
                return s
        return None

    def _met(self, told: Statement) -> Iterator[str]:
        """The records of another value in its slot, by label."""
        records = self.question.records.items()
        return (i for i, r in records if r.slot == told.slot and not same_value(r.norm, told.norm))

    def _rejection(self, rejection: SaidRejection, statements: Sequence[SaidStatement]) -> str | None:
        """A note is rejected where the model is sure, and does not read the very same itself.

        Nor is one beside a turn of a lower origin, which may have talked the model into it (law 9), nor one of a turn
        that answers what the model was not shown: *York.* by itself bears no town out.
        """
        note, candidate = self.question.notes.get(rejection.note), self.question.behind.get(rejection.note)
        if note is None or candidate is None:
            return "unknown note"
        if rejection.confidence < self.apply_at:
            return "unsure rejection"
        if note.observation_id in self.question.answers:
            return "answers a question"
        if any(o.origin.trust < note.origin.trust for o in self.question.turns.values()):
            return "lower origin"
        turn = next(i for i, o in self.question.turns.items() if o.id == note.observation_id)
        if any(self._same(said, note) for said in statements if said.turn == turn):
            return "contradicts itself"
        c = candidate
        self.rejected[rejection.note] = Rejected(
            c.part, c.act, c.subject, c.attribute, c.value, c.affirmed, c.span,
            of_a_note(rejection.reason, note, self.question), rejection.confidence,
        )  # fmt: skip
        return None

    def _same(self, said: SaidStatement, note: Statement) -> bool:
        observation = self.question.turns[said.turn]
        subject, _ = self.subjects.named(said.subject, observation) or ("", ())
        slot = Slot(subject, self._slot(spelled(said.slot), observation).attribute)
        return slot == note.slot and same_value(self.lexicon.names.norm(normalise(said.value)), note.norm)

    def _contingency(self, rule: SaidContingency) -> str | None:
        observation = self.question.turns.get(rule.turn)
        if observation is None:
            return "unknown turn"
        problem = unspoken(rule, observation)
        if problem is not None:
            return problem
        mine = self.contingencies[observation.id]
        if len(mine) >= self.cap:
            return "beyond the cap"
        told = rule_told(rule, observation, place=len(mine), subjects=self.subjects, lexicon=self.lexicon)
        if isinstance(told, str):
            return told
        stated, borrowing = told
        if borrowing.sources:
            self.borrowed_rules[observation.id].append(borrowing)
        mine.append(stated)
        return None
