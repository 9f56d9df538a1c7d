"""Ids for the memories of a host that keeps the caller's ids."""

from __future__ import annotations

import json
from uuid import UUID, uuid5

from atma_overlay.scope import Scope

_NAMESPACE = UUID("8d0c3c0e-6a0b-5c37-9a5e-2f1f3b6c7d41")


def memory_id(scope: Scope, key: str) -> str:
    """The id of the memory that a scope keeps under a key: a UUID, the same for every retry of one write.

    Args:
        scope: the owner as named at the write, agent and session included.
        key: `HostItem.key`.
    """
    owner = [scope.tenant, scope.user, scope.agent, scope.session]
    return str(uuid5(_NAMESPACE, json.dumps([*owner, key], ensure_ascii=True)))
