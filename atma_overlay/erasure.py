"""Erasing: what was said and everything that stands on it, here and at the host (law 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from atma_overlay.changes import Changeset
from atma_overlay.effects import Compute, Flow, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import InvalidInputError, NotFoundError
from atma_overlay.known import knows
from atma_overlay.language.candidates import to_json
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.promises import MAX_OUTBOX, promise
from atma_overlay.records import (
    ADD,
    DELETE,
    Extraction,
    HostLink,
    LinkState,
    Observation,
    OutboxItem,
    OutboxState,
    Tombstone,
    owed_deletion,
)
from atma_overlay.resaying import acts, resaid
from atma_overlay.scope import Scope
from atma_overlay.state.folds.beginnings import beginning, erased_at, lost_with
from atma_overlay.state.folds.narrowing import spell_of
from atma_overlay.taking_back import LOOKS, TakenBack, take_back_flow
from atma_overlay.views import EraseReceipt
from atma_overlay.writing.resolving import replayed
from atma_overlay.writing.writer import Writer


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to be erased: exactly one of the three.

    Raises:
        InvalidInputError: none or several are named.
    """

    record_id: str | None
    observation_id: str | None
    everything: bool

    def __post_init__(self) -> None:
        if sum((self.record_id is not None, self.observation_id is not None, self.everything)) != 1:
            raise InvalidInputError("erase", "name exactly one of record_id, observation_id or everything=True")


@dataclass(frozen=True, slots=True)
class _Erased:
    """What left a plane, what its hosts are owed for it, and what this one cannot be asked for."""

    observations: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    owed: tuple[OutboxItem, ...] = ()
    elsewhere: tuple[str, ...] = ()
    stones: tuple[Tombstone, ...] = ()


def erase_flow(writer: Writer, scope: Scope, erasure: Erasure, *, other: Ledger) -> Flow[EraseReceipt]:
    """Erase observations on both planes, and in the same transactions promise their deletion at the host; then keep it.

    A crash in between leaves them erased and owed: the next write or `reconcile` asks the host again. The other plane
    comes first, so that what a crash leaves there can still be named here. Each plane learns what was erased on the
    other, and what is owed for it: an overlay reads one plane only, and may be all that goes on.

    Args:
        writer: the parts of the write flow.
        scope: whose memory.
        erasure: what is to go.
        other: the plane that this overlay does not write: what was promoted is on both.
    """
    yield Stage("maintain")
    said, revision = yield LedgerRead(scope, lambda reader: _said(reader, writer, scope, erasure))
    known: bool = bool(revision) or (yield Compute(lambda: knows(scope, other)))
    if not known:  # and then nothing is written of the user either
        yield Stage(None)
        return EraseReceipt(observation_ids=(), record_ids=(), host_ids=(), known=False)
    there: _Erased = yield Compute(lambda: _erase_there(other, writer, scope, erasure, said))
    erased: _Erased = yield LedgerWrite(
        scope, lambda reader: _erase_here(reader, writer, _doomed(reader, writer, scope, erasure), there)
    )
    owed = tuple({i.id: i for i in (*erased.owed, *there.owed)}.values())
    taken = TakenBack(())
    if owed:
        taken = yield from take_back_flow(writer, scope, owed)
        settled = Changeset(outbox=taken.items)
        yield LedgerWrite(scope, lambda _: (settled, None))
        yield Compute(lambda: _settle_there(other, writer, scope, taken.items, owed=bool(there.owed)))
    yield Stage(None)
    return EraseReceipt(
        observation_ids=_once(erased.observations, there.observations),
        record_ids=_once(erased.records, there.records), host_ids=taken.host_ids, derived=taken.derived,
        not_erased=_once(erased.elsewhere, there.elsewhere, taken.not_erased),
    )  # fmt: skip


def _once(*lists: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(*lists)))


def _said(reader: LedgerReader, writer: Writer, scope: Scope, erasure: Erasure) -> tuple[tuple[Observation, ...], int]:
    """What is to go as it was said here, and the revision of this plane."""
    return tuple(reader.observations(_doomed(reader, writer, scope, erasure))), reader.revision()


