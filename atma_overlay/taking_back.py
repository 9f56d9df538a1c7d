"""Having the host delete what was erased here, one deletion not waiting for another that cannot be done."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, HostDelete, HostErase, HostGet
from atma_overlay.errors import in_a_log
from atma_overlay.hosts.pages import pages_flow
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.host_powers import HostErasure
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import MAX_ATTEMPTS, failed, is_transient, kept, promised
from atma_overlay.records import DELETE, LinkState, OutboxItem, OutboxState
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from atma_overlay.writing.writer import Writer

_LOG = logging.getLogger("atma_overlay.outbox")
LOOKS = MAX_ATTEMPTS
"""So often is looked for what a host may be storing still; what it stores later, `reconcile` knows by its key."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What became of owed deletions.

    Attributes:
        items: the deletions as they stand now.
        host_ids: the memories that the host removed.
        not_erased: what is left of them at the host, a line each; what waits is told there as well.
        derived: what the host had made of them and removed too, a line each.
    """

    items: tuple[OutboxItem, ...]
    host_ids: tuple[str, ...] = ()
    not_erased: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()


@dataclass(slots=True)
class _Removal:
    """What a host did to memories, and which it failed at."""

    erased: list[str] = field(default_factory=list)
    remaining: list[str] = field(default_factory=list)
    derived: list[str] = field(default_factory=list)
    failed: dict[str, Exception] = field(default_factory=dict)

    def add(self, done: HostErasure) -> None:
        """One call more."""
        self.erased += done.erased
        self.remaining += done.remaining
        self.derived += done.derived


@dataclass(frozen=True, slots=True)
class _Looked:
    """What a host holds under the keys of writes that it did not confirm: by observation, ids; or why nobody knows."""

    found: dict[str, list[str]] = field(default_factory=dict)
    keyless: bool = False
    error: Exception | None = None


def take_back_flow(writer: Writer, scope: Scope, items: Sequence[OutboxItem]) -> Flow[TakenBack]:
    """Have the host delete, and erase where it can, what was erased here; what it fails at stays owed.

    A deletion without a host id is one of a write that the host never confirmed: it is looked for by its key, and,
    where it is not there, once more later: the host may be storing it still.
    """
    named = tuple(dict.fromkeys(i.host_id for i in items if i.host_id is not None))
    removal = _Removal()
    yield from _remove(writer, scope, named, removal)
    unnamed = [i for i in items if i.host_id is None]
    looked = yield from _look(scope, {i.observation_id for i in unnamed}, writer.host_name)
    strays = tuple(dict.fromkeys(s for found in looked.found.values() for s in found if s not in named))
    yield from _remove(writer, scope, strays, removal)
    if writer.powers.rewrites and looked.error is None and not looked.keyless:
        yield from _forget(writer, scope, [i.id for i in unnamed if i.observation_id not in looked.found], removal)
    settled = tuple(_settled(i, removal, looked) for i in items)
    lines = [*dict.fromkeys(removal.remaining), *_waiting(settled)]
    if looked.keyless:
        lines.append(f"it keeps no keys and may hold {len(unnamed)} writes that it did not confirm: look for them")
    told = tuple(f"{writer.host_name}: {line}" for line in lines)
    return TakenBack(settled, tuple(dict.fromkeys(removal.erased)), told, tuple(
        f"{writer.host_name}: {line}" for line in dict.fromkeys(removal.derived)
    ))  # fmt: skip


def settled(reader: LedgerReader, items: Sequence[OutboxItem], *, host: str, back_dates: bool) -> Changeset:
    """Deletions as they stand now, and that the host holds no more what those were of that are done.

    What is under such an id later may be something else, which is told by its date: of a host that has dates of its
    own for what it is given that is not noted, and all under the id counts as a copy that came back.
    """
    done = {i.host_id for i in items if i.operation == DELETE and i.state is OutboxState.DONE and i.host_id is not None}
    links = reader.links(host_ids=done) if done and back_dates else []
    gone = (x for x in links if x.host == host and x.text_hash == "" and x.state is LinkState.LIVE)
    return Changeset(outbox=tuple(items), links=tuple(replace(x, state=LinkState.GONE) for x in gone))


def _waiting(settled: Sequence[OutboxItem]) -> list[str]:
    """What is said of deletions that still wait."""
    errors = {i.error: None for i in settled if i.error is not None}
    lines = [f"{error}; the deletion waits in the outbox" for error in errors]
    unseen = sum(i.state is OutboxState.PENDING and i.error is None for i in settled)
    if unseen:
        lines.append(
            f"it may be storing {unseen} writes that it did not confirm: they are deleted with one of the next writes,"
            " or by `reconcile`"
        )
    return lines


def _settled(item: OutboxItem, removal: _Removal, looked: _Looked) -> OutboxItem:
    """A deletion as it stands after the host was asked."""
    if item.host_id is None and looked.error is not None:
        return failed(item, looked.error)
    ids = [item.host_id] if item.host_id is not None else looked.found.get(item.observation_id, [])
    if item.id in removal.failed:
        return failed(item, removal.failed[item.id])
    error = next((removal.failed[i] for i in ids if i in removal.failed), None)
    if error is not None:
        return failed(item, error)
    if ids or looked.keyless or item.attempts + 1 >= LOOKS:
        return kept(item)
    return replace(item, state=OutboxState.PENDING, attempts=item.attempts + 1, error=None)


def _look(scope: Scope, observations: Collection[str], host: str) -> Flow[_Looked]:
    """The memories under the keys of some observations' writes."""
    if not observations:
        return _Looked()
    try:
        memories = yield from pages_flow(scope, host=host)
    except Exception as error:  # whatever the host raises, what it may hold is looked for later
        _LOG.warning("what a host may hold is looked for later: %s", in_a_log(error))
        return _Looked(error=error)
    found: dict[str, list[str]] = {}
    for memory in memories:
        if (said := promised(memory.key)) in observations and said is not None:
            found.setdefault(said, []).append(memory.id)
    return _Looked(found, keyless=bool(memories) and all(m.key is None for m in memories))


