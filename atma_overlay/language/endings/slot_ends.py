"""What ended, told by what it was and without its value: *I lost my job*, *I cancelled my gym membership*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, HELD, RETIRE, Candidate, Part
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, is_time_adjunct, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Act, Cardinality, Change

_DISMISSING = frozenset("fire sack dismiss lay let make".split())
_WITH_PARTICLE = {"lay": "off", "let": "go", "make": "redundant"}
_JOBS = frozenset("job day_job position post".split())
_QUITTING = frozenset("quit lose leave resign give pack".split())
_TIES = frozenset("membership subscription contract account plan policy lease tenancy".split())
"""What binds somebody to an institution: with it the institution is left."""
_CUTTING = frozenset("cancel end terminate close quit drop ditch discontinue lose".split())
_RUNNING = frozenset("membership subscription".split())
"""What is over once it has run out; a policy or a contract that has is mostly renewed."""
_LAPSING = frozenset("lapse expire".split())
ENDING_VERBS = _DISMISSING | _QUITTING | _CUTTING | _LAPSING
_WHERE = frozenset("in at on of for from by".split())
NO_NEWS = frozenset("if unless when whenever before after since until till once while because that".split())
_BEHIND = frozenset("on last yesterday today this in after and but so because too anyway again from recently".split())
"""What may stand behind a dismissal: *they let me go early* is none."""


def ended(scene: Scene) -> Iterator[Candidate]:
    """The slots of the speaker's that a sentence tells to be empty now, each by the words that name it."""
    for clause in scene.sentence.clauses:
        done = clause.done or (clause.verb == "let" and clause.mood == "actual" and not clause.negated)
        if clause.verb not in ENDING_VERBS or not done or clause.intro in NO_NEWS or names_it(clause):
            continue
        first = clause.subject is not None and clause.subject.pronoun == "i"
        if clause.verb in _LAPSING:
            yield from _lapsed(clause, scene)
            continue
        if clause.verb in _DISMISSING and _dismissed(clause, first=first):
            token = clause.tokens[clause.verb_end - 1].token
            yield from _emptied(scene, scene.lexicon.by_noun("employer"), (token.start, token.end))
            continue
        thing = clause.bare() or _given_up(clause)
        if first and clause.verb == "let" and thing is not None and thing.owner in {"my", "our"}:
            yield from _emptied(scene, _let_lapse(thing, scene), phrase_span(thing))
        elif first and not clause.passive and thing is not None and thing.owner in {"my", "our"}:
            yield from _emptied(scene, _tied(clause, thing, scene), phrase_span(thing))


OVER_WORDS = frozenset("anymore longer more".split())
"""What a sentence has one of that says that something is had no more."""


HAVING = frozenset("have go see use attend belong own".split())
"""What somebody does with a thing that they have one of: *I don't go to a gym any more*."""


def had_no_more(scene: Scene) -> Iterator[Candidate]:
    """*I don't have a gym any more*: the slot of the speaker's that something of one kind was had in."""
    over = "any more" in scene.sentence.lowered
    for clause in scene.sentence.clauses:
        thing = _no_more_of(clause) if clause.verb in HAVING and clause.negated and clause.tense == "present" else None
        if thing is None or thing.determiner not in {"a", "an", "any"} or clause.mood != "actual" or clause.asked:
            continue
        first = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        told = over or not clause.adverbs.isdisjoint(OVER_WORDS)
        if first and told and clause.intro not in NO_NEWS and not names_it(clause):
            label = attribute_label(thing)
            attribute = scene.lexicon.by_noun("employer" if label in _JOBS else label)
            lone = attribute is not None and attribute.cardinality is Cardinality.SINGLE
            yield from _emptied(scene, attribute if lone else None, phrase_span(thing))


def _no_more_of(clause: Clause) -> Phrase | None:
    """What a clause says is not had, gone to or seen, where it says nothing else of it."""
    if clause.verb in {"go", "belong"}:
        told = [c for c in clause.complements if c.phrase.head_lemma != "more"]  # any more
        return told[0].phrase if len(told) == 1 and told[0].preposition == "to" else None
    return None if any(c.preposition for c in clause.complements) else clause.bare()


_OFF = re2.compile(
    r"(?i)\b(?:(?:called|broke|broken) (?:off (?:the|our|my) engagement|(?:the|our|my) engagement off)|"
    r"(?:the|our|my) engagement(?:['’]s| is| was| has been)(?: now| officially)? (?:off|over|called off|broken off))"
    r"(?:$|[.,;!)]| (?:in|on|last|this|yesterday|today|because|as|after|since"
    r"|(?:two|three|four|a|\d+) (?:days?|weeks?|months?) ago)\b)"
)
"""*We called off the engagement*; the engagement party may be off by itself."""
_ENGAGED_TO = "engage_to"
"""The open attribute of *I'm engaged to …*."""


