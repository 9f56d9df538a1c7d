"""Ids for the memories of a host that keeps the caller's ids."""

from __future__ import annotations

import json
from uuid import UUID, uuid5

from atma_overlay.ports.host import HostMemory
from atma_overlay.scope import Scope

__all__ = ["is_own", "memory_id"]

_NAMESPACE = UUID("8d0c3c0e-6a0b-5c37-9a5e-2f1f3b6c7d41")


def memory_id(scope: Scope, key: str) -> str:
    """The id of the memory that a scope keeps under a key: a UUID, the same for every retry of one write.

    Args:
        scope: the owner as named at the write, agent and session included.
        key: `HostItem.key`.
    """
    owner = [scope.tenant, scope.user, scope.agent, scope.session]
    return str(uuid5(_NAMESPACE, json.dumps([*owner, key], ensure_ascii=True)))


def is_own(memory: HostMemory, scope: Scope) -> bool:
    """Whether a memory of the scope's user has the id that follows from its key: it was written with it.

    A store that somebody else filled may have a field of the key's name too.
    """
    if memory.key is None:
        return False
    owner = Scope(tenant=scope.tenant, user=scope.user, agent=memory.agent, session=memory.session)
    return memory_id(owner, memory.key) == memory.id
