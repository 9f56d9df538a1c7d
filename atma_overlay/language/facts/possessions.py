"""What is owned, counted or scored: *we have 18 members*, *there are three ponies*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.facts import belongings
from atma_overlay.language.facts.from_others import handed
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import FREQUENCIES, kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import (
    DULL_HEADS,
    attribute_label,
    counted_attribute,
    is_time_adjunct,
    value_of,
)
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, WEAK, Scene, bounded_past, value_text
from atma_overlay.language.turn import subject_of
from atma_overlay.records import Change


def possession(scene: Scene) -> Iterator[Candidate]:
    """*We have 18 members*, *I've got a cashew allergy*, *there are three ponies*, *we scored 21*."""
    clause, turn = scene.clause, scene.turn
    there = clause.subject is not None and clause.subject.pronoun == "there" and clause.verb == "be"
    owns = clause.verb in {"have", "get", "own", "keep"} and (clause.verb != "get" or clause.tense == "perfect")
    counted = clause.bare()
    drilled = (
        clause.verb == "do" and counted is not None and kind_of(counted)[0] == "quantity" and clause.tense == "present"
    )
    owns = owns or (drilled and counted is not None and counted.head_lemma not in DULL_HEADS)
    scored = clause.verb in {"get", "score"} and clause.tense == "past" and clause.subject is not None
    thing = clause.verb in _HOLDING and clause.subject is not None and clause.subject.pronoun is None
    if not (there or owns or scored or thing):
        return
    if clause.tense in {"past", "habit_past"} and not scored and not bounded_past(scene):
        return
    subject = turn.speaker if there else subject_of(clause.subject, turn)
    if subject is None:
        yield from _counted(scene)
        return
    if scored:
        yield from _scored(scene, subject)
    else:
        yield from _held(scene, subject)


_HOLDING = frozenset("have get hold contain seat include employ fit number".split())
HAVING = _HOLDING | {"be", "own", "keep", "do", "score"}
"""Verbs that a possession may be told with."""


_PEOPLE = w.KIN | w.ACQUAINTANCES | {"parent", "people", "family", "guys", "folks"}


def _counted(scene: Scene) -> Iterator[Candidate]:
    """*Our newsletter has 340 subscribers*: what a thing of the speaker's counts."""
    clause, thing = scene.clause, scene.clause.subject
    if thing is None or thing.owner not in {"my", "our", None} or clause.verb not in _HOLDING:
        return
    counted = clause.bare()
    people = _PEOPLE
    if {thing.head_lemma, thing.tokens[thing.head].lower} & people:
        return
    if counted is None or not (thing.owner or thing.determiner == "the") or counted.pronoun is not None:
        return
    if kind_of(counted)[0] == "quantity" and counted.tokens[counted.head].lower == "people":
        if counts_its_own(clause):
            return  # the other team has nine people
        value, span = value_text(scene, counted)
        kind, unit = kind_of(counted)
        yield make(
            scene, scene.turn.speaker, attribute_label(thing) or "people", value, span, kind, unit, scene.told, OPEN,
            single=True,
        )  # fmt: skip
    elif kind_of(counted)[0] == "quantity":
        found = _thing(scene, scene.turn.speaker, counted)
        label = (attribute_label(thing) or thing.head_lemma).replace(" ", "_") if counts_its_own(clause) else ""
        if found is not None:
            yield _counted_of(label, found) if label else found


def _counted_of(thing: str, found: Candidate) -> Candidate:
    return found.but(attribute=f"{thing}_{found.attribute}", known_attribute=False, additive=True)


_ROOM = frozenset(
    """hold contain seat fit sleep take accommodate allow admit permit support include cover host serve need require
    carry offer""".split()
)
"""What a thing does with as many as it has room for, or comes with."""
_OTHER = frozenset("other another rival second".split())


def counts_its_own(clause: Clause) -> bool:
    """*The hall holds 40 members*, *the other club has 40*: none of those that the speaker counts.

    Args:
        clause: with a thing for its subject and a count for its object.
    """
    thing = clause.subject
    if thing is None or thing.owner in {"my", "our"}:
        return False
    if thing.head_lemma == "team" and thing.head > thing.core:
        return True
    return clause.verb in _ROOM or not _OTHER.isdisjoint([x.lower for x in thing.tokens[thing.start : thing.end]])


def _scored(scene: Scene, subject: str) -> Iterator[Candidate]:
    for complement in scene.clause.complements:
        if complement.phrase.pronoun is not None:
            continue
        phrase, kind, unit = value_of(complement.phrase)
        if complement.preposition is None and kind in kinds.COUNTED:
            value, span = value_text(scene, phrase)
            label = attribute_label(complement.phrase) or "score"
            yield make(scene, subject, label, value, span, kind, unit, scene.told, WEAK, single=False)


def _held(scene: Scene, subject: str) -> Iterator[Candidate]:
    held = ""
    for complement in scene.clause.complements:
        if complement.phrase.pronoun is not None:
            continue
        if complement.preposition is None and held and kind_of(complement.phrase)[0] in {"day", "frequency", "time"}:
            yield _scheduled(scene, subject, complement.phrase, held)
            continue
        if complement.preposition is None:
            held = attribute_label(complement.phrase) or held
            had = list(belongings.had(scene, subject, complement.phrase))
            yield from had
            found = None if had else _thing(scene, subject, complement.phrase)
        else:
            found = _beside_thing(scene, subject, complement, held) if held else None
        if found is not None:
            yield found
    for thing in _called_beside(scene):
        found = _thing(scene, subject, thing)
        if found is not None:
            yield found


