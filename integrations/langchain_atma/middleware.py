"""The overlay as a middleware of `create_agent`: it learns what the user says, and shows each call what still holds."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, cast

from langchain.agents.middleware.types import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
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
from atma_overlay.threads.learning import learn, learn_fresh
from atma_overlay.threads.wording import Leaving, corrected
from langchain_atma.messages import Dated, keys_of, query_of, turns_of
from langchain_atma.scopes import Scoped, scope_of
from langchain_atma.thread import filtered, said_in

__all__ = ["AtmaMiddleware", "Mode"]

Mode = Literal["annotate", "filter", "short_circuit"]
_MODES = ("annotate", "filter", "short_circuit")


class AtmaMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Memory that knows what is still true, for `create_agent`.

    Before an agent runs, what the user said since is learnt, once for each message. Each call of the model then gets
    the evidence for the user's message at the end of its system message, and a copy of the thread in which what no
    longer holds is left out of the earlier turns. The stored thread is never changed, and nothing is kept in the
    graph's state. List it last: a middleware further in that writes the system message anew would erase the evidence.

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

    Raises:
        InvalidInputError: an argument cannot be used.
    """

    @typed
    def __init__(
        self,
        overlay: AnyOverlay,
        *,
        scope: Scoped,
        k: int = 5,
        mode: Mode = "annotate",
        name: str = "AtmaMiddleware",
        max_tokens: int | None = None,
        dated: Dated = lambda _: None,
    ) -> None:
        super().__init__()
        if mode not in _MODES:
            raise InvalidInputError("mode", f"{mode!r} is not one of {', '.join(_MODES)}")
        if not 1 <= k <= MAX_LIMIT:
            raise InvalidInputError("k", f"{k} is not between 1 and {MAX_LIMIT}")
        self.tools = ()
        self.overlay = checked(overlay)
        self._scope, self._k, self._mode, self._name = scope, k, mode, name
        self._max_tokens, self._dated = max_tokens, dated
        self._cache = EvidenceCache(time.monotonic)

    @classmethod
    @typed
    def open(
        cls, ledger: str, *, scope: Scoped, host: str = "memory", mode: Mode = "annotate", k: int = 5,
        max_tokens: int | None = None,
    ) -> AtmaMiddleware:  # fmt: skip
        """A middleware on an overlay of its own; close it by `middleware.overlay.close()`.

        Args:
            ledger: a ledger URL, e.g. `sqlite:///memory.atma.db`.
            scope: whose memory.
            host: a host specification; `memory` forgets with the process.
            mode: as of the class.
            k: as of the class.
            max_tokens: as of the class.

        Raises:
            InvalidInputError: an argument cannot be used.
            LedgerError: the ledger cannot be opened.
        """
        overlay = opened_by_name(ledger, host)
        try:
            return cls(overlay, scope=scope, mode=mode, k=k, max_tokens=max_tokens)
        except BaseException:
            overlay.close()
            raise

    @property
    def name(self) -> str:
        """The name of this instance in its agent."""
        return self._name

    def before_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Learn what the user said since the last run."""
        asked = self._asked(state["messages"], runtime)
        with forgiven(self.overlay):
            write(self.overlay, learn_fresh(self.overlay, asked.turns, scope=asked.scope))

    async def abefore_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Learn what the user said since the last run, awaited."""
        asked = self._asked(state["messages"], runtime)
        with forgiven(self.overlay):
            await write_async(self.overlay, learn_fresh(self.overlay, asked.turns, scope=asked.scope))

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any] | AIMessage:
        """Show the model the evidence, and the thread as far as it still holds."""
        overlay, asked = self.overlay, self._asked(request.messages, request.runtime)
        evidence = Evidence()
        with forgiven(overlay):
            evidence = read(overlay, evidence_for(overlay, asked, self._cache))
            if evidence.fresh:  # a run that is resumed starts behind `before_agent`
                write(overlay, learn(overlay, evidence.fresh, scope=asked.scope))
                evidence = read(overlay, evidence_for(overlay, asked, self._cache, learnt=True))
        seen = self._seen(request, evidence)
        return seen if isinstance(seen, AIMessage) else handler(seen)

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any] | AIMessage:
        """Show the model the evidence, and the thread as far as it still holds, awaited."""
        overlay, asked = self.overlay, self._asked(request.messages, request.runtime)
        evidence = Evidence()
        with forgiven(overlay):
            evidence = await read_async(overlay, evidence_for(overlay, asked, self._cache))
            if evidence.fresh:  # as above
                await write_async(overlay, learn(overlay, evidence.fresh, scope=asked.scope))
                evidence = await read_async(overlay, evidence_for(overlay, asked, self._cache, learnt=True))
        seen = self._seen(request, evidence)
        return seen if isinstance(seen, AIMessage) else await handler(seen)

    def _asked(self, messages: Sequence[AnyMessage], runtime: Runtime[Any] | None) -> Asked:
        keys, (query, asker) = keys_of(messages, thread=_thread_of(runtime)), query_of(messages)
        return Asked(
            scope=scope_of(self._scope, runtime),
            query=query,
            said=tuple(said_in(messages, keys)),
            turns=tuple(turns_of(messages, keys, dated=self._dated)),
            k=self._k,
            asker=asker,
            max_tokens=self._max_tokens,
        )

    def _seen(self, request: ModelRequest[Any], evidence: Evidence) -> ModelRequest[Any] | AIMessage:
        told = corrected(evidence.blocked)
        if self._mode == "short_circuit" and told and _may_answer(request):
            return AIMessage(told, additional_kwargs={"lc_source": "atma"})
        seen = request
        if any(evidence.outdated):
            leaving: Leaving = "nothing" if self._mode == "filter" else "note"
            messages = filtered(request.messages, evidence.outdated, leaving=leaving, nonce=evidence.nonce)
            seen = seen.override(messages=cast("list[AnyMessage]", messages))
        block = evidence.block
        return seen.override(system_message=_with_block(request.system_message, block)) if block else seen


def _thread_of(runtime: Runtime[Any] | None) -> str | None:
    info = getattr(runtime, "execution_info", None)
    return info.thread_id if info is not None else None


def _may_answer(request: ModelRequest[Any]) -> bool:
    """Whether the user waits for a first word: no tool has run, and no form is asked for."""
    return request.response_format is None and bool(request.messages) and isinstance(request.messages[-1], HumanMessage)


def _with_block(system: SystemMessage | None, block: str) -> SystemMessage:
    """One system message, as some providers refuse a second."""
    if system is None:
        return SystemMessage(block)
    if isinstance(system.content, str):
        return system.model_copy(update={"content": f"{system.content}\n\n{block}"})
    return system.model_copy(update={"content": [*system.content, {"type": "text", "text": block}]})