def broken_off(scene: Scene) -> Iterator[Candidate]:
    """*We called off the engagement*: the speaker is engaged to nobody; who else called one off may be of their own."""
    match = _OFF.search(scene.sentence.text)
    if match is None or scene.sentence.sentence.asks:
        return
    span = (scene.sentence.sentence.start + match.start(), scene.sentence.sentence.start + match.end())
    around = [c for c in scene.sentence.clauses if c.offsets[0] < span[1]]
    clause = around[-1] if around else None
    if clause is None or clause.subject is None or clause.mood != "actual" or clause.negated or clause.intro in NO_NEWS:
        return
    who = clause.subject
    if who.head_lemma == "engagement" and who.owner is None and match.start() > 0:
        return  # in the show, the engagement is off
    if who.pronoun not in {"i", "we"} and who.head_lemma != "engagement" and not (who.is_name and who.owner is None):
        return
    found = make(
        scene, scene.turn.speaker, _ENGAGED_TO, scene.turn.text[span[0] : span[1]], span, HELD, None, Change.TOLD,
        RETIRE, part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
    )  # fmt: skip
    yield found.but(confidence=DOUBTED) if who.is_name or in_doubt(clause, scene) else found


def names_it(clause: Clause) -> bool:
    """Whether a clause names whom or what it parts from, or where that was: *I quit my job at Hooli*."""
    for complement in clause.complements:
        phrase = complement.phrase
        parts = phrase.tokens[phrase.core : phrase.end]
        dated = any(x.lower in w.MONTH_NAMES | w.DAY_NAMES | w.SEASONS | w.FEASTS for x in parts)
        where = complement.preposition in _WHERE and not is_time_adjunct(complement, kind_of(phrase)[0]) and not dated
        if where or complement.preposition in {"as", "with"} or (any(x.tag == t.NAME for x in parts) and not dated):
            return True
    return False


def _given_up(clause: Clause) -> Phrase | None:
    """*I gave up my job*."""
    return (
        next((c.phrase for c in clause.complements if c.preposition == "up"), None) if clause.verb == "give" else None
    )


def _dismissed(clause: Clause, *, first: bool) -> bool:
    """*I got laid off*, *they let me go on Friday*."""
    tokens, at = clause.tokens, clause.verb_end
    they = clause.subject is not None and clause.subject.pronoun == "they" and not clause.passive
    me = they and at < len(tokens) and tokens[at].lower == "me"
    if not (first and clause.passive) and not me:
        return False
    at += me
    particle = _WITH_PARTICLE.get(clause.verb)
    if particle is not None:
        if at >= len(tokens) or tokens[at].lower != particle:
            return False
        at += 1
    after = tokens[at] if at < len(tokens) else None
    return after is None or after.tag == t.PUNCT or after.lower in _BEHIND


def _tied(clause: Clause, thing: Phrase, scene: Scene) -> Attribute | None:
    """The slot that a phrase names by what tied the speaker to it."""
    label = attribute_label(thing)
    if label.replace(" ", "_") in _JOBS and clause.verb in _QUITTING:
        left = clause.verb not in {"give", "pack"} or clause.particle in {"up", "in"} or _given_up(clause) is thing
        return scene.lexicon.by_noun("employer") if left else None
    return _by_tie(label, _TIES, scene) if clause.verb in _CUTTING else None


def _lapsed(clause: Clause, scene: Scene) -> Iterator[Candidate]:
    """*My gym membership lapsed*."""
    tie = clause.subject
    if tie is not None and tie.owner in {"my", "our"} and clause.bare() is None and not clause.passive:
        yield from _emptied(scene, _by_tie(attribute_label(tie), _RUNNING, scene), phrase_span(tie))


def _let_lapse(thing: Phrase, scene: Scene) -> Attribute | None:
    """*I let my gym membership lapse*: the verb stands behind what it is of, as if it were a noun."""
    label, _, verb = attribute_label(thing).rpartition(" ")
    return _by_tie(label, _RUNNING, scene) if verb in _LAPSING else None


def _by_tie(label: str, ties: frozenset[str], scene: Scene) -> Attribute | None:
    base, _, tie = label.rpartition(" ")
    return (scene.lexicon.by_noun(label) or scene.lexicon.by_noun(base)) if base and tie in ties else None


def _emptied(scene: Scene, attribute: Attribute | None, span: tuple[int, int]) -> Iterator[Candidate]:
    if attribute is not None:
        yield make(
            scene, scene.turn.speaker, attribute, scene.turn.text[span[0] : span[1]], span, HELD, None, Change.TOLD,
            RETIRE, part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
        )  # fmt: skip
