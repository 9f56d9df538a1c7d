"""What a judge's answer must pass before anything of it is kept; what fails is refused and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from atma_overlay.judge.question import Question
from atma_overlay.judge.schemas import SaidContingency, SaidStatement
from atma_overlay.language.candidates import Candidate, Found, Part, StatedContingency
from atma_overlay.language.kinds import value_kind
from atma_overlay.records import Act, Basis, Cardinality, Change, Observation, Slot, Statement, Trigger, TriggerKind
from atma_overlay.state.adjudication import APPLY_AT
from atma_overlay.state.resolution.placing import statement_of
from atma_overlay.state.terms import terms
from atma_overlay.state.values import fold_case, normalise, same_value

FUTURE = timedelta(hours=24)
"""A statement may not hold from later than this after it was said."""
DOUBTED = 0.59
"""Confidence at most of a value in an occupied single-valued slot without a verdict: the fold then only proposes."""
LONGEST = 200
"""Characters of a value, a slot or a reason at most."""


@dataclass(slots=True)
class Reading:
    """What passed of an extraction: candidates by observation, and what each label of the answer stands for.

    `causes` are the statements by which verdicts may name a cause: the notes and what passed.
    """

    question: Question
    speaker_of: Mapping[str, str]
    extractor: str
    cap: int
    candidates: dict[str, list[Candidate]] = field(default_factory=dict)
    contingencies: dict[str, list[StatedContingency]] = field(default_factory=dict)
    causes: dict[str, Statement] = field(default_factory=dict)
    placed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By label, where its candidate is: the observation and the place among its candidates."""
    told: dict[str, SaidStatement] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def take(self, statements: Sequence[SaidStatement], contingencies: Sequence[SaidContingency]) -> None:
        """Check everything that the answer reads in the turns."""
        self.causes = dict(self.question.notes)
        self.candidates = {o.id: [] for o in self.question.turns.values()}
        self.contingencies = {o.id: [] for o in self.question.turns.values()}
        for said in statements:
            self._count(self._statement(said))
        for rule in contingencies:
            self._count(self._contingency(rule))

    def doubt_undecided(self, decided: set[str]) -> None:
        """A value in an occupied single-valued slot, without a verdict, is put beside what stands there."""
        for label, (observation_id, place) in self.placed.items():
            candidate = self.candidates[observation_id][place]
            if label not in decided and self._meets_another(candidate):
                doubted = candidate.but(confidence=min(candidate.confidence, DOUBTED))
                self.candidates[observation_id][place] = doubted

    def found(self) -> dict[str, Found]:
        """By observation, in the form in which the rules' findings are kept."""
        return {i: Found(tuple(c), tuple(self.contingencies[i]), ()) for i, c in self.candidates.items()}

    def _count(self, problem: str | None) -> None:
        if problem is not None:
            self.refused[problem] += 1

    def _statement(self, said: SaidStatement) -> str | None:
        observation = self.question.turns.get(said.turn)
        if observation is None:
            return "unknown turn"
        if said.id in self.causes or said.id in self.question.records:
            return "label used twice"
        problem, candidate = self._read(said, observation)
        if candidate is None:
            return problem
        known = self._noted(candidate, observation)
        if known is not None:
            self.causes[said.id] = known
            return None
        mine = self.candidates[observation.id]
        if len(mine) >= self.cap:
            return "beyond the cap"
        self.placed[said.id] = (observation.id, len(mine))
        mine.append(candidate)
        self.causes[said.id] = statement_of(candidate, observation, Slot(candidate.subject, candidate.attribute))
        self.told[said.id] = said
        return None

    def _read(self, said: SaidStatement, observation: Observation) -> tuple[str, Candidate | None]:
        evidence = said.evidence.strip()
        start = observation.text.find(evidence) if evidence else -1
        if start < 0:
            return "evidence not in the turn", None
        value = said.value.strip()
        affirmed = not value.lower().startswith("not ")
        value = value if affirmed else value[4:].strip()
        attribute = "_".join(said.slot.lower().split())
        if not terms(value) or not attribute.strip("_") or max(len(value), len(attribute)) > LONGEST:
            return "no value or slot", None
        basis = Basis(said.basis)
        if refusal := self._refusal(value, basis, evidence, observation):
            self.refused[refusal] += 1
            value, basis, affirmed = evidence, Basis.SAID, True  # the turn's own words stand in for a refused value
            if len(value) > LONGEST:
                return "no value or slot", None
        subject = self._subject(said.subject, observation)
        if subject is None:
            return "unknown subject", None
        since = _since(said.since, observation)
        if since is None:
            return "impossible date", None
        offset = evidence.find(value)
        span = (start + offset, start + offset + len(value)) if offset >= 0 else (start, start + len(evidence))
        kind, unit = self._kind(Slot(subject, attribute), value)
        cardinality = Cardinality.SINGLE if said.holds == "one" else Cardinality.MULTI
        return "", Candidate(
            Part.STATEMENT, Act.ASSERT, subject, attribute, False, cardinality, value, normalise(value), kind, unit,
            affirmed, span, evidence, since, None, False, Change.NONE, None, said.confidence, basis,
            span[0], extractor=self.extractor,
        )  # fmt: skip

    def _subject(self, named: str, observation: Observation) -> str | None:
        """The speaker, or somebody whom the turn or a record names."""
        subject, speaker = " ".join(named.lower().split()), self.speaker_of[observation.id]
        if subject in {"user", "i", "me", "speaker", speaker}:
            return speaker
        known = {s.slot.subject for s in (*self.question.records.values(), *self.causes.values())}
        if subject in known:
            return subject
        told = set(terms(subject)) - {"user"}
        return subject if told and told <= set(terms(observation.text)) else None

    def _refusal(self, value: str, basis: Basis, evidence: str, observation: Observation) -> str | None:
        """Why a value is not taken: *said*, but in no words of the evidence; *inferred*, but in words of a record."""
        if basis is Basis.SAID:
            return None if _in_words(value, evidence) else "value not in the evidence"
        return "value borrowed from a record" if self._borrowed(value, observation) else None

    def _borrowed(self, value: str, observation: Observation) -> bool:
        """Whether an inferred value takes words from records that the turn does not have: it would outlive them."""
        strange = set(terms(value)) - set(terms(observation.text))
        return any(strange & set(terms(r.value)) for r in self.question.records.values())

    def _kind(self, slot: Slot, value: str) -> tuple[str, str | None]:
        """What stands in the slot already says what kind of value it takes; else the words of the value do."""
        met = next((r for r in self.question.records.values() if r.slot == slot), None)
        if met is not None:
            return met.value_kind, met.unit
        return value_kind(value)

    def _noted(self, candidate: Candidate, observation: Observation) -> Statement | None:
        """The rules' own note of the same value, unless the model places it in a slot that is known to be another.

        What the rules noted faintly, or as over already (*I had sciatica in 2016*), takes no surer reading's place.
        """
        slot = Slot(candidate.subject, candidate.attribute)
        elsewhere = slot in self.question.slots
        for s in self.question.notes.values():
            same = s.slot.subject == candidate.subject and same_value(s.norm, candidate.norm)
            placed = s.slot == slot or not elsewhere
            firm = s.slot == slot or (s.confidence >= APPLY_AT and not s.bounded and not s.temporary)
            if same and placed and firm and s.observation_id == observation.id and s.affirmed == candidate.affirmed:
                return s
        return None

    def _meets_another(self, candidate: Candidate) -> bool:
        slot = Slot(candidate.subject, candidate.attribute)
        return any(r.slot == slot and not same_value(r.norm, candidate.norm) for r in self.question.records.values())

    def _contingency(self, rule: SaidContingency) -> str | None:
        observation = self.question.turns.get(rule.turn)
        if observation is None:
            return "unknown turn"
        evidence = rule.evidence.strip()
        start = observation.text.find(evidence) if evidence else -1
        if start < 0:
            return "evidence not in the turn"
        parent, child = ("_".join(text.lower().split()) for text in (rule.parent, rule.child))
        here = parent == child and rule.parent_of == rule.child_of
        if not parent or not child or here or max(len(parent), len(child)) > LONGEST:
            return "no value or slot"
        told = "\n".join(o.text for o in self.question.turns.values())
        if any(text and not _in_words(text, told) for text in (rule.value, rule.when)):
            return "value not in the evidence"
        mine = self.contingencies[observation.id]
        if len(mine) >= self.cap:
            return "beyond the cap"
        subjects = [self._subject(whose, observation) for whose in (rule.parent_of, rule.child_of)]
        if None in subjects:
            return "unknown subject"
        span = (start, start + len(evidence))
        when = Trigger(TriggerKind(rule.waits_for), None if rule.waits_for in ("any", "ends") else rule.when)
        mine.append(
            StatedContingency(
                parent, rule.when, child, rule.value, span, evidence, when, subjects[0] or "", subjects[1] or ""
            )
        )
        return None


def _in_words(value: str, text: str) -> bool:
    return fold_case(value) in fold_case(text) or set(terms(value)) <= set(terms(text))


def _since(told: str | None, observation: Observation) -> datetime | None:
    """From when it holds: as told, else since it was said; None where the date is none, or lies in the future."""
    if told is None or not told.strip():
        return observation.observed_at
    try:
        day = date.fromisoformat(told.strip()[:10])
    except ValueError:
        return None
    since = datetime.combine(day, time(), tzinfo=UTC)
    if since > observation.observed_at + FUTURE:
        return None
    return min(since, observation.observed_at)


def faithful(reason: str, pair: Sequence[Statement], question: Question) -> str:
    """A model's reason on one line, or a plain one where it tells of records that the verdict is not about."""
    said = " ".join(reason.split())[:LONGEST]
    own = {w for s in pair for w in terms(f"{s.slot} {s.value} {s.evidence}")}
    others = {w for r in question.records.values() if r not in pair for w in terms(r.value)}
    return "judged" if not said or set(terms(said)) & (others - own) else said
