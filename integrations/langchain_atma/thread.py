"""A thread as one call sees it: what no longer holds is left out of a copy, the stored thread stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from atma_overlay.threads.outdated import Outdated, Said
from atma_overlay.threads.wording import Leaving, without
from langchain_atma.messages import rewritten, texts_of

__all__ = ["filtered", "said_in"]

_Found = Mapping[int | None, tuple[str, Sequence[Outdated]]]


def said_in(messages: Sequence[BaseMessage], keys: Sequence[str | None], *, before: int) -> list[Said]:
    """The texts of the messages before a place, where the present turn begins, in order."""
    earlier = list(zip(messages, keys, strict=True))[:before]
    return [Said(text, key) for message, key in earlier for _, text in _spoken(message)]


def filtered(
    messages: Sequence[BaseMessage],
    outdated: Sequence[Sequence[Outdated]],
    *,
    before: int,
    leaving: Leaving,
    nonce: str,
) -> list[BaseMessage]:
    """The messages of one call: those before the present turn without their outdated stretches.

    Where nothing is left in their place, an exchange without tools whose question is emptied goes whole, so that
    roles keep taking turns; anything else that would be emptied keeps a note.

    Args:
        messages: the thread.
        outdated: by text, in the order of `said_in`.
        before: where the present turn begins.
        leaving: what stands in place of a stretch.
        nonce: what the notes are known by.
    """
    if not any(outdated):
        return list(messages)
    findings = iter(outdated)
    found = [{place: (text, next(findings)) for place, text in _spoken(m)} for m in messages[:before]]
    note, seen = nonce if leaving == "note" else None, list[BaseMessage]()
    for exchange in _exchanges(messages[:before]):
        opening = exchange.start
        if note is None and _goes(messages[exchange.start : exchange.stop], found[opening]):
            continue
        seen += [_seen(messages[place], found[place], note, nonce) for place in exchange]
    return [*seen, *messages[before:]]


def _spoken(message: BaseMessage) -> list[tuple[int | None, str]]:
    """The texts of a message; an instruction of the application's is its own affair."""
    return [] if isinstance(message, SystemMessage) else texts_of(message)


def _exchanges(messages: Sequence[BaseMessage]) -> Iterator[range]:
    """The places of each of the user's messages with what follows it, up to the next."""
    starts = [place for place, m in enumerate(messages) if place == 0 or isinstance(m, HumanMessage)]
    for start, stop in pairwise([*starts, len(messages)]):
        yield range(start, stop)


def _goes(exchange: Sequence[BaseMessage], opening: _Found) -> bool:
    if not isinstance(exchange[0], HumanMessage) or not any(stretches for _, stretches in opening.values()):
        return False
    return not any(map(_is_of_a_tool, exchange)) and not _left(exchange[0], opening, None).content


def _is_of_a_tool(message: BaseMessage) -> bool:
    return isinstance(message, ToolMessage) or (isinstance(message, AIMessage) and bool(message.tool_calls))


def _seen(message: BaseMessage, found: _Found, note: str | None, nonce: str) -> BaseMessage:
    if not any(stretches for _, stretches in found.values()):
        return message
    left = _left(message, found, note)
    calls = isinstance(message, AIMessage) and bool(message.tool_calls)
    return left if left.content or calls else _left(message, found, nonce)


def _left(message: BaseMessage, found: _Found, note: str | None) -> BaseMessage:
    texts = {place: without(text, stretches, note=note) for place, (text, stretches) in found.items()}
    return rewritten(message, texts)