def _erase_there(
    other: Ledger, writer: Writer, scope: Scope, erasure: Erasure, said: Sequence[Observation]
) -> _Erased:  # fmt: skip
    """Erase on another plane what is named there, and what is the same saying: that may have another id by now.

    What it owed the host before is owed still, and may be paid by this overlay alone.
    """

    def doomed(reader: LedgerReader) -> tuple[str, ...]:
        found = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
        orders = {o.order for o in said}
        named = {o.id for o in found if o.order in orders}
        with suppress(NotFoundError):
            named.update(_doomed(reader, writer, scope, erasure))
        return tuple(o.id for o in found if o.id in named)

    def work(reader: LedgerReader) -> tuple[Changeset, _Erased]:
        ids = doomed(reader)
        changes, erased = _erase(reader, writer, ids) if ids else (Changeset(), _Erased())
        changes = _told_of(reader, changes, [Tombstone.of(o) for o in said] if _in_use(reader, writer) else ())
        owed = [i for i in reader.outbox(limit=MAX_OUTBOX) if i.host == writer.host_name and i.operation == DELETE]
        return changes, replace(erased, owed=tuple({i.id: i for i in (*owed, *erased.owed)}.values()))

    # Most often there is nothing, and then nothing is locked.
    concerned = other.read(scope, lambda reader: _in_use(reader, writer) or bool(doomed(reader)))
    return other.write(scope, work) if concerned else _Erased()


def _in_use(reader: LedgerReader, writer: Writer) -> bool:
    """Whether another plane has to know what is erased on this one: the live plane, and one that the user is on."""
    return writer.mode == "shadow" or reader.revision() > 0


def _erase_here(
    reader: LedgerReader, writer: Writer, named: tuple[str, ...], there: _Erased
) -> tuple[Changeset, _Erased]:
    """Erase on this plane, which then knows what was erased on the other one, and owes what is owed for it."""
    changes, erased = _erase(reader, writer, named)
    changes = _told_of(reader, changes, there.stones)
    return replace(changes, outbox=(*there.owed, *changes.outbox)), erased


def _told_of(reader: LedgerReader, changes: Changeset, stones: Sequence[Tombstone]) -> Changeset:
    """With what was erased on another plane and is not known on this one."""
    ids = [stone.id for stone in stones]
    known = {o.id for o in reader.observations(ids)} | reader.erased(ids)
    return replace(changes, tombstones=tuple(stone for stone in stones if stone.id not in known))


def _settle_there(other: Ledger, writer: Writer, scope: Scope, items: Sequence[OutboxItem], *, owed: bool) -> None:
    """Note on another plane what is paid, and what is owed still."""
    waits = any(i.state is not OutboxState.DONE for i in items)
    if owed or (waits and other.read(scope, lambda reader: _in_use(reader, writer))):
        other.write(scope, lambda _: (Changeset(outbox=tuple(items)), None))


def _erase(reader: LedgerReader, writer: Writer, named: tuple[str, ...]) -> tuple[Changeset, _Erased]:
    """Scrub, and replay the partition without what is gone; an erased successor leaves its slot unresolved."""
    reader.takes_long()  # all that there is is read
    held = reader.all_held()
    anew = resaid(reader, held, named, lexicon=writer.extractor.lexicon, now=writer.clock())
    fresh = [r.fresh for r in anew if r.fresh is not None]
    ids = (*named, *(r.gone for r in anew if r.fresh is None))
    gone = frozenset((*ids, *(r.gone for r in anew)))
    records = tuple(h.statement.id for h in reader.of_observations(ids) if h.is_record)
    links = reader.links(observation_ids=ids)
    unsent = [i for i in reader.outbox(limit=MAX_OUTBOX) if i.observation_id in gone and i.operation == ADD]
    owed = (*_owed(links, unsent), *_dropped(reader, ids, links, unsent, writer))
    since = beginning(reader, erased_at(reader, held, lost_with([h.statement for h in held], gone), gone))
    workspace = replayed(reader, writer.linker, fresh, since=since, gone=gone)
    instead = {r.gone: r.fresh[0] for r in anew if r.fresh is not None}
    said = Changeset(
        observations=tuple(o for o, _ in fresh),
        links=_carried_on(reader, instead),
        extractions=tuple(Extraction(o.id, writer.extractor.version, to_json(f)) for o, f in fresh),
    )
    changes = said + workspace.outcome(now=writer.clock())
    promised = tuple(promise(instead[i.observation_id], host=i.host) for i in unsent if i.observation_id in instead)
    here = tuple(item for item in owed if item.host == writer.host_name)
    stones = tuple(Tombstone.of(o) for o in reader.observations(gone))
    erased = _Erased(ids, records, here, tuple(_elsewhere(links, unsent, writer.host_name)), stones)
    return replace(changes, erased=tuple(sorted(gone)), outbox=(*owed, *promised)), erased


