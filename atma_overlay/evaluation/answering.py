"""Answers to probes: who reads the packet, who answers without one, who grades, and what the models cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast, get_args

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.answers import (
    Answer,
    ChatReader,
    Dimension,
    ExtractiveReader,
    Grade,
    ProbeGrader,
    Reader,
    Response,
    StaleCase,
    StaleGrader,
    asked_view,
)
from atma_overlay.evaluation.answers.stale_rubric import ConflictType
from atma_overlay.evaluation.comparators import BoundedNotes, Comparator, CupMem, FullContext, MdFlat, PromptOnly
from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.notes import BUDGET
from atma_overlay.evaluation.opened_models import opened_model
from atma_overlay.evaluation.settings import EXTRACTIVE, ModelSettings
from atma_overlay.models import MeteredModel
from atma_overlay.ports.host import Host
from atma_overlay.ports.model import Usage
from atma_overlay.scope import Scope
from atma_overlay.views import Packet

Opener = Callable[[MeteredModel, Host, Scope], Comparator]

COMPARATORS: Mapping[str, Opener] = {
    "full-context": lambda model, host, scope: FullContext(model),
    "bounded-notes": lambda model, host, scope: BoundedNotes(model, budget=BUDGET),
    "md-flat": lambda model, host, scope: MdFlat(model),
    "cupmem": lambda model, host, scope: CupMem(model),
    "prompt-only": lambda model, host, scope: PromptOnly(model, host, scope=scope, stores=False),
}
"""The systems that answer with a model of their own, by the name of the system."""


@dataclass(frozen=True, slots=True)
class Answering:
    """Who answers and who grades in a run.

    Attributes:
        reader: answers from packets; None where only bank and retrieval are measured.
        model: the model behind the reader and the comparators.
        grader: the model that grades free answers; its cost is nobody's.
    """

    reader: Reader | None
    model: MeteredModel | None
    grader: MeteredModel | None

    def read(self, packet: Packet, *, probe: Probe, now: datetime) -> Answer | None:
        """The reader's answer to a probe."""
        return self.reader.read(packet, view=asked_view(probe), now=now) if self.reader else None

    def comparator(self, name: str, *, host: Host, scope: Scope) -> Comparator:
        """A published system, newly opened.

        Raises:
            InvalidInputError: no model was given.
        """
        if self.model is None:
            raise InvalidInputError("reader", f"must name a model: the system {name} answers with one")
        return COMPARATORS[name](self.model, host, scope)

    def usage(self) -> Usage:
        """What the model has cost so far."""
        return self.model.usage if self.model else Usage()

    def grades(self, episode: Episode, answers: Sequence[tuple[Probe, Answer]]) -> dict[str, Grade]:
        """The grades by probe; none where nobody grades.

        An episode that says why its old state is over is graded by STALE's rubric, in one call for its dimensions;
        every other answer by the criterion of its probe's task.
        """
        if self.grader is None:
            return {}
        case = _case(episode)
        rated = {_dimension(probe): (probe, answer) for probe, answer in answers} if case else {}
        graded: dict[str, Grade] = {}
        responses = {name: Response(p.query, a.text) for name, (p, a) in rated.items() if name is not None}
        if case and responses:
            found = StaleGrader(self.grader).grade(case, responses)
            graded = {rated[name][0].id: grade for name, grade in found.items()}
        by_task = ProbeGrader(self.grader)
        return graded | {p.id: by_task.grade(p, a) for p, a in answers if p.id not in graded}

    def close(self) -> None:
        """Close the models."""
        for model in (self.model, self.grader):
            if model is not None:
                model.close()


def open_answering(settings: ModelSettings) -> Answering:
    """The reader and the grader of the settings.

    Raises:
        InvalidInputError: a model is not known, or cannot be opened.
        MissingExtraError: its SDK is not installed.
    """
    grader = MeteredModel(opened_model("grader", settings.grader, settings)) if settings.grader else None
    if settings.reader is None:
        return Answering(None, None, grader)
    if settings.reader == EXTRACTIVE:
        return Answering(ExtractiveReader(), None, grader)
    model = MeteredModel(opened_model("reader", settings.reader, settings))
    return Answering(ChatReader(model), model, grader)


def _case(episode: Episode) -> StaleCase | None:
    if episode.logic is None:
        return None
    spells = episode.states[0].history
    kind = "T1" if spells[0].ended_by == "replaced" else "T2"
    return StaleCase(cast(ConflictType, kind), spells[0].value, spells[-1].value, episode.logic)


def _dimension(probe: Probe) -> Dimension | None:
    last = (probe.category or "").split(" ")[-1]
    return next((name for name in get_args(Dimension) if name == last), None)
