"""Verb groups: the auxiliaries and the verb of a clause, and the tense that they tell."""

from __future__ import annotations

from dataclasses import dataclass, field

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.verb_signs import is_participle


@dataclass(slots=True)
class VerbGroup:
    """A verb group: tokens [first, end) with the auxiliaries in front of the verb."""

    first: int
    end: int
    infinitive: bool
    aux: list[str] = field(default_factory=list)
    adverbs: set[str] = field(default_factory=set)
    negated: bool = False
    verb: str = ""
    token: Tagged | None = None
    """The verb itself; None where the auxiliary is the verb."""

    @property
    def participle(self) -> bool:
        """Whether the verb stands in a form that can be a past participle."""
        return self.token is not None and is_participle(self.token.lower)

    @property
    def tense(self) -> str:
        """The tense that the auxiliaries and the verb's form tell."""
        if not self.aux:
            return "past" if self.token is not None and _past(self.token) else "present"
        if "used_to" in self.aux:
            return "habit_past"
        if self.aux[:1] == ["had"] or not _PAST.isdisjoint(self.aux):
            return "past"
        genitive = "'s" in self.aux and self.participle
        owned = not self.verb and len(self.aux) > 1 and self.aux[-1] == "had" and self.aux[0] in w.HAVE
        have = genitive or not w.HAVE.isdisjoint(self.aux)
        return "perfect" if have and (self.token is not None or "been" in self.aux or owned) else "present"


_PAST = frozenset({"was", "were", "did"})


def _past(token: Tagged) -> bool:
    word = token.lower
    if word == "quit":
        return True
    if word.endswith("ing") or (word.endswith("s") and word != token.lemma):
        return False
    return word != token.lemma
