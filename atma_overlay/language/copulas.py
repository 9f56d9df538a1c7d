"""What *be* says: *the rent is 900*, *I am a nurse*, *Mina is my sister*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay.language import kinds
from atma_overlay.language import words as w
from atma_overlay.language.attributes import Attribute
from atma_overlay.language.candidates import BY_HEADS, Candidate, Part
from atma_overlay.language.clauses import Complement
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.making import make
from atma_overlay.language.phrases import Phrase
from atma_overlay.language.scene import COPULAR, OPEN, TYPED, WEAK, Scene, bounded_past, value_text
from atma_overlay.language.scopes import scope_of
from atma_overlay.language.tags import Tagged
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.language.value_phrases import (
    DULL_HEADS,
    DURATIONS,
    attribute_label,
    counted_attribute,
    definite,
    is_time_adjunct,
    joined_name,
    value_of,
    whole_address,
)
from atma_overlay.records import Cardinality, Change

_PEOPLE = w.KIN | w.ACQUAINTANCES

_ROLE_DETERMINERS = frozenset({"a", "an", "the", None})
_OF_TIME = frozenset("day date time month week year season hour evening morning deadline".split())
"""What an attribute may end in that tells by itself that its value is a time."""
_DULL_COMPLEMENTS = frozenset(
    """sure glad happy sorry fine good great ok okay afraid tired ready back home here there done able lucky hungry
    curious busy worried excited thankful proud right wrong true""".split()
)
_EVALUATIVE = frozenset("good great nice bad hard easy fun fine perfect lovely awful terrible odd weird funny".split())
_CONDITIONS = frozenset(
    """dead cold hot warm cool closed open full empty broken cracked slow fast noisy quiet loud dirty clean flat busy
    down gone crowded expensive cheap late early sick ill better worse charged locked unlocked
    fixed repaired away wet dry
    damaged ruined lost stolen missing free ready over finished heavy light dark bright messy tidy stuck""".split()
)
"""How a thing is, which is nothing that it is: *my phone is dead*."""
_PASSIONS = frozenset("love passion hobby obsession pastime joy thing".split())


_VERSIONED = frozenset("app release version build client package sdk site product firmware game plugin cli".split())
"""What has versions: a version said of one is that of the speaker's release."""
_OUT = frozenset("out live released shipped here available ready up deployed".split())


@dataclass(frozen=True, slots=True)
class _Said:
    """One complement of *be*, read as a value."""

    complement: Complement
    place: int
    """Its place among the complements, from 0."""
    phrase: Phrase
    kind: str
    unit: str | None
    text: str
    span: tuple[int, int]

    def of(
        self, scene: Scene, subject: str, attribute: Attribute | str, confidence: float, *, kind: str | None = None,
        change: Change | None = None, single: bool = True,
    ) -> Candidate:  # fmt: skip
        """The value as a candidate of an attribute; a kind that is given has no unit."""
        told = scene.told if change is None else change
        if kind is not None:
            return make(scene, subject, attribute, self.text, self.span, kind, None, told, confidence, single=single)
        return make(
            scene, subject, attribute, self.text, self.span, self.kind, self.unit, told, confidence, single=single
        )


