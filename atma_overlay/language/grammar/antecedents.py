"""Whom a sentence names, for the pronouns that follow."""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.ties import RELATIONS, tie
from atma_overlay.language.turn import ReadSentence, ReadTurn, name_of

_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES


def remember_names(sentence: ReadSentence, turn: ReadTurn) -> None:
    """Have the turn mention the named third parties and the owned relations of a sentence."""
    read = 0
    for i in sentence.naming:
        phrase = sentence.phrase_at(i) if i >= read else None
        if phrase is None:
            continue
        if phrase.is_name and _animate(sentence, phrase.start, i):
            name = name_of(phrase)
            if name != turn.speaker and name not in _CALENDAR:
                turn.mention(name)
        elif phrase.owner in {"my", "our"} and phrase.head_lemma in RELATIONS:
            turn.mention(f"{turn.speaker}'s {tie(phrase.tokens[phrase.core : phrase.head + 1])}")
        read = phrase.end
    for clause in sentence.clauses:
        if clause.subject is not None and clause.subject.is_name and turn.has_mentioned(name_of(clause.subject)):
            turn.mention(name_of(clause.subject))


_THIRD = frozenset("he she him her his".split())


def remember_who_acts(sentence: ReadSentence, turn: ReadTurn) -> None:
    """Have the turn mention whom a sentence opens with, before it is read, where a pronoun of it may be theirs.

    *Ben told me about his new gym*, *my sister loves her new job*.

    Args:
        sentence: one of the turn's.
        turn: the utterance.
    """
    if sentence.words.isdisjoint(_THIRD):
        return
    clause = next((c for c in sentence.clauses if c.subject is not None), None)
    who = clause.subject if clause is not None else None
    if clause is None or who is None or who.pronoun is not None or clause.passive:
        return
    own = who.owner in {"my", "our"} and who.head_lemma in RELATIONS
    if not (own or (who.is_name and who.owner is None and _animate(sentence, who.start, who.start))):
        return
    behind = sentence.tokens[who.end :]
    at = next((i for i, x in enumerate(behind) if x.lower in _THIRD), None)
    if at is not None and all(x.tag != t.NAME for x in behind[:at]):
        turn.mention(f"{turn.speaker}'s {tie(who.tokens[who.core : who.head + 1])}" if own else name_of(who))


def _animate(sentence: ReadSentence, start: int, i: int) -> bool:
    at = i - 1
    if at > 0 and sentence.tokens[at].tag == t.DET:
        at -= 1
    before = sentence.tokens[at].lower if at >= 0 and i > 0 else ""
    if at > 0 and (w.verb_lemma(sentence.tokens[at - 1].lower), before) in _WITH_SOMEBODY:
        return True
    return before not in {"in", "at", "on", "to", "from", "near", "into", "for", "called", "via"}


_WITH_SOMEBODY = frozenset({
    ("run", "into"), ("bump", "into"), ("talk", "to"), ("speak", "to"), ("chat", "to"), ("write", "to"),
    ("listen", "to"), ("hear", "from"),
})  # fmt: skip
"""What is done with people alone, where a name stands behind it."""
