"""What is told to have changed, and not to what: *I switched gyms*, *my number has changed*, *new landlord now*.

The old value is safe no longer, and nothing is known in its place. Where the wording leaves room for the old one (*I
got a new bike*, *my doctor has changed*) that is proposed and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import DOUBTED, HELD, RETIRE, Candidate, Part, touches
from atma_overlay.language.changes.exchanges import exchanged, is_for_a_time
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.endings.slot_ends import NO_NEWS, names_it
from atma_overlay.language.facts.from_others import HANDED
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, implicit_first_person
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change

_CHANGING = frozenset("change switch swap replace trade exchange".split())
_MOVING = frozenset("move switch change swap transfer migrate".split())
_GETTING = frozenset("get have start begin find buy choose".split())
_MAYBE_NOT_YET = frozenset("find buy choose".split())
"""Who has found a new one may have the old one still."""
FRESH = frozenset("new different another".split())
VERBS = _CHANGING | _MOVING
SIGNS = FRESH | {"between", "same"}
_PASSIVE = w.BE | {"got"}
_MESSAGES = frozenset("email e-mail mail".split())
"""What one gets one after the other, though one has one, too."""
_NOW = frozenset("now nowadays".split())
_BEHIND = frozenset(
    """now nowadays today yesterday this last recently again finally anyway too though already and but so because since
    which who these at""".split()
)
"""What may stand behind it: *I switched gyms last week*; who did so *twice* or *for a day* tells no news."""
_TOLD_AGO = frozenset("when before after once until till while where if unless".split())
"""What opens a clause by which it may be an old story: *I changed banks when I moved here*."""
_HABITS = frozenset("always often usually sometimes rarely frequently constantly ever once occasionally".split())
_DATA = frozenset("code number quantity money percent version time day date frequency".split())
"""Kinds of values that cannot change and be the same: a number that has changed is another one."""


def changed_alone(whole: Scene) -> Iterator[Candidate]:
    """The slots that a sentence tells to hold something else by now, each by the words that name it."""
    sentence = whole.sentence
    if sentence.sentence.asks:
        return
    old_story = not _TOLD_AGO.isdisjoint(sentence.words)
    for clause in sentence.clauses:
        if not _tells_news(clause):
            continue
        scene = Scene(whole.turn, sentence, clause, whole.lexicon, whole.times)
        for found in _of_clause(scene):
            doubted = old_story or _is_quoted(scene) or in_doubt(clause, scene)
            yield found.but(confidence=DOUBTED) if doubted else found
    if not sentence.clauses:
        yield from _bare(whole)


def _tells_news(clause: Clause) -> bool:
    """Whether a clause says that something is so, or was done, once and not because of something else."""
    denied = clause.negated and not (clause.verb == "be" and _is_otherwise(clause))
    said = clause.mood == "actual" and not (denied or clause.asked)
    return said and clause.adverbs.isdisjoint(_HABITS) and clause.intro not in NO_NEWS and clause.particle is None


def _is_quoted(scene: Scene) -> bool:
    """*I'll start: I have a new girlfriend*: what more than a word leads in with a colon may be anybody's words."""
    before = scene.turn.text[scene.sentence.sentence.start : scene.clause.offsets[0]]
    lead, colon, _ = before.rpartition(":")
    return bool(colon) and len(lead.split()) > 1


def without_named(found: list[Candidate]) -> list[Candidate]:
    """What a sentence tells, without the doubt of what it names anew itself: *I switched gyms, I go to … now*."""
    doubts = [c for c in found if c.act is Act.DOUBT]
    if not doubts:
        return found
    things = [c.span for c in doubts]
    found = [
        c for c in found if c.act is Act.DOUBT or c.norm not in SIGNS
    ]  # no number is called different, or the same
    found = [c for c in found if c.part is not Part.ADOPTED or not touches(c.span, things)]  # no new value
    named = {(c.subject, c.attribute) for c in found if c.act is not Act.DOUBT}
    adopted = any(c.part is Part.ADOPTED for c in found)
    return [c for c in found if c.act is not Act.DOUBT or not (adopted or (c.subject, c.attribute) in named)]


def _of_clause(scene: Scene) -> Iterator[Candidate]:
    clause = scene.clause
    subject = clause.subject
    if clause.verb in _CHANGING and clause.done:
        yield from _done_to(scene) if clause.passive or clause.bare() is None else _by_somebody(scene)
    if subject is not None and clause.verb == "be" and _is_otherwise(clause):
        yield from _of_owned(scene, subject, sure=False)
    who = _who(scene)
    if who is None:
        return
    if clause.verb in _GETTING and (clause.done or _has(clause)):
        yield from _got(scene, who)
    for complement in clause.complements:
        if _tells_of_another(clause, complement) and _closes(complement.phrase):
            yield from _doubt(scene, who, complement.phrase, sure=True)


def _tells_of_another(clause: Clause, complement: Complement) -> bool:
    """*I moved to a different gym*, *I'm with another bank now*, *I'm between jobs*."""
    thing, preposition = complement.phrase, complement.preposition
    if clause.verb in _MOVING:
        return clause.done and preposition == "to" and _is_fresh(thing)
    if clause.verb != "be" or clause.tense != "present":
        return False
    if preposition == "between":
        return _is_plural(thing)
    return preposition in {"with", "at", "on"} and _is_fresh(thing) and not _for_today(thing)


def _who(scene: Scene) -> str | None:
    """Whose slot it is, by who acts."""
    clause = scene.clause
    if clause.subject is None:
        return scene.turn.speaker if implicit_first_person(clause, scene) else None
    return subject_of(clause.subject, scene.turn)


def _by_somebody(scene: Scene) -> Iterator[Candidate]:
    """*I switched gyms*, *I changed my number*: who does it, and whose it is."""
    clause, thing = scene.clause, scene.clause.bare()
    traded = exchanged(clause, scene.lexicon)
    if traded is not None:
        yield from _exchanged(scene, traded)
        return
    if thing is None or names_it(clause) or not _closes(thing):
        return
    owned = thing.owner is not None and not thing.owner_is_name
    who = owner_subject(thing, scene.turn) if owned else _who(scene)
    if who is not None and (owned or (_is_plural(thing) and clause.verb != "replace")):
        yield from _doubt(scene, who, thing, sure=True)


def _exchanged(scene: Scene, thing: Phrase) -> Iterator[Candidate]:
    """*I switched desks with Lena*: for how long is not told, nor whether each keeps what is the other's."""
    who = _who(scene)
    if who is not None and thing.head_lemma not in HANDED and not (scene.times or is_for_a_time(scene.clause)):
        yield from _doubt(scene, who, thing, sure=False)