def copula(scene: Scene) -> Iterator[Candidate]:
    """What *be* says of a thing or of somebody."""
    clause, subject_phrase = scene.clause, scene.clause.subject
    lasting = clause.verb in {"stay", "remain"} and subject_phrase is not None and subject_phrase.pronoun is None
    lasting = lasting and subject_phrase is not None and subject_phrase.owner is not None and clause.bare() is not None
    if (clause.verb != "be" and not lasting) or subject_phrase is None or subject_phrase.owner == "your":
        return
    role = subject_phrase.head_lemma in w.SOMEBODY and subject_phrase.determiner == "the"
    subject = None if role else subject_of(subject_phrase, scene.turn)  # *the person on my list is Dorcas* says who
    if clause.tense in {"past", "habit_past"} and not bounded_past(scene):
        priced = any(kind_of(c.phrase)[0] in {"money", "percent", "quantity"} for c in clause.complements)
        if subject is not None or not priced:
            return
    released = _released(scene, subject_phrase)
    if released is not None:
        yield released
        return
    impersonal = subject_phrase.pronoun in {"it", "that", "this", "these", "those"}
    topic = changed_topic(scene) if impersonal else None
    if topic is not None:
        yield from _of_topic(scene, topic)
        return
    joined = 0
    for place, complement in enumerate(clause.complements):
        said = _said(scene, complement, place) if complement.phrase.start >= joined else None
        if said is None:
            continue
        joined = said.phrase.end
        bare = place == 0 and complement.preposition is None
        named = _is_the_new(scene, said) if bare else None
        if named is not None:
            yield named
        elif bare and _owned(said.phrase) and subject_phrase.pronoun is None:
            yield from _named_mine(scene, said.phrase)
        elif (
            subject is None
            or _thing_measured(subject_phrase, said)
            or _is_called(scene, subject_phrase, said)
            or _compound_thing(scene, subject_phrase)
        ):
            yield from _of_thing(scene, subject_phrase, said)
        elif not impersonal or complement.preposition is not None or said.kind in kinds.COUNTED:
            yield from _of_person(scene, subject, said)


_ALTERING = frozenset(
    """change update move switch reset rename shift reschedule swap adjust alter amend revise push postpone rebook raise
    lower cut bump set relocate renew rework correct extend""".split()
)


def changed_topic(scene: Scene) -> Phrase | None:
    """What a clause before says was changed: *we changed the alarm code, it's 8826*."""
    before = [c for c in scene.sentence.clauses if c.verb_start < scene.clause.verb_start]
    if not before or before[-1].verb not in _ALTERING or not before[-1].done:
        return None
    last = before[-1]
    thing = last.subject if last.passive else last.bare()
    mine = (
        last.passive
        or last.subject is None
        or last.subject.pronoun in {"i", "we", "they"}
        or last.subject.owner in _MINE
        or _of_a_body(last.subject)
    )
    return thing if mine and thing is not None and thing.pronoun is None and not thing.is_name else None


_MINE = frozenset({"my", "our"})


def _of_a_body(phrase: Phrase) -> bool:
    """*IT changed the password, it's …*, *kids renamed the wifi*: who alters what *the* names for everybody."""
    bodies = "kid kids it hr facilities management finance marketing landlord council school gym provider admin".split()
    return phrase.owner is None and (phrase.head_lemma in bodies or phrase.tokens[phrase.head].lower in bodies)


def _of_topic(scene: Scene, topic: Phrase) -> Iterator[Candidate]:
    """The value of what was changed, told with *it is*."""
    label = attribute_label(topic)
    for place, complement in enumerate(scene.clause.complements[:1]):
        said = _said(scene, complement, place)
        if (
            said is None
            or not label
            or said.kind not in kinds.ANCHORED
            or topic.owner in {"your", "his", "her", "their"}
        ):
            continue
        attribute = scene.lexicon.fitting(label, said.phrase, said.kind) or label
        yield said.of(scene, owner_subject(topic, scene.turn), attribute, OPEN, change=Change.TOLD)


def _is_called(scene: Scene, subject: Phrase, said: _Said) -> bool:
    """*My dentist is Dr Sorel*: who somebody of the speaker's is."""
    named = said.kind == "name" and said.place == 0 and said.complement.preposition is None
    near = subject.head_lemma in _PEOPLE
    mine = (subject.owner in {"my", "our"} or subject.owner_is_name) and subject.pronoun is None
    return named and mine and (near or scene.lexicon.by_noun(attribute_label(subject)) is not None)


def _compound_thing(scene: Scene, subject: Phrase) -> bool:
    """*The team's package manager*: a known attribute of two words or more, whose last one may name a person."""
    label = attribute_label(subject)
    known = scene.lexicon.by_noun(label) if subject.pronoun is None and " " in label.replace("_", " ") else None
    return known is not None and "person" not in known.values


def _released(scene: Scene, subject: Phrase) -> Candidate | None:
    """*4.2 is out*: the version that is released now."""
    kind, unit = kind_of(subject) if subject.pronoun is None else ("", None)
    clause = scene.clause
    said = {x.lower for x in clause.tokens[clause.verb_start : clause.verb_end + 2]}
    version = scene.lexicon.by_noun("version")
    if kind != "version" or clause.negated or version is None or not said & _OUT:
        return None
    value, span = value_text(scene, subject)
    return make(scene, scene.turn.speaker, version, value, span, kind, unit, Change.SINCE, OPEN)


