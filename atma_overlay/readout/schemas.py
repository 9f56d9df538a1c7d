"""What is asked of a query, and the form of the answer: analysis, view, selection and premises in one.

CUPMem's query analysis is intent, presupposed states, current-state basis and requested action (section F.3); A-TMA's
online controller gives a view, a selection with roles, and whether the rules should choose instead (appendix A).
Fields are described for the model: their descriptions are part of the question. What the answer says is checked by
`readout.guards`; here only its form is.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from atma_overlay.views import PremiseVerdict, View

__all__ = ["Read", "SaidNeed", "SaidPremise", "SaidRow"]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", cache_strings="none")  # law 7: see judge/schemas.py


class SaidPremise(_Form):
    """Something that the query takes for granted."""

    text: str = Field(description="the words of the query that take it for granted, copied exactly")
    state: str = Field(description="what they take for granted, as a short sentence")
    rows: tuple[str, ...] = Field(default=(), description="the ids of the rows that decide it")
    verdict: Literal["SUPPORTED", "OUTDATED", "UNRESOLVED"]

    @property
    def ruling(self) -> PremiseVerdict:
        """The verdict as packets carry it."""
        return PremiseVerdict(self.verdict.lower())


class SaidNeed(_Form):
    """A state variable whose present value a good answer depends on."""

    state: str = Field(description="the variable in a few words, e.g. home city")
    rows: tuple[str, ...] = Field(
        default=(), description="the ids of the rows that give its present value; none where only the past is asked for"
    )


class SaidRow(_Form):
    """A row to answer from."""

    row: str = Field(description="its id")
    role: Literal["current", "historical", "unresolved", "contested", "untracked"] = Field(description="its state")


class Read(_Form):
    """How a query is to be read."""

    intent: str = Field(description="what the person is after, in a few words")
    action: str = Field(default="", description="what they ask to be done, in a few words")
    view: Literal["current", "historical", "change", "neutral"]
    presupposed: tuple[SaidPremise, ...] = ()
    basis: tuple[SaidNeed, ...] = ()
    selected: tuple[SaidRow, ...] = ()
    fallback: bool = Field(default=False, description="true where none of the rows bears on it")
    confidence: float = Field(ge=0, le=1, description="how sure it is that the query is to be read so")

    @property
    def state_view(self) -> View:
        """The view as packets carry it."""
        return View(self.view)
