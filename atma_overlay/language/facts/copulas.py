"""What *be* says: *the rent is 900*, *I am a nurse*, *Mina is my sister*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.changes.changed_topics import changed_topic, of_topic
from atma_overlay.language.changes.plain_owners import RANKS, is_over
from atma_overlay.language.dates.stays import as_it_was
from atma_overlay.language.facts.copula_people import of_person
from atma_overlay.language.facts.copula_things import of_thing, released_version, thing_measured
from atma_overlay.language.facts.copula_values import OF_TIME, Said, said_as
from atma_overlay.language.facts.descriptions import tells_origin
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene, bounded_past, value_text
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.records import Cardinality, Change

_PEOPLE = w.KIN | w.ACQUAINTANCES
_PASSIONS = frozenset("love passion hobby obsession pastime joy thing".split())


def copula(scene: Scene) -> Iterator[Candidate]:
    """What *be* says of a thing or of somebody."""
    clause, subject_phrase = scene.clause, scene.clause.subject
    if clause.verb == "become":
        yield from _became_mine(scene)
    lasting = clause.verb in {"stay", "remain"} and subject_phrase is not None and subject_phrase.pronoun is None
    lasting = lasting and subject_phrase is not None and subject_phrase.owner is not None and clause.bare() is not None
    if (clause.verb != "be" and not lasting) or subject_phrase is None or subject_phrase.owner == "your":
        return
    role = subject_phrase.head_lemma in w.SOMEBODY and subject_phrase.determiner == "the"
    subject = None if role else subject_of(subject_phrase, scene.turn)  # *the person on my list is Dorcas* says who
    was = clause.tense in {"past", "habit_past"} and not bounded_past(scene)
    if was:
        priced = any(kind_of(c.phrase)[0] in {"money", "percent", "quantity"} for c in clause.complements)
        if subject is not None or not priced or clause.tense == "habit_past":
            return
    released = released_version(scene, subject_phrase)
    if released is not None:
        yield released
        return
    impersonal = subject_phrase.pronoun in {"it", "that", "this", "these", "those"}
    topic = changed_topic(scene) if impersonal else None
    if topic is not None:
        yield from of_topic(scene, topic)
        return
    joined = 0
    for place, complement in enumerate(clause.complements):
        said = said_as(scene, complement, place) if complement.phrase.start >= joined else None
        if said is None:
            continue
        joined = said.phrase.end
        bare = place == 0 and complement.preposition is None
        named = (_is_the_new(scene, said) or _names_relation(scene, said)) if bare else None
        if named is not None:
            yield named
        elif bare and _owned(said.phrase) and subject_phrase.pronoun is None:
            yield from _named_mine(scene, said.phrase)
        elif (
            subject is None
            or thing_measured(subject_phrase, said)
            or _is_called(scene, subject_phrase, said)
            or _compound_thing(scene, subject_phrase)
        ):
            for found in of_thing(scene, subject_phrase, said):
                yield as_it_was(found, scene) if was else found
        elif not impersonal or complement.preposition is not None or said.kind in kinds.COUNTED:
            yield from of_person(scene, subject, said)


def _names_relation(scene: Scene, said: Said) -> Candidate | None:
    """*My sister's name is Lotte*: who she is, as in *my sister is Lotte*; *my name is Ann*: who the speaker is."""
    subject = scene.clause.subject
    if subject is None or subject.head_lemma != "name" or said.kind != "name" or subject.owner_is_name:
        return None
    if subject.owner == "my" and subject.core == subject.head:
        value, span = value_text(scene, said.phrase)
        if tells_origin(scene.lexicon, value) or value.lower() in scene.lexicon.words_of("languages_spoken"):
            return None  # my name is Polish
        return make(scene, scene.turn.speaker, "name", value, span, "name", None, scene.told, COPULAR)
    return _as_relation(scene, owner_subject(subject, scene.turn), said.phrase)


_NAMING = frozenset({"call", "name"})


def naming(scene: Scene) -> Candidate | None:
    """*My sister is called Lotte*, *my sister goes by Lotte*: who she is, whatever else she may be called."""
    clause, subject = scene.clause, scene.clause.subject
    by = "by" if clause.verb == "go" and not clause.passive else None
    if subject is None or (by is None and not (clause.verb in _NAMING and clause.passive)):
        return None
    past = clause.negated or clause.tense in {"past", "habit_past"}
    if past or subject.owner_is_name or subject.head_lemma not in _PEOPLE:
        return None
    named = next((c.phrase for c in clause.complements if c.preposition == by), None)
    whose = subject_of(subject, scene.turn)
    if named is None or whose is None or kind_of(named)[0] != "name":
        return None
    found = _as_relation(scene, whose, named)
    if found is None:
        return None
    # Who is called Bob may be Robert all the same, and from now on as well.
    sure = found.confidence if scene.told is Change.NONE else DOUBTED
    return found.but(cardinality=Cardinality.MULTI, change=Change.NONE, confidence=sure)


def _as_relation(scene: Scene, somebody: str, named: Phrase) -> Candidate | None:
    """Who somebody of the speaker's is, by name."""
    whose, _, relation = somebody.partition("'s ")
    if whose != scene.turn.speaker or not relation:
        return None
    relation = relation.removeprefix("new ")  # whoever that was before
    attribute = scene.lexicon.by_noun(relation) or relation
    value, span = value_text(scene, named)
    return make(scene, whose, attribute, value, span, "name", None, scene.told, COPULAR, single=False)


