"""What CUPMem asks a model for, step by step (STALE, sections F.2 and F.3)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Candidate(_Form):
    """A state update: what holds after what was said."""

    domain: str = Field(description="a state domain of the schema")
    slot: str = Field(description="a local slot of that domain")
    value: str = Field(description="the state as a short proposition; of a change, the state after it")
    basis: Literal["observed", "inferred"] = Field(description="said outright, or inferred from what was said")
    confidence: float = Field(description="from 0 to 1")
    evidence: str = Field(description="the words that support it, as they were said")


class Extraction(_Form):
    """The state updates of a session."""

    candidates: list[Candidate] = Field(default_factory=list)


class LocalUpdate(_Form):
    """What a candidate does to the items of its own slot."""

    action: Literal["ADD", "REFINE", "REPLACE", "NO_OP"]
    target: str | None = Field(default=None, description="the id of the item that is refined or replaced")


class AffectedRegion(_Form):
    """A state region that a change may alter without being named."""

    domain: str
    slot: str


class Affected(_Form):
    """The regions that the updates of a session may alter."""

    regions: list[AffectedRegion] = Field(default_factory=list)


class Proposal(_Form):
    """An older item that may hold no longer."""

    item: str = Field(description="the id of the older item")
    rationale: str = Field(description="why, in one sentence")
    confidence: float = Field(description="from 0 to 1")


class Proposals(_Form):
    """The older items that the updates call into question."""

    proposals: list[Proposal] = Field(default_factory=list)


class Ruling(_Form):
    """The decision on one proposal."""

    item: str = Field(description="the id of the older item")
    decision: Literal["STALE", "UNKNOWN", "KEEP"] = Field(
        description="STALE: it holds no longer; UNKNOWN: it is no longer safe, and what holds instead is not known; "
        "KEEP: the evidence does not suffice"
    )


class Rulings(_Form):
    """The decisions on the proposals."""

    rulings: list[Ruling] = Field(default_factory=list)


class QueryAnalysis(_Form):
    """What a query is after, and what it builds on."""

    intent: str = Field(description="what the person wants to know or get")
    presupposed: list[str] = Field(default_factory=list, description="states that the query takes for granted")
    basis: list[AffectedRegion] = Field(
        default_factory=list, description="the slots of the schema whose present state a good answer depends on"
    )
    action: str = Field(description="what is asked to be done")


class Verification(_Form):
    """Whether what the query takes for granted still holds."""

    verdict: Literal["SUPPORTED", "OUTDATED", "UNRESOLVED"]
    reason: str = Field(description="one sentence")
