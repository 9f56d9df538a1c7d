"""What a thing was and what it is now, in one sentence: *our CI was Travis but now it's CircleCI*.

What is told so is read as *our CI is CircleCI now*, so that it stands where the plain wording has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

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
    if "it" not in sentence.words or sentence.words.isdisjoint({"now", "used"}) or sentence.sentence.asks:
        return
    for before, after in pairwise(sentence.clauses):
        thing, was, value = before.subject, before.bare(), after.bare()
        if thing is None or was is None or value is None:
            continue
        if _was(before, thing) and _is_now(sentence, before, after):
            said = [x.token for x in value.tokens[value.start : value.end]]
            place = said[0].start, said[-1].end
            subject = [x.token for x in thing.tokens[thing.start : thing.end]]
            plain = [*subject, word("is", place[0]), *said, word("now", place[1])]
            yield from told_plainly(plain, place, sentence, turn, states, lexicon, replaces=_text(was, turn))


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