def _is_called(scene: Scene, subject: Phrase, said: Said) -> bool:
    """*My dentist is Dr Sorel*: who somebody of the speaker's is."""
    named = said.kind == "name" and said.place == 0 and said.complement.preposition is None
    near = subject.head_lemma in _PEOPLE
    mine = (subject.owner in {"my", "our"} or subject.owner_is_name) and subject.pronoun is None
    if subject.owner in {"his", "her"}:  # my son Emil …, his teacher is Mr Vance: as Emil's teacher is
        whose = owner_subject(subject, scene.turn)
        mine = not whose.startswith("?") and "'s " not in whose
    return named and mine and (near or scene.lexicon.by_noun(attribute_label(subject)) is not None)


def _compound_thing(scene: Scene, subject: Phrase) -> bool:
    """*The team's package manager*: a known attribute of two words or more, whose last one may name a person."""
    label = attribute_label(subject)
    known = scene.lexicon.by_noun(label) if subject.pronoun is None and " " in label.replace("_", " ") else None
    return known is not None and "person" not in known.values


def _is_the_new(scene: Scene, said: Said) -> Candidate | None:
    """*3 March is the new date*, *Pim is our new conductor*: the subject is the value of what is called new."""
    subject, phrase = scene.clause.subject, said.phrase
    told = any(x.lower == "new" for x in phrase.tokens[phrase.start : phrase.head])
    if subject is None or subject.pronoun is not None or not told or phrase.is_name or subject.owner == "your":
        return None
    read, kind, unit = value_of(subject)
    label = attribute_label(phrase)
    if kind not in kinds.ANCHORED or not label or (phrase.determiner != "the" and phrase.owner not in {"my", "our"}):
        return None
    value, span = value_text(scene, read)
    attribute = scene.lexicon.by_noun(label) or label
    return make(
        scene, owner_subject(phrase, scene.turn), attribute, value, span, kind, unit, Change.SINCE, COPULAR, single=True
    )


def _owned(phrase: Phrase) -> bool:
    return phrase.owner in {"my", "our"} or (phrase.owner_is_name and not phrase.is_name)


_NOT_FOR_GOOD = frozenset(
    """almost nearly briefly temporarily never hardly practically virtually supposedly apparently former ex acting
    interim once ago for until till""".split()
)
"""*Victor almost became my manager*, *… for two weeks*: what was not so, or is so no more."""


def _became_mine(scene: Scene) -> Iterator[Candidate]:
    """*Victor became my manager*: who it is since then."""
    clause, subject = scene.clause, scene.clause.subject
    if subject is None or not subject.is_name or clause.negated or clause.tense not in {"past", "perfect"}:
        return
    phrase = clause.bare()
    if phrase is None or phrase.owner not in {"my", "our"} or phrase.of is not None:
        return
    ranked = not RANKS.isdisjoint([x.lower for x in phrase.tokens[phrase.core : phrase.end]])
    dated = any(x.span[0] >= clause.tokens[phrase.end - 1].token.end for x in scene.times)
    if ranked and not ((dated or is_over(clause.tokens, phrase.end)) and _opens(subject)):
        return  # as a kid Genesis became my favourite band; … my favourite band to see live
    for_a_while = any(c.preposition in {"for", "until", "till", "during"} for c in clause.complements)
    not_so = not scene.sentence.words.isdisjoint(_NOT_FOR_GOOD)
    for found in () if for_a_while or not_so else _named_mine(scene, phrase):
        yield found.but(change=Change.TOLD, valid_to=None, temporary=False)


def _opens(subject: Phrase) -> bool:
    """Whether nothing stands before a subject that says for when or whom it is told."""
    return subject.start == 0 or subject.tokens[subject.start - 1].tag in {t.CONJ, t.PUNCT}


_BEST = frozenset({"favourite", "favorite", "fave"})
_WHERE_ONE_IS = frozenset({"place", "spot"})
_OF_SOME = frozenset("for to in on at when with after before during among of so if from under".split())
"""Behind what is liked best these tell among what: *Emma is my favourite book for long flights*."""


def _named_mine(scene: Scene, phrase: Phrase) -> Iterator[Candidate]:
    """*Mina is my sister*, *chess is my other passion*: the subject is the value."""
    subject = scene.clause.subject
    head = phrase.head_lemma
    label = attribute_label(phrase)
    liked = label.partition(" ")[0] in _BEST
    told = " " in label and (head in OF_TIME or (liked and head in _WHERE_ONE_IS))
    if subject is None or (head in DULL_HEADS and head not in _PASSIONS and not told):
        return
    value, span = value_text(scene, subject)
    timed = kind_of(subject)[0] in kinds.TIMED or subject.tokens[subject.head].lower in w.MONTH_NAMES
    named = subject.is_name or timed
    if not named and head not in _PASSIONS and not liked and scene.lexicon.by_noun(head) is None:
        return
    noun = "hobby" if head in _PASSIONS else label or head
    attribute = scene.lexicon.by_noun(noun) or noun
    kind = "name" if named else "phrase"
    unit = None
    if timed:
        kind, unit = kind_of(subject)
    found = make(
        scene, owner_subject(phrase, scene.turn), attribute, value, span, kind, unit, scene.told, COPULAR, single=timed
    )
    behind = phrase.tokens[phrase.end].lower if phrase.end < len(phrase.tokens) else ""
    yield found.doubted() if liked and behind in _OF_SOME else found
