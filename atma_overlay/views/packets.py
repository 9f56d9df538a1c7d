"""What a recall answers: rows under labels, premises, and what was left out."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from enum import StrEnum

from pydantic import ConfigDict, Field, PrivateAttr

from atma_overlay.telemetry.trail import Trail
from atma_overlay.views.boundary import Boundary


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


class Row(Boundary):
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


class Premise(Boundary):
    """Something that the query takes for granted, and what the ledger says of it."""

    text: str
    """The words of the query."""
    verdict: PremiseVerdict
    record_ids: tuple[str, ...] = ()
    current: tuple[str, ...] = ()
    """The values that hold now, where the premise is outdated and something took its place."""
    reason: str = ""
    slot: str = ""
    """Whose and which attribute it is judged by, as `user / home city`; empty where no slot of the ledger is meant."""


class Suppressed(Boundary):
    """What was left out and why."""

    superseded: int = 0
    """What another value took the place of, or a change elsewhere made unsafe."""
    retracted: int = 0
    """What somebody asks not to be used."""
    budget: int = 0
    """Groups that `max_tokens` had no room for, whole or in part."""
    limit: int = 0
    """Groups beyond the `limit` that was asked for."""
    expired: int = 0
    """What is over, and nothing took its place: it was told to have stopped, or its own time has passed."""
    archived: int = 0
    """Records that a lifecycle keeps as history only."""
    ungrounded: int = 0
    """Packets outside the basis that a judge chose."""
    repeated: int = 0
    """Host memories that only ask what the query, or another one, asks in the same words."""
    instructions: int = 0
    """Standing instructions beyond the dozen that a packet holds, or that `max_tokens` had no room for."""

    @property
    def total(self) -> int:
        """All rows left out."""
        left = self.superseded + self.retracted + self.budget + self.limit + self.expired
        return left + self.archived + self.ungrounded + self.repeated + self.instructions


class Readout(Boundary):
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
    refused: dict[str, int] = Field(default_factory=dict)
    """What the guards refused, by reason."""
    error: str | None = None
    """The class name of the failure that left the rules' packet standing."""
    cause: str | None = None
    """Why it failed, as `Judging.cause`."""
    would_be: Packet | None = None
    """In shadow: the packet that would have been returned; None where the rules' would have stood."""


class Packet(Boundary):
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
    instructions: tuple[Row, ...] = ()
    """How the asker wants to be answered, by their own word, whatever is asked: the latest first, `current`, or
    `contested` with the change that is proposed. None in shadow mode, or where the host's own answer is passed on."""
    premises: tuple[Premise, ...] = ()
    suppressed: Suppressed = Suppressed()
    revision: int = 0
    mode: str = "active"
    degraded: str | None = None
    """The class name of the error that made the overlay answer without host or ledger: `HostError`, `HostLateError`
    where it gave no answer by the deadline, and likewise of the ledger (`LedgerCorruptError` where its file is
    damaged); of what a host of one's own raised, and is none of `atma_overlay.errors`, its own, e.g. `ValueError`."""
    shadow: Packet | None = None
    """In shadow mode: what would have been returned."""
    readout: Readout | None = None
    """What a judge that reads queries made of this one."""
    native: object = Field(default=None, exclude=True, repr=False)
    _trail: Trail = PrivateAttr(default=Trail())
    _zone: tzinfo = PrivateAttr(default=UTC)

    @property
    def zone(self) -> tzinfo:
        """The time zone whose days the packet is rendered with; no part of its JSON, whose instants name their own."""
        return self._zone

    def told_in(self, zone: tzinfo) -> None:
        """Have the packet rendered with the days of a time zone."""
        self._zone = zone
        for other in (self.shadow, self.readout.would_be if self.readout is not None else None):
            if other is not None:
                other.told_in(zone)

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
