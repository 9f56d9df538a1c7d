"""Erasing: what was said and everything that stands on it, here and at the host (law 7)."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from atma_overlay.adoption.drift import Comparison
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Compute, Flow, HostGet, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import InvalidInputError, NotFoundError, in_a_log
from atma_overlay.known import knows
from atma_overlay.language.candidates import to_json
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.promises import MAX_OUTBOX, promise
from atma_overlay.records import (
    ADD,
    DELETE,
    Extraction,
    Held,
    HostLink,
    LinkState,
    Observation,
    OutboxItem,
    OutboxState,
    Tombstone,
    owed_deletion,
)
from atma_overlay.resaying import Resaid, acts, resaid
from atma_overlay.scope import Scope
from atma_overlay.state.folds.beginnings import beginning, erased_at, lost_with
from atma_overlay.state.folds.narrowing import spell_of
from atma_overlay.taking_back import LOOKS, TakenBack, settled, take_back_flow
from atma_overlay.views import EraseReceipt
from atma_overlay.writing.resolving import replayed
from atma_overlay.writing.writer import Writer

_LOG = logging.getLogger("atma_overlay.erasure")


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
    edited: frozenset[str] = frozenset()
    if not erasure.everything:  # then all that carried it goes, whatever it says by now
        edited = yield from _edited_flow(writer, scope, erasure, other, said)
    there: _Erased = yield Compute(lambda: _erase_there(other, writer, scope, erasure, said, edited=edited))
    erased: _Erased = yield LedgerWrite(
        scope,
        lambda reader: _erase_here(reader, writer, _doomed(reader, writer, scope, erasure), there, edited=edited),
    )
    owed = tuple({i.id: i for i in (*erased.owed, *there.owed)}.values())
    taken = TakenBack(())
    if owed:
        taken = yield from take_back_flow(writer, scope, owed)
        yield LedgerWrite(scope, lambda reader: (_paid(reader, writer, taken.items), None))
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


def _edited_flow(
    writer: Writer, scope: Scope, erasure: Erasure, other: Ledger, said: Sequence[Observation]
) -> Flow[frozenset[str]]:  # fmt: skip
    """The host's memories that carried what is to go and have another text by now, of which no ledger may know.

    What the host does not answer, or of which nobody knows what it said, counts as what it was.
    """

    def links_of(reader: LedgerReader, named: tuple[str, ...]) -> list[HostLink]:
        found = reader.links(observation_ids=_going(reader, writer, named).ids) if named else []
        return [x for x in found if x.host == writer.host_name and x.state is not LinkState.OVERWRITTEN]

    def links_there(reader: LedgerReader) -> list[HostLink]:
        return links_of(reader, _doomed_there(reader, writer, scope, erasure, said))

    here: list[HostLink] = yield LedgerRead(scope, lambda reader: links_of(reader, tuple(o.id for o in said)))
    there: list[HostLink] = yield Compute(lambda: other.read(scope, links_there))
    if not (carrying := [*here, *there]):
        return frozenset()
    try:
        memories: Sequence[HostMemory] = yield HostGet(scope, list(dict.fromkeys(x.host_id for x in carrying)))
    except Exception as error:  # whatever the host raises, what is erased goes
        _LOG.warning("what is to be erased is not compared with what the host holds: %s", in_a_log(error))
        return frozenset()
    known = Comparison(writer.host_name, writer.powers.rewrites)
    seen: dict[str, set[str | None]] = {}
    for link in carrying:
        seen.setdefault(link.host_id, set()).add(known.seen(link))
    return frozenset(m.id for m in memories if not {digest(m.text), None} & seen.get(m.id, {None}))


def _doomed_there(
    reader: LedgerReader, writer: Writer, scope: Scope, erasure: Erasure, said: Sequence[Observation]
) -> tuple[str, ...]:  # fmt: skip
    """What is to go on another plane: what is named there, and what is the same saying."""
    found = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
    orders = {o.order for o in said}
    named = {o.id for o in found if o.order in orders}
    with suppress(NotFoundError):
        named.update(_doomed(reader, writer, scope, erasure))
    return tuple(o.id for o in found if o.id in named)


def _erase_there(
    other: Ledger, writer: Writer, scope: Scope, erasure: Erasure, said: Sequence[Observation],
    *, edited: Collection[str],
) -> _Erased:  # fmt: skip
    """Erase on another plane what is named there, and what is the same saying: that may have another id by now.

    What it owed the host before is owed still, and may be paid by this overlay alone.
    """

    def doomed(reader: LedgerReader) -> tuple[str, ...]:
        return _doomed_there(reader, writer, scope, erasure, said)

    def work(reader: LedgerReader) -> tuple[Changeset, _Erased]:
        ids = doomed(reader)
        changes, erased = _erase(reader, writer, ids, edited=edited) if ids else (Changeset(), _Erased())
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
    reader: LedgerReader, writer: Writer, named: tuple[str, ...], there: _Erased, *, edited: Collection[str]
) -> tuple[Changeset, _Erased]:
    """Erase on this plane, which then knows what was erased on the other one, and owes what is owed for it."""
    changes, erased = _erase(reader, writer, named, edited=edited)
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
        other.write(scope, lambda reader: (_paid(reader, writer, items), None))


def _paid(reader: LedgerReader, writer: Writer, items: Sequence[OutboxItem]) -> Changeset:
    return settled(reader, items, host=writer.host_name, back_dates=writer.powers.back_dates)


@dataclass(frozen=True, slots=True)
class _Going:
    """What an erasure takes along.

    Attributes:
        held: all that there is.
        anew: what was said on what goes, and what stands in its place.
        ids: the observations that go with nothing in their place.
    """

    held: list[Held]
    anew: Sequence[Resaid]
    ids: tuple[str, ...]


def _going(reader: LedgerReader, writer: Writer, named: tuple[str, ...]) -> _Going:
    reader.takes_long()  # all that there is is read
    held = reader.all_held()
    anew = resaid(reader, held, named, lexicon=writer.extractor.lexicon, now=writer.clock())
    return _Going(held, anew, (*named, *(r.gone for r in anew if r.fresh is None)))


def _erase(
    reader: LedgerReader, writer: Writer, named: tuple[str, ...], *, edited: Collection[str]
) -> tuple[Changeset, _Erased]:
    """Scrub, and replay the partition without what is gone; an erased successor leaves its slot unresolved."""
    going = _going(reader, writer, named)
    held, anew, ids = going.held, going.anew, going.ids
    fresh = [r.fresh for r in anew if r.fresh is not None]
    gone = frozenset((*ids, *(r.gone for r in anew)))
    records = tuple(h.statement.id for h in reader.of_observations(ids) if h.is_record)
    links = [_as_found(x, writer.host_name, edited) for x in reader.links(observation_ids=ids)]
    unsent = [i for i in reader.outbox(limit=MAX_OUTBOX) if i.observation_id in gone and i.operation == ADD]
    owed = (*_owed(links, unsent), *_dropped(reader, ids, links, unsent, writer))
    since = beginning(reader, erased_at(reader, held, lost_with([h.statement for h in held], gone), gone))
    workspace = replayed(reader, writer.linker, fresh, since=since, gone=gone)
    instead = {r.gone: r.fresh[0] for r in anew if r.fresh is not None}
    said = Changeset(
        observations=tuple(o for o, _ in fresh),
        links=(
            *_carried_on(reader, instead),
            *(x for x in links if x.host == writer.host_name and x.host_id in edited),
        ),
        extractions=tuple(Extraction(o.id, writer.extractor.version, to_json(f)) for o, f in fresh),
    )
    changes = said + workspace.outcome(now=writer.clock())
    promised = tuple(promise(instead[i.observation_id], host=i.host) for i in unsent if i.observation_id in instead)
    here = tuple(item for item in owed if item.host == writer.host_name)
    stones = tuple(Tombstone.of(o) for o in reader.observations(gone))
    erased = _Erased(ids, records, here, tuple(_elsewhere(links, unsent, writer.host_name)), stones)
    return replace(changes, erased=tuple(sorted(gone)), outbox=(*owed, *promised)), erased


def _as_found(link: HostLink, host: str, edited: Collection[str]) -> HostLink:
    is_edited = link.host == host and link.host_id in edited
    return replace(link, state=LinkState.OVERWRITTEN) if is_edited else link


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