def _priced(said: _Said) -> bool:
    """*A sourdough is 4.20*: one price for every one of them."""
    return said.place == 0 and (
        said.kind in {"money", "percent"} or (said.kind in {"version", "number"} and "." in said.text)
    )


def _thing_measured(thing: Phrase, said: _Said) -> bool:
    """*Sourdough's 4.50*: a word that opens the sentence, with a price or a measure, is no person's name."""
    opens = thing.is_name and thing.start == 0 and thing.end == 1 and thing.pronoun is None
    decimal = said.kind in {"version", "number"} and said.text.count(".") == 1
    return opens and said.place == 0 and (decimal or said.kind in {"money", "percent"})


def _said(scene: Scene, complement: Complement, place: int) -> _Said | None:
    """A complement as a value; None for a pronoun, and for what only says how long or when."""
    subject = scene.clause.subject
    if complement.phrase.pronoun is not None or subject is None:
        return None
    phrase, kind, unit = value_of(complement.phrase)
    if kind == "quantity" and unit in DURATIONS and subject.pronoun in {"it", "that", "this"}:
        return None
    adverbial = place > 0 or complement.preposition in {"since", "until", "for"}
    if adverbial and is_time_adjunct(complement, kind):
        return None
    if kind == "number" and complement.preposition == "at" and subject.pronoun is None:
        kind = "time"
    if kind == "name" and place == 0 and complement.preposition is None and subject.pronoun is None:
        phrase = joined_name(whole_address(phrase))
    text, span = value_text(scene, phrase)
    return _Said(complement, place, phrase, kind, unit, text, span)


def _is_setting(scene: Scene, label: str, said: _Said) -> bool:
    """*The default branch is master*: a known setting with a bare word for its value."""
    known = scene.lexicon.by_noun(label)
    plain = said.phrase.determiner is None and said.phrase.owner is None and len(said.text.split()) == 1
    wanted = known is not None and bool({"name", "code"} & set(known.values)) and known.domain == "software_project"
    return wanted and plain and said.text.lower() not in _EVALUATIVE | _DULL_COMPLEMENTS


def _listed(scene: Scene, thing: Phrase, attribute: Attribute, token: Tagged) -> Candidate:
    """*The commute is a twenty-minute walk*: the word that the attribute's list holds is the value."""
    span = (token.token.start, token.token.end)
    value = scene.turn.text[span[0] : span[1]]
    owner = owner_subject(thing, scene.turn)
    return make(scene, owner, attribute, value, span, "phrase", None, scene.told, COPULAR)


_SOMEWHERE = frozenset("at by under behind beside on with".split())
CARRIED = frozenset("phone laptop tablet computer camera headphones wearable car bike other_vehicle glasses".split())
"""Things that are somewhere: *my phone is at the office* says not which phone."""


