"""What is told as maybe so, nearly so, as one of two or as undone: *my gym is probably Basement*, *…, I think*.

*It's nearly 900* is an amount as good as any; *I'm nearly vegetarian* is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

__all__ = ["with_doubt"]

_BELIEVING = r"i (?:do )?(?:think|believe|guess|suppose|reckon|assume|imagine|suspect|presume)"
_NOT_SURE = (
    r"(?:i'm |i am )?not (?:\w+ )?(?:sure|certain)|if i'm not mistaken|as far as i (?:know|remember)|afaik|iirc"
    r"|who knows"
)
_MAYBE = (
    r"maybe|perhaps|probably|possibly|presumably|potentially|conceivably|seemingly|supposedly"
    r"|(?:most|very|quite|highly) likely"
)
_IS = r"(?:\b(?:is|are|was|were|am|be)|'s|'re|'m)"
_SEEMS = r"(?:feels?|looks?|sounds?|seems?|appears?) (?:like|as if|to be) "
_BEFORE = re2.compile(
    rf"\b(?:{_MAYBE})\b|\b{_BELIEVING}\b(?: that)? [^,]*?{_IS} "
    rf"|^(?:so |and |but )?likely,? |{_IS} (?:now )?likely |{_IS} (?:now )?either |\b{_SEEMS}"
)
_ON_THE_WAY = "and|but|so|then|now|soon|i|i've|we|we've|later|eventually|quickly|already|hated it|had to"
_BACK = re2.compile(
    r" and (?:then |now |soon |straight |right |(?:changed|switched|moved|put) (?:it )?)*back(?: again)?(?:[,.;!]|$)"
    rf"|(?:,| and| but| so)(?: (?:{_ON_THE_WAY}))* (?:changed|switched|moved|went|came|gone|come|go"
    r"|(?:i'm|we're|am|are) (?:moving|going|coming|switching))(?: straight| right)? back(?: again| home)?"
    r"(?: (?:after|within|in) (?:a|an|one|two|three|\d+|the) [a-z]+)?(?:[,.;!]|$)"
)
"""*We changed it to Y and back again*, *we moved to Y but came back after a month*."""
_BEHIND = re2.compile(rf"(?:,| [-–—(]) ?(?:{_BELIEVING}|{_MAYBE}|{_NOT_SURE})[^\p{{L}}\p{{N}}]*$")
_NEARLY = re2.compile(
    rf"{_IS} (?:now )?(?:nearly|almost|practically|virtually|not quite|like|(?:sort|kind) of|(?:similar|close) to"
    r"|as good as) "
)
_BOUND = re2.compile(r"[;!?()]|[,:.](?:\s|$)|\b(?:and|but|because|since|so|while|whereas)\b")
_SIGN = Sign(_BEFORE.pattern, _BEHIND.pattern, _NEARLY.pattern, _BACK.pattern, family=WORDINGS)


def with_doubt(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates, doubted where they are told as maybe so, nearly so or as one of two.

    Args:
        found: what a sentence tells.
        sentence: as read.
    """
    said = sentence.said
    if not found or not sentence.shows(_SIGN, said):
        return found
    maybe, nearly = Cover(_stretches(said, sentence)), Cover(_up_to_a_bound(_NEARLY, said, sentence))
    return [c.doubted() if _is_doubtful(c, maybe, nearly) else c for c in found]


def _is_doubtful(candidate: Candidate, maybe: Cover, nearly: Cover) -> bool:
    if candidate.part is Part.RETRACTED:
        return False
    return maybe.holds(candidate.span) or (candidate.value_kind not in COUNTED and nearly.holds(candidate.span))


def _stretches(said: str, sentence: ReadSentence) -> Iterator[Span]:
    yield from _up_to_a_bound(_BEFORE, said, sentence)
    behind = _BEHIND.search(said)
    if behind is not None:
        first = max((x.end() for x in _BOUND.finditer(said[: behind.start()])), default=0)
        yield sentence.sentence.start + first, sentence.sentence.start + behind.start()
    undone = _BACK.search(said)
    if undone is not None:
        yield sentence.sentence.start, sentence.sentence.start + undone.start()


def _up_to_a_bound(pattern: re2._Regexp, said: str, sentence: ReadSentence) -> Iterator[Span]:
    for match in pattern.finditer(said):
        bound = _BOUND.search(said, match.end())
        last = len(said) if bound is None else bound.start()
        yield sentence.sentence.start + match.end(), sentence.sentence.start + last
