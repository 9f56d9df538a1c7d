"""A LangGraph store whose writes the ledger sees, whoever makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from langgraph.store.base import BaseStore, GetOp, Item, Op, PutOp, Result, SearchItem, SearchOp

from atma_overlay.effects import Flow
from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import named
from atma_overlay.records import Origin
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_overlay.threads.faces import AnyOverlay, checked, forgiven, read, read_async, write, write_async
from atma_overlay.views import WriteReceipt
from langchain_atma.items import Place, live, texts_of
from langchain_atma.puts import Put, learn_puts, outdated_items

__all__ = ["AtmaStore", "ScopeOfNamespace"]

ScopeOfNamespace = Callable[[tuple[str, ...]], Scope | None]
"""Whose memory a namespace is; None where it is nobody's, and passes as it is."""

OVER_FETCH = 4
"""How many times the wanted items are asked for, as stale ones crowd live ones out."""


class AtmaStore(BaseStore):
    """A store around a store: what is put is learnt, and a search by words leaves out what no longer holds.

    Only `batch` and `abatch` do anything; all else of a store is built on them. The inner store keeps its items as
    they are, and without this one it is as it was. An item that is overwritten or deleted takes the facts along that
    only it stated: those are retracted, unless the new value replaces them by something later. Of a value that is put
    anew only the texts that the old one had not are said now: a counter that moved, or a fact that was appended, brings
    nothing back that has changed elsewhere. A text that is edited is said anew as a whole, and so is one that moves to
    another key. `get`, and a search without a query, show what is stored.

    Args:
        inner: the store that keeps the items.
        overlay: an `Overlay` or an `AsyncOverlay`.
        scope: tells whose memory a namespace is.
        origin: who stands behind the items; by default the user.
        wait: False goes on once the ledger has what was put, see `Overlay.remember`.

    Raises:
        InvalidInputError: an argument cannot be used.
    """

    __slots__ = ("_inner", "_origin", "_overlay", "_scope", "_wait", "supports_ttl", "ttl_config")

    @typed
    def __init__(
        self, inner: BaseStore, *, overlay: AnyOverlay, scope: ScopeOfNamespace, origin: Origin = Origin.USER,
        wait: bool = True,
    ) -> None:  # fmt: skip
        if not callable(scope):
            raise InvalidInputError("scope", "is no function: pass one that tells the Scope of a namespace, or None")
        self._inner, self._overlay, self._scope, self._origin = inner, checked(overlay), scope, origin
        self._wait = wait
        self.supports_ttl, self.ttl_config = inner.supports_ttl, inner.ttl_config

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, and learn what they put."""
        asked = list(ops)
        puts = [op for op in asked if isinstance(op, PutOp)]
        before = self._inner.batch([_look(op) for op in puts]) if puts else []
        owned = self._by_scope(puts, before)
        results = self._inner.batch([_widened(op) for op in asked])
        judged: list[list[dict[int, Any]]] = [[] for _ in asked]
        with forgiven(self._overlay):
            for scope, mine in owned.items():
                write(self._overlay, self._learning(mine, scope), behind=None if self._wait else scope)
            for found, op, result in zip(judged, asked, results, strict=True):
                found += [read(self._overlay, flow) for flow in self._judging(op, result)]
        return [_cut(op, result, found) for op, result, found in zip(asked, results, judged, strict=True)]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, and learn what they put, awaited."""
        asked = list(ops)
        puts = [op for op in asked if isinstance(op, PutOp)]
        before = await self._inner.abatch([_look(op) for op in puts]) if puts else []
        owned = self._by_scope(puts, before)
        results = await self._inner.abatch([_widened(op) for op in asked])
        judged: list[list[dict[int, Any]]] = [[] for _ in asked]
        with forgiven(self._overlay):
            for scope, mine in owned.items():
                await write_async(self._overlay, self._learning(mine, scope), behind=None if self._wait else scope)
            for found, op, result in zip(judged, asked, results, strict=True):
                found += [await read_async(self._overlay, flow) for flow in self._judging(op, result)]
        return [_cut(op, result, found) for op, result, found in zip(asked, results, judged, strict=True)]

    def _learning(self, puts: list[Put], scope: Scope) -> Flow[WriteReceipt | None]:
        return learn_puts(self._overlay, puts, scope=scope, origin=self._origin, wait=self._wait)

    def _by_scope(self, puts: Sequence[PutOp], before: Sequence[Result]) -> dict[Scope, list[Put]]:
        """The puts by whose they are, each with the value that it overwrites."""
        stored: dict[Place, Mapping[str, Any] | None] = {}
        for op, old in zip(puts, before, strict=True):
            stored[op.namespace, op.key] = old.value if isinstance(old, Item) else None
        found: dict[Scope, list[Put]] = {}
        for op in puts:
            place = (op.namespace, op.key)
            scope = self._owner(op.namespace)
            if scope is not None:
                found.setdefault(scope, []).append(Put(place, stored.get(place), op.value))
            stored[place] = op.value
        return found

    def _owner(self, namespace: tuple[str, ...]) -> Scope | None:
        found: object = self._scope(namespace)
        if found is not None and not isinstance(found, Scope):
            raise InvalidInputError("scope", f"its function returned {named(found)}: return a Scope or None")
        return found

    def _judging(self, op: Op, result: Result) -> list[Flow[dict[int, Any]]]:
        """For each owner of the items that a search found, the flow that judges them by their place in the answer."""
        if not (isinstance(op, SearchOp) and op.query and isinstance(result, list)) or self._overlay.mode == "shadow":
            return []
        owned: dict[Scope, dict[int, SearchItem]] = {}
        for place, item in enumerate(result):
            scope = self._owner(item.namespace) if isinstance(item, SearchItem) else None
            if scope is not None and isinstance(item, SearchItem):
                owned.setdefault(scope, {})[place] = item
        return [outdated_items(self._overlay, mine, scope=scope) for scope, mine in owned.items()]


def _look(op: PutOp) -> Op:
    return GetOp(op.namespace, op.key, refresh_ttl=False)


def _widened(op: Op) -> Op:
    """A search by words asks for more, from the first on: what is stale goes, and then the page is cut."""
    if not (isinstance(op, SearchOp) and op.query):
        return op
    return op._replace(limit=(op.offset + op.limit) * OVER_FETCH, offset=0)


def _cut(op: Op, result: Result, judged: Sequence[dict[int, Any]]) -> Result:
    if not (isinstance(op, SearchOp) and op.query and isinstance(result, list)):
        return result
    findings = {place: found for part in judged for place, found in part.items()}
    shown = [_live(item, findings.get(place, ())) for place, item in enumerate(result)]
    return [item for item in shown if item is not None][op.offset : op.offset + op.limit]


def _live(item: Any, outdated: Sequence[Any]) -> Any:
    """The item without what no longer holds, None where it says nothing else."""
    if not any(outdated):
        return item
    value = live(item.value, iter(outdated))
    if not list(texts_of(value)):
        return None
    return SearchItem(item.namespace, item.key, value, item.created_at, item.updated_at, item.score)
