"""What other verbs say: who does what, where and with what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate, touches
from atma_overlay.language.changes.change_verbs import THROUGH, is_through
from atma_overlay.language.changes.exchanges import exchanged
from atma_overlay.language.doubts.one_more import nothing_behind
from atma_overlay.language.facts.copulas import naming
from atma_overlay.language.facts.done_to_speaker import moved_onto, to_speaker
from atma_overlay.language.facts.measures import bargain
from atma_overlay.language.facts.occasions import is_once
from atma_overlay.language.facts.possessions import counts_its_own
from atma_overlay.language.facts.regular_sums import names_its_sum
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import (
    DULL_HEADS,
    attribute_label,
    counted_attribute,
    is_time_adjunct,
    phrase_span,
    value_of,
)
from atma_overlay.language.making import make
from atma_overlay.language.scene import (
    OPEN,
    STARTS,
    WEAK,
    Scene,
    begins,
    bounded_past,
    implicit_first_person,
    value_text,
)
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.records import Change

_LIGHT = frozenset("do have get keep put set make hold begin start give need".split())
"""Verbs that say little: what they are about is their object (*do the layout in Scribus*)."""
_MEASURING = frozenset("cost take last measure weigh total number stand start open end land leave arrive".split())
_LOCATIVE = frozenset({None, *"at in on with by from near for".split()})
_NOT_TOLD = frozenset("be say tell ask think know mean guess".split())
"""Verbs with rules of their own, and verbs of saying and thinking."""
_AVERSIONS = frozenset("hate dislike avoid detest loathe".split())
_MEMBERSHIP = ("sit_under", "report_into", "report_to", "belong_to", "fall_under", "be_under")


@dataclass(frozen=True, slots=True)
class _Doing:
    """Who or what a verb statement is about, and how its verb is told."""

    owner: str
    label: str
    """What the thing is called that does it; empty where somebody does."""
    past: bool
    standing: bool
    """Whether what is told lasts."""
    light: bool
    told: Change


def verb_complements(scene: Scene) -> Iterator[Candidate]:
    """*I work at Acme*, *the API runs on Fly*, *she teaches at Oakdale Primary*: a verb and what it is done with."""
    if scene.clause.verb in _NOT_TOLD:
        return
    named = naming(scene)
    if named is not None:
        yield named
        return
    if exchanged(scene.clause, scene.lexicon) is not None:
        return  # I switched cars with Lena
    untold = [c for c in scene.clause.complements if not _is_told(scene, c)]
    doing = _doing(scene) if untold else None
    if doing is None or bargain(scene, scene.clause.bare()):
        return
    for complement in untold:
        if complement.phrase.head_lemma == "more" or names_its_sum(scene, complement):
            continue  # not … any more, £900 in rent
        affected = doing.past and doing.label and complement.preposition is None
        if affected and kind_of(complement.phrase)[0] == "quantity":
            continue  # the storm took one goat: how many it took, not how many there are
        found = _complement(scene, doing, complement)
        if found is not None:
            yield found


def _is_told(scene: Scene, complement: Complement) -> bool:
    """*I work at Acme*: whether the lexicon, or another rule, has read the value already."""
    return bool(scene.taken) and touches(phrase_span(value_of(complement.phrase)[0]), scene.taken)


def _doing(scene: Scene) -> _Doing | None:
    clause, lexicon = scene.clause, scene.lexicon
    light = clause.verb in _LIGHT and not clause.passive
    light = light and not to_speaker(clause)
    light = light and not (clause.verb in {"start", "begin"} and clause.bare() is None)
    doer = _doer(scene)
    if to_speaker(clause) and moved_onto(scene):
        return None  # see `moves`
    if (light and clause.bare() is None) or doer is None:
        return None
    if clause.negated and clause.verb in lexicon.leaving_verbs:
        return None  # I haven't cancelled Spotify yet
    owner, label = doer
    past = clause.tense in {"past", "habit_past"}
    event = clause.verb in lexicon.event_verbs
    started = _started(scene)
    standing = clause.verb in lexicon.stative_verbs or clause.passive or bool(label and not past) or started
    habitual = bool(label) and clause.tense == "present" and not clause.progressive
    standing = standing and (clause.passive or not event or habitual)
    if past and not started and not bounded_past(scene):
        return None
    if event and not past and not standing and not clause.progressive and clause.tense != "perfect":
        return None
    told = Change.SINCE if started and scene.told is Change.NONE else scene.told
    told = Change.TOLD if clause.verb in _ANEW and clause.done else told
    return _Doing(owner, label, past, standing, light, told)


def _doer(scene: Scene) -> tuple[str, str] | None:
    """The subject of what is told, and the label of the thing that does it where nobody does."""
    clause, turn = scene.clause, scene.turn
    phrase = clause.subject
    if phrase is None:
        return (turn.speaker, "") if implicit_first_person(clause, scene) else None
    if phrase.owner == "your" or phrase.pronoun == "you":
        return None
    if to_speaker(clause):
        return turn.speaker, ""
    told_of = _told_of(scene)
    if told_of:
        return turn.speaker, told_of
    subject = subject_of(phrase, turn)
    if subject is not None:
        return subject, ""
    label = attribute_label(phrase)
    if phrase.determiner in {"a", "an", "another", "some"} and phrase.owner is None:
        return None  # an intern swears by it: nobody's state that is known
    return (owner_subject(phrase, turn), label) if label else None


def _told_of(scene: Scene) -> str:
    """What *it* is, by what stands before: *they've rescheduled my flight, it leaves at …*, *new number: it ends …*."""
    clause = scene.clause
    if clause.subject is None or clause.subject.pronoun != "it":
        return ""
    before = [c for c in scene.sentence.clauses if c.verb_start < clause.verb_start]
    thing = before[-1].bare() or before[-1].subject if before else None
    if thing is None:
        colon = clause.subject.start - 1
        tokens = clause.tokens
        if colon < 1 or tokens[colon].text != ":":
            return ""
        start = colon
        while start and tokens[start - 1].tag in t.NOUN_POSS_DET:
            start -= 1
        thing = read_phrase(tokens, start) if start < colon else None
    return attribute_label(thing) if thing is not None and thing.pronoun is None and not thing.is_name else ""


