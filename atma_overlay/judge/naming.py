"""What a judge calls a slot: by a name from the lexicon, from what is shown, or in words that anybody has.

A name that a model invents splits a timeline, and one with the words of another record outlives that record. So a name
is one that the lexicon or a slot of the scope has, or is in the turn's own words and in common ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from atma_overlay import re2
from atma_overlay.judge.grounding import SPEAKER, Grounding, shown_of
from atma_overlay.judge.quotes import Parts, in_full, quoted, quoted_in, spelled
from atma_overlay.language.grammar.words import common_words
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Observation, Statement
from atma_overlay.values.terms import terms

_NAME = re2.compile(r"\p{Lu}[\p{L}\p{M}\p{N}]*")
_FIRST = re2.compile(r"^\W*\p{Lu}[\p{L}\p{M}\p{N}]*")
LONGEST = 200
"""Characters of a value or a slot at most."""


@dataclass(frozen=True, slots=True)
class SlotName:
    """What a slot is called.

    Attributes:
        attribute: as the ledger writes it.
        parts: the same with quotes, where a shown slot has words that only its own text has; else empty.
        known: whether anybody has its words.
        refusal: why it is not taken, if it is not.
    """

    attribute: str
    parts: Parts = ()
    known: bool = True
    refusal: str | None = None


def slot_named(label: str, observation: Observation, *, grounding: Grounding, lexicon: Lexicon) -> SlotName:
    """The slot that a label of a model stands for in a turn.

    The words of a slot that is shown go with the text that has them, where neither the turn nor the language does.
    """
    question = grounding.question
    attribute = spelled(label)
    shown = {s.slot.attribute for s in (*question.records.values(), *question.notes.values())}
    if attribute in lexicon.attributes:
        return SlotName(attribute)
    words = attribute.replace("_", " ")
    common, theirs = _common(), _taken(grounding, observation)
    own = {*terms(observation.text), *SPEAKER, *_vocabulary(lexicon), *(common - theirs)}
    strange = set(terms(words)) - own
    plain = strange <= common - _names(grounding, observation)
    if not strange or (plain and attribute in shown):
        return SlotName(attribute)
    beside = {t for o in question.turns.values() if o.id != observation.id for t in terms(o.text)}
    if attribute in shown or strange <= beside or plain:
        parts, nowhere = quoted(words, own, grounding.texts_beside(observation))
        texts = grounding.texts_of(parts)
        if not nowhere and quoted_in(parts) and spelled(in_full(parts, texts)) == attribute:
            return SlotName(attribute, parts)
    if strange & {t for r in question.records.values() for t in shown_of(r)}:
        return SlotName(attribute, refusal="slot borrowed from a record")
    if strange & beside:
        return SlotName(attribute, refusal="slot borrowed from another turn")
    numbered = all(t.isdigit() for t in strange)  # a number only tells several apart
    return SlotName(attribute, known=numbered or attribute in shown)


def _taken(grounding: Grounding, observation: Observation) -> set[str]:
    """The terms of what something else tells: they are its own, however common (*diet of wasps*)."""
    told = (*grounding.question.records.values(), *grounding.question.notes.values())
    values = {t for s in told if s.observation_id != observation.id for t in terms(s.value)}
    return values | _names(grounding, observation)


def _names(grounding: Grounding, observation: Observation) -> set[str]:
    """The terms of names that something else has: as a name, a common word is nobody else's (*Moss*)."""
    question = grounding.question
    told = (*question.records.values(), *question.notes.values())
    found = {t for s in told if s.observation_id != observation.id for t in _names_of(s)}
    return found | {t for o in question.turns.values() if o.id != observation.id for t in capitals(o.text)}


def _names_of(record: Statement) -> Iterator[str]:
    yield from capitals(record.evidence)
    for word in _NAME.findall(record.value):
        yield from terms(word)
    whose = set(terms(f"{record.slot.subject} {record.slot.attribute.replace('_', ' ')}"))
    for word in _FIRST.findall(record.evidence):
        yield from whose & set(terms(word))


def capitals(text: str, *, first: bool = False) -> Iterator[str]:
    """The terms that a text has in capitals, with or without what it opens with."""
    for word in _NAME.findall(text if first else _FIRST.sub("", text)):
        yield from terms(word)


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    return frozenset(t for word in common_words() for t in terms(word))


@lru_cache(maxsize=4)
def _vocabulary(lexicon: Lexicon) -> frozenset[str]:
    """The terms of the lexicon's attributes."""
    known = (text for a in lexicon.attributes.values() for text in (a.id.replace("_", " "), a.name, *a.nouns, *a.cues))
    return frozenset(t for text in known for t in terms(text))