def _forget(writer: Writer, scope: Scope, keys: Sequence[str], removal: _Removal) -> Flow[None]:
    """Have a rewriting host that erases drop what it keeps of writes that it made no memory of, by their keys."""
    known: Sequence[str] = ()
    if keys and writer.powers.erases:
        try:
            done: HostErasure = yield HostErase(scope, keys)
        except Exception as error:  # whatever the host raises, the deletion waits in the outbox
            _LOG.warning("what is to be erased waits in the outbox: %s", in_a_log(error))
            removal.failed |= dict.fromkeys(keys, error)
            return
        removal.add(replace(done, erased=()))
        known = done.erased
    if unknown := [key for key in keys if key not in known]:
        removal.remaining.append(f"it made no memory of {len(unknown)} texts, which its own logs may keep")


def _remove(writer: Writer, scope: Scope, ids: tuple[str, ...], removal: _Removal) -> Flow[None]:
    """Remove memories in one call; where the host refuses that for good, in two, so that one does not keep all."""
    if not ids:
        return
    try:
        removal.add((yield from _remove_together(writer, scope, ids)))
    except Exception as error:  # whatever the host raises, the deletion waits in the outbox
        if len(ids) == 1 or is_transient(error):
            _LOG.warning("what is to be deleted waits in the outbox: %s", in_a_log(error))
            removal.failed |= dict.fromkeys(ids, error)
            return
        half = len(ids) // 2
        yield from _remove(writer, scope, ids[:half], removal)
        yield from _remove(writer, scope, ids[half:], removal)


def _remove_together(writer: Writer, scope: Scope, ids: tuple[str, ...]) -> Flow[HostErasure]:
    if not writer.powers.erases:
        held: Sequence[HostMemory] = yield HostGet(scope, ids)
        yield HostDelete(scope, ids)
        held_ids = {memory.id for memory in held}
        there = tuple(i for i in ids if i in held_ids)
        left = [] if writer.powers.deletes_erase else ["deletes may leave copies in the host's own logs"]
        if len(there) < len(ids):
            gone = len(ids) - len(there)
            left.append(f"{gone} of {len(ids)} memories were not found in this scope: nothing was erased under them")
        return HostErasure(there, tuple(left))
    erasure: HostErasure = yield HostErase(scope, ids)
    left = [f"{i} was not found in this scope: nothing was erased under it" for i in ids if i not in erasure.erased]
    return replace(erasure, remaining=(*erasure.remaining, *left))
