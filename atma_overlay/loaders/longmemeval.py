"""LongMemEval (Wu et al. 2025): chat sessions between a user and an assistant, in its published shapes."""

from __future__ import annotations

from datetime import datetime

from atma_overlay.loaders.conversation import Conversation, Session
from atma_overlay.loaders.fields import Field


def read_longmemeval(record: Field, *, undated: datetime) -> Conversation:
    """The conversation of one record.

    A record holds `haystack_sessions` with `haystack_dates`; or `sessions`, each with its `date` and its
    `evidence_turns`; or the `turns` of one session without a date, which takes `undated`.
    """
    if record.has("haystack_sessions"):
        return Conversation(id=record.at("question_id").identifier(), sessions=_haystack(record))
    if record.has("turns"):
        identity = record.at("sha1" if record.has("sha1") else "session_id").identifier()
        return Conversation(id=identity, sessions=(Session(undated, record.at("turns").turns(text_key="content")),))
    sessions = tuple(
        Session(at=session.at("date").instant(), turns=session.at("evidence_turns").turns(text_key="content"))
        for session in record.at("sessions").items()
    )
    return Conversation(id=record.at("question_id").identifier(), sessions=sessions)


def _haystack(record: Field) -> tuple[Session, ...]:
    sessions, dates = record.at("haystack_sessions").items(), record.at("haystack_dates").items()
    if len(sessions) != len(dates):
        raise record.at("haystack_dates").broken(
            f"holds {len(dates)} dates for {len(sessions)} sessions: give each session one date"
        )
    return tuple(
        Session(at=date.instant(), turns=session.turns(text_key="content"))
        for session, date in zip(sessions, dates, strict=True)
    )