def _started(scene: Scene) -> bool:
    """Whether the clause tells the start of what lasts."""
    clause = scene.clause
    if to_speaker(clause):
        return True
    started = begins(clause) or (clause.verb in STARTS and clause.tense == "perfect")
    if started and not {clause.particle or "", *clause.adverbs} & {"off", "out", "away", "down"}:
        return True
    if clause.verb in {"cut", "put", "set"} and clause.tense == "present" and bounded_past(scene):
        return True
    lately = clause.tense in {"past", "habit_past"} and bool(clause.adverbs & {"recently", "lately"})
    return lately and clause.verb in {"feed", "use", "wear", "run", "drive"}


_ANEW = {"reassign": "assign"}
"""Verbs of what is done once more, by what was done before."""
_WITH_SEVERAL = frozenset({
    ("depend", "on"), ("rely", "on"), ("subscribe", "to"), ("donate", "to"), ("contribute", "to"),
    ("save", "for"),
})  # fmt: skip
"""What is done with several at a time: *the project depends on pydantic now*."""


def _complement(scene: Scene, doing: _Doing, complement: Complement) -> Candidate | None:
    clause, original = scene.clause, complement.phrase
    over = clause.passive and complement.preposition == "with" and clause.verb in THROUGH and is_through(clause)
    if over or original.pronoun is not None or complement.preposition in {"since", "until", "till"}:
        return None
    one = original.determiner == "the" and original.tokens[original.end - 1].text in {"one", "ones"}
    if one or (complement.preposition is None and _is_where_that_is(clause, original)):
        return None  # took the Grafana one down
    phrase, kind, unit = value_of(original)
    value, span = value_text(scene, phrase)
    if kind == "number" and complement.preposition == "at":
        clocked = clause.verb in _CLOCKED and value.isdigit() and 0 < int(value) <= _LAST_HOUR  # we start at 7
        kind = "time" if clocked or (doing.label and clause.verb in _MEASURING) else kind
    if is_time_adjunct(complement, kind) or (doing.past and kind in {"day", "date", "time"}):
        return None
    if not _tells(scene, doing, complement, kind, value):
        return None
    if kind == "quantity" and (unit == w.lemma(original.tokens[original.head].lower) or original.of is not None):
        counted = counted_attribute(original, attribute_label(original))
        if not counted or not (doing.standing or doing.past):
            return None
        apart = bool(doing.label) and (counts_its_own(clause) or clause.verb == "weigh")  # my suitcase weighs 23 kg
        whose = f"{doing.label} {counted}" if apart else counted
        more = doing.past and not bounded_past(scene)  # we signed 20 customers: so many more
        return make(
            scene,
            doing.owner,
            whose,
            value,
            span,
            kind,
            unit,
            scene.told,
            OPEN,
            single=not more,
            additive=apart or more,
        )
    attribute, measuring = _attribute(scene, doing, complement, kind)
    own = scene.lexicon.by_noun(_common_part(phrase)) if kind == "name" and doing.standing else None
    named_so = own is not None and "person" not in own.values and scene.lexicon.admits(own, phrase, kind)
    if own is not None and named_so and doing.owner == scene.turn.speaker:
        return make(scene, doing.owner, own, value, span, kind, unit, doing.told, OPEN)
    named_thing = clause.subject is None or clause.subject.pronoun not in {"it", "that", "this", "they"}
    lasting = doing.standing and not doing.past and clause.tense == "present"
    measured = named_thing and lasting and (kind in kinds.COUNTED or kind == "frequency")
    measured = measured or (bool(doing.label) and lasting and kind == "time")
    if measured and unit is not None and not measuring:
        attribute = f"{attribute}_{unit}"
    once = is_once(clause, complement)
    told = Change.NONE if once else doing.told
    several = clause.verb in scene.lexicon.additive_verbs and complement.preposition in {None, "about"}
    several = several or (clause.verb, complement.preposition) in _WITH_SEVERAL
    found = make(
        scene, doing.owner, attribute, value, span, kind, unit, told, OPEN if doing.standing and not once else WEAK,
        single=measured, affirmed=not clause.negated and clause.verb not in _AVERSIONS, additive=several,
    )  # fmt: skip
    one_by_one = clause.progressive and complement.preposition is None  # I'm reading Emma now
    return found.but(cumulative=True) if several and not one_by_one and nothing_behind(span, scene) else found


