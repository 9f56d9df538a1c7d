"""Taking what the shadow plane observed over to the live one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Compute, Flow, LedgerWrite, Stage
from atma_overlay.heritage import Heritage, carried, heritage_of, restaged, unfolded
from atma_overlay.judge.outcome import NOTHING, Outcome, split
from atma_overlay.judge.settings import EXTRACTOR, MARKS
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.promises import MAX_OUTBOX
from atma_overlay.records import (
    Extraction,
    HostLink,
    LinkState,
    Observation,
    OutboxItem,
)
from atma_overlay.scope import Scope
from atma_overlay.views import WriteReceipt
from atma_overlay.writing.composing import commit
from atma_overlay.writing.writer import Writer


def promote_flow(writer: Writer, scope: Scope, *, shadow: Ledger) -> Flow[WriteReceipt]:
    """Feed what the shadow plane observed through the live write path.

    The host has the texts already, so their links come along, with what does not follow from the texts (`heritage`);
    what the host has not taken yet is handed over from the live plane.
    """
    yield Stage("maintain")
    plane: _Shadow = yield Compute(lambda: shadow.read(scope, lambda reader: _shadow(reader, scope)))
    receipt: WriteReceipt = yield LedgerWrite(scope, lambda reader: _promote(reader, plane, writer))
    yield Stage(None)
    return receipt.model_copy(update={"mode": writer.mode})


@dataclass(frozen=True, slots=True)
class _Shadow:
    """What the shadow plane holds of a scope that the live one does not derive."""

    observations: tuple[Observation, ...]
    extractions: tuple[Extraction, ...]
    links: tuple[HostLink, ...]
    outbox: tuple[OutboxItem, ...]
    heritage: Heritage


def _shadow(reader: LedgerReader, scope: Scope) -> _Shadow:
    said = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
    ids = [o.id for o in said]
    return _Shadow(
        tuple(said), tuple(reader.extractions(ids)), tuple(reader.links(observation_ids=ids)),
        tuple(reader.outbox(limit=MAX_OUTBOX)), heritage_of(reader, scope, said),
    )  # fmt: skip


def _under_keys_of_their_own(reader: LedgerReader, said: Sequence[Observation]) -> list[Observation]:
    """What the shadow plane observed; a text whose key stands for another one on the live plane comes under another.

    A key is refused only to who hands a text over and may choose another: here both were taken in, and both are kept.
    The live plane's text keeps the key; the other one's new key is drawn from its id. What was promoted before goes by
    the key that it got then, also where the text that had kept the other one was erased since.
    """
    before = {o.id: o.idempotency_key for o in reader.observations([o.id for o in said])}
    said = [replace(o, idempotency_key=before[o.id]) if o.id in before else o for o in said]
    known = reader.ids_by_key([o.idempotency_key for o in said if o.idempotency_key])
    texts = {o.id: o.text for o in reader.observations(known.values())}
    taken = {key: texts[i] for key, i in known.items() if i in texts}
    return [o if taken.get(o.idempotency_key or "", o.text) == o.text else _under_another_key(o) for o in said]


def _taken_in(reader: LedgerReader, links: Sequence[HostLink], said: Sequence[Observation]) -> dict[str, str]:
    """What the live plane has by now, too, with its id there: `reconcile` found it at the host and took it in."""
    at_host = {(link.host, link.host_id): link.observation_id for link in links if link.state is LinkState.LIVE}
    mine = {o.id: o for o in said}
    held = [x for x in reader.links(host_ids=[i for _, i in at_host]) if x.state is LinkState.LIVE]
    theirs = {o.id: o for o in reader.observations([link.observation_id for link in held])}
    taken = {}
    for link in held:
        one, other = mine.get(at_host.get((link.host, link.host_id), "")), theirs.get(link.observation_id)
        if one is not None and other is not None and one.id not in theirs and _content(one) == _content(other):
            taken[one.id] = other.id
    return taken


def _content(observation: Observation) -> tuple[object, ...]:
    o = observation
    return (o.text, o.role, o.speaker, o.origin, o.observed_at, o.agent, o.session)


def _under_another_key(observation: Observation) -> Observation:
    return replace(observation, idempotency_key=digest("promoted under", observation.id))


def _promote(reader: LedgerReader, plane: _Shadow, writer: Writer) -> tuple[Changeset, WriteReceipt]:
    reader.takes_long()  # what something erased closed, and what retention did, is looked for in all that there is
    found, read = split(plane.extractions)
    erased = reader.erased([o.id for o in plane.observations])  # since that was read, or by a version that left it
    said = [o for o in plane.observations if o.id not in erased]
    taken = _taken_in(reader, plane.links, said)
    there = _under_keys_of_their_own(reader, [o for o in said if o.id not in taken])
    batch = [(o, found.get(o.id, NOTHING)) for o in there]
    more = carried(reader, plane.heritage, ids={o.id: taken.get(o.id, o.id) for o in said})
    changes, receipt = commit(reader, batch, writer, to_host=False, carried=more, judged=Outcome(found=read))
    stored = {o.id for o in changes.observations}
    kept = [e for e in changes.extractions if not e.extractor.startswith(EXTRACTOR)]
    kept += [e for e in plane.extractions if e.extractor.startswith(MARKS) and e.observation_id in stored]
    moves = unfolded(reader, plane.heritage, changes)
    return replace(
        changes,
        extractions=tuple(kept),
        transitions=(*changes.transitions, *moves.transitions),
        decisions=(*changes.decisions, *moves.decisions),
        links=tuple(link for link in plane.links if link.observation_id in stored),
        outbox=tuple(item for item in plane.outbox if item.observation_id in stored),
        stagings=(*changes.stagings, *restaged(reader, plane.heritage, changes)),
    ), receipt
