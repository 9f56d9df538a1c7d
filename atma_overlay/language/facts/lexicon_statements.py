"""Candidate statements by the patterns of the lexicon: what a clause says of the attributes that it knows."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.changes.doers import done_for_speaker
from atma_overlay.language.changes.slot_changes import is_a_setting
from atma_overlay.language.doubts.happened import NOT_QUITE, dated_long_ago, in_doubt
from atma_overlay.language.doubts.one_more import one_more
from atma_overlay.language.doubts.outings import is_an_outing
from atma_overlay.language.endings.occasions import for_a_while, restricts
from atma_overlay.language.endings.partings import STOPPING
from atma_overlay.language.facts.done_to_speaker import to_speaker
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.complements import recipient
from atma_overlay.language.grammar.cues import one_off
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, joined_name, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene, bounded_past, implicit_first_person, value_text
from atma_overlay.language.turn import subject_of
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.towns import is_no_place
from atma_overlay.records import Act, Cardinality, Change

_VERBAL = t.AUXILIARY | {t.VERB, t.GEN}
_OVER = re2.compile(r"\b(?:no longer|any ?more|any longer|no more)\b")
_OF_TOWNS = frozenset({None, "street", "park", "station"})
"""Sorts of names that a place to live may have: nobody's home is a meeting room."""
_PROMOTING = frozenset("promote make appoint rise step retrain requalify".split())
"""What changes what somebody is, where one may be several things."""


def by_lexicon(scene: Scene) -> Iterator[Candidate]:
    """The candidates of one clause that patterns of the lexicon match."""
    clause = scene.clause
    subject = subject_of(clause.subject, scene.turn)
    if subject is None and clause.subject is None and implicit_first_person(clause, scene):
        subject = scene.turn.speaker
    if to_speaker(clause):
        subject = scene.turn.speaker
    owner = subject or _project_subject(clause.subject, scene)
    if owner is None:
        return
    thing = clause.subject is not None and clause.subject.pronoun in {"it", "that", "this", "these", "those"}
    past = clause.tense in {"past", "habit_past"} and clause.verb != "bear"
    unnamed = clause.subject if subject is None and not thing else None
    of_another = unnamed is not None and unnamed.owner is not None and unnamed.owner not in {"my", "our"}
    if of_another and unnamed is not None and unnamed.head_lemma in _BODIES:
        return  # a friend's startup, their company
    others = (unnamed is not None and _of_a_part(unnamed)) or any(map(_on_a_part, clause.complements))
    read: set[tuple[str, str, int, int]] = set()
    for attribute, effect, found in scene.lexicon.match(clause):
        place = (found.start, found.end) if isinstance(found, Phrase) else found
        if (attribute.id, effect, *place) in read or (effect == "change" and _is_set_so(scene, attribute, found)):
            continue  # as another of the attribute's patterns has it, or how the thing is set
        read.add((attribute.id, effect, *place))
        if (subject is None or thing) and attribute.domain != "software_project":
            continue
        if effect == "end" and isinstance(found, Phrase) and found == recipient(clause):
            continue
        if effect == "end" and not clause.adverbs.isdisjoint(NOT_QUITE):
            continue  # I nearly gave up squash
        if effect == "end" and clause.progressive and clause.tense == "past":
            continue  # I was giving up squash: and did I?
        if effect == "end" and clause.negated and not _OVER.search(scene.said):
            continue  # I'm not giving up squash
        if effect == "statement" and attribute.id == "dating_partner" and is_an_outing(clause):
            continue
        if effect == "statement" and past and (not bounded_past(scene) or _one_day(scene)):
            continue
        if past and clause.passive and not isinstance(found, Phrase):
            continue  # we were married in 2010: an event, and nothing of today; see `wedlock`
        of_others = owner != scene.turn.speaker and effect != "end"
        theirs = not (of_others and done_for_speaker(clause.subject, clause.bare()))
        if not theirs and not (_is_done(clause) or clause.progressive):
            continue  # my landlord puts the rent up to £900 each spring
        itself = _is_named(attribute, clause.subject)
        done_to = clause.passive and itself
        mine = not theirs or (done_to and not one_off(scene.sentence.lowered))
        found_here = _matched(scene, scene.turn.speaker if mine else owner, attribute, effect, found)
        doubted = others and not itself and effect == "change" and attribute.domain == "software_project"
        doubted = doubted or (not theirs and not _is_done(clause))  # my landlord is putting the rent up
        yield from (c.but(confidence=min(c.confidence, DOUBTED)) for c in found_here) if doubted else found_here


def _is_set_so(scene: Scene, attribute: Attribute, found: Phrase | tuple[int, int]) -> bool:
    """*I switched my editor to dark mode*: whether a change that is told of an owned thing only sets it."""
    thing = scene.clause.bare()
    if thing is None or thing.owner is None or not isinstance(found, Phrase) or found == thing:
        return False
    return kind_of(found)[0] == "phrase" and is_a_setting(attribute, found, scene.lexicon)


