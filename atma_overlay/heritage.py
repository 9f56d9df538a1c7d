"""What the shadow plane has that does not follow from what was said there, and what of it the live plane lacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    PERSON,
    Verdict,
)
from atma_overlay.state.folds.carried import Carried


@dataclass(frozen=True, slots=True)
class Heritage:
    """What a plane has besides what was said.

    Attributes:
        verdicts: the rulings on pairs of what was said.
    """

    verdicts: tuple[Verdict, ...]


def heritage_of(reader: LedgerReader) -> Heritage:
    """That of a plane."""
    return Heritage(tuple(reader.verdicts()))


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
