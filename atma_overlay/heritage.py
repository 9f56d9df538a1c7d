"""What the shadow plane has that does not follow from what was said there, and what of it the live plane lacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from atma_overlay.changes import Changeset
from atma_overlay.judge.reach import ACROSS, said_key, sides_of, turn_key
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import (
    PERSON,
    DecisionState,
    Observation,
    Residence,
    Slot,
    Staging,
    StagingVersion,
    Standing,
    Statement,
    Verdict,
)
from atma_overlay.scope import Scope
from atma_overlay.state.folds.carried import Carried
from atma_overlay.state.folds.closures import all_closures
from atma_overlay.state.folds.folded import ByWords, Closure, Words
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.state.pairs.adjudication import pair_key
from atma_overlay.state.present import visible
from atma_overlay.state.pruned import retained

_WORDS = (DecisionState.UNDONE, DecisionState.DECLINED)
"""What a person makes of a transition that does not follow any more."""


@dataclass(frozen=True, slots=True)
class Heritage:
    """What a plane has besides what was said, as far as a scope sees it.

    Attributes:
        verdicts: the rulings on what was said in the scope, both sides of it.
        closed: by slot, what was retired by something that is erased.
        moves: the transitions that no fold makes, with those of their sides that are not erased: a person undid or
            declined them, or what they retired is erased.
        retained: by record, what retention last did with it, and how it stands.
    """

    verdicts: tuple[Verdict, ...]
    closed: Mapping[Slot, ByWords]
    moves: tuple[tuple[Judged, frozenset[str]], ...]
    retained: Mapping[str, tuple[StagingVersion, Standing]]


def heritage_of(reader: LedgerReader, scope: Scope, said: Sequence[Observation]) -> Heritage:
    """That of a plane; `said` is what was said in the scope."""
    held = [h for h in reader.all_held() if scope.admits(h.statement.agent, h.statement.session)]
    standing = {h.statement.id: h.standing for h in held if h.is_record}
    acts = {i: (version, standing[i]) for i, version in retained(reader).items() if i in standing}
    whole = scope.agent is None and scope.session is None
    verdicts = reader.verdicts() if whole else list(_ruled(reader.verdicts(), [h.statement for h in held], said))
    return Heritage(tuple(verdicts), all_closures(reader), tuple(_moves(reader, scope)), acts)


def _ruled(verdicts: Sequence[Verdict], stated: Sequence[Statement], said: Sequence[Observation]) -> Iterator[Verdict]:
    """The rulings on pairs of which both sides are among some statements and observations."""
    slots = {v.pair.partition(":")[0] for v in verdicts}
    in_slot: dict[str, list[Statement]] = defaultdict(list)
    for statement in stated:
        in_slot[slot_key(statement.slot)].append(statement)
    pairs = {pair_key(*pair) for slot in slots & in_slot.keys() for pair in permutations(in_slot[slot], 2)}
    keys = {*map(said_key, stated), *map(turn_key, said)}
    for verdict in verdicts:
        across = verdict.pair.startswith(ACROSS)
        if keys.issuperset(sides_of(verdict.pair)) if across else verdict.pair in pairs:
            yield verdict


def _moves(reader: LedgerReader, scope: Scope) -> Iterator[tuple[Judged, frozenset[str]]]:
    judged = visible(reader.transitions(), scope, reader=reader)
    sides = {j.transition.id: {j.transition.from_id, j.transition.to_id} for j in judged}
    there = {h.statement.id for h in reader.history({i for each in sides.values() for i in each if i is not None})}
    for j in judged:
        if _is_word(j) or j.transition.from_id not in there:
            yield j, frozenset(there & sides[j.transition.id])


def _is_word(judged: Judged) -> bool:
    return judged.latest.state in _WORDS and judged.latest.by.startswith(PERSON)


def carried(reader: LedgerReader, heritage: Heritage, *, ids: Mapping[str, str]) -> Carried:
    """What a fold of the live plane takes over.

    Args:
        reader: the live plane.
        heritage: what the shadow plane has.
        ids: what was said in the scope, by its ids there, with those that it has on the live plane.
    """
    words = {j.transition.id: (j.latest.state, j.latest.by) for j, _ in heritage.moves if _is_word(j)}
    return Carried(tuple(_rulings(reader, heritage)), _closed(reader, heritage, ids), words)


def _rulings(reader: LedgerReader, heritage: Heritage) -> Iterator[Verdict]:
    there = _by_pair(reader.verdicts())
    for pair, kept in _by_pair(heritage.verdicts).items():
        if _is_news(kept, there.get(pair, ())):
            yield replace(kept[-1], revision=0)


def _by_pair(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        found[verdict.pair].append(verdict)
    return found


def _is_news(kept: Sequence[Verdict], there: Sequence[Verdict]) -> bool:
    """Whether the last ruling on a pair counts on the live plane, which has others: an earlier word is no later one.

    What is carried is recorded anew; it is known by what was ruled, and by whom. A person's word yields to a later one
    of a person, and every other answer to whatever was answered.
    """
    last, known = kept[-1], {_word(v) for v in kept}
    if not last.decider.startswith(PERSON):
        return not there
    came_over = [v for v in there if _word(v) in known]
    if came_over and _word(came_over[-1]) == _word(last):
        return False
    others = (v for v in there if _word(v) not in known and v.decider.startswith(PERSON))
    return all(v.recorded_at <= last.recorded_at for v in others)


def _word(verdict: Verdict) -> tuple[object, ...]:
    return (verdict.ruling, verdict.decider)


def _closed(reader: LedgerReader, heritage: Heritage, ids: Mapping[str, str]) -> dict[Slot, ByWords]:
    """What was closed there of what was said in the scope, and is not closed here."""

    def here(words: Words) -> Words:
        return (ids.get(words[0], words[0]), *words[1:])

    own = all_closures(reader) if heritage.closed else {}
    found: dict[Slot, dict[Words, tuple[Closure, ...]]] = defaultdict(dict)
    for slot, by_words in heritage.closed.items():
        for words, closures in by_words.items():
            known = {c.event for c in own.get(slot, {}).get(here(words), ())}
            news = (c for c in closures if c.event not in known and not _overruled(c.transition.id, reader))
            lacking = tuple(replace(c, members=frozenset(map(here, c.members))) for c in news)
            if lacking and words[0] in ids:
                found[slot][here(words)] = lacking
    return dict(found)


def _overruled(transition_id: str, reader: LedgerReader) -> bool:
    judged = reader.transition(transition_id)
    return judged is not None and _is_word(judged)


def unfolded(reader: LedgerReader, heritage: Heritage, changes: Changeset) -> Changeset:
    """The moves that the live plane lacks and `changes` does not make, each as it was decided last."""
    sides = {i for _, each in heritage.moves for i in each}
    there = {h.statement.id for h in reader.history(sides)} | {s.id for s in changes.statements}
    made = {t.id for t in changes.transitions}
    lacking = [
        judged
        for judged, each in heritage.moves
        if each <= there and judged.transition.id not in made and reader.transition(judged.transition.id) is None
    ]
    return Changeset(
        transitions=tuple(j.dated for j in lacking),
        decisions=tuple(replace(j.latest, revision=0, valid_at=None) for j in lacking),
    )


def restaged(reader: LedgerReader, heritage: Heritage, changes: Changeset) -> Iterator[Staging]:
    """What retention did there later than it last did anything here, with records that stand alike on both planes."""
    if not heritage.retained:
        return
    standing = {h.statement.id: h.standing for h in reader.all_held() if h.statement.id not in changes.withdrawn}
    standing |= {s.statement_id: s for s in changes.standings}
    here = retained(reader)
    for record_id, (version, stood) in heritage.retained.items():
        last, stands = here.get(record_id), standing.get(record_id)
        if stands is None or (last is not None and last.recorded_from >= version.recorded_from):
            continue
        out = version.staging.residence is Residence.PRUNED
        if out and stands.record_id == record_id and _alike(stands, stood):
            yield version.staging
        elif not out and last is not None and last.staging.residence is Residence.PRUNED:
            yield replace(last.staging, residence=Residence.LEFT)


def _alike(one: Standing, other: Standing) -> bool:
    return (one.status, bool(one.contested_with)) == (other.status, bool(other.contested_with))
