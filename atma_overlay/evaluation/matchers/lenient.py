"""Supersede's reward matcher as published (Appendix A), its weaknesses included.

The appendix leaves two points open, read here as follows: the connectives *or* and *and* split where they
stand as words, and the token overlap is the share of a variant's tokens that the answer holds.

It is kept for comparison with the paper. What it gets wrong, each with a test: a comma within a number splits
it (*$350,000* accepts *$400,000*); substrings of other words and numbers count (*25* in *125*, *no* in
*know*); one half of a list is enough; a one-character value never matches; signs, decimals, currencies and
percent vanish with the punctuation; denial is not seen; six in ten words are enough, whichever they are; a
number word is not its number; and what current and stale values share triggers both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.evaluation.matchers.verdicts import AskedTime, Verdict

OVERLAP = 0.6
"""The token overlap that must be exceeded where no variant stands in the answer."""
SHORTEST_VARIANT = 2
"""In characters."""

_PUNCTUATION = re2.compile(r"[^\p{L}\p{N}\s]+|_")
_CONNECTIVE = re2.compile(r"(?i)\b(?:or|and)\b|[/;,]")


@dataclass(frozen=True, slots=True)
class Lenient:
    """The published matcher."""

    name: str = "lenient"

    def matches(self, answer: str, gold: str) -> bool:
        """Whether a variant of the gold value is a substring of the answer, or most of its tokens are in it."""
        said = normalized(answer)
        kept = variants(gold)
        if any(variant in said for variant in kept):
            return True
        tokens = frozenset(said.split())
        return any(_overlap(variant, tokens) > OVERLAP for variant in kept)

    def verdict(
        self, answer: str, *, current: Sequence[str], stale: Sequence[str] = (), asked: AskedTime = "current"
    ) -> Verdict:
        """The matcher run against each value by itself, as the paper has it; `asked` makes no difference."""
        return Verdict.of(
            current=any(self.matches(answer, form) for form in current),
            stale=any(self.matches(answer, form) for form in stale),
        )


def normalized(text: str) -> str:
    """Step 1: lower case, punctuation as spaces, runs of white space as one space."""
    return " ".join(_PUNCTUATION.sub(" ", text.lower()).split())


def variants(gold: str) -> tuple[str, ...]:
    """Step 2: the pieces between connectives, of two characters or more."""
    pieces = (normalized(piece) for piece in _CONNECTIVE.split(gold))
    return tuple(piece for piece in pieces if len(piece) >= SHORTEST_VARIANT)


def _overlap(variant: str, tokens: frozenset[str]) -> float:
    wanted = frozenset(variant.split())
    return len(wanted & tokens) / len(wanted)


LENIENT = Lenient()
"""The published matcher; it has no settings."""
