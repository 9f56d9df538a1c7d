"""Whose memory a run of an agent uses, which no model decides, and whether its thread is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from langgraph.config import get_config

from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import named
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

__all__ = ["Scoped", "checked_scope", "is_stored", "scope_of"]

Scoped = Scope | Callable[["Runtime[Any]"], Scope]
"""A scope, or a function that tells it from the run, e.g. by its context's user id."""


def checked_scope(scoped: Scoped) -> Scoped:
    """What can tell whose memory it is, refused where it cannot.

    Raises:
        InvalidInputError: it is neither a scope nor a function.
    """
    if not isinstance(scoped, Scope) and not callable(scoped):
        raise InvalidInputError("scope", f"is {named(scoped)}: pass Scope(tenant=…, user=…) or a function")
    return scoped


def scope_of(scoped: Scoped, runtime: Runtime[Any] | None) -> Scope:
    """The scope of a run.

    Raises:
        InvalidInputError: there is none, or no run to tell it from.
    """
    if isinstance(scoped, Scope):
        return scoped
    if runtime is None:
        raise InvalidInputError("scope", "is told from a run of a graph: pass a Scope where there is none")
    found: object = scoped(runtime)
    if not isinstance(found, Scope):
        raise InvalidInputError("scope", f"its function returned {named(found)}: return a Scope")
    return found


def is_stored() -> bool:
    """Whether the present run's thread is kept by a checkpointer, so that its messages keep their ids.

    A run may have a thread id without one, for its traces say. Where that cannot be told it is taken to be kept.
    """
    try:
        configurable = get_config().get("configurable", {})
    except RuntimeError:
        return True
    return bool(configurable.get(_CHECKPOINTER, True))


_CHECKPOINTER = "__pregel_checkpointer"
"""Where LangGraph tells the nodes of a run of it: `CONFIG_KEY_CHECKPOINTER` of langgraph 1.2's `pregel/_algo.py`."""
