"""The guards of verdicts: only later evidence retires earlier, of records that were shown, within the cap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.judge.evidence import LEAST, place_of, weight
from atma_overlay.judge.pleas import asks_to_forget
from atma_overlay.judge.question import Question
from atma_overlay.judge.reach import across_key, by_turn_key
from atma_overlay.judge.reasons import faithful
from atma_overlay.judge.schemas import SaidVerdict
from atma_overlay.judge.timing import TEMPORARY, notes_in, problem_of, problem_of_words
from atma_overlay.records import STATING, Cardinality, Observation, Origin, Ruling, Statement, Verdict
from atma_overlay.state.pairs.adjudication import APPLY_AT
from atma_overlay.state.slots.holders import one_holder, speaker_of
from atma_overlay.values.sameness import same_value

UNSURE = APPLY_AT - 0.01
_RULINGS = {
    "KEEP": Ruling.KEEP, "STALE": Ruling.STALE, "REPLACE": Ruling.STALE, "UNKNOWN": Ruling.UNKNOWN,
    "FORGET": Ruling.FORGET,
}  # fmt: skip
_BY_TURN = frozenset({"STALE", "UNKNOWN", "FORGET"})


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
    """What passed.

    Attributes:
        verdicts: for the record.
        records: the statements that they are about.
        decided: by label, which record gave way to what.
        withdrawn: by label, what the answer reads and then calls unknown.
        refused: how many did not pass, by reason.
    """

    verdicts: tuple[Verdict, ...]
    records: tuple[Statement, ...]
    decided: frozenset[tuple[str, str]]
    withdrawn: frozenset[str]
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
        old = bench.shown[best.record]
        kept.append((best, old, _cause(best, old, bench)))
    kept.sort(key=lambda each: -each[0].confidence)
    within = list(_within_cap(kept, bench, refused))
    return Ruled(
        tuple(_verdict(v, old, new, bench) for v, old, new in within),
        tuple(old for _, old, _ in within),
        frozenset((v.record, v.because) for v, old, new in within if _decides(v, old, new)),
        frozenset(v.because for v, _, new in within if isinstance(new, Observation) and v.because in bench.shown),
        refused,
    )


def _cause(said: SaidVerdict, old: Statement, bench: Bench) -> Statement | Observation:
    """What a verdict names; where it surely leaves a slot unknown by a value read for it, the turn alone."""
    new = bench.shown.get(said.because)
    if new is None:
        return bench.question.turns[said.because]
    read = said.because not in {*bench.question.notes, *bench.question.records}
    if read and _leaves_unknown(said, old, new) and said.confidence >= bench.apply_at:
        return next(o for o in bench.question.turns.values() if o.id == new.observation_id)
    return new


def _leaves_unknown(said: SaidVerdict, old: Statement, new: Statement | Observation) -> bool:
    """Whether of two values of one slot neither is to be relied on."""
    return said.verdict == "UNKNOWN" and isinstance(new, Statement) and new.slot == old.slot


def _decides(said: SaidVerdict, old: Statement, new: Statement | Observation) -> bool:
    """Whether it says which of two values of one slot holds; that neither is sure leaves the later one in doubt."""
    return said.verdict != "KEEP" and not _leaves_unknown(said, old, new)


def _problem(said: SaidVerdict, bench: Bench) -> str | None:  # noqa: PLR0911 - one guard a line
    shown = bench.shown
    if said.record not in shown:
        return "unknown record"
    if said.because in bench.question.turns and said.verdict in _BY_TURN:
        return _problem_of_turn(said, shown[said.record], bench.question.turns[said.because], bench)
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
        return TEMPORARY
    if said.verdict != "KEEP" and (problem := problem_of(new)) is not None:
        return problem
    if said.verdict != "KEEP" and (_alike(old, new) or _told_again(old, new.observation_id, bench)):
        return "contradicts itself"
    return None


def _alike(old: Statement, new: Statement) -> bool:
    return old.slot == new.slot and old.affirmed == new.affirmed and same_value(old.norm, new.norm)


def _told_again(old: Statement, observation_id: str, bench: Bench) -> bool:
    """Whether the observation that is to unsettle a record states the same itself."""
    told = (s for s in bench.shown.values() if s.observation_id == observation_id)
    return any(s.act in STATING and _alike(old, s) for s in told)


def _problem_of_turn(said: SaidVerdict, old: Statement, turn: Observation, bench: Bench) -> str | None:
    """A turn that ends or forgets a record is quoted for it; only the user's own word is enough to forget."""
    words = place_of(said.evidence, turn.text)
    if words is None or weight(turn.text[slice(*words)]) < LEAST:
        return "evidence not in the turn"
    if old.observation_id == turn.id:
        return "said in one breath"
    if turn.order[:2] < (old.observed_at, old.position):
        return "older evidence"
    if turn.origin.trust < old.origin.trust or (said.verdict == "FORGET" and turn.origin is not Origin.USER):
        return "lower origin"
    return None if said.verdict == "FORGET" else problem_of_words(words, turn, bench.question.notes.values())


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
    """Whether what is told of somebody is to unsettle what is told of somebody else.

    A turn tells of whom the rules read in the words that are quoted from it.
    """
    if isinstance(new, Observation):
        words = place_of(said.evidence, new.text)
        told = notes_in(words, new, bench.question.notes.values()) if words is not None else ()
        return any(not _one(old.slot.subject, s.slot.subject, new) for s in told)
    turns = {o.id: o for o in bench.question.turns.values()}
    heard = turns.get(new.observation_id) or turns[old.observation_id]
    return not _one(old.slot.subject, new.slot.subject, heard)


def _one(first: str, second: str, heard: Observation) -> bool:
    """Whether both are the same, or the speaker or things of the speaker's."""
    return first == second or all(one_holder(speaker_of(heard), s, heard) for s in (first, second))


def _is_pleaded(said: SaidVerdict) -> bool:
    """Whether nothing is to be forgotten, or the words ask for it."""
    return said.verdict != "FORGET" or asks_to_forget(said.evidence)


def _verdict(said: SaidVerdict, old: Statement, new: Statement | Observation, bench: Bench) -> Verdict:
    """Below the judge's own threshold a verdict is kept below the ledger's: there it is a proposal.

    So is one by what is told of somebody else than the record is, one to forget that no words ask for, and one by which
    a value that stays in the slot would be left alone there.
    """
    doubtful = _apart(said, old, new, bench) or not _is_pleaded(said) or _leaves_unknown(said, old, new)
    sure = said.confidence >= bench.apply_at and not doubtful
    confidence = max(said.confidence, APPLY_AT) if sure else min(said.confidence, UNSURE)
    pair = (old, new) if isinstance(new, Statement) else (old,)
    key = across_key(old, new) if isinstance(new, Statement) else by_turn_key(old, new)
    reason = faithful(said.reason, pair, bench.question, turn=new.text if isinstance(new, Observation) else "")
    return Verdict(key, _RULINGS[said.verdict], bench.decider, reason, confidence, bench.now, 0)
