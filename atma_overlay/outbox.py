"""Handing to the host what the ledger has promised it, and taking back what was erased."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from atma_overlay.altering import altered
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Flow, HostAdd, HostDelete, HostErase, HostGet, LedgerRead, LedgerWrite
from atma_overlay.errors import HostError, in_a_log
from atma_overlay.hosts.pages import pages_flow
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.ports.host_powers import HostErasure
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import ADD, DELETE, HostLink, Observation, OutboxItem, OutboxState
from atma_overlay.scope import Scope

if TYPE_CHECKING:
    from atma_overlay.writing.writer import Writer

_LOG = logging.getLogger("atma_overlay.outbox")
MAX_ATTEMPTS = 5
"""A host write that was refused this often for good is given up, until `flush`."""
MAX_OUTBOX = 1_000_000
AT_ONCE = 1000
"""Promises that one draining sees."""
FEW = 64
"""Promises that a write reads whatever they are; where there are as many, only those that it may hand over."""
_KEY = "out_"


def promise(observation: Observation, *, host: str) -> OutboxItem:
    """The promise to hand an observation to a host; its id is the key of the write there."""
    return OutboxItem(f"{_KEY}{observation.id}", observation.id, host, ADD)


def promised(key: str | None) -> str | None:
    """The id of the observation that a host's key was promised for, if it is a key of ours."""
    return key.removeprefix(_KEY).partition("#")[0] if key is not None and key.startswith(_KEY) else None


@dataclass(frozen=True, slots=True)
class Drained:
    """What became of the pending writes.

    Attributes:
        carried: pairs of an observation and the host memory that now carries it.
        settled: promises that were kept, deletions included.
        waiting: promises that still wait.
        not_erased: what erasing hosts could not erase, a line each.
    """

    carried: tuple[tuple[str, str], ...]
    settled: int
    waiting: int
    not_erased: tuple[str, ...] = ()


def drain_flow(
    writer: Writer, scope: Scope, *, retry_failed: bool = False, pending: Pending | None = None
) -> Flow[Drained]:
    """Hand pending writes to the host; what fails stays in the outbox.

    That they are done is not written through to the disk: who loses the note hands over the same keys again.

    Args:
        writer: names the host and what it can do.
        scope: whose outbox; the whole user's, whoever of the user's agents wrote.
        retry_failed: also what was given up after several attempts.
        pending: what waits, where that is known from the write just before.
    """
    if pending is None:
        pending = yield LedgerRead(scope, lambda reader: pending_of(reader, writer.host_name, retry_failed))
    links: list[HostLink] = []
    items: list[OutboxItem] = []
    for home, members in pending.additions(scope):
        new, settled = yield from _hand_over(writer, home, members)
        links += new
        items += settled
    taken = TakenBack(())
    if pending.deletions:
        # The observations are gone and with them what they were said to: the whole user is named.
        taken = yield from take_back_flow(writer, Scope(tenant=scope.tenant, user=scope.user), pending.deletions)
    items += taken.items
    if items:
        changes = Changeset(links=tuple(links), outbox=tuple(items))
        yield LedgerWrite(scope, lambda _: (changes, None), durable=bool(pending.deletions))
    done = sum(i.state is OutboxState.DONE for i in items)
    carried = tuple((link.observation_id, link.host_id) for link in links)
    return Drained(carried, done, pending.left_alone + len(items) - done, taken.not_erased)


