"""What holds elsewhere: *Enzo only works at Gull Marina, anywhere else it's Marguerite*, *under anybody else …*.

What is left is named in the same sentence, behind the same preposition or as the only place of something.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.rules.alternative_parts import Alternative, sentence_end, span_of, tokens_of, topic_of
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.consequences import read_outcomes
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import Trigger, TriggerKind

_LEADS = frozenset("at in on under with for by from".split())
_ELSE = (("anywhere", "else"), ("elsewhere",), ("somewhere", "else"), ("anyone", "else"), ("anybody", "else"),
         ("someone", "else"), ("somebody", "else"), ("anything", "else"))  # fmt: skip
_ELSE_OPENS = frozenset([run[0] for run in _ELSE])


def elsewhere(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """The rules told of anywhere or anybody but what the sentence names; None where none is."""
    tokens = book.sentence.tokens
    for i in range(2, len(tokens)):
        if tokens[i].lower not in _ELSE_OPENS:
            continue
        run = next((r for r in _ELSE if tuple(x.lower for x in tokens[i : i + len(r)]) == r), None)
        if run is None:
            continue
        start = i - 1 if tokens[i - 1].lower in _LEADS else i
        if tokens[start - 1].tag not in t.PUNCT_OR_CONJ:
            return None
        behind = i + len(run)
        while behind < len(tokens) and tokens[behind].tag == t.PUNCT:
            behind += 1
        left = _named_before(book, start, tokens[i - 1].lower if start < i else None)
        if left is None or behind >= len(tokens) - 1:
            return None
        end = sentence_end(book, behind + 1)
        found = read_outcomes(
            tokens_of(book, behind, end), book, topic_of(book, before, until=tokens[start].token.start)
        )
        condition = Condition(Named("", value=left), Trigger(TriggerKind.FROM, left))
        told = [o for o in found if not o.kept and not (o.value is not None and o.value.lower() == left.lower())]
        return [Alternative(condition, o, span_of(book, start, end)) for o in told] or None
    return None


def _named_before(book: Rulebook, end: int, preposition: str | None) -> str | None:
    """The name that stands before, behind the preposition that leads to the other one."""
    tokens = book.sentence.tokens
    leads = {preposition} if preposition is not None else {"at", "in", "with", "under", "on"}
    if preposition == "with":
        leads |= {"of"}
    for i in range(end - 2, -1, -1):
        if tokens[i].lower not in leads:
            continue
        phrase = read_phrase(tokens, i + 1)
        if phrase is None or not phrase.is_name or phrase.owner is not None or phrase.end > end:
            continue
        first, last = phrase_span(phrase)
        return book.turn.text[first:last]
    return None