def _carried_on(reader: LedgerReader, instead: Mapping[str, Observation]) -> tuple[HostLink, ...]:
    """The host's texts of what is said anew: they are as they were, and carry what stands in its place."""
    links = reader.links(observation_ids=list(instead))
    return tuple(replace(link, observation_id=instead[link.observation_id].id) for link in links)


def _doomed(reader: LedgerReader, writer: Writer, scope: Scope, erasure: Erasure) -> tuple[str, ...]:
    if erasure.record_id is not None:
        members = spell_of(erasure.record_id, scope, reader=reader, linker=writer.linker)
        return tuple(sorted({h.statement.observation_id for h in members}))
    if erasure.observation_id is not None:
        found = [o for o in reader.observations([erasure.observation_id]) if scope.admits(o.agent, o.session)]
        if not found:
            raise NotFoundError("observation", erasure.observation_id)
        return (erasure.observation_id,)
    return tuple(o.id for o in reader.observed_after(None) if scope.admits(o.agent, o.session))


def _dropped(
    reader: LedgerReader, ids: Sequence[str], links: Sequence[HostLink], unsent: Sequence[OutboxItem], writer: Writer
) -> Iterator[OutboxItem]:  # fmt: skip
    """Deletions of what a rewriting host made no memory of: its logs may have the text, which it is asked for once."""
    if not writer.powers.rewrites:
        return
    told = {link.observation_id for link in links} | {item.observation_id for item in unsent}
    silent = [o for o in reader.observations(ids) if o.id not in told]
    done = acts(reader, silent)
    for observation in silent:
        if observation.id not in done:
            yield replace(promise(observation, host=writer.host_name), operation=DELETE, attempts=LOOKS - 1)


def _owed(links: Sequence[HostLink], unsent: Sequence[OutboxItem]) -> tuple[OutboxItem, ...]:
    """Deletions by id of what a host carries, and by key of what it may have stored without saying so.

    Those of other hosts wait for a process that has such a host. A memory with another text by now is not deleted: that
    text was not erased.
    """
    carried = {(x.host, x.host_id): x for x in links if x.state is not LinkState.OVERWRITTEN}
    named = [owed_deletion(home, i, link.observation_id) for (home, i), link in carried.items()]
    unnamed = [
        replace(
            i, operation=DELETE, state=OutboxState.PENDING, error=None,
            # What the host has answered, if by an error, it is most likely not storing still.
            attempts=0 if i.attempts == 0 else LOOKS - 2,
        )
        for i in unsent
    ]  # fmt: skip
    return (*named, *unnamed)


def _elsewhere(links: Sequence[HostLink], unsent: Sequence[OutboxItem], host: str) -> list[str]:
    lines = [
        f"{link.host}: {link.host_id} is in another host, and is deleted with the next write of a process that has it"
        for link in links
        if link.host != host and link.state is not LinkState.OVERWRITTEN
    ]
    lines += [f"{i.host}: it may hold a write that it did not confirm" for i in unsent if i.host != host]
    carried = {link.host_id for link in links if link.state is not LinkState.OVERWRITTEN}
    lines += [
        f"{host}: {link.host_id} has another text now; its history may keep the erased one"
        for link in links
        if link.host == host and link.host_id not in carried
    ]
    return lines
