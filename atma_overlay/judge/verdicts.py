"""The guards of verdicts: only later evidence retires earlier, of records that were shown, within the cap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.judge.question import Question
from atma_overlay.judge.reach import across_key, by_turn_key
from atma_overlay.judge.reasons import faithful
from atma_overlay.judge.schemas import SaidVerdict
from atma_overlay.records import STATING, Cardinality, Observation, Origin, Ruling, Statement, Verdict
from atma_overlay.state.pairs.adjudication import APPLY_AT
from atma_overlay.state.slots.holders import one_holder, speaker_of
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms

UNSURE = APPLY_AT - 0.01
_RULINGS = {
    "KEEP": Ruling.KEEP, "STALE": Ruling.STALE, "REPLACE": Ruling.STALE, "UNKNOWN": Ruling.UNKNOWN,
    "FORGET": Ruling.FORGET,
}  # fmt: skip
_BY_TURN = frozenset({"STALE", "UNKNOWN", "FORGET"})
_LEAST = 2
"""Content words at least of what a turn ends or forgets something with."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What verdicts are checked against.

    Attributes:
        question: what was shown.
        causes: the statements that may decide, by label; records may too, where a late arrival is older.
        decider: the model with its prompt version.
        apply_at: confidence from which a verdict applies.
        cap: retirements of one observation at most.
        now: when it is recorded.
    """

    question: Question
    causes: Mapping[str, Statement]
    decider: str
    apply_at: float
    cap: int
    now: datetime

    @property
    def shown(self) -> Mapping[str, Statement]:
        """Everything that a verdict may name: records, notes and what the model read itself."""
        return {**self.question.records, **self.causes}


@dataclass(frozen=True, slots=True)
class Ruled:
    """What passed: verdicts, the statements that they retire, and by label which record gave way to what."""

    verdicts: tuple[Verdict, ...]
    records: tuple[Statement, ...]
    decided: frozenset[tuple[str, str]]
    refused: Counter[str]


def ruled(said: Sequence[SaidVerdict], bench: Bench) -> Ruled:
    """Check verdicts; the surest come first where the cap leaves some out."""
    refused: Counter[str] = Counter()
    by_record: dict[str, list[SaidVerdict]] = defaultdict(list)
    for verdict in said:
        problem = _problem(verdict, bench)
        if problem is None:
            by_record[verdict.record].append(verdict)
        else:
            refused[problem] += 1
    kept: list[_Kept] = []
    for group in by_record.values():
        if len({_RULINGS[v.verdict] for v in group}) > 1:
            refused["contradicts itself"] += len(group)
            continue
        best = max(group, key=lambda v: v.confidence)
        cause = bench.shown.get(best.because) or bench.question.turns[best.because]
        kept.append((best, bench.shown[best.record], cause))
    kept.sort(key=lambda each: -each[0].confidence)
    within = list(_within_cap(kept, bench, refused))
    return Ruled(
        tuple(_verdict(v, old, new, bench) for v, old, new in within),
        tuple(old for _, old, _ in within),
        frozenset((v.record, v.because) for v, _, _ in within if v.verdict != "KEEP"),
        refused,
    )


def _problem(said: SaidVerdict, bench: Bench) -> str | None:  # noqa: PLR0911 - one guard a line
    shown = bench.shown
    if said.record not in shown:
        return "unknown record"
    if said.because in bench.question.turns and said.verdict in _BY_TURN:
        return _problem_of_turn(said, shown[said.record], bench.question.turns[said.because])
    if said.because not in shown or said.verdict == "FORGET":
        return "unknown cause"
    if said.record == said.because:
        return "contradicts itself"
    if {said.record, said.because} <= set(bench.question.records):
        return "not asked"
    old, new = shown[said.record], shown[said.because]
    if old.observation_id == new.observation_id:
        return "said in one breath"
    if (new.observed_at, new.position) < (old.observed_at, old.position):
        return "older evidence"
    if new.origin.trust < old.origin.trust:
        return "lower origin"
    if new.bounded or new.temporary:
        return "temporary cause"
    if said.verdict != "KEEP" and (_alike(old, new) or _told_again(old, new.observation_id, bench)):
        return "contradicts itself"
    return None


def _alike(old: Statement, new: Statement) -> bool:
    return old.slot == new.slot and old.affirmed == new.affirmed and same_value(old.norm, new.norm)


def _told_again(old: Statement, observation_id: str, bench: Bench) -> bool:
    """Whether the observation that is to unsettle a record states the same itself."""
    told = (s for s in bench.shown.values() if s.observation_id == observation_id)
    return any(s.act in STATING and _alike(old, s) for s in told)


def _problem_of_turn(said: SaidVerdict, old: Statement, turn: Observation) -> str | None:
    """A turn that ends or forgets a record is quoted for it; only the user's own word is enough to forget."""
    evidence = said.evidence.strip()
    if evidence not in turn.text or len(terms(evidence)) < _LEAST:
        return "evidence not in the turn"
    if old.observation_id == turn.id:
        return "said in one breath"
    if turn.order[:2] < (old.observed_at, old.position):
        return "older evidence"
    if turn.origin.trust < old.origin.trust or (said.verdict == "FORGET" and turn.origin is not Origin.USER):
        return "lower origin"
    return None