def _of_thing(scene: Scene, thing: Phrase, said: _Said) -> Iterator[Candidate]:
    """*The rent is 805*: the thing names the attribute."""
    label, kind, preposition = attribute_label(thing), said.kind, said.complement.preposition
    if thing.is_name and not label and _thing_measured(thing, said):
        label = thing.head_lemma
    if not label or (kind == "phrase" and said.text.lower() in _CONDITIONS):
        return
    if kind not in kinds.ANCHORED and (said.place > 0 or said.text.lower() in _EVALUATIVE or preposition):
        return
    setting = _is_setting(scene, label, said)
    if (
        kind == "phrase"
        and not setting
        and (thing.owner is None or said.phrase.determiner == "a" or len(said.text.split()) > 4)
    ):
        return
    apart = scope_of(scene, thing)
    attribute = f"{apart} {label}" if apart else scene.lexicon.by_noun(label) or label
    if kind == "version" and not apart and label in _VERSIONED and said.text[:1] in "v0123456789":
        attribute = scene.lexicon.by_noun("version") or attribute
    elsewhere = preposition in {"in", "near"} and isinstance(attribute, Attribute) and "place" not in attribute.values
    elsewhere = elsewhere or (
        preposition in _SOMEWHERE and isinstance(attribute, Attribute) and attribute.id in CARRIED
    )
    if preposition and kind in kinds.NAMED and (said.place > 0 or elsewhere):
        attribute = f"{label} {preposition}"  # my GP is in Leeds
    measured = kind in kinds.MEASURED
    if measured and isinstance(attribute, Attribute) and not scene.lexicon.admits(attribute, said.phrase, kind):
        attribute = label
    if isinstance(attribute, Attribute) and attribute.value_list and kind in {"phrase", "quantity"}:
        listed = scene.lexicon.listed(attribute, said.phrase)
        if listed is not None:
            yield _listed(scene, thing, attribute, listed)
            return
    moved = scene.clause.particle in {"up", "down"} and preposition == "to"
    dated = kind in {"day", "date", "time"}
    if isinstance(attribute, str) and dated and attribute.split()[-1] not in _OF_TIME:
        attribute = f"{attribute} {kind}"
    found = said.of(
        scene, owner_subject(thing, scene.turn), attribute, COPULAR, change=Change.TOLD if moved else None,
        single=(definite(thing) or _priced(said)) and (said.place == 0 or dated),
    )  # fmt: skip
    yield found.but(cardinality=Cardinality.MULTI, additive=True) if _is_one_more(thing) else found


def _is_one_more(thing: Phrase) -> bool:
    """*My other gym is Nova*: it stands beside the one that is known."""
    return any(x.lower in {"other", "another"} for x in thing.tokens[thing.start : thing.head])


def _of_person(scene: Scene, subject: str, said: _Said) -> Iterator[Candidate]:
    if said.complement.preposition is not None:
        found = _where(scene, subject, said)
    elif said.kind == "number":
        found = _aged(scene, subject, said)
    else:
        found = _what(scene, subject, said)
    if found is not None:
        yield found


def _where(scene: Scene, subject: str, said: _Said) -> Candidate | None:
    """*I'm at Acme*, *she's on nights*, *we're up to 20 litres of milk*."""
    phrase, kind, preposition = said.phrase, said.kind, said.complement.preposition
    if preposition in {"on", "at", "off", "in"} and kind == "phrase" and said.place == 0:
        short = len(said.text.split()) <= 2 and phrase.head_lemma not in DULL_HEADS | w.TIME_NOUNS
        if (short and phrase.determiner in {None, "the"}) or phrase.head_lemma == "night":
            return said.of(scene, subject, f"be_{preposition}", WEAK, single=False)
        return None
    moved = scene.clause.particle in {"up", "down", "back"} and preposition == "to"
    if kind == "quantity" and (phrase.of is not None or (moved and attribute_label(phrase))):
        counted = counted_attribute(phrase, attribute_label(phrase))
        return said.of(scene, subject, counted, OPEN, change=Change.TOLD if moved else None)
    if moved and kind in kinds.COUNTED:
        found = said.of(scene, subject, "", OPEN, change=Change.TOLD, single=False)
        return found.but(part=Part.ADOPTED)
    if kind not in kinds.ANCHORED or is_time_adjunct(said.complement, kind):
        return None
    numbered = kind in kinds.COUNTED or any(c.isdigit() for c in said.text)
    if preposition == "in" and numbered and phrase.head_lemma not in kinds.COUNTED:
        label = attribute_label(phrase)
        return said.of(scene, subject, label or "be_in", COPULAR, kind="name", single=bool(label))
    before = scene.clause.complements[: said.place]
    working = preposition in {"at", "for"} and any(
        c.preposition is None and scene.lexicon.is_role(c.phrase) for c in before
    )
    known = scene.lexicon.by_noun("employer") if working else None
    return said.of(scene, subject, known or f"be_{preposition}", OPEN, single=False)


