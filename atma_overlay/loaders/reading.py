"""Which format a file has, and the conversations in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders.conversation import Conversation, ConversationFormat
from atma_overlay.loaders.episodes import read_episode
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.locomo import read_locomo
from atma_overlay.loaders.longmemeval import read_longmemeval
from atma_overlay.loaders.source import checked_path, json_values, read_text
from atma_overlay.loaders.stale import read_stale
from atma_overlay.loaders.transcripts import is_header, read_transcript
from atma_overlay.signatures import typed

_JSON_ENDINGS = {".json", ".jsonl", ".ndjson"}
_MARKS = (
    (ConversationFormat.LOCOMO, ("conversation",)),
    (ConversationFormat.LONGMEMEVAL, ("haystack_sessions",)),
    (ConversationFormat.LONGMEMEVAL, ("question_id",)),
    (ConversationFormat.STALE, ("haystack_session",)),
    (ConversationFormat.STALE, ("old_session",)),
    (ConversationFormat.STALE, ("M_old",)),
    (ConversationFormat.EPISODES, ("sessions",)),
    (ConversationFormat.LONGMEMEVAL, ("turns", "sha1")),
    (ConversationFormat.LONGMEMEVAL, ("turns", "session_id")),
)


@typed
def load_conversations(
    path: str | Path, *, format: str | None = None, undated: datetime | None = None
) -> Iterator[Conversation]:
    """The conversations of a file, in its order, read as they are asked for.

    The format is recognised by content: the episode format, plain transcripts, LoCoMo, LongMemEval and STALE.
    Dates without a zone are read as UTC. Sessions without any date take `undated`.

    Args:
        path: a regular file of UTF-8 text.
        format: a `ConversationFormat`, when the content is not to decide.
        undated: the instant of sessions that carry no date; by default the time the file was last changed.

    Raises:
        InvalidInputError: the file cannot be read, or something in it is missing or of the wrong type; the
            message names the file, the line, the field and the remedy. It is raised when the iteration comes
            to the place: where half a file is of no use, go through it once before acting on it.
    """
    if format is not None and format not in set(ConversationFormat):
        raise InvalidInputError("format", f"{format!r} is not known: use one of {', '.join(ConversationFormat)}")
    if undated is not None and undated.utcoffset() is None:
        raise InvalidInputError("undated", "has no time zone: pass an aware datetime")
    found = checked_path(path)
    moment = undated or datetime.fromtimestamp(found.stat().st_mtime, tz=UTC)
    return _distinct(_conversations(found, format=format, undated=moment), found)


def _conversations(path: Path, *, format: str | None, undated: datetime) -> Iterator[tuple[str, Conversation]]:
    """Each conversation with the place it was read from."""
    if format == ConversationFormat.TRANSCRIPT or (format is None and not _looks_like_json(path)):
        yield path.name, read_transcript(path, undated=undated)
        return
    for record in json_values(path):
        yield (
            record.place,
            _read(record, ConversationFormat(format) if format else _recognised(record), undated),
        )


def _distinct(conversations: Iterator[tuple[str, Conversation]], path: Path) -> Iterator[Conversation]:
    """The conversations, each id once: two of one id would become one memory."""
    places: dict[str, str] = {}
    for place, conversation in conversations:
        if conversation.id in places:
            earlier = places[conversation.id]
            problem = f"{conversation.id!r} is already the id at {earlier}: give each its own"
            raise InvalidInputError(f"{place} id", problem)
        places[conversation.id] = place
        yield conversation
    if not places:
        raise InvalidInputError(path.name, "holds no conversation: pass a file that does")


def _looks_like_json(path: Path) -> bool:
    if path.suffix.lower() in _JSON_ENDINGS:
        return True
    first = next((line for line in read_text(path).split("\n") if line.strip()), "")
    return first.lstrip().startswith(("{", "[")) and not is_header(first)


def _recognised(record: Field) -> ConversationFormat:
    """The format whose fields the record has."""
    for name, marks in _MARKS:
        if all(isinstance(record.value, dict) and mark in record.value for mark in marks):
            return name
    if not isinstance(record.value, dict):
        raise record.broken("must be an object that holds a conversation")
    raise record.broken("is in no known format: give it `id` and `sessions`, or name the format")


def _read(record: Field, name: ConversationFormat, undated: datetime) -> Conversation:
    match name:
        case ConversationFormat.LOCOMO:
            return read_locomo(record)
        case ConversationFormat.LONGMEMEVAL:
            return read_longmemeval(record, undated=undated)
        case ConversationFormat.STALE:
            return read_stale(record)
        case _:
            return read_episode(record)
