"""What crosses the public boundary: frozen, typed, extra fields forbidden."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PrivateAttr, field_validator

from atma_overlay.records import Basis, Cardinality, DecisionState, Kind, Origin, Stage, Status
from atma_overlay.telemetry.trail import Trail


class View(StrEnum):
    """The state view that a query asks for (A-TMA)."""

    CURRENT = "current"
    HISTORICAL = "historical"
    CHANGE = "change"
    NEUTRAL = "neutral"


class Label(StrEnum):
    """What a packet row is at read time."""

    CURRENT = "current"
    HISTORICAL = "historical"
    TRANSITION = "transition"
    CONTESTED = "contested"
    UNRESOLVED = "unresolved"
    UNTRACKED = "untracked"


class PremiseVerdict(StrEnum):
    """Whether something that a query takes for granted still holds (CUPMem, section F.3)."""

    SUPPORTED = "supported"
    OUTDATED = "outdated"
    UNRESOLVED = "unresolved"


class _Boundary(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", cache_strings="none")


def plain(text: str) -> str:
    """The characters of a text as a `str` and nothing else: frameworks hand over subclasses, which RE2 cannot build."""
    return str.__str__(text)


class Turn(_Boundary):
    """One turn of a conversation handed over.

    `observed_at` is when it was said; None takes the batch's. `name` is the speaker where several people speak.
    """

    text: str
    role: str = "user"
    name: str | None = None
    observed_at: AwareDatetime | None = None
    key: str | None = None
    """Your own id of the turn: the same key is stored once."""

    @field_validator("text", "role", "name", "key")
    @classmethod
    def _plain(cls, value: str | None) -> str | None:
        return None if value is None else plain(value)


class StateRecord(_Boundary):
    """One value of one slot over one stretch of time [valid_from, valid_to), with its evidence."""

    id: str
    subject: str
    attribute: str
    value: str
    affirmed: bool
    """False where the value is denied (*does not eat pork*)."""
    cardinality: Cardinality
    status: Status
    valid_from: datetime
    valid_to: datetime | None
    temporary: bool
    evidence: str
    """The sentence that states it, verbatim."""
    speaker: str | None
    origin: Origin
    basis: Basis
    confidence: float
    extractor: str
    observation_id: str
    observed_at: datetime
    recorded_at: datetime
    contested_with: tuple[str, ...] = ()
    restated_by: tuple[str, ...] = ()
    """Observations that said it again."""
    host_ids: tuple[str, ...] = ()
    stage: Stage = Stage.WORKING
    strength: float = 0.0
    """How deep a lifecycle keeps it, in [0, 1]; 0 without one, and in the receipt of a write. With one,
    `confidence` is what evidence has made of it."""
    archived: bool = False
    """Whether a lifecycle or retention keeps it as history only."""

    @property
    def slot(self) -> str:
        """Subject and attribute in words."""
        return f"{self.subject} / {self.attribute.replace('_', ' ')}"


class TransitionRecord(_Boundary):
    """Why a record was retired."""

    id: str
    from_id: str
    to_id: str | None
    from_value: str
    to_value: str | None
    subject: str
    attribute: str
    kind: Kind
    state: DecisionState
    cause: str
    decider: str
    reason: str
    confidence: float
    valid_at: datetime
    recorded_at: datetime
    from_evidence: str = ""
    to_evidence: str = ""

    @property
    def follows(self) -> str | None:
        """The id of the transition that it follows from by a stated rule; None where an observation is behind it."""
        return self.cause if self.cause.startswith("tr_") else None


class Row(_Boundary):
    """One row of an evidence packet: one record, or a host memory that the ledger does not know.

    A transition row carries the chain in `value` ("A → B") and its two records in `record_ids`.
    `packet` groups the rows that belong together: budgets admit whole groups.
    """

    label: Label
    text: str
    """The evidence span that is shown, verbatim."""
    value: str = ""
    """The record's value; for an untracked row the host's text."""
    subject: str = ""
    attribute: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    observed_at: datetime | None = None
    record_ids: tuple[str, ...] = ()
    transition_ids: tuple[str, ...] = ()
    host_ids: tuple[str, ...] = ()
    score: float = 0.0
    packet: int = 0
    note: str = ""
    """What the label needs to be understood: *until 2024-03-01*, *replaced by the row above*."""


class Premise(_Boundary):
    """Something that the query takes for granted, and what the ledger says of it."""

    text: str
    """The words of the query."""
    verdict: PremiseVerdict
    record_ids: tuple[str, ...] = ()
    current: tuple[str, ...] = ()
    """The values that hold now, where the premise is outdated and something took its place."""
    reason: str = ""


class Suppressed(_Boundary):
    """What was left out and why."""

    superseded: int = 0
    retracted: int = 0
    budget: int = 0
    expired: int = 0
    archived: int = 0
    """Records that a lifecycle keeps as history only."""
    ungrounded: int = 0
    """Packets outside the basis that a judge chose."""

    @property
    def total(self) -> int:
        """All rows left out."""
        left = self.superseded + self.retracted + self.budget + self.expired
        return left + self.archived + self.ungrounded


class Readout(_Boundary):
    """What a judge made of a query, and what it cost (CUPMem, section F.3; A-TMA's online controller).

    Its texts are a model's: they are for the record, and no part of what is rendered for a prompt.
    """

    model: str
    prompt: str
    """Name and version."""
    mode: str
    """`on`, or `shadow`: then the packet is the rules' own."""
    applied: bool = False
    """Whether the packet was made by it; False where the rules' packet stands."""
    grounded: bool = False
    """Whether the rows of the packet are the only grounding allowed: the judge's current-state basis."""
    view: View | None = None
    """The view that it reads in the query; the packet's own is what was used."""
    intent: str = ""
    action: str = ""
    presupposed: tuple[str, ...] = ()
    """Words of the query that take something for granted."""
    basis: tuple[str, ...] = ()
    """State variables that a good answer depends on."""
    confidence: float = 0.0
    asked: int = 0
    """Logical calls, 1 at most; 0 where the same question had been answered before."""
    completions: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    refused: dict[str, int] = {}
    """What the guards refused, by reason."""
    error: str | None = None
    """The class name of the failure that left the rules' packet standing."""
    would_be: Packet | None = None
    """In shadow: the packet that would have been returned; None where the rules' would have stood."""


class Packet(_Boundary):
    """The answer of a recall: labelled evidence for the asked-for view.

    `rows` are in order of importance. In shadow mode, and where a stage failed under `on_error="pass_through"`, `rows`
    are the host's own, untracked, in the host's order, and `native` is the very object that the host returned.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    query: str
    view: View
    as_of: datetime | None
    known_at: datetime | None
    rows: tuple[Row, ...]
    premises: tuple[Premise, ...] = ()
    suppressed: Suppressed = Suppressed()
    revision: int = 0
    mode: str = "active"
    degraded: str | None = None
    """The class name of the error that made the overlay pass the host's answer through."""
    shadow: Packet | None = None
    """In shadow mode: what would have been returned."""
    readout: Readout | None = None
    """What a judge that reads queries made of this one."""
    native: object = Field(default=None, exclude=True, repr=False)
    _trail: Trail = PrivateAttr(default=Trail())

    def follow(self, trail: Trail) -> None:
        """Remember the recall that this packet is the answer of, so that rendering it joins that trace."""
        self._trail = trail
        if self.shadow is not None:
            self.shadow.follow(trail)

    @property
    def blocked(self) -> tuple[Premise, ...]:
        """The premises that are outdated: they may not act as a basis."""
        return tuple(p for p in self.premises if p.verdict is PremiseVerdict.OUTDATED)

    def render(self, *, nonce: str | None = None) -> str:
        """The packet as a block for a prompt; memory text in it is data (law 10)."""
        from atma_overlay.render import estimate_tokens, render_block  # noqa: PLC0415 - built on these views

        with self._trail.rendering() as rendering:
            block = render_block(self, nonce=nonce)
            rendering.made(block, estimate_tokens(block))
        return block


class Judging(_Boundary):
    """What the judge did in one call of `remember` or `rejudge`, and what it cost."""

    model: str
    asked: int = 0
    """Logical calls; each is one completion, or two where the answer's form had to be mended."""
    completions: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    """Whether tokens were estimated because the endpoint did not count them."""
    statements: int = 0
    """Statements that only the judge saw."""
    verdicts: int = 0
    """Rulings that passed the guards; those below the judge's confidence are proposals."""
    refused: dict[str, int] = {}
    """What the guards refused, by reason."""
    pending: int = 0
    """Observations that wait to be judged; `rejudge` asks again."""
    error: str | None = None
    """The class name of the failure, where the model failed."""

    def after(self, earlier: Judging | None) -> Judging:
        """Both together; what waits and what failed is the later one's."""
        if earlier is None:
            return self
        names = ("asked", "completions", "tokens_in", "tokens_out", "statements", "verdicts")
        summed: dict[str, object] = {name: getattr(earlier, name) + getattr(self, name) for name in names}
        reasons = {*earlier.refused, *self.refused}
        refused = {r: earlier.refused.get(r, 0) + self.refused.get(r, 0) for r in sorted(reasons)}
        estimated = earlier.estimated or self.estimated
        return self.model_copy(update={**summed, "refused": refused, "estimated": estimated})


class WriteReceipt(_Boundary):
    """What one `remember` did."""

    observation_ids: tuple[str, ...]
    records: tuple[StateRecord, ...]
    transitions: tuple[TransitionRecord, ...]
    """Applied and proposed ones; see their `state`."""
    contingencies: tuple[str, ...] = ()
    host_ids: tuple[str, ...] = ()
    pending_host_writes: int = 0
    """Writes that the host has not taken yet; they are in the outbox and are tried again with the next write."""
    duplicates: int = 0
    """Turns that were already stored under the same key."""
    revision: int = 0
    mode: str = "active"
    judging: Judging | None = None
    """What the judge did; None without one, or where it had nothing to read."""

    @property
    def consequences(self) -> tuple[TransitionRecord, ...]:
        """Those of its transitions that follow from another by a stated rule."""
        return tuple(t for t in self.transitions if t.follows is not None)


class EraseReceipt(_Boundary):
    """What was erased, where, and what the host could not erase."""

    observation_ids: tuple[str, ...]
    record_ids: tuple[str, ...]
    host_ids: tuple[str, ...]
    derived: tuple[str, ...] = ()
    """What the host had made of them and erased too, a line each: names, summaries."""
    not_erased: tuple[str, ...] = ()
    residue: tuple[str, ...] = ()
    """Where the ledger's own storage may still hold it on disk, and what to run, a line each."""


class PruneReceipt(_Boundary):
    """What retention took out of default retrieval; all of it is still in the ledger, and `restore` brings it back."""

    tenant: str
    user: str
    at: datetime
    before: datetime
    """What held, was said or was recalled since then stayed."""
    dry_run: bool
    record_ids: tuple[str, ...]
    by_status: dict[str, int]
    by_stage: dict[str, int]
    kept: dict[str, int]
    """How many records stayed, by reason; see `atma_overlay.retention.Kept`."""
    revision: int


class RestoreReceipt(_Boundary):
    """What came back into default retrieval."""

    tenant: str
    user: str
    at: datetime
    record_ids: tuple[str, ...]
    revision: int


class Proposal(_Boundary):
    """A transition that waits for a person: `review` lists them, `accept` and `decline` decide."""

    transition: TransitionRecord
    expires_at: datetime


class Explanation(_Boundary):
    """Why a record is what it is: its evidence, and the transitions in and out of it."""

    record: StateRecord
    evidence: tuple[tuple[str, str], ...]
    """(observation id, sentence) of the statement and of every restatement."""
    transitions: tuple[TransitionRecord, ...]
    label: Label
    causes: tuple[TransitionRecord, ...] = ()
    """The transitions of other slots that those follow from by stated rules, back to what was observed."""
    consequences: tuple[TransitionRecord, ...] = ()
    """The transitions of other slots that follow from those by stated rules, over all hops."""


class Timeline(_Boundary):
    """Slots with their records in the order of valid time, and every transition between them."""

    records: tuple[StateRecord, ...]
    transitions: tuple[TransitionRecord, ...]
    contingencies: tuple[str, ...] = ()
    revision: int = 0
