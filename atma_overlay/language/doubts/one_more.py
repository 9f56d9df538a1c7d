"""What is told of one of several: it comes beside what stands, whatever marks it as of the present.

*I'm allergic to eggs now* · *I speak Spanish now* · *we have an office in York*: nobody is rid of an allergy, of a
language or of an office by one more. Of what attributes that is so, the lexicon says (`cumulative`).
"""

from __future__ import annotations

import re

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.discourse import of_the_present
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import is_time_adjunct, phrase_span
from atma_overlay.language.scene import Scene
from atma_overlay.language.vocabulary.attributes import Attribute

HOLDING = frozenset("have hold own sponsor open".split())
"""Verbs that `one_of_several` is of."""
_SOLE = frozenset("instead only exclusively solely new".split())
"""Words by which a value is told to be the only one."""
_IN_TURN = frozenset({"medication", "supplement", "course", "club", "streaming_subscription"})
"""Attributes of which one is taken for another as often as beside it."""
_GIVEN_UP = PatternSet(
    r"\b(?:off (?:it|them|that|those)|stopped|quit|(?:gave|given) (?:it |them )?up|came off|switched|swapped|changed|"
    r"replaced|no longer|any ?more|dropped|cancelled|canceled)\b"
)
"""What tells, somewhere in what is said, that something gave way."""
PARTS = frozenset(
    """service microservice app repo repository site website project api backend frontend client worker job pipeline
    module component dashboard account intranet tool script page portal report server shop store prototype demo
    plugin library package bot blog wiki game course customer branch office list doc documentation
    screen form panel view endpoint route flow environment staging""".split()
)
"""What people have several of, each with tools of its own; *for the privacy* is why one has something at all."""
_WHOLES = w.COMPONENTS | frozenset(
    """code data product project everything website stuff thing production prod build release change main database db
    workload container image infrastructure whole lot""".split()
)
"""What is all of what a project deploys or stores."""
_SETTINGS = frozenset(
    "dev development local staging test testing qa preview sandbox demo prototype prototyping experiment".split()
)
"""Where a project is tried out, each time with what suits it: *SQLite for local development*."""
_AUDIENCES = frozenset(
    """client customer supplier vendor partner contractor freelancer agency investor parent student volunteer
    intern""".split()
)
"""Whom one talks to by other means than among oneselves: *Teams with the client*."""
_KEEPING = frozenset("deploy store host run keep ship serve publish save".split())
ONE_PLACE = frozenset({"deploy_target", "database"})
"""What a project has one of, as a rule: the attributes that `of_one_object` is of."""
_LETTERS = re.compile(r"[a-z]+(?:-[a-z]+)*")
_ONE_AT_A_TIME = w.DWELLINGS | frozenset(
    """job post position role contract lease tenancy desk locker seat season ticket appointment meeting interview class
    lesson session booking reservation table slot boss manager""".split()
)
"""Things of which *I have a … in York now* tells the only one."""


def one_of_several(span: tuple[int, int], scene: Scene) -> bool:
    """*We have an office in York*: whether a value stands behind one thing of several that somebody has.

    Args:
        span: where the value stands.
        scene: of a clause whose verb is one of `HOLDING`.
    """
    thing = scene.clause.bare()
    sole = _SOLE - {"new"} if scene.clause.verb == "open" else _SOLE  # we've opened a new office in York
    if thing is None or not sole.isdisjoint(scene.sentence.words):
        return False
    several = thing.owner is None and _is_plural(thing)
    if span[0] < thing.tokens[thing.head].token.end or not (several or thing.determiner in {"a", "an"}):
        return False
    return thing.head_lemma not in _ONE_AT_A_TIME or not of_the_present(scene.sentence.text)


def one_more(attribute: Attribute, span: tuple[int, int], scene: Scene) -> bool:
    """*I'm allergic to eggs now*: whether a value that a verb tells of an attribute comes beside the others.

    *Instead*, *my dog is called …* and for what it is (*for anxiety*) tell the only one; of what is taken in turn an
    end beside it does, too: *she took me off it; I take bupropion now*.

    Args:
        attribute: what the value is of.
        span: where the value stands.
        scene: of the clause that tells it.
    """
    clause = scene.clause
    if not attribute.cumulative or not _SOLE.isdisjoint(scene.sentence.words):
        return False
    if attribute.id in _IN_TURN and scene.turn.holds(_GIVEN_UP):
        return False
    subject = clause.subject
    if subject is not None and (subject.head_lemma in attribute.nouns or _of_a_project(attribute, subject)):
        return False
    return nothing_behind(span, scene)


def nothing_behind(span: tuple[int, int], scene: Scene) -> bool:
    """Whether a clause tells nothing behind a value but when: what it is *for* it is the only one for.

    Args:
        span: where the value stands.
        scene: of the clause.
    """
    behind = (c for c in scene.clause.complements if phrase_span(c.phrase)[0] >= span[1])
    return all(c.preposition == "since" or is_time_adjunct(c, kind_of(c.phrase)[0]) for c in behind)


def for_one_thing(attribute: Attribute, span: tuple[int, int], clause: Clause) -> bool:
    """*We use Postgres for the billing service now*: whether a value is told of one thing that somebody has.

    Args:
        attribute: what the value is of.
        span: where the value stands.
        clause: the clause.
    """
    behind = (c for c in clause.complements if c.preposition in {"for", "with"} and phrase_span(c.phrase)[0] >= span[1])
    return any(_is_one_thing(c.phrase, attribute, with_whom=c.preposition == "with") for c in behind)


def _is_one_thing(phrase: Phrase, attribute: Attribute, *, with_whom: bool) -> bool:
    led = phrase.determiner == "the" or phrase.owner is not None
    if with_whom:
        return (led or _is_plural(phrase)) and phrase.head_lemma in _AUDIENCES
    if phrase.head_lemma in _SETTINGS:
        return phrase.head_lemma not in _called(attribute)  # Vitest for the tests
    named = phrase.head > phrase.core or phrase.head_lemma not in _WHOLES  # for our app
    return led and phrase.head_lemma in PARTS and named


def of_one_object(span: tuple[int, int], clause: Clause) -> bool:
    """*We deploy the docs to Netlify now*: whether a value is told of one thing that is done there, and not of all.

    Args:
        span: where the value stands.
        clause: the clause.
    """
    thing = clause.bare() if clause.verb in _KEEPING else None
    if thing is None or thing.pronoun is not None or phrase_span(thing)[1] > span[0]:
        return False
    led = thing.determiner == "the" or thing.owner is not None
    one = led or _is_plural(thing) or thing.head_lemma in _SETTINGS  # we deploy docs to …, staging to …
    return one and thing.head_lemma not in _WHOLES


def _is_plural(phrase: Phrase) -> bool:
    head = phrase.tokens[phrase.head]
    return phrase.determiner is None and head.tag == t.NOUN and head.lower != head.lemma


def _called(attribute: Attribute) -> frozenset[str]:
    """The words that an attribute is named and told by, as lemmas: what it is of is no part of it."""
    told = (*attribute.nouns, *attribute.statements, *attribute.changes, *attribute.cues, attribute.name)
    return frozenset(w.lemma_of_noun(x) for phrase in told for x in _LETTERS.findall(phrase))


def _of_a_project(attribute: Attribute, subject: Phrase) -> bool:
    """*The API is written in Go*: a project is in one language, people write in several."""
    return attribute.domain == "software_project" and subject.pronoun != "i"
