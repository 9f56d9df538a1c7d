"""What people say of a record by an act of their own: that it was never true, or is not to be used."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, LedgerWrite, Stage
from atma_overlay.errors import NotFoundError
from atma_overlay.language.candidates import ABOUT_RULE, Candidate, Found, Part
from atma_overlay.language.endings.retractions import of_rule, of_rule_alone
from atma_overlay.language.extract import VERSION
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    PERSON,
    Act,
    Cardinality,
    Change,
    Contingency,
    Held,
    Observation,
    Origin,
    Status,
)
from atma_overlay.scope import Scope
from atma_overlay.state.folds.narrowing import records_seen, spell_of
from atma_overlay.state.propagation.rulebook import Rulebook
from atma_overlay.state.slots.topics import topic_records
from atma_overlay.state.workspace import Workspace
from atma_overlay.steady import after
from atma_overlay.values.normal import normalise
from atma_overlay.values.own_names import OwnNames
from atma_overlay.views import WriteReceipt
from atma_overlay.writing.catching_up import in_turn
from atma_overlay.writing.composing import commit
from atma_overlay.writing.resolving import rules_of
from atma_overlay.writing.writer import Writer


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
        dated: whether it was told when.
    """

    act: Act
    what: str
    words: str
    value: str | None
    at: datetime
    origin: Origin = Origin.USER
    dated: bool = False

    @property
    def by(self) -> str:
        """Whose word it is, for the record: a person's, unless something else stands behind it."""
        return f"{PERSON}{self.origin}" if self.origin is Origin.USER else VERSION


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
        if deed.act is Act.RETRACT:
            raise NotFoundError("record", deed.words, remedy="name it by its id, or in the words it was told in")
        raise NotFoundError("record", deed.words)
    handed_over = writer.clock()
    if not deed.dated:
        deed = replace(deed, at=_after(targets, rules, in_turn(reader, deed.at, clock=writer.clock)))
        handed_over = max(handed_over, deed.at)
    text = deed.value if deed.value is not None else "retracted"
    about = [str(t.statement.slot) for t in targets] + [r.id for r in rules]
    observation = Observation(
        f"obs_{secrets.token_hex(10)}", text, "user", None, deed.origin, deed.at, handed_over, 0,
        hashlib.sha256(f"{deed.act}\x1f{text}\x1f{about}".encode()).hexdigest()[:32],
        scope.agent, scope.session, secrets.token_hex(16),
    )  # fmt: skip
    own = writer.extractor.lexicon.names
    candidates = (*(_candidate(t, deed, own) for t in targets), *(_forgetting(r, deed, text) for r in rules))
    return commit(reader, [(observation, Found(candidates, (), ()))], writer, to_host=False)


def _after(targets: Sequence[Held], rules: Sequence[Contingency], at: datetime) -> datetime:
    """When an undated deed is done: whoever names something has seen it, though its own date be ahead of the clock."""
    last = max([*(t.statement.observed_at for t in targets), *(r.observed_at for r in rules)])
    return at if at > last else after(last)


def _targets(reader: LedgerReader, writer: Writer, scope: Scope, deed: Deed) -> list[Held]:
    if reader.held([deed.what]):
        spell = spell_of(deed.what, scope, reader=reader, linker=writer.linker)
        return [h for h in spell if h.is_record]
    if deed.act is not Act.RETRACT or of_rule_alone(deed.words):
        return []
    found = [s.id for s in topic_records(deed.words, Workspace(reader, writer.linker))]
    if scope.agent is None and scope.session is None:
        return reader.held(found)
    return [h for record_id in found for h in records_seen(record_id, scope, reader=reader, linker=writer.linker)]


def _rules_meant(reader: LedgerReader, scope: Scope, deed: Deed) -> list[Contingency]:
    """The stated rules that words to forget are of: words of a rule take back no fact."""
    if deed.act is not Act.RETRACT or reader.held([deed.what]):
        return []
    book, topic = Rulebook(rules_of(reader, scope)), of_rule(deed.words)
    meant = book.in_the_words(deed.words) if topic is None else book.named(topic, alone=True)
    return [s.rule for s in meant]


def _forgetting(rule: Contingency, deed: Deed, text: str) -> Candidate:
    """The request to forget a rule, by its id: nothing that is kept of it has a word of the rule (law 7)."""
    return Candidate(
        Part.RETRACTED, Act.RETRACT, "user", ABOUT_RULE, True, Cardinality.MULTI, "", rule.id, "topic", None, True,
        (0, len(text)), "", deed.at, None, False, Change.TOLD, None, 1.0, extractor=deed.by,
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
        Change.TOLD, target.norm if deed.value is not None else None, 1.0, extractor=deed.by,
    )  # fmt: skip
