"""What people decide about transitions: undo, accept, decline, and the proposals that wait for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from atma_overlay.arguments import Page
from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import ConflictError, NotFoundError
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import PERSON, Act, DecisionState, Held, Ruling, Transition, Verdict
from atma_overlay.scope import Scope
from atma_overlay.state.folds.beginnings import beginning, ruled_at
from atma_overlay.state.folds.kept_rulings import Decided
from atma_overlay.state.pairs.adjudication import Linker, pair_key
from atma_overlay.state.present import transition_records, visible
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import Proposal, TransitionRecord
from atma_overlay.writing.resolving import replayed

PROPOSAL_LIFETIME = timedelta(days=30)
"""How long a proposal can be accepted. Then it retires nothing any more; the contest itself stays, since no passing of
time says which of the two holds: later evidence, a correction or declining it ends that."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a person says of a transition. `person` is recorded with it, and `at` is when."""

    transition_id: str
    becomes: DecisionState
    person: str
    at: datetime

    @property
    def by(self) -> str:
        """Who decides, as it is recorded."""
        return f"{PERSON}{self.person}"

    @property
    def expects(self) -> DecisionState:
        """Only what is applied is undone, only what is proposed is accepted or declined."""
        return DecisionState.APPLIED if self.becomes is DecisionState.UNDONE else DecisionState.PROPOSED

    def verdict(self, earlier: Held, later: Held) -> Verdict:
        """The word as a ruling on one pair."""
        accepted = self.becomes is DecisionState.APPLIED
        ruling, note = (Ruling.REPLACE, "accepted") if accepted else (Ruling.KEEP, self.becomes)
        return Verdict(pair_key(earlier.statement, later.statement), ruling, self.by, note, 1.0, self.at, 0)


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A word on a transition as it is stored, with the pairs that it rules on."""

    word: Word
    judged: Judged
    pairs: tuple[tuple[Held, Held], ...]

    @property
    def decided(self) -> Decided:
        verdicts = tuple(self.word.verdict(*pair) for pair in self.pairs)
        return Decided(
            self.word.transition_id, self.judged.transition.slot, verdicts, self.word.becomes, self.word.by
        )  # fmt: skip

    @property
    def since(self) -> datetime:
        """From when it can tell."""
        return min(ruled_at(earlier.statement, later.statement) for earlier, later in self.pairs)


def rule_flow(scope: Scope, words: Sequence[Word], *, linker: Linker) -> Flow[tuple[TransitionRecord, ...]]:
    """A person's words on transitions, all of them or none; they stand over every later fold (law 5).

    What was said later is replayed under them: it may have been resolved in the light of what they overrule. However
    many there are, that is one replay.
    """
    yield Stage("maintain")
    records: tuple[TransitionRecord, ...] = yield LedgerWrite(scope, lambda reader: _rule(reader, scope, words, linker))
    yield Stage(None)
    return records


def _rule(
    reader: LedgerReader, scope: Scope, words: Sequence[Word], linker: Linker
) -> tuple[Changeset, tuple[TransitionRecord, ...]]:
    reader.takes_long()
    judged = [_open(word, reader, scope) for word in words]
    held = reader.in_slots({j.transition.slot for j in judged})
    ruled = [_Ruled(word, j, tuple(_pairs(j.transition, held))) for word, j in zip(words, judged, strict=True)]
    for each in ruled:
        if not each.pairs:
            problem = f"transition {each.word.transition_id!r}: its evidence was erased"
            raise ConflictError(f"{problem}, and nothing can be ruled on: leave it out")
    since = beginning(reader, [each.since for each in ruled])
    workspace = replayed(reader, linker, since=since, decided=[each.decided for each in ruled])
    for each in ruled:
        _check(each, workspace)
    changes = workspace.outcome(now=words[0].at)
    latest = {d.transition_id: d for d in changes.decisions}
    after = (Judged(j.transition, (*j.decisions, latest.get(j.transition.id, j.latest))) for j in judged)
    return changes, tuple(transition_records(after, reader))


def _open(word: Word, reader: LedgerReader, scope: Scope) -> Judged:
    """The transition that a word is about, while it can be decided so."""
    judged = reader.transition(word.transition_id)
    if judged is None or not visible([judged], scope, reader=reader):
        raise NotFoundError("transition", word.transition_id)
    if judged.latest.state is not word.expects:
        state = judged.latest.state
        raise ConflictError(f"transition {word.transition_id!r} is {state}, not {word.expects}: read it again")
    expiry = _expires_at(judged)
    if word.becomes is DecisionState.APPLIED and expiry <= word.at:
        problem = f"proposal {word.transition_id!r} expired at {expiry.isoformat()}"
        raise ConflictError(f"{problem}: remember what holds now or correct a record; declining ends the contest")
    return judged


def _check(ruled: _Ruled, workspace: Workspace) -> None:
    """Refuse to call a transition accepted that does not follow: by another word its record is retired otherwise."""
    if ruled.word.becomes is not DecisionState.APPLIED:
        return
    drafts = workspace.folded(ruled.judged.transition.slot).drafts
    if not any(d.applied and d.id == ruled.word.transition_id for d in drafts):
        problem = f"proposal {ruled.word.transition_id!r} would retire nothing beside what else is said and decided"
        raise ConflictError(f"{problem}: leave it out, or decide it by itself")


def _pairs(t: Transition, held: Iterable[Held]) -> Iterator[tuple[Held, Held]]:
    """Each member of the retired record with each statement of the cause that retires it."""
    there = [h for h in held if h.statement.slot == t.slot]
    retired = [h for h in there if h.standing.record_id == t.from_id]
    causes = [h for h in there if h.statement.cause == t.cause and _retires(h, t)]
    return ((m, c) for m in retired for c in causes if m.statement.id != c.statement.id)


def _retires(cause: Held, transition: Transition) -> bool:
    act = cause.statement.act
    if transition.to_id is None or act is Act.GIVE_WAY:
        elsewhere = cause.statement.lineage[-1] if act is Act.GIVE_WAY else None
        return act in (Act.END, Act.RETRACT, Act.GIVE_WAY, Act.DOUBT) and elsewhere == transition.to_id
    return cause.standing.record_id == transition.to_id


def review_flow(scope: Scope, *, now: datetime, page: Page) -> Flow[tuple[Proposal, ...]]:
    """The proposals of the scope that have not expired, in the order in which they were recorded."""
    yield Stage("maintain")
    found: tuple[Proposal, ...] = yield LedgerRead(scope, lambda reader: _proposals(reader, scope, now, page))
    yield Stage(None)
    return found


def _proposals(reader: LedgerReader, scope: Scope, now: datetime, page: Page) -> tuple[Proposal, ...]:
    proposed = [j for j in reader.transitions() if j.latest.state is DecisionState.PROPOSED]
    fresh = [j for j in proposed if _expires_at(j) > now]
    there = {h.statement.id for h in reader.held({i for j in fresh for i in _sides(j)})} if fresh else set()
    shown = page.of(visible([j for j in fresh if there.issuperset(_sides(j))], scope, reader=reader))
    return tuple(
        Proposal(transition=record, expires_at=_expires_at(judged))
        for record, judged in zip(transition_records(shown, reader), shown, strict=True)
    )


def _sides(judged: Judged) -> list[str]:
    """The records that a proposal is between; of one that was erased, nobody can decide."""
    return [i for i in (judged.transition.from_id, judged.transition.to_id) if i is not None]


def _expires_at(judged: Judged) -> datetime:
    """When a proposal expires; an import may carry one from the end of the calendar."""
    last = datetime.max.replace(tzinfo=UTC)
    proposed = judged.latest.recorded_at
    return proposed + PROPOSAL_LIFETIME if proposed < last - PROPOSAL_LIFETIME else last
