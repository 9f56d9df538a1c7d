"""An answer with what it answers: the text that the rules read for it, and the way back into what was said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from atma_overlay import re2
from atma_overlay.language.answers.asked import MOST_CHARACTERS, asked_in, may_ask
from atma_overlay.language.answers.fitting import fitting
from atma_overlay.language.answers.parts import Asked, Gap, tells_when
from atma_overlay.language.answers.replies import Reply, reply_in
from atma_overlay.language.answers.weighed import OVER
from atma_overlay.language.candidates import Candidate, Found, Part, StatedContingency, is_plain
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality

_Reading = Callable[[str], Found]
_Fitting = Callable[[Candidate], Candidate | None]


def found_in_answer(text: str, question: str, read: _Reading, *, lexicon: Lexicon) -> Found:
    """What an answer states.

    Args:
        text: what the user said.
        question: what the agent had said before.
        read: finds what a text states by itself.
        lexicon: tells what an attribute's values are.

    A text that answers nothing is read by itself. So is one of which the question makes nothing that the rules know;
    but a name alone behind a question states nothing for sure.
    """
    reply = reply_in(text) if may_ask(question) else None
    if reply is None:
        return _behind(question, read(text))
    asked = asked_in(question)
    if asked is None or (asked.counted and reply.gap is not None and not reply.counts):
        return _behind(question, _alone(text, reply, read)) if "?" in question else read(text)
    sure = not asked.apart and not reply.weak and (reply.sure or (reply.said is not None and reply.gap is None))
    framed = reply.framed or reply.said is not None or _is_named(text, reply, question)
    best: Found | None = None
    for told in _tellings(text, reply, asked):
        found = told.given_back(
            read(told.text), partial(fitting, lexicon=lexicon, framed=framed), whole=reply.said is not None, sure=sure
        )
        if asked.past:
            found = replace(found, candidates=tuple(c for c in found.candidates if not _holds_still(c, told)))
        answers = [c for c in found.candidates if told.covers(c.span)]
        known = [c for c in answers if c.known_attribute]
        if known and (not told.alone or all(c.cardinality is Cardinality.SINGLE for c in known)):
            return found
        if best is None and answers and not told.alone and asked.open:
            best = found
    return _behind(question, _alone(text, reply, read) if best is None else best)


def _is_named(text: str, reply: Reply, question: str) -> bool:
    """Whether the question names the answer itself: *Leeds or York?*."""
    said = "" if reply.gap is None else text[slice(*reply.gap)].lower()
    return f" {said}" in question[-MOST_CHARACTERS:].lower()


def _alone(text: str, reply: Reply, read: _Reading) -> Found:
    """What a text states by itself; the words of an answer are in doubt, as what was asked is not told."""
    found = read(text)
    if reply.said is not None or reply.gap is None:
        return found
    start, end = reply.gap
    if reply.mended:  # what it corrects is its own word, and nothing that was known
        found = replace(found, candidates=tuple(c for c in found.candidates if c.part is not Part.ADOPTED))
    answers = (c.act is not Act.CORRECT and start <= c.span[0] and c.span[1] <= end + 1 for c in found.candidates)
    doubted = (c.doubted() if answer else c for c, answer in zip(found.candidates, answers, strict=True))
    return replace(found, candidates=tuple(doubted))


_ONE_S_OWN = re2.compile(
    r"(?i)\b(?:meant|mis-?\w+|typo|correct(?:ion|ed)?|mistake|mistaken|my bad|got (?:that|it) wrong)\b"
)


def _behind(question: str, found: Found) -> Found:
    """*Shall I book Leeds?*, *no wait, York*: it may be of what was asked, unless one's own words are wrong."""
    if "?" not in question or not any(_may_be_asked(c) for c in found.candidates):
        return found
    return replace(found, candidates=tuple(c.doubted() if _may_be_asked(c) else c for c in found.candidates))


def _may_be_asked(found: Candidate) -> bool:
    bare = found.act is Act.CORRECT and found.part is Part.ADOPTED and found.replaces is None
    return bare and _ONE_S_OWN.search(found.evidence) is None


def _holds_still(found: Candidate, told: _Told) -> bool:
    """Whether what answers a question of the past was read as what holds now: *Where did you work before?*."""
    return told.covers(found.span) and is_plain(found) and found.affirmed


def _tellings(text: str, reply: Reply, asked: Asked) -> Iterator[_Told]:
    """The texts that an answer may stand for, the likeliest first."""
    gap = reply.gap
    if reply.said is None and gap is not None:
        for one in asked.gaps:
            yield _Told.of(text, *_filled(text, reply, one, gap))
    elif reply.said is True and asked.holds:
        if gap is None:
            yield _Told.of(text, _Piece(asked.holds, reply.start, reply.behind))
        elif not reply.bare:
            yield _Told.of(text, _Piece(f"{asked.holds} ", reply.start, reply.behind), _Piece.copied(text, *gap))
    elif reply.said is False and asked.fails:
        yield from _denied(text, reply, asked)