def _called_beside(scene: Scene) -> Iterator[Phrase]:
    """*A cat called Miso and a hamster called Peanut*: what is had beside what the clause has, by its name."""
    clauses = scene.sentence.clauses
    at = next((n for n, x in enumerate(clauses) if x.verb_start == scene.clause.verb_start), len(clauses))
    for clause in clauses[at + 1 :]:
        if clause.verb not in {"call", "name"}:
            return
        thing = clause.subject
        if thing is not None and not clause.inherited_subject and thing.determiner in {"a", "an", "two"}:
            yield thing


_GRANTED = frozenset(
    """exemption prescription referral permit appointment licence license diagnosis discount grant visa waiver
    certificate treatment""".split()
)
"""What one has for a reason or a purpose that is worth keeping by itself."""


def _scheduled(scene: Scene, subject: str, phrase: Phrase, held: str) -> Candidate:
    """*We have a team meeting every Monday*: when what is held takes place."""
    kind, unit = kind_of(phrase)
    value, span = value_text(scene, phrase)
    attribute = scene.lexicon.fitting(held, phrase, kind) or f"{held} {kind}"
    return make(scene, subject, attribute, value, span, kind, unit, scene.told, OPEN, single=True)


def _beside_thing(scene: Scene, subject: str, complement: Complement, held: str) -> Candidate | None:
    """*A meeting at 9:15*, *a flat in Turin*: what stands behind the thing with a preposition."""
    phrase, kind, unit = value_of(complement.phrase)
    due = complement.preposition == "for" and kind == "phrase" and phrase.determiner is None and phrase.owner is None
    if due and held.rsplit(maxsplit=1)[-1] in _GRANTED:
        value, span = value_text(scene, phrase)
        return make(scene, subject, f"{held}_for", value, span, kind, unit, scene.told, WEAK, single=False)
    if kind not in kinds.ANCHORED or is_time_adjunct(complement, kind):
        return None
    value, span = value_text(scene, phrase)
    attribute = scene.lexicon.by_noun(held) if kind in kinds.COUNTED else None
    if kind == "time":
        attribute = scene.lexicon.fitting(held, phrase, kind)
    key = attribute or f"{held}_{complement.preposition}"
    found = make(scene, subject, key, value, span, kind, unit, scene.told, OPEN, single=False)
    return found.but(change=Change.NONE) if handed(held, complement.preposition) else found


def _thing(scene: Scene, subject: str, original: Phrase) -> Candidate | None:
    """The thing itself: a count of it, its name, or its kind where a noun modifies it."""
    label = attribute_label(original)
    paced = _paced(scene, subject, original)
    if paced is not None:
        return paced
    amount = _amount_of(scene, subject, original)
    if amount is not None:
        return amount
    phrase, kind, unit = value_of(original)
    value, span = value_text(scene, phrase)
    if not label and kind in kinds.NAMED and original.is_name and original.determiner in {"a", "an"}:
        return make(scene, subject, "have", value, span, kind, unit, scene.told, OPEN, single=False)
    if not label or original.head_lemma in DULL_HEADS or _only_new(original):
        return None
    if kind in kinds.COUNTED:
        counted = counted_attribute(original, label)
        return make(scene, subject, counted, value, span, kind, unit, scene.told, OPEN, single=True)
    modified = any(x.tag == t.NOUN for x in phrase.tokens[phrase.core : phrase.head])
    told = original.determiner in {"a", "an", None} or original.owner is not None
    if kind not in kinds.ANCHORED and not (told and modified):
        return None
    attribute = scene.lexicon.fitting(label, phrase, kind) or label
    confidence = OPEN if kind in kinds.ANCHORED else WEAK
    return make(scene, subject, attribute, value, span, kind, unit, scene.told, confidence, single=False)


_MEASURES = frozenset(
    """limit budget quota goal target score rate size capacity threshold balance minimum maximum cap allowance average
    price timeout rating handicap level weight height age headcount""".split()
)
"""What is so high or so large, and is no number of heads: *a team of 7*."""


def _amount_of(scene: Scene, subject: str, original: Phrase) -> Candidate | None:
    """*A credit limit of 6,000*, *a budget of 8000 euros*: how much of what is named."""
    if original.of is None or original.determiner not in {"a", "an"} or not original.label:
        return None
    phrase, kind, unit = value_of(original.of)
    counted = kind == "number" and original.head_lemma in _MEASURES
    if not (counted or kind == "money") or phrase.determiner is not None or phrase.of is not None:
        return None
    value, span = value_text(scene, phrase)
    attribute = scene.lexicon.fitting(original.label, phrase, kind) or original.label
    return make(scene, subject, attribute, value, span, kind, unit, scene.told, OPEN, single=True)


def _paced(scene: Scene, subject: str, original: Phrase) -> Candidate | None:
    """*We have a weekly release cadence*: how often, said before what it is of."""
    said = original.tokens[original.start : original.end]
    at = next((i for i, x in enumerate(said) if x.lower in FREQUENCIES), None)
    if at is None:
        return None
    first, rest = said[at], [x for x in said[at + 1 :] if x.tag == t.NOUN]
    if not rest or rest[-1].lemma not in _PACES:
        return None
    label = " ".join(x.lower for x in rest)
    attribute = scene.lexicon.by_noun(label) or label
    span = (first.token.start, first.token.end)
    return make(scene, subject, attribute, first.text, span, "frequency", None, scene.told, OPEN, single=True)


_PACES = frozenset("cadence rhythm schedule cycle interval pace frequency".split())


def _only_new(phrase: Phrase) -> bool:
    """*A new default branch*: that there is one says nothing of what it is."""
    said = [x.lower for x in phrase.tokens[phrase.start : phrase.head] if x.tag != t.DET]
    named = any(x.tag in t.NAME_NUM_QUOTE for x in phrase.tokens[phrase.start : phrase.end])
    return said[:1] in (["new"], ["different"], ["another"]) and not named
