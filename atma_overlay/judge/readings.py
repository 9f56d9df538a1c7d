"""What a judge read in one observation, in the form in which it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from atma_overlay.judge.quotes import Borrowed, BorrowedRule, Sources
from atma_overlay.language.candidates import Candidate, Found, Part, StatedContingency
from atma_overlay.records import Act, Statement
from atma_overlay.views import RejectedNote


@dataclass(frozen=True, slots=True)
class Rejected:
    """What the rules found in a turn and a judge rejects: the turn does not say it.

    It names the rules' candidate by what that is, so that it holds whatever slot a replay would put that into.
    """

    part: Part
    act: Act
    subject: str
    attribute: str
    value: str
    affirmed: bool
    span: tuple[int, int]
    reason: str
    confidence: float

    def of(self, candidate: Candidate) -> bool:
        """Whether it is the one."""
        c = candidate
        return (self.part, self.act, self.subject, self.attribute, self.value, self.affirmed, self.span) == (
            c.part, c.act, c.subject, c.attribute, c.value, c.affirmed, c.span
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class JudgedFound(Found):
    """What a judge found, what of it borrows words from elsewhere, and what of the rules' it rejects."""

    borrowed: tuple[Borrowed, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    borrowed_rules: tuple[BorrowedRule, ...] = ()

    def upheld(self, found: Found) -> Found:
        """What the rules found, without what is rejected."""
        if not self.rejected:
            return found
        kept = tuple(c for c in found.candidates if not any(r.of(c) for r in self.rejected))
        return replace(found, candidates=kept)

    @property
    def sources(self) -> frozenset[str]:
        """The observations that it borrows words from."""
        values = {i for b in self.borrowed for i in b.sources}
        return frozenset(values | {i for b in self.borrowed_rules for i in b.sources})

    def lent(self, texts: Sources) -> JudgedFound:
        """What it found in full, as far as the texts are still there."""
        if not self.borrowed and not self.borrowed_rules:
            return self
        candidates: dict[int, Candidate | None] = dict(enumerate(self.candidates))
        for borrowed in self.borrowed:
            candidates[borrowed.place] = borrowed.lent(self.candidates[borrowed.place], texts)
        rules: dict[int, StatedContingency | None] = {
            n: replace(rule, place=n) for n, rule in enumerate(self.contingencies)
        }
        for borrowing in self.borrowed_rules:
            rule = rules[borrowing.place]
            rules[borrowing.place] = None if rule is None else borrowing.lent(rule, texts)
        return replace(
            self,
            candidates=tuple(c for c in candidates.values() if c is not None),
            contingencies=tuple(r for r in rules.values() if r is not None),
            borrowed=(),
            borrowed_rules=(),
        )


NOTHING_JUDGED = JudgedFound((), (), ())
_ADAPTER: TypeAdapter[JudgedFound] = TypeAdapter(JudgedFound)


def to_json(found: JudgedFound) -> str:
    """As JSON, for the ledger."""
    return _ADAPTER.dump_json(found).decode()


def from_json(text: str) -> JudgedFound:
    """As kept by the ledger; what was kept before values were borrowed or notes rejected has neither."""
    # pydantic's own reader of JSON keeps short texts for the whole process, where nobody can make it forget (law 7).
    return _ADAPTER.validate_python(json.loads(text))


def behind(note: Statement, found: Iterable[Candidate]) -> Candidate | None:
    """The one candidate that a statement comes from, as far as that can be told."""
    same = [c for c in found if c.span == note.span and c.act is note.act and c.affirmed == note.affirmed]
    for closer in (
        [c for c in same if c.norm == note.norm],
        [c for c in same if c.attribute == note.slot.attribute],
    ):
        same = [c for c in same if c in closer] if closer else same
    return same[0] if len({(c.part, c.subject, c.attribute, c.value) for c in same}) == 1 else None


def rejections(found: Mapping[str, JudgedFound], extractor: str) -> tuple[RejectedNote, ...]:
    """What is rejected, for a reader; `extractor` is who read."""
    return tuple(
        RejectedNote(
            observation_id=i, subject=r.subject, attribute=r.attribute, value=r.value, span=r.span, reason=r.reason,
            confidence=r.confidence, decider=extractor.partition("/")[2],
        )
        for i, each in found.items()
        for r in each.rejected
    )  # fmt: skip
