"""What rules look for in a sentence before they read it: all of it found in a few passes over the sentence.

A rule asks `ReadSentence.shows` whether a sign of its own is there. Most sentences show none, and each rule that looked
by itself would read them once more.
"""

from __future__ import annotations

from atma_overlay.language.grammar.pattern_set import PatternFamily, PatternSet

__all__ = ["BROAD", "WORDINGS", "WORDS", "Sign", "signs_in"]

WORDS = PatternFamily()
"""Signs that are words and short turns of phrase."""
WORDINGS = PatternFamily()
"""Signs with gaps in them, which would blow up the automaton of the others."""
BROAD = PatternFamily()
"""Signs of very many wordings with gaps: gaps multiply, and beside the others they would double what a text costs."""
_BY_NUMBER: dict[PatternFamily, dict[int, Sign]] = {WORDS: {}, WORDINGS: {}, BROAD: {}}


class Sign(PatternSet):
    """Patterns of which a rule needs one in a sentence.

    Args:
        *patterns: in the syntax of RE2; they are looked for in lower case.
        family: whose pass over a sentence finds them.
    """

    def __init__(self, *patterns: str, family: PatternFamily = WORDS) -> None:
        super().__init__(*patterns)
        _BY_NUMBER[family][family.join(*patterns)] = self


def signs_in(lowered: str) -> frozenset[Sign]:
    """Every sign that a sentence, in lower case, shows."""
    return frozenset([signs[number] for family, signs in _BY_NUMBER.items() for number in family.held_by(lowered)])
