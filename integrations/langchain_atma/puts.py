"""What a store's puts say: new texts are learnt, and what only one that is gone stated is retracted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import SearchItem

from atma_overlay.effects import Flow, LedgerRead
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Origin, Status
from atma_overlay.scope import Scope
from atma_overlay.threads.faces import AnyOverlay, remembered
from atma_overlay.threads.outdated import Conversation, Outdated, Said, outdated_in
from atma_overlay.views import Turn, WriteReceipt
from langchain_atma.items import Learnt, Place, texts_of

__all__ = ["Put", "learn_puts", "outdated_items"]


@dataclass(frozen=True, slots=True)
class Put:
    """A value at its place, and the one that it overwrites; None for no value."""

    place: Place
    old: Mapping[str, Any] | None
    new: Mapping[str, Any] | None


def learn_puts(
    overlay: AnyOverlay, puts: Sequence[Put], *, scope: Scope, origin: Origin, wait: bool = True
) -> Flow[WriteReceipt | None]:
    """Learn what is new in the values, in order, and retract what is left of what is gone.

    Returns:
        The latest receipt with the records of all; None where nothing was written.
    """
    receipts: list[WriteReceipt] = []
    for put in puts:
        if put.old != put.new:
            receipts += yield from _learn_put(overlay, put, scope, origin, wait=wait)
    records = tuple(record for receipt in receipts for record in receipt.records)
    return receipts[-1].model_copy(update={"records": records}) if receipts else None


def _learn_put(overlay: AnyOverlay, put: Put, scope: Scope, origin: Origin, *, wait: bool) -> Flow[list[WriteReceipt]]:
    receipts: list[WriteReceipt] = []
    redact = overlay.writer.redact
    turns: list[Turn] = yield LedgerRead(scope, lambda reader: _turns(Learnt(reader, scope, redact), put))
    if turns:
        receipts.append((yield from remembered(overlay, turns, scope=scope, origin=origin, wait=wait)))
    left: list[str] = yield LedgerRead(scope, lambda reader: _left_of(Learnt(reader, scope, redact), put))
    for record_id in left:
        receipts.append((yield from overlay.forget_(record_id, scope)))
    return receipts


def _turns(learnt: Learnt, put: Put) -> list[Turn]:
    """The texts that the old value had not, and those of it that nobody learnt: it was there before the overlay."""
    old, new = _texts(put.old), _texts(put.new)
    said = [text for text in new if text not in old or learnt.known_key(put.place, text) is None]
    return [Turn(text=text, key=learnt.free_key(put.place, text)) for text in said]


def _texts(value: Mapping[str, Any] | None) -> list[str]:
    return [text for text in dict.fromkeys(texts_of(value)) if text.strip()]


def _left_of(learnt: Learnt, put: Put) -> list[str]:
    """Records in force that only texts of the old value state which the new one has no more."""
    new = frozenset(_texts(put.new))
    said = [learnt.known_id(put.place, text) for text in _texts(put.old) if text not in new]
    gone = frozenset(observation for observation in said if observation is not None)
    if not gone:
        return []
    reader = learnt.reader
    mine = [h for h in reader.of_observations(sorted(gone)) if h.is_record]
    active = [h for h in mine if h.standing.status is Status.ACTIVE]
    members = reader.in_slots({h.statement.slot for h in active})
    said_again = {h.standing.record_id for h in members if h.statement.observation_id not in gone}
    return [h.statement.id for h in active if h.statement.id not in said_again]


def outdated_items(
    overlay: AnyOverlay, items: Mapping[int, SearchItem], *, scope: Scope
) -> Flow[dict[int, list[tuple[Outdated, ...]]]]:
    """The outdated stretches of the texts of items, by the items' place."""
    found: dict[int, list[tuple[Outdated, ...]]] = yield LedgerRead(
        scope, lambda reader: _judged(reader, overlay, items, scope)
    )
    return found


def _judged(
    reader: LedgerReader, overlay: AnyOverlay, items: Mapping[int, SearchItem], scope: Scope
) -> dict[int, list[tuple[Outdated, ...]]]:
    said: list[Said] = []
    counts: dict[int, int] = {}
    learnt = Learnt(reader, scope, overlay.writer.redact)
    for place, item in items.items():
        texts = list(texts_of(item.value))
        at = (item.namespace, item.key)
        counts[place] = len(texts)
        said += [Said(text, learnt.known_key(at, text)) for text in texts]
    told = Conversation(
        said, scope, overlay.reader.linker, overlay.reader.lexicon, overlay.writer.clock(), redact=overlay.writer.redact
    )
    judged = iter(outdated_in(reader, told))
    return {place: [next(judged) for _ in range(number)] for place, number in counts.items()}