_WHERE = frozenset({"in", "to", "from", "near", "at"})


def _is_where_that_is(clause: Clause, phrase: Phrase) -> bool:
    """*I live in Portland, Oregon*: where the place is that was just named, and nothing by itself."""
    comma = phrase.start - 1
    closes = phrase.end >= len(phrase.tokens) or phrase.tokens[phrase.end].tag == t.PUNCT
    if not phrase.is_name or not closes or comma < 1 or phrase.tokens[comma].text != ",":
        return False
    return any(c.phrase.end == comma and c.phrase.is_name and c.preposition in _WHERE for c in clause.complements)


_CLOCKED = frozenset("start begin open close meet finish".split())
_LAST_HOUR = 12


def _common_part(phrase: Phrase) -> str:
    """The common nouns behind a name: *meeting room* of *the Cedar meeting room*."""
    parts = phrase.tokens[phrase.core : phrase.end]
    named = max((i for i, x in enumerate(parts) if x.tag == t.NAME), default=-1)
    nouns = [x.lower for x in parts[named + 1 :] if x.tag in t.NOUN_OR_VERB]
    return " ".join(nouns) if named >= 0 and len(nouns) == len(parts) - named - 1 else ""


def _tells(scene: Scene, doing: _Doing, complement: Complement, kind: str, value: str) -> bool:
    """Whether a complement is a value: anchored, or the short object of a verb that lasts."""
    clause = scene.clause
    if doing.light:
        about = attribute_label(clause.bare()) or doing.label or doing.owner != scene.turn.speaker
        return complement.preposition is not None and bool(about) and kind in kinds.ANCHORED and kind != "quote"
    if kind in kinds.ANCHORED:
        return kind != "quote"
    manner = complement.preposition == "in" and complement.phrase.head_lemma in _MANNERS and " " not in value
    if manner and kind == "phrase":
        return False
    plain = clause.verb in scene.lexicon.stative_verbs and complement.preposition in _LOCATIVE
    short = complement.phrase.head_lemma not in DULL_HEADS and len(value.split()) <= 3
    return plain and short and not doing.past


