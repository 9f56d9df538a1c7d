"""What a host holds for over, heard as evidence: at most it makes a proposal, and never a retirement.

A host that judges with a model retires facts that are true (of Graphiti's own, 3 of 4 audited were wrong: issue #1728
of its tracker). So a retirement is heard only where a fact of a fitting shape displaced it, and where the ledger keeps
both facts in one slot: then the pair, which the rules hold possible side by side, waits in `review`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, HostRetired, LedgerRead, LedgerWrite, Stage
from atma_overlay.ports.host_powers import HostFact, HostRetirement
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import STATING, Held, LinkState, Ruling, Statement, Status, Verdict
from atma_overlay.scope import Scope
from atma_overlay.state.folds.carried import Carried
from atma_overlay.state.pairs.adjudication import Linker, pair_key
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import content_words
from atma_overlay.writing.resolving import replay
from atma_overlay.writing.writer import Writer

CONFIDENCE = 0.5
"""Of what a host's own judgement makes a proposal: below what is applied, see `APPLY_AT`."""


class Hearing(StrEnum):
    """What became of one retirement of a host's own."""

    DISPUTED = "disputed"
    """No fact of a fitting shape displaced it: it counts for nothing."""
    AGREED = "agreed"
    """The ledger holds it for over as well, by what was said."""
    PROPOSED = "proposed"
    """The rules hold that both are true: it waits in `review`, and both are shown as contested until then."""
    RULED = "ruled"
    """It was ruled on before, or is proposed already: that stands."""
    UNREAD = "unread"
    """The ledger keeps no two facts of one slot that say it: nothing there can be retired by it."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a host holds for over, by what became of it."""

    counts: Mapping[Hearing, int] = field(default_factory=dict)

    @property
    def proposed(self) -> int:
        """How many proposals were made."""
        return self.counts.get(Hearing.PROPOSED, 0)


def retired_flow(writer: Writer, scope: Scope) -> Flow[tuple[HostRetirement, ...]]:
    """What the host holds for over; nothing where it does not judge."""
    if not writer.powers.retires:
        return ()
    retired: tuple[HostRetirement, ...] = yield HostRetired(scope)
    return retired


def hearing_flow(
    writer: Writer, scope: Scope, retired: Sequence[HostRetirement], *, dry_run: bool = False
) -> Flow[Heard]:
    """Compare a host's retirements with the ledger's statements, and propose what only the host holds."""
    if not retired:
        return Heard()
    yield Stage("adjudicate")
    court = _Court(writer.linker, writer.host_name, writer.clock())
    if dry_run:
        heard: Heard = yield LedgerRead(scope, lambda reader: court.heard(reader, retired)[1])
    else:
        heard = yield LedgerWrite(scope, lambda reader: court.heard(reader, retired))
    return heard


@dataclass(frozen=True, slots=True)
class _Pair:
    """A statement and the later one that may have displaced it."""

    earlier: Held
    later: Held


@dataclass(frozen=True, slots=True)
class _Court:
    linker: Linker
    host: str
    now: datetime

    def heard(self, reader: LedgerReader, retired: Sequence[HostRetirement]) -> tuple[Changeset, Heard]:
        """The changes and the counts."""
        reader.takes_long()
        said = _Said(reader, self.host, retired)
        ruled = {v.pair for v in reader.verdicts()}
        counts: Counter[Hearing] = Counter()
        verdicts: dict[str, Verdict] = {}
        for retirement in retired:
            hearing, found = self._one(retirement, said, ruled)
            counts[hearing] += 1
            verdicts |= {v.pair: v for v in found}
        return self._changed(reader, list(verdicts.values())), Heard(dict(counts))

    def _one(self, retirement: HostRetirement, said: _Said, ruled: set[str]) -> tuple[Hearing, list[Verdict]]:
        if not retirement.plausible:
            return Hearing.DISPUTED, []
        earlier = said.statements(retirement.fact)
        if earlier and not any(_open(held) for held in earlier):
            return Hearing.AGREED, []
        pairs = list(_pairs(earlier, [h for fact in retirement.by for h in said.statements(fact)], said))
        if not pairs:
            return Hearing.UNREAD, []
        contests = [found for found in _by_records(pairs) if ruled.isdisjoint(map(_key, found))]
        kept = [found[0] for found in contests if all(map(self._keeps, found))]
        if not kept:
            return Hearing.RULED, []
        return Hearing.PROPOSED, [self._verdict(pair) for pair in kept]

    def _keeps(self, pair: _Pair) -> bool:
        """Whether the rules hold that both are true; where they propose or retire by themselves, that stands."""
        return self.linker.rule(pair.earlier.statement, pair.later.statement).ruling is Ruling.KEEP

    def _verdict(self, pair: _Pair) -> Verdict:
        reason = "the host holds the earlier one for over since the later one"
        return Verdict(_key(pair), Ruling.PROPOSE, f"host:{self.host}", reason, CONFIDENCE, self.now, 0)

    def _changed(self, reader: LedgerReader, verdicts: Sequence[Verdict]) -> Changeset:
        if not verdicts:
            return Changeset()
        workspace = Workspace(reader, self.linker, replay=True, carried=Carried(tuple(verdicts)))
        replay(reader, workspace)
        return workspace.outcome(now=self.now)


