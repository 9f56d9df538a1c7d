"""STALE: a memory, a later statement that makes it stale, and the sessions around them."""

from __future__ import annotations

import ast
import json
from datetime import datetime

from atma_overlay.loaders.conversation import Conversation, Session
from atma_overlay.loaders.fields import Field
from atma_overlay.views import Turn


def read_stale(record: Field) -> Conversation:
    """The conversation of one case: all its sessions, the two evidence sessions, or the two statements.

    Some releases spell lists and objects as text, in JSON or as Python literals; such text is read for them.
    """
    identity = record.at("uid" if record.has("uid") else "index").identifier()
    if record.has("haystack_session"):
        return Conversation(id=identity, sessions=_haystack(record))
    if record.has("old_session"):
        return Conversation(id=identity, sessions=tuple(_session(record, k) for k in ("old_session", "new_session")))
    return Conversation(id=identity, sessions=_statements(record))


def _haystack(record: Field) -> tuple[Session, ...]:
    return tuple(
        _dated(session, record, index) for index, session in enumerate(_spelled(record.at("haystack_session")).items())
    )


def _dated(session: Field, record: Field, index: int) -> Session:
    """A session with a time of its own, or a bare list of turns dated by the record's `timestamps`."""
    session = _spelled(session)
    if isinstance(session.value, list):
        return Session(at=_timestamp(record, index), turns=session.turns(text_key="content"))
    return Session(at=session.at("timestamp").instant(), turns=_spelled(session.at("turns")).turns(text_key="content"))


def _session(record: Field, key: str) -> Session:
    session = _spelled(record.at(key))
    return Session(at=session.at("timestamp").instant(), turns=_spelled(session.at("turns")).turns(text_key="content"))


def _statements(record: Field) -> tuple[Session, ...]:
    places = _spelled(record.at("relevant_session_index"))
    if len(places.items()) != 2:
        raise places.broken(f"holds {len(places.items())} places: give those of the old and of the new statement")
    return tuple(
        Session(at=_timestamp(record, place.number()), turns=(Turn(text=record.at(key).text()),))
        for key, place in zip(("M_old", "M_new"), places.items(), strict=True)
    )


def _timestamp(record: Field, index: int) -> datetime:
    timestamps = _spelled(record.at("timestamps"))
    dates = timestamps.items()
    if not 0 <= index < len(dates):
        raise timestamps.broken(f"has no entry {index}: give each session its time")
    return dates[index].instant()


def _spelled(field: Field) -> Field:
    """The list or object that a text spells, or the field as it is."""
    text = field.value
    if not isinstance(text, str) or not text.lstrip().startswith(("[", "{")):
        return field
    for read in (json.loads, ast.literal_eval):
        try:
            return field.replaced(read(text.strip()))
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    raise field.broken("is a text that spells neither JSON nor a Python literal: write it as JSON")
