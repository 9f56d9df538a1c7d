"""The episode format: one JSON object a line with dated sessions; states and probes are not its business."""

from __future__ import annotations

from atma_overlay.loaders.conversation import Conversation, Session
from atma_overlay.loaders.fields import Field


def read_episode(record: Field) -> Conversation:
    """The conversation of one episode."""
    sessions = record.at("sessions")
    if not sessions.items():
        raise sessions.broken("is empty: an episode holds at least one session")
    return Conversation(id=record.at("id").identifier(), sessions=tuple(_session(s) for s in sessions.items()))


def _session(session: Field) -> Session:
    turns = session.at("turns")
    if not turns.items():
        raise turns.broken("is empty: a session holds at least one turn")
    return Session(at=session.at("at").instant(), turns=turns.turns(text_key="text"))
