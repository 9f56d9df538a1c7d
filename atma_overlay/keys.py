"""Keys of utterances: the application's own ids, each of one user, or of one agent or session of that user."""

from __future__ import annotations

from collections.abc import Collection

from atma_overlay.digest import digest
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Observation
from atma_overlay.scope import Scope

__all__ = ["ids_under", "key_in", "sees"]


def key_in(key: str, *, agent: str | None, session: str | None) -> str:
    """The key under which an utterance is kept where its own one stands for what was said elsewhere to the user."""
    return digest("said to", str(agent), str(session), key)


def sees(observation: Observation, other: Observation) -> bool:
    """Whether whom an observation was said to has the other one too, of the same user."""
    return observation.agent in (None, other.agent) and observation.session in (None, other.session)


def ids_under(reader: LedgerReader, keys: Collection[str], scope: Scope) -> dict[str, str]:
    """The ids of the observations that a scope has under some keys, by key.

    What was said to another agent or in another session is not of the scope, whatever its key (law 8).
    """
    if scope.agent is None and scope.session is None:
        return reader.ids_by_key(keys)
    own = {key_in(key, agent=scope.agent, session=scope.session): key for key in keys}
    found = reader.ids_by_key([*keys, *own])
    there = {o.id for o in reader.observations(found.values()) if scope.admits(o.agent, o.session)} if found else set()
    return {own.get(key, key): i for key, i in found.items() if i in there}
