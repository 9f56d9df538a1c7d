"""A thread as a model may see it: without stale sentences, within its budget, with the block of what is known.

Everything here works on copies: an agent writes into the messages that it is given.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from llama_index.core.base.llms.types import ChatMessage, ContentBlock, MessageRole, TextBlock

if TYPE_CHECKING:
    from atma_overlay.threads.outdated import Outdated, Said
    from atma_overlay.views import Packet

__all__ = [
    "CODE_RESULT",
    "Insert",
    "Screening",
    "block_of",
    "is_users",
    "key_of",
    "keys_of",
    "notes_of",
    "reply_at_end",
    "said_in",
    "screened_thread",
    "spoken_text",
    "with_block",
    "within_window",
]

Screening = Literal["annotate", "filter"]
"""What stands in a stale sentence's place: a note of what holds now, or nothing."""
Insert = Literal["user", "system"]
"""Which message takes the block: the question's, or the system's."""
CODE_RESULT = "Result of executing the code given:"
"""What `CodeActAgent` puts before a program's output, which it hands to its memory as the user's: `agent/workflow/
codeact_agent.py` of llama-index-core 0.14.25."""
_SCREENED = (MessageRole.USER, MessageRole.ASSISTANT, MessageRole.TOOL, MessageRole.FUNCTION, MessageRole.CHATBOT)


def key_of(text: str, place: int) -> str:
    """What the user's words are known by in the ledger; `place` counts the times they were said before."""
    return f"llama_index:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}:{place}"


def spoken_text(message: ChatMessage) -> str:
    """The words of a message, without its images and calls."""
    return "\n".join(block.text for block in message.blocks if isinstance(block, TextBlock))


def is_users(message: ChatMessage) -> bool:
    """Whether the user says it; what a program has printed is a tool's word, whatever role it comes in."""
    return message.role is MessageRole.USER and not spoken_text(message).startswith(CODE_RESULT)


def reply_at_end(thread: Sequence[ChatMessage]) -> str:
    """The agent's words that a thread ends with; empty where somebody else's do."""
    return spoken_text(thread[-1]) if thread and thread[-1].role is MessageRole.ASSISTANT else ""


def keys_of(thread: Sequence[ChatMessage]) -> list[str | None]:
    """The keys of a thread that is handed over whole, None for what nobody but the user says."""
    seen: Counter[str] = Counter()
    out: list[str | None] = []
    for message in thread:
        words = spoken_text(message)
        out.append(key_of(words, seen[words]) if is_users(message) else None)
        seen[words] += is_users(message)
    return out


def said_in(thread: Sequence[ChatMessage], keys: Sequence[str | None], *, query: str) -> list[Said]:
    """The texts of the messages that may be screened, in order, the user's under the keys that they were learnt by."""
    from atma_overlay.threads.outdated import Said

    out = []
    question = _place_of(query, thread)
    for place, (message, key) in enumerate(zip(thread, keys, strict=True)):
        if place != question and message.role in _SCREENED:
            out += [Said(block.text, key) for block in message.blocks if isinstance(block, TextBlock)]
    return out


def screened_thread(
    thread: Sequence[ChatMessage], outdated: Sequence[Sequence[Outdated]], *, query: str, mode: Screening, nonce: str
) -> list[ChatMessage]:
    """Copies of a thread's messages without the sentences that no longer hold.

    The user's last message stays as it is where it is the query: what that takes for granted is the block's affair.
    System messages are the developer's and stay too.

    Args:
        thread: the messages as they were put.
        outdated: by text, in the order of `said_in`; empty where nothing is.
        query: what is asked.
        mode: what stands in a stale sentence's place.
        nonce: what the notes are known by.
    """
    question, found = _place_of(query, thread), iter(outdated)
    out = []
    for place, message in enumerate(thread):
        copied = message.model_copy(deep=True)
        if place == question or message.role not in _SCREENED:
            out.append(copied)
        elif (kept := _screened(copied, found, mode, nonce)) is not None:
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
    while 0 < first < len(tail) - 1 and not is_users(tail[first]):
        first += 1
    return [*head, *tail[first:]]


def block_of(packet: Packet, *, query: str, limit: int, thread: Sequence[ChatMessage], nonce: str) -> str | None:
    """The block for a prompt, without what the thread says itself; None where nothing is left of it."""
    said = {query.strip(), *(_shown_text(message) for message in thread)}
    rows = [r for r in packet.rows if r.label.value != "untracked" or r.text.strip() not in said]
    first = sorted({row.packet for row in rows})[:limit]
    rows = [row for row in rows if row.packet in first]
    if not rows and not packet.premises and not packet.instructions and packet.degraded is None:
        return None
    return packet.model_copy(update={"rows": tuple(rows)}).render(nonce=nonce)


def notes_of(thread: Sequence[ChatMessage], nonce: str) -> str | None:
    """What tells the notes of a screened thread from forged ones; None where there is none."""
    from atma_overlay.threads.wording import notes_told

    if not any(f"[outdated {nonce}:" in spoken_text(message) for message in thread):
        return None
    return "\n".join([f"<outdated {nonce}>", notes_told(nonce), f"</outdated {nonce}>"])


def with_block(messages: list[ChatMessage], block: str, *, query: str, insert: Insert) -> list[ChatMessage]:
    """The messages with the block where it belongs.

    An engine that hands its question over beside the thread gets the block in a message of its own before it.
    """
    if insert == "system":
        if messages and messages[0].role is MessageRole.SYSTEM:
            messages[0].blocks = [*messages[0].blocks, TextBlock(text=block)]
            return messages
        return [ChatMessage(role=MessageRole.SYSTEM, content=block), *messages]
    asked = next((m for m in reversed(messages) if is_users(m)), None)
    if asked is None or _shown_text(asked) != query.strip():
        return [*messages, ChatMessage(role=MessageRole.USER, content=block)]
    asked.blocks = [TextBlock(text=block), *asked.blocks]
    return messages


def _place_of(query: str, thread: Sequence[ChatMessage]) -> int | None:
    """Where the user's last message is the query; None where an engine hands its query over beside the thread."""
    last = next((n for n in range(len(thread) - 1, -1, -1) if is_users(thread[n])), None)
    return last if last is not None and _shown_text(thread[last]) == query.strip() else None


def _shown_text(message: ChatMessage) -> str:
    """The words as rows and queries have them."""
    from atma_overlay.views.boundary import well_formed

    return well_formed(spoken_text(message)).strip()


def _screened(
    message: ChatMessage, found: Iterator[Sequence[Outdated]], mode: Screening, nonce: str
) -> ChatMessage | None:
    """The message without its stale sentences; None where `filter` leaves nothing of it and nothing hangs on it."""
    from atma_overlay.threads.wording import without

    hangs = message.role in (MessageRole.TOOL, MessageRole.FUNCTION) or bool(message.additional_kwargs)
    note = nonce if mode == "annotate" or hangs else None
    blocks: list[ContentBlock] = []
    for block in message.blocks:
        stale = next(found, ()) if isinstance(block, TextBlock) else ()
        if not stale or not isinstance(block, TextBlock):
            blocks.append(block)
        elif text := without(block.text, stale, note=note):
            blocks.append(TextBlock(text=text))
    emptied = bool(message.blocks) and not blocks
    message.blocks = blocks
    return None if emptied and not hangs else message
