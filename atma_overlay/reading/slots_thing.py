"""Whether a noun of a query names what a slot is of, or another thing that goes by such a name."""

from __future__ import annotations

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.records import Statement
from atma_overlay.state.pairs.thing_names import telling_apart, words_before
from atma_overlay.values.terms import terms, word_set

_MACHINES = frozenset("server laptop desktop phone tablet".split())


def is_the_slots(label: str, statement: Statement) -> bool:
    """Whether a noun names what the slot is of."""
    named = default_extractor().lexicon.by_noun(label)
    known = named is not None and named.id == statement.slot.attribute
    return known or not _about(statement).isdisjoint(terms(label))


def is_a_further_one(thing: Phrase, statement: Statement) -> bool:
    """*My target weight is 82 kg*, *my spare car is a Volvo*, where it was told of the weight, and of the car."""
    said = [x.lower for x in thing.tokens[thing.core : thing.head + 1] if not any(map(str.isdigit, x.text))]
    if not said:
        return False
    known = word_set(f"{statement.slot.attribute.replace('_', ' ')} {statement.value}")
    before = words_before(said, statement.value_kind) - known
    measured = statement.value_kind in MEASURED
    return bool(telling_apart(before, said=statement.evidence, measured=measured))


def is_another_machine(subject: Phrase, statement: Statement) -> bool:
    """*Our server runs Ubuntu*, where it was told of the laptop."""
    machines = _MACHINES.intersection(terms(statement.evidence))
    return bool(machines) and subject.head_lemma in _MACHINES - machines


def _about(statement: Statement) -> frozenset[str]:
    return frozenset((*terms(statement.slot.attribute.replace("_", " ")), *terms(statement.evidence))) - frozenset(
        terms(statement.value)
    )
