"""What is denied of a part: *I never play tennis in the rain*, *I'm not just vegetarian*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, is_plain
from atma_overlay.language.turn import ReadSentence

_PLAIN_END = re2.compile(
    r"^[\"'”’)*_`]*(?:\s*(?:[.!?;:,…)(]|[–—-]|$)| (?:any ?more|any longer|at all|now|nowadays|these days|right now"
    r"|today|currently|either|myself|ourselves|too|though|and|but|or|so|period"
    r"|for (?:good|now|ages|years|months|weeks))\b)"
)
_NOT_QUITE = re2.compile(
    r"(?:n't|\bnot|\bnever|\bnor)(?: [\w'-]+){0,4}? (?:merely|simply|exactly|necessarily|entirely|fully|really|badly"
    r"|happily|always|even|all|quite|completely|strictly|particularly|especially)\b[^.!?;]*$"
)
_DENYING = re2.compile(r"n't\b|n’t\b|\b(?:not|never|nor|no|none|neither|without|nothing|hardly|cannot)\b")
_NOT_ONLY = re2.compile(r"(?:n't|\bnot)(?: [\w'-]+){0,3}? (?:just|only|solely|exclusively)\b[^.!?;,]*$")


def denied_in_part(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, without what is so and more, and beside what is known where a part is denied.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if all(c.affirmed for c in found):
        return found
    found = [c for c in found if not _is_so_too(c, sentence)]
    return [c.but(temporary=True) if _only_then(c, sentence) else c for c in found]


def _only_then(candidate: Candidate, sentence: ReadSentence) -> bool:
    """*I never play tennis in the rain*, *I don't play guitar well*, *I'm not vegan because it's trendy*.

    What is not done in one circumstance, in one way or for one reason is done all the same.
    """
    if not _is_denied(candidate):
        return False
    start, end = (place - sentence.sentence.start for place in candidate.span)
    if _DENYING.search(sentence.said[:start]) is None:
        return False  # Tom moved in with me: nobody lives alone
    return _PLAIN_END.search(sentence.said[end:]) is None or _NOT_QUITE.search(sentence.said[:start]) is not None


def _is_denied(candidate: Candidate) -> bool:
    return not candidate.affirmed and is_plain(candidate)


def _is_so_too(candidate: Candidate, sentence: ReadSentence) -> bool:
    """*I'm not just vegetarian*, *we don't only use React*: it is so, and something besides."""
    start = candidate.span[0] - sentence.sentence.start
    return _is_denied(candidate) and _NOT_ONLY.search(sentence.said[:start]) is not None
