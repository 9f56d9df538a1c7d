"""Where words name a value: the token, with the clause and the complement that it is in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.records import Statement
from atma_overlay.values.terms import terms


@dataclass(frozen=True, slots=True)
class Place:
    """Where words name a record's value: the token, and the clause that it is in."""

    sentence: ReadSentence
    at: int
    clause: Clause | None

    @property
    def complement(self) -> Complement | None:
        """What of the clause's complements has it."""
        told = () if self.clause is None else self.clause.complements
        return next((c for c in told if c.phrase.start <= self.at < c.phrase.end), None)


def named_in(turn: ReadTurn, statement: Statement) -> Iterator[Place]:
    """Every place of a value in an utterance."""
    for sentence in turn.sentences:
        for at in places_of(sentence, statement):
            yield Place(sentence, at, clause_at(sentence, at))


def places_of(sentence: ReadSentence, statement: Statement) -> Iterator[int]:
    """Where a value is named: the first token of each run of its words."""
    value, inside = set(terms(statement.value)), False
    value.update(part for part in statement.value.split("-") if part.isdigit())  # 555-0134 is read as two numbers
    for place, token in enumerate(sentence.tokens):
        names = not value.isdisjoint(terms(token.text))
        if names and not inside:
            yield place
        inside = names


def clause_at(sentence: ReadSentence, at: int) -> Clause | None:
    """The clause that a token is in: the innermost, and of those alike the last."""
    around = [c for c in sentence.clauses if c.start <= at < max(c.end, c.verb_end)]
    return min(reversed(around), key=lambda c: max(c.end, c.verb_end) - c.start, default=None)
