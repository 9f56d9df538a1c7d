"""What a judge is asked for, and the form of its answers (CUPMem, sections F.1 and F.2).

Fields are described for the model: their descriptions are part of the question. What the answer says is checked by
`judge.guards`; here only its form is.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Adjudicated",
    "Extracted",
    "Judged",
    "SaidContingency",
    "SaidRejection",
    "SaidStatement",
    "SaidVerdict",
]


class _Form(BaseModel):
    # pydantic would keep short texts of an answer for the whole process, where nobody could make it forget (law 7).
    model_config = ConfigDict(frozen=True, extra="ignore", cache_strings="none")


class SaidStatement(_Form):
    """A state of somebody or something that a turn tells, and what it does to older states."""

    id: str = Field(description="s1, s2, … in order")
    turn: str = Field(description="the id of the turn that tells it")
    subject: str = Field(
        description='"user" for a turn by user, else the speaker as in "by"; of others, name or relation'
    )
    slot: str = Field(description="the state variable in a few words; that of a record where it is the same variable")
    value: str = Field(description="its value, in the words of the turn where they give it")
    holds: Literal["one", "many"] = Field(description="whether the variable has one value at a time or several")
    evidence: str = Field(description="the words of the turn that tell it, copied exactly")
    basis: Literal["said", "inferred"] = Field(description="whether the words give the value or it follows from them")
    since: str | None = Field(default=None, description="the date from which it holds, YYYY-MM-DD, where it is told")
    affects: tuple[str, ...] = Field(default=(), description="other state domains that it may alter, unnamed")
    no_longer: tuple[str, ...] = Field(default=(), description="what must have held before and now does not")
    confidence: float = Field(ge=0, le=1)


class SaidContingency(_Form):
    """A stated dependency: when one state changes, another one does."""

    turn: str = Field(description="the id of the turn that tells it")
    parent: str = Field(description="the state variable whose change matters")
    when: str | None = Field(default=None, description="the narrower condition in the words of the turn, if any")
    child: str = Field(description="the state variable that depends on it")
    value: str | None = Field(default=None, description="what the child then is, where that is told")
    evidence: str = Field(description="the words of the turn that tell it, copied exactly")
    waits_for: Literal["any", "to", "from", "ends", "above", "below"] = Field(
        default="any",
        description="any change; a change to, or away from, the value in `when`; an end; a crossing of its figure",
    )
    parent_of: str = Field(default="user", description='whose the parent is: "user", or as a record has it')
    child_of: str = Field(default="user", description='whose the child is: "user", or as a record has it')


class SaidVerdict(_Form):
    """What becomes of an older state because of a later one."""

    record: str = Field(description="the id of the older one")
    because: str = Field(description="the id of the later one that decides it, or of the turn that ends or forgets it")
    verdict: Literal["KEEP", "STALE", "REPLACE", "UNKNOWN", "FORGET"]
    evidence: str = Field(default="", description="of a turn: its words that end or forget it, copied exactly")
    reason: str = Field(description="one short sentence")
    confidence: float = Field(ge=0, le=1)


class SaidRejection(_Form):
    """A note that is wrong: its turn does not say it."""

    note: str = Field(description="the id of the note")
    reason: str = Field(description="one short sentence")
    confidence: float = Field(ge=0, le=1)


class Extracted(_Form):
    """What the turns tell beyond what is noted already."""

    wrong: tuple[SaidRejection, ...] = ()

    statements: tuple[SaidStatement, ...] = ()
    contingencies: tuple[SaidContingency, ...] = ()


class Adjudicated(_Form):
    """The older states that do not simply stay."""

    verdicts: tuple[SaidVerdict, ...] = ()


class Judged(_Form):
    """Both at once, where all records fit into one question."""

    wrong: tuple[SaidRejection, ...] = ()

    statements: tuple[SaidStatement, ...] = ()
    contingencies: tuple[SaidContingency, ...] = ()
    verdicts: tuple[SaidVerdict, ...] = ()
