"""What people do to the ledger: look, correct, forget, promote; see `deciding` and `erasure` for the rest."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from atma_overlay.arguments import Page
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Compute, Flow, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import NotFoundError
from atma_overlay.judge.outcome import NOTHING, Outcome, rejected_of, split
from atma_overlay.judge.settings import EXTRACTOR, MARKS
from atma_overlay.language.candidates import ABOUT_RULE, Candidate, Found, Part
from atma_overlay.language.retractions import of_rule, of_rule_alone
from atma_overlay.outbox import MAX_OUTBOX
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.records import (
    Act,
    Cardinality,
    Change,
    Contingency,
    Extraction,
    Held,
    HostLink,
    Observation,
    Origin,
    OutboxItem,
    Slot,
    Staging,
    Status,
    Verdict,
)
from atma_overlay.retention import pruned_of
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker
from atma_overlay.state.causes import causes_of, consequences_of
from atma_overlay.state.narrowing import narrowed, spell_of
from atma_overlay.state.own_names import OwnNames
from atma_overlay.state.present import label_of, staged_records, state_records, transition_records, visible
from atma_overlay.state.propagation.rulebook import Rulebook, Stated, rule_slot
from atma_overlay.state.topics import topic_records
from atma_overlay.state.values import normalise
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import Explanation, Timeline, WriteReceipt
from atma_overlay.writing.composing import commit
from atma_overlay.writing.resolving import stated_rules
from atma_overlay.writing.writer import Writer

SLOTS_READ = 64
"""Slots that a part of a timeline reads at a time."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The slots and the recorded time that a timeline is asked for, and the part of its records."""

    subject: str | None = None
    attribute: str | None = None
    known_at: datetime | None = None
    page: Page = field(default_factory=Page)

    def admits(self, slot: Slot) -> bool:
        """Whether a slot is asked for; names are compared as the ledger writes them."""
        subject, attribute = self.names
        return (subject is None or slot.subject == subject) and (attribute is None or slot.attribute == attribute)

    @property
    def slot(self) -> Slot | None:
        """The one slot that is asked for, where both its names are given."""
        subject, attribute = self.names
        return None if subject is None or attribute is None else Slot(subject, attribute)

    @property
    def names(self) -> tuple[str | None, str | None]:
        """The subject and the attribute as the ledger writes them."""
        subject = self.subject.strip().lower() if self.subject else None
        return subject, self.attribute.strip().lower().replace(" ", "_") if self.attribute else None


def timeline_flow(scope: Scope, wanted: Wanted, *, linker: Linker) -> Flow[Timeline]:
    """Every slot of the scope, in the order of valid time."""
    yield Stage("maintain")
    result: Timeline = yield LedgerRead(scope, lambda reader: _timeline(reader, scope, wanted, linker))
    yield Stage(None)
    return result


def _timeline(reader: LedgerReader, scope: Scope, wanted: Wanted, linker: Linker) -> Timeline:
    known_at = wanted.known_at
    held = _wanted(reader, scope, wanted, linker)
    judged = visible(reader.transitions({h.statement.id for h in held}), scope, reader=reader, known_at=known_at)
    records = staged_records(state_records(held, reader, with_hosts=known_at is None), reader, scope, known_at=known_at)
    places = {h.statement.id: _listed(h) for h in held if h.is_record}
    records.sort(key=lambda r: places[r.id])
    return Timeline(
        records=tuple(records), transitions=tuple(transition_records(judged, reader)),
        contingencies=tuple(_rules(reader, scope, wanted)), revision=reader.revision(),
    )  # fmt: skip


