"""What the overlay would do to the store's facts: each retirement or proposal with both pieces of evidence."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from atma_overlay.ports.host import HostMemory
from atma_overlay.records import DecisionState, Kind, Status
from atma_overlay.views import StateRecord, Timeline, TransitionRecord


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Side(_Part):
    """One side of a change: what was said, where and when."""

    value: str | None
    """None where the evidence ends a value and names none in its place."""
    evidence: str
    """The sentence that states it, verbatim."""
    said_at: datetime | None
    """None where the host gives the memory no date."""
    host_ids: tuple[str, ...]
    """The memories that say it, the stating one first."""
    text: str
    """The whole stating memory."""
    speaker: str | None = None


class Finding(_Part):
    """A transition that the overlay would apply, or propose to a person."""

    key: str
    """Stands for the content of the finding, so that a person's mark holds over a second audit."""
    state: DecisionState
    kind: Kind
    subject: str
    attribute: str
    old: Side
    new: Side
    valid_at: datetime | None
    reason: str
    decider: str
    confidence: float

    @property
    def slot(self) -> str:
        """Subject and attribute in words."""
        return slot_words(self.subject, self.attribute)


class Contest(_Part):
    """Values of one slot between which nothing decides; all would be labelled contested."""

    subject: str
    attribute: str
    sides: tuple[Side, ...]

    @property
    def slot(self) -> str:
        """Subject and attribute in words."""
        return slot_words(self.subject, self.attribute)


def slot_words(subject: str, attribute: str) -> str:
    """A slot as people read it."""
    return f"{subject} / {attribute.replace('_', ' ')}"


@dataclass(frozen=True, slots=True)
class Facts:
    """The scratch ledger's records with the host memories that they stand on.

    Attributes:
        timeline: everything that the ledger made of the store.
        memories: the host memory of each observation.
    """

    timeline: Timeline
    memories: Mapping[str, HostMemory]

    def findings(self, state: DecisionState) -> tuple[Finding, ...]:
        """The transitions in a state, in the order of time."""
        records = {r.id: r for r in self.timeline.records}
        chosen = sorted(
            (t for t in self.timeline.transitions if t.state is state),
            key=lambda t: (t.valid_at, t.subject, t.attribute, t.from_value),
        )
        return tuple(self._finding(t, records) for t in chosen)

    def contests(self) -> Iterator[Contest]:
        """Each set of records between which nothing decides, once: whoever is contested with one of it is of it."""
        active = {r.id: r for r in self.timeline.records if r.status is Status.ACTIVE}
        beside: dict[str, set[str]] = {i: set() for i in active}
        for record in active.values():
            for other in active.keys() & record.contested_with:
                beside[record.id].add(other)
                beside[other].add(record.id)
        seen: set[str] = set()
        for identifier, record in active.items():
            members, waiting = set(), [identifier] if identifier not in seen else []
            while waiting:
                one = waiting.pop()
                if one not in members:
                    members.add(one)
                    waiting += beside[one]
            seen |= members
            if len(members) > 1:
                sides = tuple(self.side(r) for r in active.values() if r.id in members)
                yield Contest(subject=record.subject, attribute=record.attribute, sides=sides)

    def by_memory(self) -> dict[str, list[StateRecord]]:
        """The records that each host memory states or states again."""
        out: dict[str, list[StateRecord]] = {}
        for record in self.timeline.records:
            for identifier in self._carriers(record):
                out.setdefault(identifier, []).append(record)
        return out

    def side(self, record: StateRecord) -> Side:
        """A record as one side of a change."""
        memory = self.memories.get(record.observation_id)
        return Side(
            value=record.value if record.affirmed else f"not {record.value}", evidence=record.evidence,
            said_at=memory.created_at if memory else None, host_ids=self._carriers(record),
            text=memory.text if memory else record.evidence, speaker=record.speaker,
        )  # fmt: skip

    def _finding(self, transition: TransitionRecord, records: Mapping[str, StateRecord]) -> Finding:
        old, new = self.side(records[transition.from_id]), self._cause(transition, records)
        return Finding(
            key=_key(transition, old, new), state=transition.state, kind=transition.kind, subject=transition.subject,
            attribute=transition.attribute, old=old, new=new, reason=transition.reason, decider=transition.decider,
            confidence=transition.confidence, valid_at=transition.valid_at if new.said_at else None,
        )  # fmt: skip

    def _cause(self, transition: TransitionRecord, records: Mapping[str, StateRecord]) -> Side:
        """The new side: the successor's own evidence, said again or ended by the memory that caused the change."""
        memory = self.memories.get(transition.cause)
        successor = records.get(transition.to_id or "")
        if successor is not None:
            side = self.side(successor)
            first = (memory.id,) if memory else ()
            return side.model_copy(update={"host_ids": tuple(dict.fromkeys((*first, *side.host_ids)))})
        text = memory.text if memory else ""
        return Side(
            value=transition.to_value, evidence=transition.to_evidence or text,
            said_at=memory.created_at if memory else None, host_ids=(memory.id,) if memory else (), text=text,
            speaker=memory.speaker if memory else None,
        )  # fmt: skip

    def _carriers(self, record: StateRecord) -> tuple[str, ...]:
        said = (record.observation_id, *record.restated_by)
        return tuple(dict.fromkeys(self.memories[o].id for o in said if o in self.memories))


def counted(kinds: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each kind, the most frequent first."""
    out: dict[str, int] = {}
    for finding in kinds:
        out[finding.kind.value] = out.get(finding.kind.value, 0) + 1
    return dict(sorted(out.items(), key=lambda pair: (-pair[1], pair[0])))


def _key(transition: TransitionRecord, old: Side, new: Side) -> str:
    parts: Sequence[str] = (
        transition.state, transition.kind, transition.subject, transition.attribute, old.value or "", new.value or "",
        *old.host_ids[:1], *new.host_ids[:1],
    )  # fmt: skip
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
