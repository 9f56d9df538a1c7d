"""What is waited for, or would have been: *once I've moved to York, I'll …*, *had I moved to York, I'd …*.

What the sentence says beside it tells which: behind *when I've moved* stands what is to come, and no *when I moved* is
meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.stretches import end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_WAITED_FOR = frozenset("once when whenever after until till unless before soon time moment minute second day".split())
"""Words before a clause in the perfect that tell when something else is to come."""
_NO_LATER = frozenset("until till unless before".split())
"""Of these, those behind which it has not come about whatever stands beside it."""
_LINKING = frozenset("as that".split())
_TO_COME = frozenset("future unreal imperative".split())
_HAVE = frozenset("have has 've 's ’ve ’s".split())


def waited_for(sentence: ReadSentence) -> Iterator[Span]:
    """The stretches of a sentence, as offsets into the text, that tell in the perfect what has not come about.

    Args:
        sentence: as read.
    """
    if "had" in sentence.words:
        yield from _had_it_been(sentence)
    if sentence.tokens and sentence.tokens[0].lower == "having":
        yield from _had_by_another(sentence)
    if not sentence.words.isdisjoint(_NEW):
        yield from _would_be_new(sentence)
    if sentence.words.isdisjoint(_WAITED_FOR) or len(sentence.clauses) < _TWO:
        return
    for clause in sentence.clauses:
        opener = _opener(sentence, clause) if clause.tense == "perfect" and _in_present(clause) else ""
        beside = (c for c in sentence.clauses if c is not clause and c.intro not in _LINKING)
        if opener in _NO_LATER or (opener and any(c.mood in _TO_COME for c in beside)):
            yield clause.tokens[clause.start].token.start, end_of_clause(sentence, clause.verb_start)


_TWO = 2


def _had_by_another(sentence: ReadSentence) -> Iterator[Span]:
    """*Having moved to York, Ben feels better*: done by whom the sentence tells of."""
    main = next((c for c in sentence.clauses if c.subject is not None), None)
    who = main.subject if main is not None else None
    if who is None or who.owner in {"my", "our"} or not (who.is_name or who.pronoun in {"he", "she"}):
        return
    comma = next((x for x in sentence.tokens[: who.start] if x.text == ","), None)
    if comma is not None:
        yield sentence.sentence.start, comma.token.start


_NEW = frozenset({"new", "as"})
_HAVING = frozenset("have get own need want".split())


def _would_be_new(sentence: ReadSentence) -> Iterator[Span]:
    """*Than our new bank would have been*, *I might have my new job by May*, *with Monzo as my bank, I'd …*."""
    for clause in sentence.clauses:
        if clause.mood != "unreal":
            continue
        subject, thing = clause.subject, clause.bare()
        if subject is not None and (clause.intro == "than" or clause.tense == "perfect") and _is_new(subject):
            yield subject.tokens[subject.start].token.start, clause.tokens[clause.verb_start].token.start
        if thing is not None and clause.verb in _HAVING and _is_new(thing):
            yield thing.tokens[thing.start].token.start, end_of_clause(sentence, clause.verb_start)
    first = sentence.clauses[0] if sentence.clauses else None
    if first is not None and first.mood == "unreal" and sentence.tokens[0].lower == "with" and "as" in sentence.words:
        yield sentence.sentence.start, first.tokens[first.start].token.start


def _is_new(phrase: Phrase) -> bool:
    return any(x.lower == "new" for x in phrase.tokens[phrase.start : phrase.head])


def _in_present(clause: Clause) -> bool:
    return any(x.tag == t.HAVE and x.lower in _HAVE for x in clause.tokens[clause.start : clause.verb_end])


def _opener(sentence: ReadSentence, clause: Clause) -> str:
    """The word that says when a clause is so: *once*, and *soon* of *as soon as*, *moment* of *the moment that*."""
    at = clause.subject.start - 1 if clause.subject is not None else clause.start - 1
    while at > 0 and sentence.tokens[at].lower in _LINKING:
        at -= 1
    word = sentence.tokens[at].lower if at >= 0 else ""
    return word if word in _WAITED_FOR else ""


def _had_it_been(sentence: ReadSentence) -> Iterator[Span]:
    """*Had I moved to York, I'd be happier*: a verb before its subject, and beside it what would be."""
    for i, token in enumerate(sentence.tokens[:-1]):
        opens = token.lower == "had" and (i == 0 or sentence.tokens[i - 1].tag in t.PUNCT_OR_CONJ)
        if not opens or sentence.tokens[i + 1].lower not in w.SUBJECT_PRONOUNS:
            continue
        act = next((c for c in sentence.clauses if c.verb_start > i), None)
        if act is not None and any(c.mood == "unreal" for c in sentence.clauses):
            yield token.token.start, end_of_clause(sentence, act.verb_start)
