"""A write in the making: the ledger as read, with what this write adds, folded slot by slot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from atma_overlay.altering import altered
from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import STATING, DecisionState, Held, Observation, Slot, Standing, Statement, Status, Verdict
from atma_overlay.state.contents import content_id
from atma_overlay.state.difference import Difference
from atma_overlay.state.folds.carried import NOTHING_CARRIED, Carried
from atma_overlay.state.folds.closures import Closures
from atma_overlay.state.folds.folded import ByWords, Folded
from atma_overlay.state.folds.kept_rulings import Decided, KeptRulings
from atma_overlay.state.folds.slot_folds import SlotFolds
from atma_overlay.state.open_ones import OpenBySlot, OpenOnes
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.state.reinstated import reinstated
from atma_overlay.state.slots.conversation import Conversation
from atma_overlay.state.slots.naming import Naming
from atma_overlay.state.slots.shortlists import SHORTLIST, Shortlists
from atma_overlay.state.stored import Stored, closed_after

FIRST = datetime.min.replace(tzinfo=UTC)
MANY = 2
"""Slots that are worth reading at once."""


class Workspace:
    """Statements by slot, loaded when first asked for; `replay` starts from nothing and ends as a difference.

    Args:
        reader: the ledger as it is.
        linker: answers the pairs that no kept ruling does.
        replay: start without the stored statements; what is not added again is withdrawn.
        since: a replay takes what was observed before this as it is stored (see `state.beginnings`); None: nothing.
        gone: observations that are being erased; what they retired stays retired.
        carried: what is taken over from another plane.
        named_earlier: whom stored observations since an instant named, the latest first; read when a pronoun asks.
        fresh: observations that are not stored yet, in the order of saying; nor is what follows from them.
    """

    def __init__(
        self,
        reader: LedgerReader,
        linker: Linker,
        *,
        replay: bool = False,
        since: datetime | None = None,
        gone: Collection[str] = (),
        carried: Carried = NOTHING_CARRIED,
        named_earlier: Callable[[datetime], Iterable[Naming]] = lambda _: (),
        fresh: Sequence[Observation] = (),
    ) -> None:
        self._reader, self._linker, self._replay = reader, linker, replay
        self._gone, self.since = frozenset(gone), since
        self._fresh, self._at = frozenset(o.id for o in fresh), fresh[0].observed_at if fresh else None
        self._stored = Stored(reader, gone=self._gone, everything=replay)
        self._slots: dict[Slot, dict[str, Statement]] = {}
        self._folded: dict[Slot, Folded] = {}
        self._open = OpenBySlot()
        self._touched: set[Slot] = set()
        self._moved: set[Slot] = set()
        self._added: dict[str, Statement] = {}
        self._by_id: dict[str, Statement] = {}
        self._lists = Shortlists(None if replay else reader, by_id=self._by_id, stored=self._stored.by_id)
        self._rulings = KeptRulings(reader, carried)
        if replay:
            self._rulings.load([*self._stored.in_slot, *self._stored.lost_in])
        self._folds = SlotFolds(reader, linker, rulings=self._rulings, anew=replay or bool(self._gone))
        until = FIRST if replay else None
        self._closures = Closures(reader, gone=self._gone, until=until, carried=carried.closed)
        self.conversation = Conversation(reader, named_earlier, until=since or until, gone=self._gone)
        self._revision: int | None = None
        if replay:
            self._touched |= self._stored.lost_in.keys()
        if replay and since is not None:
            self._begin(since)

    def _begin(self, since: datetime) -> None:
        """Take what was observed before an instant as it is stored; slots that are all of it stand as they do."""
        disturbed = self._touched | self._stored.begin(since)
        for statement in self.before:
            self._by_id[statement.id] = statement
            self._lists.add(statement)
        for slot in disturbed:
            self.statements(slot)

    @property
    def before(self) -> Iterator[Statement]:
        """The statements that a replay takes as they are stored."""
        return (h.statement for held in self._stored.before.values() for h in held)

    def told_in(self, observation_id: str) -> list[Statement]:
        """The open records that an utterance told."""
        told = {s.id: s for part in self._lists.told(observation_id, among=()) for s in part}
        return [s for s in told.values() if self._is_record(s, open_only=True)]

    def statements(self, slot: Slot) -> dict[str, Statement]:
        """The statements of a slot by id, this write's among them."""
        found = self._slots.get(slot)
        if found is None:
            self._take(slot, self._stored.of(slot))
            found = self._slots[slot]
        return found

    def _take(self, slot: Slot, held: Sequence[Held]) -> None:
        self._slots[slot] = self._stored.meet(slot, held)
        self._by_id |= self._slots[slot]
        self._lists.load(self._slots[slot].values())

    def load(self, slots: Iterable[Slot]) -> None:
        """Read several slots, with what their folds take, at once."""
        for slot, found in self._read(slots).items():
            self._take(slot, found)

    def expect(self, slots: Iterable[Slot]) -> None:
        """Have the reader meet several slots at once; none of them is met here before it is asked for."""
        self._read(slots)

    def _read(self, slots: Iterable[Slot]) -> dict[Slot, list[Held]]:
        """Several slots as they are stored; their rulings are kept here, their transitions with the reader."""
        missing = [slot for slot in dict.fromkeys(slots) if slot not in self._slots]
        if self._replay or len(missing) < MANY:
            return {}
        by_slot = self._stored.of_each(missing)
        self._rulings.load(missing)
        if unkept := self._folds.take_up(by_slot):
            self._reader.transitions(unkept)  # and so they are met
        return by_slot

    def add(self, statement: Statement) -> Statement:
        """Put a statement into its slot; it gets the id that its content gives it."""
        held = self.statements(statement.slot)
        identity = content_id(statement)
        if identity in held:
            return held[identity]
        stored = self._stored.by_id.get(identity)
        sequence = self._next_revision() if stored is None else stored.statement.sequence
        statement = altered(statement, id=identity, sequence=sequence)
        held[statement.id] = statement
        self._by_id[statement.id] = statement
        if stored is None:
            self._added[statement.id] = statement
        self._lists.add(statement)
        self._touched.add(statement.slot)
        self._moved.add(statement.slot)
        self._folded.pop(statement.slot, None)
        self._folds.add(statement)
        return statement

    def _next_revision(self) -> int:
        """When what is new is first recorded; told here, the ledger need not copy it to say so."""
        if self._revision is None:
            self._revision = self._reader.revision() + 1
        return self._revision

    def touch(self, slot: Slot) -> None:
        """Fold the slot anew, and write what changed."""
        self._touched.add(slot)
        self._moved.add(slot)
        self._folded.pop(slot, None)
        self._folds.drop(slot)

    def moved(self) -> list[Slot]:
        """The slots that were touched since this was last asked."""
        moved, self._moved = sorted(self._moved, key=str), set()
        return moved

    def discard(self, statement: Statement) -> None:
        """Take back a consequence that this workspace added: what it followed from is gone."""
        identity = content_id(statement)
        self._slots[statement.slot].pop(identity, None)
        if (known := self._by_id.pop(identity, None)) is not None:
            self._lists.discard(known)
        self._added.pop(identity, None)
        self.touch(statement.slot)

    def stored_moves(self, slot: Slot) -> dict[str, str | None]:
        """The transitions of the slot that are stored as applied: what each leads to, by its id."""
        base = self._folds.bases.get(slot)
        if base is not None:
            return {i: draft.to_id for i, draft in base.drafts.items() if draft.applied}
        ids = {i for i in self.statements(slot) if i in self._stored.by_id}
        found = (j for j in self._reader.transitions(ids) if j.transition.slot == slot) if ids else ()
        return {j.transition.id: j.transition.to_id for j in found if j.latest.state is DecisionState.APPLIED}

    def decide(self, decided: Decided) -> None:
        """Put a person's rulings into force."""
        self._rulings.decide(decided)
        self.touch(decided.slot)

    def rule(self, slot: Slot, verdict: Verdict) -> None:
        """Keep an answer about a pair of the slot, unless one is kept: what was asked once is not asked again."""
        if self._rulings.add(slot, verdict):
            self.touch(slot)

    def folded(self, slot: Slot) -> Folded:
        """The outcome of a slot as this write leaves it."""
        folded = self._folded.get(slot)
        if folded is None:
            folded, changed = self._folds.folded(slot, self.statements(slot), self._stored.in_slot[slot], self._closed)
            self._folded[slot] = folded
            self._open.note(slot, changed)
        return folded

    def standing(self, statement: Statement) -> Standing | None:
        """What became of a statement."""
        slot = statement.slot
        if slot in self._slots:
            folded = self._folded.get(slot) or self.folded(slot)
            return folded.standings.get(statement.id)
        stored = self._stored.by_id.get(statement.id)
        if stored is not None and closed_after(stored.standing, self._at):
            return self.folded(slot).standings.get(statement.id)
        return stored.standing if stored else None

    def stands(self, held: Held) -> Standing | None:
        """What becomes of a stored statement by this write; None where it is withdrawn."""
        slot = held.statement.slot
        if slot in self._slots:
            return self.folded(slot).standings.get(held.statement.id)
        return None if self._replay and slot not in self._stored.before else held.standing

    def active(self, slot: Slot) -> list[Statement]:
        """The records of a slot that are open: active and not bounded in time."""
        return list(self._open_ones(slot).by_id.values())

    def recent(self, slot: Slot) -> list[Statement]:
        """The latest of `active`, at most a shortlist: what a new statement of the slot is compared with."""
        return self._open_ones(slot).latest(SHORTLIST)

    def _open_ones(self, slot: Slot) -> OpenOnes:
        statements = self.statements(slot)
        if not statements:
            return OpenOnes({}, {})
        return self._open.of(slot, statements, self.folded(slot).standings)

    def found(
        self,
        field: str,
        terms: Collection[str],
        *,
        open_only: bool = True,
        where: Callable[[Statement], bool] = lambda _: True,
    ) -> list[Statement]:
        """Records that carry any of the terms in a field, the latest observed first.

        Args:
            field: "value", "attribute", "unit" or "subject".
            terms: stems, any of which will do.
            open_only: leave out what was retired or ended.
            where: what else is asked of them; the shortlist is made before.
        """
        latest = self._lists.latest(field, terms)
        chosen = [s for s in latest if where(s) and self._is_record(s, open_only=open_only)]
        return sorted(chosen, key=self._lists.order, reverse=True)

    def _is_record(self, statement: Statement, *, open_only: bool) -> bool:
        if statement.act not in STATING:
            return False
        standing = self.standing(statement)
        if standing is None or standing.record_id != statement.id:
            return False
        return not open_only or (standing.status is Status.ACTIVE and standing.valid_to is None)

    def told_beside(self, statement: Statement, *, among: Iterable[Statement]) -> Iterator[Statement]:
        """What the utterance that states it told in other slots; what those of `among` did is read with it.

        What has to be read comes last; some may come twice.
        """
        for told in self._lists.told(statement.observation_id, among=among):
            for other in told:
                if other.slot != statement.slot:
                    yield other

    def is_record(self, statement: Statement) -> bool:
        """Whether a statement is an open or past record."""
        return self._is_record(statement, open_only=False)

    def spoken(self, terms: Collection[str]) -> list[Statement]:
        """Open or past records whose sentence holds any of the terms, the latest observed first."""
        said = [s for s in self._lists.spoken(terms) if self._is_record(s, open_only=False)]
        return sorted(said, key=self._lists.order, reverse=True)

    @property
    def added(self) -> tuple[Statement, ...]:
        """The statements that this write adds."""
        return tuple(self._added.values())

    @property
    def met(self) -> Mapping[str, Statement]:
        """The statements that this workspace has met, by id."""
        return self._by_id

    def statement(self, statement_id: str) -> Statement | None:
        """A statement that this workspace has met."""
        return self._by_id.get(statement_id)

    def _closed(self, slot: Slot) -> ByWords:
        """Records of the slot whose successor is erased, or is being erased."""
        return self._closures.of(slot, self._stored.with_lost(slot), erased=self._erased)

    def reach(self, until: datetime | None) -> bool:
        """Have a replay go on from an instant (None: the end) with what was closed until then by something erased.

        Whether that closes any more records.
        """
        slots = self._closures.reach(until) if self._replay else []
        for slot in slots:
            self.touch(slot)
        return bool(slots)

    @property
    def foresees(self) -> bool:
        """Whether it met a record that something erased closed only after what is written was said."""
        return self._at is not None and self._closures.any_after(self._at)

    def outcome(self, *, now: datetime) -> Changeset:
        """What takes the ledger from what is stored to what this workspace holds."""
        withdrawn = self._stored.withdrawn(self._slots) if self._replay else []
        touched = self._touched | {self._stored.by_id[i].statement.slot for i in withdrawn}
        if self._replay and self.since is None:
            touched |= self._slots.keys()
        folded = {slot: self.folded(slot) for slot in sorted(touched, key=str)}
        bases = {slot: base for slot, base in self._folds.bases.items() if slot in folded}
        fresh = (bases[slot].fresh(f) if slot in bases else f.standings for slot, f in folded.items())
        standings = [s for each in fresh for i, s in each.items() if self._stored.differs(i, s)]
        known = self._stored.by_id.__contains__
        ids = (i for slot in folded if slot not in bases for i in self.statements(slot))
        difference = Difference(
            self._reader, folded, bases, {*filter(known, ids), *withdrawn, *self._stored.lost},
            self._fresh, self._erased, self._rulings.fate_of, now,
        )  # fmt: skip
        transitions, decisions = difference.of(known)
        back = reinstated(self._reader, standings, before=self._stored.by_id, now=now)
        if not self._replay:
            self._folds.put_back({s.slot for s in self._added.values()})
        return Changeset(
            statements=tuple(self._added.values()), standings=tuple(standings), withdrawn=tuple(withdrawn),
            transitions=tuple(transitions), decisions=tuple(decisions),
            verdicts=self._rulings.new, stagings=back,
        )  # fmt: skip

    def _erased(self, statement_id: str) -> bool:
        return statement_id not in self._by_id and self._stored.is_erased(statement_id)
