"""What takes the place of an old one that is over by its side: *I gave up my old instrument and play the oboe*.

Which one it was, the words leave to what is known; that there was a change, they tell. So does who changed *clubs*, has
a *different* team or was transferred. Only what is told of one and the same holder and of one sort is a change so: who
sold an old bike and drives a Volvo may have driven it before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from atma_overlay.language.candidates import DOUBTED, Candidate, Part
from atma_overlay.language.changes import old_sorts
from atma_overlay.language.changes.over_by_now import LEARNT, LOOSE, MINE, REDONE, Over, may_tell, over_by_now
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.ties import of_other_gender
from atma_overlay.language.scene import STARTS, Scene
from atma_overlay.language.turn import ReadSentence, ReadTurn, subject_of
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change

_REPORTING = frozenset({"report_to", "report_on", "report_for"})
_TAUGHT = frozenset({"teach"})
_ARRIVING = frozenset({"import", "port", "convert", "put"})
_THIRD = frozenset("he she they his their him hers theirs".split())
_FIRST = frozenset({"i", "we"})
_HOLLOW = frozenset({"does", "mention", ""})
"""Attributes of what is only mentioned."""


def told(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence, as told changes where a clause beside them says that the old one is over.

    Args:
        found: the candidates.
        sentence: what they were found in.
        turn: the utterance that it is of.
        lexicon: knows what nouns name.
    """
    here = may_tell(sentence)
    if here:
        found = [_by_what_it_is(c, lexicon) for c in found]
    if not found or not sentence.clauses or not any(map(_may_change, found)):
        return found
    before = _before(sentence, turn)
    scene = Scene(turn, sentence, sentence.clauses[0], lexicon, turn.times_of(sentence))
    for over in [*(over_by_now(scene) if here else ()), *(_told_before(before, scene) if before is not None else ())]:
        found = [_changed(c, over, scene) if _may_change(c) else c for c in found]
    return found


def _before(sentence: ReadSentence, turn: ReadTurn) -> ReadSentence | None:
    """The sentence right before, where it may tell that an old one is over."""
    at = bisect_left(turn.sentences, sentence.sentence.start, key=lambda s: s.sentence.start)
    before = turn.sentences[at - 1] if at else None
    return before if before is not None and not before.framed and may_tell(before) else None


def _told_before(before: ReadSentence, scene: Scene) -> Iterator[Over]:
    """What the sentence before tells to be over by its noun: *I gave up my old instrument. I play the oboe*."""
    told_in = Scene(scene.turn, before, before.clauses[0], scene.lexicon, scene.turn.times_of(before))
    for over in over_by_now(told_in):
        if over.noun and over.verb != REDONE:
            yield replace(over, reach=(0, 0))


def _may_change(candidate: Candidate) -> bool:
    told_so = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.affirmed
    open_yet = candidate.change is not Change.TOLD and candidate.replaces is None
    return told_so and open_yet and candidate.confidence > DOUBTED and candidate.attribute not in _HOLLOW


def _by_what_it_is(candidate: Candidate, lexicon: Lexicon) -> Candidate:
    """*I traded mine in for a Corolla*: what takes the place of one without a noun, by what its name tells."""
    old = "" if candidate.replaces is None else candidate.replaces.lower()
    nameless = old in old_sorts.HAD or old in _NAMELESS
    if candidate.part is not Part.ADOPTED or not nameless or candidate.thing is None or candidate.subject[:1] == "?":
        return candidate
    attribute = lexicon.attributes[candidate.thing]
    return candidate.but(
        part=Part.STATEMENT, attribute=attribute.id, known_attribute=True, cardinality=attribute.cardinality,
        replaces=None, valid_to=None, temporary=False, cumulative=False,
    )  # fmt: skip


_NAMELESS = frozenset({f"{x} one" for x in old_sorts.OLD})


