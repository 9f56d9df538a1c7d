"""Records of what was said before an utterance."""

from __future__ import annotations

from collections.abc import Callable, Collection

from atma_overlay.records import Observation, Statement
from atma_overlay.state.holders import shared_holders
from atma_overlay.state.workspace import Workspace


class EarlierRecords:
    """Open records of what was said before one utterance.

    Args:
        observation: the utterance.
        workspace: the write that it is part of.
    """

    def __init__(self, observation: Observation, workspace: Workspace) -> None:
        self.observation, self.workspace = observation, workspace

    def found(
        self, field: str, wanted: Collection[str], where: Callable[[Statement], bool] = lambda _: True
    ) -> list[Statement]:
        """Open records that carry any of the terms, those of this very utterance left out.

        What is asked of them besides is asked first: whether a record is open is the dearer question.
        """
        mine = self.observation.id
        return self.workspace.found(field, wanted, where=lambda s: s.observation_id != mine and where(s))

    def of_subject(self, subject: str) -> Callable[[Statement], bool]:
        """Asks whether a record is of one subject."""
        return lambda s: s.slot.subject == subject

    def held_with(self, subject: str) -> Callable[[Statement], bool]:
        """Asks whether the holder of a record can be the one that a subject names."""
        return shared_holders(subject, self.observation)