class _Said:
    """What the ledger keeps of a host's facts: through the links of their memories, by the words of their values."""

    def __init__(self, reader: LedgerReader, host: str, retired: Iterable[HostRetirement]) -> None:
        facts = [fact for r in retired if r.plausible for fact in (r.fact, *r.by)]
        links = reader.links(host_ids={i for fact in facts for i in fact.ids}) if facts else []
        self._said: defaultdict[str, list[str]] = defaultdict(list)
        for link in links:
            if link.host == host and link.state is LinkState.LIVE:
                self._said[link.host_id].append(link.observation_id)
        self._stated: defaultdict[str, list[Held]] = defaultdict(list)
        for held in reader.of_observations({i for ids in self._said.values() for i in ids}):
            self._stated[held.statement.observation_id].append(held)
        slots = {held.statement.slot for stated in self._stated.values() for held in stated}
        self._members: defaultdict[str, list[Statement]] = defaultdict(list)
        for held in reader.in_slots(slots) if slots else ():
            self._members[held.standing.record_id].append(held.statement)

    def statements(self, fact: HostFact) -> list[Held]:
        """The statements whose values a fact says."""
        words = content_words(normalise(fact.text))
        found = {i for memory in fact.ids for i in self._said.get(memory, ())}
        stated = [held for i in sorted(found) for held in self._stated.get(i, ())]
        return [h for h in stated if h.statement.act in STATING and _is_said(h.statement, words)]

    def restated(self, pair: _Pair) -> bool:
        """Whether the earlier value was said again after the later one."""
        members = self._members[pair.earlier.standing.record_id]
        return any(m.order >= pair.later.statement.order for m in members)


def _is_said(statement: Statement, words: frozenset[str]) -> bool:
    mine = content_words(statement.norm)
    return bool(mine) and mine <= words


def _open(held: Held) -> bool:
    standing = held.standing
    return standing.status is Status.ACTIVE and standing.valid_to is None


def _pairs(earlier: Sequence[Held], later: Sequence[Held], said: _Said) -> Iterator[_Pair]:
    """The pairs of one slot that compete by their dates; what is over, bounded or said again is no longer in doubt."""
    for old in filter(_open, earlier):
        for new in later:
            pair = _Pair(old, new)
            one, other = old.statement, new.statement
            apart = one.slot == other.slot and one.observation_id != other.observation_id
            alike = one.affirmed == other.affirmed and old.standing.record_id != new.standing.record_id
            lasting = not (other.bounded or other.temporary)
            if apart and alike and lasting and one.order < other.order and not said.restated(pair):
                yield pair


def _by_records(pairs: Sequence[_Pair]) -> list[list[_Pair]]:
    """The pairs of each two records, those first that were said first: one proposal is enough of a contest."""
    found: defaultdict[tuple[str, str], list[_Pair]] = defaultdict(list)
    for pair in sorted(pairs, key=lambda p: (p.later.statement.order, p.earlier.statement.order)):
        found[pair.earlier.standing.record_id, pair.later.standing.record_id].append(pair)
    return list(found.values())


def _key(pair: _Pair) -> str:
    return pair_key(pair.earlier.statement, pair.later.statement)
