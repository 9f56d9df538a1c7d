"""The oracle: a model that knows an episode's gold, so that what the overlay does with perfect judgement can be seen.

It answers the judge's own schemas over the candidates that the overlay rendered, and its answers pass all guards. It
knows the values that a session tells, which of them changes or unsettles which directly, and the rules that are stated;
of what follows from a change by a stated rule it says nothing: consequences are the overlay's. For a case told in whole
statements it knows the old one, the new one, and that the one retires the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.oracle_case import Case, Shown
from atma_overlay.evaluation.oracle_reading import SURE, read_by_gold
from atma_overlay.evaluation.oracle_rules import contingencies
from atma_overlay.evaluation.oracle_telling import Told
from atma_overlay.evaluation.oracle_verdicts import verdicts
from atma_overlay.judge.schemas import Adjudicated, Extracted, Judged, SaidStatement
from atma_overlay.ports.model import Finish, ModelCapabilities, ModelReply, ModelRequest, Usage
from atma_overlay.readout import Read
from atma_overlay.render import estimate_tokens

__all__ = ["ORACLE", "OracleModel", "require_gold"]

ORACLE = "oracle"


def require_gold(episodes: Sequence[Episode]) -> None:
    """Check that an oracle has something to know.

    Raises:
        InvalidInputError: none of the episodes has gold states.
    """
    if not any(e.states for e in episodes):
        raise InvalidInputError("judge", "oracle needs gold states, and this suite has none: use none or a model")


class OracleModel:
    """Answers as a judge without error would, about one episode.

    Args:
        episode: the gold.
    """

    def __init__(self, episode: Episode) -> None:
        self._episode = episode

    @property
    def name(self) -> str:
        """What verdicts are signed with."""
        return ORACLE

    @property
    def capabilities(self) -> ModelCapabilities:
        """No tools."""
        return ModelCapabilities(tools=False)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one of the judge's questions; tokens are estimated.

        Raises:
            InvalidInputError: the question is none of the judge's.
        """
        if request.schema is Read:
            return _reply(read_by_gold(request, self._episode), request)
        if request.schema not in (Judged, Extracted, Adjudicated):
            raise InvalidInputError("judge", "the oracle answers the judge's questions alone")
        case = Case(self._episode, Shown.of(request))
        told = [t for session in case.sessions() for t in case.told(session)]
        whole = Judged(
            statements=tuple(_statement(case, t) for t in told),
            contingencies=tuple(contingencies(case, told)),
            verdicts=tuple(verdicts(case, told)),
        )
        return _reply(request.schema.model_validate(whole.model_dump()), request)

    def close(self) -> None:
        """Nothing is open."""


def _statement(case: Case, told: Told) -> SaidStatement:
    state = case.episode.states[told.key[0]]
    subject, slot = case.slot(state, told)
    before = state.history[told.key[1] - 1].value if told.key[1] else None
    return SaidStatement(
        id=told.id, turn=told.turn["id"], subject=subject, slot=slot, value=told.value,
        holds="many" if told.spell.statement else "one", evidence=told.evidence,
        basis="said" if told.said else "inferred", no_longer=(before,) if before else (), confidence=SURE,
    )  # fmt: skip


def _reply(answer: BaseModel, request: ModelRequest) -> ModelReply:
    text = answer.model_dump_json()
    asked = sum(estimate_tokens(message.text) for message in request.messages)
    return ModelReply(text, Finish.STOP, Usage(asked, estimate_tokens(text), 1, estimated=True), model=ORACLE)
