"""What somebody likes or cannot stand: the stance is the value, its object the slot."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene
from atma_overlay.language.turn import subject_of
from atma_overlay.records import Change
from atma_overlay.values.normal import normalise

_LIKING = frozenset("love like adore enjoy fancy appreciate".split())
_LOATHING = frozenset("hate dislike detest loathe despise".split())
_LEANINGS = {
    "hooked": True, "keen": True, "fond": True, "crazy": True, "mad": True, "addicted": True, "into": True,
    "sick": False, "tired": False, "fed": False, "bored": False, "afraid": False, "scared": False, "terrified": False,
}  # fmt: skip
_ABOUT = frozenset("on of about with for to into by".split())


_LIKING_OR_LOATHING = _LIKING | _LOATHING


def attitude(scene: Scene) -> Iterator[Candidate]:
    """*I hate olives*: the stance is the value, its object the slot, so that a change of heart replaces it."""
    clause, thing = scene.clause, scene.clause.bare()
    stands = clause.verb in {"stand", "bear"} and any(
        x.lower in {"can't", "cannot", "ca", "can"} for x in clause.tokens[: clause.verb_end]
    )
    if clause.verb == "be" and clause.tense != "past":
        yield from _leaning(scene)
    if clause.verb in _TURNING and clause.done:
        yield from _turned(scene)
    if thing is None or thing.pronoun is not None or clause.tense == "past":
        return
    if clause.verb not in _LIKING_OR_LOATHING and not stands:
        return
    subject = subject_of(clause.subject, scene.turn)
    label = _liked(thing)
    if subject is None or not label or thing.head_lemma in DULL_HEADS or len(label.split()) > 3:
        return
    positive = (clause.verb in _LIKING) != clause.negated
    verb = clause.tokens[clause.verb_end - 1].token
    span = (verb.start, phrase_span(thing)[1])
    value = scene.turn.text[span[0] : span[1]]
    found = make(
        scene,
        subject,
        f"opinion of {label}",
        value,
        span,
        "phrase",
        None,
        scene.told,
        COPULAR,
        affirmed=not clause.negated,
    )
    yield found.but(norm=f"{'likes' if positive else 'dislikes'} {normalise(label)}", affirmed=True)


_TURNING = frozenset("come go warm fall tire grow get have".split())
STANCES = _LIKING_OR_LOATHING | _TURNING | {"be", "stand", "bear"}
"""Verbs that an attitude may be told with."""
_TURNS = (
    (("come", "round", "to"), True), (("come", "around", "to"), True), (("warm", "to"), True), (("fall", "for"), True),
    (("fall", "in", "love", "with"), True), (("get", "into"), True), (("grow", "fond", "of"), True),
    (("get", "hook", "on"), True), (("go", "off"), False), (("tire", "of"), False), (("grow", "tire", "of"), False),
    (("get", "sick", "of"), False), (("get", "tire", "of"), False), (("fall", "out", "of", "love", "with"), False),
    (("have", "enough", "of"), False), (("get", "bore", "of"), False), (("get", "bore", "with"), False),
)  # fmt: skip
"""Phrases that tell a change of heart, by their lemmas, and whether it is one for the better."""


def _turned(scene: Scene) -> Iterator[Candidate]:
    """*I've come round to coriander*, *I've gone right off horror films*: a liking that has changed."""
    clause = scene.clause
    tokens = clause.tokens
    subject = subject_of(clause.subject, scene.turn)
    main = clause.verb_end - 1
    said = [
        (i, x) for i, x in enumerate(tokens) if i >= main and x.lower not in {"right", "really", "rather", "completely"}
    ]
    for pattern, positive in _TURNS:
        if subject is None or tuple(w.lemma(x.lower) for _, x in said[: len(pattern)]) != pattern:
            continue
        at = said[len(pattern) - 1][0] + 1
        thing = read_phrase(tokens, at) if at < len(tokens) else None
        label = _liked(thing) if thing is not None and thing.pronoun is None else ""
        if thing is None or not label or len(label.split()) > 3:
            return
        span = (tokens[main].token.start, phrase_span(thing)[1])
        found = make(
            scene, subject, f"opinion of {label}", scene.turn.text[span[0] : span[1]], span, "phrase", None,
            Change.TOLD, COPULAR, affirmed=True,
        )  # fmt: skip
        yield found.but(norm=f"{'likes' if positive else 'dislikes'} {normalise(label)}", affirmed=True)
        return


def _liked(thing: Phrase) -> str:
    return " ".join(x.lower for x in thing.tokens[thing.core : thing.end] if x.tag in t.NOUN_NAME_VERB)


_ABOUT_OR_UP = _ABOUT | {"up"}


def _leaning(scene: Scene) -> Iterator[Candidate]:
    """*I'm hooked on horror films*, *she's sick of olives*: a stance told with an adjective."""
    if scene.sentence.words.isdisjoint(_LEANINGS):
        return
    clause = scene.clause
    tokens = clause.tokens
    subject = subject_of(clause.subject, scene.turn)
    at = next(
        (i for i in range(clause.verb_start, min(clause.verb_end + 3, len(tokens))) if tokens[i].lower in _LEANINGS),
        None,
    )
    if subject is None or at is None:
        return
    i = at + 1
    while i < len(tokens) and tokens[i].lower in _ABOUT_OR_UP:
        i += 1
    thing = read_phrase(tokens, i) if i < len(tokens) and (i > at + 1 or tokens[at].lower == "into") else None
    label = attribute_label(thing) if thing is not None else ""
    if thing is None or not label or len(label.split()) > 3:
        return
    positive = _LEANINGS[tokens[at].lower] != clause.negated
    span = (tokens[at].token.start, phrase_span(thing)[1])
    value = scene.turn.text[span[0] : span[1]]
    found = make(scene, subject, f"opinion of {label}", value, span, "phrase", None, scene.told, COPULAR, affirmed=True)
    yield found.but(norm=f"{'likes' if positive else 'dislikes'} {normalise(label)}", affirmed=True)
