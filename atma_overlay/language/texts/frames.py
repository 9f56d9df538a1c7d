"""Which sentences of a text stand in a frame: a story, a supposition, a joke or a role that goes on from before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.sentences import Sentence
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts import fiction, supposed_on
from atma_overlay.language.texts.exercises import INVENTED, sets_invention
from atma_overlay.language.texts.played import OPENINGS, played_in
from atma_overlay.language.texts.unmeant import TURNS_SERIOUS, joked
from atma_overlay.language.texts.weights import Weight

_SUPPOSES, _JOKES, _PLAYS, _INVENTS = range(4)
_SIGNS = PatternSet(supposed_on.OPENS_SOMEWHERE, TURNS_SERIOUS, OPENINGS, INVENTED)
"""Without one of them a text has no frame but a story, or what an *imagine* or a *suppose* opens."""


class Frames:
    """The frames of a text, asked for its sentences in their order.

    Args:
        lowered: the text, in lower case.
        year: in which it was said.
        play: what is played or practised when it begins.
    """

    def __init__(self, lowered: str, *, year: int, play: Weight = Weight.MEANT) -> None:
        self.doubted: list[Span] = []
        """The sentences so far that may be unmeant."""
        self._lowered, self._year, self._play = lowered, year, play
        self._made_up, self._supposed, self._carried = fiction.frames_turn(lowered), False, Weight.MEANT
        self._signs = _SIGNS.held_by(lowered)
        self._plain = not self._signs and not play
        self._jokes = tuple(joked(lowered)) if _JOKES in self._signs else ()
        self._behind = 0

    def hold(self, part: Sentence, tokens: tuple[Tagged, ...], clauses: Sequence[Clause]) -> bool:
        """Whether a sentence is made up, supposed, played or joked; where that is in doubt, its place is noted."""
        said = self._lowered[part.start : part.end]
        earnest = fiction.in_earnest(said)
        invents = not earnest and (self._made_up or fiction.works_in(tokens) or fiction.invents_on(said))
        self._made_up = invents or (_INVENTS in self._signs and sets_invention(said))
        earnest = earnest or (self._supposed and supposed_on.steps_out(said))
        self._supposed = not earnest and (self._supposed or fiction.supposes(said))
        framed = self._made_up or self._supposed
        return framed if self._plain else self._carried_on(said, part, clauses) or framed

    def _carried_on(self, said: str, part: Sentence, clauses: Sequence[Clause]) -> bool:
        """Whether what was supposed, joked or played before goes on in a sentence, or begins there."""
        weight = max(self._supposing(said, part, clauses), self._joked(part, clauses))
        if self._play or _PLAYS in self._signs:
            self._play = played_in(said, self._play)
            weight = max(weight, self._play)
        if weight is Weight.DOUBTED:
            self.doubted.append((part.start, part.end))
        self._behind = part.end
        return weight is Weight.UNMEANT

    def _supposing(self, said: str, part: Sentence, clauses: Sequence[Clause]) -> Weight:
        """A supposition, or a joke that says so at its head, as far as it goes on."""
        if _SUPPOSES not in self._signs:
            return Weight.MEANT
        opened = supposed_on.begun(said, clauses, year=self._year)
        if opened:
            self._carried = opened
            return opened
        if not self._carried:
            self._carried = Weight.DOUBTED if supposed_on.says_what_would_be(said, clauses) else Weight.MEANT
            return Weight.MEANT
        apart = "\n\n" in self._lowered[self._behind : part.start]
        if apart or fiction.in_earnest(said) or supposed_on.left_behind(said, clauses, self._carried):
            self._carried = Weight.MEANT
            return Weight.MEANT
        weight = supposed_on.weight_behind(said, self._carried)
        if part.asks:
            self._carried = Weight.MEANT
        return weight

    def _joked(self, part: Sentence, clauses: Sequence[Clause]) -> Weight:
        """A joke that is taken back behind it."""
        at = bisect_right(self._jokes, part.start, key=lambda joke: joke[0]) - 1
        if at < 0 or part.start >= self._jokes[at][1]:
            return Weight.MEANT
        return Weight.DOUBTED if supposed_on.is_told(clauses) else Weight.UNMEANT
