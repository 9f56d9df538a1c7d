"""The traced writes behind statements, put together from what a ledger finds of them."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.ports.ledger import Provenance

__all__ = ["grouped"]

Traced = tuple[str, str, str, str | None, str | None]
"""Trace, span and observation; then the statement that it states, or the transition that it caused."""


def grouped(found: Iterable[Traced]) -> list[Provenance]:
    """One for each write, in the order of their first appearance; so are the ids of each."""
    writes: dict[tuple[str, str], tuple[dict[str, None], list[str], list[str]]] = {}
    for trace_id, span_id, observation_id, statement_id, transition_id in found:
        key = trace_id, span_id
        write = writes.get(key)
        if write is None:
            write = writes[key] = ({}, [], [])
        write[0][observation_id] = None
        if statement_id is not None:
            write[1].append(statement_id)
        if transition_id is not None:
            write[2].append(transition_id)
    return [
        Provenance(trace_id, span_id, tuple(said), tuple(stated), tuple(caused))
        for (trace_id, span_id), (said, stated, caused) in writes.items()
    ]
