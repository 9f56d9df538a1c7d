"""What a sentence tells to be over: an old one, what one had, what was changed for another or made otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from atma_overlay.language.changes import old_sorts
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence, ReadTurn

LEARNT = frozenset({"retrain", "requalify"})
"""Verbs of whoever has learnt something else, and does that for a living."""
POSTED = LEARNT | {"transfer", "reassign", "redeploy"}
REDONE = "redo"
"""The verb of what was made otherwise."""
LOOSE = frozenset("if unless when whenever while until till before whether once where".split())
"""Words with which nothing is told to be over by now."""
MINE = frozenset({"my", "our", "mine", "ours"})
_SIGNS = old_sorts.OLD | old_sorts.HAD | {"first", "had", "new", "different"}
_CHANGING = frozenset({"change", "switch", "swap"})
_REDOING = frozenset(
    """refocus refocuse rebuild redo revamp relaunch overhaul redesign rework repurpose rebrand refit refresh change
    switch convert renew update reschedule rebook postpone shift""".split()
)
_ALTERING = _CHANGING | POSTED | _REDOING
_CAUSES = frozenset({"since", "because"})
_AS_PAST = frozenset({"shut", "quit", "cut", "put", "split", "let"})
"""Verbs whose past is as they are: who *shuts the old account* has done so."""
_LEFT = frozenset({"leave", "drop"})
_SOMEWHERE = frozenset("at in on with to by behind under".split())
_OF_WHICH = frozenset({"on", "for", "of", "at", "in"})
_LONG_AGO = timedelta(days=120)
"""What was given up longer ago need not be what was told of since."""


@dataclass(frozen=True, slots=True)
class Over:
    """That the old one is over, as a clause tells it."""

    noun: str | None
    """What it was called; empty where that says nothing of its sort, None where nothing is called old."""
    verb: str
    clause: Clause | None
    reach: tuple[int, int]
    """The tokens of the clause."""
    owner: str | None
    """Whose it was by its own words; None where that is whoever acts."""
    sure: bool = True


def over_by_now(scene: Scene) -> Iterator[Over]:
    """What a sentence tells to be over.

    Args:
        scene: the sentence, with any of its clauses.
    """
    sentence = scene.sentence
    if sentence.sentence.asks or not LOOSE.isdisjoint(sentence.words):
        return
    if not any(scene.turn.at - x.start > _LONG_AGO for x in scene.times):
        yield from (*_called_old(scene), *_of_a_fresh_one(scene), *_redone(scene))


def may_tell(sentence: ReadSentence) -> bool:
    """Whether a sentence has any word or verb that such news is told by."""
    if not sentence.clauses:
        return False
    return not sentence.words.isdisjoint(_SIGNS) or not sentence.verbs.isdisjoint(_ALTERING)


def _called_old(scene: Scene) -> Iterator[Over]:
    """Each old one that a part of the sentence tells to be over."""
    tokens = scene.sentence.tokens
    if scene.sentence.words.isdisjoint(_SIGNS):
        return
    for start, end in _parts(scene.sentence):
        for first, last, noun in old_sorts.old_runs(tokens, start, end):
            read = _ending(scene, (start, end), (first, last))
            if read is not None:
                yield Over(noun, read[0], read[1], (start, end), _owned(scene, (first, last)), sure=read[2])
        had = _what_was_had(scene, (start, end))
        if had is not None:
            yield had


def _parts(sentence: ReadSentence) -> Iterator[tuple[int, int]]:
    """The stretches of a sentence between its stops and conjunctions."""
    start = 0
    for i, x in enumerate(sentence.tokens):
        if x.tag in t.PUNCT_OR_CONJ or x.lower in _CAUSES:
            if i > start:
                yield start, i
            start = i + 1
    if start < len(sentence.tokens):
        yield start, len(sentence.tokens)


def _ending(scene: Scene, part: tuple[int, int], run: tuple[int, int]) -> tuple[str, Clause | None, bool] | None:
    """By which verb the old one is over, the clause that tells it, and whether it tells so for sure."""
    tokens, (start, end), (first, last) = scene.sentence.tokens, part, run
    clause = next((c for c in scene.sentence.clauses if start <= c.verb_start < end), None)
    if clause is None:
        verbs, behind = _verbs(scene, last, end), [x.lower for x in tokens[last:end]]
        past = bool(behind) and behind[0].endswith("ed")
        verb = old_sorts.ended(verbs, behind, frozenset(), passive=False) if past else None
        return None if verb is None else (verb, None, True)
    if clause.negated or clause.asked or clause.mood != "actual" or in_doubt(clause, scene):
        return None
    said = [x.lower for x in tokens[clause.verb_start : end]]
    passive = clause.passive or (clause.verb == "get" and any(x in said for x in ("kicked", "moved", "taken")))
    verbs = _verbs(scene, clause.verb_start, end) if clause.verb in {"get", "be"} else [clause.verb]
    if first < clause.verb_start:
        happened = clause.done or clause.passive or (clause.verb == "be" and clause.tense == "present")
        states = scene.lexicon.parting_states
        verb = old_sorts.ended(verbs, said, states, passive=clause.passive) if happened else None
    else:
        happened = clause.done or (clause.verb in _AS_PAST and clause.tense == "present")
        verb = old_sorts.dropped(verbs, said, passive=passive) if happened else None
        if verb in _LEFT and any(c.preposition in _SOMEWHERE for c in clause.complements):
            return None  # left the old one at home, dropped it on the floor
    if verb is not None:
        return verb, clause, True
    tired = happened and old_sorts.wearied(said[: last - clause.verb_start] if first > clause.verb_start else said)
    return ("leave", clause, False) if tired else None


def _verbs(scene: Scene, start: int, end: int) -> list[str]:
    read = (old_sorts.verb_of(x.lower) for x in scene.sentence.tokens[start:end])
    return [x for x in read if x is not None]


def _owned(scene: Scene, run: tuple[int, int]) -> str | None:
    """Whose an old one is by its own words: *my*, *hers*, *my sister's*."""
    tokens, first = scene.sentence.tokens, run[0]
    led = tokens[first]
    if led.tag != t.GEN:
        return None if led.lower == "the" else led.lower
    start = first
    while start and tokens[start - 1].tag in t.NAME_OR_NOUN | {t.POSS, t.DET}:
        start -= 1
    who = scene.sentence.phrase_at(start)
    owned = None if who is None else " ".join(x.lower for x in tokens[start:first])
    return None if owned is None else f"={_holder(owned, scene.turn)}"


