"""A memory in which what is no longer true does not reach the model as true."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Sequence
from datetime import datetime
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory.types import BaseMemory
from pydantic import Field, PrivateAttr, SkipValidation, field_validator, model_validator

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
from atma_overlay.refusals import refusing
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from llama_index.memory.atma.remembering import replayed_flow, said_flow
from llamaindex_atma.connection import Connection, check_names, connect, connection_of
from llamaindex_atma.evidence import cache, checked_overlay, evidence, evidence_async, question
from llamaindex_atma.thread import (
    Insert,
    Screening,
    block_of,
    is_users,
    keys_of,
    notes_of,
    reply_at_end,
    said_in,
    screened_thread,
    spoken_text,
    with_block,
    within_window,
)

if TYPE_CHECKING:
    from typing import Self

    from atma_overlay import AsyncOverlay, Overlay
    from atma_overlay.threads.evidence import Asked, Evidence

__all__ = ["AtmaMemory"]

_LOG = logging.getLogger(__name__)


@refusing
class AtmaMemory(BaseMemory):
    """The thread of a chat, with what the user says remembered and what it changed left out.

    What the user says is written as it is put, one ledger transaction a turn; assistants' and tools' messages, and what
    a `CodeActAgent` hands over as the user's, are kept in the thread alone. Where it cannot be written, the overlay's
    `on_error` says whether that is raised or the message is kept in the thread all the same, see `put`; that the ledger
    or the host cannot be opened by name is always raised. What is read is a copy of the thread without the sentences
    that later ones overtook, and with a block of labelled evidence for the question. The stored thread is never
    changed: `get_all` returns it. In shadow mode `get` returns it too.

    Serialised, it carries its thread and the names of its ledger and host. What they cannot name is refused at once;
    they are opened when they are needed. With neither named, its overlay is found again within this process only. Its
    thread is the framework's, not the ledger's: what is erased from the ledger is to be taken out of it as well, by
    `set` or `reset`.

    Where it is made anew for each request, pass the chat's own id as `session`: a short correction (*no, Tuesday*)
    mends what was said before it in the same session, and by default every memory begins one.

    Raises:
        InvalidInputError: neither an overlay nor a ledger is given, or one of them or another field cannot be used.
    """

    overlay: SkipValidation[Any] = Field(default=None, exclude=True, description="An Overlay or an AsyncOverlay.")
    ledger: str | None = Field(default=None, description="The ledger's URL, by which it can be opened again.")
    host: str | None = Field(default=None, description="The host's specification; memory by default.")
    scope: Scope = Field(description="Whose memory. A session in it narrows what is read to that session.")
    session: str = Field(
        default_factory=lambda: uuid.uuid4().hex,
        description="Under which what is said is written; one for each chat. A new one by default.",
    )
    limit: int = Field(default=5, ge=1, le=MAX_LIMIT, description="Packets at most in the block.")
    max_tokens: int | None = Field(default=None, ge=1, description="A budget for the block's rows.")
    token_limit: int = Field(default=30_000, gt=0, description="About how many tokens of the thread are read.")
    screening: Screening = Field(default="annotate", description="What stands in a stale sentence's place.")
    insert: Insert = Field(default="user", description="Whose message takes the block.")
    wait: bool = Field(
        default=True, description="False goes on once the ledger has what was put, see `Overlay.remember`."
    )
    messages: list[ChatMessage] = Field(default_factory=list, description="The thread as it was put.")
    times: list[datetime] = Field(default_factory=list, description="When each message was put.")
    keys: list[str | None] = Field(default_factory=list, description="What each message of the user was learnt by.")

    _connection: Connection | None = PrivateAttr(default=None)
    _cache: Any = PrivateAttr(default_factory=cache)

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex serialises it."""
        return "AtmaMemory"

    @classmethod
    def from_defaults(cls, **kwargs: Any) -> Self:
        """As the constructor; `chat_history` is put as a thread that is handed over whole."""
        history = kwargs.pop("chat_history", None)
        made = cls(**kwargs)
        if history:
            made.set(history)
        return made

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        unknown = sorted(set(given) - set(cls.model_fields) - {"class_name"}) if isinstance(given, dict) else []
        if unknown:
            known = ", ".join(cls.model_fields)
            raise InvalidInputError(unknown[0], f"is no parameter of {cls.__name__}: pass one of {known}")
        return given

    @field_validator("session")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        try:
            Scope(tenant="-", user="-", session=value)
        except InvalidInputError as error:
            raise InvalidInputError("session", error.problem) from None
        return value

    @model_validator(mode="after")
    def _named(self) -> Self:
        if self.overlay is not None:
            checked_overlay(self.overlay)
            self._connection = connection_of(self.overlay, ledger=self.ledger, host=self.host)
            self.ledger, self.host = self._connection.ledger, self._connection.host
        if self.ledger is None:
            raise InvalidInputError("overlay", "is missing: pass overlay, or ledger and host to open one by name")
        if self.overlay is None:
            check_names(self.ledger, self._host)
        if not self.keys:
            self.keys = keys_of(self.messages)
        for field, each in (("times", self.times), ("keys", self.keys)):
            if len(each) != len(self.messages):
                raise InvalidInputError(field, "are not one for each message: pass both as they were serialised")
        return self

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """Everything in JSON's own types, as a context is serialised."""
        return super().to_dict(**{"mode": "json", **kwargs})

    @typed
    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        """The thread for a model, and what is known about `input`, or about the user's latest message."""
        asked = self._asked(input)
        conversation = self._writing.session
        return self._shown(asked, evidence(self._live, asked, self._cache, conversation=conversation))

    @typed
    async def aget(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        """See `get`."""
        asked = self._asked(input)
        overlay, conversation = await self._opened(), self._writing.session
        return self._shown(asked, await evidence_async(overlay, asked, self._cache, conversation=conversation))

    def get_all(self) -> list[ChatMessage]:
        """The thread as it was put."""
        return self.messages

    async def aget_all(self) -> list[ChatMessage]:
        """See `get_all`."""
        return self.messages

    @typed
    def put(self, message: ChatMessage) -> None:
        """Append a message; a user's is remembered first.

        A failure to do so leaves neither under `on_error="raise"`. Under `"pass_through"` the message is appended, and
        a warning logged; `set(get_all())` remembers later what was not.
        """
        from atma_overlay.threads.faces import forgiven, write

        overlay = self._live
        keys: list[str | None] = self._keys_of([*self.messages, message])[-1:]
        if (text := self._to_remember(message)) is not None:
            asked = reply_at_end(self.messages)
            with forgiven(overlay):
                flow = said_flow(
                    overlay, text, answering=asked, scope=self._writing, wait=self.wait, learnt=keys.append
                )
                write(overlay, flow, behind=self._behind)
        self._append([message], keys[-1:])

    @typed
    async def aput(self, message: ChatMessage) -> None:
        """See `put`."""
        from atma_overlay.threads.faces import forgiven, write_async

        overlay = await self._opened()
        keys: list[str | None] = self._keys_of([*self.messages, message])[-1:]
        if (text := self._to_remember(message)) is not None:
            asked = reply_at_end(self.messages)
            with forgiven(overlay):
                flow = said_flow(
                    overlay, text, answering=asked, scope=self._writing, wait=self.wait, learnt=keys.append
                )
                await write_async(overlay, flow, behind=self._behind)
        self._append([message], keys[-1:])

    @typed
    async def aput_messages(self, messages: list[ChatMessage]) -> None:
        """Append messages in order; see `put`."""
        for message in messages:
            await self.aput(message)

    @typed
    def set(self, messages: list[ChatMessage]) -> None:
        """Replace the thread; what the user says in it is remembered where it was not before, or fails as in `put`."""
        from atma_overlay.threads.faces import forgiven, write

        overlay = self._live
        keys = self._keys_of(messages)
        with forgiven(overlay):
            flow = replayed_flow(overlay, self._replayed(messages, keys), scope=self._writing, wait=self.wait)
            write(overlay, flow, behind=self._behind)
        self.reset()
        self._append(messages, keys)

    @typed
    async def aset(self, messages: list[ChatMessage]) -> None:
        """See `set`."""
        from atma_overlay.threads.faces import forgiven, write_async

        overlay = await self._opened()
        keys = self._keys_of(messages)
        with forgiven(overlay):
            flow = replayed_flow(overlay, self._replayed(messages, keys), scope=self._writing, wait=self.wait)
            await write_async(overlay, flow, behind=self._behind)
        self.reset()
        self._append(messages, keys)

    def reset(self) -> None:
        """Empty the thread; what is remembered stays, see `Overlay.forget` and `Overlay.erase`."""
        self.messages, self.times, self.keys = [], [], []

    async def areset(self) -> None:
        """See `reset`."""
        self.reset()

    @property
    def _live(self) -> Overlay | AsyncOverlay:
        if self._connection is None:
            self._connection = connect(self.ledger or "", self._host)
        return self._connection.overlay

    async def _opened(self) -> Overlay | AsyncOverlay:
        """The overlay, opened where it is not yet off the event loop, which that would hold for seconds."""
        if self._connection is None:
            self._connection = await asyncio.to_thread(connect, self.ledger or "", self._host)
        return self._connection.overlay

    @property
    def _host(self) -> str:
        return "memory" if self.host is None else self.host

    @property
    def _writing(self) -> Scope:
        scope = self.scope
        return Scope(tenant=scope.tenant, user=scope.user, agent=scope.agent, session=scope.session or self.session)

    @property
    def _behind(self) -> Scope | None:
        """Whose writes the host is handed behind the call; None where it waits for that."""
        return None if self.wait else self._writing

    def _asked(self, query: str | None) -> Asked:
        """The question; one packet more than wanted, since the question itself may be found."""
        from atma_overlay.views.boundary import well_formed

        last = next((spoken_text(m) for m in reversed(self.messages) if is_users(m)), "")
        asked = well_formed(query or last)
        said = said_in(self.messages, self.keys, query=asked)
        return question(
            asked, self.scope, limit=self.limit + 1, said=said, max_tokens=self.max_tokens, written=self._writing
        )

    def _shown(self, asked: Asked, found: Evidence) -> list[ChatMessage]:
        if found.observes:
            return [message.model_copy(deep=True) for message in self.messages]
        screened = screened_thread(
            self.messages, found.outdated, query=asked.query, mode=self.screening, nonce=found.nonce
        )
        shown = within_window(screened, tokens=self.token_limit)
        if found.packet is None:
            return shown
        block = block_of(found.packet, query=asked.query, limit=self.limit, thread=self.messages, nonce=found.nonce)
        notes = notes_of(shown, found.nonce)
        block = "\n".join(part for part in (block, notes) if part) or None
        return shown if block is None else with_block(shown, block, query=asked.query, insert=self.insert)

    def _to_remember(self, message: ChatMessage) -> str | None:
        """The words of a user's message that the ledger takes."""
        from atma_overlay.writing.observing import MAX_TEXT_CHARACTERS

        text = spoken_text(message)
        if not is_users(message) or not text.strip():
            return None
        if len(text) > MAX_TEXT_CHARACTERS:
            _LOG.warning("a message of %d characters is kept in the thread and not remembered", len(text))
            return None
        return text

    def _keys_of(self, messages: Sequence[ChatMessage]) -> list[str | None]:
        """The keys of a thread: what is in its place as it was put before was learnt by its own."""
        known = zip(self.messages, self.keys, strict=True)
        return [
            kept[1] if kept is not None and spoken_text(kept[0]) == spoken_text(message) and key is not None else key
            for message, key, kept in zip_longest(messages, keys_of(messages), islice(known, len(messages)))
        ]

    def _replayed(self, messages: Sequence[ChatMessage], keys: Sequence[str | None]) -> list[tuple[str, str, str]]:
        """The user's texts under their keys, each with what the agent had said right before."""
        said = [(key, self._to_remember(message)) for key, message in zip(keys, messages, strict=True)]
        return [
            (key, text, reply_at_end(messages[max(0, place - 1) : place]))
            for place, (key, text) in enumerate(said)
            if key is not None and text is not None
        ]

    def _append(self, messages: Sequence[ChatMessage], keys: Sequence[str | None]) -> None:
        at = self._live.writer.clock()
        self.messages = [*self.messages, *messages]
        self.times = [*self.times, *(at for _ in messages)]
        self.keys = [*self.keys, *keys]
