"""A change that is told of what holds the value: *my dentist has changed to Dr Lind*; and a mere setting of it."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import NAMED, kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene, value_text
from atma_overlay.language.turn import owner_subject
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Cardinality, Change

CHANGING = frozenset({"change"})
"""Verbs of it."""
_OWNERS = frozenset({"my", "our"})
_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES


def changed_to(scene: Scene) -> Iterator[Candidate]:
    """The new value of a known slot that is told to have changed; a measure that moved is of `measures`."""
    clause, subject = scene.clause, scene.clause.subject
    if clause.verb not in CHANGING or not clause.done or clause.passive or clause.bare() is not None:
        return
    if subject is None or subject.owner not in _OWNERS:
        return
    complement = next(iter(clause.complements), None)
    if complement is None or complement.preposition != "to" or subject.head_lemma in w.KIN:
        return
    phrase = complement.phrase
    kind, unit = kind_of(phrase)
    attribute = scene.lexicon.fitting(attribute_label(subject), phrase, kind)
    if kind not in NAMED or attribute is None or attribute.cardinality is not Cardinality.SINGLE:
        return
    value, span = value_text(scene, phrase)
    thing = scene.lexicon.thing_of(value)
    if (thing is not None and thing.id != attribute.id) or phrase.tokens[phrase.head].lower in _CALENDAR:
        return  # my landlord changed to E.ON: what he did
    found = make(scene, owner_subject(subject, scene.turn), attribute, value, span, kind, unit, Change.TOLD, TYPED)
    found = found.but(thing=None)  # the wording tells the slot, whatever the name tells
    # My doctor changed to Leeds General: people change to something, too.
    titled = phrase.tokens[phrase.core].lower.strip(".") in w.TITLES
    yield found.but(confidence=DOUBTED) if "person" in attribute.values and not titled else found


_NAMED_THINGS = NAMED | {"thing"}


def is_a_setting(attribute: Attribute | str, value: Phrase, lexicon: Lexicon) -> bool:
    """*I switched my phone to silent*, *my editor to dark mode*: how a thing with a name is set, and no other one."""
    if isinstance(attribute, str) or "thing" not in attribute.values:
        return False
    if value.determiner is not None or value.owner is not None or not _NAMED_THINGS.issuperset(attribute.values):
        return False
    word = value.tokens[value.head].lower
    typed_small = value.end == value.start + 1 and word not in w.common_words()  # to helix
    return not typed_small and not (attribute.value_list and lexicon.listed(attribute, value) is not None)
