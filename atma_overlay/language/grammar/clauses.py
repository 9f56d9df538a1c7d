"""Clauses: who does what, since when, in which mood."""

from __future__ import annotations

from dataclasses import dataclass, field

from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged


@dataclass(slots=True, unsafe_hash=True)
class Complement:
    """What follows a verb: a phrase, with the preposition before it; never changed once it is made."""

    preposition: str | None
    phrase: Phrase


@dataclass(slots=True)
class Clause:
    """One verb group with its subject and its complements.

    `mood` is actual, future, unreal (would, may, if …), imperative or infinitive; `tense` is present, past, perfect
    or habit_past (*used to*). `intro` is the subordinator or conjunction that opens the clause.
    """

    tokens: tuple[Tagged, ...]
    subject: Phrase | None
    start: int
    verb_start: int
    verb_end: int
    end: int
    verb: str
    particle: str | None = None
    tense: str = "present"
    progressive: bool = False
    passive: bool = False
    mood: str = "actual"
    negated: bool = False
    asked: bool = False
    intro: str | None = None
    inherited_subject: bool = False
    adverbs: frozenset[str] = frozenset()
    complements: list[Complement] = field(default_factory=list)
    _bare: Phrase | None = field(default=None, repr=False, compare=False)

    def take(self, complement: Complement) -> None:
        """Add what follows the verb."""
        self.complements.append(complement)
        if self._bare is None and complement.preposition is None:
            self._bare = complement.phrase

    @property
    def offsets(self) -> tuple[int, int]:
        """Character offsets of the clause."""
        return self.tokens[self.start].token.start, self.tokens[max(self.start, self.end - 1)].token.end

    @property
    def done(self) -> bool:
        """Whether it is told as done: in the past or the perfect, as a fact, unasked and not negated."""
        return self.tense in {"past", "perfect"} and self.mood == "actual" and not self.asked and not self.negated

    @property
    def compares(self) -> bool:
        """Whether it only says what something is set beside: *as I am*, *what I do now*."""
        return self.intro in _COMPARING and not self.progressive and not self.complements

    def bare(self) -> Phrase | None:
        """The first complement without a preposition."""
        return self._bare


_COMPARING = frozenset({"as", "than", "how", "what", "where"})