_MANNERS = frozenset(
    """peace silence quiet private public secret comfort style luxury poverty fear hope pain agony tears misery harmony
    shift pair group turn burst sprint block stage hurry rush jeans sock shorts pyjamas pajamas slipper heels""".split()
)
"""How something is done, and not where or at what: *I work in silence*, *in shifts*."""


def _attribute(scene: Scene, doing: _Doing, complement: Complement, kind: str) -> tuple[str, bool]:
    """The attribute of a complement, and whether the verb only measures what its subject names."""
    clause, lexicon = scene.clause, scene.lexicon
    preposition, label = complement.preposition or "", doing.label.replace(" ", "_")
    measure = kind in kinds.MEASURED
    part = _own_part(clause, complement)
    facet = lexicon.facet_of(part, preposition) if part else None
    if facet is not None and facet.id != "home_city":  # my flat in York may be let
        return f"{part.replace(' ', '_')}_{preposition}", False
    bare = clause.bare()
    thing = attribute_label(bare) if bare is not None and bare.start < complement.phrase.start else ""
    themed = measure and bool(preposition)
    if thing and (doing.light or themed):
        named = lexicon.by_noun(thing) if themed else None
        base = named.id if named is not None else thing.replace(" ", "_")
        return _joined(base, "" if themed else preposition), False
    if label and measure:
        named = lexicon.fitting(doing.label, complement.phrase, kind)
        if named is not None or clause.verb in _MEASURING or kind in {"money", "percent"}:
            return _joined(named.id if named is not None else label), True
    about = thing.replace(" ", "_") if kind in kinds.NAMED and preposition else ""
    if kind == "frequency":
        about = _done_with(bare, complement)
    return _joined(label, about, _ANEW.get(clause.verb, clause.verb), clause.particle or "", preposition), False


def _own_part(clause: Clause, complement: Complement) -> str:
    """*Moved to Austin for my job at Dell*: what of the speaker's own a complement is told of; empty where of none."""
    at = complement.phrase.start - 1
    before = next((c.phrase for c in clause.complements if c.phrase.end == at), None)
    return attribute_label(before) if before is not None and before.owner in {"my", "our"} else ""


def _done_with(bare: Phrase | None, often: Complement) -> str:
    """*The tablets every evening*, *the drops every morning*: what is done that often, save how much it is."""
    if bare is None or bare.start >= often.phrase.start or kind_of(bare)[0] in kinds.COUNTED:
        return ""
    return (attribute_label(bare) or bare.head_lemma).replace(" ", "_")


def _joined(*parts: str) -> str:
    return _belonging("_".join(p for p in parts if p))


def _belonging(attribute: str) -> str:
    """One attribute for the verbs that say what something is part of."""
    for verb in _MEMBERSHIP:
        if attribute.endswith(verb):
            return attribute.removesuffix(verb) + "belong_to"
    return attribute
