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
