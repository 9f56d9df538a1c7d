"""What is handed over to be remembered, and what came of a call that writes."""

from __future__ import annotations

from datetime import datetime

from pydantic import AwareDatetime, Field, StrictStr, field_validator

from atma_overlay.refusals import refusing
from atma_overlay.views.boundary import Boundary, plain, well_formed
from atma_overlay.views.states import RejectedNote, StateRecord, TransitionRecord


@refusing
class Turn(Boundary):
    """One turn of a conversation handed over.

    `observed_at` is when it was said; None takes the batch's. `name` is the speaker where several people speak.

    Raises:
        InvalidInputError: a field cannot be used.
    """

    text: StrictStr
    role: StrictStr = "user"
    name: StrictStr | None = None
    observed_at: AwareDatetime | None = None
    key: StrictStr | None = None
    """Your own id of the turn: the same text under it is stored once, another one refused."""
    answering: StrictStr | None = None
    """What an agent had said right before a user's turn, by which a short answer is read; it is not kept itself.

    None takes the agent's turn before it in the batch; an empty text answers nothing.
    """

    @field_validator("text", "role", "name", "key", "answering")
    @classmethod
    def _plain(cls, value: str | None) -> str | None:
        return None if value is None else well_formed(plain(value))


class Judging(Boundary):
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
    rejected: tuple[RejectedNote, ...] = ()
    """What the rules read in the turns and the judge rejects; no record comes of it."""
    refused: dict[str, int] = Field(default_factory=dict)
    """What the guards refused, by reason."""
    pending: int = 0
    """Observations that wait to be judged; `rejudge` asks again."""
    set_aside: int = 0
    """Observations that the model has no answer for, each asked of by itself; it is not asked of them again."""
    error: str | None = None
    """The class name of the failure, where the model failed."""
    cause: str | None = None
    """Why it failed, where that is known without a word of the memory or of the model's answer."""

    def after(self, earlier: Judging | None) -> Judging:
        """Both together; what waits and what failed is the later one's."""
        if earlier is None:
            return self
        names = ("asked", "completions", "tokens_in", "tokens_out", "statements", "verdicts", "set_aside")
        summed: dict[str, object] = {name: getattr(earlier, name) + getattr(self, name) for name in names}
        reasons = {*earlier.refused, *self.refused}
        refused = {r: earlier.refused.get(r, 0) + self.refused.get(r, 0) for r in sorted(reasons)}
        estimated = earlier.estimated or self.estimated
        rejected = (*earlier.rejected, *self.rejected)
        return self.model_copy(update={**summed, "refused": refused, "estimated": estimated, "rejected": rejected})


class WriteReceipt(Boundary):
    """What one `remember` did."""

    observation_ids: tuple[str, ...]
    records: tuple[StateRecord, ...]
    transitions: tuple[TransitionRecord, ...]
    """Applied and proposed ones; see their `state`."""
    contingencies: tuple[str, ...] = ()
    forgotten_rules: tuple[str, ...] = ()
    """The words of the stated rules that wait no longer, since somebody asked to forget them."""
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


class EraseReceipt(Boundary):
    """What was erased, where, and what the host could not erase."""

    observation_ids: tuple[str, ...]
    record_ids: tuple[str, ...]
    host_ids: tuple[str, ...]
    derived: tuple[str, ...] = ()
    """What the host had made of them and erased too, a line each: names, summaries."""
    not_erased: tuple[str, ...] = ()
    known: bool = True
    """Whether anything was ever stored of the user; where not, tenant or user are most often mistyped."""
    residue: tuple[str, ...] = ()
    """Where the ledger's own storage may still hold it on disk, and what to run, a line each."""


class PruneReceipt(Boundary):
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


class RestoreReceipt(Boundary):
    """What came back into default retrieval."""

    tenant: str
    user: str
    at: datetime
    record_ids: tuple[str, ...]
    revision: int
