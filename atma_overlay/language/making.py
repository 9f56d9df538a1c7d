"""How a rule makes a candidate of what it finds in a clause."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atma_overlay.language.candidates import DOUBTED, Candidate, Part
from atma_overlay.language.dates.stays import interval
from atma_overlay.language.doubts.one_more import HOLDING, ONE_PLACE, for_one_thing, of_one_object, one_of_several
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.cues import one_off, renewed
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.scene import Scene
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.facets import NAMEABLE, Reading, reread
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

LENT = 0.45
"""Confidence of what is only lent: it is noted, and takes no other's place."""
_LENT = PatternSet(
    r"(?i)\b(?:rental|rented|hired?|loan(?:ed|er| \p{L}+)|courtesy|borrowed|stand-in|temporary|replacement)\b"
)
_LENDING = Sign("(?i)rental|rented|hire|loan|courtesy|borrowed|stand-in|temporary|replacement")
_ALSO = frozenset("also too".split())


def make(  # noqa: PLR0913, PLR0917 - the fields of a candidate
    scene: Scene, subject: str, attribute: Attribute | str, value: str, span: tuple[int, int], kind: str,
    unit: str | None, change: Change, confidence: float, *, part: Part = Part.STATEMENT, act: Act = Act.ASSERT,
    single: bool = True, affirmed: bool | None = None, additive: bool = False, replaces: str | None = None,
) -> Candidate:  # fmt: skip
    """A candidate of a clause, with the clause's time and polarity.

    An end of what is told (*not … anymore*) becomes a mention of something that stopped.

    Args:
        scene: the clause and what surrounds it.
        subject: a canonical subject, or a pronoun with a question mark before it.
        attribute: one of the lexicon, or open vocabulary in plain words.
        value: the value, verbatim.
        span: where the value stands, as character offsets into the turn.
        kind: what kind of value it is; see `kinds`.
        unit: the unit of a measure.
        change: how plainly it is told that something changed.
        confidence: from 0 to 1.
        part: what the candidate needs from what is already known.
        act: assert, end, correct or retract.
        single: whether an open attribute holds one value at a time.
        affirmed: the polarity; the clause's own by default.
        additive: whether the value comes beside the others.
        replaces: the old value, where it is told.
    """
    if kind in kinds.COUNTED and value[:1] in _LETTERS:
        value, span = _amount(value, span)
    start, end, temporary = _stay(scene, kind, change)
    confidence = min(confidence, LENT) if _is_lent(value, scene) else confidence
    read = reread(Reading(attribute, kind, unit, confidence), value, scene, part)
    known = isinstance(read.attribute, Attribute)
    key = read.attribute.id if isinstance(read.attribute, Attribute) else read.attribute.lower().replace(" ", "_")
    change = Change.SINCE if change is Change.NONE and _renewed(read.attribute, key, scene) else change
    positive = (not scene.clause.negated) if affirmed is None else affirmed
    if act is Act.ASSERT and scene.clause.negated and _over(scene):
        part, act, positive = Part.RETIRED, Act.END, True
    thing = scene.lexicon.thing_of(value) if read.kind in NAMEABLE else None
    if thing is not None and known and thing.id != key and subject == scene.turn.speaker and _of_a_component(scene):
        read = replace(read, confidence=min(read.confidence, DOUBTED))
    several = scene.clause.verb in HOLDING and one_of_several(span, scene)
    places = {key, thing.id if thing is not None else None} & ONE_PLACE
    several = several or (bool(places) and of_one_object(span, scene.clause))
    return Candidate(
        part, act, subject, key, known, _cardinality(read, scene, change, single=single), value, normalise(value),
        read.kind, read.unit, positive, span, scene.sentence.text, start, end, temporary, change, replaces,
        read.confidence, place=span[0], additive=additive or not _ALSO.isdisjoint(scene.clause.adverbs),
        sort=_sort(value, thing, scene) if read.kind in kinds.NAMED else None,
        thing=thing.id if thing is not None else None,
        cumulative=several or (thing is not None and for_one_thing(thing, span, scene.clause)),
    )  # fmt: skip


_LETTERS = frozenset("fnorsu")
_AS_EVER = frozenset("usual same normal regular old full standard original".split())


def _amount(value: str, span: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """*My usual 75 mg* is 75 mg."""
    first, _, rest = value.partition(" ")
    return (rest, (span[1] - len(rest), span[1])) if first in _AS_EVER and rest[:1].isdigit() else (value, span)


def _sort(value: str, thing: Attribute | None, scene: Scene) -> str | None:
    """The sort of institution that a name tells; a *MacBook Air* is a laptop and no airline."""
    sort = scene.lexicon.sort_of(value)
    return sort if thing is None or thing.id == sort else None


def _of_a_component(scene: Scene) -> bool:
    """*The billing service is on Postgres now*: what it runs on is no payment provider."""
    subject = scene.clause.subject
    return subject is not None and subject.pronoun is None and subject.head_lemma in w.COMPONENTS


def _is_lent(value: str, scene: Scene) -> bool:
    sentence = scene.sentence
    if value in sentence.text and not sentence.shows(_LENDING, sentence.text):
        return False
    return _LENT.found_in(value)


def _stay(scene: Scene, kind: str, change: Change) -> tuple[datetime, datetime | None, bool]:
    """When it holds from and to, and whether for a while only; some kinds and changes hold until the next one."""
    start, end, temporary = interval(scene)
    if kind == "version":
        return start, None, False  # today's release is the one until the next
    if not temporary:
        return start, end, temporary
    reading = kind in kinds.COUNTED and not scene.clause.complements and scene.clause.subject is None  # in a fragment
    event = scene.clause.tense in {"past", "perfect"} and change is not Change.NONE
    came_to_stay = event or "for good" in scene.sentence.lowered  # the day is when that was
    return (start, None, False) if reading or came_to_stay else (start, end, True)


def _cardinality(read: Reading, scene: Scene, change: Change, *, single: bool) -> Cardinality:
    if read.by_name:
        return Cardinality.MULTI
    if read.kind == "time" and change is Change.NONE and one_off(scene.sentence.lowered):
        return Cardinality.MULTI
    if isinstance(read.attribute, Attribute):
        return read.attribute.cardinality
    return Cardinality.SINGLE if single else Cardinality.MULTI


def _renewed(attribute: Attribute | str, key: str, scene: Scene) -> bool:
    """Whether the sentence calls what the attribute is of new."""
    fresh = renewed(scene.sentence.lowered)
    return bool(fresh) and not fresh.isdisjoint({*key.split("_"), *_nouns_of(attribute)})


def _nouns_of(attribute: Attribute | str) -> list[str]:
    """What a known attribute is called."""
    return [] if isinstance(attribute, str) else [n.split()[-1] for n in attribute.nouns]


def _over(scene: Scene) -> bool:
    """*Not … anymore*, *no longer*."""
    return bool(scene.clause.adverbs & {"anymore", "longer"}) or "any more" in scene.sentence.lowered
