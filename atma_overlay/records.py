"""The records of the ledger: what was said, what state it asserts, what became of it and why.

Internals are frozen slotted dataclasses; what crosses the public boundary is in `views.py`.
Two clocks throughout: valid time (true in the world) and recorded time (known here). Intervals are half-open,
instants are aware UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Origin(StrEnum):
    """Who stands behind an observation, from the most to the least trusted."""

    USER = "user"
    TOOL = "tool"
    DOCUMENT = "document"
    AGENT = "agent"

    @property
    def trust(self) -> int:
        """A rank: the higher may retire the lower or the equal, never the other way round (law 9)."""
        return {"user": 3, "tool": 2, "document": 1, "agent": 0}[self.value]


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


class Status(StrEnum):
    """What became of a state record (A-TMA's bank maintenance, CUPMem's UNKNOWN_CURRENT)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    INVALIDATED = "invalidated"
    CORRECTED = "corrected"
    RETRACTED = "retracted"


class Kind(StrEnum):
    """What a transition does."""

    REPLACED = "replaced"
    REFINED = "refined"
    CORRECTED = "corrected"
    ENDED = "ended"
    INVALIDATED = "invalidated"
    CASCADED = "cascaded"
    RETRACTED = "retracted"
    RESTORED = "restored"


class DecisionState(StrEnum):
    """An appended event on a transition; the latest one is the transition's state."""

    PROPOSED = "proposed"
    APPLIED = "applied"
    UNDONE = "undone"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    """No longer follows from the evidence: a late arrival re-folded its slot."""


class Ruling(StrEnum):
    """The answer of a linker, a model or a person to one pair of statements of one slot."""

    REPLACE = "replace"
    REFINE = "refine"
    CORRECT = "correct"
    SAME = "same"
    KEEP = "keep"
    PROPOSE = "propose"
    STALE = "stale"
    """A judge's, across slots: the earlier statement holds no longer because of the later one."""
    UNKNOWN = "unknown"
    """A judge's, across slots: because of the later statement the earlier one is no longer safe."""
    FORGET = "forget"
    """A judge's: the later observation asks that the earlier statement be used no more."""


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


class TriggerKind(StrEnum):
    """Which changes of the parent a contingency waits for."""

    ANY = "any"
    """Any change of the value: another one in its place, or none any more."""
    TO = "to"
    """A change to a given value: *if they post him to Aix*."""
    FROM = "from"
    """Leaving a given value, whatever follows: *if we drop Veltrion*, *anywhere that isn't Corvid*."""
    ENDS = "ends"
    """The parent stops with nothing in its place: *were I to stop with a private teacher*."""
    ABOVE = "above"
    """A quantity that comes to lie above a threshold: *once it goes over 900*."""
    BELOW = "below"
    """A quantity that comes to lie below a threshold."""


class Stage(StrEnum):
    """StageMem's three stages; everything is working memory until a lifecycle policy is switched on."""

    TRANSIENT = "transient"
    WORKING = "working"
    DURABLE = "durable"


class Residence(StrEnum):
    """Where a record is kept by a lifecycle; nothing of it is lost (law 4)."""

    STAGED = "staged"
    ARCHIVED = "archived"
    """Evicted or never admitted: out of default retrieval, still history."""
    LEFT = "left"
    """Retired, or over: it takes no place in its stage any more, and reads as its status says."""
    PRUNED = "pruned"
    """Taken out by retention, as it was said until `seen_at`: out of default retrieval until it is said again."""


@dataclass(frozen=True, slots=True)
class Staging:
    """A record as a lifecycle keeps it: StageMem's stage, confidence and strength, both in [0, 1].

    `seen_at` is when it was last stated or recalled, on the clock of saying; `until` is when the wording says that it
    is over, None where it does not.
    """

    record_id: str
    stage: Stage
    confidence: float
    strength: float
    residence: Residence
    seen_at: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class StagingVersion:
    """A staging with its recorded time: [recorded_from, recorded_to), in ledger revisions and instants."""

    staging: Staging
    recorded_from: datetime
    revision: int
    recorded_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A statement was shown as current `times` times by recalls; appended by the next write, never edited.

    Its place among what was said is right after the observation `after`, or where that was erased after everything
    said until `after_at`.
    """

    statement_id: str
    times: int
    after: str
    after_at: datetime
    recorded_at: datetime
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A state variable: canonical subject and attribute, e.g. ("user", "home_city")."""

    subject: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.subject} / {self.attribute.replace('_', ' ')}"


@dataclass(frozen=True, slots=True)
class Observation:
    """One dated utterance or document handed over; never edited.

    `position` is the place in its batch, so that the turns of one session keep their order at one instant;
    `digest` breaks what ties are left by content, so that order never depends on arrival (law 1).
    """

    id: str
    text: str
    role: str
    speaker: str | None
    origin: Origin
    observed_at: datetime
    recorded_at: datetime
    position: int
    digest: str
    agent: str | None = None
    session: str | None = None
    idempotency_key: str | None = None
    trace_id: str | None = None
    span_id: str | None = None

    @property
    def order(self) -> tuple[datetime, int, str]:
        """The place of the observation in the order of saying."""
        return (self.observed_at, self.position, self.digest)


