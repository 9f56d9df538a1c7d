"""LangChain's messages as texts: whose words they are, where a turn begins, and what they say when some is left out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import named
from atma_overlay.threads.learning import digest
from atma_overlay.views import Turn

__all__ = [
    "Dated",
    "as_heard",
    "as_said",
    "as_shown",
    "as_stored",
    "asked_from",
    "is_summary",
    "keys_of",
    "query_of",
    "rewritten",
    "texts_of",
    "turns_of",
]

_CONTEXT = 2
"""How many messages before it tell a message from another of the same words."""
Dated = Callable[[BaseMessage], datetime | None]


class Inserted(SystemMessage):
    """A message in the user's place that the user did not say: one of another middleware for a call, or of others.

    Attributes:
        shown: the message itself.
    """

    shown: BaseMessage


class Enclosed(HumanMessage):
    """What the user says last, where another middleware has set something around it for a call.

    Attributes:
        shown: the message with that.
    """

    shown: BaseMessage


def is_summary(message: BaseMessage) -> bool:
    """Whether a message was written by a middleware in the user's place, as summaries are: nobody said it."""
    return bool(message.additional_kwargs.get("lc_source"))


def texts_of(message: BaseMessage) -> list[tuple[int | None, str]]:
    """The texts of a message with their place in its content; None where the content is the text."""
    if isinstance(message.content, str):
        return [(None, message.content)]
    found: list[tuple[int | None, str]] = []
    for place, part in enumerate(message.content):
        text = part if isinstance(part, str) else part.get("text") if part.get("type") == "text" else None
        if isinstance(text, str):
            found.append((place, text))
    return found


def rewritten(message: BaseMessage, texts: Mapping[int | None, str]) -> BaseMessage:
    """A copy with other texts, by their place; an empty one in a list of blocks goes."""
    content: Any
    if None in texts:
        content = texts[None]
    else:
        content = [_with_text(part, texts.get(place)) for place, part in enumerate(message.content)]
        content = [part for part in content if part is not None]
    return message.model_copy(update={"content": content})


def _with_text(part: str | dict[str, Any], text: str | None) -> str | dict[str, Any] | None:
    if text is None:
        return part
    if not text:
        return None  # providers refuse an empty block
    return text if isinstance(part, str) else {**part, "text": text}


def asked_from(messages: Sequence[BaseMessage]) -> int:
    """Where the present turn begins: after the last reply, or summary, before what a user says last.

    A reply that asks for a tool is a step of its turn, and so is one after which nobody spoke: another agent, or the
    same one anew, answers the same message. Where a user speaks behind a tool's answer, that was the reply: a form
    that the agent filled in, or a tool that answers itself.
    """
    said = (place for place in range(len(messages) - 1, -1, -1) if _is_said(messages[place]))
    for place in range(next(said, len(messages)) - 1, -1, -1):
        message = messages[place]
        replied = isinstance(message, ToolMessage) or (isinstance(message, AIMessage) and not message.tool_calls)
        if replied or is_summary(message):
            return place + 1
    return 0


def _is_said(message: BaseMessage) -> bool:
    return isinstance(message, HumanMessage) and not is_summary(message)


def query_of(messages: Sequence[BaseMessage]) -> tuple[str, str | None]:
    """What a user says last in the present turn, and the user's name if there is one; empty where that is nothing."""
    said = [m for m in messages[asked_from(messages) :] if _is_said(m)]
    return (_text(said[-1]), said[-1].name) if said else ("", None)


def turns_of(messages: Sequence[BaseMessage], keys: Sequence[str | None], *, dated: Dated) -> list[Turn]:
    """The user's turns, each under its key, with what the agent had said before.

    Raises:
        InvalidInputError: `dated` returned no instant.
    """
    return [
        Turn(
            text=_text(message),
            role="user",
            name=message.name,
            observed_at=_told_by(dated, message),
            key=key,
            answering=_asked_before(messages, place),
        )
        for place, (message, key) in enumerate(zip(messages, keys, strict=True))
        if key is not None and _text(message).strip()
    ]


def _told_by(dated: Dated, message: BaseMessage) -> datetime | None:
    at: object = dated(message)
    if at is None:
        return None
    if not isinstance(at, datetime):
        raise InvalidInputError("dated", f"returned {named(at)}: return an aware datetime or None")
    if at.utcoffset() is None:
        raise InvalidInputError("dated", f"returned {at.isoformat()}, without a time zone: return one with tzinfo=UTC")
    return at