def _hand_over(
    writer: Writer, home: Scope, members: Sequence[_Addition]
) -> Flow[tuple[list[HostLink], list[OutboxItem]]]:
    """One group in one call; where the host refuses it for good, each item alone, so that one does not block all."""
    try:
        ids = yield HostAdd(home, [HostItem(i.id, o.text, o.role, o.observed_at, o.speaker) for i, o in members])
        pairs = list(zip(members, ids, strict=True))
    except Exception as error:  # whatever the host raises, the write waits in the outbox
        if len(members) == 1 or _is_transient(error):
            _LOG.warning("what is to be handed over waits in the outbox: %s", in_a_log(error))
            return [], [_failed(item, error) for item, _ in members]
        links, settled = [], []
        for member in members:
            one, items = yield from _hand_over(writer, home, [member])
            links += one
            settled += items
        return links, settled
    links = [link_to(writer.host_name, host_id, o) for (_, o), carried in pairs for host_id in carried]
    if writer.powers.rewrites:
        links = yield from _seen(home, links)
    return links, [_done(item) for (item, _), _ in pairs]


def _seen(home: Scope, links: list[HostLink]) -> Flow[list[HostLink]]:
    """Read what the host made of the texts, so that a later edit is told from its own rewriting."""
    if not links:
        return links
    try:
        found: list[HostMemory] = yield HostGet(home, [link.host_id for link in links])
    except Exception:  # the write itself succeeded; `reconcile` reads them again
        return links
    digests = {m.id: digest(m.text) for m in found}
    return [replace(link, seen_hash=digests.get(link.host_id)) for link in links]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What became of owed deletions.

    Attributes:
        items: the deletions as they stand now.
        host_ids: the memories that the host removed.
        not_erased: what is left of them at the host, a line each.
        derived: what the host had made of them and removed too, a line each.
        failed: the class name of the error for which they wait.
    """

    items: tuple[OutboxItem, ...]
    host_ids: tuple[str, ...] = ()
    not_erased: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    failed: str | None = None


def take_back_flow(writer: Writer, scope: Scope, items: Sequence[OutboxItem]) -> Flow[TakenBack]:
    """Have the host delete, and erase where it can, what was erased here; a failed call leaves it owed.

    A deletion without a host id is one of a write that the host never confirmed: it is looked for by its key.
    """
    try:
        strays, unsure = yield from _unconfirmed(scope, {i.id for i in items if i.host_id is None}, writer.host_name)
        ids = tuple(dict.fromkeys([*(i.host_id for i in items if i.host_id is not None), *strays]))
        done = yield from _remove(writer, scope, ids)
    except Exception as error:  # whatever the host raises, the deletion waits in the outbox
        _LOG.warning("what is to be deleted waits in the outbox: %s", in_a_log(error))
        return TakenBack(tuple(_failed(i, error) for i in items), failed=type(error).__name__)
    left, derived = _told(writer.host_name, (*done.remaining, *unsure)), _told(writer.host_name, done.derived)
    return TakenBack(tuple(map(_done, items)), tuple(done.erased), left, derived)


def _told(host: str, lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{host}: {line}" for line in lines)


def _unconfirmed(scope: Scope, keys: set[str], host: str) -> Flow[tuple[list[str], list[str]]]:
    """The memories under some keys, and what is to be said where the host keeps none."""
    if not keys:
        return [], []
    memories = yield from pages_flow(scope, host=host)
    said = {promised(key) for key in keys}
    keyless = bool(memories) and all(m.key is None for m in memories)
    unsure = [f"it keeps no keys and may hold {len(keys)} writes that it did not confirm: look for them"]
    return [m.id for m in memories if m.key and promised(m.key) in said], unsure if keyless else []


def _remove(writer: Writer, scope: Scope, ids: tuple[str, ...]) -> Flow[HostErasure]:
    if not ids:
        return HostErasure(())
    if not writer.powers.erases:
        held: Sequence[HostMemory] = yield HostGet(scope, ids)
        yield HostDelete(scope, ids)
        there = tuple(memory.id for memory in held)
        left = [] if writer.powers.deletes_erase else ["deletes may leave copies in the host's own logs"]
        if len(there) < len(ids):
            gone = len(ids) - len(there)
            left.append(f"{gone} of {len(ids)} memories were not found in this scope: nothing was erased under them")
        return HostErasure(there, tuple(left))
    erasure: HostErasure = yield HostErase(scope, ids)
    left = [f"{i} was not found in this scope: nothing was erased under it" for i in ids if i not in erasure.erased]
    return replace(erasure, remaining=(*erasure.remaining, *left))


_Addition = tuple[OutboxItem, Observation]


@dataclass(frozen=True, slots=True)
class Pending:
    """What the host still has to be told; `left_alone` counts what was given up."""

    adds: tuple[_Addition, ...]
    deletions: tuple[OutboxItem, ...]
    left_alone: int

    def additions(self, scope: Scope) -> list[tuple[Scope, list[_Addition]]]:
        """By the scope that each was said in, in the order of saying."""
        groups: dict[tuple[str | None, str | None], list[_Addition]] = {}
        for item, observation in self.adds:
            groups.setdefault((observation.agent, observation.session), []).append((item, observation))
        return [
            (scope if named == (scope.agent, scope.session) else _home(scope, *named), members)
            for named, members in groups.items()
        ]

    def with_promises(self, changes: Changeset, *, host: str) -> Pending:
        """With what a write adds that this was read before; in a full outbox it waits its turn."""
        said = {o.id: o for o in changes.observations}
        room = AT_ONCE - len(self.adds) - len(self.deletions)
        new = [(i, said[i.observation_id]) for i in changes.outbox if i.host == host and i.operation == ADD]
        return altered(self, adds=(*self.adds, *new[: max(room, 0)]))


def _home(scope: Scope, agent: str | None, session: str | None) -> Scope:
    return Scope(tenant=scope.tenant, user=scope.user, agent=agent, session=session)


def pending_of(reader: LedgerReader, host: str, retry_failed: bool = False) -> Pending:  # noqa: FBT001, FBT002 - inner
    """What waits for a host, the oldest first."""
    first = AT_ONCE if retry_failed else FEW
    found = reader.outbox(limit=first)
    items, given_up = _for_host(found, host, retry_failed)
    if len(found) == first and not retry_failed:  # what was given up may be any number: it is counted, not read
        items, given_up = reader.outbox(limit=AT_ONCE, pending_at=host), reader.given_up(host)
    elif len(items) < len(found) == first:  # what is another host's may stand before what is this one's, for good
        items, given_up = _for_host(reader.outbox(limit=MAX_OUTBOX), host, retry_failed)
    if not items:
        return Pending((), (), given_up)
    adds = [i for i in items if i.operation == ADD]
    said = {o.id: o for o in reader.observations([i.observation_id for i in adds])}
    known = tuple((i, said[i.observation_id]) for i in adds if i.observation_id in said)
    return Pending(known, tuple(i for i in items if i.operation == DELETE), given_up)


def _for_host(found: Sequence[OutboxItem], host: str, retry_failed: bool) -> tuple[list[OutboxItem], int]:  # noqa: FBT001 - inner
    """Of what is not done the oldest that a host is to be told now, and how many were given up."""
    waiting = [i for i in found if i.host == host]
    items = [i for i in waiting if retry_failed or i.state is OutboxState.PENDING]
    return items[:AT_ONCE], len(waiting) - len(items)


def _is_transient(error: BaseException) -> bool:
    return isinstance(error, OSError) or (isinstance(error, HostError) and error.transient)


def _done(item: OutboxItem) -> OutboxItem:
    return altered(item, state=OutboxState.DONE, attempts=item.attempts + 1, error=None)


def _failed(item: OutboxItem, error: BaseException) -> OutboxItem:
    attempts = item.attempts + 1
    state = OutboxState.PENDING if _is_transient(error) or attempts < MAX_ATTEMPTS else OutboxState.FAILED
    return replace(item, state=state, attempts=attempts, error=type(error).__name__)


def link_to(host: str, host_id: str, observation: Observation) -> HostLink:
    """The link of a host memory to the observation that it carries."""
    return HostLink(host, host_id, observation.id, digest(observation.text))
