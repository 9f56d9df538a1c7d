"""What a rule that a judge reads (*if I move I'll cycle*) must pass before it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from atma_overlay.judge.evidence import LEAST, is_in_another_language, place_of, weight
from atma_overlay.judge.grounding import in_words
from atma_overlay.judge.naming import LONGEST, slot_named
from atma_overlay.judge.quotes import BorrowedRule, Parts, spelled
from atma_overlay.judge.schemas import SaidContingency
from atma_overlay.judge.subjects import Subjects
from atma_overlay.language.candidates import StatedContingency
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Observation, Slot, Trigger, TriggerKind
from atma_overlay.values.terms import terms


def unspoken(rule: SaidContingency, observation: Observation) -> str | None:
    """Why a rule is not in the words of its turn, if it is not."""
    words = place_of(rule.evidence, observation.text)
    if words is None:
        return "evidence not in the turn"
    if weight(observation.text[slice(*words)]) < LEAST:
        return "too few words"
    if any(text and not in_words(text, observation.text) for text in (rule.value, rule.when)):
        return "value not in the evidence"
    return None


def rule_told(
    rule: SaidContingency, observation: Observation, *, place: int, subjects: Subjects, lexicon: Lexicon
) -> tuple[StatedContingency, BorrowedRule] | str:
    """A rule in the form in which it is kept, with what it takes from elsewhere; or what is wrong with it.

    Args:
        rule: in the words of its turn.
        observation: the turn.
        place: the rule's among those of its reading.
        subjects: whom it may tell of.
        lexicon: knows the names of slots.
    """

    def side(label: str, whose: str) -> _Side | str:
        attribute = spelled(label)
        if not attribute or len(attribute) > LONGEST:
            return "no value or slot"
        named = subjects.named(whose, observation)
        if named is None or not named[0]:
            return "unknown subject"
        slot = slot_named(attribute, observation, grounding=subjects.grounding, lexicon=lexicon)
        if slot.refusal is not None:
            return slot.refusal
        return _Side(Slot(named[0], slot.attribute), named[1], slot.parts)

    parent, child = side(rule.parent, rule.parent_of), side(rule.child, rule.child_of)
    if isinstance(parent, str) or isinstance(child, str):
        return parent if isinstance(parent, str) else str(child)
    if parent.slot == child.slot:
        return "no value or slot"
    span = place_of(rule.evidence, observation.text)
    if span is None:
        return "evidence not in the turn"
    evidence = observation.text[slice(*span)]
    shown = (*subjects.question.records.values(), *subjects.question.notes.values())
    told: list[bool] = []
    for each, value in ((parent, rule.when), (child, rule.value)):
        held = [s.value for s in shown if s.slot == each.slot]
        told.append(each.is_told(evidence, [*held, value], lexicon))
        if not told[-1] and not (held and each.slot.attribute not in lexicon.attributes):
            return "slot not in the words"
    if not any(told):  # what the rules call by words of their own, no other words need name: but not both
        return "slot not in the words"
    when = Trigger(TriggerKind(rule.waits_for), None if rule.waits_for in ("any", "ends") else rule.when)
    stated = StatedContingency(
        parent.kept.attribute, rule.when, child.kept.attribute, rule.value, span, evidence,
        when, parent.kept.subject, child.kept.subject,
    )  # fmt: skip
    return stated, BorrowedRule(place, parent.of, parent.words, child.of, child.words)


@dataclass(frozen=True, slots=True)
class _Side:
    """A slot of a rule, with the words of its subject and of its attribute that are another observation's."""

    slot: Slot
    of: Parts
    words: Parts

    @property
    def kept(self) -> Slot:
        """Without those words."""
        return Slot("" if self.of else self.slot.subject, "" if self.words else self.slot.attribute)

    def is_told(self, evidence: str, values: Iterable[str | None], lexicon: Lexicon) -> bool:
        """Whether some words speak of the slot: by its name, by a word of the lexicon for it, or by a value.

        Words of another language are taken to do so: nothing here knows how that calls it.
        """
        if self.words or any(value and terms(value) and in_words(value, evidence) for value in values):
            return True
        called = {*terms(self.slot.attribute.replace("_", " ")), *_called(self.slot.attribute, lexicon)}
        return not called.isdisjoint(terms(evidence)) or is_in_another_language(evidence)


def _called(attribute: str, lexicon: Lexicon) -> Iterator[str]:
    """The terms by which the lexicon knows an attribute, or tells of it and of its changes."""
    known = lexicon.attributes.get(attribute)
    if known is not None:
        wordings = (known.nouns, known.statements, known.changes, known.ends, known.cues, known.alters)
        for text in (known.name, *chain(*wordings)):
            yield from terms(text.replace("{V}", " "))