def _of_a_part(subject: Phrase) -> bool:
    """*The analytics team*, *half the team*, *my old company*: not all of the speaker's own."""
    words = [x.lower for x in subject.tokens[subject.start : subject.head + 1]]
    if "one" in words[1:] or "ones" in words[1:]:
        return True  # the analytics one
    if subject.head_lemma not in _BODIES:
        return False
    before = {x.lower for x in subject.tokens[max(0, subject.start - 2) : subject.head]}
    mine = subject.owner is not None or (subject.determiner == "the" and subject.head == subject.core)
    return not mine or not before.isdisjoint(_NOT_ALL)


def _on_a_part(beside: Complement) -> bool:
    """*Migrated to Jenkins on the docs repo*: the rest may be where it was."""
    phrase = beside.phrase
    led = phrase.determiner == "the" and phrase.head > phrase.core and not phrase.is_name
    return beside.preposition in {"on", "for"} and led and phrase.head_lemma not in w.TIME_NOUNS


_BODIES = frozenset(
    """team department squad company startup business firm agency client customer competitor studio shop office branch
    group unit crew vendor supplier partner""".split()
)
_NOT_ALL = frozenset("old former previous ex last first second other next sister parent half some part most".split())


def _is_named(attribute: Attribute, subject: Phrase | None) -> bool:
    """*Standup got moved to 10*: whether what something is done to is what the attribute is called by."""
    if subject is None or subject.owner is not None:
        return False
    return " ".join(x.lower for x in subject.tokens[subject.core : subject.head + 1]) in attribute.nouns


def _is_done(clause: Clause) -> bool:
    """*My landlord has put the rent up to £900*; whoever does so *puts* it up."""
    form = clause.tokens[clause.verb_start].lower
    return clause.tense in {"past", "perfect"} or (form == clause.verb and clause.verb in _ALIKE)


_ALIKE = frozenset("put set cut let reset".split())
"""Verbs whose past is called as their present is."""


def _for_now(scene: Scene, of: Phrase | tuple[int, int]) -> bool:
    """*Stopped playing the drums for a bit*, *speaking Catalan in front of them*: an end for a while, or in part."""
    clauses = scene.sentence.clauses
    with_it = [c for c in clauses if c is scene.clause or (c.subject is None and c.start >= scene.clause.end)]
    beside = [c for clause in with_it for c in clause.complements if c.phrase is not of]
    if any(map(for_a_while, beside)):
        return True
    if scene.clause.verb == "be" and _OFF_FOR_NOW.search(scene.sentence.lowered):
        return True
    return scene.clause.verb in STOPPING and any(map(restricts, beside))


_OFF_FOR_NOW = re2.compile(
    r"\boff \S+(?: \S+)? (?:today|tonight|tomorrow|until|till|this|on|over|for (?:a|the)|last|when|while)\b"
)
"""*I'm off metformin until Monday*."""


def _one_day(scene: Scene) -> bool:
    """*Yesterday I took a taxi to work* is no habit, not even one that is over."""
    return any(s.grain == "day" and s.kind in {"at", "in", "during"} for s in scene.times)


def _matched(
    scene: Scene, owner: str, attribute: Attribute, effect: str, found: Phrase | tuple[int, int]
) -> Iterator[Candidate]:
    """The candidates of one pattern of the lexicon; a span is that of a verb which is itself the value."""
    if isinstance(found, Phrase):
        phrase = value_of(found)[0]
        kind, unit = kind_of(phrase)
        if scene.clause.verb == "become" and phrase.owner in {"my", "our"}:
            return  # Victor became my manager
        so_much = kind == "quantity" and phrase.of is not None
        so_much = so_much and scene.lexicon.listed(attribute, phrase.of or phrase) is not None
        if attribute.id == "medication" and effect != "end":
            yield from _dose(scene, owner, phrase, leads=so_much)
        if so_much and phrase.of is not None:
            kind, unit = kind_of(phrase.of)
        if kind == "number" and "time" in attribute.values and not {"quantity", "money"} & set(attribute.values):
            kind = "time"  # I get up at 7
        if phrase.head_lemma == "rid" or (
            attribute.value_list and phrase.of is not None and phrase.head_lemma in _OF_IT
        ):
            return  # I got rid of the Saab, I became a member of the vegan society
        if effect == "statement" and attribute.id == "home_city" and phrase.head_lemma in _QUARTERS:
            attribute = scene.lexicon.attributes.get("neighbourhood", attribute)
        timed = kind == "phrase" and phrase.head_lemma in w.TIME_NOUNS and not set(attribute.values) & kinds.TIMED
        elsewhere = attribute.id == "home_city" and scene.lexicon.sort_of(value_text(scene, phrase)[0]) not in _OF_TOWNS
        named = (
            scene.clause.verb in attribute.any_name_after and kind in kinds.NAMED and phrase.determiner in {"a", "an"}
        )
        elsewhere = elsewhere or (attribute.id == "home_city" and is_no_place(phrase, value_text(scene, phrase)[0]))
        if timed or elsewhere or not (named or scene.lexicon.admits(attribute, phrase, kind)):
            return
        lone = attribute.cardinality is Cardinality.SINGLE and kind in kinds.NAMED
        pieces = [value_text(scene, joined_name(phrase) if lone else phrase)]
        if attribute.cardinality is Cardinality.MULTI:
            pieces += _listed(scene, phrase)
    else:
        kind, unit = "activity", None
        pieces = [(scene.turn.text[found[0] : found[1]], found)]
    if effect == "end":
        value, span = pieces[0]
        ended = make(scene, owner, attribute, value, span, kind, unit, Change.TOLD, TYPED, act=Act.END)
        doubted = _for_now(scene, found) or in_doubt(scene.clause, scene) or dated_long_ago(ended, scene)
        yield ended.but(confidence=DOUBTED) if doubted else ended
        return
    lone = attribute.cardinality is Cardinality.SINGLE
    lone = lone or scene.clause.verb in _PROMOTING
    change = (Change.TOLD if lone else Change.SINCE) if effect == "change" else scene.told
    for value, span in pieces:
        told = make(scene, owner, attribute, value, span, kind, unit, change, TYPED)
        if kind == "activity":
            told = told.but(norm=scene.clause.verb)  # cycling is to cycle
        if one_more(attribute, told.span, scene):
            told = told.but(cumulative=True)
        if effect == "statement" and scene.times and scene.clause.tense == "past":
            told = _of_its_period(told, scene)
        yield told.but(valid_to=None, temporary=False) if effect == "change" and _dates_onset(scene) else told