def _holder(owned: str, turn: ReadTurn) -> str:
    """*My sister*: who that is."""
    own, _, who = owned.partition(" ")
    return f"{turn.speaker}'s {who}" if own in {"my", "our"} else owned.removeprefix("the ")


def _what_was_had(scene: Scene, part: tuple[int, int]) -> Over | None:
    """*My brother dropped what he had and …*."""
    tokens, (start, end) = scene.sentence.tokens, part
    said = [x.lower for x in tokens[start:end]]
    if "what" not in said or said[-1] != "had":
        return None
    at = start + said.index("what")
    clause = next((c for c in scene.sentence.clauses if start <= c.verb_start < at), None)
    if clause is None or not clause.done or end - at != len(("what", "he", "had")):
        return None
    verb = old_sorts.dropped([clause.verb], [x.lower for x in tokens[clause.verb_start : at]], passive=False)
    return None if verb is None else Over("", verb, clause, part, None)


def _of_a_fresh_one(scene: Scene) -> Iterator[Over]:
    """*My daughter changed clubs*, *my girlfriend has a different team*, *the intern was transferred*."""
    for clause in scene.sentence.clauses:
        if clause.negated or clause.asked or clause.mood != "actual" or in_doubt(clause, scene):
            continue
        reach = clause.start, max(clause.end, clause.verb_end)
        thing = clause.bare()
        if any(c.preposition is not None for c in clause.complements):
            continue  # a new team at work
        if clause.verb in _CHANGING and clause.done and thing is not None and _is_plural(thing):
            yield Over(w.lemma_of_noun(thing.tokens[thing.head].lower), "change", clause, reach, None)
        elif clause.verb in {"have", "get"} and thing is not None and (clause.done or clause.verb == "have"):
            fresh = _fresh(thing)
            if fresh is not None:
                yield Over(thing.tokens[thing.head].lower, "change", clause, reach, None, sure=fresh)
        elif clause.verb in POSTED and (clause.done or clause.passive) and not clause.complements:
            yield Over(None, clause.verb, clause, reach, None)


def _redone(scene: Scene) -> Iterator[Over]:
    """*I've refocused my podcast, it's …*: what was made otherwise, and is then told of by *it*."""
    for before, after in pairwise(scene.sentence.clauses):
        thing = before.subject if before.passive else before.bare()
        if before.verb not in _REDOING or not before.done or thing is None or in_doubt(before, scene):
            continue
        if any(c.preposition in _OF_WHICH for c in before.complements):
            continue  # the lease on the garage
        ours = thing.owner in MINE or (thing.owner is None and thing.determiner == "the")
        meant = after.subject is not None and after.subject.pronoun == ("they" if _is_plural(thing) else "it")
        if ours and meant and not thing.is_name:
            reach = before.start, max(before.end, before.verb_end)
            yield Over(thing.tokens[thing.head].lower, REDONE, before, reach, None)


def _is_plural(thing: Phrase) -> bool:
    head = thing.tokens[thing.head]
    bare = thing.owner is None and thing.determiner is None and thing.pronoun is None and thing.of is None
    return bare and head.tag == t.NOUN and head.lower != w.lemma_of_noun(head.lower)


_SEVERAL = frozenset("hobby interest pastime passion friend client customer pupil pet".split())
"""What one has more than one of."""


def _fresh(thing: Phrase) -> bool | None:
    """Whether what one has is another one for sure, or only a new one, beside which the old one may be had."""
    said = [x.lower for x in thing.tokens[thing.start : thing.head]]
    if thing.owner is not None or thing.is_name or thing.head_lemma in _SEVERAL:
        return None
    if said[:1] != ["a"] or said[1:2] not in (["new"], ["different"]):
        return None
    return said[1] == "different" or thing.head_lemma in {"team", "club"}