def _rules(reader: LedgerReader, scope: Scope, wanted: Wanted) -> Iterator[str]:
    """The words of the rules that are asked for and may still fire."""
    known_at = wanted.known_at
    noted = [s for s in _stated(reader, scope) if known_at is None or s.rule.recorded_at <= known_at]
    noted = [s for s in noted if wanted.admits(s.rule.parent) or wanted.admits(s.rule.child)]
    held = reader.in_slots([rule_slot(s.rule) for s in noted], known_at=known_at) if noted else []
    said = [h.statement for h in held if scope.admits(h.statement.agent, h.statement.session)]
    return (rule.evidence for rule in Rulebook(noted).waiting(said))


def _stated(reader: LedgerReader, scope: Scope) -> list[Stated]:
    return [s for s in stated_rules(reader) if scope.admits(s.said.agent, s.said.session)]


def _wanted(reader: LedgerReader, scope: Scope, wanted: Wanted, linker: Linker) -> list[Held]:
    """The statements of the records that are asked for, as they stand for the scope."""
    known_at = wanted.known_at
    seen = partial(narrowed, scope=scope, reader=reader, linker=linker, known_at=known_at)
    if wanted.slot is None and wanted.names[0] is None and wanted.page.whole:
        return seen([h for h in reader.all_held(known_at=known_at) if wanted.admits(h.statement.slot)])
    subject = wanted.names[0]
    slots = [wanted.slot] if wanted.slot else [s for s in reader.slots(subject=subject) if wanted.admits(s)]
    held: list[Held] = []
    heads: list[Held] = []
    for start in range(0, len(slots), SLOTS_READ):
        found = seen(reader.in_slots(slots[start : start + SLOTS_READ], known_at=known_at))
        held += found
        heads += (h for h in found if h.is_record)
        if wanted.page.end is not None and len(heads) >= wanted.page.end:
            break
    if wanted.page.whole:
        return held
    asked = {h.statement.id for h in wanted.page.of(sorted(heads, key=_listed))}
    return [h for h in held if h.standing.record_id in asked]


def _listed(held: Held) -> tuple[object, ...]:
    """The place of a record in a timeline; ids, drawn anew in each ledger, only break what else is tied."""
    slot = held.statement.slot
    return (slot.subject, slot.attribute, held.standing.valid_from, *held.order[1:])


def why_flow(record_id: str, scope: Scope, *, now: datetime, linker: Linker) -> Flow[Explanation]:
    """The evidence of a record and every transition in and out of it."""
    yield Stage("maintain")
    result: Explanation = yield LedgerRead(scope, lambda reader: _explain(reader, record_id, scope, now, linker))
    yield Stage(None)
    return result


