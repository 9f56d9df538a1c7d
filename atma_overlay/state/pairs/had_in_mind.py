"""What is told of a thing that is only planned, wished for or former, where another one is known."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Statement
from atma_overlay.values.terms import stem, terms, word_set

__all__ = ["is_had_in_mind"]

_NOT_REAL = re2.compile(
    r"(?i)\b(?:my|our|the|\p{L}+['’]s) (planned|proposed|tentative|provisional|projected|suggested|intended|desired|"
    r"ideal|dream|hypothetical|imaginary|former|erstwhile|next|upcoming) (?P<thing>\p{L}+)"
)


_EACH_TIME_ANOTHER = frozenset({"next", "upcoming"})
"""*Our next book is …*, a month later: it is the one after."""


def is_had_in_mind(told: Candidate | Statement, old: Statement) -> bool:
    """*Our budget is 90k*, *our proposed budget is 110k now*: what is had in mind, or was, beside what is.

    Args:
        told: what is told later.
        old: what stands.
    """
    match = _NOT_REAL.search(told.evidence)
    if match is None:
        return False
    if match.group(1).lower() in word_set(old.evidence) - _EACH_TIME_ANOTHER:
        return False
    return stem(match.group("thing").lower()) in {*terms(old.evidence), *terms(old.slot.attribute.replace("_", " "))}
