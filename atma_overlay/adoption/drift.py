"""Where a host and the ledger disagree: by id and by digest, both ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from atma_overlay.digest import digest
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import MAX_OUTBOX, promised
from atma_overlay.records import ADD, HostLink, LinkState, Observation, OutboxItem
from atma_overlay.resaying import acts
from atma_overlay.reused_ids import reused
from atma_overlay.scope import Scope

Linked = tuple[HostMemory, tuple[HostLink, ...]]
"""A memory with the links that are concerned."""


@dataclass(slots=True)
class Drift:
    """The memories of a scope by what the ledger knows of them.

    Attributes:
        same: carry what they are linked for.
        unseen: are linked, and their text was never read at the host: what they say now is taken for what was made
            of the observation.
        edited: carry another text than they are linked for.
        returned: were found gone before, and are there again.
        promised: have no link, and the key of a write that the ledger promised: the write was not confirmed.
        leftover: belong to erased observations; not those that are others than the host confirmed to hold no more.
        added: are not known at all.
        gone: links whose memory the host holds no more.
        doubled: memories of one key of the overlay's and one text, more than one, by key.
        pending: promises to the host that are not kept yet.
    """

    same: int = 0
    unseen: list[Linked] = field(default_factory=list)
    edited: list[Linked] = field(default_factory=list)
    returned: list[Linked] = field(default_factory=list)
    promised: list[tuple[HostMemory, str]] = field(default_factory=list)
    leftover: list[Linked] = field(default_factory=list)
    added: list[HostMemory] = field(default_factory=list)
    gone: list[HostLink] = field(default_factory=list)
    doubled: dict[str, list[HostMemory]] = field(default_factory=dict)
    pending: list[OutboxItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a host's memories are compared with the ledger's links.

    Attributes:
        host: the host's name.
        rewrites: whether what the host holds is not what it was given; then only a text that was read counts.
    """

    host: str
    rewrites: bool

    def known_before(self, reader: LedgerReader, scope: Scope) -> list[HostLink]:
        """The live links of the scope: to be read before the host is, so that no write in between looks deleted."""
        ids = [o.id for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
        found = reader.links(observation_ids=ids)
        return [link for link in found if link.host == self.host and link.state is LinkState.LIVE]

    def drift(self, reader: LedgerReader, memories: Sequence[HostMemory], before: Collection[HostLink]) -> Drift:
        """Sort the host's memories, and the links of before that have none."""
        linked: defaultdict[str, list[HostLink]] = defaultdict(list)
        for link in reader.links(host_ids=[m.id for m in memories]):
            if link.host == self.host:
                linked[link.host_id].append(link)
        whole = {i for m in memories if m.whole and (i := promised(m.key)) is not None}
        named = {i for m in memories if not linked.get(m.id) and (i := promised(m.key)) is not None}
        held = {o.id for o in reader.observations({x.observation_id for ls in linked.values() for x in ls} | named)}
        erased = reader.erased(named - held)
        drift, broken = Drift(doubled=_doubled(memories)), held - whole
        dead = {i: [x for x in ls if x.observation_id not in held and _carried(x)] for i, ls in linked.items()}
        others = reused(memories, dead, reader)
        for memory in memories:
            links = linked.get(memory.id) or self._unconfirmed(memory, erased)
            if memory.id in others:
                links = [link for link in links if link.observation_id in held]
            if links or promised(memory.key) not in broken:
                self._place(drift, memory, links=links, held=held)
        there = {m.id for m in memories}
        drift.gone = [link for link in before if link.host_id not in there]
        drift.pending = [i for i in reader.outbox(limit=MAX_OUTBOX) if i.host == self.host]
        return drift

    def _unconfirmed(self, memory: HostMemory, erased: Collection[str]) -> list[HostLink]:
        """What a memory would be linked to that was stored for what is erased, and never confirmed."""
        said = promised(memory.key)
        return [HostLink(self.host, memory.id, said, text_hash="")] if said in erased and said is not None else []

    def missing(self, reader: LedgerReader, scope: Scope, drift: Drift) -> list[Observation]:
        """The observations of the scope that the host does not carry, nor waits to be given.

        Without those whose memory was given another text, wherever that was: it says what holds instead. What a person
        did to a record was said by nobody, and stays in the ledger alone.
        """
        told = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
        gone = {(link.host_id, link.observation_id) for link in drift.gone}
        back = {(link.host_id, link.observation_id) for _, found in drift.returned for link in found}
        there = {i.observation_id for i in drift.pending if i.operation == ADD}
        stands, overwritten = set(there), set[str]()
        for link in reader.links(observation_ids=[o.id for o in told]):
            pair = (link.host_id, link.observation_id)
            (overwritten if link.state is LinkState.OVERWRITTEN else stands).add(link.observation_id)
            if link.host == self.host and (pair in back or (link.state is LinkState.LIVE and pair not in gone)):
                there.add(link.observation_id)
        missing = [o for o in told if o.id not in there | (overwritten - stands)]
        done = acts(reader, missing)
        return [o for o in missing if o.id not in done]

    def lost(self, reader: LedgerReader, scope: Scope) -> list[Observation]:
        """What is missing at a host that holds nothing of the scope at all."""
        return self.missing(reader, scope, self.drift(reader, (), self.known_before(reader, scope)))

    def _place(self, drift: Drift, memory: HostMemory, *, links: Sequence[HostLink], held: Collection[str]) -> None:
        live = tuple(link for link in links if link.state is LinkState.LIVE and link.observation_id in held)
        gone = tuple(link for link in links if link.state is LinkState.GONE and link.observation_id in held)
        dead = tuple(link for link in links if link.observation_id not in held and _carried(link))
        if live:
            self._compare(drift, memory, live)
        elif gone and self._says_the_same(memory, gone):
            drift.returned.append((memory, gone))
        elif gone:
            drift.edited.append((memory, gone))
        elif dead:
            drift.leftover.append((memory, dead))
        elif (observation_id := promised(memory.key)) in held and not links:
            drift.promised.append((memory, observation_id or ""))
        else:
            drift.added.append(memory)

    def _compare(self, drift: Drift, memory: HostMemory, live: tuple[HostLink, ...]) -> None:
        seen = {self.seen(link) for link in live}
        if digest(memory.text) in seen:
            drift.same += 1
        elif None in seen:
            drift.unseen.append((memory, live))
        else:
            drift.edited.append((memory, live))

    def _says_the_same(self, memory: HostMemory, links: Sequence[HostLink]) -> bool:
        return not {digest(memory.text), None}.isdisjoint({self.seen(link) for link in links})

    def seen(self, link: HostLink) -> str | None:
        """The digest of what the host held when it was last looked at; what a host keeps as it is, it was given."""
        return link.seen_hash or (None if self.rewrites else link.text_hash)


def _carried(link: HostLink) -> bool:
    return link.state is not LinkState.OVERWRITTEN


def _doubled(memories: Sequence[HostMemory]) -> dict[str, list[HostMemory]]:
    alike: defaultdict[tuple[str, str], list[HostMemory]] = defaultdict(list)
    for memory in memories:
        if memory.key is not None and promised(memory.key) is not None:  # else the field is somebody else's
            alike[memory.key, digest(memory.text)].append(memory)
    return {key: found for (key, _), found in alike.items() if len(found) > 1}