def _changed(candidate: Candidate, over: Over, scene: Scene) -> Candidate:
    """A statement as a told change, where it is of the sort of what is over, and of its holder."""
    if not _is_of_its_sort(candidate, over, scene.lexicon):
        return candidate
    at = next((i for i, x in enumerate(scene.sentence.tokens) if x.token.end > candidate.span[0]), 0)
    clause = _clause_at(scene.sentence, at)
    if over.reach[0] <= at < over.reach[1] or clause is None or clause is over.clause or not _tells_it(clause, scene):
        return candidate
    sure = _of_one_holder(candidate, over, clause, scene.turn)
    if sure is None or _is_one_more(candidate, clause, scene.lexicon):
        return candidate
    changed = candidate.but(change=Change.TOLD, additive=False, cumulative=False)
    if clause.done:
        changed = changed.but(valid_to=None, temporary=False)
    sure = sure and (not over.noun or old_sorts.is_of_its_noun(over.noun, candidate, scene.lexicon))
    return changed if sure and (over.sure or candidate.change is not Change.NONE) else changed.doubted()


def _is_of_its_sort(candidate: Candidate, over: Over, lexicon: Lexicon) -> bool:
    if over.noun is None:
        return candidate.attribute in (_TAUGHT if over.verb in LEARNT else _REPORTING)
    if over.verb == REDONE:  # my car is in York: where it is says nothing of what was done to it
        parts = candidate.attribute.split("_")
        return w.lemma_of_noun(over.noun) in parts and parts[-1] not in {"in", "at", "near", "by"}
    if not over.noun:
        return old_sorts.fits_an_end(over.verb, candidate)
    return old_sorts.is_of(over.noun, candidate, lexicon)


def _clause_at(sentence: ReadSentence, at: int) -> Clause | None:
    """The clause that a token stands in."""
    before = [c for c in sentence.clauses if c.start <= at]
    return max(before, key=lambda c: c.verb_start, default=None)


def _tells_it(clause: Clause, scene: Scene) -> bool:
    """Whether a clause tells what is so by now: in the present, or by an act whose outcome stands."""
    if clause.negated or clause.asked or clause.mood != "actual" or clause.intro in LOOSE:
        return False
    return clause.tense in {"present", "perfect"} or clause.verb in STARTS | _ARRIVING or scene.told is not Change.NONE


def _is_one_more(candidate: Candidate, clause: Clause, lexicon: Lexicon) -> bool:
    """Whether it comes beside the others by its words; who has another team and *follows* one, follows no two."""
    if not clause.adverbs.isdisjoint({"also", "too", "still"}):
        return True
    return candidate.additive and (clause.verb not in lexicon.additive_verbs or len(clause.complements) > 1)


def _of_one_holder(candidate: Candidate, over: Over, clause: Clause, turn: ReadTurn) -> bool | None:
    """Whether a statement is of whoever had the old one, for sure; None where it is of somebody else."""
    if over.verb == REDONE:
        return True if candidate.subject in {turn.speaker, "?it", "?they"} else None
    mine, actor = candidate.subject == turn.speaker, None if over.clause is None else over.clause.subject
    if over.owner is not None and over.owner.startswith("="):
        holder = over.owner.removeprefix("=")
        return True if _may_be(candidate.subject, holder, turn) else None
    if over.owner in MINE:
        return True if mine and _acts_for_the_speaker(clause) else None
    if actor is None:
        return True if mine else None
    if over.owner is None and actor.tokens[actor.start].lower == "the" and over.noun and over.noun in _said(actor):
        return mine  # the old tracker is read-only
    if actor.pronoun in _FIRST:
        return True if mine and over.owner not in _THIRD and _acts_for_the_speaker(clause) else None
    same = clause.subject is not None and clause.subject == actor
    third = clause.subject is not None and clause.subject.pronoun in _THIRD | {"it"}
    held = subject_of(actor, turn)
    if same or (held is not None and _may_be(candidate.subject, held, turn)):
        return True
    return True if third and held is None and not mine else None


def _may_be(subject: str, holder: str, turn: ReadTurn) -> bool:
    """Whether a subject is somebody, or a pronoun that may mean them."""
    return subject == holder or (subject[:1] == "?" and holder != turn.speaker and not of_other_gender(subject, holder))


def _acts_for_the_speaker(clause: Clause) -> bool:
    """Whether it is no third person of whom a clause tells: *I sold my old car, and she drives …*."""
    return clause.subject is None or clause.subject.pronoun not in _THIRD


def _said(phrase: Phrase) -> str:
    return " ".join(x.lower for x in phrase.tokens[phrase.start : phrase.end])
