"""What somebody gave to what is owned: *we changed our default branch to mainline*, *I've got a new GP, Dr Lewis*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from atma_overlay.language.candidates import TOLD, Candidate
from atma_overlay.language.changes.slot_changes import is_a_setting
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, implicit_first_person, value_text
from atma_overlay.language.turn import owner_subject
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Cardinality, Change

ANCHORED_BUT_QUOTE = kinds.ANCHORED - {"quote"}
NAMED_BUT_QUOTE = kinds.NAMED - {"quote"}
LONGEST = 6
"""Words of a value at most."""
_OWN = frozenset({"my", "our", "her", "his"})


def is_owned(thing: Phrase) -> bool:
    """Whether a phrase names what is somebody's: *my gym*, *Ben's gym*."""
    return (thing.owner in _OWN or thing.owner_is_name) and thing.pronoun is None


def changed_to(scene: Scene) -> Iterator[Candidate]:
    """*We've changed our default branch to mainline*: what is owned, and its value behind *to*."""
    tokens = scene.sentence.tokens
    for clause in scene.sentence.clauses:
        thing, subject = clause.bare(), clause.subject
        first = subject.pronoun in {"i", "we"} if subject is not None else implicit_first_person(clause, scene)
        if clause.passive and clause.done and clause.verb in _REASSIGNING and subject is not None and is_owned(subject):
            yield from _reassigned(scene, clause, subject)
        if not first or not clause.done or clause.verb not in _ALTERING or thing is None or not is_owned(thing):
            continue
        if thing.end >= len(tokens) - 1 or tokens[thing.end].lower != "to":
            continue
        to = thing.end + 1
        value = read_phrase(tokens, to)
        if value is not None and value.end < len(tokens) - 1 and tokens[value.end].lower == "to":
            to = value.end + 1  # my flight to Paris to May 5
            value = read_phrase(tokens, to)
        if clause.verb == "move" and (value is None or kind_of(value)[0] not in ANCHORED_BUT_QUOTE):
            continue  # I moved my desk to the window
        if clause.verb == "move" and stays_itself(scene, thing, value):
            continue
        spoken = [x.token for x in tokens[to : value.end if value is not None else to + 1]]
        if (value is not None and value.pronoun is not None) or not 0 < len(spoken) <= LONGEST:
            continue
        yield from given(_since(scene, clause, value), thing, value, (spoken[0].start, spoken[-1].end))


def _since(scene: Scene, clause: Clause, value: Phrase | None) -> Scene:
    """*I switched my editor to Zed this week*: since then; *our standup to 10* may be for then."""
    timed = value is not None and kind_of(value)[0] in kinds.MEASURED
    return scene if timed else replace(scene, clause=clause)


_ITSELF = frozenset("medication dose phone laptop computer tablet car bike motorbike van pet pet_dog pet_cat".split())
"""What is moved to another provider or place and is what it was: *I moved my prescriptions to Costco*."""


def stays_itself(scene: Scene, thing: Phrase, value: Phrase | None) -> bool:
    """Whether what is moved is what it was, and the value no other one of its kind."""
    named = scene.lexicon.by_noun(attribute_label(thing))
    if named is None or named.id not in _ITSELF or value is None or kind_of(value)[0] in kinds.TIMED:
        return False
    known = scene.lexicon.thing_of(value_text(scene, value)[0])
    return known is None or known is named


_REASSIGNING = frozenset("change switch update reassign rename set".split())


def _reassigned(scene: Scene, clause: Clause, thing: Phrase) -> Iterator[Candidate]:
    """*My emergency contact has been changed to Rosalind*: a name that somebody gave to what is owned."""
    tokens, at = clause.tokens, clause.verb_end
    value = read_phrase(tokens, at + 1) if at < len(tokens) - 1 and tokens[at].lower == "to" else None
    if value is None or value.pronoun is not None or kind_of(value)[0] not in NAMED_BUT_QUOTE:
        return
    if thing.owner in {"my", "our"}:
        yield from given(_since(scene, clause, value), thing, value, phrase_span(value))


_ALTERING = frozenset("change switch move set update raise lower bump".split())
CHANGING = _ALTERING | _REASSIGNING


