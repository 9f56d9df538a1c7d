"""The trained head as a linker behind the rules: it proposes changes that they miss, and doubts some that they make."""

from __future__ import annotations

from functools import lru_cache

from atma_overlay.errors import InvalidInputError
from atma_overlay.kept import on_forgetting
from atma_overlay.linking.head import Head, pair_features
from atma_overlay.ports.embedder import Embedder
from atma_overlay.records import Ruling, Statement
from atma_overlay.signatures import typed
from atma_overlay.state.pairs.adjudication import Answer, Linker, RulesLinker, retirement

SURE = 0.9
"""Probability of both questions from which the head finds a change where the rules keep both."""
DOUBT = 0.1
"""Probability of the same variable up to which the head doubts a change of the rules."""
_KEPT = 4096
_SETTLED = 0.95
"""Confidence of the rules' own answer from which the head has no say."""


class TrainedLinker:
    """Asks the rules first, and a trained head where they leave room.

    What the rules keep side by side and the head finds to be one variable with two stances is proposed, never applied;
    what the rules replace and the head finds to be two variables is proposed too. Origins and dates stay the rules'.

    Args:
        head: what was trained.
        embedder: the one it was trained on.
        rules: asked first.

    Raises:
        InvalidInputError: the head was trained on another embedder.
    """

    @typed
    def __init__(self, head: Head, embedder: Embedder, *, rules: Linker | None = None) -> None:
        if (head.embedder, head.dimension) != (embedder.name, embedder.dimension):
            known = f"{embedder.name!r} with {embedder.dimension} components"
            raise InvalidInputError(
                "linker", f"was trained on {head.embedder!r} with {head.dimension}, and is given {known}: use that one"
            )
        self._head, self._embedder, self._rules = head, embedder, rules or RulesLinker()
        self._vector = lru_cache(maxsize=_KEPT)(self._embedded)
        on_forgetting(self._forget)

    def _forget(self) -> None:
        self._vector.cache_clear()

    @property
    def decider(self) -> str:
        """What its answers are signed with."""
        return f"head/{self._head.name}"

    def rule(self, earlier: Statement, later: Statement) -> Answer:
        """See `Linker.rule`; pure, and alike in every order of arrival."""
        answer = self._rules.rule(earlier, later)
        if (
            earlier.observation_id == later.observation_id
            or not (earlier.affirmed and later.affirmed)
            or later.replaces
        ):
            return answer
        if answer.ruling is Ruling.KEEP and answer.confidence < _SETTLED:
            return self._missed(earlier, later) or answer
        if answer.ruling is Ruling.REPLACE:
            return self._doubted(earlier, later) or answer
        return answer

    def _missed(self, earlier: Statement, later: Statement) -> Answer | None:
        same, differs = self.scores(earlier, later)
        if min(same, differs) < SURE or retirement(earlier, later).ruling is not Ruling.REPLACE:
            return None
        return Answer(Ruling.PROPOSE, self.decider, "one variable with two stances", round(same * differs, 4))

    def _doubted(self, earlier: Statement, later: Statement) -> Answer | None:
        same, _ = self.scores(earlier, later)
        if same > DOUBT:
            return None
        return Answer(Ruling.PROPOSE, self.decider, "hardly the same variable", round(same, 4))

    def scores(self, earlier: Statement, later: Statement) -> tuple[float, float]:
        """The probabilities that two statements tell the same variable, and that their stances then differ."""
        features = pair_features(self._vector(earlier.evidence), self._vector(later.evidence))
        return self._head.same.probability(features), self._head.differs.probability(features)

    def _embedded(self, text: str) -> tuple[float, ...]:
        return tuple(self._embedder.embed([text])[0])
