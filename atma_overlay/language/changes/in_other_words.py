"""What reads a sentence as one that tells the same in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes import (
    booked_anew,
    changed_to,
    changed_trades,
    done_by_now,
    new_holders,
    new_ones,
    requested,
    taken_off,
    taken_roles,
    was_now,
)
from atma_overlay.language.changes.said_over import States
from atma_overlay.language.facts import relatives
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

_ROOMS = (
    relatives.told, new_holders.told, taken_off.told, was_now.told, done_by_now.told, requested.told,
    taken_roles.told, changed_to.told, new_ones.told, changed_trades.told, booked_anew.told,
)  # fmt: skip


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What a sentence tells in other words than the plain ones.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    for room in _ROOMS:
        yield from room(sentence, turn, states, lexicon)
