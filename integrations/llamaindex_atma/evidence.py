"""What a LlamaIndex part asks the overlay, blocking or awaited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from atma_overlay.scope import Scope
    from atma_overlay.threads.evidence import Asked, Evidence, EvidenceCache
    from atma_overlay.threads.faces import AnyOverlay
    from atma_overlay.threads.outdated import Said

__all__ = ["cache", "checked_overlay", "evidence", "evidence_async", "question"]


def checked_overlay(overlay: Any) -> Any:
    """The overlay, refused where it is none.

    Raises:
        InvalidInputError: it is something else.
    """
    from atma_overlay.threads.faces import checked

    return checked(overlay)


@typed
def question(
    query: str,
    scope: Scope,
    *,
    limit: int,
    said: Sequence[Said] = (),
    asker: str | None = None,
    max_tokens: int | None = None,
    written: Scope | None = None,
) -> Asked:
    """A query as a framework asks it, and the texts beside it whose stale sentences are to be found; see `Asked`."""
    from atma_overlay.threads.evidence import Asked

    return Asked(scope, query, tuple(said), k=limit, asker=asker, max_tokens=max_tokens, written=written)


def cache() -> EvidenceCache:
    """Keeps the answers of one part of an application."""
    import time

    from atma_overlay.threads.evidence import EvidenceCache

    return EvidenceCache(time.monotonic)


def evidence(overlay: AnyOverlay, asked: Asked, kept: EvidenceCache, *, conversation: str | None = None) -> Evidence:
    """The answer, blocking; `conversation` is the one that it is asked in."""
    from atma_overlay.threads.evidence import evidence_for
    from atma_overlay.threads.faces import read

    return read(overlay, evidence_for(overlay, asked, kept, learnt=True), conversation=conversation)


async def evidence_async(
    overlay: AnyOverlay, asked: Asked, kept: EvidenceCache, *, conversation: str | None = None
) -> Evidence:
    """See `evidence`; awaited."""
    from atma_overlay.threads.evidence import evidence_for
    from atma_overlay.threads.faces import read_async

    return await read_async(overlay, evidence_for(overlay, asked, kept, learnt=True), conversation=conversation)
