"""Records of what was said before an utterance."""

from __future__ import annotations

from collections.abc import Callable, Collection

from atma_overlay.language.grammar.kinds import HAD
from atma_overlay.records import Observation, Statement
from atma_overlay.state.slots.holders import shared_holders
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.terms import terms


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

        What is only had is left out, too: nothing but what is told of having it changes it, see `had`. What is asked of
        them besides is asked first: whether a record is open is the dearer question.
        """
        return self._open(field, wanted, lambda s: s.value_kind != HAD and where(s))

    def _open(self, field: str, wanted: Collection[str], where: Callable[[Statement], bool]) -> list[Statement]:
        mine = self.observation.id
        return self.workspace.found(field, wanted, where=lambda s: s.observation_id != mine and where(s))

    def had(self, noun: str, subject: str) -> list[Statement]:
        """Open records of what a subject only says to have, by the words of what it is."""
        return self._open("value", terms(noun), lambda s: s.value_kind == HAD and s.slot.subject == subject)

    def of_subject(self, subject: str) -> Callable[[Statement], bool]:
        """Asks whether a record is of one subject."""
        return lambda s: s.slot.subject == subject

    def held_with(self, subject: str) -> Callable[[Statement], bool]:
        """Asks whether the holder of a record can be the one that a subject names."""
        return shared_holders(subject, self.observation)