def _denied(text: str, reply: Reply, asked: Asked) -> Iterator[_Told]:
    """What a no stands for, with what holds instead where that is told."""
    over = asked.fails.endswith(OVER)
    denied = _Piece(asked.fails + ("" if over or not reply.over else OVER), reply.start, reply.behind)
    if reply.gap is None:
        yield _Told.of(text, denied)
        return
    for gap in asked.gaps:
        if not over:
            yield replace(_Told.of(text, *_filled(text, reply, gap, reply.gap)), alone=True)
        instead = replace(gap, when=gap.when or " instead")
        stop = _Piece(". ", reply.gap[0], reply.gap[0])
        yield _Told.of(text, denied, stop, *_filled(text, reply, instead, reply.gap))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the text that is read, and where it comes from: what is `added` stands for a place of the answer."""

    text: str
    start: int
    end: int
    added: bool = True

    @classmethod
    def copied(cls, text: str, start: int, end: int) -> _Piece:
        return cls(text[start:end], start, end, added=False)


def _filled(text: str, reply: Reply, gap: Gap, place: tuple[int, int]) -> Iterator[_Piece]:
    """The pieces of a statement with its gap filled."""
    start, end = place
    said = text[start:end]
    led = f"{gap.preposition} " if gap.preposition and reply.bare else ""
    unit = f" {gap.unit}" if gap.unit and reply.figure else ""
    when = f" {reply.adverb}" if reply.adverb else gap.when
    if reply.goes_on or tells_when(said):
        when = ""
    yield _Piece(gap.before + led, start, start)
    yield _Piece(said if reply.names or not said[0].isascii() else said[0].lower() + said[1:], start, end, added=False)
    behind, over = unit + gap.after + when, text[end : reply.rest]
    if over.rstrip(" .!"):
        behind += "."
        yield _Piece(behind, end, reply.rest)
    elif behind:
        yield _Piece(behind, end, end)


@dataclass(frozen=True, slots=True)
class _Told:
    """A text as it is read, in pieces.

    Attributes:
        source: what was said.
        pieces: what is read instead, in order.
        told: how many characters of it tell what the answer does; the rest follows as it was said.
        alone: whether the no before it is left out: what takes the one place there is denies the other by itself.
    """

    source: str
    pieces: tuple[_Piece, ...]
    told: int
    alone: bool = False

    @classmethod
    def of(cls, source: str, *pieces: _Piece) -> _Told:
        """The pieces, and the rest of what was said behind them."""
        end = pieces[-1].end
        return cls(source, (*pieces, _Piece.copied(source, end, len(source))), sum(len(x.text) for x in pieces))

    @property
    def text(self) -> str:
        """What is read."""
        return "".join(x.text for x in self.pieces)

    def covers(self, span: tuple[int, int]) -> bool:
        """Whether a stretch of what was said lies in the answer itself."""
        return span[0] < self.pieces[-1].start

    def given_back(self, found: Found, fits: _Fitting, *, whole: bool, sure: bool) -> Found:
        """What was found in the text that was read, with places and words of what was said.

        Args:
            found: what was found.
            fits: what is left of a candidate whose value is the answer's.
            whole: whether what the question says is told too, as a yes or a no does.
            sure: whether the answer is one for certain.
        """
        told = [c for c in found.candidates if whole or c.span[0] >= self.told or self._answers(c)]
        fit = (c if c.span[0] >= self.told or not self._answers(c) else fits(c) for c in told)
        back = tuple(self._candidate(c, sure=sure) for c in fit if c is not None)
        return Found(back, tuple(map(self._rule, found.contingencies)), found.named, by_question=True)

    def _answers(self, found: Candidate) -> bool:
        """Whether a value is of the answer's own words, and no part of the question: no *drive* of *do you drive?*."""
        said = {word for x in self.pieces[:-1] if not x.added for word in x.text.lower().split()}
        return any(word in said for word in found.value.lower().split())

    def _candidate(self, found: Candidate, *, sure: bool) -> Candidate:
        place = self._at(found.place, ends=False)
        said = self._words(found.evidence, near=found.span[0])
        back = found.but(span=self._span(*found.span), evidence=said, place=place)
        return back if sure or found.span[0] >= self.told else back.doubted()

    def _rule(self, found: StatedContingency) -> StatedContingency:
        said = self._words(found.evidence, near=found.span[0])
        return replace(found, span=self._span(*found.span), evidence=said)

    def _words(self, evidence: str, *, near: int) -> str:
        """The words of the answer that stand for evidence of the text that was read."""
        begins = self.text.rfind(evidence, 0, near + len(evidence))
        start, end = self._span(begins, begins + len(evidence)) if begins >= 0 else self._span(near, near + 1)
        return self.source[start:end]

    def _span(self, start: int, end: int) -> tuple[int, int]:
        first, last = self._at(start, ends=False), self._at(end, ends=True)
        return (first, last) if first < last else (self.pieces[0].start, max(last, self.pieces[-1].start))

    def _at(self, place: int, *, ends: bool) -> int:
        """A place of the text that was read in what was said; within what was added it is where that stands."""
        behind = 0
        for piece in self.pieces:
            reach = behind + len(piece.text)
            if place < reach or (ends and place == reach):
                if piece.added:
                    return piece.end if ends else piece.start
                return piece.start + place - behind
            behind = reach
        return len(self.source)
