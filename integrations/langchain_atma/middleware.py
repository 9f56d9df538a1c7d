"""The overlay as a middleware of `create_agent`: it learns what the user says, and shows each call what still holds."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from langchain.agents.middleware.types import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    convert_to_messages,
)
from langgraph.runtime import Runtime

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
from atma_overlay.records import Origin
from atma_overlay.signatures import typed
from atma_overlay.threads.evidence import Asked, Evidence, EvidenceCache, evidence_for
from atma_overlay.threads.faces import (
    AnyOverlay,
    checked,
    forgiven,
    opened_by_name,
    read,
    read_async,
    write,
    write_async,
)
from atma_overlay.threads.wording import Leaving, corrected
from langchain_atma.hearing import Hearing, hear, heard
from langchain_atma.messages import (
    Dated,
    as_heard,
    as_said,
    as_shown,
    as_stored,
    asked_from,
    is_summary,
    keys_of,
    query_of,
    turns_of,
)
from langchain_atma.scopes import Scoped, is_stored, scope_of
from langchain_atma.thread import filtered, said_in

__all__ = ["AtmaMiddleware", "Hears", "Mode"]

Mode = Literal["annotate", "filter", "short_circuit"]
Hears = Callable[[HumanMessage, Runtime[Any]], bool]
"""Whether a message is of the user whose memory a run has."""
_MODES = ("annotate", "filter", "short_circuit")


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of the model: its messages, what is asked, how it is learnt, where its turn begins, who opens it."""

    messages: list[BaseMessage]
    asked: Asked
    hearing: Hearing
    begins: int
    opens: bool


class AtmaMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Memory that knows what is still true, for `create_agent`.

    Before the model is called, what the user said since is learnt as the model is to read it, once for each message:
    what a middleware takes out before (`PIIMiddleware`, say) is not learnt, and what never reaches the model neither.
    It is written under the thread's id as its session, where the scope names none. Each call of the model gets the
    evidence for the user's message at the end of its system message, and a copy of the thread in which what no longer
    holds is left out of the earlier turns. The stored thread is never changed, and nothing is kept in the graph's
    state. List it last: a middleware further in that writes the system message anew would erase the evidence.
    A message that no ledger takes (dated far ahead, a name of more than 300 characters) is passed on with a warning.

    Args:
        overlay: an `Overlay` or an `AsyncOverlay`; either serves `invoke` and `ainvoke`.
        scope: whose memory, or a function that tells it from the run.
        k: packets of evidence at most; a pair of old and new is one packet.
        mode: what stands in the place of what no longer holds. `annotate`: a note of what holds now. `filter`:
            nothing; an exchange that is emptied goes whole. `short_circuit`: as `annotate`, and a message that rests
            on an outdated premise is answered with what holds now, without the model (not where the agent has a
            response format, which only the model can fill).
        name: tells two instances in one agent apart.
        max_tokens: a budget for the evidence's rows.
        dated: tells when a message was said, where the application keeps that; its arrival by default.
        origin: who stands behind the messages, the user by default. Where a model writes them, as to an agent that is
            another one's tool, name a lower one: what it says then never retires what the user said (law 9).
        learns: False only shows evidence.
        hears: which of a thread's messages the user says whose memory it is, told from the message and the run; all of
            them by default. Where several users write in one thread, each with a scope of their own, name it: what the
            others say is neither learnt nor judged then.
        wait: False goes on once the ledger has what was said; a slow host and a slow judge follow behind. See
            `Overlay.remember`.

    Raises:
        InvalidInputError: an argument cannot be used.
    """

    @typed
    def __init__(  # noqa: PLR0913 - keyword-only settings of one middleware
        self,
        overlay: AnyOverlay,
        *,
        scope: Scoped,
        k: int = 5,
        mode: Mode = "annotate",
        name: str = "AtmaMiddleware",
        max_tokens: int | None = None,
        dated: Dated = lambda _: None,
        origin: Origin = Origin.USER,
        learns: bool = True,
        hears: Hears = lambda _message, _runtime: True,
        wait: bool = True,
    ) -> None:
        super().__init__()
        if mode not in _MODES:
            raise InvalidInputError("mode", f"{mode!r} is not one of {', '.join(_MODES)}")
        if not 1 <= k <= MAX_LIMIT:
            raise InvalidInputError("k", f"{k} is not between 1 and {MAX_LIMIT}")
        if max_tokens is not None and max_tokens < 1:
            raise InvalidInputError("max_tokens", f"{max_tokens} admits nothing: pass a positive number, or None")
        if not name.strip():
            raise InvalidInputError("name", "is empty: name the instance, or leave it out")
        self.tools = ()
        self.overlay = checked(overlay)
        self._scope, self._k, self._mode, self._name = scope, k, mode, name
        self._max_tokens, self._dated = max_tokens, dated
        self._origin, self._learns, self._hears, self._wait = origin, learns, hears, wait
        self._cache = EvidenceCache(time.monotonic)

    @classmethod
    @typed
    def open(  # noqa: PLR0913 - as above
        cls, ledger: str, *, scope: Scoped, host: str = "memory", mode: Mode = "annotate", k: int = 5,
        max_tokens: int | None = None, origin: Origin = Origin.USER, learns: bool = True, wait: bool = True,
    ) -> AtmaMiddleware:  # fmt: skip
        """A middleware on an overlay of its own; close it by `middleware.overlay.close()`.

        Args:
            ledger: a ledger URL, e.g. `sqlite:///memory.atma.db`.
            scope: whose memory.
            host: a host specification; `memory` forgets with the process.
            mode: as of the class.
            k: as of the class.
            max_tokens: as of the class.
            origin: as of the class.
            learns: as of the class.
            wait: as of the class.

        Raises:
            InvalidInputError: an argument cannot be used.
            LedgerError: the ledger cannot be opened.
        """
        overlay = opened_by_name(ledger, host)
        try:
            return cls(
                overlay, scope=scope, mode=mode, k=k, max_tokens=max_tokens, origin=origin, learns=learns, wait=wait
            )
        except BaseException:
            overlay.close()
            raise

    @property
    def name(self) -> str:
        """The name of this instance in its agent."""
        return self._name

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any] | AIMessage:
        """Learn what the user said since, and show the model the evidence and the thread as far as it still holds."""
        overlay, call, evidence = self.overlay, self._call(request), Evidence()
        conversation = call.hearing.writing.session
        learnt = call.opens or not self._learns
        if call.opens and self._learns:
            with forgiven(overlay):
                write(overlay, hear(overlay, call.asked.turns, call.hearing), behind=call.hearing.behind)
        with forgiven(overlay):
            flow = evidence_for(overlay, call.asked, self._cache, learnt=learnt)
            evidence = read(overlay, flow, conversation=conversation)
            if evidence.fresh:  # what was said with the resumption of a run
                with forgiven(overlay):
                    write(overlay, heard(overlay, evidence.fresh, call.hearing), behind=call.hearing.behind)
                flow = evidence_for(overlay, call.asked, self._cache, learnt=True)
                evidence = read(overlay, flow, conversation=conversation)
        seen = self._seen(request, call, evidence)
        return seen if isinstance(seen, AIMessage) else handler(seen)

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any] | AIMessage:
        """See `wrap_model_call`."""
        overlay, call, evidence = self.overlay, self._call(request), Evidence()
        conversation = call.hearing.writing.session
        learnt = call.opens or not self._learns
        if call.opens and self._learns:
            with forgiven(overlay):
                await write_async(overlay, hear(overlay, call.asked.turns, call.hearing), behind=call.hearing.behind)
        with forgiven(overlay):
            flow = evidence_for(overlay, call.asked, self._cache, learnt=learnt)
            evidence = await read_async(overlay, flow, conversation=conversation)
            if evidence.fresh:  # as above
                with forgiven(overlay):
                    learning = heard(overlay, evidence.fresh, call.hearing)
                    await write_async(overlay, learning, behind=call.hearing.behind)
                flow = evidence_for(overlay, call.asked, self._cache, learnt=True)
                evidence = await read_async(overlay, flow, conversation=conversation)
        seen = self._seen(request, call, evidence)
        return seen if isinstance(seen, AIMessage) else await handler(seen)

    def _call(self, request: ModelRequest[Any]) -> _Call:
        state, thread = request.state.get("messages", ()), _thread_of(request.runtime)
        messages = as_said(
            convert_to_messages(request.messages), state, said_by_user=lambda m: self._hears(m, request.runtime)
        )
        begins, (query, asker) = asked_from(messages), query_of(messages)
        stored, kept = as_stored(messages, state), thread if is_stored() else None
        keys = as_heard(messages, stored, keys_of(stored, thread=kept), before=begins)
        scope = scope_of(self._scope, request.runtime)
        asked = Asked(
            scope=scope,
            query=query,
            said=tuple(said_in(messages, keys, before=begins)),
            turns=tuple(turns_of(messages, keys, dated=self._dated)),
            k=self._k,
            asker=asker,
            max_tokens=self._max_tokens,
        )
        alone = kept is None and sum(not isinstance(m, SystemMessage) for m in messages) == 1
        hearing = Hearing(scope, thread, self._origin, self._wait, alone)
        return _Call(messages, asked, hearing, begins, _is_opened(messages))

    def _seen(self, request: ModelRequest[Any], call: _Call, evidence: Evidence) -> ModelRequest[Any] | AIMessage:
        told = corrected(evidence.blocked)
        if self._mode == "short_circuit" and told and call.opens and request.response_format is None:
            return AIMessage(told, additional_kwargs={"lc_source": "atma"})
        seen = request
        if any(evidence.outdated):
            leaving: Leaving = "nothing" if self._mode == "filter" else "note"
            left = filtered(call.messages, evidence.outdated, before=call.begins, leaving=leaving, nonce=evidence.nonce)
            seen = seen.override(messages=cast("list[AnyMessage]", as_shown(left)))
        block = evidence.block
        return seen.override(system_message=_with_block(request.system_message, block)) if block else seen


def _thread_of(runtime: Runtime[Any] | None) -> str | None:
    """The thread's id, which an application may give as a number or a UUID."""
    info = getattr(runtime, "execution_info", None)
    thread: object = info.thread_id if info is not None else None
    return None if thread is None else str(thread)


def _is_opened(messages: Sequence[BaseMessage]) -> bool:
    """Whether the user spoke last: the call is the first of its turn, or is tried again."""
    last = next((m for m in reversed(messages) if not isinstance(m, SystemMessage)), None)
    return isinstance(last, HumanMessage) and not is_summary(last)


def _with_block(system: SystemMessage | None, block: str) -> SystemMessage:
    """One system message, as some providers refuse a second."""
    if system is None:
        return SystemMessage(block)
    if isinstance(system.content, str):
        return system.model_copy(update={"content": f"{system.content}\n\n{block}"})
    return system.model_copy(update={"content": [*system.content, {"type": "text", "text": block}]})