def _explain(reader: LedgerReader, record_id: str, scope: Scope, now: datetime, linker: Linker) -> Explanation:
    spell = spell_of(record_id, scope, reader=reader, linker=linker)
    head = next((h for h in spell if h.is_record), None)
    if head is None:
        raise NotFoundError("record", record_id)
    record = staged_records(state_records(spell, reader), reader, scope)[0]
    judged = visible(reader.transitions({h.statement.id for h in spell}), scope, reader=reader)
    causes, consequences = (
        visible(found, scope, reader=reader) for found in (causes_of(judged, reader), consequences_of(judged, reader))
    )
    return Explanation(
        record=record, evidence=tuple((h.statement.observation_id, h.statement.evidence) for h in spell),
        transitions=tuple(transition_records(judged, reader)), label=label_of(head, at=now, unresolved=True),
        causes=tuple(transition_records(causes, reader)),
        consequences=tuple(transition_records(consequences, reader)),
        rejected=rejected_of(reader.extractions(sorted({h.statement.observation_id for h in spell}))),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody does to a record: mend its value, or take it out of use.

    Attributes:
        act: which of the two.
        what: the id of a record, or for a retraction the words for it or for a rule.
        words: the same as it may be told: without what the hook takes out, as the records were stored.
        value: the mended one.
        at: when it was said.
        origin: who stands behind it: above what ranks higher it is a proposal (law 9).
    """

    act: Act
    what: str
    words: str
    value: str | None
    at: datetime
    origin: Origin = Origin.USER


def state_flow(writer: Writer, scope: Scope, deed: Deed) -> Flow[WriteReceipt]:
    """`correct` and `forget` as observations of their own, so that they replay like everything else."""
    yield Stage("maintain")
    receipt: WriteReceipt = yield LedgerWrite(scope, lambda reader: _do(reader, writer, scope, deed))
    yield Stage(None)
    return receipt.model_copy(update={"mode": writer.mode})


def _do(reader: LedgerReader, writer: Writer, scope: Scope, deed: Deed) -> tuple[Changeset, WriteReceipt]:
    rules = _rules_meant(reader, scope, deed)
    targets = [] if rules else _targets(reader, writer, scope, deed)
    if not rules and not targets:
        raise NotFoundError("record", deed.words)
    text = deed.value if deed.value is not None else "retracted"
    about = [str(t.statement.slot) for t in targets] + [r.id for r in rules]
    observation = Observation(
        f"obs_{secrets.token_hex(10)}", text, "user", None, deed.origin, deed.at, writer.clock(), 0,
        hashlib.sha256(f"{deed.act}\x1f{text}\x1f{about}".encode()).hexdigest()[:32],
        scope.agent, scope.session, secrets.token_hex(16),
    )  # fmt: skip
    own = writer.extractor.lexicon.names
    candidates = (*(_candidate(t, deed, own) for t in targets), *(_forgetting(r, deed, text) for r in rules))
    return commit(reader, [(observation, Found(candidates, (), ()))], writer, to_host=False)


def _targets(reader: LedgerReader, writer: Writer, scope: Scope, deed: Deed) -> list[Held]:
    if reader.held([deed.what]):
        spell = spell_of(deed.what, scope, reader=reader, linker=writer.linker)
        return [h for h in spell if h.is_record]
    if deed.act is not Act.RETRACT or of_rule_alone(deed.words):
        return []
    found = topic_records(deed.words, Workspace(reader, writer.linker))
    return reader.held([s.id for s in found if scope.admits(s.agent, s.session)])


def _rules_meant(reader: LedgerReader, scope: Scope, deed: Deed) -> list[Contingency]:
    """The stated rules that words to forget are of: words of a rule take back no fact."""
    if deed.act is not Act.RETRACT or reader.held([deed.what]):
        return []
    book, topic = Rulebook(_stated(reader, scope)), of_rule(deed.words)
    meant = book.in_the_words(deed.words) if topic is None else book.named(topic, alone=True)
    return [s.rule for s in meant]


def _forgetting(rule: Contingency, deed: Deed, text: str) -> Candidate:
    """The request to forget a rule, by its id: nothing that is kept of it has a word of the rule (law 7)."""
    return Candidate(
        Part.RETRACTED, Act.RETRACT, "user", ABOUT_RULE, True, Cardinality.MULTI, "", rule.id, "topic", None, True,
        (0, len(text)), "", deed.at, None, False, Change.TOLD, None, 1.0,
    )  # fmt: skip


def _candidate(held: Held, deed: Deed, own: OwnNames) -> Candidate:
    """The statement that a person makes by it. What is over is mended over its own time: it says nothing of now.

    Where that is no time at all, since what corrected it was erased, nothing is known of now, and this is what is so.
    """
    target, standing = held.statement, held.standing
    unknown = standing.status is Status.INVALIDATED and standing.valid_to == standing.valid_from
    over = deed.act is Act.CORRECT and standing.valid_to is not None
    until = standing.valid_to if over and not unknown else None
    mended = target.value if deed.value is None else deed.value
    norm = own.norm(normalise(mended)) if deed.value is not None else target.norm
    since = standing.valid_from if over else deed.at
    return Candidate(
        Part.STATEMENT, deed.act, target.slot.subject, target.slot.attribute, True, target.cardinality, mended,
        norm, target.value_kind, target.unit, target.affirmed,
        (0, len(mended)), deed.value or "", since, until, target.temporary,
        Change.TOLD, target.norm if deed.value is not None else None, 1.0,
    )  # fmt: skip


def promote_flow(writer: Writer, scope: Scope, *, shadow: Ledger) -> Flow[WriteReceipt]:
    """Feed what the shadow plane observed through the live write path.

    The host has the texts already, so their links come along; persons' rulings and what retention made of the records
    come along too, and what the host has not taken yet is handed over from the live plane.
    """
    yield Stage("maintain")
    plane: _Shadow = yield Compute(lambda: shadow.read(scope, _shadow))
    receipt: WriteReceipt = yield LedgerWrite(scope, lambda reader: _promote(reader, plane, writer, scope))
    yield Stage(None)
    return receipt.model_copy(update={"mode": writer.mode})


@dataclass(frozen=True, slots=True)
class _Shadow:
    """What the shadow plane holds that the live one does not derive."""

    observations: tuple[Observation, ...]
    extractions: tuple[Extraction, ...]
    links: tuple[HostLink, ...]
    outbox: tuple[OutboxItem, ...]
    verdicts: tuple[Verdict, ...]
    pruned: tuple[Staging, ...]


def _shadow(reader: LedgerReader) -> _Shadow:
    observed = reader.observed_after(None)
    ids = [o.id for o in observed]
    return _Shadow(
        tuple(observed), tuple(reader.extractions(ids)), tuple(reader.links(observation_ids=ids)),
        tuple(reader.outbox(limit=MAX_OUTBOX)), tuple(reader.verdicts()), tuple(pruned_of(reader)),
    )  # fmt: skip


def _under_keys_of_their_own(reader: LedgerReader, said: Sequence[Observation]) -> list[Observation]:
    """What the shadow plane observed; a text whose key stands for another one on the live plane comes under another.

    A key is refused only to who hands a text over and may choose another: here both were taken in, and both are kept.
    The live plane's text keeps the key; the other one's new key is drawn from its id, so that it is promoted once.
    """
    known = reader.ids_by_key([o.idempotency_key for o in said if o.idempotency_key])
    texts = {o.id: o.text for o in reader.observations(known.values())}
    taken = {key: texts[i] for key, i in known.items() if i in texts}
    return [o if taken.get(o.idempotency_key or "", o.text) == o.text else _under_another_key(o) for o in said]


def _under_another_key(observation: Observation) -> Observation:
    return replace(observation, idempotency_key=digest("promoted under", observation.id))


def _promote(reader: LedgerReader, plane: _Shadow, writer: Writer, scope: Scope) -> tuple[Changeset, WriteReceipt]:
    found, read = split(plane.extractions)
    said = [o for o in plane.observations if scope.admits(o.agent, o.session)]
    erased = reader.erased([o.id for o in said])  # by a version that left the shadow plane as it was
    there = _under_keys_of_their_own(reader, [o for o in said if o.id not in erased])
    batch = [(o, found.get(o.id, NOTHING)) for o in there]
    by_judge = Outcome(found=read)
    changes, receipt = commit(reader, batch, writer, to_host=False, rulings=plane.verdicts, judged=by_judge)
    stored = {o.id for o in changes.observations}
    records = {s.record_id for s in changes.standings if s.record_id == s.statement_id} & {
        s.id for s in changes.statements
    }
    kept = [e for e in changes.extractions if not e.extractor.startswith(EXTRACTOR)]
    kept += [e for e in plane.extractions if e.extractor.startswith(MARKS) and e.observation_id in stored]
    return replace(
        changes,
        extractions=tuple(kept),
        links=tuple(link for link in plane.links if link.observation_id in stored),
        outbox=tuple(item for item in plane.outbox if item.observation_id in stored),
        stagings=tuple(staging for staging in plane.pruned if staging.record_id in records),
    ), receipt
