"""What a thing was and what it is now, in one sentence: *our CI was Travis but now it's CircleCI*.

What is told so is read as *our CI is CircleCI now*, so that it stands where the plain wording has it; so is what it is
*no longer*: *our CI is no longer Travis but CircleCI*.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay.language.candidates import Candidate, touches
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act

_WAS = frozenset({"past", "habit_past"})
_AND = frozenset({None, "but", "and"})


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What a thing is now, where a sentence says what it was before.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    if sentence.sentence.asks or sentence.words.isdisjoint(_SAYING):
        return
    for clause in sentence.clauses if not sentence.words.isdisjoint(_NO_MORE) else ():
        but = _no_longer_but(clause)
        if but is not None and clause.subject is not None:
            yield from _plainly(clause.subject, but[1], but[0], (sentence, turn, states, lexicon))
    if "it" not in sentence.words:
        return
    for before, after in pairwise(sentence.clauses):
        thing, was, value = before.subject, before.bare(), after.bare()
        if thing is None or was is None or value is None:
            continue
        if _was(before, thing) and _is_now(sentence, before, after):
            yield from _plainly(thing, value, was, (sentence, turn, states, lexicon))


Told = tuple[ReadSentence, ReadTurn, States, Lexicon]
"""What says it: the sentence, its turn, what reads sentences and what knows nouns."""


def _plainly(thing: Phrase, value: Phrase, was: Phrase, told_in: Told) -> Iterator[Candidate]:
    sentence, turn, states, lexicon = told_in
    said = [x.token for x in value.tokens[value.start : value.end]]
    place = said[0].start, said[-1].end
    subject = [x.token for x in thing.tokens[thing.start : thing.end]]
    plain = [*subject, word("is", place[0]), *said, word("now", place[1])]
    yield from told_plainly(plain, place, sentence, turn, states, lexicon, replaces=_text(was, turn))


def without_the_new(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates without an end of what takes the place of the old: *no longer Travis but CircleCI*.

    Args:
        found: what the sentence tells.
        sentence: as read.
    """
    if "but" not in sentence.words or sentence.words.isdisjoint(_NO_MORE):
        return found
    new = [phrase_span(but[1]) for c in sentence.clauses if (but := _no_longer_but(c)) is not None]
    return [c for c in found if c.act is not Act.END or not touches(c.span, new)]


def _no_longer_but(clause: Clause) -> tuple[Phrase, Phrase] | None:
    """What a thing is no longer, and what it is instead."""
    thing, bare = clause.subject, [c.phrase for c in clause.complements if c.preposition is None]
    if clause.verb != "be" or not clause.negated or clause.tense != "present" or len(bare) != len("ab"):
        return None
    old, new = bare
    mine = thing is not None and thing.pronoun is None and not thing.is_name
    said = {x.lower for x in clause.tokens[clause.verb_start : new.start]}
    joined = clause.tokens[new.start - 1].lower == "but" and not said.isdisjoint(_NO_MORE)
    return (old, new) if mine and joined else None


_NO_MORE = frozenset({"longer", "anymore", "more"})
_SAYING = frozenset({"now", "used"}) | _NO_MORE


def _text(phrase: Phrase, turn: ReadTurn) -> str:
    return turn.text[phrase.tokens[phrase.start].token.start : phrase.tokens[phrase.end - 1].token.end]


def _was(clause: Clause, thing: Phrase) -> bool:
    mine = thing.owner in {"my", "our"} or thing.determiner == "the"
    told_so = clause.verb == "be" and clause.tense in _WAS and not clause.negated and not clause.asked
    return told_so and mine and not thing.is_name and thing.pronoun is None


def _is_now(sentence: ReadSentence, before: Clause, clause: Clause) -> bool:
    it = clause.subject is not None and clause.subject.pronoun == "it"
    plainly = clause.verb == "be" and clause.tense == "present" and clause.mood == "actual" and not clause.negated
    joined = clause.intro in _AND and not clause.asked
    return it and plainly and joined and ("now" in sentence.words or before.tense == "habit_past")