def _aged(scene: Scene, subject: str, said: _Said) -> Candidate | None:
    """*I'm 34*: the age; *we're 21* counts heads, *I'm a 10* is a size, and neither says anybody's age."""
    subject_phrase = scene.clause.subject
    if subject_phrase is not None and subject_phrase.pronoun in {"it", "that", "this", "these", "those"}:
        return None
    plural = scene.clause.subject is not None and scene.clause.subject.pronoun in {"we", "they"}
    ours = subject_phrase is not None and subject_phrase.pronoun == "we" and "today" not in scene.said
    if ours and said.phrase.determiner is None and said.text.lower() != "one" and len(said.text.split()) == 1:
        heads = said.of(scene, subject, "", OPEN, change=Change.TOLD, single=False)
        return heads.but(part=Part.ADOPTED, attribute=BY_HEADS)
    if said.text.lower() == "one" or said.phrase.determiner is not None or (plural and len(said.text.split()) == 1):
        return None
    if len(said.text.split()) == 1:
        return said.of(scene, subject, scene.lexicon.by_noun("age") or "age", COPULAR)
    return _what(scene, subject, said)


def _what(scene: Scene, subject: str, said: _Said) -> Candidate | None:
    """*I'm a nurse*, *she's vegetarian*, *he's Aldo*: what or who somebody is."""
    lexicon, phrase = scene.lexicon, said.phrase
    filled = _fills_post(scene, said)
    if filled is not None:
        return filled
    if said.kind == "quantity":
        plural = scene.clause.subject is not None and scene.clause.subject.pronoun in {"we", "they"}
        return said.of(scene, subject, w.lemma(phrase.head_lemma), OPEN, single=plural)
    if said.kind == "name" and subject != scene.turn.speaker:
        return said.of(scene, subject, "identity", OPEN, single=False)
    listed = lexicon.by_value(phrase)
    if listed is not None:
        return said.of(scene, subject, listed, TYPED, kind="phrase")
    if lexicon.is_role(phrase) and phrase.determiner in _ROLE_DETERMINERS:
        occupation = lexicon.by_noun("occupation") or "occupation"
        return said.of(scene, subject, occupation, COPULAR, kind="role", single=False)
    plain = said.place == 0 and phrase.determiner in {"a", "an"} and len(said.text.split()) <= 5
    if plain and phrase.head_lemma not in DULL_HEADS | _DULL_COMPLEMENTS:
        return said.of(scene, subject, "kind", WEAK, kind="phrase", single=False)
    return None


def _is_the_new(scene: Scene, said: _Said) -> Candidate | None:
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


def _fills_post(scene: Scene, said: _Said) -> Candidate | None:
    """*Ingrid is release manager as of this week*: who holds a post of the speaker's team."""
    subject = scene.clause.subject
    post = scene.lexicon.by_noun(attribute_label(said.phrase)) if said.kind == "phrase" else None
    led = said.phrase.determiner in {None, "the"} and said.phrase.owner in {None, "our"}
    if subject is None or not subject.is_name or post is None or not led or scene.told is Change.NONE:
        return None
    if "person" not in post.values or post.domain != "software_project":
        return None
    value, span = value_text(scene, subject)
    return make(scene, scene.turn.speaker, post, value, span, "name", None, scene.told, OPEN)


def _owned(phrase: Phrase) -> bool:
    return phrase.owner in {"my", "our"} or (phrase.owner_is_name and not phrase.is_name)


def _named_mine(scene: Scene, phrase: Phrase) -> Iterator[Candidate]:
    """*Mina is my sister*, *chess is my other passion*: the subject is the value."""
    subject = scene.clause.subject
    head = phrase.head_lemma
    told = " " in attribute_label(phrase) and head in _OF_TIME
    if subject is None or (head in DULL_HEADS and head not in _PASSIONS and not told):
        return
    value, span = value_text(scene, subject)
    timed = kind_of(subject)[0] in kinds.TIMED or subject.tokens[subject.head].lower in w.MONTH_NAMES
    named = subject.is_name or timed
    if not named and head not in _PASSIONS and scene.lexicon.by_noun(head) is None:
        return
    noun = "hobby" if head in _PASSIONS else attribute_label(phrase) or head
    attribute = scene.lexicon.by_noun(noun) or noun
    kind = "name" if named else "phrase"
    unit = None
    if timed:
        kind, unit = kind_of(subject)
    yield make(
        scene, owner_subject(phrase, scene.turn), attribute, value, span, kind, unit, scene.told, COPULAR, single=timed
    )
