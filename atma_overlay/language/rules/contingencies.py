"""Stated dependencies between slots: *if I ever switch banks I'll go back to paying in cash* (MEME's rules)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.doubts.suppositions import not_yet, of_others
from atma_overlay.language.grammar.kinds import ANCHORED, value_kind
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.alternatives import ALTERNATIVE_GATE, alternatives
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.conditionals import NO_RULES, Conditionals, Rules, told_rule
from atma_overlay.language.rules.dependences import dependences
from atma_overlay.language.rules.governors import Dependence
from atma_overlay.language.rules.outcomes import Outcome
from atma_overlay.language.rules.paraphrases import OTHER_GATE, SaidOver, said_over, without_asides
from atma_overlay.language.rules.rule_parts import GATE, parts
from atma_overlay.language.rules.rule_slots import Rulebook, States
from atma_overlay.language.rules.source_wordings import SOURCE_GATE
from atma_overlay.language.rules.sources import sources
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

__all__ = ["NO_RULES", "Rules", "from_sentence"]

MAX_TOKENS = 80
"""A rule is one sentence; what runs on longer is no rule that can be taken apart."""


def from_sentence(
    sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon, states: States, before: Sequence[Candidate]
) -> Rules:
    """The dependencies that a sentence states; a question, a courtesy or somebody else's rule states none.

    Args:
        sentence: one of the turn's.
        turn: the utterance.
        lexicon: knows slots by their names.
        states: reads a sentence's statements.
        before: what was found in the sentence and in those before it.
    """
    plainly = without_asides(sentence) if sentence.sentence.asks or "(" in sentence.text else None
    if (sentence.sentence.asks and plainly is None) or sentence.framed or len(sentence.tokens) > MAX_TOKENS:
        return NO_RULES
    conditional = sentence.shows(GATE, sentence.lowered)
    otherwise = sentence.shows(OTHER_GATE, sentence.lowered)
    beside = sentence.shows(ALTERNATIVE_GATE, sentence.said) or sentence.shows(SOURCE_GATE, sentence.lowered)
    if not (conditional or beside or otherwise) or of_others(sentence):
        return NO_RULES
    book = Rulebook(turn, sentence, lexicon, states)
    rules = _said_plainly(plainly, book, before)
    if rules.stated or sentence.sentence.asks:
        return rules
    found = parts(sentence) if conditional else None
    rules = NO_RULES if found is None else Conditionals(book, before).conditional(found)
    if conditional and not rules.stated:
        rules = Rules(tuple(told_rule(book, d.condition, d.outcome, None) for d in dependences(book)))
    if not rules.stated and (conditional or beside):
        rules = _by_the_way(book, before)
    if (conditional or otherwise) and not any(r.value for r in rules.stated):
        rules = _in_other_words(book, before, valued=bool(rules.stated)) or rules
    if not rules.stated and found is not None:
        return Rules((), tuple(not_yet(sentence, found)))
    return rules


def _said_plainly(plainly: tuple[Token, ...] | None, book: Rulebook, before: Sequence[Candidate]) -> Rules:
    """The rules of a sentence without its asides, and of a note, whose signs would be read as no verb."""
    sentence = book.sentence
    if plainly is not None:
        return _conditional(SaidOver(plainly, (sentence.sentence.start, sentence.sentence.end)), book, before)
    text = sentence.text
    noted = "->" in text or "→" in text or "=>" in text or " = " in text
    return (_in_other_words(book, before, valued=True) if noted else None) or NO_RULES


def _by_the_way(book: Rulebook, before: Sequence[Candidate]) -> Rules:
    """What the words let follow without a condition: an alternative, or where something comes from."""
    told = list(alternatives(book, before))
    if told:
        stated = tuple(told_rule(book, a.condition, a.outcome, None) for a in told)
        return Rules(stated, tuple(a.span for a in told))
    depending = (Dependence(Condition(s.parent, s.when), Outcome(s.child, None)) for s in sources(book, before))
    return Rules(tuple(told_rule(book, d.condition, d.outcome, None) for d in depending))


def _in_other_words(book: Rulebook, before: Sequence[Candidate], *, valued: bool) -> Rules | None:
    """The rules of a sentence that tells one in other words than *if …, …*; only with a value where that is asked."""
    for told in said_over(book.sentence, book.turn):
        rules = _conditional(told, book, before)
        if rules.stated and (any(r.value for r in rules.stated) or not valued):
            return rules
    return None


def _conditional(told: SaidOver, book: Rulebook, before: Sequence[Candidate]) -> Rules:
    """The rules of a sentence as it is said over, told by the words that it stands for."""
    sentence = book.reread(told.tokens)
    own, found = Rulebook(book.turn, sentence, book.lexicon, book.states), parts(sentence)
    if found is not None:
        rules = Conditionals(own, before).conditional(found)
    else:
        rules = Rules(tuple(told_rule(own, d.condition, d.outcome, None) for d in dependences(own)))
    start, end = told.span
    evidence = book.turn.text[start:end]
    sure = [
        r for r in rules.stated if r.value is None or value_kind(r.value)[0] in ANCHORED
    ]  # not "makes my wife happy"
    stated = tuple(replace(r, span=told.span, evidence=evidence) for r in sure)
    return Rules(stated, (told.span,)) if stated else NO_RULES
