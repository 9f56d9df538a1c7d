"""Posts, by how somebody came by them: *Corvell hired me*, *I took over from Ravi as head of platform*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene, value_text
from atma_overlay.language.turn import subject_of
from atma_overlay.records import Change

_HIRING = frozenset("hire employ recruit poach".split())
_HIRED = frozenset("hired employed recruited poached".split())
_LOOSE = frozenset("if unless when whenever once until till before after".split())
_LED = frozenset({"over", "in", "up"})
_JOINED = {"join": None, "start": "at", "begin": "at"}
"""By the verb of who enters a firm, what stands before the firm's name."""
_JOINED_AS_SAID = frozenset("join joined joining start started starting begin began begun".split())
_NO_POSTS = frozenset(
    """member volunteer student pupil customer client guest subscriber user patron player fan beginner learner newcomer
    supporter backer donor sponsor striker goalkeeper defender midfielder keeper bowler rower boarder lodger observer
    speaker reader follower tester partner party passenger resident""".split()
)
"""As what one joins a club, a school or a service."""


def may_post(words: frozenset[str]) -> bool:
    """Whether words of a sentence may tell of a post at all.

    Args:
        words: those of the sentence, in lower case.
    """
    came = "as" in words and not words.isdisjoint(_LED | _JOINED_AS_SAID)
    return came or ("me" in words and not words.isdisjoint(_HIRED))


def posts(scene: Scene) -> Iterator[Candidate]:
    """Whom somebody works for, or as what, from then on.

    Args:
        scene: the sentence, with a clause that spans it.
    """
    words = scene.sentence.words
    if "me" in words and not words.isdisjoint(_HIRED):
        yield from _hired(scene)
    if "as" in words and not words.isdisjoint(_LED):
        yield from _succeeded(scene)
    if "as" in words and not words.isdisjoint(_JOINED_AS_SAID):
        yield from _joined(scene)


def _hired(scene: Scene) -> Iterator[Candidate]:
    """*Corvell hired me*: whom the speaker works for from then on."""
    employer = scene.lexicon.by_noun("employer")
    for clause in scene.sentence.clauses:
        thing, firm = clause.bare(), clause.subject
        taken_on = clause.verb in _HIRING and clause.done and clause.intro not in _LOOSE and not clause.passive
        if not taken_on or firm is None or not firm.is_name or firm.owner is not None or employer is None:
            continue
        if thing is None or thing.pronoun != "me" or any(c.preposition == "as" for c in clause.complements):
            continue
        text, span = value_text(scene, firm)
        told = make(scene, scene.turn.speaker, employer, text, span, "name", None, Change.TOLD, TYPED, affirmed=True)
        yield told.but(valid_to=None, temporary=False)


def _succeeded(scene: Scene) -> Iterator[Candidate]:
    """*I took over from Ravi as head of platform*: the post that somebody has from now on."""
    occupation = scene.lexicon.by_noun("occupation")
    for clause in scene.sentence.clauses:
        if clause.verb not in {"take", "step"} or not clause.done or clause.intro in _LOOSE:
            continue
        subject = subject_of(clause.subject, scene.turn)
        post = next((c.phrase for c in clause.complements if c.preposition == "as"), None)
        led = _LED & {clause.particle or "", *(x.lower for x in clause.tokens[clause.verb_end :][:1])}
        if subject is None or post is None or not led or occupation is None or not scene.lexicon.is_role(post):
            continue
        text, span = value_text(scene, post)
        yield make(scene, subject, occupation, text, span, "role", None, Change.TOLD, TYPED, affirmed=True)


def _joined(scene: Scene) -> Iterator[Candidate]:
    """*I joined Corvell as an analyst*, *she started at Corvell as a nurse*: whom somebody works for from then on."""
    employer = scene.lexicon.by_noun("employer")
    for clause in scene.sentence.clauses:
        if clause.verb not in _JOINED or not clause.done or clause.intro in _LOOSE or employer is None:
            continue
        subject = subject_of(clause.subject, scene.turn)
        firm = next((c.phrase for c in clause.complements if c.preposition == _JOINED[clause.verb]), None)
        post = next((c.phrase for c in clause.complements if c.preposition == "as"), None)
        if subject is None or firm is None or not firm.is_name or firm.owner is not None or post is None:
            continue
        if post.is_name or post.head_lemma in _NO_POSTS or not scene.lexicon.is_role(post):
            continue
        text, span = value_text(scene, firm)
        told = make(scene, subject, employer, text, span, "name", None, Change.TOLD, TYPED, affirmed=True)
        yield told.but(valid_to=None, temporary=False)
