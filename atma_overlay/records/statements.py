"""What state an utterance asserts: the slot, the value, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from atma_overlay.altering import made_quickly
from atma_overlay.records.observations import Origin
from atma_overlay.records.stagings import Stage


class Act(StrEnum):
    """What a statement does to its slot."""

    ASSERT = "assert"
    CORRECT = "correct"
    END = "end"
    RETRACT = "retract"
    GIVE_WAY = "give_way"
    """A judge's: the value gave way to a statement elsewhere; the lineage names the old record and, last, the new."""
    DOUBT = "doubt"
    """A judge's: the value is no longer safe, and nothing is known in its place (CUPMem's UNKNOWN_CURRENT)."""


STATING = (Act.ASSERT, Act.CORRECT)
"""The acts whose statements are records."""


class Cardinality(StrEnum):
    """Whether a slot holds one value at a time or several side by side (CUPMem, Table 8)."""

    SINGLE = "single"
    MULTI = "multi"


class Basis(StrEnum):
    """Whether a value was said, taken for granted in a question, or inferred from what was said.

    A question asserts nothing: what it takes for granted fills an empty slot and never competes with what stands.
    """

    SAID = "said"
    PRESUPPOSED = "presupposed"
    INFERRED = "inferred"


class Change(StrEnum):
    """How plainly the wording says that something changed."""

    NONE = "none"
    SINCE = "since"
    """A fresh start is marked: *now*, *since Friday*, *these days*, *new*."""
    TOLD = "told"
    """The change itself is told: *moved to*, *switched from A to B*, *went up to*, *is history*."""


class Slot(NamedTuple):
    """A state variable: canonical subject and attribute, e.g. ("user", "home_city").

    A tuple, since everything is kept by slot: hashing and comparing one is most of what is done with it.
    """

    subject: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.subject} / {self.attribute.replace('_', ' ')}"


OBSERVATION_ID = "obs_"
"""What the id of an observation starts with."""
RULE_ID = "ctg_"
"""What the id of a contingency starts with."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Statement:
    """One value that an observation states for one slot, as resolved; immutable.

    `span` is [start, end) in characters of the observation's text. `valid_to` is only set when the wording
    bounds the time (*in 2019*, *this week*). `replaces` is the normalised old value when the wording names it.
    `order` is (valid_from, observed_at, position, digest): the order of the fold.
    """

    id: str
    observation_id: str
    slot: Slot
    cardinality: Cardinality
    act: Act
    value: str
    norm: str
    value_kind: str
    unit: str | None
    affirmed: bool
    span: tuple[int, int]
    valid_from: datetime
    valid_to: datetime | None
    temporary: bool
    replaces: str | None
    change: Change
    confidence: float
    basis: Basis
    origin: Origin
    extractor: str
    observed_at: datetime
    position: int
    digest: str
    evidence: str
    """The sentence of the observation that the span lies in, verbatim."""
    sequence: int = 0
    """When it was first recorded, as a ledger revision: the first recorded member of a spell names the record."""
    agent: str | None = None
    session: str | None = None
    contextual: bool = False
    """Resolved with the help of what was known before: a late arrival before it resolves it anew."""
    lineage: tuple[str, ...] = ()
    stage: Stage = Stage.WORKING
    strength: float = 0.0

    def __hash__(self) -> int:
        # Its id is made from its content; the generated hash goes through every field each time.
        return hash(self.id)

    @property
    def order(self) -> tuple[datetime, datetime, int, str, str]:
        """The place of the statement in the fold of its slot."""
        return (self.valid_from, self.observed_at, self.position, self.digest, self.norm)

    @property
    def told_value(self) -> str:
        """The value as it was told, with a *not* where it is denied."""
        return self.value if self.affirmed else f"not {self.value}"

    @property
    def follows(self) -> bool:
        """Whether a stated rule made it of a change elsewhere: its lineage opens with the rule and the transition."""
        return bool(self.lineage) and self.lineage[0].startswith(RULE_ID)

    @property
    def derived(self) -> bool:
        """Whether a rule or a ruling made it; one that only has words of other observations was said."""
        return any(not i.startswith(OBSERVATION_ID) for i in self.lineage)

    @property
    def cause(self) -> str:
        """What stands behind it: the transition that a rule waited for, else its observation."""
        return self.lineage[1] if self.follows else self.observation_id

    @property
    def bounded(self) -> bool:
        """Whether the wording bounds the time: such a statement suspends, and retires nothing."""
        return self.valid_to is not None
