"""Clauses that tell of whom the noun before them names: *a guy who works at …*, *a team that moved to …*."""

from __future__ import annotations

from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.stretches import end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn, subject_of


def of_others(sentence: ReadSentence, turn: ReadTurn) -> list[tuple[Span, str | None]]:
    """The clauses, as offsets into the text, that tell of whom a noun before them names: *a guy who works at …*.

    Args:
        sentence: as read.
        turn: the utterance that it is of.

    Returns:
        Each with its subject, or None where nobody is known by that noun.
    """
    found: list[tuple[Span, str | None]] = []
    if sentence.words.isdisjoint(_RELATIVE):
        return found
    for clause in sentence.clauses:
        if clause.intro in _THAT and clause.subject is None and not clause.asked and _of_some_group(sentence, clause):
            at = clause.tokens[clause.verb_start].token.start
            found.append(((at, end_of_clause(sentence, clause.verb_start)), None))
            continue
        subject = clause.subject
        first = subject is not None and subject.pronoun in {"i", "we"}
        if clause.intro not in _WHO or first or clause.asked or clause.verb_start < 2:
            continue
        at = clause.tokens[clause.verb_start].token.start
        whose = _before(sentence, clause, turn) if clause.intro == "who" else None
        found.append(((at, end_of_clause(sentence, clause.verb_start)), whose))
    return found


_WHO = frozenset({"who", "whose"})
_THAT = frozenset({"that", "which"})
_RELATIVE = _WHO | _THAT
_GROUPS = frozenset(
    """team company firm startup shop agency guy woman man person couple family user customer client people friend
    colleague neighbour neighbor blogger""".split()
)


def _of_some_group(sentence: ReadSentence, clause: Clause) -> bool:
    """*A team that moved from Vim to Emacs*: whether *that* is said of somebody, and of nobody known."""
    tokens = sentence.tokens
    that = next((i for i in range(clause.verb_start - 1, 0, -1) if tokens[i].lower in _THAT), 0)
    for start in range(max(0, that - 4), that):
        phrase = read_phrase(tokens, start)
        if phrase is not None and phrase.end == that:
            return phrase.determiner in _SOME and phrase.owner is None and phrase.head_lemma in _GROUPS
    return False


_SOME = frozenset({"a", "an", "another", "some"})


def _before(sentence: ReadSentence, clause: Clause, turn: ReadTurn) -> str | None:
    """Whom the noun right before *who* names."""
    tokens = sentence.tokens
    who = next((i for i in range(clause.verb_start - 1, 0, -1) if tokens[i].lower == "who"), 0)
    ends = who - 1 if who and tokens[who - 1].text == "," else who
    for start in range(max(0, ends - 5), ends):
        phrase = read_phrase(tokens, start)
        if phrase is not None and phrase.end == ends:
            own = f"{turn.speaker}'s {tokens[phrase.head].lower}" if phrase.owner in {"my", "our"} else None
            return subject_of(phrase, turn) or own  # whoever *who* is said of is somebody
    return None
