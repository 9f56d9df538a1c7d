"""What a grader decides, in the form that it is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field


@dataclass(frozen=True, slots=True)
class Grade:
    """Whether an answer passed, why, and which prompt decided; `parts` is the partial credit where there is one."""

    passed: bool
    reason: str
    grader: str
    parts: tuple[int, int] | None = None
    """(values met, values wanted)."""


class Judgement(BaseModel):
    """A decision on one answer."""

    model_config = ConfigDict(extra="ignore")

    reason: str = Field(description="one sentence: what in the answer decides it")
    passed: bool = Field(description="whether the answer meets the criterion")