def _done_to(scene: Scene) -> Iterator[Candidate]:
    """*My number has changed*, *our database was replaced*."""
    clause, thing = scene.clause, scene.clause.subject
    passive = clause.passive or any(x.lower in _PASSIVE for x in clause.tokens[clause.verb_start : clause.verb_end])
    if thing is not None and not clause.complements and (clause.verb == "change" or passive):
        last = clause.tokens[clause.verb_end] if clause.verb_end < len(clause.tokens) else None
        if last is None or _may_follow(last):
            yield from _of_owned(scene, thing, sure=passive)


def _of_owned(scene: Scene, thing: Phrase, *, sure: bool) -> Iterator[Candidate]:
    """Of a thing by whose it is; people change and stay who they are."""
    if thing.owner is not None and thing.head_lemma not in w.KIN and thing.head_lemma not in w.PETS:
        yield from _doubt(scene, owner_subject(thing, scene.turn), thing, sure=sure, data=True)


def _got(scene: Scene, who: str) -> Iterator[Candidate]:
    """*I've got a new boss*: what one has one of is another; of things one may have two."""
    thing = scene.clause.bare()
    if thing is None or names_it(scene.clause) or not _is_fresh(thing) or not _closes(thing):
        return
    if thing.determiner == "another" or thing.head_lemma in _MESSAGES:
        return  # one more
    for found in _doubt(scene, who, thing, sure=scene.clause.verb not in _MAYBE_NOT_YET):
        known = scene.lexicon.attributes.get(found.attribute)
        yield found if known is not None and "thing" not in known.values else found.but(confidence=DOUBTED)


def _bare(whole: Scene) -> Iterator[Candidate]:
    """*New landlord now*: a note without a verb."""
    sentence = whole.sentence
    opens = next((i for i, x in enumerate(sentence.tokens) if x.tag != t.PUNCT and x.lower != "got"), None)
    thing = None if opens is None or sentence.tokens[opens].lower != "new" else sentence.phrase_at(opens)
    if thing is None or thing.end >= len(sentence.tokens) or sentence.tokens[thing.end].lower not in _NOW:
        return
    last = sentence.tokens[thing.end + 1 :]
    if all(x.tag == t.PUNCT for x in last):
        yield from _doubt(_as_told(whole, thing), whole.turn.speaker, thing, sure=True)


