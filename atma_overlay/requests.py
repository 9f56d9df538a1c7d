"""What both faces are asked for: arguments checked, and the flow that answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from functools import partial
from itertools import chain

from atma_overlay import deciding
from atma_overlay.adoption import (
    BATCH,
    MAX_BATCH,
    Backfill,
    BackfillReport,
    DetachReport,
    Progress,
    ReconcileReport,
    Reconciliation,
    backfill_flow,
    detach_flow,
    reconcile_flow,
)
from atma_overlay.arguments import (
    Page,
    ago,
    aware,
    id_of,
    origin_of,
    some,
    stages_of,
    view_of,
    voice_of,
    whole_user,
)
from atma_overlay.assembly import Assembly
from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.deeds import Deed, state_flow
from atma_overlay.effects import Compute, Flow
from atma_overlay.erasure import Erasure, erase_flow
from atma_overlay.errors import InvalidInputError
from atma_overlay.judge.estimate import Estimate
from atma_overlay.kept import forget_texts
from atma_overlay.language.dates.zones import WallClock, zone_named
from atma_overlay.language.grammar.tokens import MAX_ANALYSED_CHARACTERS
from atma_overlay.looking import Wanted, timeline_flow, why_flow
from atma_overlay.ports.ledger import Residual, Settling
from atma_overlay.promoting import promote_flow
from atma_overlay.read_path import recall_flow
from atma_overlay.reading.query import Query
from atma_overlay.records import Act, DecisionState, Origin, Stage
from atma_overlay.redaction import redacted
from atma_overlay.retention import Retention, prune_flow, restore_flow
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_overlay.views import (
    EraseReceipt,
    Explanation,
    Packet,
    Proposal,
    PruneReceipt,
    RestoreReceipt,
    Timeline,
    TransitionRecord,
    Turn,
    View,
    WriteReceipt,
)
from atma_overlay.views.boundary import plain, well_formed
from atma_overlay.write_path import remember_flow
from atma_overlay.writing.observing import MAX_CLOCK_SKEW, observe, speaker_subject, with_questions


@typed
class Requests(Assembly):
    """The flows that both faces run."""

    def remember_(  # noqa: PLR0913 - the arguments of `remember`
        self, said: str | Sequence[Turn], scope: Scope, observed_at: datetime | None, role: str, name: str | None,
        origin: Origin | str | None, key: str | None, timezone: str | tzinfo | None = None, *, wait: bool = True,
        answering: str | None = None,
    ) -> Flow[WriteReceipt]:  # fmt: skip
        """The flow of `remember`."""
        given = {"key": key, "name": name, "answering": answering}
        if isinstance(said, str):
            turns = [Turn(text=said, role=role, **given)]
        elif of_one := next((field for field, value in given.items() if value is not None), None):
            raise InvalidInputError(of_one, "belongs to one utterance: give each turn its own")
        else:
            turns = list(said)
        if not turns:
            raise InvalidInputError("turns", "is empty: pass at least one turn")
        at = aware(observed_at, "observed_at")
        observations = observe(
            turns, scope=scope, observed_at=at, origin=origin_of(origin), clock=self._clock, redact=self._redact
        )
        batch = with_questions(observations, turns, redact=self._redact)
        return remember_flow(self.writer, scope, batch, zone=self._in(timezone), later=not wait)

    def recall_(  # noqa: PLR0913 - the arguments of `recall`
        self, query: str, scope: Scope, *, limit: int, valid_at: datetime | None, known_at: datetime | None,
        view: View | str | None, asker: str | None, max_tokens: int | None, now: datetime | None,
        timezone: str | tzinfo | None = None,
    ) -> Flow[Packet]:  # fmt: skip
        """The flow of `recall`."""
        if not query.strip():
            raise InvalidInputError("query", "is empty: pass what the agent was asked")
        if not 1 <= limit <= MAX_LIMIT:
            raise InvalidInputError(
                "limit", f"{limit} is not between 1 and {MAX_LIMIT}: pass how many groups of rows are wanted"
            )
        if max_tokens is not None and max_tokens < 1:
            raise InvalidInputError("max_tokens", f"{max_tokens} admits nothing: pass a positive number, or None")
        asked = Query(
            well_formed(plain(redacted(query, self._redact))), scope, aware(now, "now") or self._clock(), limit,
            speaker_subject(self._as_kept(asker)), aware(valid_at, "valid_at"), self._past(known_at), view_of(view),
            max_tokens, self._in(timezone), now is not None,
        )  # fmt: skip
        return recall_flow(self.reader, asked)

    def timeline_(
        self, scope: Scope, subject: str | None, attribute: str | None, known_at: datetime | None,
        limit: int | None = None, offset: int = 0,
    ) -> Flow[Timeline]:  # fmt: skip
        """The flow of `timeline`."""
        wanted = Wanted(self._as_kept(subject), some(attribute), self._past(known_at), Page(limit, offset))
        return timeline_flow(scope, wanted, linker=self._linker)

    def why_(self, record_id: str, scope: Scope) -> Flow[Explanation]:
        """The flow of `why`."""
        return why_flow(
            id_of(record_id, "record_id"), scope, clock=WallClock(self._clock(), self._zone), linker=self._linker
        )

    def review_(self, scope: Scope, limit: int | None = None, offset: int = 0) -> Flow[tuple[Proposal, ...]]:
        """The flow of `review`."""
        return deciding.review_flow(scope, now=self._clock(), page=Page(limit, offset))

    def rule_(self, transition_id: str, scope: Scope, becomes: DecisionState, by: str) -> Flow[TransitionRecord]:
        """The flow of `undo`, `accept` and `decline`."""
        return (yield from self._rule_all({becomes: [id_of(transition_id, "transition_id")]}, scope, by))[0]

    def decide_(
        self, scope: Scope, accept: Collection[str], decline: Collection[str], undo: Collection[str], by: str
    ) -> Flow[tuple[TransitionRecord, ...]]:
        """The flow of `decide`."""
        given = {"accept": accept, "decline": decline, "undo": undo}
        named = {field: [id_of(i, field) for i in ids] for field, ids in given.items()}
        if not any(named.values()):
            raise InvalidInputError("accept", "names no transition, nor do decline and undo: pass ids, see review")
        twice = [i for i, count in Counter(chain(*named.values())).items() if count > 1]
        if twice:
            field = next(field for field in reversed(named) if twice[0] in named[field])
            raise InvalidInputError(field, f"names {twice[0]!r}, which is named twice: decide each transition once")
        states = (DecisionState.APPLIED, DecisionState.DECLINED, DecisionState.UNDONE)
        return self._rule_all(dict(zip(states, named.values(), strict=True)), scope, by)

    def _rule_all(
        self, named: Mapping[DecisionState, Collection[str]], scope: Scope, person: str
    ) -> Flow[tuple[TransitionRecord, ...]]:
        if not person.strip():
            raise InvalidInputError("by", "is empty: name the person whose word it is")
        now = self._clock()
        by = well_formed(redacted(person, self._redact))
        words = [deciding.Word(i, becomes, by, now) for becomes, ids in named.items() for i in ids]
        return deciding.rule_flow(scope, words, linker=self._linker)

    def correct_(
        self, record_id: str, value: str, scope: Scope, observed_at: datetime | None, origin: Origin | str = Origin.USER
    ) -> Flow[WriteReceipt]:
        """The flow of `correct`."""
        if not value.strip():
            raise InvalidInputError("value", "is empty: pass what is true, or call forget")
        if len(value) > MAX_ANALYSED_CHARACTERS:  # of no text more is read, so no value is longer
            problem = f"is longer than {MAX_ANALYSED_CHARACTERS} characters: pass a value, not a text"
            raise InvalidInputError("value", problem)
        return self._act(Act.CORRECT, id_of(record_id, "record_id"), value, scope, observed_at, origin)

    def forget_(
        self, what: str, scope: Scope, observed_at: datetime | None = None, origin: Origin | str = Origin.USER
    ) -> Flow[WriteReceipt]:
        """The flow of `forget`."""
        if not what.strip():
            raise InvalidInputError("what", "is empty: pass the id of a record, or words for it")
        return self._act(Act.RETRACT, what, None, scope, observed_at, origin)

    def _act(
        self, act: Act, what: str, value: str | None, scope: Scope, observed_at: datetime | None, origin: Origin | str
    ) -> Flow[WriteReceipt]:
        now = self._clock()
        at = aware(observed_at, "observed_at") or now
        if at - now > MAX_CLOCK_SKEW:
            raise InvalidInputError("observed_at", f"{at.isoformat()} lies in the future: pass when it was said")
        mended = None if value is None else well_formed(plain(redacted(value, self._redact)))
        words = well_formed(plain(redacted(what, self._redact)))
        by = origin_of(origin) or Origin.USER
        return state_flow(
            self.writer, scope, Deed(act, well_formed(plain(what)), words, mended, at, by, observed_at is not None)
        )

    def erase_(
        self, scope: Scope, record_id: str | None, observation_id: str | None, *, everything: bool
    ) -> Flow[EraseReceipt]:
        """The flow of `erase`."""
        record = None if record_id is None else id_of(record_id, "record_id")
        observation = None if observation_id is None else id_of(observation_id, "observation_id")
        erasure = Erasure(record, observation, everything)
        return self._cleanly(erase_flow(self.writer, scope, erasure, other=self._other_plane()))

    def _cleanly(self, erasing: Flow[EraseReceipt]) -> Flow[EraseReceipt]:
        """Nothing that was read of erased texts is kept, and what the ledger may still hold is told."""
        forget_texts()
        receipt, ledger = (yield from erasing), self.ledger
        forget_texts()  # the erasure itself has read what it erases
        left: tuple[str, ...] = yield Compute(lambda: ledger.residue() if isinstance(ledger, Residual) else ())
        return receipt.model_copy(update={"residue": left})

    def backfill_(
        self, scope: Scope, *, dry_run: bool, role: str | None, origin: Origin | str | None, batch: int,
        on_progress: Progress | None,
    ) -> Flow[BackfillReport]:  # fmt: skip
        """The flow of `backfill`."""
        if not 1 <= batch <= MAX_BATCH:
            raise InvalidInputError(
                "batch", f"{batch} is not between 1 and {MAX_BATCH}: pass how many texts go together"
            )
        plan = Backfill(dry_run, voice_of(role, origin), batch, on_progress)
        report, ledger = (yield from backfill_flow(self.writer, scope, plan)), self.ledger
        if isinstance(ledger, Settling) and report.taken:
            yield Compute(partial(ledger.settle, records=report.taken))
        if dry_run or self.writer.judge is None:
            return report
        judging = yield from self.rejudge_(scope)
        return report.model_copy(update={"judging": judging})

    def estimate_(self, scope: Scope, *, role: str | None, origin: Origin | str | None) -> Flow[Estimate]:
        """The flow of `estimate`."""
        if self.writer.judge is None:
            raise InvalidInputError("judge", "is none: open the overlay with the one whose cost is wanted")
        report = yield from self.backfill_(scope, dry_run=True, role=role, origin=origin, batch=BATCH, on_progress=None)
        assert report.estimate is not None
        return report.estimate

    def reconcile_(
        self, scope: Scope, *, dry_run: bool, full: bool, refill: bool, role: str | None, origin: Origin | str | None
    ) -> Flow[ReconcileReport]:
        """The flow of `reconcile`."""
        asked = Reconciliation(dry_run, full, refill, voice_of(role, origin), self._noticed)
        return reconcile_flow(self.writer, scope, asked)

    def prune_(
        self,
        scope: Scope,
        older_than: timedelta,
        stages: Collection[Stage | str] | None,
        *,
        active: bool,
        dry_run: bool,
    ) -> Flow[PruneReceipt]:
        """The flow of `prune`."""
        whole_user(scope)
        now = self._clock()
        return prune_flow(scope, Retention(ago(older_than, now), stages_of(stages), active, now, dry_run))

    def restore_(self, scope: Scope, record_ids: Sequence[str] | None) -> Flow[RestoreReceipt]:
        """The flow of `restore`."""
        whole_user(scope)
        named = None if record_ids is None else [id_of(i, "record_ids") for i in record_ids]
        return restore_flow(scope, named, at=self._clock())

    def detach_(self, scope: Scope) -> Flow[DetachReport]:
        """The flow of `detach`."""
        return detach_flow(self.writer, scope)

    def promote_(self, scope: Scope) -> Flow[WriteReceipt]:
        """The flow of `promote`."""
        return promote_flow(self.writer, scope, shadow=self._store.plane("shadow"))

    def _as_kept(self, name: str | None) -> str | None:
        """A name as the ledger has it: without what the hook takes out."""
        return None if name is None else well_formed(redacted(name, self._redact))

    def _past(self, known_at: datetime | None) -> datetime | None:
        """An instant that may be read as known: what is known later may still change (law 6)."""
        at = aware(known_at, "known_at")
        if at is not None and at > self._clock():
            raise InvalidInputError("known_at", f"{at.isoformat()} lies in the future: pass None for what is known now")
        return at

    def _in(self, zone: str | tzinfo | None) -> tzinfo:
        return self._zone if zone is None else zone_named(zone)
