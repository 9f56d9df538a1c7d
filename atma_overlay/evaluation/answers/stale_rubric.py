"""STALE's rubric: a model sees the old state, the new one and the logic between them, and decides on three responses.

After STALE, sections 3.5 and E.1: the judge "receives the old state, the updated state, the hidden invalidation
logic, and the three probing responses, and returns Boolean decisions with brief reasoning for all dimensions". The
paper's own wording of the prompt is not part of its text; ours states the criteria of section 3.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from atma_overlay.errors import InvalidInputError, ModelAnswerError
from atma_overlay.evaluation.answers.rubric import Grade, Judgement
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import Prompt, load_prompt
from atma_overlay.models.structured import ask
from atma_overlay.ports.model import Message, Model, ModelRequest
from atma_overlay.render import quote

Dimension = Literal["SR", "PR", "IPA"]
"""State Resolution, Premise Resistance, Implicit Policy Adaptation."""
DIMENSIONS: tuple[Dimension, ...] = ("SR", "PR", "IPA")
ConflictType = Literal["T1", "T2"]
"""Co-referential (the same attribute) or propagated (another one)."""
MAX_TOKENS = 700


@dataclass(frozen=True, slots=True)
class StaleCase:
    """An implicit conflict: what held, what was said later, and why the first holds no longer."""

    kind: ConflictType
    old: str
    new: str
    logic: str


@dataclass(frozen=True, slots=True)
class Response:
    """A probing query and what was answered."""

    query: str
    text: str


class StaleJudgement(BaseModel):
    """The decisions on the responses that were shown; null for a dimension that was not."""

    model_config = ConfigDict(extra="ignore")

    SR: Judgement | None = Field(default=None, description="state resolution")
    PR: Judgement | None = Field(default=None, description="premise resistance")
    IPA: Judgement | None = Field(default=None, description="implicit policy adaptation")


class StaleGrader:
    """Grades the responses of a STALE case with a model: one call for all that are given."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def grade(self, case: StaleCase, responses: Mapping[Dimension, Response]) -> dict[Dimension, Grade]:
        """The grades of the responses, by dimension.

        Raises:
            InvalidInputError: there is no response.
            ModelAnswerError: a dimension was left undecided.
            ModelError: the model failed.
        """
        if not responses:
            raise InvalidInputError("responses", "are empty: pass at least one of SR, PR and IPA")
        prompt = load_prompt("grade-stale")
        request = ModelRequest(_messages(prompt, case, responses), max_tokens=MAX_TOKENS, prompt=prompt.id)
        decided = ask(self._model, request, schema=StaleJudgement).value
        return {name: self._grade(name, decided, prompt) for name in DIMENSIONS if name in responses}

    def _grade(self, name: Dimension, decided: StaleJudgement, prompt: Prompt) -> Grade:
        judgement: Judgement | None = getattr(decided, name)
        if judgement is None:
            raise ModelAnswerError(self._model.name, f"it left {name} undecided")
        return Grade(judgement.passed, judgement.reason, f"{self._model.name} {prompt.id}")


def _messages(prompt: Prompt, case: StaleCase, responses: Mapping[Dimension, Response]) -> tuple[Message, ...]:
    said = [part for name, given in responses.items() for part in (name, given.query, given.text)]
    nonce = content_nonce(case.old, case.new, case.logic, *said)
    blocks = [
        f"<response {nonce} {name}>\nquery: {quote(given.query, nonce)}\nresponse: {quote(given.text, nonce)}\n"
        f"criterion: {prompt.parts[name]}\n</response {nonce}>"
        for name in DIMENSIONS
        if (given := responses.get(name)) is not None
    ]
    return prompt.messages(
        kind=prompt.parts[case.kind],
        old=quote(case.old, nonce),
        new=quote(case.new, nonce),
        logic=quote(case.logic, nonce),
        responses="\n".join(blocks),
        names=", ".join(name for name in DIMENSIONS if name in responses),
    )