def _asked_before(messages: Sequence[BaseMessage], place: int) -> str:
    """What the agent said right before a message; empty where something else was."""
    before = messages[place - 1] if place else None
    return _text(before) if isinstance(before, AIMessage) else ""


def keys_of(messages: Sequence[BaseMessage], *, thread: str | None) -> list[str | None]:
    """A key for each of the user's messages, None for any other.

    In a stored thread a message keeps its id whatever becomes of its neighbours. Without one (`thread` is None) the
    conversation, or its end, comes anew each time, under new ids: there a message is known by what was said right
    before it.
    """
    return [_key(messages, place, thread) for place in range(len(messages))]


def as_said(
    messages: Sequence[BaseMessage], state: Sequence[BaseMessage], *, said_by_user: Callable[[HumanMessage], bool]
) -> list[BaseMessage]:
    """The messages of one call by whose word they are: what the graph's state does not have of the user's is nobody's.

    One that comes without its id, or under a new one, is told by its words. Where the user's last one is not among
    them, what stands last in its place is that one in other words, translated say; what is set around its words is
    left out of it.
    """
    said = [
        m if not isinstance(m, HumanMessage) or said_by_user(m) else Inserted(content=m.content, shown=m)
        for m in _in_state(messages, state)
    ]
    last = next((n for n in range(len(said) - 1, -1, -1) if isinstance(said[n], HumanMessage)), None)
    if last is not None:
        said[last] = _without_surroundings(said[last], state)
    return said


def _without_surroundings(message: BaseMessage, state: Sequence[BaseMessage]) -> BaseMessage:
    kept = next((m for m in state if isinstance(m, HumanMessage) and m.id is not None and m.id == message.id), None)
    words = _text(kept) if kept is not None else ""
    if kept is None or not words.strip() or words == _text(message) or words not in _text(message):
        return message
    noted = {"additional_kwargs": kept.additional_kwargs, "response_metadata": kept.response_metadata}
    return Enclosed(content=kept.content, id=kept.id, name=kept.name, **noted, shown=message)


def as_shown(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The same as they came."""
    return [m.shown if isinstance(m, Inserted | Enclosed) else m for m in messages]


def _in_state(messages: Sequence[BaseMessage], state: Sequence[BaseMessage]) -> list[BaseMessage]:
    known = {message.id for message in state}
    if not known or all(message.id in known for message in messages):
        return list(messages)
    shown = {message.id for message in messages}
    elsewhere = [m for m in state if isinstance(m, HumanMessage) and m.id not in shown]
    found = [_found(m, known, elsewhere) for m in messages]
    last = next((m for m in reversed(state) if isinstance(m, HumanMessage)), None)
    reworded = next((n for n in range(len(found) - 1, -1, -1) if isinstance(found[n], Inserted)), None)
    if last is not None and reworded is not None and any(m is last for m in elsewhere):
        found[reworded] = messages[reworded].model_copy(update={"id": last.id})
    return found


def _found(message: BaseMessage, known: Collection[str | None], elsewhere: list[HumanMessage]) -> BaseMessage:
    """A message under the id that it has in the state; `elsewhere` loses it."""
    if not isinstance(message, HumanMessage) or message.id in known:
        return message
    for place, other in enumerate(elsewhere):
        if _text(other) == _text(message):
            del elsewhere[place]
            return message.model_copy(update={"id": other.id})
    return Inserted(content=message.content, shown=message)


def as_stored(messages: Sequence[BaseMessage], state: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages of one call as the graph's state has them: another middleware may have rewritten them for it."""
    known: dict[str | None, BaseMessage] = {message.id: message for message in state if message.id is not None}
    return [known.get(message.id, message) for message in messages]


def as_heard(
    messages: Sequence[BaseMessage], stored: Sequence[BaseMessage], keys: Sequence[str | None], *, before: int
) -> list[str | None]:
    """The keys without those of earlier turns that were rewritten for this call: a note in their place says nobody."""
    return [
        key if place >= before or shown is kept or _text(shown) == _text(kept) else None
        for place, (shown, kept, key) in enumerate(zip(messages, stored, keys, strict=True))
    ]


def _key(messages: Sequence[BaseMessage], place: int, thread: str | None) -> str | None:
    message = messages[place]
    if not _is_said(message):
        return None
    if thread is not None and message.id is not None:
        return f"langchain:{digest(thread, message.id, _text(message))}"
    before = [_text(m) for m in messages[:place] if not isinstance(m, SystemMessage)][-_CONTEXT:]
    return f"langchain:{digest(*before, message.name or '', _text(message))}"


def _text(message: BaseMessage) -> str:
    return "\n".join(text for _, text in texts_of(message))
