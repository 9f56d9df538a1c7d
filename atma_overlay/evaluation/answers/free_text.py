"""What a free text presents as holding now: its clauses without those that speak of the past or deny.

Words alone decide, so this is an approximation for texts that come without their values told apart; a grader with
a model reads the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.evaluation.wording import phrase

_PAST = """used to|formerly|former|previously|previous|no longer|not|never|was|were|had been|had|before|until|till|
    ago|once|earlier|in the past|back then|at first|originally|initially|stopped|quit|gave up|ended|cancelled|outdated|
    lived|worked|instead of|rather than|replaced|old|anymore|any more"""
_CUE = re2.compile(r"(?i)\b(?:" + "|".join(cue.strip() for cue in _PAST.split("|")) + r")\b|n['’]t\b")
_ENDS = re2.compile(r"(?i)[.!?;:\n—]+(?:\s|$)|,\s|\s(?:but|whereas|while|although|though|and now|so now)\s")
_FROM = re2.compile(r"(?i)\bfrom\b.{0,80}?\bto\b")
_ARROW = re2.compile(r"[^,;.]*(?:→|->)")


def presented(text: str) -> tuple[str, ...]:
    """The clauses that a text presents as holding now.

    A clause of a cue alone (*Previously,*) speaks for the next one. What a value changed *from* is past.
    """
    return tuple(_kept(_FROM.sub(" to ", _ARROW.sub("", text))))


def _kept(text: str) -> Iterator[str]:
    pending = False
    for clause in (part for part in _ENDS.split(text) if part and part.strip()):
        cued = bool(_CUE.search(clause))
        if not cued and not pending:
            yield clause.strip()
        pending = cued and len(phrase(_CUE.sub(" ", clause)).words) == 0
