"""Handing to the host what the ledger has promised it, and taking back what was erased."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from atma_overlay.altering import altered
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Flow, HostAdd, HostGet, LedgerRead, LedgerWrite
from atma_overlay.errors import in_a_log
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import MAX_ATTEMPTS, MAX_OUTBOX, failed, is_transient, kept, link_to
from atma_overlay.records import ADD, DELETE, HostLink, Observation, OutboxItem, OutboxState
from atma_overlay.scope import Scope
from atma_overlay.taking_back import TakenBack, settled, take_back_flow

if TYPE_CHECKING:
    from atma_overlay.writing.writer import Writer

_LOG = logging.getLogger("atma_overlay.outbox")
AT_ONCE = 1000
"""Promises that one draining sees."""
FEW = 64
"""Promises that a write reads whatever they are; where there are as many, only those that it may hand over."""
_PROBES = 2
"""Items that are tried alone, to learn whether the host is away."""
_MISSES = 12
"""Errors in a row after which a host that took something is away by now: one text in `AT_ONCE` is found in fewer."""


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

    That they are done is not written through to the disk: who loses the note hands over the same keys again. So does a
    second draining of the same user that has read the same promises: an executor lets one call of a user's in at a
    time, so that a host that looks for a key before it stores finds that of the call before.

    Args:
        writer: names the host and what it can do.
        scope: whose outbox; the whole user's, whoever of the user's agents wrote.
        retry_failed: also what was given up after several attempts.
        pending: what waits, where that is known from the write just before.
    """
    if pending is None:
        pending = yield LedgerRead(scope, lambda reader: pending_of(reader, writer.host_name, retry_failed))
    handing = _Handing(writer, splits=retry_failed or _is_due(pending.adds))
    for home, members in pending.additions(scope):
        yield from handing.over(home, members)
    links, items = handing.links, handing.items
    taken = TakenBack(())
    if pending.deletions:
        # The observations are gone and with them what they were said to: the whole user is named.
        taken = yield from take_back_flow(writer, Scope(tenant=scope.tenant, user=scope.user), pending.deletions)
    items += taken.items
    if items:
        handed, back_dates = Changeset(links=tuple(links)), writer.powers.back_dates
        yield LedgerWrite(
            scope,
            lambda reader: (handed + settled(reader, items, host=writer.host_name, back_dates=back_dates), None),
            durable=bool(pending.deletions),
        )
    done = sum(i.state is OutboxState.DONE for i in items)
    carried = tuple((link.observation_id, link.host_id) for link in links)
    return Drained(carried, done, pending.left_alone + len(items) - done, taken.not_erased)


def _is_due(adds: Sequence[_Addition]) -> bool:
    """Whether what waits longest has failed so often that it is looked for what keeps it back."""
    return (max((item.attempts for item, _ in adds), default=0) + 1) % MAX_ATTEMPTS == 0


class _Handing:
    """One draining's writes: groups of one call each, and what became of them.

    What a host refuses for good is handed over item by item, so that one does not block all. An error that may pass is
    as a rule the host's, and the group waits whole; every so often it is taken apart, as one text may make a host break
    off whenever it gets it.

    Args:
        writer: names the host and what it can do.
        splits: whether groups are taken apart in this draining.
    """

    def __init__(self, writer: Writer, *, splits: bool) -> None:
        self._writer, self._splits = writer, splits
        self._took, self._misses = False, 0
        self.links: list[HostLink] = []
        self.items: list[OutboxItem] = []

    def over(self, home: Scope, members: Sequence[_Addition]) -> Flow[None]:
        """Hand over a group of one scope."""
        try:
            ids = yield HostAdd(home, [HostItem(i.id, o.text, o.role, o.observed_at, o.speaker) for i, o in members])
            pairs = list(zip(members, ids, strict=True))
        except Exception as error:  # whatever the host raises, the write waits in the outbox
            self._misses += is_transient(error)
            if len(members) > 1 and not is_transient(error):
                for member in members:
                    yield from self.over(home, [member])
            elif len(members) > 1 and self._splits:
                yield from self._apart(home, members, error)
            else:
                self._fail(members, error)
            return
        self._took, self._misses = True, 0
        host = self._writer.host_name
        links = [link_to(host, host_id, o) for (_, o), carried in pairs for host_id in carried]
        self.links += (yield from _seen(home, links)) if self._writer.powers.rewrites else links
        self.items += [kept(item) for (item, _), _ in pairs]

    def _apart(self, home: Scope, members: Sequence[_Addition], error: Exception) -> Flow[None]:
        """The newest and the oldest alone, and the rest in halves once the host has taken something: it is not away."""
        rest = members if self._took else members[1:-1]
        half = (len(rest) + 1) // 2
        parts = [rest[:half], rest[half:]]
        if not self._took:
            parts = [members[-1:], members[:1], *parts]
        for number, part in enumerate(parts):
            if part and (number < _PROBES if not self._took else self._misses < _MISSES):
                yield from self.over(home, part)
            elif part:
                self._fail(part, error)

    def _fail(self, members: Sequence[_Addition], error: Exception) -> None:
        """Note what waits; what fails alone while the host takes other writes is to be given up at last."""
        _LOG.warning("what is to be handed over waits in the outbox: %s", in_a_log(error))
        alone = self._took and len(members) == 1
        self.items += [failed(item, error, alone=alone) for item, _ in members]


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