RULE_ID = "ctg_"
"""What the id of a contingency starts with."""


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
    def follows(self) -> bool:
        """Whether a stated rule made it of a change elsewhere: its lineage opens with the rule and the transition."""
        return bool(self.lineage) and self.lineage[0].startswith(RULE_ID)

    @property
    def cause(self) -> str:
        """What stands behind it: the transition that a rule waited for, else its observation."""
        return self.lineage[1] if self.follows else self.observation_id

    @property
    def bounded(self) -> bool:
        """Whether the wording bounds the time: such a statement suspends, and retires nothing."""
        return self.valid_to is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the fold makes of a statement.

    `record_id` is the record that the statement belongs to: its own id, or that of the record it restates.
    `contested_with` names the statements it is in one contest with. [valid_from, valid_to) is its time in force.
    """

    statement_id: str
    record_id: str
    status: Status
    valid_from: datetime
    valid_to: datetime | None
    contested_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """A standing with its recorded time: [recorded_from, recorded_to), in ledger revisions and instants."""

    standing: Standing
    recorded_from: datetime
    revision: int
    recorded_to: datetime | None = None


_STATING = (Act.ASSERT, Act.CORRECT)


@dataclass(frozen=True, slots=True)
class Held:
    """A statement with the version of its standing that a read asked for."""

    statement: Statement
    version: Version
    standing: Standing = field(init=False, repr=False, compare=False)
    """The standing itself."""
    is_record: bool = field(init=False, repr=False, compare=False)
    """Whether the statement names its record, rather than restating another one or only ending one."""

    def __post_init__(self) -> None:
        # Worked out once: a recall asks both of everything that it meets, a dozen times over.
        standing, statement = self.version.standing, self.statement
        object.__setattr__(self, "standing", standing)
        object.__setattr__(self, "is_record", standing.record_id == statement.id and statement.act in _STATING)


@dataclass(frozen=True, slots=True)
class Transition:
    """Why a record was retired; appended, never edited. Its state derives from its decisions."""

    id: str
    slot: Slot
    from_id: str
    to_id: str | None
    kind: Kind
    cause: str
    """The id of the observation, rule or transition behind it."""
    decider: str
    """`rules/VERSION`, a model with its prompt version, or `person:NAME`."""
    reason: str
    confidence: float
    valid_at: datetime
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Decision:
    """One appended event on a transition."""

    transition_id: str
    state: DecisionState
    by: str
    recorded_at: datetime
    revision: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A kept answer about one pair of statements, keyed by content, so that it is asked for once."""

    pair: str
    ruling: Ruling
    decider: str
    reason: str
    confidence: float
    recorded_at: datetime
    revision: int


@dataclass(frozen=True, slots=True)
class Trigger:
    """A typed condition on the parent of a contingency.

    `value` is the value as told: the one to come (`to`), the one to leave (`from`), or the threshold with its unit
    (`above`, `below`); None for `any` and `ends`, and for `from` where the parent's present value is meant.
    """

    kind: TriggerKind = TriggerKind.ANY
    value: str | None = None


ANY_CHANGE = Trigger()


@dataclass(frozen=True, slots=True)
class Contingency:
    """A stated dependency between slots, with a replacement value or without (MEME's cascade and absence).

    `parent` and `child` are the slots as told; an attribute is empty where only a value names the slot: then
    `parent_value` (*if we drop Veltrion*) or `child_value` (*Juno's Hatch*, the café near the gym) does.
    """

    id: str
    observation_id: str
    parent: Slot
    trigger: str | None
    """The narrower condition on the parent, in the words of the text; None for any change."""
    child: Slot
    value: str | None
    evidence: str
    span: tuple[int, int]
    valid_from: datetime
    observed_at: datetime
    origin: Origin
    recorded_at: datetime
    when: Trigger = ANY_CHANGE
    """The condition, typed."""
    parent_value: str | None = None
    child_value: str | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor found in one observation, kept so that a late arrival can resolve it anew."""

    observation_id: str
    extractor: str
    candidates: str
    """JSON, see `language.candidates`."""


class LinkState(StrEnum):
    """Whether a host memory still carries the observation that it is linked to."""

    LIVE = "live"
    OVERWRITTEN = "overwritten"
    """The host memory was given another text since; at most the host's own history keeps this one."""
    GONE = "gone"
    """The host was found to hold the memory no more."""


@dataclass(frozen=True, slots=True)
class HostLink:
    """Which host memory carries an observation.

    `text_hash` is the digest of the observation's text, `seen_hash` that of the memory's text as it was last read
    at the host; None where it was not read. They differ where the host rewrites.
    """

    host: str
    host_id: str
    observation_id: str
    text_hash: str
    seen_hash: str | None = None
    state: LinkState = LinkState.LIVE


class OutboxState(StrEnum):
    """Where a host write stands."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """A host write that the ledger has promised; `id` doubles as the idempotency key at the host."""

    id: str
    observation_id: str
    host: str
    operation: str
    """`add` or `delete`."""
    state: OutboxState = OutboxState.PENDING
    attempts: int = 0
    host_id: str | None = None
    error: str | None = None
