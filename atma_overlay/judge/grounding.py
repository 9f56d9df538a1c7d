"""Where the words of a value come from: the turn, something else that the question showed, or the model alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from atma_overlay.judge.question import Question
from atma_overlay.judge.quotes import Parts, Quote, quoted, quoted_in
from atma_overlay.judge.schemas import SaidContingency, SaidStatement
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN, PETS
from atma_overlay.records import Basis, Observation, Statement
from atma_overlay.state.slots.holders import speaker_of
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import terms, words

SPEAKER = frozenset(terms("user"))
"""What a value may call the speaker."""
RELATIONS = KIN | ACQUAINTANCES | PETS
"""Words for somebody by what they are to somebody else."""
_DENIALS = frozenset("not no never nor without former formerly ex longer instead".split())
"""Words by which a value tells what it is not."""
_GOES_ON = (",", ";", ":", " - ", "–", "—", "(", ". ", " but ", " only ", " instead ")
"""By what a value goes on after what it denies: *not in the morning; after work*."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """A value with what it takes from elsewhere, or why it is not taken."""

    parts: Parts
    basis: Basis
    refusal: str | None = None


@dataclass(slots=True)
class Grounding:
    """What values may take words from.

    Attributes:
        question: what was shown.
        lenders: the stored observations behind its records, as far as `wanted`.
    """

    question: Question
    lenders: Mapping[str, Observation] = field(default_factory=dict)

    def wanted(self, statements: Sequence[SaidStatement], rules: Sequence[SaidContingency] = ()) -> set[str]:
        """The observations of records with words that a value, a subject or a slot has and its turn has not."""
        read = [(s.turn, f"{s.subject} {s.slot} {s.value}") for s in statements]
        read += [(r.turn, f"{r.parent_of} {r.parent} {r.child_of} {r.child}") for r in rules]
        told = ((text, self.question.turns[turn]) for turn, text in read if turn in self.question.turns)
        strange = {t for text, turn in told for t in {*terms(text)} - {*terms(turn.text), *SPEAKER}}
        lending = [r for r in self.question.records.values() if strange & shown_of(r)] if strange else []
        return {i for r in lending for i in (r.observation_id, *r.lineage)}

    def of(self, value: str, basis: Basis, evidence: str, observation: Observation, *, denied: bool) -> Grounded:
        """A value as it may be taken.

        *Said*, it is in the words of the evidence; in others that something shown has, it is inferred. An inferred one
        may have words of the model's own, but none of something shown that cannot lend them, a text of a lower origin
        say: it would outlive that. Nor may it deny in the words of a record (*somewhere warm, not Portland*): it would
        be taken for what it denies.

        Args:
            value: as the model gives it.
            basis: what the model calls it.
            evidence: the words of the turn that tell it.
            observation: the turn.
            denied: whether the statement is that this is not the value.
        """
        if basis is Basis.SAID and in_words(value, evidence):
            return Grounded((value,), basis)
        parts, nowhere = quoted(value, {*terms(observation.text), *SPEAKER}, self.texts_beside(observation))
        strange = {t for word in nowhere for t in terms(word)}
        denies = denied or any(w in _DENIALS or w.endswith("n't") for w in words(value))
        if denies and any(isinstance(p, Quote) for p in parts):
            strange |= {*terms(value)} - {*terms(observation.text)}
        if any(strange & (shown_of(r) - SPEAKER) for r in self.question.records.values()):
            return Grounded((), basis, "value borrowed from a record")
        if any(strange & set(terms(o.text)) for o in self.question.turns.values()):
            return Grounded((), basis, "value borrowed from another turn")
        if basis is Basis.SAID and strange:
            return Grounded((), basis, "value not in the evidence")
        return Grounded(parts, Basis.INFERRED)

    def subject(self, named: str, observation: Observation) -> Parts | None:
        """Somebody or something that the turn does not name, as others that were shown do; None where none does.

        A text may also tell of somebody whom it does not call so: *mum* of a mother, *I* of who says it. What is told
        of them goes with that text, too.
        """
        texts = self.texts_beside(observation)
        parts, nowhere = quoted(named, {*terms(observation.text), *SPEAKER}, texts)
        if nowhere:
            tellers = (i for i in texts if self._tells_of(named, nowhere, i))
            return next(((Quote(i, 0, 0), named) for i in tellers), None)
        return parts if quoted_in(parts) else None

    def _tells_of(self, named: str, words: Sequence[str], observation_id: str) -> bool:
        """Whether a stored text tells of somebody by words that are no one's: its speaker's name, or a relation's."""
        lender = self.lenders.get(observation_id)
        if lender is None:
            return False
        by_relation = all(word.lower() in RELATIONS for word in words)
        mine = (r for r in self.question.records.values() if r.observation_id == observation_id)
        return speaker_of(lender) == named or (by_relation and any(r.slot.subject == named for r in mine))

    def texts_of(self, parts: Parts) -> dict[str, str]:
        """What the parts quote, by observation, in their order."""
        known = {**self.lenders, **{o.id: o for o in self.question.turns.values()}}
        return {i: known[i].text for i in quoted_in(parts)}

    def texts_beside(self, observation: Observation) -> dict[str, str]:
        """What a value of the turn may take words from, the latest first; nothing of a lower origin (law 9)."""
        others = [o for o in (*self.question.turns.values(), *self.lenders.values()) if o.id != observation.id]
        fit = [o for o in others if o.origin.trust >= observation.origin.trust]
        return {o.id: o.text for o in sorted(fit, key=lambda o: o.order, reverse=True)}


def shown_of(record: Statement) -> set[str]:
    """The terms of what a question shows of a record."""
    return set(terms(f"{record.slot.subject} {record.value} {record.evidence}"))


def in_words(value: str, text: str) -> bool:
    """Whether a value is in the words of a text."""
    return fold_case(value) in fold_case(text) or set(terms(value)) <= set(terms(text))


def denied(value: str) -> tuple[str, bool]:
    """What a value that begins with *not* denies, and False; one that goes on to tell what holds is kept whole."""
    denied = value.lower().startswith("not ") and not any(mark in value for mark in _GOES_ON)
    return (value[4:].strip(), False) if denied else (value, True)
