"""Composing: one changeset of what a batch of observations adds to the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atma_overlay.altering import altered
from atma_overlay.changes import Changeset
from atma_overlay.effects import Stage, Steps, finished
from atma_overlay.errors import InvalidInputError
from atma_overlay.judge.outcome import Outcome
from atma_overlay.keys import key_in, sees
from atma_overlay.language.candidates import BY_QUESTION, Found, to_json
from atma_overlay.ports.ledger import AheadReader, LedgerReader
from atma_overlay.promises import promise
from atma_overlay.receipts import receipt_of
from atma_overlay.records import (
    Extraction,
    Observation,
)
from atma_overlay.state.folds.carried import NOTHING_CARRIED, Carried
from atma_overlay.state.folds.kept_folds import SHORT
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.views import WriteReceipt
from atma_overlay.writing.observing import in_its_place
from atma_overlay.writing.resolving import build_steps, contingencies_of, lent, slots_of
from atma_overlay.writing.writer import Writer


def commit(
    reader: LedgerReader,
    batch: Sequence[tuple[Observation, Found]],
    writer: Writer,
    *,
    to_host: bool = True,
    carried: Carried = NOTHING_CARRIED,
    judged: Outcome | None = None,
) -> tuple[Changeset, WriteReceipt]:
    """Resolve, adjudicate and gather one changeset; see `commit_steps`."""
    return finished(commit_steps(reader, batch, writer, to_host=to_host, carried=carried, judged=judged))


def commit_steps(
    reader: LedgerReader,
    batch: Sequence[tuple[Observation, Found]],
    writer: Writer,
    *,
    to_host: bool = True,
    carried: Carried = NOTHING_CARRIED,
    judged: Outcome | None = None,
) -> Steps[tuple[Changeset, WriteReceipt]]:
    """Resolve, adjudicate and gather one changeset, in the stages that a trace shows.

    A late arrival replays the partition, so that the outcome is that of the order of saying, not of arrival (law 1).

    Args:
        reader: the ledger as it is.
        batch: observations with what was found in them; those stored under their key already are passed over.
        writer: the parts of the write flow.
        to_host: whether the host still has to be given the texts.
        carried: what is taken over from another plane.
        judged: what a judge made of the batch.
    """
    judged = (judged or Outcome()).since(reader)
    fresh = fresh_of(reader, batch)
    workspace = yield from build_steps(reader, fresh, writer.linker, carried, judged)
    read = lent(judged.found, reader, fresh)
    follows = workspace.outcome(now=writer.clock())
    changes = altered(
        follows,
        observations=tuple(o for o, _ in fresh),
        extractions=(
            *(Extraction(o.id, writer.extractor.version + BY_QUESTION * f.by_question, to_json(f)) for o, f in fresh),
            *judged.extractions([o.id for o, _ in fresh]),
        ),
        contingencies=(
            *(c for o, f in fresh for c in contingencies_of(o, f)),
            *(c for o, _ in fresh if o.id in read for c in contingencies_of(o, read[o.id], prefix="judged_")),
        ),
        verdicts=(*judged.verdicts, *follows.verdicts),
        outbox=tuple(promise(o, host=writer.host_name) for o, _ in fresh) if to_host else (),
    )
    yield Stage("commit")
    duplicates = len(batch) - len(fresh)
    return changes, receipt_of(changes, workspace, fresh, duplicates, reader, judging=judged.report)


def ask_ahead(ahead: AheadReader, batch: Sequence[tuple[Observation, Found]]) -> None:
    """Put what `commit_steps` reads of whatever batch, see `LedgerReader.ahead`."""
    fresh_of(ahead, batch)
    ahead.last_observation()
    ahead.contingencies()
    slots = slots_of(batch)
    ahead.in_slots(slots)
    ahead.verdicts(list(map(slot_key, slots)))
    ahead.transitions_in(slots, fewer_than=SHORT)  # the folds of others are kept, as a rule


def fresh_of(reader: LedgerReader, batch: Sequence[tuple[Observation, Found]]) -> list[tuple[Observation, Found]]:
    """Each observation once, without those that are stored under their key already, in the order of saying.

    Raises:
        InvalidInputError: a key has come with another text, in this batch or before.
    """
    unique = {o.idempotency_key: (in_its_place(o, f), f) for o, f in reversed(batch)}
    apart = {o.id: _apart(o) for o, _ in batch if o.agent is not None or o.session is not None}
    known = reader.ids_by_key([*(key or "" for key in unique), *apart.values()])
    named = {o.id: o.idempotency_key for o, _ in batch}
    if known and (own := _own_keys(reader, [o for o, _ in batch], known, apart)):
        batch = [(altered(o, idempotency_key=own.get(o.id, o.idempotency_key)), f) for o, f in batch]
        unique = {o.idempotency_key: (in_its_place(o, f), f) for o, f in reversed(batch)}
    if known or len(unique) < len(batch):
        _check_keys(reader, [o for o, _ in batch], known, named)
    fresh = [(o, f) for key, (o, f) in unique.items() if (key or "") not in known]
    return sorted(fresh, key=lambda pair: pair[0].order) if len(fresh) > 1 else fresh


def _apart(observation: Observation) -> str:
    return key_in(observation.idempotency_key or "", agent=observation.agent, session=observation.session)


def _own_keys(
    reader: LedgerReader, batch: Sequence[Observation], known: Mapping[str, str], apart: Mapping[str, str]
) -> dict[str, str]:
    """Keys of their own, by id, for observations whose key stands for what was said where theirs is not seen (law 8).

    Two sessions may count their messages alike: the one's is not the other's told again, and no reason to refuse it.
    What is stored under a key of its own keeps it when what its key stood for has been erased.
    """
    there = {o.id: o for o in reader.observations(known.values())}
    named = {key: there[i] for key, i in known.items() if i in there}

    def stands_for_another(said: Observation) -> bool:
        other = named.get(said.idempotency_key or "")
        return other is not None and not sees(said, other)

    return {o.id: apart[o.id] for o in batch if o.id in apart and (apart[o.id] in known or stands_for_another(o))}


def _check_keys(
    reader: LedgerReader, batch: Sequence[Observation], known: Mapping[str, str], named: Mapping[str, str | None]
) -> None:
    """Refuse a text under the key of another: passed over as told already, it would be lost without a word.

    `named` is the key that each was handed over with, by id.
    """
    stored = {o.id: o.text for o in reader.observations(known.values())}
    first = {key: stored[identity] for key, identity in known.items() if identity in stored}
    for observation in batch:
        if first.setdefault(observation.idempotency_key or "", observation.text) != observation.text:
            where = f"turns[{observation.position}]." if len(batch) > 1 else ""
            key = named[observation.id] or ""
            raise InvalidInputError(f"{where}key", f"{key!r} stands for another text already: pass a key of its own")
