"""What is told to be over in part: *I no longer work at Acme on Fridays*, *we stopped driving to school by bus*.

What is no longer so at some times, in some way or so often is still so at others.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, overlap, touches
from atma_overlay.language.doubts.part_wordings import DAYS, JOINED, SETTING
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act

_TIMES = rf"{DAYS}|weekends?|weekdays|weeknights|mornings?|afternoons?|evenings?|nights?|school days|term[- ]time"
_RIDES = "bus|train|car|bike|bicycle|tram|coach|taxi|cab|boat|ferry|plane|tube|metro|scooter|myself|ourselves"
_PART = (
    rf"\b(?:on|at|in|during|over) (?:the |most |some |school |bank )?(?:{_TIMES})\b"
    rf"|\b(?:{DAYS}|weekends|nights|weekdays|(?:during|in) the week)\b|\bby (?:{_RIDES})\b|\bon foot\b"
    r"|\b(?:full|part)[- ]time\b|\b(?:as|so|that|very) (?:often|much|frequently|regularly)\b"
    r"|\b(?:every|each) (?:\w+ )?(?:day|week|weekend|month|morning|evening|night|year|time)\b|\bon my own\b|\balone\b"
    r"|\b(?:once|twice|\w+ times) an? (?:day|week|month|year)\b|\b(?:daily|weekly|monthly|regularly|overnight)\b|"
    + SETTING
)
_OVER = (
    r"\bno longer\b|(?:n't|\bnot|\bnever) (?:[\w'./&-]+ ){1,9}?any ?(?:more|longer)\b"
    r"|\b(?:stop|stops|stopped|quit|ceased|given up|gave up) \w+ing\b"
)
_PARTLY = re2.compile(
    rf"({_PART}),? (?:[\w'./&-]+ ){{0,4}}?(?:{_OVER})"
    rf"|(?:{_OVER})(?: [\w'./&-]+){{0,8}}? ({_PART})"
    rf"|(?:n't|\bnot|\bnever) (?:[\w'./&-]+ ){{1,8}}?({_PART}) any ?(?:more|longer)\b"
)
_SHOWN = Sign(_OVER, family=WORDINGS)


def ended_in_part(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, ends doubted where only a part is told to be over; that part is not so, and ends.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not any(c.act is Act.END for c in found) or not sentence.shows(_SHOWN, sentence.said):
        return found
    told = list(_stretches(sentence))
    over = [part for _, part in told]
    kept = [c for c in found if c.act is not Act.ASSERT or not touches(c.span, over)]
    return [c.doubted() if any(_is_meant(c, sentence, *each) for each in told) else c for c in kept]


def _stretches(sentence: ReadSentence) -> Iterator[tuple[Span, Span]]:
    """Each wording of an end in part, with that part, as offsets into the text."""
    begin = sentence.sentence.start
    for match in _PARTLY.finditer(sentence.said):
        start, end = match.span(match.lastindex)
        between = sentence.said[match.start() : start] + sentence.said[end : match.end()].lstrip(",")
        if not JOINED.search(between):
            yield (begin + match.start(), begin + match.end()), (begin + start, begin + end)


def _is_meant(candidate: Candidate, sentence: ReadSentence, wording: Span, part: Span) -> bool:
    """Whether the wording is of what ends, and that is not the part."""
    start, end = candidate.span
    if candidate.act is not Act.END or candidate.part is Part.RETRACTED or overlap(candidate.span, part):
        return False
    begin = sentence.sentence.start
    behind = start >= wording[1] and not JOINED.search(sentence.said[wording[1] - begin : start - begin])
    return behind or (wording[0] <= start and end <= wording[1])
