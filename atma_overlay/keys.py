"""Keys of utterances: the application's own ids, each of one user, or of one agent or session of that user."""

from __future__ import annotations

from collections.abc import Collection

from atma_overlay.digest import digest
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Observation
from atma_overlay.redaction import Redact, redacted_key
from atma_overlay.scope import Scope

__all__ = ["ids_under", "key_in", "place_named", "sees"]


def place_named(name: str | None) -> str:
    """An agent or a session as a part of a digest; one that is called "None" is not the same as none.

    Digests of ledgers that are there have "None" for none, so it is the name that is written otherwise.
    """
    if name is None:
        return "None"
    return f" {name}" if name.strip() == "None" else name


def key_in(key: str, *, agent: str | None, session: str | None) -> str:
    """The key under which an utterance is kept where its own one stands for what was said elsewhere to the user."""
    return digest("said to", place_named(agent), place_named(session), key)


def sees(observation: Observation, other: Observation) -> bool:
    """Whether whom an observation was said to has the other one too, of the same user."""
    return observation.agent in (None, other.agent) and observation.session in (None, other.session)


def ids_under(
    reader: LedgerReader, keys: Collection[str], scope: Scope, *, redact: Redact | None = None
) -> dict[str, str]:
    """The ids of the observations that a scope has under some keys, by key as the application has it.

    What was said to another agent or in another session is not of the scope, whatever its key (law 8).

    Args:
        reader: the ledger.
        keys: the application's.
        scope: whose.
        redact: the hook that the utterances went through, and their keys with them.

    Raises:
        InvalidInputError: the hook failed.
    """
    if redact is not None:
        kept = {redacted_key(key, redact): key for key in keys}
        return {kept[key]: i for key, i in ids_under(reader, list(kept), scope).items()}
    if scope.agent is None and scope.session is None:
        return reader.ids_by_key(keys)
    own = {key_in(key, agent=scope.agent, session=scope.session): key for key in keys}
    found = reader.ids_by_key([*keys, *own])
    there = {o.id for o in reader.observations(found.values()) if scope.admits(o.agent, o.session)} if found else set()
    return {own.get(key, key): i for key, i in found.items() if i in there}
