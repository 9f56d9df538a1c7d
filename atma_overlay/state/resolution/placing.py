"""Placing: a candidate becomes a statement of a slot, and the workspace holds it from then on."""

from __future__ import annotations

import hashlib

from atma_overlay.altering import altered
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Act, Basis, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.pairs import dosing
from atma_overlay.state.pairs.doses import of_other_stuff
from atma_overlay.state.slots.links import Links
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import same_value, spelled_alike

MAX_RETIREMENTS = 8
"""Per observation; what is beyond is proposed, not applied."""


class Placing:
    """What one utterance puts into the slots.

    Attributes:
        observation: the utterance.
        workspace: the write that it is part of.
        links: what of an earlier time a candidate of it may be about.
        out: the statements, in the order of placing.
    """

    def __init__(self, observation: Observation, workspace: Workspace) -> None:
        self.observation = observation
        self.workspace = workspace
        self.links = Links(observation, workspace)
        self.out: list[Statement] = []
        self._retiring = 0

    def put(  # noqa: PLR0913 - the fields that resolution decides
        self, candidate: Candidate, slot: Slot, *, value: str | None = None, norm: str | None = None,
        cardinality: Cardinality | None = None, contextual: bool = False, replaces: str | None = None,
        change: Change | None = None, affirmed: bool | None = None,
    ) -> None:  # fmt: skip
        """Place a candidate, with what resolution decided of it."""
        if slot.attribute in dosing.SLOTS:
            candidate = self._beside_dose(candidate, slot, norm)
        retires = replaces is not None or candidate.act is not Act.ASSERT or self._displaces(candidate, slot, norm)
        self._retiring += retires
        confidence = (
            min(candidate.confidence, 0.5) if self._retiring > MAX_RETIREMENTS and retires else candidate.confidence
        )
        statement = _without_id(
            candidate, self.observation, slot,
            value=candidate.value if value is None else value,
            norm=candidate.norm if norm is None else norm,
            cardinality=cardinality or candidate.cardinality,
            contextual=contextual or candidate.subject != slot.subject,
            replaces=replaces,
            change=change or candidate.change,
            affirmed=candidate.affirmed if affirmed is None else affirmed,
            confidence=confidence,
        )  # fmt: skip
        self.out.append(self.workspace.add(statement))

    def replace_old(self, candidate: Candidate, old: Statement) -> None:
        """Place a candidate where an earlier value stands: as its successor, or as the same said again."""
        if old.id in self.links.unsure:
            candidate = candidate.doubted()
        if old.slot.attribute in dosing.SLOTS and dosing.is_amount_of(candidate, old):
            candidate = dosing.of_it(candidate, old)
        alike = spelled_alike if candidate.replaces else same_value  # from Azure AD to Entra ID
        if alike(candidate.norm, old.norm):
            self.put(candidate, old.slot, cardinality=old.cardinality, contextual=True, replaces=None)
            return
        self.put(
            candidate, old.slot, cardinality=old.cardinality, contextual=True, replaces=old.norm, change=Change.TOLD
        )

    def presuppose(self, candidate: Candidate, slot: Slot, value: str, *, norm: str) -> None:
        """Record what the telling of an end or a change takes for granted: that it was so until then."""
        start = candidate.evidence.find(value)
        offset = candidate.span[0] - candidate.evidence.find(candidate.value)
        span = (offset + start, offset + start + len(value)) if start >= 0 else candidate.span
        before = candidate.but(
            act=Act.ASSERT, value=value, norm=norm, span=span, replaces=None, change=Change.NONE,
            basis=Basis.PRESUPPOSED, valid_to=None, temporary=False, valid_from=self.observation.observed_at,
        )  # fmt: skip
        self.put(before, slot, contextual=True)

    def _beside_dose(self, candidate: Candidate, slot: Slot, norm: str | None) -> Candidate:
        """The dose itself; what tells the same amount, or how much there was of what is taken no more, goes with it."""
        medicines, doses = (self.workspace.active(Slot(slot.subject, x)) for x in dosing.SLOTS)
        if slot.attribute == dosing.DOSE:
            candidate = dosing.amount_alone(candidate)
            old = dosing.told_with(candidate, medicines, doses)
            if old is not None:
                self.replace_old(dosing.of_it(candidate, old), old)
            elif doses and all(of_other_stuff(candidate, s) for s in doses):
                return candidate.but(cardinality=Cardinality.MULTI, additive=True)
        elif candidate.act is Act.END:
            for dose in dosing.dose_of(candidate.norm if norm is None else norm, medicines, doses):
                self.put(candidate, dose.slot, value=dose.value, norm=dose.norm, contextual=True, replaces=None)
        return candidate

    def _displaces(self, candidate: Candidate, slot: Slot, norm: str | None) -> bool:
        """Whether a plain statement takes the place of another value by standing in its slot."""
        if candidate.cardinality is Cardinality.MULTI:
            return False
        stated = candidate.norm if norm is None else norm
        for other in self.workspace.active(slot):
            if other.observation_id != self.observation.id and not same_value(other.norm, stated):
                return True
        return False


def statement_of(candidate: Candidate, observation: Observation, slot: Slot) -> Statement:
    """A candidate as a statement of a slot."""
    statement = _without_id(
        candidate, observation, slot, value=candidate.value, norm=candidate.norm, cardinality=candidate.cardinality,
        contextual=False, replaces=candidate.replaced or candidate.replaces, change=candidate.change,
        affirmed=candidate.affirmed, confidence=candidate.confidence,
    )  # fmt: skip
    return altered(statement, id=_statement_id(statement))


def _without_id(  # noqa: PLR0913 - the fields that resolution decides
    candidate: Candidate, observation: Observation, slot: Slot, *, value: str, norm: str, cardinality: Cardinality,
    contextual: bool, replaces: str | None, change: Change, affirmed: bool, confidence: float,
) -> Statement:  # fmt: skip
    sort = f"sort:{candidate.sort}" if candidate.sort else None
    return Statement(
        "", observation.id, slot, cardinality, candidate.act, value, norm, candidate.value_kind,
        candidate.unit or sort, affirmed, candidate.span, candidate.valid_from, candidate.valid_to,
        candidate.temporary, replaces, change, confidence, candidate.basis, observation.origin, candidate.extractor,
        observation.observed_at, observation.position, observation.digest, candidate.evidence,
        agent=observation.agent, session=observation.session, contextual=contextual, lineage=candidate.grounds,
    )  # fmt: skip


def _statement_id(statement: Statement) -> str:
    parts = (
        statement.observation_id, str(statement.span), statement.act, str(statement.slot), statement.norm,
        statement.replaces or "", str(statement.affirmed),
    )  # fmt: skip
    return "rec_" + hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20]
