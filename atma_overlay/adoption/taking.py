"""Taking entries into the ledger: one transaction a batch, and nothing is written to the host."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from atma_overlay.adoption.drift import Comparison
from atma_overlay.adoption.intake import Entry
from atma_overlay.changes import Changeset
from atma_overlay.effects import Compute, Flow, HostOverwritten, LedgerWrite, Stage, Steps
from atma_overlay.judge.outcome import Outcome
from atma_overlay.language.candidates import Found
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.host_powers import EarlierText
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import DecisionState, HostLink, LinkState, Observation, Origin
from atma_overlay.reused_ids import reused
from atma_overlay.scope import Scope
from atma_overlay.views import WriteReceipt
from atma_overlay.writing.composing import commit_steps
from atma_overlay.writing.observing import Said
from atma_overlay.writing.writer import Writer, extract

Progress = Callable[[int, int], None]
"""Told after each batch how many texts of how many are stored for good."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the entries."""

    observations: int = 0
    records: int = 0
    applied: int = 0
    proposed: int = 0

    def plus(self, receipt: WriteReceipt) -> Taken:
        """With one more batch."""
        states = [t.state for t in receipt.transitions]
        return Taken(
            self.observations + len(receipt.observation_ids), self.records + len(receipt.records),
            self.applied + states.count(DecisionState.APPLIED), self.proposed + states.count(DecisionState.PROPOSED),
        )  # fmt: skip


def take_flow(
    writer: Writer, scope: Scope, entries: Sequence[Entry], *, batch: int, on_progress: Progress | None
) -> Flow[Taken]:
    """Store entries in their order; what the ledger has by now is passed over."""
    taken = Taken()
    for start in range(0, len(entries), batch):
        part = entries[start : start + batch]
        yield Stage("extract")
        found: list[Found] = yield Compute(partial(_extracted, writer, part))
        yield Stage("adjudicate")
        receipt: WriteReceipt = yield LedgerWrite(scope, partial(_take, writer=writer, part=part, found=found))
        taken = taken.plus(receipt)
        if on_progress is not None:
            on_progress(start + len(part), len(entries))
    return taken


def _extracted(writer: Writer, part: Sequence[Entry]) -> list[Found]:
    return [extract(writer.extractor, Said(entry.observation)) for entry in part]


def _take(
    reader: LedgerReader, *, writer: Writer, part: Sequence[Entry], found: Sequence[Found]
) -> Steps[tuple[Changeset, WriteReceipt]]:
    comparison = Comparison(writer.host_name, writer.powers.rewrites)
    links: dict[str, list[HostLink]] = {}
    for link in reader.links(host_ids={e.host_id for e in part}):
        if link.host == writer.host_name:
            links.setdefault(link.host_id, []).append(link)
    others = _others(part, links, reader)
    wanted = (_wanted(e, links.get(e.host_id, ()), comparison, is_other=e.host_id in others) for e in part)
    pairs = [(e, f) for e, f, is_wanted in zip(part, found, wanted, strict=True) if is_wanted]
    batch = [(e.observation, f) for e, f in pairs]
    changes, receipt = yield from commit_steps(reader, batch, writer, to_host=False, judged=_owed(batch, writer))
    stored = {o.idempotency_key or "": o.id for o in changes.observations}
    new_ids = set(stored.values())
    before = reader.ids_by_key([e.observation.idempotency_key or "" for e, _ in pairs])
    new: list[HostLink] = []
    for entry, _ in pairs:
        key = entry.observation.idempotency_key or ""
        known = entry.observation.id if entry.observation.id in new_ids else before.get(key) or stored[key]
        new.append(entry.link(writer.host_name, known))
        if entry.state is LinkState.LIVE:
            new += [replace(x, state=LinkState.OVERWRITTEN) for x in links.get(entry.host_id, ()) if _live(x)]
    return replace(changes, links=tuple({(x.host_id, x.observation_id): x for x in reversed(new)}.values())), receipt


def _owed(batch: Sequence[tuple[Observation, Found]], writer: Writer) -> Outcome | None:
    """With a judge everything that it reads waits for it: the rules' state is there at once, its own follows."""
    if writer.judge is None:
        return None
    return Outcome(pending=frozenset(o.id for o, _ in batch if o.origin is not Origin.AGENT))


def _others(part: Sequence[Entry], links: Mapping[str, Sequence[HostLink]], reader: LedgerReader) -> frozenset[str]:
    """The memories that are others than what was erased under their ids."""
    dead = {i: [x for x in ls if not x.text_hash and x.state is not LinkState.OVERWRITTEN] for i, ls in links.items()}
    held = [
        HostMemory(e.host_id, "", created_at=e.observation.observed_at)
        for e in part
        # An edit is dated by when it was found: of a memory that was erased meanwhile its date says nothing.
        if e.state is LinkState.LIVE and (not e.edited or any(map(_live, links.get(e.host_id, ()))))
    ]
    return reused(held, dead, reader)


def _wanted(entry: Entry, links: Sequence[HostLink], comparison: Comparison, *, is_other: bool) -> bool:
    """Whether the ledger still lacks it: another process may have been faster, or the user may have erased it."""
    erased = [link for link in links if not link.text_hash]
    if entry.state is LinkState.OVERWRITTEN:
        return not erased
    if not is_other and any(
        link.state is not LinkState.OVERWRITTEN for link in erased
    ):  # then the memory itself is to go
        return False
    live = [link for link in links if _live(link)]
    return entry.text_hash not in {comparison.seen(link) for link in live} if entry.edited else not live


def _live(link: HostLink) -> bool:
    return link.state is LinkState.LIVE and link.text_hash != ""


def earlier_flow(
    scope: Scope, memories: Sequence[HostMemory], *, recovers: bool
) -> Flow[dict[str, tuple[EarlierText, ...]]]:
    """What the memories said before they were overwritten, where the host keeps that."""
    earlier: dict[str, tuple[EarlierText, ...]] = {}
    for memory in memories if recovers else ():
        found: tuple[EarlierText, ...] = yield HostOverwritten(scope, memory.id)
        if found:
            earlier[memory.id] = found
    return earlier
