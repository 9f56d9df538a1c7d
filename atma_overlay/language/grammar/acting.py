"""Who acts in a sentence, for the pronouns behind them in it: *my flatmate is Sanna, she works at …*."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.ties import of_other_gender


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody who acts in a sentence, or is said to be who acts.

    Attributes:
        name: who, as a canonical subject.
        start: where they stand in the text.
        until: where somebody else stands whom a pronoun behind may mean as well.
        several: whether it is *they*.
    """

    name: str
    start: int
    until: int
    several: bool


def acts_before(pronoun: str, acting: tuple[Acting, ...], phrase: Phrase) -> Acting | None:
    """Who acts last before a phrase, and can be the one whom its pronoun means.

    Args:
        pronoun: in the nominative.
        acting: who acts in the sentence, in its order.
        phrase: what the pronoun leads.
    """
    if pronoun == "it":
        return None
    at = phrase.tokens[phrase.start].token.start
    before = (x for x in reversed(acting) if x.start < at and x.several == (pronoun == "they"))
    return next((x for x in before if not of_other_gender(pronoun, x.name)), None)