_DOSE_ENDS = tuple(sorted(kinds.DOSED))


def _dose(scene: Scene, owner: str, medicine: Phrase, *, leads: bool) -> Iterator[Candidate]:
    """*I take 50 mg of sertraline*, *sertraline, 50 mg every morning*: how much of it.

    Args:
        scene: the clause and what surrounds it.
        owner: who takes it.
        medicine: what is taken.
        leads: whether the amount stands before it.
    """
    tokens, at = medicine.tokens, medicine.end
    behind = at + 1 < len(tokens) and tokens[at].text in {",", "("} and tokens[at + 1].tag == t.NUM
    behind = behind and sum(x.lower.endswith(_DOSE_ENDS) for x in tokens) == 1  # of several each has its own
    amount = medicine if leads else read_phrase(tokens, at + 1) if behind else None
    dose = scene.lexicon.by_noun("dose")
    if amount is None or dose is None:
        return
    listed = leads or scene.lexicon.listed(scene.lexicon.attributes["medication"], medicine) is not None
    kind, unit = kind_of(amount)
    if listed and kind == "quantity" and unit in kinds.DOSED:
        value, (start, _) = value_text(scene, amount)
        value = value.split(" of ")[0]
        yield make(scene, owner, dose, value, (start, start + len(value)), kind, unit, scene.told, TYPED)


def _of_its_period(told: Candidate, scene: Scene) -> Candidate:
    """*In 2019 I took sertraline*: a state of a time that is over, though the verb also tells of what stands since."""
    clause = scene.clause
    if clause.passive or told.valid_to is not None or clause.verb not in scene.lexicon.stative_verbs:
        return told
    over = [s for s in scene.times if s.kind in {"in", "during"} and s.end is not None and s.end <= scene.turn.at]
    return told.but(valid_from=over[0].start, valid_to=over[0].end) if over else told


def _dates_onset(scene: Scene) -> bool:
    """Whether the times of a change say when it came about (*broke my wrist in 2021*), not how long it lasted."""
    past = scene.clause.tense in {"past", "perfect"}
    return past and bool(scene.times) and all(s.kind in {"in", "at", "ago"} for s in scene.times)


def _project_subject(phrase: Phrase | None, scene: Scene) -> str | None:
    """The thing of a project that a phrase names (*the invoice service*, *our backend*); *it* is the last one named."""
    if phrase is None:
        return None
    if phrase.pronoun == "it":
        return scene.turn.speaker
    label = attribute_label(phrase)
    words = [x for x in label.split() if x not in {"service", "app", "project", "application", "system"}]
    return " ".join(words) or label or None


_OF_IT = frozenset("member fan supporter follower friend patron part lover founder".split())
"""What one is of a club or a cause, which need not be what one is."""
_QUARTERS = frozenset("quarter district neighbourhood neighborhood suburb borough".split())
"""Parts of a town: who lives in one lives in the town, too."""


def _listed(scene: Scene, phrase: Phrase) -> Iterator[tuple[str, tuple[int, int]]]:
    """What is joined to a value by commas and *and*, where a slot holds several."""
    tokens, i = phrase.tokens, phrase.end
    while i < len(tokens) and (tokens[i].text == "," or tokens[i].lower in {"and", "or"}):
        following = read_phrase(tokens, i + 1) if i + 1 < len(tokens) else None
        if following is None or following.pronoun is not None:
            return
        after = tokens[following.end] if following.end < len(tokens) else None
        head = following.tokens[following.head]
        counted = head.tag == t.NUM or head.lower == "one" or kind_of(following)[0] in kinds.COUNTED
        if (after is not None and after.tag in _VERBAL) or counted:
            return  # on sertraline, two in the morning
        yield value_text(scene, following)
        i = following.end
