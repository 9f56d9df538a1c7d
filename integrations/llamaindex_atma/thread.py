"""A thread as a model may see it: without stale sentences, within its budget, with the block of what is known.

Everything here works on copies: an agent writes into the messages that it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from llama_index.core.base.llms.types import ChatMessage, ContentBlock, MessageRole, TextBlock

from llamaindex_atma.changes import Taken, mentions, restates, screened

if TYPE_CHECKING:
    from atma_overlay.views import Packet

__all__ = ["Insert", "Screening", "Spoken", "block_of", "screened_thread", "spoken_text", "with_block", "within_window"]

Screening = Literal["annotate", "filter"]
"""What stands in a stale sentence's place: a note of what holds now, or nothing."""
Insert = Literal["user", "system"]
"""Which message takes the block: the question's, or the system's."""
_SCREENED = (MessageRole.USER, MessageRole.ASSISTANT, MessageRole.TOOL, MessageRole.FUNCTION, MessageRole.CHATBOT)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message of the thread and when it was put there."""

    message: ChatMessage
    at: datetime


def spoken_text(message: ChatMessage) -> str:
    """The words of a message, without its images and calls."""
    return "\n".join(block.text for block in message.blocks if isinstance(block, TextBlock))


def screened_thread(
    thread: Sequence[Spoken], taken: Sequence[Taken], *, query: str, mode: Screening
) -> list[ChatMessage]:
    """Copies of a thread's messages without the sentences that were overtaken by what was said or recorded later.

    The user's last message stays as it is where it is the query: what that takes for granted is the block's affair.
    System messages are the developer's and stay too.
    """
    question = _place_of(query, thread)
    reach = [(t, _reach(t, thread)) for t in taken]
    out = []
    for place, spoken in enumerate(thread):
        message = spoken.message.model_copy(deep=True)
        if place == question or message.role not in _SCREENED:
            out.append(message)
            continue
        before = frozenset(t for t, told in reach if (place < told if told is not None else spoken.at <= t.at))
        if (kept := _screened(message, taken, before, mode)) is not None:
            out.append(kept)
    return out


def within_window(messages: Sequence[ChatMessage], *, tokens: int) -> list[ChatMessage]:
    """The opening system messages and the latest others that fit, from a user's message on; never fewer than one."""
    from atma_overlay.render import estimate_tokens

    opening = next((n for n, m in enumerate(messages) if m.role is not MessageRole.SYSTEM), len(messages))
    head, tail = list(messages[:opening]), list(messages[opening:])
    left = tokens - sum(estimate_tokens(spoken_text(m)) for m in head)
    first = len(tail)
    while first > 0:
        left -= estimate_tokens(spoken_text(tail[first - 1]))
        if left < 0 and first < len(tail):
            break
        first -= 1
    while 0 < first < len(tail) - 1 and tail[first].role is not MessageRole.USER:
        first += 1
    return [*head, *tail[first:]]


def block_of(packet: Packet, *, query: str, limit: int, thread: Sequence[Spoken], nonce: str) -> str | None:
    """The block for a prompt, without what the thread says itself; None where nothing is left of it."""
    said = {query.strip(), *(spoken_text(s.message).strip() for s in thread)}
    rows = [r for r in packet.rows if r.label.value != "untracked" or r.text.strip() not in said]
    first = sorted({row.packet for row in rows})[:limit]
    rows = [row for row in rows if row.packet in first]
    if not rows and not packet.premises and packet.degraded is None:
        return None
    return packet.model_copy(update={"rows": tuple(rows)}).render(nonce=nonce)


def with_block(messages: list[ChatMessage], block: str, *, query: str, insert: Insert) -> list[ChatMessage]:
    """The messages with the block where it belongs.

    An engine that hands its question over beside the thread gets the block in a message of its own before it.
    """
    if insert == "system":
        if messages and messages[0].role is MessageRole.SYSTEM:
            messages[0].blocks = [*messages[0].blocks, TextBlock(text=block)]
            return messages
        return [ChatMessage(role=MessageRole.SYSTEM, content=block), *messages]
    asked = next((m for m in reversed(messages) if m.role is MessageRole.USER), None)
    if asked is None or spoken_text(asked).strip() != query.strip():
        return [*messages, ChatMessage(role=MessageRole.USER, content=block)]
    asked.blocks = [TextBlock(text=block), *asked.blocks]
    return messages


def _place_of(query: str, thread: Sequence[Spoken]) -> int | None:
    """Where the user's last message is the query; None where an engine hands its query over beside the thread."""
    last = next((n for n in range(len(thread) - 1, -1, -1) if thread[n].message.role is MessageRole.USER), None)
    return last if last is not None and spoken_text(thread[last].message).strip() == query.strip() else None


def _reach(taken: Taken, thread: Sequence[Spoken]) -> int | None:
    """The place of the message that told a change, which overtakes all before it; None where it was told elsewhere."""
    if not taken.cause:
        return None
    told = (n for n in range(len(thread) - 1, -1, -1) if _tells(thread[n].message, taken.cause))
    return next(told, None)


def _tells(message: ChatMessage, cause: str) -> bool:
    return message.role is MessageRole.USER and cause in spoken_text(message)


def _screened(
    message: ChatMessage, taken: Sequence[Taken], before: frozenset[Taken], mode: Screening
) -> ChatMessage | None:
    """The message without its stale sentences; None where `filter` leaves nothing of it and nothing hangs on it."""

    def speaks(said: str, gone: Taken) -> bool:
        return mentions(said, gone) if gone in before else restates(said, gone)

    hangs = message.role in (MessageRole.TOOL, MessageRole.FUNCTION) or bool(message.additional_kwargs)
    mark = _note if mode == "annotate" or hangs else None
    blocks: list[ContentBlock] = []
    for block in message.blocks:
        if not isinstance(block, TextBlock):
            blocks.append(block)
            continue
        told = screened(block.text, taken, by=speaks, mark=mark)
        if told.text or not told.stale:
            blocks.append(TextBlock(text=told.text) if told.stale else block)
    emptied = bool(message.blocks) and not blocks
    message.blocks = blocks
    return None if emptied and not hangs else message


def _note(taken: Taken) -> str:
    """What stands in the place of a stale sentence; values are quoted as in a block, so that none can end it."""
    import secrets

    from atma_overlay.render import quote

    nonce = secrets.token_hex(6)
    slot = quote(taken.slot, nonce)
    if not taken.now:
        return f"[left out, no longer true: {slot}]"
    return f"[left out, no longer true: {slot} is now {' and '.join(quote(value, nonce) for value in taken.now)}]"
