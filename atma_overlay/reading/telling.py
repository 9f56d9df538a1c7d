"""What the words of a query tell of the values that they name: that one is over, that it holds, or neither."""

from __future__ import annotations

from functools import cached_property

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.doubts.of_nothing_real import not_presupposed
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadTurn, read_turn
from atma_overlay.reading.elsewhere import is_elsewhere
from atma_overlay.reading.named_place import Place, named_in
from atma_overlay.reading.told_past import is_past_there, is_present_there, is_told_to_be_over, is_what_goes
from atma_overlay.reading.whose import Asked
from atma_overlay.records import Held, Slot, Statement

_ENDING = frozenset(
    """from off up down gone over closed dead broken history out longer more anymore instead replaced until till ended
    finished left sold lost cancelled former ex""".split()
)
"""Words of what is told as over without a verb in the past."""


class Telling:
    """Words as they tell of values; they are read once, however many records they name.

    Args:
        asked: the words.
    """

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._places: dict[tuple[Slot, str, str], list[Place]] = {}
        self._unreal: dict[int, list[Span]] = {}

    def as_past(self, held: Held) -> bool:
        """Whether they name a record's value and tell it as past anywhere."""
        named = self._named(held.statement)
        if any(is_past_there(self._turn, place, held) for place in named):
            return True
        left = [place for place in named if is_what_goes(place, held.statement)] if self._may_tell_an_end else []
        return bool(left) and is_told_to_be_over(self._stated, left, held, at=self._asked.at)

    def as_present(self, statement: Statement) -> bool:
        """Whether the asker says in so many words that a value holds: *I live in Leeds*, *since our CI is Jenkins*."""
        return any(is_present_there(place, statement) for place in self._named(statement))

    def of_elsewhere(self, statement: Statement) -> bool:
        """Whether all that they say of a value is what somebody does or has there, see `is_elsewhere`."""
        named = self._named(statement)
        return bool(named) and all(is_elsewhere(place, statement) for place in named)

    def of_nothing_real(self, statement: Statement) -> bool:
        """Whether they name a value only where nothing is taken for granted: *in the game I live in Leeds*."""
        named = self._named(statement)
        return bool(named) and all(self._is_granted_nowhere(place) for place in named)

    def _is_granted_nowhere(self, place: Place) -> bool:
        sentence = place.sentence
        start = sentence.sentence.start
        if start not in self._unreal:
            self._unreal[start] = not_presupposed(sentence, self._turn)
        at = sentence.tokens[place.at].token.start
        return any(first <= at < end for first, end in self._unreal[start])

    @cached_property
    def _turn(self) -> ReadTurn:
        asker = next(iter(self._asked.askers)) if len(self._asked.askers) == 1 else "user"
        return read_turn(self._asked.text, speaker=asker, at=self._asked.at)

    @cached_property
    def _may_tell_an_end(self) -> bool:
        """*Since I live in Leeds, which gym …?* tells of nothing that is over: it need not be read for that."""
        for sentence in self._turn.sentences:
            if not _ENDING.isdisjoint(sentence.words):
                return True
            if any(c.done or c.negated or c.progressive or c.tense != "present" for c in sentence.clauses):
                return True
        return False

    @cached_property
    def _stated(self) -> tuple[Candidate, ...]:
        """What would be heard of them were they told."""
        turn = self._turn
        return default_extractor().extract(turn.text, speaker=turn.speaker, at=turn.at).candidates

    def _named(self, statement: Statement) -> list[Place]:
        said = (statement.slot, statement.value, statement.evidence)
        if said not in self._places:
            self._places[said] = list(named_in(self._turn, statement))
        return self._places[said]