def new_one(scene: Scene) -> Iterator[Candidate]:
    """*I've got a new hobby, fencing*, *a new GP called Dr Lewis*: what is new, and beside it what it is."""
    tokens = scene.sentence.tokens
    for clause in scene.sentence.clauses:
        thing, subject = clause.bare(), clause.subject
        first = subject.pronoun in {"i", "we"} if subject is not None else _goes_on(clause, scene)
        if not first or thing is None or clause.verb not in {"get", "have", "choose", "pick", "start", "set"}:
            continue
        new = any(x.lower in {"new", "different"} for x in thing.tokens[thing.start : thing.head])
        if not new or clause.negated or clause.mood != "actual" or thing.end >= len(tokens) - 1:
            continue
        if tokens[thing.end].lower not in _BEFORE_WHICH or scene.lexicon.by_noun(attribute_label(thing)) is None:
            continue
        value = read_phrase(tokens, thing.end + 1)
        end = value.end if value is not None else thing.end + 2
        closes = end >= len(tokens) or tokens[end].text in {".", "!", ","}
        if not closes or (value is not None and (value.pronoun is not None or value.owner is not None)):
            continue
        if tokens[thing.end].text == "," and value is not None and _is_one_more(value, tokens):
            continue
        told = given(
            _since(scene, clause, value), thing, value, (tokens[thing.end + 1].token.start, tokens[end - 1].token.end)
        )
        named = scene.lexicon.by_noun(attribute_label(thing))
        several = named is not None and named.cardinality is Cardinality.MULTI  # a new dog called Rex is one more
        yield from (c.but(cardinality=Cardinality.MULTI, change=Change.NONE) if several else c for c in told)


def _goes_on(clause: Clause, scene: Scene) -> bool:
    """*I've stopped seeing Dr Owens, got a new therapist …*: what the speaker did, told on without *I*."""
    before = [c for c in scene.sentence.clauses if c.verb_start < clause.verb_start]
    if not before:
        return implicit_first_person(clause, scene)
    subject = next((c.subject for c in reversed(before) if c.subject is not None), None)
    joined = clause.tokens[clause.verb_start - 1].lower in {",", "and", "but", ";", "-"}
    return joined and clause.tense in {"past", "perfect"} and subject is not None and subject.pronoun in {"i", "we"}


def _is_one_more(value: Phrase, tokens: Sequence[Tagged]) -> bool:
    """*A new doctor, a smaller car*, *a new phone, case and charger*: the next of a list, or what somebody is like."""
    listed = value.end < len(tokens) and tokens[value.end].lower in {",", "and"}
    return not value.is_name and (value.determiner is not None or listed)


_BEFORE_WHICH = frozenset({",", ":", "-", "–", "—", "called", "named"})


def given(scene: Scene, thing: Phrase, value: Phrase | None, span: tuple[int, int]) -> Iterator[Candidate]:
    """A value that is told to be the new one of what a phrase names."""
    label = attribute_label(thing)
    if not label or label in DULL_HEADS:
        return
    kind, unit = kind_of(value) if value is not None else ("phrase", None)
    attribute = scene.lexicon.by_noun(label) or label
    if value is not None and kind in kinds.TIMED:
        attribute = scene.lexicon.fitting(label, value, kind) or label  # no flight number is May 5
    if value is not None and kind == "phrase" and is_a_setting(attribute, value, scene.lexicon):
        return
    if value is not None and value.determiner is not None:
        span = (phrase_span(value)[0], span[1])
    text = scene.turn.text[span[0] : span[1]]
    known = scene.lexicon.thing_of(text)
    if isinstance(attribute, Attribute) and known is not None and known is not attribute:
        attribute = known  # I've moved my phone to Vodafone, changed my email to Outlook
    owner = owner_subject(thing, scene.turn)
    found = make(scene, owner, attribute, text, span, kind, unit, Change.TOLD, TOLD, affirmed=True)
    when = found.valid_to is not None and found.valid_to <= scene.turn.at  # changed last month, it is so since
    yield found.but(cardinality=Cardinality.SINGLE, valid_to=None if when else found.valid_to)
