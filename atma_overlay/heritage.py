"""What the shadow plane has that does not follow from what was said there, and what of it the live plane lacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from atma_overlay.judge.reach import ACROSS, said_key, sides_of, turn_key
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    PERSON,
    Observation,
    Statement,
    Verdict,
)
from atma_overlay.scope import Scope
from atma_overlay.state.folds.carried import Carried
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.state.pairs.adjudication import pair_key


@dataclass(frozen=True, slots=True)
class Heritage:
    """What a plane has besides what was said, as far as a scope sees it.

    Attributes:
        verdicts: the rulings on what was said in the scope, both sides of it.
    """

    verdicts: tuple[Verdict, ...]


def heritage_of(reader: LedgerReader, scope: Scope, said: Sequence[Observation]) -> Heritage:
    """That of a plane; `said` is what was said in the scope."""
    held = [h for h in reader.all_held() if scope.admits(h.statement.agent, h.statement.session)]
    whole = scope.agent is None and scope.session is None
    verdicts = reader.verdicts() if whole else list(_ruled(reader.verdicts(), [h.statement for h in held], said))
    return Heritage(tuple(verdicts))


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


def carried(reader: LedgerReader, heritage: Heritage) -> Carried:
    """What a fold of the live plane takes over."""
    return Carried(tuple(_rulings(reader, heritage)))


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