_Kept = tuple[SaidVerdict, Statement, Statement | Observation]


def _within_cap(kept: Sequence[_Kept], bench: Bench, refused: Counter[str]) -> list[_Kept]:
    """KEEP retires nothing, and says something only of a pair that the rules left undecided."""
    retiring: Counter[str] = Counter()
    out: list[_Kept] = []
    for said, old, new in kept:
        if said.verdict == "KEEP":
            if isinstance(new, Statement) and _may_both_hold(old, new, bench):
                out.append((said, old, new))
            continue
        cause = new.observation_id if isinstance(new, Statement) else new.id
        retiring[cause] += 1
        if retiring[cause] > bench.cap:
            refused["beyond the cap"] += 1
            continue
        out.append((said, old, new))
    return out


def _may_both_hold(old: Statement, new: Statement, bench: Bench) -> bool:
    """Whether a contest may end with both: never in a slot that holds one value at a time (law 3)."""
    contested = {(old.id, new.id), (new.id, old.id)} & bench.question.contested
    return bool(contested) and Cardinality.MULTI in (old.cardinality, new.cardinality)


def _apart(said: SaidVerdict, old: Statement, new: Statement | Observation, bench: Bench) -> bool:
    """Whether a value of somebody's is to replace that of somebody else, or what is told of one person a third's."""
    if isinstance(new, Observation) or new.slot.subject == old.slot.subject:
        return False
    turns = {o.id: o for o in bench.question.turns.values()}
    heard = turns.get(new.observation_id) or turns[old.observation_id]
    ours = [one_holder(speaker_of(heard), s.slot.subject, heard) for s in (old, new)]
    return not (all(ours) if said.verdict == "REPLACE" else any(ours))


def _verdict(said: SaidVerdict, old: Statement, new: Statement | Observation, bench: Bench) -> Verdict:
    """Below the judge's own threshold a verdict is kept below the ledger's: there it is a proposal.

    So is one by what is told of somebody else than the record is.
    """
    sure = said.confidence >= bench.apply_at and not _apart(said, old, new, bench)
    confidence = max(said.confidence, APPLY_AT) if sure else min(said.confidence, UNSURE)
    pair = (old, new) if isinstance(new, Statement) else (old,)
    key = across_key(old, new) if isinstance(new, Statement) else by_turn_key(old, new)
    reason = faithful(said.reason, pair, bench.question, turn=new.text if isinstance(new, Observation) else "")
    return Verdict(key, _RULINGS[said.verdict], bench.decider, reason, confidence, bench.now, 0)
