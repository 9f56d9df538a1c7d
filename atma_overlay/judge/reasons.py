"""A model's reasons, as far as they tell of nothing that they are not about."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.judge.grounding import RELATIONS, SPEAKER, shown_of
from atma_overlay.judge.naming import capitals
from atma_overlay.judge.question import Question
from atma_overlay.records import Statement
from atma_overlay.values.terms import terms

_KIN = frozenset(t for word in RELATIONS for t in terms(word))
LONGEST_REASON = 200
"""Characters of a reason at most."""


def faithful(reason: str, pair: Sequence[Statement], question: Question, *, turn: str = "") -> str:
    """A model's reason on one line, or a plain one where it tells of what the verdict is not about.

    That is the value of another record or note, or a name that another turn has: it goes with the pair alone (law 7).
    `turn` is the text of a turn that decides as a whole.
    """
    said = " ".join(reason.split())[:LONGEST_REASON]
    own = {w for s in pair for w in terms(s.evidence)}  # a value or a subject may be from elsewhere
    shown = (*question.records.values(), *question.notes.values())
    others = {w for s in shown for w in terms(f"{s.slot.subject} {s.value}")} - SPEAKER - _KIN
    turns = {o.id: o.text for o in question.turns.values()}
    own |= {w for text in (turn, *(turns.get(s.observation_id, "") for s in pair)) for w in terms(text)}
    others |= {w for text in turns.values() for w in capitals(text, first=True)}
    return "judged" if not said or set(terms(said)) & (others - own) else said


def of_a_note(reason: str, note: Statement, question: Question) -> str:
    """Why a note is rejected, or a plain reason where it has words of another turn or of a record.

    It is kept with what was read in the turn, and goes with that turn alone (law 7).
    """
    said = faithful(reason, (note,), question)
    turn = next(o.text for o in question.turns.values() if o.id == note.observation_id)
    others = {w for o in question.turns.values() if o.id != note.observation_id for w in terms(o.text)}
    others |= {w for r in question.records.values() for w in shown_of(r) - SPEAKER}
    return "judged" if set(terms(said)) & (others - set(terms(f"{turn} {note.slot}"))) else said