def _as_told(whole: Scene, thing: Phrase) -> Scene:
    """A note as if it had a clause that tells it."""
    clause = Clause(thing.tokens, None, thing.start, thing.start, thing.start, thing.end, "have")
    return Scene(whole.turn, whole.sentence, clause, whole.lexicon, whole.times)


def _has(clause: Clause) -> bool:
    """*I have a new boss*."""
    return clause.verb == "have" and clause.tense == "present" and not clause.progressive


def _is_otherwise(clause: Clause) -> bool:
    """*My number is different now*, *my email isn't the same any more*."""
    behind = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 6] if x.lower not in {"no", "longer"}]
    if clause.tense != "present":
        return False
    if clause.negated:
        longer = "longer" in clause.adverbs or behind[2:3] == ["anymore"] or behind[2:4] in _NOT_NOW
        return behind[:2] == ["the", "same"] and longer and behind[2:3] not in (["as"], ["for"])
    return behind[:1] == ["different"] and not _NOW.isdisjoint(behind[1:2])


_NOT_NOW = (["any", "more"], ["any"])


def _is_fresh(thing: Phrase) -> bool:
    """*A new gym*, *another doctor*, *a different database*."""
    before = [x.lower for x in thing.tokens[thing.start : thing.head]]
    if thing.owner is not None or thing.is_name or not before or before[0] not in {"a", "an", "another"}:
        return False
    return before[0] == "another" or before[1:2] in (["new"], ["different"])


def _is_plural(thing: Phrase) -> bool:
    """*Gyms*, without a word that tells which."""
    head = thing.tokens[thing.head]
    bare = thing.owner is None and thing.determiner is None and thing.pronoun is None and thing.of is None
    return bare and head.tag == t.NOUN and head.lower != w.lemma(head.lower)


def _closes(thing: Phrase) -> bool:
    """Whether nothing behind a phrase says of which one, for how long, or how often."""
    if thing.of is not None:
        return False
    return thing.end >= len(thing.tokens) or _may_follow(thing.tokens[thing.end]) or _dates(thing.tokens, thing.end)


_DATING = frozenset("in on over during around at back".split())
_BEFORE_A_DATE = frozenset("the early late mid last this".split())
_DATES = w.MONTH_NAMES | w.DAY_NAMES | w.SEASONS | w.FEASTS


def _dates(tokens: Sequence[Tagged], at: int) -> bool:
    """*I changed jobs in March*, *over the summer*, *at Christmas*, *on Monday*: when that was stands behind it."""
    opens = at
    while at < len(tokens) and tokens[at].lower in _DATING:
        at += 1
    while opens < at < len(tokens) and tokens[at].lower in _BEFORE_A_DATE:
        at += 1
    if not opens < at < len(tokens):
        return False
    said = tokens[at].lower
    return said in _DATES or (len(said) == _YEAR and said.isdigit())


_YEAR = 4


def _for_today(thing: Phrase) -> bool:
    """*I'm with another doctor today*: on that day."""
    return thing.end < len(thing.tokens) and thing.tokens[thing.end].lower in {"today", "this"}


def _may_follow(token: Tagged) -> bool:
    return token.tag == t.PUNCT or token.lower in _BEHIND or token.lower in _TOLD_AGO


def _doubt(scene: Scene, who: str, thing: Phrase, *, sure: bool, data: bool = False) -> Iterator[Candidate]:
    """Doubt of whatever a slot holds; with `data`, surely where its values are no names."""
    label = attribute_label(thing).removeprefix("new ").removeprefix("different ")
    attribute = slot_of(label, scene.lexicon) or label
    if not attribute or thing.is_name:
        return
    if isinstance(attribute, Attribute):
        if attribute.cardinality is not Cardinality.SINGLE:
            return
        sure = sure or (data and not _DATA.isdisjoint(attribute.values))
    span = phrase_span(thing)
    yield make(
        scene, who, attribute, scene.turn.text[span[0] : span[1]], span, HELD, None, Change.TOLD,
        RETIRE if sure else DOUBTED, part=Part.RETIRED, act=Act.DOUBT, affirmed=True,
    )  # fmt: skip


def slot_of(label: str, lexicon: Lexicon) -> Attribute | None:
    """The known slot that a noun names; where one works is called by the job, and a new flat is in the same town."""
    altered = lexicon.altered_by(label) if label else None
    return altered if altered is not None and altered.id == "employer" else lexicon.by_noun(label)
