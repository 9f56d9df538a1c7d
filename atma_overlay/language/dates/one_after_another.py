"""Values of one slot that one utterance tells one after another: *I moved to York and then to Hull*.

All of them are told at one time, so that nothing but the words says which of them holds. Those before the last are told
as of a moment before it: they were so, and are over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.turn import ReadTurn
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

__all__ = ["in_turn"]

_MOMENT = timedelta(seconds=1)
_NEXT = r"(?:then|later(?: on)?|after (?:that|which)|afterwards|from there|next|eventually|finally)"
_ORDER = re2.compile(rf"(?i)\b{_NEXT}\b|\b(?:now|nowadays|these days|ended up|currently)\b")
"""What tells that one of two is later."""
_LEADING_ON = frozenset("then later after afterwards there next eventually finally".split())
_MAY_ORDER = _LEADING_ON | frozenset("now nowadays these ended currently".split())
"""Words that the wordings above have, of which sentences without one are known at once."""
_ON_TO = re2.compile(rf"(?i)^(?:,| and|, and|;) {_NEXT}(?: on)? (?:to )?$")
"""*To York, then to Hull*: between two that one verb tells."""
_TWO = re2.compile(rf"(?i)^(.+?)(?:,| and|, and) {_NEXT}(?: on)? (?:to )?(.+)$")
"""*York and then Hull*, taken for one name."""


def in_turn(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates, those of a single-valued slot before its last one as of a moment earlier each.

    Args:
        found: the candidates of an utterance.
        turn: the utterance.
    """
    if all(_MAY_ORDER.isdisjoint(s.words) for s in turn.sentences):
        return found
    if not all(_LEADING_ON.isdisjoint(s.words) for s in turn.sentences):
        found = _taken_on(_taken_apart(found), turn.text)
    if len({(c.subject, c.attribute) for c in found}) == len(found):
        return found
    out = list(found)
    for slot in {(c.subject, c.attribute) for c in found if _is_news(c, turn)}:
        places = sorted(
            (n for n, c in enumerate(found) if (c.subject, c.attribute) == slot and _is_news(c, turn)),
            key=lambda n: found[n].place,
        )
        if len({found[n].norm for n in places}) == len(places) > 1 and _are_ordered([found[n] for n in places], turn):
            for at, n in enumerate(places):
                left, c = len(places) - 1 - at, found[n]
                before = found[places[at - 1]].span[1] if at else 0
                out[n] = c.but(
                    valid_from=turn.at - left * _MOMENT, change=Change.TOLD, evidence=_of_its_own(c, before, turn)
                )
    return out


def _is_news(candidate: Candidate, turn: ReadTurn) -> bool:
    """A value that is so as of the day on which it is said."""
    return (
        candidate.part is Part.STATEMENT
        and candidate.act is Act.ASSERT
        and candidate.affirmed
        and candidate.known_attribute
        and candidate.cardinality is Cardinality.SINGLE
        and candidate.change is not Change.NONE
        and candidate.valid_from == turn.at
        and candidate.valid_to is None
    )


def _are_ordered(news: Sequence[Candidate], turn: ReadTurn) -> bool:
    """Whether the words tell of each but the first that it came after the one before it."""
    ends = [c.place for c in news[1:-1]] + [_sentence_around(news[-1], turn)[1]]  # I live in Hull now
    return all(_ORDER.search(turn.text[c.span[1] : end]) is not None for c, end in zip(news[:-1], ends, strict=True))


def _of_its_own(candidate: Candidate, before: int, turn: ReadTurn) -> str:
    """The sentence that tells a value, without the part of it that tells the one before; as far as it, if it is first.

    Args:
        candidate: the value.
        before: where the one before it ends, 0 for none.
        turn: the utterance.
    """
    start, end = _sentence_around(candidate, turn)
    if before > start:
        return turn.text[before:end].lstrip(" ,;-–—")
    return turn.text[start : end if before else candidate.span[1]]


def _sentence_around(candidate: Candidate, turn: ReadTurn) -> tuple[int, int]:
    """Where the sentence of a value begins and ends; the value's own place where no sentence has it."""
    sentences = (s.sentence for s in turn.sentences)
    return next(((s.start, s.end) for s in sentences if s.start <= candidate.place < s.end), candidate.span)


def _taken_on(found: list[Candidate], text: str) -> list[Candidate]:
    """*To York, then to Hull*: the second is of the same slot."""
    out = []
    for c in found:
        asserted = c.part is Part.STATEMENT and c.act is Act.ASSERT and c.change is Change.NONE
        first = next((f for f in found if asserted and _leads_on_to(f, c, text)), None)
        out.append(c if first is None else first.but(value=c.value, norm=c.norm, span=c.span, place=c.place))
    return out


def _leads_on_to(first: Candidate, second: Candidate, text: str) -> bool:
    told = first.known_attribute and first.part is Part.STATEMENT and first.act is Act.ASSERT
    alike = first.attribute == second.attribute or not second.known_attribute
    return told and alike and _ON_TO.match(text[first.span[1] : second.span[0]]) is not None


def _taken_apart(found: list[Candidate]) -> list[Candidate]:
    """The candidates, two for what was taken for one name."""
    out: list[Candidate] = []
    pairs = [m for m in (_TWO.match(c.norm) for c in found) if m is not None]
    for c in found:
        if any(c.replaces and {c.norm, c.old_norm} == {m.group(1), m.group(2)} for m in pairs):
            continue  # neither is in the place of the other yet
        two = _TWO.match(c.value) if c.known_attribute and c.act is Act.ASSERT else None
        if two is None:
            out.append(c)
            continue
        for n in (1, 2):
            value = two.group(n)
            start = c.span[0] + two.start(n)
            out.append(c.but(value=value, norm=normalise(value), span=(start, start + len(value)), place=start))
    return out
